"""Key names, type names and limits of the formats, as data (shapes.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from uagent_memory.messages import Role

__all__ = ["Keys", "Limits", "Parts", "Shapes", "Speakers", "Wrapper", "shapes"]


class Keys(NamedTuple):
    """Field names by what they hold; of several that are there, the first counts."""

    timestamp: tuple[str, ...]
    source_id: tuple[str, ...]
    agent: tuple[str, ...]
    reasoning: tuple[str, ...]
    blocks: tuple[str, ...]
    not_metadata: tuple[str, ...]


class Parts(NamedTuple):
    """`type` values of content parts by what they are; any other is kept as a block."""

    text: tuple[str, ...]
    refusal: tuple[str, ...]
    tool_call: tuple[str, ...]
    tool_result: tuple[str, ...]


class Speakers(NamedTuple):
    """`agent` names of recorded sessions that are no agents."""

    harness: tuple[str, ...]
    compaction: tuple[str, ...]
    people: tuple[str, ...]


class Wrapper(NamedTuple):
    """Fields of JSON around what a command printed."""

    printed: tuple[str, ...]
    status: tuple[str, ...]
    about: tuple[str, ...]


class Limits(NamedTuple):
    depth: int
    ids: int
    blank_lines: int
    bytes_a_message: int
    few_messages: int
    bytes_a_value: int
    few_values: int


class Shapes(NamedTuple):
    roles: Mapping[str, Role]
    keys: Keys
    parts: Parts
    speakers: Speakers
    wrapper: Wrapper
    limits: Limits


@cache
def shapes() -> Shapes:
    source = resources.files(__package__).joinpath("shapes.toml").read_text(encoding="utf-8")
    data = tomllib.loads(source)
    return Shapes(
        roles={name: Role(role) for role, names in data["roles"].items() for name in names},
        keys=Keys(**_tuples(data["keys"])),
        parts=Parts(**_tuples(data["parts"])),
        speakers=Speakers(**_tuples(data["speakers"])),
        wrapper=Wrapper(**_tuples(data["wrapper"])),
        limits=Limits(**data["limits"]),
    )


def _tuples(table: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(values) for key, values in table.items()}
