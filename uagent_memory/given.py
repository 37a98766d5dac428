"""Checks of what a caller passes in; their errors say what would do."""

from __future__ import annotations

import os
from pathlib import Path

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.readable import readable
from uagent_memory.tokens import TokenCounter, default_counter

__all__ = [
    "check_kind",
    "counter_of",
    "is_number",
    "is_whole",
    "path_of",
    "settings_of",
    "text_of",
]


def check_kind(name: str, value: object, kind: type, *, advice: str) -> None:
    """Accept None and instances of a class or protocol.

    Raises:
        ConfigError: anything else, a class in place of its instance among them.
    """
    if value is not None and (isinstance(value, type) or not isinstance(value, kind)):
        raise ConfigError(f"{name} {value!r}: give {advice}")


def is_number(value: object) -> bool:
    """Whether it is a number, which a truth value is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def text_of(name: str, value: object) -> str:
    """The text given, as every request and file can take it.

    Raises:
        ConfigError: it is no text.
    """
    if not isinstance(value, str):
        raise ConfigError(f"{name} {value!r}: give a text")
    return readable(value)


def path_of(name: str, value: object) -> Path:
    """The path given.

    Raises:
        ConfigError: it is none, or no system could have such a file.
    """
    if not isinstance(value, str | Path):
        raise ConfigError(f"{name} {value!r}: give a path")
    try:
        possible = b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise ConfigError(f"{name} {str(value)!r}: not a possible file name")
    return Path(value)


def settings_of(settings: Settings | None) -> Settings:
    """The settings given, or the shipped ones.

    Raises:
        ConfigError: they are none.
    """
    check_kind("settings", settings, Settings, advice="a Settings, as `load_settings()` makes")
    return Settings() if settings is None else settings


def counter_of(counter: TokenCounter | None) -> TokenCounter:
    """The counter given, or the shipped one.

    Raises:
        ConfigError: it cannot count.
    """
    check_kind("counter", counter, TokenCounter, advice="an object with `count` and `count_many`")
    return default_counter() if counter is None else counter
