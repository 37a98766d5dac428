"""Checks of what a caller passes in; their errors say what would do."""

from __future__ import annotations

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.tokens import TokenCounter, default_counter

__all__ = ["check_kind", "counter_of", "is_number", "is_whole", "settings_of"]


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
