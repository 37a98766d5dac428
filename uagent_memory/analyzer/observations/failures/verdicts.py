"""The lines of an output that tell how a command went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from functools import cache
from itertools import takewhile

from uagent_memory.analyzer.observations.failures.lines import Hit, Line, first_lines, last_lines
from uagent_memory.analyzer.observations.shell.outcomes import Ending, Outcome
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.steps import Step
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import TextSpan

__all__ = ["fitting", "heard_from", "own_verdicts", "verdict_lines", "verdict_of"]

_WEAK = frozenset(("task", "npm"))
_SCRIPT = "script"
"""The family of lines that people let their own scripts print."""


def fitting(hits: Sequence[Hit], program: Program) -> list[Hit]:
    """The verdict lines that a program can have printed."""
    return [
        hit
        for hit in hits
        if hit.rule.group == "verdict"
        and _fits(hit.rule.family, program)
        and (not hit.rule.kind or program.kind in (hit.rule.kind, "all", ""))
    ]


def heard_from(
    number: int, steps: Sequence[Step], fits: Sequence[Sequence[Hit]], failed: Container[int]
) -> Sequence[Hit]:
    """The verdict lines of one step of a script.

    What a failed one can have printed is its own, and what a check can have printed that of no
    program that only might check something.
    """
    is_check, fails = steps[number].program.checks, number in failed
    others = {
        hit.line
        for other, hits in enumerate(fits)
        if other != number
        and ((other in failed and not fails) or (steps[other].program.checks and not is_check))
        for hit in hits
        if not (fails and hit.rule.sort == "fail")
    }
    return [hit for hit in fits[number] if hit.line not in others]


def _fits(family: str, program: Program) -> bool:
    if family == _SCRIPT:
        return program.base in strings("shell", "program", "interpreters")
    if family in _WEAK:
        return program.base in _runners()
    if program.base == "git" or family.startswith("git"):
        several = table("verdicts")["programs"].get(family, ())
        return program.base == "git" and (
            family in ("git", program.name) or program.name in several
        )
    if not program.checks:
        return program.base in strings("shell", "program", "interpreters")
    if program.family or not family:
        return family in ("", program.family)
    return program.kind == "all" or program.kind in table("verdicts")["kinds"].get(family, ())


@cache
def _runners() -> frozenset[str]:
    return frozenset(name.partition(" ")[0] for name in strings("shell", "task", "runners"))


def verdict_of(hits: Sequence[Hit]) -> str:
    """ "pass", "fail" or "": a failure outweighs all, but a runner's own mark only if alone."""
    strong = {hit.rule.sort for hit in hits if hit.rule.family not in _WEAK}
    for outcome in ("fail", "pass"):
        if outcome in strong:
            return outcome
    return "fail" if any(hit.rule.sort == "fail" for hit in hits) else ""


def own_verdicts(steps: Sequence[Step], fits: Sequence[Sequence[Hit]]) -> list[str]:
    """The verdict of each step of a script by the lines that it can have printed.

    Of `a && b` the second ran only if the first passed: once it printed what the first cannot
    have printed, what both can have printed is its own. A task runner can have printed anything.

    Args:
        steps: of the script.
        fits: the verdict lines that each can have printed.
    """
    lines = [{hit.line for hit in hits} for hits in fits]
    return [
        "" if _has_gone_on(number, steps, lines) else verdict_of(hits)
        for number, hits in enumerate(fits)
    ]


def _has_gone_on(number: int, steps: Sequence[Step], lines: Sequence[set[Line]]) -> bool:
    """All that it can have printed was printed by one that ran after it passed."""
    if not lines[number]:
        return False
    rest = enumerate(steps[number + 1 :], number + 1)
    after = takewhile(lambda joined: joined[1].pipeline.link == "&&", rest)
    return any(
        lines[other] - lines[number]
        and (lines[number] < lines[other] or step.program.base in _runners())
        for other, step in after
    )


def verdict_lines(
    exchange: Exchange,
    outcome: Outcome,
    hits: Sequence[Hit],
    program: Program,
    *,
    alone: bool,
    joint: bool,
    failed: bool,
    taken: Container[Line] = (),
) -> tuple[TextSpan, ...]:
    """The telling lines of one command, best first; else its last lines.

    Args:
        exchange: The call and its answer.
        outcome: What the answer says of the whole.
        hits: The verdict lines that fit the program.
        program: The command's program.
        alone: No other command of the call comes after it: lines that no rule knows are its own.
        joint: Others of the call may have printed, too: of a listing nobody knows where it begins.
        failed: It failed, so that failures are shown first.
        taken: Lines that other commands of the call printed.
    """
    if exchange.answer is None or outcome.ending is Ending.REFUSED:
        return ()
    limits = table("verdicts")["limits"]
    wanted = "fail" if failed else "pass"
    ranked = sorted(
        enumerate(hits),
        key=lambda item: (item[1].rule.sort != wanted, -item[1].rule.rank, -item[0]),
    )
    told = [hit for _, hit in ranked]
    if not failed:
        told = _of_the_whole(told)
    lines = list(dict.fromkeys(hit.line for hit in told))[: limits["verdict"]]
    if not hits and alone:
        plain = _plain_lines(exchange.result, outcome.body, program, limits, joint=joint)
        lines = [line for line in plain if line not in taken]
    longest = limits["verdict_length"]
    return tuple(exchange.heard(line.start, min(line.end, line.start + longest)) for line in lines)


def _of_the_whole(hits: Sequence[Hit]) -> list[Hit]:
    """Without the lines that each tell of a part of a passed run, unless there is only one."""
    counts = Counter(hit.rule for hit in hits)
    return [hit for hit in hits if not hit.rule.each or counts[hit.rule] == 1]


def _plain_lines(
    text: str, body: tuple[int, int], program: Program, limits: dict[str, int], *, joint: bool
) -> list[Line]:
    """Of a search the first lines, of a short listing all, of a long one none."""
    start, end = body
    if not program.reads:
        last = last_lines(text, start, end, limits["looked_at"])
        telling = [line for line in last if _WORD.search(text, *line)]
        return telling[: -limits["verdict"] - 1 : -1]
    last = last_lines(text, start, end, 1)
    if last and _TOTAL.match(text, *last[0]):
        return last
    if joint:
        return []
    first = first_lines(text, start, end, limits["listing"] + 1)
    if len(first) <= limits["listing"] or program.among("program", "searchers"):
        return first[: limits["listing"]]
    return []


_WORD = re.compile(r"\w{2}")
_TOTAL = re.compile(r" \d{1,9} files? changed, ")
