"""Which lines of the draft a line of the model's text was made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import names_of, numbers_of, one_line, stems_of

__all__ = ["Attributor", "Traced"]

NAME, WORD, CITED, SAME = 3.0, 1.0, 0.5, 1_000.0


class Traced(NamedTuple):
    """A line of the model's text and the draft lines it was made from."""

    line: AnswerLine
    sources: tuple[DraftLine, ...]

    @property
    def is_copied(self) -> bool:
        """A line of the draft as it was."""
        if len(self.sources) != 1:
            return False
        source = self.sources[0]
        return one_line(self.line.text) in {one_line(source.text), one_line(source.said)}


class Attributor:
    """Finds the sources of many lines over one material."""

    def __init__(self, material: Material) -> None:
        self._lines = material.lines
        self._texts = [{one_line(line.text), one_line(line.said)} for line in material.lines]

    @cached_property
    def _traits(self) -> list[frozenset[str]]:
        return [_traits(line.said) | _traits(line.quote) for line in self._lines]

    @cached_property
    def _own(self) -> list[frozenset[str]]:
        return [_traits(line.said) for line in self._lines]

    @cached_property
    def _spread(self) -> Counter[str]:
        return Counter(trait for traits in self._traits for trait in traits)

    def sources(self, line: AnswerLine) -> tuple[DraftLine, ...]:
        """The draft lines that hold what it says, best first; none if none does.

        Those of its references, if they hold anything of it: where a line names its sources,
        nothing else is one. Otherwise each further one must hold something that those before do
        not.
        """
        text = one_line(line.text)
        same = [i for i, own in enumerate(self._texts) if text in own]
        if same:
            return (self._lines[same[0]],)
        wanted = set(_traits(text))
        cited = [i for i in range(len(self._lines)) if self._is_cited(i, line.references)]
        worth = {i: self._gain(i, wanted, line.references) for i in cited}
        cited = sorted((i for i in cited if worth[i] > CITED), key=lambda i: (-worth[i], i))
        if cited:
            return tuple(self._lines[i] for i in cited[: audit_limits().most_sources])
        chosen: list[int] = []
        while wanted and len(chosen) < audit_limits().most_sources:
            gains = [self._gain(i, wanted, line.references) for i in range(len(self._lines))]
            best = max(range(len(gains)), key=lambda i: (gains[i], -i), default=-1)
            if best < 0 or gains[best] <= CITED:
                break
            if chosen and gains[best] < NAME / 4 and not self._is_cited(best, line.references):
                break
            chosen.append(best)
            wanted -= self._traits[best]
        return tuple(self._lines[i] for i in chosen)

    def _gain(self, index: int, wanted: set[str], references: Sequence[str]) -> float:
        shared = wanted & self._traits[index]
        if not shared:
            return 0.0
        own = self._own[index]
        gain: float = sum(
            (NAME if trait[0] == "n" else WORD)
            * (1.0 if trait in own else 0.5)
            / sqrt(self._spread[trait])
            for trait in sorted(shared)
        )
        return gain + CITED + (gain if self._is_cited(index, references) else 0.0)

    def _is_cited(self, index: int, references: Sequence[str]) -> bool:
        ids = {name.rpartition("/")[2] for name in self._lines[index].message_ids}
        return any(reference.rpartition("/")[2] in ids for reference in references)


def _traits(text: str) -> frozenset[str]:
    """Names and numbers with an `n` in front, words with a `w`."""
    named = {f"n{name}" for name in (*names_of(text), *numbers_of(text))}
    return frozenset(named | {f"w{stem}" for stem in stems_of(text)})
