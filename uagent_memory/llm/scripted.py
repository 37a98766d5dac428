"""ScriptedModel: a LanguageModel for tests and for trying things out, without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from uagent_memory.llm.protocol import ModelReply, ModelRequest, Outcome, Usage
from uagent_memory.tokens import default_counter

__all__ = ["Answer", "ScriptedModel"]

Answer: TypeAlias = str | ModelReply | Exception
"""A text, a reply, or an error to raise."""


class ScriptedModel:
    """Gives the answers it was told to, and remembers what it was asked.

    A list is used up in order of the calls, its last answer stays; a function is asked each time.
    """

    def __init__(
        self,
        answers: Answer | Iterable[Answer] | Callable[[ModelRequest], Answer],
        *,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.requests: list[ModelRequest] = []
        self._answer = answers if callable(answers) else _in_turn(answers)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ModelReply):
            return answer
        outcome = Outcome.TEXT if answer.strip() else Outcome.EMPTY
        return ModelReply(outcome, text=answer, usage=_usage(request, answer))


def _in_turn(
    answers: Answer | Iterable[Answer],
) -> Callable[[ModelRequest], Answer]:
    left: list[Answer] = []
    if isinstance(answers, str | ModelReply | Exception):
        left.append(answers)
    else:
        left.extend(answers)
    if not left:
        raise ValueError("a scripted model needs at least one answer")

    def answer(_request: ModelRequest) -> Answer:
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def _usage(request: ModelRequest, answer: str) -> Usage:
    sent = [request.system, *(turn.text for turn in request.turns)]
    *given, written = default_counter().count_many([*sent, answer])
    return Usage(input_tokens=sum(given), output_tokens=written)
