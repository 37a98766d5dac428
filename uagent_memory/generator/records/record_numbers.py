"""Numbers in records and in speech: ids, figures, and what many things share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from uagent_memory.generator.evidence.json_pieces import plain_fields

__all__ = ["ID", "NUMBERED", "as_spoken", "is_numbered", "spoken_in"]

ID = re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{4,}")
"""Letters and digits together: a value that names one thing."""
NUMBERED = re.compile(rf"\d{{6,}}|{ID.pattern}")

_SPOKEN = re.compile(rf"{NUMBERED.pattern}|\d+\.\d\d?|\d{{3,5}}")
_MEASURED = re.compile(r"\d+(?:\.\d+)?-?[^\W\d_]{1,5}")
"""A number with its unit, which many things share."""
_TENTHS = re.compile(r"\d+\.\d")


def spoken_in(terms: Iterable[str]) -> Iterator[str]:
    """Ids and figures as people say them."""
    for term in terms:
        if _SPOKEN.fullmatch(term) and not _MEASURED.fullmatch(term):
            yield as_spoken(term)


def as_spoken(number: str) -> str:
    """Of 31.5 that is 31.50."""
    return f"{number}0" if _TENTHS.fullmatch(number) else number


def is_numbered(record: str) -> bool:
    """One of its values names one thing."""
    return any(NUMBERED.fullmatch(value) for _, value in plain_fields(record))
