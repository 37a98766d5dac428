"""What is no answer though it is text: a refusal, an error of the server, a placeholder."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from uagent_memory.config import read_toml

__all__ = ["NonAnswer", "non_answer"]

NonAnswer: TypeAlias = Literal["", "refusal", "error text", "placeholder"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    opening: int
    longest_error: int
    refusal: tuple[str, ...]
    error: tuple[str, ...]
    placeholder: tuple[str, ...]


@cache
def _data() -> _Data:
    return _Data.model_validate(read_toml(Path(__file__).with_name("non_answers.toml")))


@cache
def _pattern(kind: Literal["refusal", "error", "placeholder"]) -> re.Pattern[str]:
    either = "|".join(f"(?:{one})" for one in getattr(_data(), kind))
    return re.compile(rf"[\s\"'“”*#>_]*(?:{either})", re.IGNORECASE)


def non_answer(text: str, *, said: str = "") -> NonAnswer:
    """What a text is in place of an answer; "" for an answer.

    Args:
        text: a model's, or a part of it.
        said: what the answer is about: words that stand there are quoted, not the model's own.
    """
    bare = text.strip()
    if not bare:
        return ""
    if _pattern("placeholder").fullmatch(bare):
        return "placeholder"
    if found := _pattern("refusal").match(bare[: _data().opening]):
        return "" if found.group().strip() in said else "refusal"
    short = len(bare) <= _data().longest_error
    if short and (found := _pattern("error").match(bare)):
        return "" if found.group().strip() in said else "error text"
    return ""
