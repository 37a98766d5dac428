"""`uagent-memory condense`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.condensers.histories import import_fix
from uagent_memory.cli import main


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """The document's 150 events, one message a line."""
    lines = []
    for event in import_fix(150).messages:
        line: dict[str, object] = {"role": event.role.value, "content": event.text}
        if event.tool_calls:
            line["tool_calls"] = [call.model_dump() for call in event.tool_calls]
        if event.tool_call_id:
            line["tool_call_id"] = event.tool_call_id
        lines.append(json.dumps(line, ensure_ascii=False))
    path = tmp_path / "session.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_listing_as_the_document_shows_it(
    session: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """[1] the request, [2] the five parts, [3-30] events in order."""
    assert main(["condense", str(session)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "[1] UserMessage: 请帮我修复Python项目中的import错误"
    assert lines[1] == "[2] AgentCondensationObservation: "
    assert lines[2].startswith("任务上下文: ")
    assert lines[6].startswith("重要发现: ")
    assert lines[-1].startswith("[30] ")
    assert "semantic: condensed, 150 events to 30" in err


@pytest.mark.parametrize("name", ["semantic", "dynacontext", "recent"])
def test_json_of_each(session: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """What was forgotten, what is left; the input is not repeated."""
    assert main(["condense", str(session), "--condenser", name, "--now", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["condenser"] == name
    assert printed["outcome"] == "condensed"
    assert "before" not in printed
    gone = set(printed["forgotten_event_ids"])
    assert gone.isdisjoint(event["id"] for event in printed["after"])


@pytest.mark.parametrize("form", ["anthropic", "openai"])
def test_messages_ready_to_send(
    session: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """They begin with the user, and the summary is in the user's role."""
    assert main(["condense", str(session), "--format", form]) == 0
    messages = json.loads(capsys.readouterr().out)
    assert messages[0]["role"] == "user"
    assert "任务上下文" in json.dumps(messages, ensure_ascii=False)


def test_a_short_session_comes_out_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is due, unless it is asked for."""
    path = tmp_path / "s.json"
    path.write_text('[{"role": "user", "content": "Hi"}]', encoding="utf-8")
    assert main(["condense", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == "[1] UserMessage: Hi\n"
    assert "not_due" in err


def test_a_configuration_and_its_faults(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file decides; a model that is missing, or a key that is none, ends with 2."""
    config = tmp_path / "c.toml"
    config.write_text('[condenser]\ntype = "recent"\nmax_size = 20\n', encoding="utf-8")
    assert main(["condense", str(session), "--config", str(config)]) == 0
    assert "recent: condensed" in capsys.readouterr().err
    assert main(["condense", str(session), "--condenser", "llm"]) == 2
    assert "needs a model" in capsys.readouterr().err
    config.write_text('[condenser]\ntype = "recent"\nsize = 20\n', encoding="utf-8")
    assert main(["condense", str(session), "--config", str(config)]) == 2
    assert "size: unknown key" in capsys.readouterr().err


def test_a_pending_request_of_openhands_is_a_hard_trigger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its event file says that room is needed; the answer is its condensation event."""
    events: list[dict[str, object]] = [
        {"id": 0, "source": "user", "action": "message", "args": {"content": "Fix it."}}
    ]
    for number in range(1, 40, 2):
        args = {"command": f"ls {number}"}
        events.append({"id": number, "source": "agent", "action": "run", "args": args})
        events.append(
            {"id": number + 1, "source": "agent", "observation": "run", "cause": number,
             "content": "DEBUG: loading\n" * 20, "extras": {}}
        )  # fmt: skip
    events.append({"id": 99, "source": "agent", "action": "condensation_request", "args": {}})
    path = tmp_path / "events.json"
    path.write_text(json.dumps(events), encoding="utf-8")
    arguments = ["condense", str(path), "--condenser", "dynacontext", "--format", "openhands"]
    assert main(arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["forgotten_event_ids"] == [str(n) for n in range(1, 41)]
    assert printed["summary_offset"] == 1
