"""What the compressors look at: the analysis, the scores, and the worth of saying things."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.analyzer.types import ContextAnalysis, Cue, MessageAnalysis, Unit, UnitKind
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.generator.phrasing import is_intention, is_restating
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, MessageKind, Span
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.roles import RoleProfile

__all__ = ["PROSE_KINDS", "GeneratorView", "Statement"]

MOST_FORMS = 24
"""Shorter forms of one term that are looked up at most."""
_MARKS = re.compile(r"[/.]+")

CODE_STYLE = "`"

_MORE_THAN_PLANS = ~Cue.PLAN
RESTATED = frozenset(
    (FactKind.REQUEST, FactKind.CONSTRAINT, FactKind.TASK, FactKind.FILE, FactKind.QUESTION)
)
PROSE_KINDS = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.TABLE_ROW))


@lru_cache(maxsize=65_536)
def _forms(term: str) -> tuple[str, ...]:
    """A term and the shorter ones that stand in it: `/a/b.py` also says `a/b.py` and `b.py`."""
    if "/" not in term and "." not in term:
        return (term,)
    forms = {term: None}
    at = 0
    for mark in _MARKS.finditer(term):
        if mark.start() > at:
            forms[term[at : mark.start()]] = None
        at = mark.end()
        forms[term[at:]] = None
        if len(forms) > MOST_FORMS:
            break
    forms.pop("", None)
    return tuple(forms)


@dataclass(frozen=True, slots=True)
class Statement:
    """A prose unit somebody wrote, with its place in the session."""

    unit: Unit
    analysis: MessageAnalysis
    position: int
    """Of the unit in its message."""
    last_of_turn: bool
    score: float


class _Told:
    """Where a hand-off of ours states facts that a segment states again in its own words."""

    def __init__(self, analysis: MessageAnalysis) -> None:
        message = analysis.message
        own = message.kind is MessageKind.HANDOFF and message.author is Author.SUMMARY
        seen = analysis.observations if own else ()
        spans = {s.span[2:] for s in seen if s.kind in RESTATED and s.span.part == "text"}
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max))

    def __contains__(self, span: Span) -> bool:
        """Whether a stretch of the text overlaps one of them."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._ends[before - 1] > span.start


