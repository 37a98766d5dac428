"""Sentences that only tell what is looked at next."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import audit_data

__all__ = ["is_opening", "without_narration"]


@lru_cache(maxsize=4096)
def without_narration(text: str) -> str:
    """A text without such sentences; nothing is lost with them.

    Examples:
        >>> without_narration("Let me check the config. The timeout is 20m.")
        'The timeout is 20m.'
    """
    told = sentences(text)
    kept = [sentence for sentence in told if not _narration().match(sentence.lstrip("[.] "))]
    return text if len(kept) == len(told) else " ".join(kept)


def is_opening(clause: str) -> bool:
    """It only leads in what follows."""
    return clause.lower().lstrip("[.] ").startswith(tuple(audit_data()["narration"]["alone"]))


@cache
def _narration() -> re.Pattern[str]:
    data = audit_data()["narration"]
    openers, between = ("|".join(data[name]) for name in ("openers", "between"))
    verbs = "|".join(
        verb.removesuffix("*") + (r"\w*" if verb.endswith("*") else r"\b") for verb in data["verbs"]
    )
    offers = "|".join(map(re.escape, data["offers"]))
    return re.compile(
        rf"(?:{offers})|(?:{openers}) (?:(?:{between}) )*(?:{verbs})|{'|'.join(data['zh'])}",
        re.IGNORECASE,
    )
