"""Who wrote a text: a person, the program around the agent, or an earlier compaction.

Providers know only the role "user"; programs put reminders, slash commands, hook output and
summaries into it, and a refused tool call carries a person's words in the role "tool". The marks
are data (authorship.toml). All functions are linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from uagent_memory.author_marks import author_marks
from uagent_memory.injections import Stretch, command_arguments, harness_spans, stripped
from uagent_memory.messages import Author, Message, MessageKind, Role

__all__ = [
    "Authorship",
    "authorship",
    "command_arguments",
    "handoff_end",
    "harness_spans",
    "is_persons_answer",
    "user_answers_in_result",
    "user_words_in_result",
    "words_of_user",
]

PAIR = '"="'


class Authorship(NamedTuple):
    """Who wrote a message of the role "user", by its text alone."""

    author: Author
    kind: MessageKind = MessageKind.MESSAGE


_OF_HARNESS = Authorship(Author.HARNESS)
_OF_USER = Authorship(Author.USER)


def authorship(text: str) -> Authorship:
    """Who wrote a text that came with the role "user"."""
    marks = author_marks()
    spans = harness_spans(text)
    begin = _first_open(text, spans)
    if text.startswith(marks.handoffs, begin):
        return Authorship(Author.SUMMARY, MessageKind.HANDOFF)
    if text.startswith(marks.summaries, begin):
        return Authorship(Author.SUMMARY, MessageKind.SUMMARY)
    if spans:
        typed = command_arguments(text)
        if not _words_outside(text, spans if typed is None else (*spans, typed)):
            return _OF_HARNESS
    return _OF_USER


def handoff_end(text: str) -> int | None:
    """Where a text that begins with one of our hand-offs stops being it; None: it is none."""
    marks = author_marks()
    if not text.startswith(marks.handoffs, len(text) - len(text.lstrip())):
        return None
    at = text.find("\n" + marks.handoff_end)
    return len(text) if at < 0 else at + 1 + len(marks.handoff_end)


def words_of_user(message: Message, *, own_failures: bool = False) -> tuple[tuple[int, int], ...]:
    """Where a tool message holds a person's words that may be believed to be that.

    A file or page that a tool prints can imitate a refusal. A genuine one is an error by the
    provider's word, of a tool that prints nothing of its own when it fails; answers come from a
    tool that asks the user. Other words do not count.

    Args:
        message: any message.
        own_failures: what stands around the message shows that this failure is told in the
            program's own words, whichever tool it is.
    """
    if message.role is not Role.TOOL:
        return ()
    marks = author_marks()
    name = (message.tool_name or "").casefold()
    if message.is_error is True and (own_failures or name in marks.refused_tools):
        words = user_words_in_result(message.text)
        if words is not None:
            return (words,)
    if message.tool_name in marks.questionnaire_tools:
        return user_answers_in_result(message.text)
    return ()


def is_persons_answer(tool_name: str | None, text: str, *, is_error: bool | None) -> bool:
    """Whether a result is, as a whole, what a person answered to a tool that asks."""
    marks = author_marks()
    name = (tool_name or "").casefold()
    told = text.strip()
    return (
        name in marks.asking_tools
        and is_error is not True
        and bool(told)
        and not told.startswith(marks.not_answers)
        and user_words_in_result(text) is None
    )


def user_words_in_result(text: str) -> tuple[int, int] | None:
    """Where the result of a refused tool call holds the words of the person who refused it.

    By the text alone, which tool output can imitate: `words_of_user` looks at the message too.
    """
    marks = author_marks()
    for refusal in marks.refusals:
        for head in refusal.heads:
            if text.startswith(head):
                return _refusal_words(text, len(head), refusal.ends, marks.not_words)
    return None


def user_answers_in_result(text: str) -> tuple[tuple[int, int], ...]:
    """Where the result of a questionnaire holds the person's answers, in order.

    By the text alone, as `user_words_in_result`.
    """
    begin = len(text) - len(text.lstrip())
    for head, end in author_marks().questionnaires:
        if text.startswith(head, begin):
            stop = text.rfind(end)
            return tuple(_answers(text, begin + len(head), len(text) if stop < 0 else stop))
    return ()


def _refusal_words(
    text: str, start: int, ends: tuple[str, ...], not_words: tuple[str, ...]
) -> Stretch | None:
    stops = [stop for end in ends if (stop := text.find(end, start)) >= 0]
    stretch = stripped(text, start, min(stops, default=len(text)))
    if stretch is None or text.startswith(not_words, stretch[0]):
        return None
    return stretch


def _answers(text: str, start: int, stop: int) -> Iterator[Stretch]:
    """The y of each `"x"="y"`; a quote inside y does not end it unless a pair could follow."""
    at = text.find(PAIR, start, stop)
    while at >= 0:
        begin = at + len(PAIR)
        following = text.find(PAIR, begin, stop)
        end = text.rfind('", "', begin, following) if following >= 0 else -1
        if end < 0:
            end = text.rfind('"', begin, stop if following < 0 else following)
        stretch = stripped(text, begin, end if end >= 0 else stop)
        if stretch is not None:
            yield stretch
        at = following


def _first_open(text: str, spans: Sequence[Stretch]) -> int:
    """The first character that is neither injected nor white space."""
    at = 0
    for start, end in spans:
        if text[at:start].strip():
            break
        at = end
    if text[at : at + 1].isalnum():
        return at
    return at + len(text[at:]) - len(text[at:].lstrip())


def _words_outside(text: str, spans: Sequence[Stretch]) -> bool:
    at = 0
    for start, end in sorted(spans):
        if text[at:start].strip():
            return True
        at = max(at, end)
    return bool(text[at:].strip())
