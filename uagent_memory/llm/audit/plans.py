"""What the sources only say is to be done, told as done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.claims import Claim, claims_of
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, audit_limits, grammar, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import sense_of, shared
from uagent_memory.llm.audit.words import clauses, is_negated, is_planned, stem_of

__all__ = ["done_early"]

ARROW = re.compile(r"→|->")


def done_early(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    undone = [line for line in sources if not _says_done(line)]
    support = "\n".join(line.support for line in undone)
    for word in (*_unchanged(text, support), *_passive(text, support), *_past(text, support)):
        yield f"a plan was made a deed: {word}"
    for word in _present(text, support):
        yield f"what should be so is told as so: {word}"


def _says_done(line: DraftLine) -> bool:
    """A label says that it was done, or that the fault was put right."""
    is_mended = line.entry.kind is EntryKind.ERROR and Claim("done", "state") in claims_of(
        line.text
    )
    return is_mended or has_cue("done_label", line.text[: audit_limits().label])


def _unchanged(text: str, support: str) -> Iterator[str]:
    """Verbs whose participle is as the verb."""
    same = "|".join(audit_data()["unchanged"]["en"])
    perfect = re.compile(rf"\b(?:was|were|been)\s+(?:\w+ly\s+)?({same})\b", re.IGNORECASE)
    has_been = {word.lower() for word in perfect.findall(support)}
    for word in (word.lower() for clause in _told(text) for word in perfect.findall(clause)):
        if word not in has_been and _is_to_come((word,), support):
            yield word


def _passive(text: str, support: str) -> Iterator[str]:
    """What was done here is everywhere to be done there."""
    lowered = support.lower()
    for clause in _told(text):
        for word in map(str.lower, grammar("passive").findall(clause)):
            before = _before(re.finditer(rf"\b{word}\b", lowered))
            if before and all(map(grammar("to_be").search, before)):
                yield word


def _before(places: Iterable[re.Match[str]]) -> list[str]:
    """What stands in front of each."""
    reach = audit_limits().before_verb
    return [place.string[max(0, place.start() - reach) : place.start()] for place in places]


def _present(text: str, support: str) -> Iterator[str]:
    """What it does here it only should do there, wherever that is told."""
    lowered = support.lower()
    if any(claim.category == "rejected" for claim in claims_of(text)):
        lowered = grammar("would").sub(" ", lowered)
    for match in (match for clause in _told(text) for match in grammar("present").finditer(clause)):
        word, base = match.group().lower(), match.group(1).lower()
        forms = {base, base.removesuffix("e"), f"{base.removesuffix('i')}y"}
        known = "|".join(map(re.escape, sorted(forms)))
        before = _before(re.finditer(rf"\b(?:{known})(?:e?s|ed|ing|d)?\b", lowered))
        if before and all(map(_advised().search, before)) and word not in lowered.split():
            yield word


@cache
def _advised() -> re.Pattern[str]:
    """A word in front of a verb that says that it should be so."""
    between = any_of(rewording_data()["advised"]["between"])
    words = any_of(rewording_data()["advised"]["en"])
    return re.compile(rf"\b(?:{words})\s+(?:(?:{between}|\w+ly)\s+)*$")


def _past(text: str, support: str) -> Iterator[str]:
    lowered = support.lower()
    done = [part for part in _told(support) if grammar("past").search(part)]
    for clause, word, base in _irregular_deeds(text):
        if re.search(rf"\b{word}\b", lowered) or _is_done_as(base, clause, done):
            continue
        if _is_to_come((base,), support):
            yield word
    states = audit_data()["stative"]["en"]
    for match in (match for clause in _told(text) for match in grammar("past").finditer(clause)):
        if grammar("qualifying").search(match.string[: match.start()]):
            continue
        word = match.group().lower()
        is_shown = word in _outputs() and ARROW.search(support) and not ARROW.search(text)
        if word in states or is_shown or re.search(rf"\b{word}\b", lowered):
            continue
        unable = rf"{grammar('unable').pattern}\s+{word[:-2]}"
        if is_negated(match.string) and re.search(unable, lowered):
            continue
        stem = match.group(1).lower()
        bases = {f"{stem}{match.group(2)}", f"{stem}{match.group(2)}e", stem}
        if match.group(2) == "i":
            bases.add(f"{stem}y")
        if _is_to_come(bases, support):
            yield word


@cache
def _outputs() -> frozenset[str]:
    """What a call that is told with an arrow did with what stands behind it."""
    return frozenset(audit_data()["outputs"]["en"])


def _is_to_come(bases: Iterable[str], support: str) -> bool:
    """A sentence of the sources says that it is to be done."""
    forms = "|".join(map(re.escape, sorted(bases)))
    going = "|".join(_before_ing(base) for base in sorted(bases))
    verb = re.compile(rf"\b(?:{forms})(?:e?s)?\b", re.IGNORECASE)
    gerund = re.compile(rf"\b(?:{going})ing\b", re.IGNORECASE)
    whole = sentences(support)
    if re.search(rf"`(?:{forms})\b[^`]*`(?! failed)", support):
        return False
    if any(
        re.match(rf"(?:[\w.]+: |\W+)?(?:{forms})\b(?!(?: \w+)?:)", x, re.IGNORECASE) for x in whole
    ):
        return True
    open_ones = [x for x in whole if Claim("done", "state") not in claims_of(x)]
    told = [x for x in open_ones if verb.search(x)]
    told += [part for x in open_ones for part in clauses(x) if gerund.search(part)]
    return any(is_planned(grammar("mere_condition").sub("", x)) for x in told)


def _before_ing(base: str) -> str:
    """As a pattern: "us" of "use", "run" or "runn" of "run"."""
    return f"{re.escape(base.removesuffix('e'))}{re.escape(base[-1:])}?"


def _told(text: str) -> Iterator[str]:
    """Clauses that are not of what is to be done; one without a verb form goes with that before."""
    for sentence in sentences(grammar("purpose").sub("", text)):
        was_planned = False
        is_rule = grammar("mere_condition").search(sentence) is not None
        is_open = has_cue("modal", sentence)
        for clause in clauses(grammar("habit").sub("", sentence) if is_rule else sentence):
            is_awaited = is_open and has_cue("occasion", clause[: audit_limits().leading])
            is_open_clause = is_planned(clause) or has_cue("possible", clause)
            was_planned = is_open_clause or is_awaited or (was_planned and _is_elliptic(clause))
            if not was_planned:
                yield grammar("being").sub("", clause)


def _is_elliptic(clause: str) -> bool:
    """It leaves out what the clause before says."""
    words, limits = clause.split(), audit_limits()
    ends_in_verb = len(words) <= limits.verb_last and grammar("past").match(words[-1]) is not None
    is_bare = len(words) <= limits.elliptic or ends_in_verb
    return is_bare and not grammar("verb_or_subject").search(clause)


def _is_done_as(base: str, clause: str, done: Sequence[str]) -> bool:
    """A clause about the same tells it as done in another word: "executed" for "ran"."""
    verb = sense_of(stem_of(base))
    least = audit_limits().alike_words
    return any(
        len(shared(clause, other)) >= least
        and any(
            not sense_of(stem_of(word.group().lower())).senses.isdisjoint(verb.senses)
            for word in grammar("past").finditer(other)
        )
        for other in done
    )


def _irregular_deeds(text: str) -> Iterator[tuple[str, str, str]]:
    """Irregular verbs in the past, with their clause and base, outside what is to be done."""
    forms = audit_data()["irregular"]
    for clause in _told(text):
        for word in re.findall(r"[a-z]+", clause.lower()):
            if word in forms:
                yield clause, word, forms[word]
