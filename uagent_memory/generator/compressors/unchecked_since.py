"""Below an open trouble: that files were changed after it was seen last, and nothing shows more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from uagent_memory.analyzer.observations.tools.call_families import call_family
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import ErrorValue, Status
from uagent_memory.generator.compressors.base import quoted
from uagent_memory.generator.compressors.changed_files import last_change
from uagent_memory.generator.compressors.file_lines import shown_path
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["propose_unchecked"]

_OPEN = (Status.OPEN, Status.FAILED)


def propose_unchecked(
    view: GeneratorView,
    pool: CandidatePool,
    fact: Fact,
    files: Sequence[Fact],
    *,
    segment: SegmentName,
    parent: int,
) -> None:
    """Which files those are: that where the error is, else a few.

    Args:
        view: of the history.
        pool: takes the line.
        fact: an error or a test.
        files: those whose change is work, the one that was changed last first.
        segment: where the trouble stands.
        parent: the trouble's own line.
    """
    files = _changed_since(fact, files) if fact.status in _OPEN else []
    if _is_answered_elsewhere(view, fact):
        return
    if not files or len(files) > view.settings.limits.unchecked_files:
        return
    names = (shown_path(view, file).rpartition("/")[2] for file in files)
    text = view.labels("unchecked_since", paths=", ".join(map(quoted, names)))
    pool.propose(
        segment,
        text,
        tuple(file.acts[-1].span for file in files),
        order=(view.index_of(fact.last.span), 0, -1),
        kind=EntryKind.NOTE,
        value=view.settings.own.unchecked,
        targets=view.targets(text, words=False),
        parent=parent,
    )


def _is_answered_elsewhere(view: GeneratorView, fact: Fact) -> bool:
    """A page, a data base or another service refused it: no change of files bears on that."""
    answered = view.calls.by_result.get(fact.last.span.message_id)
    if answered is None:
        return False
    caller, number = answered
    return call_family(caller, number) in ("", "fetch")


def _changed_since(fact: Fact, files: Sequence[Fact]) -> list[Fact]:
    seen = max(one.seq for one in fact.history)
    later = list(takewhile(lambda file: last_change(file) > seen, files))
    place = fact.value.place if isinstance(fact.value, ErrorValue) else ""
    return [file for file in later if _is_at(file, place)] or later


def _is_at(file: Fact, place: str) -> bool:
    """An error's place names the file."""
    path = place.partition(":")[0].removeprefix("./")
    return bool(path) and (file.key.endswith(path) or path.endswith(file.key))
