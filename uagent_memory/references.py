"""References to messages as people and models write them: `coder/m12`, `m12`, `coder/m3-m9`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.errors import UnknownReference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Reference", "message_id", "message_number", "parse_references", "ranges"]

_ROLE = r"[^\W\d_][\w-]{0,63}"
_ONE = re.compile(
    rf"(?:(?P<role>{_ROLE})/)?m(?P<first>\d{{1,9}})"
    rf"(?:-(?:(?P<again>{_ROLE})/)?m?(?P<last>\d{{1,9}}))?",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s{0,8}(?:[-‐-―~～]|\.\.\.?|…)\s{0,8}")
_SEPARATOR = re.compile(r"[\s,;，；、]+")
_WRAPPING = "()[]<>{}（）【】`'\"“”"
_MOST_CHARACTERS = 2000


class Reference(NamedTuple):
    """Messages `first` to `last` of one role's log; `role` is None in the short form."""

    role: str | None
    first: int
    last: int

    def ids(self, role: str) -> Iterator[str]:
        return (message_id(role, number) for number in range(self.first, self.last + 1))

    def __str__(self) -> str:
        home = f"{self.role}/" if self.role else ""
        tail = f"-m{self.last}" if self.last != self.first else ""
        return f"{home}m{self.first}{tail}"


def message_id(role: str, number: int) -> str:
    """`coder/m12`."""
    return f"{role}/m{number}"


def message_number(identifier: str) -> int:
    """12 of `coder/m12`."""
    return int(identifier.rpartition("/m")[2])


def parse_references(text: str) -> tuple[Reference, ...]:
    """The references of a text that consists of nothing else.

    Brackets, quotes and lists are taken as they come: `(m12)`, `[coder/m3–m9, m12]`.

    Raises:
        UnknownReference: some of it is not a reference.
    """
    if not isinstance(text, str):
        raise UnknownReference(f"{text!r} is no reference: write coder/m12, m12 or coder/m3-m9")
    if len(text) > _MOST_CHARACTERS:
        raise UnknownReference(f"{text[:40]!r}... is too long for a reference: name one message")
    plain = _DASH.sub("-", text.translate(dict.fromkeys(map(ord, _WRAPPING), " ")))
    words = [word for word in _SEPARATOR.split(plain) if word]
    if not words:
        raise UnknownReference(f"{text!r} names no message: write coder/m12, m12 or coder/m3-m9")
    return tuple(_parse(word, text) for word in words)


def _parse(word: str, text: str) -> Reference:
    match = _ONE.fullmatch(word)
    if match is None:
        raise UnknownReference(f"{text!r} is no reference: write coder/m12, m12 or coder/m3-m9")
    role, again = match["role"], match["again"]
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if last < first or (again is not None and again != role):
        raise UnknownReference(f"{text!r} is no range: write the earlier message first, one role")
    return Reference(role, first, last)


def ranges(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids in their order, neighbours joined: `coder/m3-m9`, `coder/m12`."""
    joined: list[Reference] = []
    for identifier in ids:
        role, number = identifier.rpartition("/m")[0], message_number(identifier)
        before = joined[-1] if joined else None
        if before is not None and before.role == role and before.last + 1 == number:
            joined[-1] = before._replace(last=number)
        else:
            joined.append(Reference(role, number, number))
    return tuple(map(str, joined))
