"""What the condensers' configurations have in common: a wrong field is a ConfigError."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import ValidationError

from uagent_memory.config import config_error
from uagent_memory.given import check_kind
from uagent_memory.knobs import Knobs

__all__ = ["CheckedFields", "config_of"]


class CheckedFields(Knobs):
    """A frozen configuration.

    Raises:
        ConfigError: an unknown field or a bad value; names it and what is allowed.
    """

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            kind = type(self)
            raise config_error(error, source=kind.__name__, allowed=kind.model_fields) from error


Config = TypeVar("Config", bound=CheckedFields)


def config_of(config: Config | None, kind: type[Config]) -> Config:
    """The configuration given, or the document's defaults.

    Raises:
        ConfigError: it is none of its kind.
    """
    check_kind("config", config, kind, advice=f"a {kind.__name__}")
    return kind() if config is None else config
