"""What a merge of summaries is made from: originals, and of old ones the lines kept of them.

To read every original again with each merge would cost more the longer a conversation gets. So the
newest summaries give their originals, up to a bound, and older ones what was quoted of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import JsonValue

from uagent_memory.condensers.chat_history.record import Record, new_record
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.view import Measure

__all__ = ["held_before", "merge_source"]

NAMED = re.compile(r"(?P<name>[^:：。.!?\n]{1,40})(?:: |：)")
MARK = re.compile(r"\[COMPRESSED(?::-?\d+%)?\]")


def merge_source(batch: Batch, measure: Measure) -> Batch | None:
    """The records that the summaries of a merge stand for; None where no originals are kept."""
    found: list[tuple[Record, int]] = []
    for record, is_read_again in _newest_first(batch):
        own = record.compression
        if own is None or own.originals is None:
            return None
        told = own.originals if is_read_again else tuple(_quoted(record))
        counts = measure.tokens(told) if is_read_again else _counts(told, measure)
        found.extend(zip(told, counts, strict=True))
    found.sort(key=lambda pair: pair[0].seq)
    last = max(len(found) - 1, 1)
    return replace(
        batch,
        records=tuple(record for record, _ in found),
        tokens=tuple(count for _, count in found),
        ages=tuple(1 - index / last for index in range(len(found))),
    )


def held_before(batch: Batch) -> tuple[float, float]:
    """Keyword retention and structure integrity of what a merge is made from, by tokens.

    Lines that were quoted hold what their summary held; all else is whole.
    """
    words = turns = total = 0.0
    for record, is_read_again in _newest_first(batch):
        own = record.compression
        if own is not None:
            words += own.tokens_before * (1 if is_read_again else own.keyword_retention)
            turns += own.tokens_before * (1 if is_read_again else own.structure_integrity)
            total += own.tokens_before
    return (words / total, turns / total) if total else (1.0, 1.0)


def _newest_first(batch: Batch) -> Iterator[tuple[Record, bool]]:
    """The summaries, each with whether its originals are read again."""
    left = chat_settings().batch.merge_tokens
    is_first = True
    for record in sorted(batch.records, key=lambda record: record.seq, reverse=True):
        own = record.compression
        size = own.tokens_before if own is not None else 0
        is_read_again = is_first or size <= left
        left -= size if is_read_again else left
        is_first = False
        yield record, is_read_again


def _counts(records: Sequence[Record], measure: Measure) -> list[int]:
    return measure.counter.count_many([record.full_text for record in records])


def _quoted(record: Record) -> Iterator[Record]:
    """A summary's lines as the messages they quote; lasting rules are the user's own words.

    These were said before the rest: what lifts one of them there or later still does.
    """
    wordings = chat_settings().wording.values()
    prefixes, rules = {w.prefix for w in wordings}, tuple(w.rules + w.colon for w in wordings)
    lines = map(str.strip, str(record.message.get("content", "")).split("\n"))
    told = (line for line in lines if line and not MARK.fullmatch(line) and line not in prefixes)
    for line in sorted(told, key=lambda line: not line.startswith(rules)):
        yield new_record(record.seq, _said(line))


def _said(line: str) -> dict[str, JsonValue]:
    """Who speaks, and what: `User: ...`; a name of any other kind stays a name."""
    named = NAMED.match(line)
    if named is None:
        return {"role": "assistant", "content": line}
    name, text = named["name"], line[named.end() :]
    for wording in chat_settings().wording.values():
        if name in (wording.user, wording.rules):
            return {"role": "user", "content": text}
        if name == wording.assistant:
            return {"role": "assistant", "content": text}
    return {"role": "assistant", "agent": name, "content": text}
