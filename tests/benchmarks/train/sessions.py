"""Hand-written sessions long enough to learn from: agents come back to some names only."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.quality.record import RawMessage

__all__ = ["session", "write_source"]

TURNS = 24
LISTED = 20


def session(name: str) -> list[RawMessage]:
    """The agent edits three files again and again; each listing prints names nobody writes."""
    messages: list[RawMessage] = [
        {"role": "user", "agent": "human", "content": f"Please make {name}_parser faster."}
    ]
    for turn in range(TURNS):
        kept = f"src/{name}/{('parse', 'render', 'store')[turn % 3]}_step.py"
        call = {"id": f"c{turn}", "name": "Edit", "arguments": {"file_path": kept}}
        messages.append(
            {
                "role": "assistant",
                "agent": "coder",
                "content": f"Now {name}_loop_{turn % 4} in {kept}, as measured.",
                "tool_calls": [call],
            }
        )
        printed = "\n".join(
            f"vendor/{name}/unused_{turn}_{line}.txt is an unrelated file of this folder"
            for line in range(LISTED)
        )
        messages.append(
            {"role": "tool", "agent": "Edit", "content": printed, "tool_call_id": f"c{turn}"}
        )
    return messages


def write_source(folder: Path, source: str, *names: str) -> None:
    """A file of sessions, one a line."""
    lines = (
        json.dumps({"id": f"{source}-{name}", "source": source, "messages": session(name)})
        for name in names
    )
    (folder / f"{source}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
