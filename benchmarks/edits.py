"""Files changed in a session by what its edit calls say, and whether a hand-off names them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from uagent_memory.messages import Message
from uagent_memory.segments import CompressedContext, Entry, SegmentName

__all__ = ["FileCounts", "count_files"]

EDITS = frozenset(("edit", "multiedit", "write", "notebookedit", "str_replace", "create_file"))
PATH_ARGUMENTS = ("file_path", "path", "notebook_path")
REFUSALS = ("error", "<tool_use_error>", "file has not been read", "string to replace not found")
QUOTED = re.compile(r"`([^`\n]+)`")
STATES = ("created", "modified", "deleted", "reverted", "stashed", "renamed")


@dataclass(frozen=True, slots=True)
class FileCounts:
    changed: int = 0
    """Files with an edit call that was not refused."""
    named: int = 0
    """Of them, named with a state."""
    with_change: int = 0
    """Of them, with a changed name or line as well."""
    failed: int = 0
    """Files whose every edit call failed."""
    wrong: int = 0
    """Of them, named as changed."""

    def __add__(self, other: FileCounts) -> FileCounts:
        return FileCounts(
            self.changed + other.changed,
            self.named + other.named,
            self.with_change + other.with_change,
            self.failed + other.failed,
            self.wrong + other.wrong,
        )


def count_files(messages: Sequence[Message], handoff: CompressedContext) -> FileCounts:
    """Hold a hand-off's file lines against the edit calls."""
    outcomes: dict[str, bool] = {}
    for path, done in _edits(messages):
        outcomes[path] = outcomes.get(path, False) or done
    changed = [path for path, done in outcomes.items() if done]
    failed = [path for path, done in outcomes.items() if not done]
    lines = {path: _line(path, handoff) for path in outcomes}
    found = [line for path in changed if (line := lines[path]) is not None]
    return FileCounts(
        changed=len(changed),
        named=len(found),
        with_change=sum(_shows_change(line) for line in found),
        failed=len(failed),
        wrong=sum(lines[path] is not None for path in failed),
    )


def _edits(messages: Sequence[Message]) -> Iterator[tuple[str, bool]]:
    """Path and success of each edit call that has a result."""
    results = {message.tool_call_id: message for message in messages if message.tool_call_id}
    for message in messages:
        for call in message.tool_calls:
            path = call.argument(*PATH_ARGUMENTS)
            result = results.get(call.id)
            if call.name.casefold() in EDITS and path and result is not None:
                refused = result.text.lstrip().casefold().startswith(REFUSALS)
                yield path, not (result.is_error or refused)


def _line(path: str, handoff: CompressedContext) -> Entry | None:
    """The line that gives the file a state; it may leave the session's root away."""
    for segment in handoff.segments:
        if segment.name is SegmentName.FILES:
            for entry in segment.entries:
                text = entry.text.casefold()
                if entry.kind != "file" or not any(word in text for word in STATES):
                    continue
                if any(_is_end(path, shown) for shown in QUOTED.findall(entry.text)):
                    return entry
    return None


def _is_end(path: str, shown: str) -> bool:
    return path == shown or path.endswith("/" + shown.lstrip("./"))


def _shows_change(entry: Entry) -> bool:
    return bool(entry.children) or "; adds " in entry.text or "; removes " in entry.text
