"""Errors that are left as they are: the agent says that they are meant, or none of its work's."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.phrases import phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.fact_name import FactName
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["SettlingBook"]

_FILE, _COMMAND = FactKind.FILE, FactKind.COMMAND
_AGENT = Author.AGENT

_KINDS = frozenset((FactKind.ERROR, FactKind.TEST, FactKind.COMMAND))
_BROKEN = frozenset((Change.RAISED, Change.FAILED))
_NOT_RUN = frozenset((Change.REFUSED, Change.STATED))
_BROKE_OFF = "ERROR"
"""Begins the line of a test that did not come to its end."""
_MOST = 500
"""Newest troubles that a sentence can settle, and as many failed commands."""


class _Trouble(NamedTuple):
    """An open error, a failing test or a failed command, with the message that shows it."""

    name: FactName
    seen: Observation
    shown_by: str

    @property
    def is_single(self) -> bool:
        """It says what broke: a failed command, or the total of a run, is told by others."""
        value = self.seen.value
        return isinstance(value, ErrorValue) or (isinstance(value, TestValue) and bool(value.name))

    def is_named(self, text: str) -> bool:
        """Whether a text names the type of the error, or the test."""
        value, name = self.seen.value, ""
        if isinstance(value, ErrorValue):
            name = value.type.rpartition(".")[2]
        elif isinstance(value, TestValue):
            name = value.function or posixpath.basename(value.name)
        return len(name) >= table("troubles")["shortest_name"] and name in text

    @property
    def is_raised(self) -> bool:
        """A test that broke off by an error, which its output shows."""
        value = self.seen.value
        return isinstance(value, TestValue) and value.line.startswith(_BROKE_OFF)

    @property
    def said(self) -> str:
        """What an error says, wherever it was raised; "" of what says too little."""
        value = self.seen.value
        if not isinstance(value, ErrorValue) or not value.type:
            return ""
        said = self.name.key.rpartition(" | ")[2]
        return said if len(said) >= table("troubles")["shortest_message"] else ""

    def says_as(self, other: _Trouble) -> bool:
        """The same error at another place; one of the two lines may be cut short."""
        value, its = self.seen.value, other.seen.value
        if not (isinstance(value, ErrorValue) and isinstance(its, ErrorValue) and self.said):
            return False
        short, long = sorted((self.said, other.said), key=len)
        return value.type == its.type and long.startswith(short[: table("troubles")["compared"]])


class SettlingBook:
    """What broke and was not mended yet, so that a later sentence finds what it settles."""

    def __init__(self) -> None:
        self._troubles: dict[FactName, _Trouble] = {}
        """Those that say what broke."""
        self._failed: dict[FactName, _Trouble] = {}
        """The others."""
        self._heard: set[str] = set()
        """The messages that came since an agent last wrote text."""
        self._runs: dict[str, list[Observation]] = {}
        """The commands whose results each message shows."""
        self._changed: set[str] = set()
        self._provokes = False
        """The agent said that it runs something to see it fail."""

    def feed(self, prose: Prose, seen: Iterable[Observation]) -> list[Observation]:
        """What a message settles; `seen` are its other observations."""
        message, settled = prose.message, []
        if message.author is _AGENT and prose.lines:
            if self._troubles or self._failed:
                settled = list(self._settled(prose))
            self._provokes = prose.acts and any(ln.has("troubles.provoking") for ln in prose.lines)
            self._heard.clear()
        self._heard.add(message.id)
        for one in seen:
            self._note(one, message.id)
        return settled

    def _note(self, seen: Observation, message_id: str) -> None:
        if seen.kind is _FILE and seen.change in EFFECTIVE:
            self._changed.add(posixpath.basename(seen.key))
        if seen.kind not in _KINDS or seen.change in _NOT_RUN:
            return
        if seen.kind is _COMMAND:
            self._runs.setdefault(message_id, []).append(seen)
        name = FactName(seen.kind, seen.key)
        self._closed(name)
        if seen.change in _BROKEN:
            trouble = _Trouble(name, seen, message_id)
            (self._troubles if trouble.is_single else self._failed)[name] = trouble

    def _closed(self, name: FactName) -> None:
        self._troubles.pop(name, None)
        self._failed.pop(name, None)

    def _settled(self, prose: Prose) -> Iterator[Observation]:
        for line in prose.lines:
            meant = self._with_kin(self._meant(line))
            for trouble in (*meant, *self._commands_of(meant)):
                self._closed(trouble.name)
                yield follow_up(trouble.seen, Change.SETTLED, prose.message, line.span)

    def _meant(self, line: Line) -> Sequence[_Trouble]:
        """What a line settles; nothing by a guess, a question or a plan to mend it."""
        if line.asks or line.has("troubles.guess", "troubles.to_mend"):
            return ()
        if _says(line, "troubles.elsewhere", "troubles.environment"):
            return self._named(line) or self._last_shown(line)
        on_purpose = _says(line, "troubles.meant") and (self._provokes or _names(line, "display"))
        return self._shown_on_purpose() if on_purpose and not line.has("troubles.contrast") else ()

    def _with_kin(self, meant: Sequence[_Trouble]) -> Sequence[_Trouble]:
        """With the errors that say the same at other places."""
        said = [trouble for trouble in meant if trouble.said]
        if not said:
            return meant
        others = [trouble for trouble in self._single() if trouble not in meant]
        kin = [trouble for trouble in others if any(trouble.says_as(one) for one in said)]
        settled = [*meant, *kin]
        left = {t.shown_by for t in others if t.name.kind is FactKind.ERROR and t not in kin}
        shown = {trouble.shown_by for trouble in settled} - left
        return [*settled, *(t for t in others if t.is_raised and t.shown_by in shown)]

    def _single(self) -> list[_Trouble]:
        return _newest(self._troubles)

    def _named(self, line: Line) -> list[_Trouble]:
        """What a line names; the only test of a run brings the error by which it failed."""
        single = self._single()
        named = [trouble for trouble in single if trouble.is_named(line.text)]
        for shown_by in dict.fromkeys(trouble.shown_by for trouble in named):
            together = [trouble for trouble in single if trouble.shown_by == shown_by]
            if _is_one(together):
                named += (trouble for trouble in together if trouble not in named)
        return named

    def _last_shown(self, line: Line) -> Sequence[_Trouble]:
        """What broke last; of several only where the line means all of them."""
        if not _names(line, "trouble"):
            return ()
        shown = [trouble for trouble in self._single() if trouble.shown_by in self._heard]
        if not shown:
            failed = (t for t in _newest(self._failed) if t.name.kind is _COMMAND)
            shown = [trouble for trouble in failed if trouble.shown_by in self._heard]
        return shown if _is_one(shown) or line.has("troubles.all_of_them") else ()

    def _shown_on_purpose(self) -> Sequence[_Trouble]:
        """The errors of one program that was just run to see how it fails."""
        single = self._single()
        programs = {self._program(t) for t in single if t.shown_by in self._heard}
        if len(programs) != 1 or not (program := programs.pop()):
            return ()
        return [trouble for trouble in single if self._program(trouble) == program]

    def _program(self, trouble: _Trouble) -> str:
        """The program that showed an error, if it may have been run to see it fail; else "".

        A check is not run for that, nor a command that names every changed file; nor is anything
        before the first change, unless the agent said that it provokes a failure.
        """
        runs = self._runs.get(trouble.shown_by, ())
        values = [run.value for run in runs if isinstance(run.value, CommandValue)]
        plain = [value for value in values if not value.checks]
        checked = any(run.change is Change.FAILED for run in runs) and len(plain) < len(values)
        if not plain or checked:
            return ""
        if not self._provokes and all(file in plain[-1].command for file in self._changed):
            return ""
        return plain[-1].program if isinstance(trouble.seen.value, ErrorValue) else ""

    def _commands_of(self, settled: Sequence[_Trouble]) -> list[_Trouble]:
        """The failed commands that showed nothing else."""
        gone = {trouble.name for trouble in settled}
        left = {trouble.shown_by for trouble in self._single() if trouble.name not in gone}
        shown = {trouble.shown_by for trouble in settled} - left
        return [
            trouble
            for trouble in _newest(self._failed)
            if trouble.name.kind is _COMMAND
            and trouble.shown_by in shown
            and trouble.name not in gone
        ]


def _newest(troubles: dict[FactName, _Trouble]) -> list[_Trouble]:
    """In the order in which they came up."""
    return list(islice(reversed(troubles.values()), _MOST))[::-1]


def _is_one(troubles: Sequence[_Trouble]) -> bool:
    """One trouble: a test, errors of one type, or a test with the error by which it failed."""
    errors = [one.seen.value for one in troubles if isinstance(one.seen.value, ErrorValue)]
    types = {error.type or error.line for error in errors}
    return bool(troubles) and len(types) <= 1 and len(troubles) - len(errors) <= 1


def _names(line: Line, category: str) -> bool:
    """Whether it speaks of such a thing, be it within a longer phrase."""
    words = line.text.casefold()
    return any(word in words for word in phrases("troubles", category))


def _says(line: Line, *categories: str) -> bool:
    """It says so, and not within a condition."""
    found = min((phrase.start for phrase in line.all(*categories)), default=-1)
    supposed = min((phrase.start for phrase in line.all("troubles.supposed")), default=found)
    return 0 <= found <= supposed
