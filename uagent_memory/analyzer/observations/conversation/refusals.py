"""A person's words inside another's message: a refused call, a questionnaire, a slash command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uagent_memory.analyzer.observations.conversation.constraints import observe_constraints
from uagent_memory.analyzer.observations.conversation.people import observe_requests, request
from uagent_memory.analyzer.observations.conversation.prose import Prose, key_of
from uagent_memory.analyzer.observations.shell.shell import parse
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.author_marks import author_marks
from uagent_memory.authorship import (
    command_arguments,
    user_words_in_result,
    words_of_user,
)
from uagent_memory.facts import Change, FactKind, QuestionValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["FailureBook", "as_typed", "observe_result"]

PAIR = '"="'


def as_typed(message: Message) -> Message:
    """The message as the user's where a program wraps what the user typed after a command."""
    if message.author is Author.HARNESS and command_arguments(message.text) is not None:
        return _as_user(message)
    return message


def observe_result(message: Message, *, own_failures: bool = False) -> Iterator[Observation]:
    """What the user says in the result of a call; nothing for other messages.

    Args:
        message: any message.
        own_failures: as for `words_of_user`.
    """
    if message.author is not Author.TOOL:
        return
    refusal = user_words_in_result(message.text)
    for start, end in words_of_user(message, own_failures=own_failures):
        tell = _refused if (start, end) == refusal else _answered
        yield from tell(_as_user(message), start, end)


class FailureBook:
    """Which failures of shell calls in a log are told in the program's own words.

    What a shell prints can imitate a refusal. It cannot where the command prints nothing but its
    own complaints, nor where the program wraps all that failing commands print ("Exit code 1"):
    as the log shows, or as is known of the program whose tools the agent calls.
    """

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        self._commands: dict[str, str] = {}
        self._called: set[str] = set()
        self._wrapped: set[str] = set()
        self._bare: set[str] = set()
        self._asked: list[tuple[Message, bool]] = []
        for message in messages:
            self._feed(message)

    def _feed(self, message: Message) -> None:
        for call in message.tool_calls:
            self._called.add(call.name)
            if call.name.casefold() in strings("tools", "family", "shell"):
                self._commands[call.id] = call.argument("command", "cmd", "script")
        failed = message.is_error is True and message.tool_call_id in self._commands
        if failed and user_words_in_result(message.text) is None:
            wrapped = message.text.startswith(author_marks().wrappers)
            (self._wrapped if wrapped else self._bare).add(message.tool_name or "")

    def bears_out(self, earlier: FailureBook) -> bool:
        """Whether it says the same of every failure that an earlier book was asked for."""
        return all(self.vouches(message) is said for message, said in earlier._asked)

    def vouches(self, message: Message) -> bool:
        """Whether no command can have printed the text of this failure."""
        said = self._vouches(message)
        self._asked.append((message, said))
        return said

    def _vouches(self, message: Message) -> bool:
        command = self._commands.get(message.tool_call_id or "")
        if command is None:
            return False
        if message.tool_name in self._bare:
            return _is_mute(command)
        wrapped = message.tool_name in self._wrapped or self._is_wrapping(message.tool_name)
        return wrapped or _is_mute(command)

    def _is_wrapping(self, shell: str | None) -> bool:
        """The calls are those of a program that is known to wrap what a failed one printed."""
        return any(
            program.shell == shell and len(program.tools & self._called) >= program.least
            for program in author_marks().wrapping
        )


def _is_mute(command: str) -> bool:
    simples = [simple for pipeline in parse(command) for simple in pipeline.simples]
    mute = author_marks().mute_commands
    plain = all(mark not in command for mark in ("$", "`", "<"))
    return plain and bool(simples) and all(simple.program in mute for simple in simples)


def _as_user(message: Message) -> Message:
    return message.model_copy(update={"author": Author.USER, "agent": None})


def _refused(message: Message, start: int, end: int) -> Iterator[Observation]:
    """Rules and asks of the refusal; at least one ask, for why else was it written."""
    units = [
        Unit(UnitKind.SENTENCE, span, message.quote(span), Cue.NONE)
        for a, b in sentence_spans(message.text, start, end)
        if message.quote(span := Span(message.id, "text", a, b)).strip()
    ]
    prose = Prose.of(message, units)
    asked = list(observe_requests(prose))
    if not asked and prose.lines:
        asked = [request(prose, prose.lines[0].quoted)]
    yield from asked
    yield from observe_constraints(prose)


def _answered(message: Message, start: int, end: int) -> Iterator[Observation]:
    """The answer to the question that stands before it: `"question"="answer"`."""
    text = message.text
    close = text.rfind(PAIR, 0, start)
    open_ = text.rfind('"', 0, close) if close > 0 else -1
    question = text[open_ + 1 : close].strip() if open_ >= 0 else ""
    if question:
        span = Span(message.id, "text", start, end)
        yield Observation(
            kind=FactKind.QUESTION,
            key=key_of(question),
            value=QuestionValue(text=question, answer=TextSpan(text[start:end], span)),
            change=Change.ANSWERED,
            span=Span(message.id, "text", open_ + 1, end),
            seq=message.seq,
            author=message.author,
            trust=message.trust,
        )
