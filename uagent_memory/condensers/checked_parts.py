"""The parts of a condenser, checked when it is made and not at the first call that needs one."""

from __future__ import annotations

from typing import TypeVar

from uagent_memory.condensers.checked_fields import CheckedFields
from uagent_memory.given import check_kind
from uagent_memory.llm.protocol import LanguageModel

__all__ = ["check_model", "config_of"]

Config = TypeVar("Config", bound=CheckedFields)


def config_of(config: Config | None, kind: type[Config]) -> Config:
    """The configuration given, or the document's defaults.

    Raises:
        ConfigError: it is none of its kind.
    """
    check_kind("config", config, kind, advice=f"a {kind.__name__}")
    return kind() if config is None else config


def check_model(name: str, model: LanguageModel | None) -> None:
    """Accept None and whatever can be asked.

    Raises:
        ConfigError: it cannot.
    """
    check_kind(name, model, LanguageModel, advice="an object with `name` and `complete`")
