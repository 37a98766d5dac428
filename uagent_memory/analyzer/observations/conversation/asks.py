"""What becomes of the user's asks: done, taken back, replaced, asked again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.analyzer.observations.conversation.carried_acts import ActBook
from uagent_memory.analyzer.observations.conversation.changes_of_mind import changes_of_mind
from uagent_memory.analyzer.observations.conversation.closing import goes_on
from uagent_memory.analyzer.observations.conversation.farewells import farewell, has_end_mark
from uagent_memory.analyzer.observations.conversation.implied_asks import (
    complaint,
    joined_ask,
    opening,
)
from uagent_memory.analyzer.observations.conversation.inquiries import InquiryBook
from uagent_memory.analyzer.observations.conversation.named_asks import (
    is_named,
    told_done,
)
from uagent_memory.analyzer.observations.conversation.people import (
    asked_text,
    is_courtesy,
    put_off,
    request,
)
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.conversation.refused_asks import (
    done_or_refused,
    refused_asks,
)
from uagent_memory.analyzer.observations.conversation.shipping_asks import (
    accepting_line,
    only_ships,
)
from uagent_memory.analyzer.observations.conversation.taking_back import TakingBack
from uagent_memory.analyzer.observations.conversation.ties import (
    content_words,
)
from uagent_memory.analyzer.observations.conversation.turn_ends import TurnBook, first_told
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, Span

__all__ = ["AskBook"]


class AskBook:
    """The user's latest asks, and what later messages do to them."""

    def __init__(self) -> None:
        self._latest: list[Observation] = []
        self._earlier: deque[Observation] = deque(maxlen=table("requests")["remembered"])
        self._decided: dict[Span, Observation] = {}
        """What users decided, by the place of the ask that says it."""
        self._inquiries = InquiryBook()
        self._acts = ActBook()
        self._turn = TurnBook()
        self._begun = False
        self._done = False

    @property
    def latest(self) -> Sequence[str]:
        """What was asked last."""
        return [asked_text(seen) for seen in self._latest]

    def heard(
        self,
        prose: Prose,
        own: Sequence[Observation],
        *,
        back: TakingBack | None,
        needs_no_ask: bool,
    ) -> Iterator[Observation]:
        """A user's message.

        Args:
            prose: the message.
            own: what the message says by itself.
            back: how it takes the latest asks back.
            needs_no_ask: it may answer an agent's open question, or lists tasks.
        """
        if not needs_no_ask and (leave := farewell(prose)) is not None:
            yield from self.ended()
            yield from self._left(prose, leave)
            return
        asked = [seen for seen in own if seen.kind is FactKind.REQUEST]
        yield from self._answer()
        if needs_no_ask and not asked:
            yield from self._taken_up(prose)
        if back is not None:
            change = Change.REVERTED if back.undoes else Change.CANCELLED
            for seen in self._latest:
                yield follow_up(seen, change, prose.message, back.line.span)
            self._latest = []
            yield from self._minded(prose, asked)
            if back.rest and not asked and not any(line.asks for line in back.rest):
                asked.append(joined_ask(prose, back.rest))
                yield asked[-1]
        else:
            yield from self._minded(prose, asked)
            yield from self._accepted(prose, asked)
            yield from self.ended()
            for seen in self._implied(prose, asked, needs_no_ask=needs_no_ask):
                asked.append(seen)
                yield seen
        self._remember(asked)
        self._decided.update((seen.span, seen) for seen in own if seen.kind is FactKind.DECISION)
        if asked or prose.lines:
            self._begun = True

    def _remember(self, asked: list[Observation]) -> None:
        """What a user asks takes the place of what was asked before."""
        if asked:
            if not self._done:
                self._earlier.extend(self._latest)
            self._latest, self._done = asked, False
            self._turn = TurnBook()
        self._inquiries = InquiryBook()

    def _taken_up(self, prose: Prose) -> Iterator[Observation]:
        """The user agrees to what an answer offers: the ask goes on with it."""
        for first in prose.lines[:1]:
            if first.begins_with("requests.yes") or first.opened_by("tasks.approval"):
                yield from self._again(prose, first, self._inquiries.answered)

    def _again(
        self, prose: Prose, line: Line, asks: Sequence[Observation]
    ) -> Iterator[Observation]:
        for seen in asks:
            yield follow_up(seen, Change.ASKED, prose.message, line.span)
        self._latest = [*(seen for seen in self._latest if seen not in asks), *asks]
        self._done = self._done and not asks

    def did(self, acts: Iterable[Observation]) -> None:
        """What agents' calls did."""
        self._acts.did(acts)
        self._turn.did(acts)

    def ended(self) -> Iterator[Observation]:
        """An agent's turn is over: a user speaks, or the log ends."""
        reply = self._turn.reply
        if self._done or reply is None:
            return
        rest = [seen for seen in self._latest if not self._turn.has_carried_out(seen)]
        over = [seen for seen in self._latest if seen not in rest]
        if over:
            yield from done_or_refused(reply, first_told(reply), over)
            self._done = not rest
            self._latest = rest or over

    def spoken(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's message: where its turn ends, asks that only wanted to know are answered.

        So are those done that a call has carried out, unless it asks or leaves something open.
        """
        yield from self._turned_down(prose)
        if not (prose.acts or any(line.asks for line in prose.lines) or goes_on(prose, own)):
            yield from self._carried_out()
        self._turn.spoke(prose, own)
        if self._inquiries.is_answered_by(prose):
            yield from self._answer()

    def _turned_down(self, prose: Prose) -> Iterator[Observation]:
        """What an agent answers that it cannot do."""
        if self._done or prose.acts or not prose.has("tasks.turned_down"):
            return
        refused = refused_asks(prose, self._latest)
        for seen in tuple(self._latest):
            if (no := refused.get(seen.span)) is not None:
                yield follow_up(seen, Change.REJECTED, prose.message, no.span)
                self._drop(seen)

    def _answer(self) -> Iterator[Observation]:
        yield from self._inquiries.close(() if self._done else self._latest)
        known = self._inquiries.answered
        rest = [seen for seen in self._latest if seen not in known]
        self._done = self._done or bool(self._latest and not rest)
        self._latest = rest

    def _left(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The user ends the talk: what was asked is answered.

        Work that was ordered may still go on, unless the program ends with the talk.
        """
        yield from self._carried_out()
        known = (*self._earlier, *(() if self._done else self._latest))
        over = [seen for seen in known if has_end_mark(prose) or is_question(asked_text(seen))]
        for seen in over:
            yield follow_up(seen, Change.ANSWERED, prose.message, line.span)
            self._drop(seen)

    def _carried_out(self) -> Iterator[Observation]:
        for seen in (*self._earlier, *(() if self._done else self._latest)):
            if (done := self._acts.carried(seen)) is not None:
                yield done
                self._drop(seen)

    def _accepted(self, prose: Prose, asked: Sequence[Observation]) -> Iterator[Observation]:
        """The user has committed what was done."""
        if self._turn.has_changed and (line := accepting_line(prose, asked)) is not None:
            yield from self.worked_off(prose, line)

    def interjected(self, own: Sequence[Observation]) -> None:
        """Asks inside a tool result, with which the user refused a call: they add to the latest."""
        if asked := [seen for seen in own if seen.kind is FactKind.REQUEST]:
            self._latest = [*(() if self._done else self._latest), *asked]
            self._done = False

    def worked_off(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """An agent says that it is done: the latest asks; said in full, earlier ones, too."""
        if self._done:
            return
        earlier = told_done(prose, line, tuple(self._earlier), serves=self._acts.serves)
        yield from done_or_refused(prose, line, (*earlier, *self._latest))
        for seen in earlier:
            self._earlier.remove(seen)
        self._done = True

    def handed_in(self, message: Message, at: Span) -> Iterator[Observation]:
        """The work is handed in: all that was asked of it is done."""
        if not self._done:
            for seen in (*self._earlier, *self._latest):
                yield follow_up(seen, Change.DONE, message, at)
        self._done = True

    def carried(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """An agent says in passing what it did: the latest asks, and earlier ones that it names.

        So with those that name nothing themselves ("please process it").
        """
        if self._done:
            return
        words = content_words(line.text)
        named = [seen for seen in self._earlier if is_named(seen, words)]
        yield from done_or_refused(prose, line, (*named, *self._latest))
        for seen in named:
            self._earlier.remove(seen)
        self._done = True

    def _minded(self, prose: Prose, asked: Sequence[Observation]) -> Iterator[Observation]:
        """The asks that a change of mind replaces or lays aside."""
        earlier, latest = tuple(self._earlier), tuple(self._latest)
        for ask, change, line in changes_of_mind(prose, asked, earlier, latest):
            yield follow_up(ask, change, prose.message, line.span)
            self._drop(ask)
            if (decided := self._decided.pop(ask.span, None)) is not None:
                yield follow_up(decided, Change.SUPERSEDED, prose.message, line.span)

    def _drop(self, seen: Observation) -> None:
        self._latest = [other for other in self._latest if other is not seen]
        if seen in self._earlier:
            self._earlier.remove(seen)

    def _implied(
        self, prose: Prose, asked: Sequence[Observation], *, needs_no_ask: bool
    ) -> Iterator[Observation]:
        """Asks without a word of asking: the first message, a correction, a bare report."""
        silent = not asked
        if not self._begun:
            yield from opening(prose, asked)
        elif (wrong := complaint(prose)) is not None:
            yield from self._renewed(prose, wrong)
            if silent:
                yield request(prose, wrong.quoted)
        elif silent and not needs_no_ask:
            lines = [line for line in prose.lines if not is_courtesy(line.text)]
            if lines and not any(line.asks or put_off(line) for line in lines):
                yield joined_ask(prose, lines)

    def _renewed(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """What was called done is asked for again."""
        if self._done:
            latest = [seen for seen in self._latest if not only_ships(seen)]
            yield from self._again(prose, line, (*latest, *self._inquiries.answered))
