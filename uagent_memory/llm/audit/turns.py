"""A change from one thing to another, told the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import shared

__all__ = ["wrong_turns"]

THING = r"[\"'`“]?([\w.+#/-]+)[\"'`”]?"
ARTICLE = r"(?:the |an? )?"
BETWEEN = r"(?:\s+[\w-]+){0,2}?\s+"
TURNS = (
    re.compile(
        rf"\bfrom\s+{ARTICLE}{THING}{BETWEEN}(?:in)?to\s+{ARTICLE}{THING}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:replac|substitut|exchang|swapp)\w*\s+{ARTICLE}{THING}"
        rf"{BETWEEN}(?:with|by|for)\s+{ARTICLE}{THING}",
        re.IGNORECASE,
    ),
    re.compile(
        r"[从由把将]\s*([^，。；、\s]{1,12}?)\s*(?:改|换|变|转|切|迁|移|升|降)"
        r"(?:为|成|换到|换成|到|移到|至|级到)\s*([^，。；、\s]{1,12})"
    ),
)
ORDERS = (
    re.compile(r"先(.{2,14}?)[，,]?(?:再|然后|后|之后)(.{2,14}?)(?=[，。；,;]|$)"),
    re.compile(
        r"\bfirst,?\s+(.{4,60}?)[,;]?\s+(?:and\s+)?then\s+(.{4,60}?)(?=[.,;]|$)", re.IGNORECASE
    ),
    re.compile(r"([^.,;:]{4,60}?)\s+(?:and then|before)\s+([^.,;:]{4,60})", re.IGNORECASE),
)
"""What comes first, and what after it."""
CAUSES = (
    re.compile(
        r"(?:^|[.;:]\s)\s*(?:since|because|as)\s+([^.;,]{4,90}),\s+([^.;,]{4,90})", re.IGNORECASE
    ),
    re.compile(r"([^.;:,]{4,90}),?\s+so(?: that)?\s+([^.;,]{4,90})", re.IGNORECASE),
    re.compile(
        r"([^.;:,]{4,90})[,;.]\s+(?:therefore|hence|thus|so),?\s+([^.;,]{4,90})", re.IGNORECASE
    ),
    re.compile(r"(?:因为|由于|因)([^，。；]{3,40})[，,]\s*(?:所以|因此|因而|故)?([^，。；]{3,40})"),
    re.compile(r"([^，。；]{3,40})[，,]\s*(?:所以|因此|因而|导致|于是|故)([^，。；]{3,40})"),
)
"""What comes of what: the cause, the effect."""
EFFECTS = (
    re.compile(
        r"([^.;:,]{4,90}?),?\s+(?:because|since|due to|owing to)\s+([^.;,]{4,90})", re.IGNORECASE
    ),
    re.compile(r"([^，。；]{3,40})[，,]?\s*(?:因为|是由于|的?原因是|是因为)([^，。；]{3,40})"),
)
"""The same, the effect first."""
CUE = re.compile(
    r"\b(?:since|because|as|so|therefore|hence|thus|due to|owing to)\b|因|所以|导致|于是|故|由于",
    re.IGNORECASE,
)
NEAR = 110
"""Characters on each side of a cue that can belong to its pair."""
HEAD = 2
"""Characters of a Chinese thing by which it is known again."""
LEAST = 3
"""Words in common with a pair the other way round."""


def wrong_turns(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = {pair for line in sources for pair in _pairs(line.support)}
    for before, after in sorted(_pairs(text)):
        if (after, before) in told and (before, after) not in told:
            yield f"a change told the other way round: from {before} to {after}"
    for name, pairs in (("order", _orders), ("cause", _causes)):
        known = {pair for line in sources for pair in pairs(line.support)}
        for first, then in sorted(pairs(text)):
            if _is_reversed(first, then, known):
                yield f"told in another {name}: {first[:40]}, {then[:40]}"


def _is_reversed(first: str, then: str, known: Iterable[tuple[str, str]]) -> bool:
    is_back = False
    for one, other in known:
        across = (_common(first, other), _common(then, one))
        along = _common(first, one) + _common(then, other)
        if along > sum(across):
            return False
        is_back |= all(across) and sum(across) >= max(LEAST, 2 * along)
    return is_back


@lru_cache(maxsize=4096)
def _orders(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((m[1], m[2]) for form in ORDERS for m in form.finditer(text))


@lru_cache(maxsize=4096)
def _causes(text: str) -> frozenset[tuple[str, str]]:
    places = {text[max(0, m.start() - NEAR) : m.end() + NEAR] for m in CUE.finditer(text)}
    forth = {(m[1], m[2]) for form in CAUSES for x in places for m in form.finditer(x)}
    back = {(m[2], m[1]) for form in EFFECTS for x in places for m in form.finditer(x)}
    return frozenset(forth | back)


def _common(one: str, other: str) -> int:
    return len(shared(one, other))


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (_head(match.group(1)), _head(match.group(2)))
        for pattern in TURNS
        for match in pattern.finditer(text)
    )


def _head(thing: str) -> str:
    return thing.lower().rstrip(".") if thing.isascii() else thing[:HEAD]
