"""Where an agent says, or a script prints, that an edit by a pattern did not take."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.tables import either, strings, table

__all__ = ["admissions", "finds_no_place"]

_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?](?!\s|\Z)[^.!?。！？\n]*)*[.!?。！？]?")
_FENCE = "```"
_LONGEST = 2000
_SHORT = 400


def admissions(text: str) -> list[str]:
    """The sentences in front of the first code block that say that an edit did not take."""
    said = text.partition(_FENCE)[0][:_LONGEST]
    folded = said.casefold().replace("’", "'")
    if not any(sign in folded for sign in strings("missed", "signs")):
        return []
    sentences = (found.group() for found in _SENTENCE.finditer(said))
    return [sentence for sentence in sentences if _admits(sentence)]


def _admits(sentence: str) -> bool:
    folded = sentence.casefold().replace("’", "'")
    if any(guess in folded for guess in strings("missed", "guesses")):
        return False
    return _patterns("edits").search(folded) is not None or (
        _patterns("changes").search(folded) is not None
    )


def finds_no_place(output: str) -> bool:
    """Whether a script's short output says that it found nothing to change, and nothing else."""
    if not output.strip() or len(output) > _SHORT:
        return False
    output = output.casefold()
    is_missed = _patterns("unmatched").search(output) is not None
    return is_missed and _patterns("matched").search(output) is None


@cache
def _patterns(kind: str) -> re.Pattern[str]:
    return either(table("missed")[kind])
