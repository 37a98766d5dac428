"""What the condensers' configurations have in common: a wrong field is a ConfigError."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from uagent_memory.config import config_error
from uagent_memory.knobs import Knobs

__all__ = ["CheckedFields"]


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
