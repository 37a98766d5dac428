"""What of the draft a model's text no longer says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.claims import Claim, alike, claims_of, says_chosen
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import (
    clauses,
    is_undone,
    names_of,
    numbers_of,
    one_line,
    stems_of,
)

__all__ = ["Rewritten", "answers", "missing_trees"]

TOKEN = re.compile(r"`[^`]*`|[^\W\d_]+(?:'[^\W\d_]+)?|\d+")
CALL = re.compile(r"`?[\w.-]+ `?\w+: ([^`]{4,})`:?")
"""A call as the draft renders it: tool, argument's name, value. The value alone tells it."""
MOST_GAPS = 4
"""Places where a line may lack small words of one that it otherwise copies."""
LEAST_WORTH = 0.02
"""Of a name or number that nobody is expected to need."""
KEPT_GROUPS = frozenset(("outcome", "state", "change", "verdict", "extent"))


class Rewritten(NamedTuple):
    """A line of the model's text and the draft lines it was made from."""

    text: str
    sources: tuple[DraftLine, ...]


def missing_trees(material: Material, lines: Sequence[Rewritten]) -> tuple[int, ...]:
    """Indices of the draft's entries that are not wholly answered, in order."""
    whole = one_line("\n".join(line.text for line in lines))
    missing = {
        line.tree
        for line in material.lines
        if one_line(line.text) not in whole and not _is_answered(line, lines, whole, material)
    }
    return tuple(sorted(missing))


def _is_answered(
    line: DraftLine, lines: Sequence[Rewritten], whole: str, material: Material
) -> bool:
    if any(answers(new.text, line, material, made=line in new.sources) for new in lines):
        return True
    texts = [new.text for new in lines if line in new.sources]
    return len(texts) > 1 and answers("\n".join(texts), line, material, made=True, whole=whole)


def answers(text: str, line: DraftLine, material: Material, *, made: bool, whole: str = "") -> bool:
    """Whether a text says what a line of the draft says.

    What must stay word for word stands so; of any other line the names and numbers somebody is
    expected to need, enough of its words, and what it claims. What must be kept keeps all its
    names and numbers.

    Args:
        text: one line of the model's, or several that were made from the line.
        line: of the draft.
        material: with the expected need.
        made: whether the text was made from the line; any other must hold more of its words.
        whole: where names may stand as well.
    """
    if one_line(line.text) in one_line(text):
        return True
    if line.is_verbatim or line.is_code or _is_struck_out(text, line.text):
        return False
    call = CALL.fullmatch(line.text.strip())
    if call is not None and call.group(1) in text:
        return True
    return _has_names(text, line, material, whole) and _has_words(text, line, made=made)


def _has_names(text: str, line: DraftLine, material: Material, whole: str) -> bool:
    named = names_of(line.text) | numbers_of(line.text)
    held = {name for name in named if _stands(name, text, whole)}
    if line.entry.must_keep and held != named:
        return False
    least: float = audit_data()["limits"]["answered_need"]
    return _worth(held, material.need) >= least * _worth(named, material.need)


def _has_words(text: str, line: DraftLine, *, made: bool) -> bool:
    limits = audit_data()["limits"]
    least = limits["answered_words"] if made else limits["answered_by_others"]
    has = frozenset(stems_of(text))
    words = frozenset(stems_of(line.text))
    if len(words & has) < least * len(words) or not _has_every_clause(line.text, has):
        return False
    claims = {claim for claim in claims_of(line.text) if claim.group in KEPT_GROUPS}
    return all(_is_said(claim, text) for claim in claims)


def _is_said(claim: Claim, text: str) -> bool:
    if alike(claim) & claims_of(text):
        return True
    if claim.category == "chosen":
        return says_chosen(text)
    return claim.category == "open" and is_undone(text)


def _is_struck_out(text: str, original: str) -> bool:
    """The original with small words struck out of its middle: shorter, but no sentence.

    A mark in the place of the words, such as a bracket, makes one of it.
    """
    rest = iter(TOKEN.findall(original.lower()))
    gaps = end = 0
    for word in TOKEN.finditer(text.lower()):
        passed: list[str] = []
        for other in rest:
            if other == word.group():
                break
            passed.append(other)
        else:
            return False
        is_bare = text[end : word.start()].isspace()
        gaps += is_bare and bool(passed) and not any(map(content_words, passed))
        end = word.end()
    return gaps >= MOST_GAPS


def _has_every_clause(text: str, has: frozenset[str]) -> bool:
    least = audit_data()["limits"]["answered_clause"]
    parts = (frozenset(stems_of(clause)) for clause in clauses(text))
    return all(len(part & has) >= least * len(part) for part in parts if len(part) > 1)


def _stands(name: str, new: str, whole: str) -> bool:
    return name in new or name in numbers_of(new) or (not name.isdigit() and name in whole)


def _worth(names: frozenset[str] | set[str], need: Mapping[str, float]) -> float:
    return sum(need.get(name, 0.0) + LEAST_WORTH for name in sorted(names))
