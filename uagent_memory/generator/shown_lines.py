"""How much of a change is shown."""

from __future__ import annotations

from collections.abc import Iterable

from uagent_memory.generator.candidate import Candidate

__all__ = ["unshown"]

_ADDED = "+ "


def unshown(file: Candidate, shown: Iterable[Candidate]) -> str:
    """What a file's line says of added lines that are left out; "" where none is shown at all.

    Args:
        file: the file's own candidate.
        shown: its chosen children.
    """
    if not file.added:
        return ""
    texts = (line for child in shown for line in child.text.split("\n"))
    lines = {line for line in texts if line.startswith(_ADDED)}
    left = file.added - len(lines)
    return file.unshown.format(count=left) if lines and left > 0 else ""
