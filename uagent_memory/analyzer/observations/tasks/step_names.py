"""How steps of a list are spoken of by their numbers: "Task 2 is done", 第2项已完成."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import Change

__all__ = ["ToldStep", "is_of_one_step", "number_of", "steps_told"]

_NUMBER = re.compile(r"\d{1,2}|[一二三四五六七八九十]")
_HAN = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)}


class ToldStep(NamedTuple):
    """What a sentence says of one step."""

    number: int
    change: Change


def steps_told(sentence: str) -> Iterator[ToldStep]:
    """The steps that it calls done, or begun; not where it only supposes or denies that."""
    if _named().search(sentence) is None:
        return
    for pattern, change in ((_done(), Change.DONE), (_begun(), Change.STARTED)):
        for found in pattern.finditer(sentence):
            if _supposing().search(sentence, 0, found.start()) is None:
                for number in _numbers(found.group()):
                    yield ToldStep(number, change)


def is_of_one_step(sentence: str) -> bool:
    """It calls a step done, and so not all of the work."""
    return any(step.change is Change.DONE for step in steps_told(sentence))


def number_of(sign: str) -> int:
    return _HAN.get(sign) or int(sign)


def _numbers(text: str) -> Sequence[int]:
    named = _named().search(text)
    return tuple(map(number_of, _NUMBER.findall(named.group()))) if named is not None else ()


@cache
def _named() -> re.Pattern[str]:
    return either(table("tasks")["step_names"], re.IGNORECASE)


@cache
def _done() -> re.Pattern[str]:
    return _with_name("step_done")


@cache
def _begun() -> re.Pattern[str]:
    return _with_name("step_begun")


@cache
def _supposing() -> re.Pattern[str]:
    return either(table("tasks")["step_supposed"], re.IGNORECASE)


def _with_name(key: str) -> re.Pattern[str]:
    name = _named().pattern
    return either((p.replace("STEP", f"(?:{name})") for p in table("tasks")[key]), re.IGNORECASE)
