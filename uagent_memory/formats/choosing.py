"""Choosing one session of a file by id or number, parsing no more than that takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from uagent_memory.errors import InputError, SeveralSessions
from uagent_memory.formats.documents import Record
from uagent_memory.formats.intake import Intake
from uagent_memory.formats.json_text import BadJson
from uagent_memory.formats.shapes import shapes

__all__ = ["check_choice", "choose"]

COMPARED = 5_000
NEAR = 5


def choose(records: Iterator[Record], wanted: str | int | None, intake: Intake) -> Record:
    """The session wanted; without a wish, the only one.

    A text of digits is a number unless a session has it as its id.

    Raises:
        SeveralSessions: there are several and none is wanted.
        InputError: there is no such session.
    """
    if wanted is None:
        return _only(records, intake)
    if isinstance(wanted, int):
        return _by_number(records, wanted, intake)
    return _by_id(records, wanted, intake)


def check_choice(session_id: str, wanted: str | int | None, intake: Intake) -> None:
    """Whether the wish fits the one session of a file that holds no list of them.

    Raises:
        InputError: it does not.
    """
    if wanted is not None and str(wanted) not in (session_id, "1"):
        raise InputError(
            f"no session {wanted!r}: the file holds one, {session_id!r}", source=intake.source
        )


def _only(records: Iterator[Record], intake: Intake) -> Record:
    first, second = next(records), next(records, None)
    if second is None:
        return first
    ids = tuple(_ids((first, second, *records), intake))
    raise SeveralSessions(
        f"it holds {len(ids)} sessions: choose one with session=ID or session=NUMBER "
        f"(1 to {len(ids)}): {_named(ids)}",
        source=intake.source,
        sessions=ids,
    )


def _by_number(records: Iterator[Record], wanted: int, intake: Intake) -> Record:
    last = 0
    for record in records:
        last = record.number
        if last == wanted:
            return record
    raise InputError(f"no session {wanted}: it holds {last}, from 1 on", source=intake.source)


def _by_id(records: Iterator[Record], wanted: str, intake: Intake) -> Record:
    number = int(wanted) if wanted.isdecimal() and wanted.isascii() else None
    numbered, ids = None, []
    for record in records:
        found = _id(record, intake)
        if found == wanted:
            return record
        if record.number == number:
            numbered = record
        if found is not None:
            ids.append(found)
    if numbered is not None:
        return numbered
    near = _near(wanted, ids)
    hint = f"near it: {_named(near)}" if near else f"it holds {_named(ids)}"
    raise InputError(f"no session {wanted!r}; {hint}", source=intake.source)


def _ids(records: Sequence[Record], intake: Intake) -> Iterator[str]:
    for record in records:
        found = _id(record, intake)
        if found is not None:
            yield found


def _id(record: Record, intake: Intake) -> str | None:
    try:
        return record.id()
    except BadJson as bad:
        intake.refuse(bad.reason, line=record.line)
        return None


def _near(wanted: str, ids: Sequence[str]) -> list[str]:
    """Ids that hold the wanted text, then ids spelled like it."""
    folded = wanted.casefold()
    holding = [found for found in ids if folded in found.casefold()]
    alike = difflib.get_close_matches(wanted, ids[:COMPARED], n=NEAR, cutoff=0.5)
    return list(dict.fromkeys((*holding, *alike)))[:NEAR]


def _named(ids: Sequence[str]) -> str:
    limit = shapes().limits.ids
    more = len(ids) - limit
    return ", ".join(ids[:limit]) + (f", ... and {more} more" if more > 0 else "")
