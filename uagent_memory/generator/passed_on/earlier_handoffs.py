"""What hand-offs of ours passed on to the role whose history is compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff, user_entries
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.messages import Span
from uagent_memory.origins import Origins

__all__ = ["EarlierHandoffs", "UsersWords"]

_INDENT = "  "
"""Before the lines of a fenced entry."""
_GAP = re.compile(r"(\[\.\.\. \d+ tokens, )(m\d+\])")
_ANY_GAP = re.compile(r"\[\.\.\. \d+ tokens, [^\s\]]{1,80}\]")


class UsersWords(NamedTuple):
    """A user's message as a hand-off quotes it."""

    place: tuple[int, int]
    """The hand-off's index among the messages, and the number of the words in it."""
    text: str
    span: Span

    @property
    def is_excerpt(self) -> bool:
        """Head and tail of a message, with a gap that can be recalled."""
        return _ANY_GAP.search(self.text) is not None


class EarlierHandoffs:
    """The hand-offs of ours in one history; read once."""

    def __init__(self, messages: Sequence[MessageAnalysis], *, home: str) -> None:
        """`home`: whose history it is."""
        handoffs = [analysis for analysis in messages if is_own_handoff(analysis.message)]
        self._home = home
        self._origins: Mapping[str, Origins] = {
            analysis.message.id: Origins(analysis.message.text) for analysis in handoffs
        }
        self.users_words = tuple(
            words for analysis in handoffs for words in self._users_words(analysis)
        )
        """In the order of the hand-offs, and in theirs."""

    def is_from(self, span: Span) -> bool:
        """Whether a hand-off says it."""
        return span.message_id in self._origins

    def holding(self, span: Span) -> UsersWords | None:
        """The users' words in which a span lies."""
        return next(
            (
                words
                for words in self.users_words
                if words.span.message_id == span.message_id
                and words.span.start <= span.start < words.span.end
            ),
            None,
        )

    def cites(self, sources: Sequence[Span]) -> tuple[str, ...]:
        """The messages to name for some sources, if any lies in a hand-off that cites others."""
        if not any(span.message_id in self._origins for span in sources):
            return ()
        ids = (name for span in sources for name in self._named(span))
        return tuple(dict.fromkeys(ids))

    def said_at(self, span: Span) -> tuple[int, int]:
        """What orders the lines of one hand-off: its sender's log is the newest."""
        origins = self._origins.get(span.message_id)
        cited = origins.at(span.start) if origins else ()
        log, _, short = cited[-1].rpartition("/m") if cited else ("", "", "0")
        return (int(origins is not None and log == origins.log), int(short))

    def name(self, span: Span) -> str:
        """How a reader calls the message that a span comes from."""
        found = self._named(span)[0]
        log, _, short = found.rpartition("/")
        return short if log == self._home or found == span.message_id else found

    def _named(self, span: Span) -> tuple[str, ...]:
        origins = self._origins.get(span.message_id)
        own = (span.message_id,)
        if origins is None or ("/" not in span.message_id and origins.log == self._home):
            return own
        return origins.at(span.start) or own

    def in_full(self, text: str, span: Span) -> str:
        """What stands at a span, with its gaps under names that hold in any log."""
        origins = self._origins.get(span.message_id)
        return _GAP.sub(rf"\g<1>{origins.log}/\g<2>", text) if origins and origins.log else text

    def _users_words(self, analysis: MessageAnalysis) -> Iterator[UsersWords]:
        message = analysis.message
        for number, (low, high) in enumerate(user_entries(message.text)):
            quoted = message.text[low:high]
            start = low + len(quoted) - len(quoted.lstrip())
            span = Span(message.id, "text", start, low + len(quoted.rstrip()))
            if span.start < span.end:
                text = self.in_full(message.quote(span).replace(f"\n{_INDENT}", "\n"), span)
                yield UsersWords((analysis.index, number), text, span)
