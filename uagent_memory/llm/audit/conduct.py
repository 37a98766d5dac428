"""How a text behaves: headings, marks of ours, orders to the reader, its language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.llm.audit.alignment import nearest
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import clauses, names_of, one_line
from uagent_memory.messages import Trust
from uagent_memory.render.marks import (
    COMPACTION_TITLE,
    END_MARK,
    HANDOFF_TITLE,
    METADATA_HEADING,
    REFERENCE_ONLY,
)
from uagent_memory.segments import SegmentName

__all__ = ["faults_of_form", "faults_of_language", "orders_in"]

HEADING = re.compile(r"^\s{0,3}(?:[#＃]{1,6}(?:\s|$)|<h[1-6]\b|={3,}\s*$|-{3,}\s*$)", re.IGNORECASE)
MARKUP = re.compile(
    r"<\s*/?\s*(?:system|user|assistant|human|instructions?|tool|script|think|s)\b[^>\n]*>?"
    r"|<!--|<\|",
    re.IGNORECASE,
)
TOOL_CALL = re.compile(r'^\s*[{\[]\s*"(?:name|tool|type|function|arguments|role)"\s*:')
LATIN = re.compile(r"[A-Za-z]{2,}")
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」")
LEAST_PROSE = 6
SOME, MOST = 0.25, 0.7


def faults_of_form(text: str, material: Material) -> Iterator[str]:
    """Forged headings and marks, markup, a call in place of a text."""
    marks = (HANDOFF_TITLE, COMPACTION_TITLE, METADATA_HEADING, END_MARK, REFERENCE_ONLY)
    for line in text.split("\n"):
        bare = line.strip().strip("#*_ :").casefold()
        is_heading = HEADING.match(line) or bare in {name.casefold() for name in SegmentName}
        if is_heading and line.strip() not in material.text:
            yield f"a heading: {line.strip()[:60]}"
        if any(mark.casefold() in line.casefold() for mark in marks):
            yield f"a mark of the hand-off itself: {line.strip()[:60]}"
        tags = (match.group() for match in MARKUP.finditer(line))
        if line.strip() not in material.text and any(x not in material.draft_text for x in tags):
            yield f"markup: {line.strip()[:60]}"
        if TOOL_CALL.match(line):
            yield "a call or an object in place of a text"


@cache
def _orders() -> re.Pattern[str]:
    return re.compile("|".join(audit_data()["orders"]["patterns"]), re.IGNORECASE)


@cache
def _verbs() -> re.Pattern[str]:
    verbs = audit_data()["orders"]["verbs"]
    english = "|".join(verb for verb in verbs if verb.isascii())
    chinese = "|".join(verb for verb in verbs if not verb.isascii())
    return re.compile(
        rf"^\W*(?:\[[^\]]*\]\s*)?(?:then |now |next,? )?(?:({english})\b|({chinese}))",
        re.IGNORECASE,
    )


@cache
def _named() -> Mapping[str, re.Pattern[str]]:
    """What makes a name of a verb that stands in front of it: "merge conflict"."""
    names = audit_data()["orders"]["names"].items()
    return {verb: re.compile(rf"[ -](?:{text})\b", re.IGNORECASE) for verb, text in names}


def orders_in(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Orders to the reader that no user gave, no agent took for its own task and no list has."""
    tasks = audit_data()["kinds"]["tasks"]
    told = [
        one_line(line.support).casefold()
        for line in sources
        if line.entry.trust > Trust.TOOL or line.is_verbatim or line.entry.kind in tasks
    ]
    parts = [part for support in told for part in clauses(support)]
    advice = [part for part in parts if has_cue("advice", part)]
    allowed = [part for part in parts if has_cue("permission", part)]
    for match in _orders().finditer(text):
        order = one_line(match.group()).casefold()
        if any(order in support for support in told):
            continue
        is_allowing = has_cue("permission", order)
        if not _is_given(text, match, [*advice, *allowed] if is_allowing else advice):
            yield f"an order to the reader: {match.group()[:60]}"
    verb = _verbs().match(text)
    if verb:
        word = (verb.group(1) or verb.group(2)).casefold()
        is_name = word in _named() and _named()[word].match(text[verb.end() :]) is not None
        if not is_name and not any(word in support for support in told):
            yield f"an order to the reader: {text[:60]}"


def _is_given(text: str, order: re.Match[str], advice: Sequence[str]) -> bool:
    """The sources advise the same in other words: "make sure" for "ensure"."""
    place = 0
    for clause in clauses(text):
        place = max(text.find(clause, place), place)
        if place + len(clause) > order.start() and place < order.end():
            return bool(nearest(clause, advice))
    return False


def faults_of_language(made: Sequence[Traced], material: Material) -> Iterator[str]:
    """Prose in another language than the draft's, but for lines whose sources have it."""
    given = _han_share(material.draft_text)
    if given is None:
        return
    texts = [
        (line.text, _han_share("\n".join(x.text for x in found)))
        for line, found in made
        if not line.is_code
    ]
    for text, own in (("\n".join(text for text, _ in texts), None), *texts):
        share = _han_share(text)
        if share is None or one_line(text) in material.one_line or _is_near(share, own):
            continue
        if given >= MOST and share < SOME:
            yield f"not in Chinese: {text[:60]}"
            return
        if not material.is_chinese and given <= 1 - MOST and share > 1 - SOME:
            yield f"not in the draft's language: {text[:60]}"
            return


def _is_near(share: float, own: float | None) -> bool:
    return own is not None and (share < SOME) == (own < SOME) and (share > MOST) == (own > MOST)


def _han_share(text: str) -> float | None:
    """Of the prose, the share in Chinese; two characters count as a word. None: too little."""
    bare = QUOTED.sub(" ", text)
    for name in sorted(names_of(bare), key=len, reverse=True):
        bare = bare.replace(name, " ")
    han = len(HAN.findall(bare)) / 2
    latin = len(LATIN.findall(bare))
    return han / (han + latin) if han + latin >= LEAST_PROSE else None
