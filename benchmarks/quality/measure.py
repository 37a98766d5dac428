"""Recall, ctx and far of one text against one history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.quality.atoms import holds, without_line_numbers
from benchmarks.quality.copied import Gram, copied_atoms, grams_of
from benchmarks.quality.needs import Needs
from benchmarks.quality.record import RawMessage, history_text, sent_arguments

__all__ = ["HistoryIndex", "Recall", "measure"]

FEWEST_COPIED = 3
"""With fewer needed atoms in copied runs of the history, ctx says nothing."""


@dataclass(frozen=True, slots=True)
class Recall:
    """`ctx` is None where too few needs stand in a copied run; far is pooled over cases."""

    recall: float
    ctx: float | None
    far_kept: int
    far_all: int


@dataclass(frozen=True, slots=True)
class HistoryIndex:
    """What many texts are measured against: made once per history."""

    needs: Needs
    grams: frozenset[Gram]
    """All runs of the history; arguments both decoded and as they were sent."""
    copied: frozenset[str]
    """The needed atoms that stand in a run of the history at all."""

    @classmethod
    def of(cls, history: Sequence[RawMessage], needs: Needs) -> HistoryIndex:
        text = history_text(history)
        sent = "\n".join(argument for message in history for argument in sent_arguments(message))
        grams = frozenset(grams_of(text) | grams_of(sent))
        return cls(needs, grams, copied_atoms(without_line_numbers(text), needs.wanted, grams))


def measure(text: str, index: HistoryIndex) -> Recall:
    """`text` must be within its budget already."""
    wanted, far = index.needs
    kept = frozenset(atom for atom in wanted if holds(text, atom))
    copied = copied_atoms(text, index.copied, index.grams)
    able = len(index.copied)
    return Recall(
        recall=len(kept) / len(wanted),
        ctx=len(copied) / able if able >= FEWEST_COPIED else None,
        far_kept=len(kept & far),
        far_all=len(far),
    )
