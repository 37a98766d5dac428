"""The patterns of patterns.toml, compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import regex
from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from uagent_memory.config import read_toml

__all__ = ["Patterns", "Shape", "load_patterns"]

BACK, AHEAD = 0, 400
SIGN = (
    r"[\"'`*]{0,3}(?:\s{0,4}(?::=|=>|===?|!==?|[:=])\s{0,8}|\s{1,2}(?:is|was)(?:\s?:)?\s{1,2}"
    r"|\s?(?:是|为|為|：)[:：]?\s?)"
)
VALUE = (
    r"(?:[rbuf]?(?P<quote>[\"'`])(?P<secret>[^\"'`\n]{4,200})(?P=quote)"
    r"|(?P<secret>[!#$%&*+./0-9:=?@A-Z\\^_a-z|~-]{4,200}+)(?![\w(\[{]))"
)


class Shape(NamedTuple):
    """One pattern and where to look for it."""

    kind: str
    pattern: regex.Pattern[str]
    back: int
    ahead: int
    checked: bool
    each: regex.Pattern[str] | None = None
    """Finds several secrets in the match's group `line`."""


class Patterns(NamedTuple):
    """All shapes, and the automaton whose pattern `i` is an anchor of `shapes[of_anchor[i]]`."""

    shapes: tuple[Shape, ...]
    anchors: AhoCorasick
    of_anchor: tuple[int, ...]
    strong: frozenset[str]
    least: Mapping[str, int]
    placeholder: regex.Pattern[str]
    """Words of placeholders, also written together."""


@cache
def load_patterns() -> Patterns:
    data = read_toml(Path(__file__).with_name("patterns.toml"))
    shapes: list[Shape] = []
    anchors: list[str] = []
    of_anchor: list[int] = []

    def add(shape: Shape, words: Sequence[str]) -> None:
        anchors.extend(words)
        of_anchor.extend([len(shapes)] * len(words))
        shapes.append(shape)

    for row in data["shapes"]:
        add(_shape(row), row["anchors"])
    for kind, names in data["assignments"].items():
        add(_assignment(kind, names), _spellings(names))
    values = data["values"]
    return Patterns(
        tuple(shapes),
        AhoCorasick(anchors, matchkind=MatchKind.Standard, implementation=Implementation.DFA),
        tuple(of_anchor),
        frozenset(values["strong"]),
        values["least"],
        regex.compile(f"(?:{'|'.join(values['placeholders'])}|xx+)+"),
    )


def _shape(row: Mapping[str, object]) -> Shape:
    back, ahead = row.get("back", BACK), row.get("ahead", AHEAD)
    assert isinstance(back, int)
    assert isinstance(ahead, int)
    return Shape(
        kind=str(row["kind"]),
        pattern=regex.compile(str(row["pattern"]), regex.VERSION1),
        back=back,
        ahead=ahead,
        checked=bool(row.get("checked")),
        each=regex.compile(str(row["each"]), regex.VERSION1) if "each" in row else None,
    )


def _assignment(kind: str, names: Sequence[str]) -> Shape:
    words = "|".join(map(regex.escape, names))
    pattern = rf"(?i)(?:{words})(?:_?\d{{1,2}})?(?:{SIGN}|(?P<option>\s{{1,2}})){VALUE}"
    return Shape(kind, regex.compile(pattern, regex.VERSION1), 0, AHEAD, checked=True)


def _spellings(names: Sequence[str]) -> list[str]:
    return list(
        dict.fromkeys(
            spelled for name in names for spelled in (name, name.capitalize(), name.upper())
        )
    )
