"""Which steps of a script ran and how they ended, as far as status and output tell.

The exit status belongs to the last command that ran. Of `a && b` with a failure it is known that
one of them failed, not which: commands that always complain when they fail (`sed`, `mv`) and did
not complain have succeeded; output that only a later command prints shows that the earlier ones
did; what comes after a command that may have failed is unsure: nobody may claim its effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import cache, cached_property, partial

from uagent_memory.analyzer.observations.failures.lines import first_lines, last_lines, scan
from uagent_memory.analyzer.observations.shell.echoes import echoes_of
from uagent_memory.analyzer.observations.shell.outcomes import Ending, Outcome
from uagent_memory.analyzer.observations.shell.steps import Step
from uagent_memory.analyzer.observations.tables import either, table

__all__ = ["Fate", "fates_of"]


class Fate(Enum):
    PASSED = auto()
    FAILED = auto()
    RAN = auto()  # to an end that nobody stated
    UNSURE = auto()  # it may not have run
    NOT_RUN = auto()


_LOOKED_AT = 40


def fates_of(
    steps: Sequence[Step], outcome: Outcome, text: str, verdicts: Sequence[str], *, marked: bool
) -> list[Fate]:
    """The fate of each step.

    Args:
        steps: The steps of one script.
        outcome: What the answer says of the whole.
        text: The answer.
        verdicts: Per step "pass", "fail" or "", as its own lines tell.
        marked: The harness marks failures, so that an unmarked answer is a success.
    """
    if outcome.ending in (Ending.REFUSED, Ending.UNANSWERED):
        return [Fate.NOT_RUN] * len(steps)
    reading = _Reading(steps, outcome, text, verdicts, marked=marked)
    return list(reading.fates())


class _Reading:
    def __init__(
        self,
        steps: Sequence[Step],
        outcome: Outcome,
        text: str,
        verdicts: Sequence[str],
        *,
        marked: bool,
    ) -> None:
        self._steps = steps
        self._verdicts = verdicts
        done = outcome.ending is Ending.DONE
        self._ok = done or (outcome.ending is Ending.UNKNOWN and marked)
        self._stated = done
        self._failed = outcome.ending is Ending.FAILED
        start, end = outcome.body
        self._empty = not text[start:end].strip() if end - start < _SHORT else False
        clean = done and all(step.pipeline.link in ("", "&&") for step in steps)
        self._blamed = set() if clean else set(_blamed(steps, text, start, end))
        self._echoed = dict(_echoed(steps, text, start, end))
        self._stopping = next(filter(partial(_stops_at, steps), range(len(steps))), len(steps))
        self._strict = self._stopping < len(steps)
        self._echoes = echoes_of(steps, text, start, end)
        self._branches = {steps[number].simple.branch for number in self._echoes.heard}

    def fates(self) -> Iterator[Fate]:
        lists: list[list[int]] = []
        stopping = self._stopping if self._failed else len(self._steps)
        for number, step in enumerate(self._steps):
            joined = step.pipeline.link in ("&&", "||") or number > stopping
            if joined and lists:
                lists[-1].append(number)
            else:
                lists.append([number])
        for chain in lists:
            yield from self._chain(chain, final=chain is lists[-1])

    def _chain(self, chain: list[int], *, final: bool) -> Iterator[Fate]:
        """Commands joined by && and ||. Only the final chain decides the exit status."""
        evidence = max(filter(self._proves, chain), default=-1)
        ok = self._ok and (final or self._strict)
        failed = self._failed and final
        fate = Fate.PASSED
        for number in chain:
            step = self._steps[number]
            if step.pipeline.link == "||" and number != chain[0]:
                fate = self._alternative(fate, number)
            elif number != chain[0] and fate in (Fate.FAILED, Fate.NOT_RUN):
                fate = Fate.NOT_RUN
            elif self._may_be_elsewhere(step) or (
                number != chain[0]
                and fate in (Fate.RAN, Fate.UNSURE)
                and (failed or not self._unmasked(chain, number))
                and number > evidence
            ):
                fate = Fate.UNSURE
            else:
                whole = ok and self._unmasked(chain, number)
                fate = self._run(number, ok=whole, failed=failed, last=number == chain[-1])
                if fate is Fate.RAN and number < evidence:
                    fate = Fate.PASSED
            yield fate

    def _proves(self, number: int) -> bool:
        """Whether what came before it in its chain passed: it spoke, or an alternative did not."""
        if self._steps[number].pipeline.link == "||":
            return number in self._echoes.silent and not self._failed
        return bool(self._verdicts[number] or number in {*self._blamed, *self._echoes.heard})

    def _may_be_elsewhere(self, step: Step) -> bool:
        """In a branch that nothing shows to have been taken."""
        return step.conditional and step.simple.branch not in self._branches

    def _alternative(self, before: Fate, number: int) -> Fate:
        if number in self._echoes.heard:
            return Fate.PASSED
        if before is Fate.FAILED:
            return self._run(number, ok=False, failed=False, last=False)
        return Fate.NOT_RUN if before is Fate.PASSED else Fate.UNSURE

    def _unmasked(self, chain: list[int], number: int) -> bool:
        """Whether success of the whole means success of this one: no `||` follows it."""
        return not any(self._steps[i].pipeline.link == "||" for i in chain if i > number)

    def _run(self, number: int, *, ok: bool, failed: bool, last: bool) -> Fate:
        """The fate of a step that surely ran."""
        step = self._steps[number]
        told = self._told(number)
        if told is not None:
            return told
        if (ok and self._tells(step)) or (step.loud and not (failed and last)):
            return Fate.PASSED
        return Fate.FAILED if failed and last and not self._quiet(step) else Fate.RAN

    def _told(self, number: int) -> Fate | None:
        """What the output itself says of a step."""
        program, verdict = self._steps[number].program, self._verdicts[number]
        tells = program.checks or program.base == "git"
        if number in self._echoed:
            return Fate.FAILED if self._echoed[number] else Fate.PASSED
        if number in self._blamed:
            return Fate.FAILED
        if tells and verdict == "fail":
            return None if program.base == "git" and self._is_other_git_blamed else Fate.FAILED
        return Fate.PASSED if tells and verdict == "pass" else None

    @cached_property
    def _is_other_git_blamed(self) -> bool:
        """One git command is known to have complained: what git printed is not the others'."""
        return any(self._steps[number].program.base == "git" for number in self._blamed)

    def _tells(self, step: Step) -> bool:
        """Whether the status of the whole says how this step ended.

        A check's own status is lost behind a pipe; without a stated status a check must be silent.
        """
        if not step.program.checks:
            return True
        if step.piped:
            return False
        return self._stated or self._empty

    def _quiet(self, step: Step) -> bool:
        """A status of 1 is an answer of its own."""
        programs = step.programs if step.piped else (step.program,)
        return programs[-1].among("program", "quiet")


