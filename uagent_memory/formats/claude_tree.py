"""Which lines of a Claude Code session belong to the conversation that its newest line continues.

Lines name their parent. A chain walked back from the newest line alone would lose delivered
replies: parallel tool calls, hook reports and API errors fork the tree too. A fork is a rewind only
where two branches both begin with a prompt of the user; then the branch written to last is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.authorship import authorship
from uagent_memory.messages import Author

__all__ = ["Kept", "is_sidechain", "kept_lines", "line_text"]

Line = Mapping[str, JsonValue]
COMMAND = "<command-"


class Kept(NamedTuple):
    """Indices of the lines kept, in file order, and how many messages were left out."""

    lines: tuple[int, ...]
    abandoned: int


class _Begins(Enum):
    """What the first message of a branch is."""

    NOTHING = auto()
    PROMPT = auto()
    REPLY = auto()


class _Tree(NamedTuple):
    children: list[list[int]]
    roots: list[int]
    """Lines that say they have no parent."""
    loose: list[int]
    """Lines that say nothing of it, or name a parent that is not in the file."""


def kept_lines(lines: Sequence[Line]) -> Kept:
    tree = _tree(lines)
    if not any(tree.children):
        return Kept(tuple(range(len(lines))), 0)
    order = _parents_first(tree)
    begins = [_Begins.NOTHING] * len(lines)
    newest = [-1] * len(lines)
    for index in reversed(order):
        line, below = lines[index], tree.children[index]
        begins[index] = _begins(line, [begins[child] for child in below])
        own = index if _is_message(line) else -1
        newest[index] = max([own, *(newest[child] for child in below)])
    main_roots = [index for index in tree.roots if not is_sidechain(lines[index])]
    rewound = set()
    for fork in (main_roots, *tree.children):
        prompts = [index for index in fork if begins[index] is _Begins.PROMPT]
        rewound.update(sorted(prompts, key=lambda index: newest[index])[:-1])
    return _kept(lines, tree, order, rewound)


def is_sidechain(line: Line) -> bool:
    return line.get("isSidechain") is True


def line_text(line: Line) -> str:
    """The text a line's message begins with; "" if it begins with something else."""
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    first = content[0] if isinstance(content, list) and content else content
    if isinstance(first, dict) and first.get("type") == "text":
        first = first.get("text")
    return first if isinstance(first, str) else ""


def _tree(lines: Sequence[Line]) -> _Tree:
    known: dict[JsonValue, int] = {}
    for index, line in enumerate(lines):
        if isinstance(line.get("uuid"), str):
            known.setdefault(line["uuid"], index)
    tree = _Tree([[] for _ in lines], [], [])
    for index, line in enumerate(lines):
        named = line.get("parentUuid") or line.get("logicalParentUuid")
        parent = known.get(named) if isinstance(named, str) else None
        if parent is not None and parent != index:
            tree.children[parent].append(index)
        elif named is None and "parentUuid" in line and line.get("isCompactSummary") is not True:
            tree.roots.append(index)
        else:
            tree.loose.append(index)
    return tree


def _parents_first(tree: _Tree) -> list[int]:
    """Every line once, parents before children; lines that name each other in a circle too."""
    order: list[int] = []
    seen = [False] * len(tree.children)
    for begin in (*tree.roots, *tree.loose, *range(len(seen))):
        stack = [] if seen[begin] else [begin]
        while stack:
            index = stack.pop()
            if not seen[index]:
                seen[index] = True
                order.append(index)
                stack.extend(tree.children[index])
    return order


def _begins(line: Line, below: Sequence[_Begins]) -> _Begins:
    if line.get("type") == "assistant":
        return _Begins.REPLY
    if line.get("type") == "user" and not line.get("isMeta"):
        kind = _user_line(line)
        if kind is not _Begins.NOTHING:
            return kind
    found = {begin for begin in below if begin is not _Begins.NOTHING}
    return found.pop() if len(found) == 1 else _Begins.REPLY if found else _Begins.NOTHING


def _user_line(line: Line) -> _Begins:
    """A prompt, a tool result (part of a reply), or something a program noted (nothing)."""
    text = line_text(line)
    if line.get("isCompactSummary") is True or not text:
        return _Begins.REPLY
    injected = authorship(text).author is Author.HARNESS and not text.startswith(COMMAND)
    return _Begins.NOTHING if injected else _Begins.PROMPT


def _is_message(line: Line) -> bool:
    return line.get("type") in ("user", "assistant")


def _kept(lines: Sequence[Line], tree: _Tree, order: Sequence[int], rewound: set[int]) -> Kept:
    dropped = [False] * len(lines)
    for index in order:
        if index in rewound or dropped[index]:
            dropped[index] = True
            for child in tree.children[index]:
                dropped[child] = True
    kept = tuple(index for index in range(len(lines)) if not dropped[index])
    abandoned = sum(1 for index, line in enumerate(lines) if dropped[index] and _is_message(line))
    return Kept(kept, abandoned)
