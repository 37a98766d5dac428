"""How a statement is phrased: lead-ins and intentions say little by themselves."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from uagent_memory.config import read_toml

__all__ = ["is_intention", "is_lead_in"]


@cache
def _intentions() -> re.Pattern[str]:
    data = read_toml(Path(__file__).with_name("intentions.toml"))
    english = "|".join(re.escape(words) for words in data["english"])
    chinese = "|".join(re.escape(words) for words in data["chinese"])
    return re.compile(rf"[\W_]*(?:(?:{english})\b|(?:{chinese}))", re.IGNORECASE)


def is_lead_in(text: str) -> bool:
    """It announces what follows it: without that it says nothing."""
    return text.rstrip("*_` ").endswith((":", "："))


def is_intention(text: str) -> bool:
    """It announces the next action."""
    return _intentions().match(text) is not None
