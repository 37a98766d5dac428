"""What a line says that its sources do not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import (
    audit_data,
    claims_of,
    clauses,
    is_negated,
    is_planned,
    names_of,
    negated_stems,
    numbers_of,
    one_line,
    stems_of,
)
from uagent_memory.masking import STAND_IN
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["Inventions"]

CAPITALISED = re.compile(r"(?<![\w`./-])([A-Z][a-z]{1,20})(?![\w(./-])")
SENTENCE_START = re.compile(r"(?:^|[.!?:;。]\s+|[-–—→*\"'(\[]\s*)$")
PAST = re.compile(r"\b([a-z]{2,}?)([a-z])ed\b", re.IGNORECASE)
ASCII_END = 128
ALIKE = 2
"""Content words that two clauses about the same thing share at least."""


class Inventions:
    """Checks lines against their sources; each fault names what it is about."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._tracer = LiteralTracer.of_messages(material.messages, extra=material.names)
        self._known = set(material.text)

    def of_line(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        """Faults of one line.

        Args:
            text: without its references.
            sources: the draft lines it was made from.
        """
        if not sources:
            yield f"no source says: {text[:80]}"
            return
        yield from self._literals(text, sources)
        yield from self._foreign(text)
        yield from _commands(text, self._material.one_line)
        yield from _words(text, sources)
        yield from _numbers(text, sources)
        yield from _claims(text, sources)
        yield from _turned(text, sources)
        yield from _done_early(text, sources)

    def _literals(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        spans = tuple(dict.fromkeys(span for line in sources for span in line.spans))
        entry = Entry(text=text, sources=spans)
        for literal in self._tracer.untraceable(entry):
            yield f"not in its sources: {literal[:80]}".replace("\0", "…")
        for stand_in in STAND_IN.finditer(text):
            if stand_in.group() not in self._material.text:
                yield f"a stand-in of nothing: {stand_in.group()}"

    def _foreign(self, text: str) -> Iterator[str]:
        """Letters and figures of a script that the material does not use; names it does not."""
        strange = {char for char in text if ord(char) >= ASCII_END and char not in self._known}
        for char in sorted(strange):
            if unicodedata.category(char)[0] == "N" or _is_other_letter(char):
                yield f"a character that no source holds: {char!r}"
        lowered = self._material.text.lower()
        for match in CAPITALISED.finditer(text):
            word = match.group(1)
            opens = SENTENCE_START.search(text[: match.start()]) is not None
            if word.lower() in lowered or (opens and _is_opener(word)):
                continue
            yield f"a name that no source holds: {word}"


def _is_other_letter(char: str) -> bool:
    if unicodedata.category(char)[0] != "L":
        return False
    name = unicodedata.name(char, "")
    return not name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY"))


@cache
def _openers() -> frozenset[str]:
    return frozenset(audit_data()["openers"]["en"])


def _is_opener(word: str) -> bool:
    """A word that may open a sentence: a known one, or a form of a verb or adverb."""
    lowered = word.lower()
    return lowered in _openers() or lowered.endswith(("ed", "ing", "ly", "tion", "ment", "ness"))


@cache
def _command() -> re.Pattern[str]:
    data = audit_data()["commands"]
    programs = "|".join(map(re.escape, data["programs"]))
    follows = "|".join(map(re.escape, data["follows"]))
    git = "|".join(data["git"])
    return re.compile(
        rf"(?<![\w./-])((?:{programs})\s+(?:{follows})\S*|git\s+(?:{git})(?![\w-])(?:\s+-\S+)*)"
    )


def _commands(text: str, known: str) -> Iterator[str]:
    for match in _command().finditer(one_line(text)):
        if match.group(1).rstrip(".,;:") not in known:
            yield f"a command that no source holds: {match.group(1)}"


def _words(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Too few of the words, or too many in a row, stand in no source."""
    limits = audit_data()["limits"]
    words = stems_of(text)
    known = {stem for line in sources for stem in stems_of(line.support)}
    run = longest = 0
    for word in words:
        run = 0 if word in known else run + 1
        longest = max(longest, run)
    held = sum(word in known for word in words)
    named = names_of(text) & frozenset().union(*(names_of(line.support) for line in sources))
    least = limits["word_share_named"] if named else limits["word_share"]
    if len(words) >= limits["few_words"] and held < least * len(words):
        yield f"says what no source says: {text[:80]}"
    elif longest >= limits["foreign_run"] * (2 if any(not w.isascii() for w in words) else 1):
        yield f"says more than its sources: {text[:80]}"


def _numbers(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A number in words without a source, or one that stands beside another's words."""
    known = frozenset().union(*(numbers_of(line.support) for line in sources))
    for number in sorted(numbers_of(text) - known):
        yield f"a number that its sources do not hold: {number}"
    places = [clause for line in sources for clause in clauses(line.support)]
    for clause in clauses(text):
        words = frozenset(stems_of(clause))
        for number in sorted(numbers_of(clause) & known):
            own = [set(stems_of(place)) for place in places if number in numbers_of(place)]
            if not words or any(words & stems for stems in own):
                continue
            others = [p for p in places if numbers_of(p) and number not in numbers_of(p)]
            if any(words & set(stems_of(place)) for place in others):
                yield f"the number {number} belongs to something else"


def _claims(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result, state or verdict that the sources do not state, or state of something else."""
    support = "\n".join(line.support for line in sources)
    known = claims_of(support)
    by_user = any(line.is_users for line in sources)
    for clause in clauses(text):
        claims = claims_of(clause)
        groups = {claim.group for claim in claims}
        for claim in sorted(claims):
            if claim.group == "extent" and not groups & {"outcome", "state", "verdict"}:
                continue
            if claim.group == "speaker" and by_user:
                continue
            if claim not in known:
                yield f"no source says {claim.category!r}: {clause[:80]}"
            elif claim.group in {"outcome", "state", "change"} and _is_of_another(
                clause, claim.category, claim.group, sources
            ):
                yield f"{claim.category!r} is said of something else: {clause[:80]}"


def _is_of_another(clause: str, category: str, group: str, sources: Sequence[DraftLine]) -> bool:
    """Every source line that names what the clause names says another thing of it."""
    names = names_of(clause)
    if not names:
        return False
    said = [
        {claim.category for claim in claims_of(part) if claim.group == group}
        for line in sources
        for part in clauses(line.support)
        if names & names_of(part)
    ]
    said = [categories for categories in said if categories]
    return bool(said) and not any(category in categories for categories in said)


def _turned(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A "not" that was put in front of something, or taken away from it."""
    parts = clauses(text)
    told = [clause for line in sources for clause in clauses(line.support)]
    denied = [clause for clause in told if _denies(clause)]
    for scope in negated_stems(text):
        if not any(scope & frozenset(stems_of(clause)) for clause in denied) and any(
            scope & frozenset(stems_of(clause)) for clause in told
        ):
            yield f'a "not" that no source has: {" ".join(sorted(scope))}'
    for part in parts:
        if not _denies(part) and _is_denied(frozenset(stems_of(part)), told):
            yield f'a "not" was left out: {part[:80]}'


def _is_denied(stems: frozenset[str], told: Sequence[str]) -> bool:
    """The source clause that is most like it denies it."""
    denied = plain = 0
    for clause in told:
        shared = len(stems & frozenset(stems_of(clause)))
        if not _denies(clause):
            plain = max(plain, shared)
        elif any(stems & scope for scope in negated_stems(clause)):
            denied = max(denied, shared)
    return denied >= ALIKE and denied > plain


def _denies(clause: str) -> bool:
    if negated_stems(clause) or is_negated(clause):
        return True
    return any(claim.category == "rejected" for claim in claims_of(clause))


def _done_early(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A verb in the past of which the sources only say that it is to be done."""
    support = "\n".join(line.support for line in sources)
    lowered = support.lower()
    deeds = (
        match
        for clause in clauses(text)
        if not is_planned(clause)
        for match in PAST.finditer(clause)
    )
    for match in deeds:
        word = match.group().lower()
        if re.search(rf"\b{word}\b", lowered):
            continue
        stem = match.group(1).lower()
        bases = {f"{stem}{match.group(2)}", f"{stem}{match.group(2)}e", stem}
        if match.group(2) == "i":
            bases.add(f"{stem}y")
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(bases)))})\b", re.IGNORECASE)
        told = [clause for clause in clauses(support) if pattern.search(clause)]
        if told and all(is_planned(clause) for clause in told):
            yield f"a plan was made a deed: {word}"
