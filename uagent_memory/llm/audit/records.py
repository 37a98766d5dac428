"""Records told again: each figure stays with the entry that it stood in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import is_turned, scopes_of
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import NUMBER, clauses, numbers_of, stems_of

__all__ = ["recorded", "wrong_records"]

MARK = re.compile(r"[;；]")
MARK_OR_BRACKET = re.compile(r"[;；]|(?<=[)）])[,，]")
SENTENCE = re.compile(r"\.\s|。")
COLON = re.compile(r":\s|：")
JOINT = re.compile(r"[,，、)）]|\band\b|[和与及]")
"""Where another entry may begin."""
ASIDE = re.compile(r"[(（][^()（）]*[)）]")
PAIR = 2


def wrong_records(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = [segment for line in sources for segment in _records(line.support)]
    if not told:
        return
    known = frozenset(number for segment in told for number in numbers_of(segment))
    for head, segment in _headed(text):
        numbers = sorted(numbers_of(segment) & known, key=lambda number: (-len(number), number))
        for one, other in _strange_pairs(segment, known, told):
            yield f"the numbers {one} and {other} stand in no entry together"
        own = [row for row in told if numbers and numbers[0] in numbers_of(row)]
        if (head and _says_otherwise(head, own)) or any(
            _is_denied(part, row) for part in clauses(segment) for row in own[:1]
        ):
            yield f"the entry says otherwise: {head[:40]} {segment[:40]}"


def _strange_pairs(
    segment: str, known: frozenset[str], told: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Figures side by side that no entry has together, where no other entry begins between them.

    Behind a comma or an "and" one begins, and has a second figure of its own.
    """
    found = [(match.group().replace(",", ""), match) for match in NUMBER.finditer(segment)]
    placed = [(number, match) for number, match in found if number in known]
    rows = [numbers_of(row) for row in told]
    was_alone = True
    for place, ((one, before), (other, after)) in enumerate(pairwise(placed)):
        is_together = any({one, other} <= row for row in rows)
        ends = JOINT.search(ASIDE.sub("", segment[before.end() : after.start()])) is not None
        is_last = place + PAIR == len(placed)
        is_next_alone = is_last or not any({other, placed[place + PAIR][0]} <= row for row in rows)
        if not is_together and not (ends and not (was_alone and is_next_alone)):
            yield one, other
        was_alone = not is_together


def _says_otherwise(head: str, rows: Sequence[str]) -> bool:
    """Whatever the entries say of what stands over them denies it."""
    about = [clause for row in rows for clause in clauses(row) if shared(head, clause)]
    return bool(about) and all(is_turned(head, clause) for clause in about)


def _is_denied(part: str, row: str) -> bool:
    """A field of the entry denies what is told of it, or tells what is denied."""
    fields = [(frozenset(stems_of(clause)), denies(clause)) for clause in clauses(row)]
    if not denies(part):
        words = frozenset(stems_of(part))
        plain = [stems for stems, is_denied in fields if not is_denied]
        denied = [stems for stems, is_denied in fields if is_denied and stems <= words]
        return any(stems and not any(stems & other for other in plain) for stems in denied)
    scopes = [frozenset(word.stem for word in scope) for scope in scopes_of(part)]
    return any(
        stems and stems <= scope for stems, is_denied in fields if not is_denied for scope in scopes
    )


def recorded(sources: Sequence[DraftLine]) -> frozenset[str]:
    """Numbers that stand in lists of records."""
    rows = (row for line in sources for row in _records(line.support))
    return frozenset().union(*map(numbers_of, rows))


@lru_cache(maxsize=4096)
def _records(text: str) -> tuple[str, ...]:
    limits = audit_limits()
    found: list[str] = []
    for line in text.split("\n"):
        entries = _entries(plain_wording(line))
        rows = [row for row in entries if len(numbers_of(row)) >= limits.record_numbers]
        found += rows if len(rows) >= limits.records else ()
    return tuple(found)


def _entries(text: str) -> Sequence[str]:
    """Parted by semicolons; where there are none, also behind brackets."""
    rows = MARK.split(text)
    return rows if len(rows) >= audit_limits().records else MARK_OR_BRACKET.split(text)


def _headed(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a list with what stands in front of its colon."""
    for sentence in SENTENCE.split(plain_wording(text)):
        *head, entries = COLON.split(sentence, maxsplit=1)
        for segment in _entries(entries):
            yield "".join(head), segment
