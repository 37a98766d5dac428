"""Who said something, and which of several like things is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.alignment import nearest, told_clauses
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, grammar, rewording_data, word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import han_words, held, meaning, sense_of, shared
from uagent_memory.llm.audit.words import clauses, stem_of

__all__ = ["wrong_voices"]

LABEL = re.compile(r"(?:\[[^\]]*\]\s*)?([^:：\n]{2,40})[:：]")
SINGLE = re.compile(r"(?<![A-Za-z0-9_`'-])(?:[B-HJ-Z](?![A-Za-z0-9_'-])|A(?=\s*[\u3400-\u9fff]))")
"""A letter that tells one of several: "option B"."""


def wrong_voices(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    yield from _labelled(text, sources)
    told = told_clauses(sources)
    support = "".join(line.support for line in sources)
    for clause in clauses(text):
        for match in _handed().finditer(clause):
            if match.group(1) not in support and not _is_same_person(match.group(1), support):
                yield f"left to somebody else: {clause[:80]}"
        yield from _chinese(clause, told)
        yield from _english(clause, told, sources)
        yield from _single(clause, told)


def _labelled(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Whoever stands in front of a line said it."""
    label = LABEL.match(text)
    speakers = {line.entry.speaker.strip(" :：") for line in sources} - {""}
    if label is None or not speakers:
        return
    who, rest = label[1].strip("*_ "), text[label.end() :]
    trees = {line.tree for line in sources if who in line.said}
    own = [len(shared(rest, line.text)) for line in sources if line.tree in trees]
    others = [len(shared(rest, line.text)) for line in sources if line.tree not in trees]
    is_somebody = who in speakers or any(
        has_cue(name, who) for name in ("users_name", "agents_name")
    )
    if is_somebody and max(others, default=0) > 2 * max(own, default=0):
        yield f"said by somebody else: {text[:80]}"


@cache
def _handed() -> re.Pattern[str]:
    """In whose hands something is."""
    data = rewording_data()["handed"]
    behind, coming, verbs = (any_of(data[name]) for name in ("behind", "coming", "verbs"))
    return re.compile(
        rf"[{data['before']}]([\u3400-\u9fff]{{2,5}}?)(?:{behind})?(?:{coming})?(?:{verbs})"
    )


@cache
def _voice() -> re.Pattern[str]:
    verbs, between = (any_of(word_list(name)["en"]) for name in ("voices", "before_voice"))
    return re.compile(rf"\b([A-Za-z][\w-]+)\s+(?:(?:{between})\s+)*(?:{verbs})\b")


@cache
def _han_voice() -> re.Pattern[str]:
    leading, between = (any_of(word_list("before_voice")[name]) for name in ("leading", "zh"))
    return re.compile(
        rf"^(?:{leading})?([\u3400-\u9fff]{{2,6}}?)(?:{between})*(?:{_han_verbs().pattern})"
    )


@cache
def _han_verbs() -> re.Pattern[str]:
    return re.compile(any_of(word_list("voices")["zh"]))


def _is_same_person(who: str, support: str) -> bool:
    """A word for it stands in the sources, or part of a name with its role."""
    known = meaning(support)
    words = han_words(who)
    return any(senses & known for _, senses in words) or who[-2:] in support


def _chinese(clause: str, told: Sequence[str]) -> Iterator[str]:
    match = _han_voice().match(clause)
    voices = [other[: found.start()] for other in told if (found := _han_verbs().search(other))]
    if match and voices and not any(match.group(1)[-2:] in other for other in voices):
        yield f"said by somebody else: {clause[:80]}"


def _english(clause: str, told: Sequence[str], sources: Sequence[DraftLine]) -> Iterator[str]:
    closest = max(sources, key=lambda line: len(shared(clause, line.text)))
    voices = [other for other in told if _voice().search(other)]
    for match in _voice().finditer(clause):
        who = match.group(1).lower()
        if who in audit_data()["voices"]["nobody"] or who.endswith("ly") or not voices:
            continue
        if not _is_person(who) and any(who in other.lower() for other in nearest(clause, told)):
            continue
        if who in closest.entry.speaker.lower() or who in map(str.lower, closest.speakers):
            continue
        word = sense_of(stem_of(who))
        is_whom = (
            match.group().endswith("ed")
            and grammar("behind_suffered").match(clause, match.end()) is not None
        )
        if is_whom and any(held(word, meaning(line.support)) for line in sources):
            continue
        if not any(held(word, meaning(other)) for other in voices):
            yield f"said by somebody else: {clause[:80]}"


def _is_person(who: str) -> bool:
    return any(has_cue(name, who) for name in ("users_name", "agents_name", "users"))


def _single(clause: str, told: Sequence[str]) -> Iterator[str]:
    letters = frozenset(SINGLE.findall(clause))
    near = [frozenset(SINGLE.findall(other)) for other in nearest(clause, told)] if letters else []
    known = frozenset().union(*near)
    if known and letters - known:
        yield f"said of another: {clause[:80]}"
