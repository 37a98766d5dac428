"""What the compressors look at: the analysis, the scores, and the worth of saying things."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from uagent_memory.analyzer.language import is_chinese
from uagent_memory.analyzer.talk import is_talk
from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import ContextAnalysis, MessageAnalysis
from uagent_memory.fact_name import file_of_symbol
from uagent_memory.facts import Change, FactKind
from uagent_memory.generator.evidence.cards import with_cards
from uagent_memory.generator.evidence.listings import Listings
from uagent_memory.generator.evidence.printed_changes import PrintedChanges
from uagent_memory.generator.labels import labels_in
from uagent_memory.generator.passed_on.earlier_handoffs import EarlierHandoffs
from uagent_memory.generator.records.offers import told_with_offers
from uagent_memory.generator.selection.likely import likely_statements
from uagent_memory.generator.selection.needed_terms import NeededTerms
from uagent_memory.generator.selection.recency import Recency
from uagent_memory.generator.selection.targets import Targets
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.standing.before_changes import BeforeChanges
from uagent_memory.generator.standing.declined import declined_proposals
from uagent_memory.generator.standing.explained import Explanations
from uagent_memory.generator.standing.given_orders import GivenOrders
from uagent_memory.generator.standing.made_changes import MadeChanges
from uagent_memory.generator.standing.outdated_results import OutdatedResults
from uagent_memory.generator.standing.repeats import Said, said_again
from uagent_memory.generator.standing.standing_plan import lasting_changes
from uagent_memory.generator.standing.statement_standing import StatementStanding
from uagent_memory.generator.wording.answers import passed_over, questions_answered
from uagent_memory.generator.wording.first_answers import first_answers
from uagent_memory.generator.wording.routing import routed
from uagent_memory.generator.wording.spoken import SpokenFacts
from uagent_memory.generator.wording.statement_worth import StatementWorth
from uagent_memory.generator.wording.statements import Statement, statements_of
from uagent_memory.generator.wording.subjects import Subjects
from uagent_memory.generator.work.call_results import CallResults
from uagent_memory.generator.work.edit_calls import EditCalls
from uagent_memory.generator.work.passing_files import Passing, passing_files
from uagent_memory.generator.work.path_spelling import PathSpelling
from uagent_memory.generator.work.troubles import Troubles
from uagent_memory.generator.work.voices import Voices
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.roles import RoleProfile
from uagent_memory.segments import SegmentName

__all__ = ["GeneratorView"]


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
        sender: str = "",
        home: str = "",
        room: float = math.inf,
    ) -> None:
        """Look at one history.

        Args:
            analysis: what was found in it.
            prioritization: its scores.
            receiver: who will read the result.
            settings: worths and limits.
            mask: puts stand-ins for secrets.
            sender: the role whose log it is; the receiver itself if not given.
            home: the name of that log.
            room: tokens of the page, of which a history may hold many times more.
        """
        self.analysis = analysis
        self.scores = prioritization
        self.receiver = receiver
        self.settings = settings
        self.mask = mask
        self.messages = analysis.messages
        self.ownership = prioritization.ownership
        self.handed_over = (sender or receiver.name) != receiver.name
        """The receiver is another role, which has seen nothing of the history."""
        self.earlier_handoffs = EarlierHandoffs(analysis.messages, home=home)
        self.by_id = {m.message.id: m for m in analysis.messages}
        self.need = prioritization.need
        self.spoken = SpokenFacts(analysis.ledger)
        self.answers = questions_answered(analysis.ledger)
        self.passed_over = passed_over(analysis.ledger)
        self.before_changes = BeforeChanges(analysis.ledger, settings.changed_lines.prose)
        self.calls = CallResults(self.messages)
        self.printed_changes = PrintedChanges(self.messages, self.calls, settings.printed)
        self.labels = labels_in("zh" if is_chinese(m.message for m in self.messages) else "en")
        self.listings = Listings(self.messages, settings.listing)
        self.room = room
        self._recency = Recency(len(self.messages), settings)

    @cached_property
    def users(self) -> tuple[MessageAnalysis, ...]:
        """Messages that a person wrote."""
        return tuple(m for m in self.messages if m.message.author is Author.USER)

    @cached_property
    def latest_words(self) -> frozenset[str]:
        """Content words of the latest user message."""
        return frozenset(content_words(self.users[-1].message.text if self.users else ""))

    @cached_property
    def offered(self) -> frozenset[Span]:
        """The sentences that are told with open offers."""
        return told_with_offers(self.analysis.ledger, self.by_id)

    @cached_property
    def voices(self) -> Voices:
        """Who speaks."""
        return Voices(m.message for m in self.messages)

    def must_get(self, fact: Fact) -> bool:
        """The receiver's role file asks for it."""
        return fact.name in self.scores.must_get

    def index_of(self, span: Span) -> int:
        return found.index if (found := self.by_id.get(span.message_id)) else -1

    def message_of(self, span: Span) -> Message | None:
        return found.message if (found := self.by_id.get(span.message_id)) else None

    def quote(self, span: Span) -> str:
        """The text at a span, secrets masked."""
        return self.mask(found.quote(span)) if (found := self.message_of(span)) else ""

    @cached_property
    def paths(self) -> PathSpelling:
        """How the paths of files are spelled."""
        keys = [fact.key for fact in self.analysis.ledger.of(FactKind.FILE)]
        return PathSpelling(keys, self.need, self.settings.worth.full_path)

    @cached_property
    def goals(self) -> frozenset[str]:
        """Keys of the requests that a hand-off passes on as the primary ones."""
        return frozenset(
            fact.key
            for fact in self.analysis.ledger.of(FactKind.REQUEST)
            for span in fact.sources
            if self.earlier_handoffs.is_from(span) and self.earlier_handoffs.holding(span) is None
        )

    @cached_property
    def troubles(self) -> Troubles:
        """Which errors, failing tests and failed commands are one trouble."""
        return Troubles(self.analysis.ledger)

    @cached_property
    def outdated_results(self) -> OutdatedResults:
        """Which results are older than the taking back of what they ran on."""
        return OutdatedResults(self.analysis.ledger)

    @cached_property
    def passing_files(self) -> Mapping[str, Passing]:
        """Files that came and went, or lie outside the project, by key."""
        said = [user.message.text for user in self.users]
        return passing_files(self.analysis.ledger, said, self.settings)

    @cached_property
    def made_changes(self) -> MadeChanges:
        """What agents did of what they said they would."""
        return MadeChanges(
            self.analysis.ledger,
            self.statements,
            passing=self.passing_files,
            prose=self.settings.changed_lines.prose,
            within=self.settings.limits.carried_out_within,
            messages=self.by_id,
            is_besides=self.standing.inner_talk.is_told_besides,
        )

    @cached_property
    def edit_calls(self) -> EditCalls:
        """Calls that the file ledger speaks for."""
        return EditCalls(self.analysis, self.calls, self.passing_files, self.printed_changes)

    @cached_property
    def given_orders(self) -> GivenOrders:
        """What hand-offs tell of orders."""
        most = self.settings.limits.statement_characters
        return GivenOrders(self.analysis.ledger, self.messages, most)

    @cached_property
    def changed_symbols(self) -> Mapping[str, Sequence[Fact]]:
        """File -> the names in it whose insides an edit changed, as they changed first."""
        found: dict[str, list[Fact]] = {}
        for fact in self.analysis.ledger.of(FactKind.SYMBOL):
            if fact.last.change is Change.MODIFIED:
                found.setdefault(file_of_symbol(fact.key), []).append(fact)
        return found

    def is_recent(self, index: int) -> bool:
        """It belongs to the current work."""
        return self._recency.is_recent(index)

    def boost(self, index: int) -> float:
        return self._recency.boost(index)

    @cached_property
    def targets(self) -> Targets:
        """What it is worth to cover the terms and words of a text."""
        said = [statement.unit.text for statement in self.statements]
        needed = NeededTerms(self.need, self.messages)
        return Targets(needed, said, self.settings, talk=self.is_talk)

    @cached_property
    def is_talk(self) -> bool:
        """People talk among themselves, and no agent works: no name is typed again."""
        return is_talk(analysis.message for analysis in self.messages)

    @cached_property
    def statements(self) -> Sequence[Statement]:
        """Every prose unit of people and agents, in order."""
        return tuple(statements_of(self.messages, self.scores))

    @cached_property
    def agents_statements(self) -> Mapping[SegmentName | None, Sequence[Statement]]:
        """What agents said and may be told, repeats but once, by segment.

        Prompts and briefs stand elsewhere.
        """
        found: dict[SegmentName | None, list[Statement]] = {}
        others, briefs = (Author.USER, Author.SYSTEM), self.ownership.briefs
        said = ((s, s.analysis.message) for s in self.statements)
        by_agents = [s for s, m in said if m.author not in others and m.id not in briefs]
        if not by_agents:
            return found
        apart = self.standing.overtaken.singled_out | self.declined
        told = with_cards(by_agents, self.said_again, apart, self.settings.cards)
        is_besides = self.standing.inner_talk.is_told_besides
        for statement, segment in routed(tuple(told), self.is_recent, is_besides):
            if self._explained.hold(statement):
                found.setdefault(SegmentName.ERRORS, []).append(statement)
            elif statement.unit.span in self.standing.next_steps:
                found.setdefault(SegmentName.CURRENT_WORK, []).append(statement)
            else:
                found.setdefault(segment, []).append(statement)
        worths, limits = (self._worth.about, self.standing.factor), self.settings.limits
        return {
            segment: likely_statements(said, *worths, room=self.room, limits=limits)
            for segment, said in found.items()
        }

    @cached_property
    def first_answers(self) -> frozenset[Span]:
        """Sentences that answer users' questions."""
        return first_answers(self.statements, self.answers)

    @cached_property
    def subjects(self) -> Subjects:
        """What short answers are about."""
        return Subjects(self.messages, self.settings.subjects)

    @cached_property
    def said_again(self) -> frozenset[Span]:
        """Where agents say what a later statement of theirs repeats."""
        by_agents = (s for s in self.statements if s.analysis.message.author is Author.AGENT)
        words = self.targets.words
        said = (Said.of(s.unit.span, s.unit.text, words(s.unit.text)) for s in by_agents)
        return said_again(said, self.targets.rarity, self.settings.repeats)

    @cached_property
    def declined(self) -> frozenset[Span]:
        """Where agents propose what a user then declined."""
        first = self.settings.limits.declining_sentences
        return frozenset() if self.is_talk else declined_proposals(self.statements, first)

    def statement_worth(self, statement: Statement) -> float:
        """Worth of a statement by itself: its cue, its speaker, its place, its score."""
        return self._worth.of(statement)

    @cached_property
    def _worth(self) -> StatementWorth:
        parts = (self.messages, self.settings, self._recency)
        return StatementWorth(*parts, explained=self._explained, standing=self.standing)

    @cached_property
    def standing(self) -> StatementStanding:
        """Which statements still hold."""
        changed = lasting_changes(self.analysis.ledger, self.passing_files, self.index_of)
        return StatementStanding(self.messages, self.statements, changed, self.settings)

    @cached_property
    def _explained(self) -> Explanations:
        return Explanations(self.messages, self.analysis.ledger, self.settings.limits)
