"""What the ledger's facts are made of: the value of each kind, beside kinds, changes, states."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypeGuard

from uagent_memory.fact_states import (
    CHANGED_STATUSES,
    OPEN_STATUSES,
    Change,
    FactKind,
    Status,
)
from uagent_memory.messages import Span

__all__ = [
    "CHANGED_STATUSES",
    "OPEN_STATUSES",
    "Change",
    "CommandValue",
    "ConstraintValue",
    "DecisionValue",
    "ErrorValue",
    "FactKind",
    "FactValue",
    "FileValue",
    "HandoffValue",
    "Hunk",
    "MentionValue",
    "QuestionValue",
    "RequestValue",
    "StageValue",
    "StatementValue",
    "Status",
    "SymbolValue",
    "TaskValue",
    "TestValue",
    "TextSpan",
    "is_check",
]


class TextSpan(NamedTuple):
    """A quotation: the exact text at an address."""

    text: str
    span: Span

    def stripped(self) -> TextSpan:
        """Without the space at both ends."""
        start = self.span.start + len(self.text) - len(self.text.lstrip())
        text = self.text.strip()
        return TextSpan(text, self.span._replace(start=start, end=start + len(text)))


@dataclass(frozen=True, slots=True)
class RequestValue:
    """A user's ask, in the user's words."""

    kind: Literal["request"] = field(default="request", init=False)
    text: str = ""
    """The sentence or paragraph that asks, exactly as it stands at the observation's span."""
    passed_on: bool = False
    """By a hand-off of ours, as still wanted."""


@dataclass(frozen=True, slots=True)
class ConstraintValue:
    """A rule the receiver must follow: prohibition, approval, scope, language, format.

    One of the sort `turn` says how an agent must put each of its turns to the program that runs it.
    """

    kind: Literal["constraint"] = field(default="constraint", init=False)
    text: str = ""
    sort: Literal[
        "prohibition", "obligation", "approval", "scope", "language", "format", "turn"
    ] = "obligation"
    of_user: bool = False
    """A user's, by the word of the hand-off of ours that passes it on."""


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """A choice with its reason and the options it turned down."""

    kind: Literal["decision"] = field(default="decision", init=False)
    text: str = ""
    reason: TextSpan | None = None
    """Where the reason stands in another sentence; None if `text` holds it or none is given."""
    rejected: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementValue:
    """A finding, cause or outcome, as a whole sentence."""

    kind: Literal["finding"] = field(default="finding", init=False)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hunk:
    """One stretch of a change: lines taken away and lines put in, as they stand in the call."""

    removed: tuple[TextSpan, ...] = ()
    added: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class FileValue:
    """What one action did to one file.

    `path` is the normalised key's display form: relative to the working directory where it lies
    below it, and always a substring of the source text (`spelled` is the source's own spelling).
    """

    kind: Literal["file"] = field(default="file", init=False)
    path: str = ""
    spelled: str = ""
    how: str = ""
    """The tool or shell program: "Edit", "Write", "sed", "mv", "git checkout" ..."""
    hunks: tuple[Hunk, ...] = ()
    defined: tuple[TextSpan, ...] = ()
    """Names that the change defines or newly mentions as definitions (functions, types, tests)."""
    removed: tuple[TextSpan, ...] = ()
    """Names whose definitions the change takes away."""
    within: tuple[TextSpan, ...] = ()
    """The name of what the change stands in, where a look at the file has shown it."""
    dropped: tuple[TextSpan, ...] = ()
    """Lines taken out that an earlier change may have put in, untold."""
    lasting: tuple[TextSpan, ...] = ()
    """Words taken out at one place that the file still has elsewhere."""
    renamed_to: str = ""
    lines: int | None = None
    """Lines read or written, where known."""


@dataclass(frozen=True, slots=True)
class SymbolValue:
    """A defined name: function, class, type, constant, test; `path` is the file it is in."""

    kind: Literal["symbol"] = field(default="symbol", init=False)
    name: str = ""
    sort: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class CommandValue:
    """One run of a command. `exit_status` is None where nobody stated it."""

    kind: Literal["command"] = field(default="command", init=False)
    command: str = ""
    """As typed, one line or several; exactly the text at the observation's span."""
    tool: str = ""
    program: str = ""
    """The normalised program with its subcommand: "git commit", "pytest", "mise run test"."""
    exit_status: int | None = None
    verdict: tuple[TextSpan, ...] = ()
    """The lines of the result that tell how it went, best first (summary, failures, last line)."""
    checks: bool = False
    """It tests, lints, builds or type-checks."""


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """An error as printed or reported."""

    kind: Literal["error"] = field(default="error", init=False)
    line: str = ""
    """The exact error line, at the observation's span."""
    type: str = ""
    place: str = ""
    """File, test or program it came from; "" if unknown."""
    context: tuple[TextSpan, ...] = ()
    """Further lines that matter: expected and actual, the frame in the project's own code."""
    cause: TextSpan | None = None
    fix: TextSpan | None = None
    """What fixed it (an edit's summary line, a sentence), on the observation that closes it."""
    command: str = ""
    """Key of the command fact whose run showed it; "" if none."""


@dataclass(frozen=True, slots=True)
class TestValue:
    """A test or a test run's figures, as printed."""

    kind: Literal["test"] = field(default="test", init=False)
    name: str = ""
    line: str = ""
    expected: TextSpan | None = None
    actual: TextSpan | None = None

    @property
    def function(self) -> str:
        """The function it is, without file, class and case; "" of a whole file.

        `test_a` of `f.py::T::test_a[1]` and of `test_a (m.T)`; `TestA` of `TestA/case`.
        """
        found = _FUNCTION.fullmatch(self.name)
        return (found[1] or found[2]) if found is not None else ""


_FUNCTION = re.compile(
    r"(?:[^\[\n]*:|(?:\w+\.)+)?(\w+)(?:\[.*\]| \(.*\))?|((?:Test|Benchmark|Example|Fuzz)\w*)/.*"
)


@dataclass(frozen=True, slots=True)
class MentionValue:
    """A number with its unit, an identifier or a URL, with the sentence that states it."""

    kind: Literal["mention"] = field(default="mention", init=False)
    literal: str = ""
    sentence: TextSpan | None = None


@dataclass(frozen=True, slots=True)
class TaskValue:
    """A unit of work, by the id its tool gave or by its text."""

    kind: Literal["task"] = field(default="task", init=False)
    text: str = ""
    task_id: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class QuestionValue:
    """A question asked of the user or of another agent."""

    kind: Literal["question"] = field(default="question", init=False)
    text: str = ""
    answer: TextSpan | None = None


@dataclass(frozen=True, slots=True)
class HandoffValue:
    """Work passed between roles or agents."""

    kind: Literal["handoff"] = field(default="handoff", init=False)
    sender: str = ""
    receiver: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class StageValue:
    """The workflow stage: planning, implementation, testing, review, or as the session names it."""

    kind: Literal["stage"] = field(default="stage", init=False)
    stage: str = ""


FactValue: TypeAlias = (
    RequestValue
    | ConstraintValue
    | DecisionValue
    | StatementValue
    | FileValue
    | SymbolValue
    | CommandValue
    | ErrorValue
    | TestValue
    | MentionValue
    | TaskValue
    | QuestionValue
    | HandoffValue
    | StageValue
)


def is_check(value: object) -> TypeGuard[CommandValue]:
    """Whether it is a run of tests, a linter or a build."""
    return isinstance(value, CommandValue) and value.checks
