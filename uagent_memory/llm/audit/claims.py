"""What a text claims: results, states, changes, verdicts, extents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from uagent_memory.analyzer.lexicon import Lexicon, Match
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, grammar
from uagent_memory.llm.audit.words import clauses, is_negated

__all__ = ["Claim", "alike", "claims_of", "denies", "says_chosen", "turns_down"]

REACH = 24
"""Characters before a claim in which a negation turns it round."""
NEAR = 8
"""Characters before a Chinese claim in which a modal verb stands."""
TURNING = frozenset(("outcome", "state", "change", "verdict"))
"""Groups whose claims a "not" or an "if" turns into others."""
BASE = "base "


class Claim(NamedTuple):
    """A statement of one kind: `pass`, `done`, `created` ...; its group holds the alternatives."""

    category: str
    group: str


@lru_cache(maxsize=16_384)
def claims_of(text: str) -> frozenset[Claim]:
    """The claims of a text; a negated one counts as its opposite, or as `not ...`.

    One of what could, should or is to be is of the group `condition`, its category `if ...`; a verb
    that tells nothing of the kind by itself ("merge") is of the group `mention`.
    """
    return frozenset(_found(text))


def alike(claim: Claim) -> frozenset[Claim]:
    """The claim, and those that say the same of an option."""
    others = audit_data()["alike"].get(claim.category, ())
    return frozenset((claim, *(Claim(other, _group(other)) for other in others)))


@lru_cache(maxsize=16_384)
def denies(clause: str) -> bool:
    """It holds a "not", or says that something was turned down."""
    return turns_down(clause) or is_negated(clause)


@lru_cache(maxsize=16_384)
def turns_down(clause: str) -> bool:
    """It says that something was turned down."""
    return any(
        claim.category == "rejected"
        or (claim.category == "cancelled" and not grammar("always_dropped").search(clause))
        for claim in claims_of(clause)
    )


def says_chosen(text: str) -> bool:
    """It tells a choice by what is so since."""
    return has_cue("set", text)


def _found(text: str) -> Iterator[Claim]:
    for clause in clauses(text):
        for match in _lexicon().find(clause):
            category = match.category.removeprefix(BASE)
            if _is_excluded(category, clause, match.start):
                continue
            group = _group(category)
            if group == "speaker" and not has_cue("voice", clause):
                continue
            before = _reaching(clause[max(0, match.start - REACH) : match.start])
            if group in TURNING and is_negated(before):
                category = audit_data()["opposites"].get(category, f"not {category}")
            if match.category.startswith(BASE):
                yield Claim(f"if {category}", "mention")
            elif group in TURNING and _is_possible(match, clause):
                yield Claim(f"if {category}", "condition")
            else:
                yield Claim(category, group)


def _reaching(before: str) -> str:
    """What stands in front of a claim without what is said of something else.

    Examples:
        >>> _reaching("rows without an id are ")
        ' are '
        >>> _reaching("could not find out who ")
        'who '
    """
    return grammar("aside").split(before)[-1]


def _is_possible(match: Match, clause: str) -> bool:
    before = _reaching(clause[: match.start])
    if has_cue("condition", clause[: match.start]):
        return True
    if match.word.isascii():
        return has_cue("modal", before[-REACH:])
    near = before[-NEAR:]
    if has_cue("come_true", f"{near}{match.word}"):
        return False
    words = tuple(audit_data()["modal"]["beside"])
    beside = before.endswith(words) or before.startswith(words)
    return beside or has_cue("modal", near) or has_cue("modal_after", clause[match.end :])


def _is_excluded(category: str, clause: str, place: int) -> bool:
    pattern = _excluded().get(category)
    return pattern is not None and any(
        found.start() <= place < found.end() for found in pattern.finditer(clause)
    )


def _group(category: str) -> str:
    group: str = _rows()[category.removeprefix("not ")]["group"]
    return group


def _rows() -> Mapping[str, Any]:
    rows: Mapping[str, Any] = audit_data()["claims"]
    return rows


@cache
def _lexicon() -> Lexicon:
    words = {name: (*row["en"], *row["zh"]) for name, row in _rows().items()}
    bases = {f"{BASE}{name}": row["base"] for name, row in _rows().items() if "base" in row}
    return Lexicon({**words, **bases})


@cache
def _excluded() -> Mapping[str, re.Pattern[str]]:
    rows = _rows().items()
    return {name: re.compile(row["but"], re.IGNORECASE) for name, row in rows if "but" in row}
