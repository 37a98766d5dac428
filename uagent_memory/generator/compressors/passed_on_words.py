"""Segment 6, what earlier hand-offs passed on: the users' own words from the roles before."""

from __future__ import annotations

from itertools import takewhile
from typing import ClassVar

from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import Compressor
from uagent_memory.generator.passed_on.earlier_handoffs import UsersWords
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_filler
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["PassedOnWords", "is_said_whole", "propose_latest"]


class PassedOnWords(Compressor):
    """In the order in which they were said; before the receiver's own, which came later."""

    segment: ClassVar[SegmentName] = SegmentName.USER_MESSAGES

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        latest = _latest(view)
        for words in view.earlier_handoffs.users_words:
            if words is not latest:
                self._propose_words(view, pool, words)

    def _propose_words(self, view: GeneratorView, pool: CandidatePool, words: UsersWords) -> None:
        if len(words.text) > view.settings.limits.short_message:
            self._propose_sentences(view, pool, words)
            return
        said = view.spoken.within(words.span)
        value = view.settings.own.user_message
        value += sum(self.fact_worth(view, fact) for fact in said if view.must_get(fact))
        pool.propose(
            self.segment,
            words.text,
            (words.span,),
            order=_order(words),
            kind=EntryKind.USER_MESSAGE,
            also=tuple(fact.name for fact in said),
            keep=Keep.OPEN_TASK if is_said_whole(view, words.span) else Keep.RECEIVER,
            value=value,
            targets=view.targets(words.text, factor=view.settings.speaker["user"]),
        )

    def _propose_sentences(
        self, view: GeneratorView, pool: CandidatePool, words: UsersWords
    ) -> None:
        source, _, start, end = words.span
        text = view.by_id[source].message.text
        for position, (low, high) in enumerate(sentence_spans(text, start, end)):
            span = Span(source, "text", low, high)
            sentence = view.earlier_handoffs.in_full(view.quote(span).strip(), span)
            if is_filler(sentence) or len(sentence) > view.settings.limits.statement_characters:
                continue
            said = view.spoken.within(span)
            pool.propose(
                self.segment,
                sentence,
                (span,),
                order=(*_order(words), position),
                kind=EntryKind.USER_MESSAGE,
                also=tuple(fact.name for fact in said),
                keep=Keep.RECEIVER if any(map(view.must_get, said)) else Keep.OPTIONAL,
                value=sum(self.fact_worth(view, fact) for fact in said),
                targets=view.targets(sentence, factor=view.settings.speaker["user"]),
                joins=f"{source}:{start}",
                style="prose",
            )


def propose_latest(view: GeneratorView, pool: CandidatePool) -> None:
    """The latest of them, where no user has spoken to this role."""
    if (words := _latest(view)) is None:
        return
    pool.propose(
        SegmentName.USER_MESSAGES,
        words.text,
        (words.span,),
        order=_order(words),
        kind=EntryKind.LATEST_USER_MESSAGE,
        also=tuple(fact.name for fact in view.spoken.within(words.span)),
        keep=Keep.LATEST_USER_MESSAGE,
        value=view.settings.own.must,
        targets=view.targets(words.text),
        short="",
    )


def is_said_whole(view: GeneratorView, span: Span) -> bool:
    """It lies in passed-on words that stand whole: the latest, or short ones that ask something.

    A first message that is the goal is the exception, as among a role's own.
    """
    every = view.earlier_handoffs.users_words
    if len(every) + len(view.users) <= 1:
        return False
    words = view.earlier_handoffs.holding(span)
    if words is None or words is _latest(view):
        return words is not None
    said = view.spoken.within(words.span)
    if len(words.text) > view.settings.limits.short_message:
        return False
    if words is every[0] and (not view.goals or any(fact.key in view.goals for fact in said)):
        return False
    return any(map(_is_wanted, said))


def _latest(view: GeneratorView) -> UsersWords | None:
    """The last that a user said; of a long message its head and tail, not further parts of it."""
    every = view.earlier_handoffs.users_words
    if not every or view.users:
        return None
    said_in = view.earlier_handoffs.cites
    last = said_in((every[-1].span,))
    same = takewhile(lambda words: last and said_in((words.span,)) == last, reversed(every))
    return next((words for words in same if words.is_excerpt), every[-1])


def _order(words: UsersWords) -> tuple[int, ...]:
    index, number = words.place
    return (index, 0, number)


def _is_wanted(fact: Fact) -> bool:
    """A user's ask that still stands."""
    return fact.kind is FactKind.REQUEST and fact.status is Status.ACTIVE
