"""Asks that only want to know: an answer is all that they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import HAN, any_of
from uagent_memory.analyzer.observations.conversation.people import asked_text
from uagent_memory.analyzer.observations.conversation.phrases import find, phrases
from uagent_memory.analyzer.observations.conversation.prose import Prose, follow_up
from uagent_memory.analyzer.observations.conversation.questions import to_user
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation

__all__ = ["InquiryBook", "answers_inquiry", "is_inquiry"]


class InquiryBook:
    """Whether agents have answered what a user asked last."""

    def __init__(self) -> None:
        self.answered: tuple[Observation, ...] = ()
        self._reply: Prose | None = None
        """The end of an agent's turn, which no user has read yet."""
        self._worked = False

    def is_answered_by(self, prose: Prose) -> bool:
        """An agent's message ends its turn with an answer, after it has done something for it.

        Of one that has done nothing only a user who goes on shows that it was one.
        """
        if prose.acts:
            self._worked = True
        elif answers_inquiry(prose):
            self._reply = prose
        return self._worked and self._reply is prose

    def close(self, asks: Sequence[Observation]) -> Iterator[Observation]:
        """Which of the asks the end of an agent's last turn has answered."""
        reply, self._reply = self._reply, None
        if reply is not None:
            self.answered = tuple(seen for seen in asks if is_inquiry(asked_text(seen)))
            for seen in self.answered:
                yield follow_up(seen, Change.ANSWERED, reply.message, reply.lines[0].span)


def is_inquiry(text: str) -> bool:
    """ "What does it store?", "can you check why it fails?": nothing is to be changed or made."""
    if len(text) > table("requests")["longest_inquiry"]:
        return False
    verbs = [one for one in find(text, "requests") if one.category == "requests.verb"]
    if not is_question(text):
        return bool(verbs) and all(_looking().match(text, verb.start) for verb in verbs)
    own = [verb for n, verb in enumerate(verbs) if n == 0 or _is_joined(text, verb.start)]
    only_looks = all(_looking(asked=True).match(text, verb.start) for verb in own)
    if _inquiring().match(text.strip()):
        return only_looks or not HAN.search(text)
    return only_looks and bool(own)


def _is_joined(text: str, start: int) -> bool:
    """A further verb of the same ask, and not one in what it wants to know: "... and fix it"."""
    return _joining().search(text[:start]) is not None


def answers_inquiry(prose: Prose) -> bool:
    """An agent's turn ends with more than a question back."""
    told = [line for line in prose.lines if not line.asks and not is_thought(line.unit)]
    least = table("requests")["told_beside_question"] if to_user(prose) else 1
    return len(told) >= least


@cache
def _looking(*, asked: bool = False) -> re.Pattern[str]:
    """A verb, maybe with the words behind it ("show me"), that asks for an answer and no more."""
    kinds = ("looking", "looking_asked") if asked else ("looking",)
    words = [word for kind in kinds for word in phrases("requests", kind)]
    others = [word for word in words if not word.isascii()]
    english = [word for word in words if word.isascii()]
    ends = table("requests")["looking_ends"]
    return re.compile(rf"(?:{any_of(english)})\b{ends}|{any_of(others)}", re.IGNORECASE)


@cache
def _joining() -> re.Pattern[str]:
    return re.compile(rf"(?:{table('requests')['joining']})\Z", re.IGNORECASE)


@cache
def _inquiring() -> re.Pattern[str]:
    opened = any_of(phrases("requests", "openers"))
    return re.compile(
        rf"(?:(?:{opened})\b[\s,，:：]*)*(?:{table('requests')['inquiring']})",
        re.IGNORECASE | re.DOTALL,
    )
