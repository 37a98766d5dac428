"""Code that an executor ran as it stands: notebook cells, and code blocks of an agent's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b

from uagent_memory.analyzer.observations.failures.errors import errors_in
from uagent_memory.analyzer.observations.failures.findings import closed_observations, raised_errors
from uagent_memory.analyzer.observations.failures.lines import Hit, last_lines, scan
from uagent_memory.analyzer.observations.files.edits import Edit, compared, inserted, split_lines
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.outcomes import Ending, Outcome
from uagent_memory.analyzer.observations.shell.steps import Script
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, CommandValue, FactKind, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["code_blocks", "failing_block", "is_shell", "observe_code"]

_LONGEST = 1500
_FENCE = "```"
_LANGUAGE = re.compile(r"```([\w+-]*)[ \t]*\r?\n")


def code_blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """(language, start, end) of each fenced block that an executor would run."""
    at = 0
    while found := _LANGUAGE.search(text, at):
        end = text.find(_FENCE, found.end())
        if end < 0:
            return
        language = found[1].lower()
        if is_shell(language) or language in strings("tools", "code", "python"):
            yield language, found.end(), end
        at = end + len(_FENCE)


def is_shell(language: str) -> bool:
    return language in strings("tools", "code", "shell")


@cache
def _filename() -> re.Pattern[str]:
    return re.compile(table("tools")["code"]["filename"])


def failing_block(blocks: Sequence[tuple[str, int, int]], text: str, output: str) -> int:
    """Which of several blocks an output's first frame stands in; -1 where that is not plain.

    Args:
        blocks: language, start and end of each.
        text: that holds them.
        output: what was printed when they ran.
    """
    frame = _FRAME.search(output)
    if frame is None:
        return -1
    number, code = int(frame[1]) - 1, frame[2].strip()
    lines = (text[start:end].split("\n") for _, start, end in blocks)
    holding = [
        place
        for place, block in enumerate(lines)
        if number < len(block) and block[number].strip() == code
    ]
    return holding[0] if len(holding) == 1 else -1


def observe_code(
    script: Script, language: str, scene: Scene, *, spared: bool = False
) -> Iterator[Observation]:
    """A run of code: how it ended, its errors, the file it was saved to.

    `spared`: it is known that other code of the same call brought the failure about.
    """
    exchange, outcome = script.exchange, script.exchange.outcome
    text = script.text.rstrip()
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    saved = _filename().match(text)
    place = scene.paths.place(saved[1]) if saved is not None else None
    key = f"{language} {place.key}" if place is not None else f"{language} #{digest}"
    hits = [] if exchange.answer is None else scan(exchange.result, *outcome.body)
    change = Change.RAN if spared else _change(exchange, hits)
    quote = script.quote(0, min(len(text), _LONGEST))
    value = CommandValue(
        command=quote.text,
        tool=exchange.answer.tool_name or exchange.answer.agent or "" if exchange.answer else "",
        program=language,
        exit_status=None if spared else outcome.exit_status,
        verdict=() if spared else tuple(_verdict(exchange, outcome, hits, change)),
    )
    yield exchange.observe(FactKind.COMMAND, key, value, change, at=quote.span)
    if saved is not None and place is not None and change is not Change.REFUSED:
        at = script.quote(*saved.span(1)).span
        content = script.quote(0, len(text))
        edit = _written(scene.files.content(place.key), content, place.key)
        act = FileAct(place, Change.CREATED, language, at, edit, sure=False)
        yield from scene.files.record(exchange, act)
        scene.files.wrote(place.key, content)
    if exchange.answer is not None and not spared:
        script_key = place.key if place is not None else ""
        run = Run(
            key,
            language,
            exchange.answer.seq,
            script=script_key,
            about=frozenset(_things(text)) if _is_cell(exchange) else frozenset(),
            asked=exchange.asked.seq if _is_cell(exchange) else -1,
            code=frozenset() if _is_cell(exchange) else frozenset(_named(text)),
        )
        if change is Change.FAILED:
            scene.errors.failed(key, value, run)
        yield from _findings(exchange, hits, change, run, scene)


def _written(before: TextSpan | None, content: TextSpan, path: str) -> Edit:
    """What code changes in the file that it is saved to, under the name of earlier code."""
    lines = split_lines(content)
    return inserted(lines, path) if before is None else compared(split_lines(before), lines, path)


def _change(exchange: Exchange, hits: Sequence[Hit]) -> Change:
    """A notebook states no status: its cell failed where an error is printed."""
    outcome = exchange.outcome
    if outcome.ending in (Ending.REFUSED, Ending.UNANSWERED):
        return Change.REFUSED
    if outcome.ending is Ending.UNKNOWN and _is_cell(exchange):
        raised = any(hit.rule.group == "error" and hit.rule.sort in _RAISED for hit in hits)
        return Change.FAILED if raised else Change.PASSED
    if outcome.ending is Ending.UNKNOWN:
        return Change.RAN
    return Change.PASSED if outcome.ending is Ending.DONE else Change.FAILED


_FRAME = re.compile(
    r'^\s*File "[^"\n]+", line (\d{1,5})(?:, in <module>)?\n[ \t]*(\S.*)$', re.MULTILINE
)
_RAISED = frozenset(("traceback", "exception"))
_ASSIGNED = re.compile(r"^([^\W\d]\w*)\s*=(?!=)", re.MULTILINE)
_DEFINED = re.compile(r"^[ \t]*(?:async )?(?:def|class|function) (\w+)", re.MULTILINE)
_LITERAL = re.compile(r"""(['"])([^'"\n]{3,80})\1""")


def _is_cell(exchange: Exchange) -> bool:
    """Code that a tool's call sends."""
    return exchange.part != "text"


def _things(code: str) -> Iterator[str]:
    """The names that it sets and the texts that it spells: what it is about."""
    yield from (found[1] for found in _ASSIGNED.finditer(code))
    yield from (found[2] for found in _LITERAL.finditer(code))


def _named(code: str) -> Iterator[str]:
    yield from _things(code)
    yield from (found[1] for found in _DEFINED.finditer(code))


def _verdict(
    exchange: Exchange, outcome: Outcome, hits: Sequence[Hit], change: Change
) -> Iterator[TextSpan]:
    """Its last lines, none of a traceback but the error; or none, if it only returned nothing."""
    limits = table("verdicts")["limits"]
    if exchange.answer is not None:
        raised = errors_in(exchange.result, outcome.body, hits, exchange.heard)
        if change is Change.FAILED and raised:
            yield from _after_failing(exchange, outcome, raised[-1].line)
            return
        lines = last_lines(exchange.result, *outcome.body, limits["verdict"])[::-1]
        if (
            len(lines) > 1
            and exchange.result[slice(*lines[0])].strip() in table("tools")["code"]["nothing"]
        ):
            return
        for line in lines:
            yield exchange.heard(line.start, min(line.end, line.start + limits["verdict_length"]))


def _after_failing(exchange: Exchange, outcome: Outcome, error: TextSpan) -> Iterator[TextSpan]:
    """The error, or what was printed behind it and then the error."""
    limits = table("verdicts")["limits"]
    lines = last_lines(exchange.result, error.span.end, outcome.body[1], limits["verdict"])[::-1]
    for line in lines:
        yield exchange.heard(line.start, min(line.end, line.start + limits["verdict_length"]))
    yield error


def _findings(
    exchange: Exchange, hits: Sequence[Hit], change: Change, run: Run, scene: Scene
) -> Iterator[Observation]:
    if change is Change.PASSED:
        yield from closed_observations(exchange, scene.errors.passed(run, scene.files))
        return
    yield from closed_observations(exchange, scene.errors.replaced(run))
    yield from raised_errors(exchange, hits, run, scene)