_SHORT = 400


def _stops_at(steps: Sequence[Step], number: int) -> bool:
    """`set -e`: from here on the first failure is the end."""
    program = steps[number].program
    return program.name == "set" and any("e" in flag for flag in program.flags())


def _blamed(steps: Sequence[Step], text: str, start: int, end: int) -> Iterator[int]:
    """Steps whose program complains in the output: `sed: ...`, `bash: line 1: foo: ...`."""
    if start >= end:
        return
    heads = [
        text[line.start : min(line.end, line.start + _HEAD)]
        for line in (
            *first_lines(text, start, end, _LOOKED_AT),
            *last_lines(text, start, end, _LOOKED_AT),
        )
    ]
    complaints = [head for head in heads if ": " in head]
    gits = _complaining_gits(steps, heads)
    for number, step in enumerate(steps):
        if step.muted or not complaints:
            continue
        words = {step.simple.program, step.program.base, step.simple.program.rpartition("/")[2]}
        pattern = _complaint(tuple(sorted(words - {""})))
        told = (head for head in complaints if pattern.match(head))
        own = not all(map(_reassures, told)) and not _survives(step, complaints)
        if own or (gits == [number] and any(_GIT.match(head) for head in complaints)):
            yield number


def _complaining_gits(steps: Sequence[Step], heads: Sequence[str]) -> list[int]:
    """The git commands that a complaint of git may come from: of a remote one only such a one."""
    gits = [number for number, step in enumerate(steps) if step.program.base == "git"]
    calling = [number for number in gits if steps[number].program.among("git", "calling")]
    if calling and len(gits) > 1 and any(map(_refused_call().match, heads)):
        return calling
    return gits


@cache
def _refused_call() -> re.Pattern[str]:
    return either(table("shell")["git"]["refused_call"])


_HEAD = 200
_GIT = re.compile(r"(?:fatal|error): ")


def _survives(step: Step, complaints: Sequence[str]) -> bool:
    """A search that skips files says so and goes on; reading tools may warn."""
    if not step.program.among("program", "quiet"):
        return False
    return all("inary file" in line or "Is a directory" in line for line in complaints)


def _reassures(line: str) -> bool:
    """It says that a check passed, under its program's name: `nginx: ... test is successful`."""
    hits = scan(line, 0, len(line))
    return any(hit.rule.group == "verdict" and hit.rule.sort == "pass" for hit in hits)


def _complaint(words: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(map(re.escape, words))
    shell = r"(?:/(?:usr/)?bin/)?(?:\w{0,6}sh|\(eval\))(?::\d+)?: (?:line \d+: |\d+: )?"
    return re.compile(
        rf"(?:{shell})?(?:{names}): (?!warning|Warning|note|info|警告)\S|"
        rf"{shell}(?:command )?not found: (?:{names})$|"
        rf"(?:{names}): (?:command )?not found"
    )


def _echoed(steps: Sequence[Step], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """`cmd; echo "exit: $?"`: the status that the script prints of the step before."""
    for number, step in enumerate(steps[1:], 1):
        if step.program.name != "echo" or "$?" not in (shown := _words(step)):
            continue
        pattern = re.compile(re.escape(shown).replace(r"\$\?", r"(\d{1,3})") + r"\s*$")
        for line in last_lines(text, start, end, _LOOKED_AT):
            if found := pattern.match(text[line.start : line.end]):
                earlier = number - 1
                if not steps[earlier].piped:
                    yield earlier, int(found[1])
                break


def _words(step: Step) -> str:
    return " ".join(word.text for word in step.program.arguments if word.text not in ("-e", "-n"))
