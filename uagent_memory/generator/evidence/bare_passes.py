"""Printed lines that say no more than that something passed."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.generator.wording.phrase_index import phrase_list

__all__ = ["is_bare_pass"]


def is_bare_pass(line: str) -> bool:
    """It says only that a check passed, or how long it took."""
    return _bare_pass().fullmatch(line.strip()) is not None


@cache
def _bare_pass() -> re.Pattern[str]:
    lists = phrase_list("bare_pass")
    return re.compile("|".join((*lists["en"], *lists["zh"])), re.IGNORECASE)
