"""Why the wording of a line may not be believed: what it says is not known to be in its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.actors import wrong_actors
from uagent_memory.llm.audit.alignment import told_clauses
from uagent_memory.llm.audit.answered import asked_only
from uagent_memory.llm.audit.assertions import wrong_assertions
from uagent_memory.llm.audit.bindings import wrong_bindings
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.exchanges import crossed, exchanged, misplaced
from uagent_memory.llm.audit.figures import wrong_figures
from uagent_memory.llm.audit.listing import counted
from uagent_memory.llm.audit.mappings import wrong_mappings
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.mixtures import mixed
from uagent_memory.llm.audit.modality import made_certain
from uagent_memory.llm.audit.novelty import free_characters, free_stems, novel_words
from uagent_memory.llm.audit.operators import wrong_operators
from uagent_memory.llm.audit.records import recorded, wrong_records
from uagent_memory.llm.audit.scope import wrong_scope
from uagent_memory.llm.audit.senses import Meant, held, meaning, meant, shared
from uagent_memory.llm.audit.turns import wrong_turns
from uagent_memory.llm.audit.voices import wrong_voices
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of
from uagent_memory.validator.numerals import number_words

__all__ = ["doubts_of_line"]

NUMBERED = re.compile(r"[A-Za-z#]\d{3}")
COMPOSED = re.compile(r"\w[./_]\w")


def doubts_of_line(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Doubts about one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    if not sources:
        yield f"no source says: {text[:80]}"
        return
    yield from _names(text, sources)
    yield from _words(text, sources)
    yield from _clauses(text, sources)
    yield from _numbers(text, sources)
    yield from wrong_assertions(text, sources)
    yield from crossed(text, sources)
    yield from made_certain(text, sources)
    yield from wrong_voices(text, sources)
    yield from exchanged(text, sources)
    yield from misplaced(text, sources)
    yield from wrong_figures(text, sources)
    yield from wrong_records(text, sources)
    yield from wrong_turns(text, sources)
    yield from wrong_scope(text, sources)
    yield from asked_only(text, sources)
    yield from wrong_actors(text, sources)
    yield from wrong_operators(text, sources)
    yield from wrong_mappings(text, sources)
    yield from wrong_bindings(text, sources)
    yield from mixed(text, sources)
    yield from novel_words(text, sources)


def _names(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Something to type that does not stand so in them."""
    known = "\n".join(line.support for line in sources)
    for name in sorted(names_of(plain_wording(text)) & names_of(text)):
        if (COMPOSED.search(name) or NUMBERED.search(name)) and name not in known:
            yield f"does not stand so in its sources: {name}"


def _words(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Too few of the words, or too many in a row, stand in no source."""
    limits = audit_limits()
    words = meant(text)
    known = frozenset().union(*(meaning(line.support) for line in sources))
    run = longest = count = 0
    for word in words:
        is_held = held(word, known)
        count += is_held
        run = 0 if is_held else run + 1
        longest = max(longest, run)
    named = names_of(text) & frozenset().union(*(names_of(line.support) for line in sources))
    least = limits.word_share_named if named else limits.word_share
    if len(words) >= limits.few_words and count < least * len(words):
        yield f"says what no source says: {text[:80]}"
    elif longest >= limits.foreign_run * (2 if any(not w.stem.isascii() for w in words) else 1):
        yield f"says more than its sources: {text[:80]}"


def _clauses(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A clause of which the sources have nothing, or less than half of what is no small word."""
    known = frozenset().union(*(meaning(line.support) for line in sources))
    characters = frozenset("".join(line.support for line in sources)) | free_characters()
    for clause in clauses(text):
        words = meant(clause)
        if (
            len(words) < audit_limits().clause_words
            or f"{clause}:" in text
            or f"{clause}：" in text
        ):
            continue
        told = {word for word in words if held(word, known) or _is_spelt(word, characters)}
        own = {word for word in words if word.stem not in free_stems()}
        is_exact = any(word.stem in known or not word.stem.isascii() for word in told)
        if len(told & own) < len(own) / 2 or not (is_exact or len(told) > len(words) / 2):
            yield f"no source says: {clause[:80]}"


def _is_spelt(word: Meant, characters: frozenset[str]) -> bool:
    """A pair of Chinese characters that the sources have apart."""
    return not word.stem.isascii() and characters.issuperset(word.stem)


def _numbers(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A number in words without a source, or one that stands beside another's words."""
    known = frozenset().union(*(numbers_of(line.support) for line in sources))
    for number in sorted((numbers_of(text) & number_words(text)) - known - counted(text)):
        yield f"a number that its sources do not hold: {number}"
    places = [clause for clause in told_clauses(sources) if numbers_of(clause)]
    for clause in clauses(text):
        for number in sorted(numbers_of(clause) - recorded(sources)):
            own = [len(shared(clause, p)) for p in places if number in numbers_of(p)]
            if any(not meant(p) for p in places if number in numbers_of(p)):
                continue
            others = [len(shared(clause, p)) for p in places if number not in numbers_of(p)]
            if own and max(own) < max(others, default=0) - (max(own) > 0):
                yield f"the number {number} belongs to something else"
