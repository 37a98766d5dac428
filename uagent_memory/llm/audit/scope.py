"""How far a statement goes: of all or of some, of nothing else, before or after a day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import grammar, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.senses import meant
from uagent_memory.llm.audit.words import clauses

__all__ = ["without_sum", "wrong_scope"]

BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
BARE = 2
"""Content words of a clause that says something of its own."""
WEIGHED = (("strong", "weak"), ("weak", "strong"), ("part", "whole"))
"""Lists of words, the first of which may not be told where the sources have the second."""


def wrong_scope(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    support = "\n".join(line.support for line in sources)
    if not (has_cue("universal", support) or has_cue("whole", support)):
        bare = grammar("shared_out").sub(lambda x: x.group().removesuffix(x[1] or x[2]), text)
        for clause in clauses(bare):
            if has_cue("universal", clause):
                yield f"said of all: {clause[:80]}"
    for sentence in sentences(text):
        is_restricted = has_cue("only_as", BRACKETS.sub("", sentence))
        for clause in () if is_restricted else clauses(sentence):
            is_bare = len(meant(clause)) < BARE and not has_cue("auxiliary", clause)
            near = () if is_bare or has_cue("only_as", clause) else nearest(clause, told)
            if near and all(has_cue("only", other) for other in near):
                yield f"a restriction was left out: {clause[:80]}"
    yield from _weighed(text, told)
    yield from _of_more(text, support)
    yield from _unsaid(text, told)
    known = _times(support)
    for time, sides in _times(text).items():
        if (time in known and sides - known[time]) or (time not in known and not time.isascii()):
            yield f"another time than its sources: {' '.join((*sorted(sides), time))}"


def without_sum(text: str, sources: Sequence[DraftLine]) -> str:
    """ "A, b and c all match" without "all", where several clauses say it of one thing each."""
    for match in reversed(list(grammar("summed").finditer(text))):
        before = sentences(text[: match.start()])
        forms = re.compile(rf"\b{match[1]}(?:e?s|ed)?\b", re.IGNORECASE)
        saying = [other for other in told_clauses(sources) if forms.search(other)]
        if before and grammar("joined").search(before[-1]) and len(saying) > 1:
            text = text[: match.start()] + text[match.start(1) :]
    return text


def _of_more(text: str, support: str) -> Iterator[str]:
    """Of all of a kind, where the sources only say it of all of some sort of it."""
    told = tuple(_kinds(support))
    for head, sort in _kinds(text):
        about = [other for kind, other in told if kind == head]
        if not sort and about and all(about):
            yield f"said of more than in its sources: {head}"


def _kinds(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What all is said of, and what tells which of them: "tests" and "search"."""
    for match in grammar("all_of").finditer(text):
        phrase = next(filter(None, match.groups()))
        *sort, head = phrase.split() if phrase.isascii() else (phrase[:-2], phrase[-2:])
        yield head.lower(), frozenset(word for word in sort if word and not word.isdigit())


def _weighed(text: str, told: Sequence[str]) -> Iterator[str]:
    """What must be, told as what should be; what is said of all, told of some; and the reverse."""
    for clause, (one, other) in product(clauses(text), WEIGHED):
        if has_cue(one, clause) and not has_cue(other, clause):
            near = nearest(clause, (x for x in told if not is_guess(x)))
            if near and all(has_cue(other, x) and not has_cue(one, x) for x in near):
                yield f"told as stronger or weaker than it is: {clause[:80]}"


def _unsaid(text: str, told: Sequence[str]) -> Iterator[str]:
    """A short Chinese clause that lacks only the "not" of its source, also behind a label of it."""
    small, no = _small(), _not()
    said = {small.sub("", clause) for clause in told}
    denied = [c for c in said if not c.isascii() and no.search(c)]
    bare = {no.sub(put, c) for c in denied for put in ("", "有")}
    for clause in clauses(text):
        own = small.sub("", clause)
        is_bare = own in bare or any(
            own.endswith(other) and own.removesuffix(other) in said for other in bare
        )
        if is_bare and own not in said:
            yield f'a "not" was left out: {clause[:80]}'


@cache
def _not() -> re.Pattern[str]:
    return re.compile(f"[{rewording_data()['bare_denial']['not']}]有?")


@cache
def _small() -> re.Pattern[str]:
    """What says nothing of its own."""
    data = rewording_data()["bare_denial"]
    return re.compile(rf"[{data['particles']}\s\W]|{any_of(data['polite'])}")


@lru_cache(maxsize=4096)
def _times(text: str) -> Mapping[str, frozenset[str]]:
    """Days and dates, and whether what is told lies before or after them."""
    found: dict[str, set[str]] = {}
    for match in _time().finditer(text):
        sides = found.setdefault(match.group("time").lower(), set())
        for group, forms in _sides().items():
            near = {(match.group(name) or "").lower() for name in ("ahead", "behind")}
            if not near.isdisjoint(forms):
                sides.add(group)
    return {time: frozenset(sides) for time, sides in found.items()}


@cache
def _sides() -> Mapping[str, frozenset[str]]:
    data = rewording_data()
    return {
        name: frozenset((*data[name]["en"], *data[name]["zh"])) for name in ("earlier", "later")
    }


@cache
def _time() -> re.Pattern[str]:
    data = rewording_data()
    ahead = "|".join(form for name in ("earlier", "later") for form in data[name]["en"])
    forms = [form for name in ("earlier", "later") for form in data[name]["zh"]]
    behind = "|".join(sorted(forms, key=len, reverse=True))
    days = data["days"]
    english, chinese = "|".join(days["en"]), "|".join(days["zh"])
    return re.compile(
        rf"(?:\b(?P<ahead>{ahead})\s+(?:the\s+)?)?"
        rf"(?P<time>\b(?:{english})\b|(?:{chinese}))\s*(?P<behind>{behind})?",
        re.IGNORECASE,
    )
