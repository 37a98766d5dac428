"""Atoms: the literals that an agent must have exactly - paths, names, ids, numbers, addresses."""

from __future__ import annotations

from collections.abc import Iterator

import regex

__all__ = ["atoms", "holds", "occurrences", "without_line_numbers"]

EXTENSIONS = (
    "py|pyi|js|ts|tsx|jsx|md|rst|txt|json|jsonl|yml|yaml|toml|cfg|ini|c|h|cc|cpp|hpp|rs|go|java|kt"
    "|rb|php|sh|sql|html|css|csv|xml|ipynb|lock|log|png|svg|pdf|xlsx|docx"
)
OUTSIDE_NUMBER = (r"(?<![\w.])", r"(?![\w.])")

KINDS = {
    "address": r"""https?://[^\s'"<>)\]}\\]+""",
    "path": r"(?:~|\.{1,2})?/?(?:[\w.\-]+/)+[\w.\-]*\w",
    "file": rf"\b[\w\-]+\.(?:{EXTENSIONS})\b",
    "mail": r"[\w.+\-]+@[\w\-]+\.[\w.\-]+",
    "id": r"\#?\b(?=[\w\-]*\d)(?=[\w\-]*[A-Za-z])[A-Za-z0-9_][A-Za-z0-9_\-]{3,}\b",
    "dotted": r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\b",
    "snake": r"\b_*[A-Za-z]\w*_\w+\b",
    "camel": r"\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b|\b[a-z]+[A-Z]\w+\b",
    "decimal": OUTSIDE_NUMBER[0] + r"\d+\.\d+" + OUTSIDE_NUMBER[1],
    "grouped": OUTSIDE_NUMBER[0] + r"\d{1,3}(?:,\d{3})+(?![\w,])",
    "number": OUTSIDE_NUMBER[0] + r"\d{3,}" + OUTSIDE_NUMBER[1],
    "quoted": r"[“「『][^”」』\n]{2,40}[”」』]",
}
"""In order of precedence: where several could begin, the first wins."""

ATOM = regex.compile("|".join(f"(?:{pattern})" for pattern in KINDS.values()))
TRAILING = ".,:;"
LINE_NUMBER = regex.compile(r"^\s*\d+(?:→|\t|:|-)", regex.MULTILINE)
"""The prefix of a numbered listing: no fact."""


def without_line_numbers(text: str) -> str:
    return str(LINE_NUMBER.sub("", text))


def atoms(text: str) -> frozenset[str]:
    found = ATOM.findall(without_line_numbers(text))
    return frozenset(atom.rstrip(TRAILING) for atom in found)


def holds(text: str, atom: str) -> bool:
    """Whether the atom stands in the text as a whole word."""
    return next(occurrences(text, atom), None) is not None


def occurrences(text: str, atom: str) -> Iterator[int]:
    """Where the atom stands as a whole word: no letter, digit or underscore goes on at an end."""
    at = text.find(atom) if atom else -1
    while at >= 0:
        end = at + len(atom)
        if not (_joins(atom[0], text[at - 1 : at]) or _joins(atom[-1], text[end : end + 1])):
            yield at
        at = text.find(atom, at + 1)


def _joins(edge: str, outside: str) -> bool:
    return edge.isalnum() and (outside.isalnum() or outside == "_")
