"""Why the wording of a line may not be believed: what it says is not known to be in its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.accounted import unaccounted
from uagent_memory.llm.audit.actors import wrong_actors
from uagent_memory.llm.audit.alignment import sentences, told_clauses
from uagent_memory.llm.audit.assertions import wrong_assertions
from uagent_memory.llm.audit.bindings import wrong_bindings
from uagent_memory.llm.audit.blame import wrongly_blamed
from uagent_memory.llm.audit.choices import wrong_choices
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.doers import wrong_doers
from uagent_memory.llm.audit.exchanges import wrong_exchanges
from uagent_memory.llm.audit.figures import wrong_figures
from uagent_memory.llm.audit.listing import counted
from uagent_memory.llm.audit.mappings import wrong_mappings
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.merges import wrongly_merged
from uagent_memory.llm.audit.mixtures import mixed
from uagent_memory.llm.audit.modality import made_certain
from uagent_memory.llm.audit.neighbours import wrong_neighbours
from uagent_memory.llm.audit.of_two import resolved
from uagent_memory.llm.audit.operators import wrong_operators
from uagent_memory.llm.audit.opposites import only_opposed, opposed
from uagent_memory.llm.audit.quotations import wrong_quotations
from uagent_memory.llm.audit.records import wrong_records
from uagent_memory.llm.audit.respective import each_done, one_by_one
from uagent_memory.llm.audit.rows import wrong_rows
from uagent_memory.llm.audit.scope import without_sum, wrong_scope
from uagent_memory.llm.audit.sequences import wrong_sequences
from uagent_memory.llm.audit.sides import wrong_sides
from uagent_memory.llm.audit.swaps import swapped_names
from uagent_memory.llm.audit.turns import wrong_turns
from uagent_memory.llm.audit.valued import wrong_items
from uagent_memory.llm.audit.voices import wrong_voices
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of
from uagent_memory.validator.numerals import number_words

__all__ = ["disbelieved", "doubts_of_line"]

STATE = re.compile(r"\[([^\]\d]{2,20})\]\s")
NUMBERED = re.compile(r"[A-Za-z#]\d{3}")
COMPOSED = re.compile(r"\w[./_]\w")


def disbelieved(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What speaks against one line, and what of it nothing speaks for.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    yield from doubts_of_line(text, sources)
    yield from unaccounted(text, sources)


def doubts_of_line(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What speaks against one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    if not sources:
        yield f"no source says: {text[:80]}"
        return
    text = each_done(without_sum(one_by_one(resolved(text) or text), sources))
    yield from _names(text, sources)
    yield from _numbers(text, sources)
    yield from _states(text, sources)
    yield from _opposites(text, sources)
    yield from wrong_assertions(text, sources)
    yield from wrongly_blamed(text, sources)
    yield from made_certain(text, sources)
    yield from wrong_voices(text, sources)
    yield from wrong_figures(text, sources)
    yield from wrong_records(text, sources)
    yield from wrong_turns(text, sources)
    yield from wrong_scope(text, sources)
    yield from wrong_actors(text, sources)
    yield from wrong_doers(text, sources)
    yield from wrong_operators(text, sources)
    yield from wrong_mappings(text, sources)
    yield from wrong_bindings(text, sources)
    yield from wrong_quotations(text, sources)
    yield from wrong_rows(text, sources)
    yield from wrong_exchanges(text, sources)
    yield from wrong_sequences(text, sources)
    yield from wrong_sides(text, sources)
    yield from swapped_names(text, sources)
    yield from wrongly_merged(text, sources)
    yield from wrong_choices(text, sources)
    yield from wrong_items(text, sources)
    yield from mixed(text, sources)
    yield from wrong_neighbours(text, sources)


def _names(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Something to type that does not stand so in them."""
    known = "\n".join(line.support for line in sources)
    for name in sorted(names_of(plain_wording(text)) & names_of(text)):
        if (COMPOSED.search(name) or NUMBERED.search(name)) and name not in known:
            yield f"does not stand so in its sources: {name}"


def _states(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A state in front of a task that none of its sources has there."""
    state = STATE.match(text)
    known = {found[1] for line in sources if (found := STATE.match(line.text))}
    if state and known and state[1] not in known:
        yield f"another state than in its sources: {text[:80]}"


def _opposites(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """The other word of a pair than all its sources have, and no "not" beside it."""
    support = "\n".join(line.support for line in sources)
    whole = tuple(x for line in sources for x in sentences(line.support))
    for clause in clauses(text):
        if denies(clause):
            continue
        numbers = numbers_of(clause)
        own = [x for x in whole if numbers and numbers <= numbers_of(x)]
        if own and all(opposed(clause, x) for x in own):
            yield f"the contrary of what its sources say: {clause[:80]}"
        if not only_opposed(clause, support):
            continue
        told = told_clauses(sources)
        against = [x for x in told if opposed(clause, x)]
        if against and not any(map(denies, against)):
            yield f"the contrary of what its sources say: {clause[:80]}"


def _numbers(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A number without a source."""
    support = "\n".join(line.support for line in sources)
    known = numbers_of(support) | number_words(support.replace("_", " "))
    for number in sorted(numbers_of(text) - known - counted(text)):
        yield f"a number that its sources do not hold: {number}"
