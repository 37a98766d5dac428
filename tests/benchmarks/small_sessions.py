"""Three small hand-written sessions, as the suite reads them: English, Chinese, a compaction."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

LISTING = "\n".join(f"src/part_{n}.py holds helper_{n} and {n + 200} lines" for n in range(260))


def said(role: str, content: str, **fields: Any) -> dict[str, Any]:
    return {"role": role, "agent": fields.pop("agent", None), "content": content, **fields}


def ran(number: int, command: str, output: str) -> list[dict[str, Any]]:
    call = {"id": f"c{number}", "name": "Bash", "arguments": {"command": command}}
    return [
        said("assistant", "", tool_calls=[call]),
        said("tool", output, tool_call_id=f"c{number}"),
    ]


def english() -> list[dict[str, Any]]:
    return [
        said("user", "Please fix the importer in src/importer.py. Do not change src/schema.py."),
        *ran(1, "ls -R src", LISTING),
        said("assistant", "I decided to use batch_size = 500 because 1000 exceeds max_packet."),
        *ran(2, "pytest tests/test_importer.py", "FAILED test_rows - KeyError: 'row_id'\n1 failed"),
        said("assistant", "The KeyError comes from load_rows() in src/importer.py."),
        *ran(3, "ls -R tests", LISTING),
        said("assistant", "Next I will edit load_rows() in src/importer.py, not src/schema.py."),
        *ran(4, "sed -i s/row/row_id/ src/importer.py", ""),
        *ran(5, "pytest tests/test_importer.py", "3 passed in 0.42s"),
        said(
            "assistant", "load_rows() now reads row_id; batch_size = 500; src/part_17.py is next."
        ),
        said("assistant", "helper_17 of src/part_17.py and helper_90 use load_rows() as well."),
    ]


def chinese() -> list[dict[str, Any]]:
    talk = "".join(f"第{n}项预算是{n + 300}万元，由「项目组{n}」负责。" for n in range(500))
    return [
        said("user", "请整理预算，不要修改「项目组7」的数字。"),
        said("user", talk),
        said("assistant", "我先看「项目组7」和「项目组9」的预算，分别是 307 和 309 万元。"),
        said("user", "好的，请继续。"),
        said(
            "assistant",
            "「项目组7」「项目组9」「项目组11」「项目组13」「项目组15」合计 1555 万元。",
        ),
        said("assistant", "接下来核对「项目组17」，预算 317 万元。"),
    ]


def compacted() -> list[dict[str, Any]]:
    summary = (
        "The importer fails with KeyError in load_rows() of src/importer.py; batch_size = 500."
    )
    session = english()
    return [*session[:8], said("user", summary, agent="compaction"), *session[8:]]


def write(folder: Path) -> Path:
    """A data folder with two sources."""
    data = folder / "data"
    data.mkdir()
    sessions = [("english", english()), ("compacted", compacted())]
    with gzip.open(data / "coding.jsonl.gz", "wt", encoding="utf-8") as file:
        for name, messages in sessions:
            file.write(json.dumps({"id": name, "messages": messages}) + "\n")
    body = json.dumps({"id": "chinese", "messages": chinese()}, ensure_ascii=False)
    (data / "talk.jsonl").write_text(body + "\n", encoding="utf-8")
    return data


def write_probes(folder: Path) -> Path:
    probes = folder / "probes"
    probes.mkdir()
    meta = {"source": "coding", "id": "compacted", "start": 0, "end": 8, "tokens": 600}
    questions = [
        {"n": 1, "question": "Which file fails?", "accept": ["src/importer.py", "KeyError"]},
        {"n": 2, "question": "Which port?", "accept": ["port 5432"]},
    ]
    (probes / "k0_meta.json").write_text(json.dumps(meta))
    (probes / "k0_questions.json").write_text(json.dumps(questions))
    return probes
