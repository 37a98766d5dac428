"""The word lists about checks (`proofs.toml`), each as one pattern for both languages."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.tables import table

__all__ = ["check_words"]


@cache
def check_words(name: str) -> re.Pattern[str]:
    """The list of that name: whole words in English, anywhere in Chinese."""
    lists = table("proofs")[name]
    spelled = rf"(?<!\w)(?:{any_of(lists['en'])})(?!\w)|(?:{any_of(lists['zh'])})"
    return re.compile(spelled, re.IGNORECASE)
