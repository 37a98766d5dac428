"""What somebody's statement is worth by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from uagent_memory.analyzer.cues import cue_of
from uagent_memory.analyzer.shapes import is_report, marker_length
from uagent_memory.analyzer.types import Cue, MessageAnalysis, Unit, UnitKind
from uagent_memory.generator.records.service_words import is_refusing
from uagent_memory.generator.selection.recency import Recency
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.standing.cue_sets import LEARNT
from uagent_memory.generator.standing.explained import Explanations
from uagent_memory.generator.standing.statement_standing import CODE_MARK, StatementStanding
from uagent_memory.generator.wording.phrasing import counts_something
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author

__all__ = ["StatementWorth"]

_FIGURE = re.compile(
    r"(?<![A-Za-z0-9_.#-])[$€£¥]?\d[\d,.]*(?=[\u4e00-\u9fff%°])"
    r"|(?<![A-Za-z0-9_.#-])[$€£¥]?\d[\d,.]*(?!\w|[.)、]?\s*$)"
)
"""A number that stands by itself, with its currency or its unit."""
_DIGIT = re.compile(r"\d")
_ASKED = Cue.PLAN | Cue.DEMAND | Cue.QUESTION | Cue.OPEN


class StatementWorth:
    """Of one history's statements."""

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        settings: GeneratorSettings,
        recency: Recency,
        explained: Explanations,
        standing: StatementStanding,
    ) -> None:
        self._messages = messages
        self._settings = settings
        self._recency = recency
        self._explained = explained
        self._standing = standing
        self._speakers: dict[int, float] = {}
        self._cue_worths: dict[Cue, float] = {}

    def of(self, statement: Statement) -> float:
        """Worth of a statement by itself: its cue, its speaker, its place, its score."""
        worths, analysis = self._settings.worth, statement.analysis
        worth = self._cue_worth(statement.unit.cue) or self._led_worth(statement)
        worth += worths.turn_end * statement.last_of_turn
        worth += worths.asked_value * self._gives_value(statement)
        worth += worths.figure * _tells_figure(statement.unit)
        worth += worths.refusal * self._refuses(statement)
        worth *= self._standing.factor(statement) * self._speaker_worth(analysis)
        worth *= self._emphasis(statement)
        return worth * (worths.base + statement.score) * self._recency.boost(analysis.index)

    def about(self, statement: Statement) -> float:
        """Nearly the same, before its words are looked at closely."""
        worths, analysis, unit = self._settings.worth, statement.analysis, statement.unit
        worth = self._cue_worth(unit.cue) or self._led_worth(statement)
        worth += worths.turn_end * statement.last_of_turn
        worth += worths.figure * (_DIGIT.search(unit.text) is not None)
        worth *= self._speaker_worth(analysis) * self._place(statement)
        return worth * (worths.base + statement.score) * self._recency.boost(analysis.index)

    def _cue_worth(self, cue: Cue) -> float:
        """Sum over the cue classes that hold; added up once per combination."""
        worth = self._cue_worths.get(cue)
        if worth is None:
            classes = self._settings.cue.items()
            worth = sum(value for name, value in classes if cue.meets(Cue[name.upper()]))
            self._cue_worths[cue] = worth
        return worth

    def _led_worth(self, statement: Statement) -> float:
        """Of an item without a cue: a share of its heading's, such as "Verified facts"."""
        unit = statement.unit
        if unit.kind is not UnitKind.LIST_ITEM or not unit.lead:
            return 0.0
        cue = cue_of(unit.lead, author=statement.analysis.message.author)
        return self._settings.worth.led * self._cue_worth(cue) if cue.meets(LEARNT) else 0.0

    def _emphasis(self, statement: Statement) -> float:
        """Where a statement stands and how it is put tell more than its words do."""
        factor = self._place(statement)
        if self._explained.hold(statement):
            factor *= self._settings.worth.explaining
        return factor

    def _place(self, statement: Statement) -> float:
        worth = self._settings.worth
        factor = worth.report if statement.analysis.index in self._standing.reports else 1.0
        if statement.analysis.index == self._standing.answered.last:
            factor *= worth.answered_last
        if statement.analysis.index in self._standing.served.acts.reports:
            factor *= worth.act_told
        if CODE_MARK in statement.unit.text:
            factor *= worth.specific
        return factor

    def _gives_value(self, statement: Statement) -> bool:
        """A user asked, and here is the figure."""
        return statement.analysis.index in self._answering and counts_something(statement.unit.text)

    def _refuses(self, statement: Statement) -> bool:
        """A user asked for something that cannot be had."""
        return statement.analysis.index in self._replies and is_refusing(statement.unit.text)

    @cached_property
    def _replies(self) -> frozenset[int]:
        return _replying(self._messages)

    @cached_property
    def _answering(self) -> frozenset[int]:
        return _answering(self._messages)

    def _speaker_worth(self, analysis: MessageAnalysis) -> float:
        known = self._speakers.get(analysis.index)
        if known is None:
            speaker = "report" if is_report(analysis.message) else analysis.message.author.value
            known = self._speakers[analysis.index] = self._settings.speaker[speaker]
        return known


def _tells_figure(unit: Unit) -> bool:
    """It says how many or how much, and is no plan, question or order."""
    if _DIGIT.search(unit.text) is None or unit.cue.meets(_ASKED):
        return False
    text = unit.text[marker_length(unit.text) :]
    digit = _DIGIT.search(text)
    return digit is not None and _FIGURE.search(text, max(digit.start() - 1, 0)) is not None


def _replying(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Messages in which an agent speaks next after a user."""
    return frozenset(reply.index for _, reply in _replies(messages))


def _answering(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Those that come after a question."""
    return frozenset(
        reply.index
        for heard, reply in _replies(messages)
        if "?" in heard.message.text or "？" in heard.message.text
    )


def _replies(
    messages: Sequence[MessageAnalysis],
) -> Iterator[tuple[MessageAnalysis, MessageAnalysis]]:
    """A user's message, and what an agent says next."""
    heard = None
    for analysis in messages:
        author = analysis.message.author
        if author is Author.USER:
            heard = analysis
        elif heard is not None and author is Author.AGENT and analysis.message.text.strip():
            yield heard, analysis
            heard = None
