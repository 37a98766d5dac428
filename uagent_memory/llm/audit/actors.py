"""Whether the user did it or the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from uagent_memory.analyzer.lexicon import Lexicon, any_of
from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.data import grammar, rewording_data, word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrong_actors"]

USER, AGENT = "users_name", "agents_name"


def wrong_actors(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    by_user = [x for line in sources if _is_users(line) for x in sentences(line.support)]
    by_agent = [x for line in sources if not _is_users(line) for x in sentences(line.support)]
    told = (*by_user, *by_agent)
    yield from _wrong_roles(text, told, frozenset(who for x in sources for who in x.speakers))
    for clause in clauses(text):
        if _does(AGENT).search(clause):
            near = nearest(clause, told)
            if near and all(
                _names(USER, x, but=AGENT) or (grammar("self").search(x) and x in by_user)
                for x in near
            ):
                yield f"it was the user: {clause[:80]}"
        elif _does(USER).search(clause):
            near = nearest(clause, told)
            if near and all(
                _names(AGENT, x, but=USER) or (grammar("self").search(x) and x not in by_user)
                for x in near
            ):
                yield f"it was not the user: {clause[:80]}"
            elif not by_user and not any(map(_meant().search, told)):
                yield f"no source speaks of the user: {clause[:80]}"


def _wrong_roles(text: str, told: Sequence[str], speakers: frozenset[str]) -> Iterator[str]:
    """Somebody whom the sources do not name, or name of something else."""
    known = _roles("\n".join((*told, *speakers)))
    for clause in clauses(text):
        for role in sorted(_roles(clause)):
            near = [_roles(other) for other in nearest(clause, told)]
            if role not in known:
                yield f"somebody of whom no source speaks: {clause[:80]}"
            elif near and all(others and role not in others for others in near):
                yield f"said of somebody else: {clause[:80]}"


@lru_cache(maxsize=16_384)
def _roles(text: str) -> frozenset[str]:
    return frozenset(match.category for match in _role_names().find(text))


@cache
def _role_names() -> Lexicon:
    groups = (group.split("|") for group in rewording_data()["roles"]["names"])
    return Lexicon({group[0]: group for group in groups})


def _is_users(line: DraftLine) -> bool:
    return line.is_users or "user" in line.speakers


def _names(who: str, clause: str, *, but: str) -> bool:
    """Somebody is named, and somebody else is not."""
    return bool(_named(who).search(clause)) and not _named(but).search(clause)


@cache
def _named(who: str) -> re.Pattern[str]:
    """Somebody is spoken of, and not something of theirs."""
    en, zh = (any_of(word_list(who)[language]) for language in ("en", "zh"))
    return re.compile(rf"\b(?:the )?(?:{en})\b(?!['’]?s\b)|{zh}", re.IGNORECASE)


@cache
def _meant() -> re.Pattern[str]:
    """Whoever is spoken of or to may be the user."""
    names = [word_list(name) for name in (USER, "spoken_to", "spoken_of")]
    en, zh = (any_of([word for name in names for word in name[x]]) for x in ("en", "zh"))
    return re.compile(rf"\b(?:{en})\b|{zh}", re.IGNORECASE)


@cache
def _does(who: str) -> re.Pattern[str]:
    """Somebody does something."""
    en, zh = (any_of(word_list(who)[language]) for language in ("en", "zh"))
    deeds = word_list("deeds")
    between, none, ends = any_of(deeds["between"]), "|".join(deeds["none"]), any_of(deeds["ends"])
    return re.compile(
        rf"\bthe (?:{en})\s+(?:(?:{between})\s+)*(?!{none})([a-z]+(?:{ends})\b)"
        rf"|^(?:{zh})[^，。；]",
        re.IGNORECASE,
    )
