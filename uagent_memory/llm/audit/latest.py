"""What passes or fails by now, and which of several things is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.claims import claims_of
from uagent_memory.llm.audit.data import audit_data, grammar
from uagent_memory.llm.audit.material import DraftLine

__all__ = ["wrong_latest"]


def wrong_latest(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    support = "\n".join(line.support for line in sources)
    known = _by_now(support)
    for category in sorted(_by_now(text) - known if known else ()):
        yield f"no source says {category!r} of now: {text[:80]}"
    lowered = support.lower()
    for word in map(str.lower, grammar("ordinal").findall(text)):
        told = audit_data()["ordinals"][word].split()
        if "first" in lowered and not any(re.search(rf"\b{other}\b", lowered) for other in told):
            yield f"another one than in its sources: {word}"


def _by_now(text: str) -> frozenset[str]:
    """Outcomes right beside a "now" or "since"."""
    found = (claims_of(match[1]) for pattern in _now() for match in pattern.finditer(text))
    return frozenset(claim.category for x in found for claim in x if claim.group == "outcome")


@cache
def _now() -> tuple[re.Pattern[str], ...]:
    data = audit_data()["by_now"]
    patterns = (
        rf"\b(?:{any_of(data['en'])})\s+(\w+)",
        rf"(\w+)\s+(?:{any_of(data['since'])})\b",
        rf"(?:{any_of(data['zh'])})([\u3400-\u9fff]{{2,4}})",
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