class GeneratorView:
    """Read-only; one per compression."""

    def __init__(
        self,
        analysis: ContextAnalysis,
        prioritization: Prioritization,
        *,
        receiver: RoleProfile,
        settings: GeneratorSettings,
        mask: Callable[[str], str] = str,
    ) -> None:
        self.analysis = analysis
        self.scores = prioritization
        self.receiver = receiver
        self.settings = settings
        self.mask = mask
        self.by_id = {m.message.id: m for m in analysis.messages}
        self.need = prioritization.need
        self._cue_worths: dict[Cue, float] = {}

    @property
    def messages(self) -> tuple[MessageAnalysis, ...]:
        return self.analysis.messages

    @cached_property
    def users(self) -> tuple[MessageAnalysis, ...]:
        """Messages that a person wrote."""
        return tuple(m for m in self.messages if m.message.author is Author.USER)

    def index_of(self, span: Span) -> int:
        found = self.by_id.get(span.message_id)
        return found.index if found else -1

    def message_of(self, span: Span) -> Message | None:
        found = self.by_id.get(span.message_id)
        return found.message if found else None

    def quote(self, span: Span) -> str:
        """The text at a span, secrets masked."""
        message = self.message_of(span)
        return self.mask(message.quote(span)) if message else ""

    @cached_property
    def root(self) -> str:
        """The folder that holds most absolute file paths of the ledger, "/" at its end; or ""."""
        counts: dict[str, int] = {}
        paths = [fact.key for fact in self.analysis.ledger.of(FactKind.FILE)]
        absolute = [path for path in paths if path.startswith("/")]
        for path in absolute:
            folder = path.rpartition("/")[0]
            while folder:
                counts[folder] = counts.get(folder, 0) + 1
                folder = folder.rpartition("/")[0]
        shared = [f for f, n in counts.items() if n > len(absolute) / 2 and n > 1]
        return max(shared, key=len) + "/" if shared else ""

    @cached_property
    def edit_calls(self) -> frozenset[tuple[str, str]]:
        """(message id, part) of the calls that changed a file: the file ledger speaks for them."""
        return frozenset(
            (seen.span.message_id, seen.span.part)
            for fact in self.analysis.ledger.of(FactKind.FILE)
            for seen in fact.history
            if isinstance(seen.value, FileValue) and seen.value.hunks and seen.span.part != "text"
        )

    @cached_property
    def changed_symbols(self) -> Mapping[str, Sequence[Fact]]:
        """File -> the names in it whose insides an edit changed, as they changed first."""
        found: dict[str, list[Fact]] = {}
        for fact in self.analysis.ledger.of(FactKind.SYMBOL):
            if fact.last.change is Change.MODIFIED:
                found.setdefault(fact.key.partition("::")[0], []).append(fact)
        return found

    def display(self, path: str) -> str:
        """A path without the session's root, unless it is likely to be typed in full.

        Always a part of the source's own spelling.
        """
        if self.need.get(path, 0.0) >= self.settings.worth.full_path:
            return path
        return path.removeprefix(self.root) if self.root else path

    def recency(self, index: int) -> float:
        """0 at the start of the history, 1 at its end."""
        return (index + 1) / max(len(self.messages), 1)

    def is_recent(self, index: int) -> bool:
        """It belongs to the current work."""
        return self.recency(index) > self.settings.limits.recent

    def boost(self, index: int) -> float:
        return 1.0 + self.settings.worth.recent_boost * self.recency(index) ** 2

    def targets(self, text: str, *, words: bool = True, factor: float = 1.0) -> dict[str, float]:
        """Terms and content words of a text with the worth of covering each."""
        need = self.need
        found = {}
        for term in terms_of(text):
            for form in _forms(term):
                worth = need.get(form)
                if worth:
                    found[form] = worth * factor
        if words:
            rarity = self.word_rarity
            unit = self.settings.worth.word * factor
            for word in content_words(text):
                rare = rarity.get(word)
                if rare:
                    found["w:" + word] = unit * rare
        return found

    @cached_property
    def word_rarity(self) -> Mapping[str, float]:
        """Content words of all prose: 1 for the rarest, towards 0 for the common ones."""
        seen: dict[str, int] = {}
        count = 0
        for statement in self.statements:
            count += 1
            for word in dict.fromkeys(content_words(statement.unit.text)):
                seen[word] = seen.get(word, 0) + 1
        top = math.log(1 + count)
        return {word: math.log(1 + count / n) / top for word, n in seen.items()} if top else {}

    @cached_property
    def statements(self) -> Sequence[Statement]:
        """Every prose unit of people and agents, in order."""
        return tuple(self._statements())

    def _statements(self) -> Iterator[Statement]:
        for analysis in self.messages:
            if analysis.message.author in (Author.TOOL, Author.HARNESS):
                continue
            scores = self.scores.units[analysis.index]
            told = _Told(analysis)
            prose = [
                (i, unit)
                for i, unit in enumerate(analysis.units)
                if unit.kind in PROSE_KINDS and unit.span.part == "text" and unit.span not in told
            ]
            for rank, (i, unit) in enumerate(prose):
                yield Statement(
                    unit=unit,
                    analysis=analysis,
                    position=i,
                    last_of_turn=rank == len(prose) - 1 and not analysis.message.tool_calls,
                    score=scores[i].total,
                )

    def statement_factor(self, statement: Statement) -> float:
        """What a statement's coverage counts: an announcement covers little once it is done."""
        worth = self.settings.worth
        cue = statement.unit.cue
        if is_intention(statement.unit.text) and statement.analysis.index < self._last_said:
            return worth.old_plan
        if is_restating(statement.unit.text) and statement.analysis.message.author is Author.AGENT:
            return worth.restated
        if cue.meets(_MORE_THAN_PLANS) or self.is_recent(statement.analysis.index):
            return 1.0
        return worth.old_plan if cue else worth.no_cue

    @cached_property
    def _last_said(self) -> int:
        """Index of the last message in which an agent wrote text."""
        return max(
            (
                m.index
                for m in self.messages
                if m.message.author is Author.AGENT and m.message.text.strip()
            ),
            default=0,
        )

    def _cue_worth(self, cue: Cue) -> float:
        """Sum over the cue classes that hold; added up once per combination."""
        worth = self._cue_worths.get(cue)
        if worth is None:
            classes = self.settings.cue.items()
            worth = sum(value for name, value in classes if cue.meets(Cue[name.upper()]))
            self._cue_worths[cue] = worth
        return worth

    def _emphasis(self, statement: Statement) -> float:
        """Where a statement stands and how it is put tell more than its words do."""
        worth = self.settings.worth
        factor = worth.report if statement.analysis.index in self._reports else 1.0
        if CODE_STYLE in statement.unit.text:
            factor *= worth.specific
        return factor

    @cached_property
    def _reports(self) -> frozenset[int]:
        """Messages in which an agent spoke last before a user did, or before the end."""
        found, spoken = set(), None
        for analysis in self.messages:
            message = analysis.message
            if message.author is Author.AGENT and message.text.strip():
                spoken = analysis.index
            elif message.author is Author.USER and spoken is not None:
                found.add(spoken)
                spoken = None
        return frozenset(found if spoken is None else {*found, spoken})

    def statement_worth(self, statement: Statement) -> float:
        """Worth of a statement by itself: its cue, its speaker, its place, its score."""
        settings = self.settings
        worth = self._cue_worth(statement.unit.cue)
        worth += settings.worth.turn_end * statement.last_of_turn
        worth *= self.statement_factor(statement)
        worth *= settings.speaker[statement.analysis.message.author.value]
        worth *= self._emphasis(statement)
        return (
            worth * (settings.worth.base + statement.score) * self.boost(statement.analysis.index)
        )
