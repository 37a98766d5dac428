"""How troubles ended: what fixed them, in the agent's words or by the changed line, or why not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import (
    CHANGED_STATUSES,
    Change,
    CommandValue,
    ErrorValue,
    FactKind,
    FileValue,
    Status,
    TestValue,
    TextSpan,
    is_check,
)
from uagent_memory.generator.compressors.base import one_line, spans_of
from uagent_memory.generator.compressors.changed_files import changed_files, last_change
from uagent_memory.generator.evidence.code_lines import is_closing, is_import
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_intention, is_lead_in, names_fix, tells_fix
from uagent_memory.generator.work.acting import acting_verb
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = ["EndNote", "Endings"]


class EndNote(NamedTuple):
    """What a line says after the trouble itself, and where that stands."""

    text: str = ""
    sources: tuple[Span, ...] = ()


class Endings:
    """The endings of one session's troubles."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._longest = view.settings.limits.quote_characters

    def reason(self, fact: Fact) -> EndNote:
        """Why an error, test or command is left as it is; nothing for others.

        A command's errors and tests give the reason that is theirs as well.
        """
        if fact.status is not Status.SETTLED:
            return EndNote()
        span = _reason(fact)
        text = one_line(self._view.quote(span)).rstrip(":：")
        told = fact.kind is FactKind.COMMAND and span in self._tellers
        if told or len(text) > self._longest:
            return EndNote(self._view.labels("settled_so"), (span,))
        return EndNote(self._view.labels("settled", text=text), (span,))

    def is_reason_told(self, test: Fact) -> bool:
        """Whether a test is left for a reason that another line gives already.

        An error gives it, or the first of the tests.
        """
        named = isinstance(test.value, TestValue) and bool(test.value.name)
        if not named or test.status is not Status.SETTLED:
            return False
        return self._tellers[_reason(test)] != (test.kind, test.key)

    def of(self, fact: Fact) -> EndNote:
        """How an error ended; nothing of one that is open."""
        value, labels = fact.value, self._view.labels
        if not isinstance(value, ErrorValue) or fact.status is Status.OPEN:
            return EndNote()
        if fact.status is Status.SETTLED:
            return self.reason(fact)
        if fact.status is not Status.FIXED:
            return EndNote(labels(self._left_behind(fact, value)))
        told = self._told(fact, value)
        shown = one_line(told.text) if told else ""
        path = one_line(value.fix.text) if value.fix is not None else ""
        if value.fix is None or path in one_line(value.line):
            untold = "fixed" if self._is_work_between(fact) else "gone_since"
            label = labels("fixed_so", text=shown) if told else labels(untold)
            return EndNote(label, spans_of([value.fix, told]))
        text = f"{path}: {shown}" if told else path
        return EndNote(labels("fixed_by", text=text), spans_of([value.fix, told]))

    def without_folder(self, line: str) -> str:
        """An error's line that begins with a changed file, whose own line names it in full."""
        path = line.partition(":")[0]
        folder, _, name = path.rpartition("/")
        named = folder and any(key.endswith(path) for key in self._changed.get(name, ()))
        return line[len(folder) + 1 :] if named else line

    @cached_property
    def work_files(self) -> Sequence[Fact]:
        """The files whose change is work, the one that was changed last first."""
        return sorted(changed_files(self._view), key=last_change, reverse=True)

    @cached_property
    def _changed(self) -> Mapping[str, Sequence[str]]:
        """Changed files by their names without folders."""
        found: dict[str, list[str]] = {}
        for fact in self._view.analysis.ledger.of(FactKind.FILE):
            if fact.status in CHANGED_STATUSES:
                found.setdefault(fact.key.rpartition("/")[2], []).append(fact.key)
        return found

    def _left_behind(self, fact: Fact, value: ErrorValue) -> str:
        """Why an error that nothing fixed is nobody's any more."""
        if fact.last.span.part != "text":
            return "script_gone"
        raised = self._view.analysis.ledger.get(FactKind.COMMAND, value.command)
        command = raised.value if raised is not None else None
        if not isinstance(command, CommandValue):
            return "elsewhere"
        if acting_verb(command, self._view.settings.shipping):
            return "otherwise"
        return "one_off" if command.program != command.tool else "elsewhere"

    def _is_work_between(self, fact: Fact) -> bool:
        """Whether a file was changed, or a program run, between an error and the run without it."""
        raised = [seen.span for seen in fact.history if seen.change is Change.RAISED]
        if not raised:
            return True
        after = bisect_right(self._work, self._view.index_of(raised[-1]))
        return after < len(self._work) and self._work[after] < self._view.index_of(fact.last.span)

    @cached_property
    def _work(self) -> Sequence[int]:
        """The messages, in order, by which a file was changed or a program run that checks none."""
        ledger = self._view.analysis.ledger
        changes = (s for f in ledger.of(FactKind.FILE) for s in f.history if s.change in EFFECTIVE)
        runs = (
            seen for f in ledger.of(FactKind.COMMAND) if not is_check(f.value) for seen in f.history
        )
        return sorted({self._view.index_of(seen.span) for seen in (*changes, *runs)})

    def _told(self, fact: Fact, value: ErrorValue) -> TextSpan | None:
        """The sentence that states the fix; else a line that the fixing edit put in.

        A sentence that neither has a word of the error nor calls itself a fix states none where the
        edit shows it.
        """
        if value.fix is not None:
            by = self._view.index_of(value.fix.span)
            told = _best(self._sentences((by,)), value)
            told = None if self._merely_announces(told, value) else told
            return told if _is_about(told, value) else self._line(value.fix) or told
        raised = [seen.span for seen in fact.history if seen.change is Change.RAISED]
        closed = self._view.index_of(fact.last.span)
        first = self._view.index_of(raised[-1]) + 1 if raised else 0
        nearest = closed - self._view.settings.fixes.looked_at
        told = _best(self._sentences(range(max(first, nearest), closed)), value)
        return told if _is_about(told, value) and not self._merely_announces(told, value) else None

    def _sentences(self, indexes: Iterable[int]) -> Iterator[TextSpan]:
        """What the agents of these messages say that they do about it."""
        for index in indexes:
            analysis = self._view.messages[index]
            if index < 0 or analysis.message.author is not Author.AGENT:
                continue
            for unit in analysis.units:
                is_prose = unit.kind is UnitKind.SENTENCE and unit.span.part == "text"
                if is_prose and self._says_fix(unit.text.strip()):
                    yield TextSpan(unit.text, unit.span)

    def _says_fix(self, text: str) -> bool:
        if len(text) > self._longest or is_question(text) or not tells_fix(text):
            return False
        said = len(set(content_words(text))) >= self._view.settings.fixes.least_words
        return said and not (is_lead_in(text) or is_bare(text) or _guesses(text))

    def _merely_announces(self, told: TextSpan | None, value: ErrorValue) -> bool:
        """It says that the error is to be fixed, and not by what."""
        if told is None or not is_intention(told.text):
            return False
        known = {*content_words(value.line), *content_words(value.place)}
        new = set(content_words(told.text)) - known - self._view.settings.fixes.announcing
        return len(new) < self._view.settings.fixes.least_new

    def _line(self, fix: TextSpan) -> TextSpan | None:
        """The first line that says something of what the edit put in."""
        least = self._view.settings.changed_lines.least_characters
        for value in self._edits.get(fix.span.message_id, ()):
            added = sum(len(hunk.added) for hunk in value.hunks)
            if value.path != fix.text or added > self._view.settings.fixes.small_edit:
                continue
            for line in (line for hunk in value.hunks for line in hunk.added):
                text = line.text.strip()
                says = not (is_closing(text) or is_import(text))
                if says and least < len(text) <= self._longest // 2:
                    return line
        return None

    @cached_property
    def _tellers(self) -> Mapping[Span, tuple[FactKind, str]]:
        """The error or test that gives each reason why one is left, by where the reason stands."""
        ledger, found = self._view.analysis.ledger, dict[Span, tuple[FactKind, str]]()
        for fact in (*ledger.of(FactKind.ERROR), *ledger.of(FactKind.TEST)):
            if fact.status is Status.SETTLED:
                found.setdefault(_reason(fact), (fact.kind, fact.key))
        return found

    @cached_property
    def _edits(self) -> Mapping[str, Sequence[FileValue]]:
        """What each message's calls did to files."""
        found: dict[str, list[FileValue]] = {}
        for fact in self._view.analysis.ledger.of(FactKind.FILE):
            for seen in fact.history:
                if isinstance(seen.value, FileValue) and seen.value.hunks:
                    found.setdefault(seen.span.message_id, []).append(seen.value)
        return found


def _best(sentences: Iterable[TextSpan], value: ErrorValue) -> TextSpan | None:
    """The one that shares most words with the error; the last of equals."""
    best, most = None, -1
    for sentence in sentences:
        shared = _shared(sentence, value)
        if shared >= most:
            best, most = sentence, shared
    return best


def _is_about(told: TextSpan | None, value: ErrorValue) -> bool:
    """It speaks of the error, or calls itself the fix; that something is to be fixed is neither."""
    if told is None:
        return False
    named = names_fix(told.text) and not is_intention(told.text)
    return named or _shared(told, value) > 0


def _shared(sentence: TextSpan, value: ErrorValue) -> int:
    """Words that it has in common with the error."""
    wanted = {*content_words(value.line), *content_words(value.type)}
    return len(wanted.intersection(content_words(sentence.text)))


def _guesses(text: str) -> bool:
    return any(phrase.category == "troubles.guess" for phrase in find(text, "troubles"))


def _reason(fact: Fact) -> Span:
    """Where a settled fact's reason stands."""
    settled = (seen.span for seen in reversed(fact.history) if seen.change is Change.SETTLED)
    return next(settled)
