"""Words of a line that its sources do not hold, and that are more than another wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.common import common_places, common_stems, label_stems
from uagent_memory.llm.audit.cue_words import cues_in
from uagent_memory.llm.audit.data import audit_data, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import han_words, held, meaning, sense_of
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import MARKED, stem_of, stems_of
from uagent_memory.nested import strings_in

__all__ = ["novel_words"]

FAMILY = 5
"""Letters in common that make two words forms of one."""
BEFORE_ASIDE = re.compile(r"([\u3400-\u9fff]{2})(?=\()")
"""The end of a name with what tells it apart: 分店 in brackets."""
JOINED = re.compile(r"[A-Za-z0-9]+(?:[A-Z_][A-Za-z0-9]*)+")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""Words of an identifier."""
LABEL = re.compile(
    r"(?:^|[.;]\s)[\W_]*((?:[\w/-]+\s+){0,7}[\w/-]+)[*_\s]*[:：]|\*\*([^*]+)\*\*|^[\W_]*([A-Za-z-]+)"
)


def novel_words(text: str, sources: Sequence[DraftLine], told: Iterable[str] = ()) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
        told: further words that it may use, such as names of roles.
    """
    bare = MARKED.sub(" ", text)
    support = "\n".join((*(line.support for line in sources), *told))
    joined = (part for name in JOINED.findall(support) for part in PART.findall(name))
    support = f"{support}\n{' '.join(joined)}"
    yield from _english(bare, support)
    for match in cues_in("of_two", text):
        if match.word not in support.lower():
            yield f"which of two is not said by its sources: {match.word}"
    yield from _chinese_words(bare, support)


def _chinese_words(bare: str, support: str) -> Iterator[str]:
    labels = audit_data()["labels"]["zh"]
    for match in BEFORE_ASIDE.finditer(bare):
        if match.group(1) not in support and match.group(1) not in "".join(labels):
            yield f"a name that its sources do not hold: {match.group(1)}"
    known = meaning(support)
    kept = set(support) | _free_characters()
    kept.update(*(word for word, senses in han_words(bare) if senses & known))
    kept.update(*(label for label in labels if label in bare))
    kept.update(bare[place] for place in common_places(bare))
    for char in dict.fromkeys(HAN.findall(bare)):
        if char not in kept:
            yield f"a word that its sources do not hold: {_around(char, bare)}"


def _english(text: str, support: str) -> Iterator[str]:
    stems = frozenset(stems_of(support))
    words = frozenset(content_words(support))
    heads = {word[:FAMILY] for word in words if word.isascii() and len(word) >= FAMILY}
    labels = " ".join(part for match in LABEL.findall(text) for part in match)
    known = meaning(support)
    allowed = _free_stems() | common_stems() | (label_stems() & frozenset(stems_of(labels)))
    for word in dict.fromkeys(content_words(plain_wording(text))):
        if not word.isascii() or word in words or word[:FAMILY] in heads:
            continue
        stem = stem_of(word)
        if stem not in stems and stem not in allowed and not held(sense_of(stem), known):
            yield f"a word that its sources do not hold: {word}"


def _around(char: str, text: str) -> str:
    place = text.index(char)
    return text[max(0, place - 1) : place + 3]


@cache
def _free_characters() -> frozenset[str]:
    """Chinese ones of words that a line may hold though its sources do not."""
    lists = (value for value in audit_data().values() if isinstance(value, dict))
    claimed = "".join(text for table in lists for text in strings_in(table))
    return frozenset(rewording_data()["words"]["zh"]).union(*HAN.findall(claimed))


@cache
def _free_stems() -> frozenset[str]:
    """Of words that a line may hold though its sources do not."""
    data = audit_data()
    listed = [
        word for row in data["claims"].values() for word in (*row["en"], *row.get("base", ()))
    ]
    for name in ("negation", "plan", "condition", "modal", "undone", "todo", "set"):
        listed += data[name]["en"]
    listed += rewording_data()["words"]["en"]
    return frozenset(stem_of(part) for word in listed for part in word.rstrip("*").split())
