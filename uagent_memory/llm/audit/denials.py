"""A "not" that was put in, left out, or turned into its contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.llm.audit.after_all import (
    Statements,
    has_itself,
    is_always_denied,
    is_joined_over,
)
from uagent_memory.llm.audit.alignment import nearest, overlap, sentences, told_clauses
from uagent_memory.llm.audit.claims import Claim, claims_of, denies
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits, grammar
from uagent_memory.llm.audit.listing import is_to_do
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.meant_denials import is_meant
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.opposites import (
    agreed,
    denied_things,
    is_turned,
    negated,
    opposed,
    scopes_of,
    things_in,
)
from uagent_memory.llm.audit.senses import (
    Meant,
    held,
    meaning,
    meaning_of,
    meant,
    shared,
)
from uagent_memory.llm.audit.turns import same_changes
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import (
    clauses,
    is_planned,
    is_undone,
    names_of,
    numbers_of,
    stems_of,
)

__all__ = ["turned"]

HEAD = re.compile(r"([^:：]{2,80})[:：]")


def turned(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A "not" that was put in front of something, or taken away from it."""
    every = told_clauses(sources)
    firm = [clause for clause in every if not is_guess(clause)]
    is_listed = False
    changes = [pair for pair in same_changes(text, sources) if all(x[0].isdigit() for x in pair)]
    for sentence in sentences(plain_wording(text)):
        is_listed, was_listed = _is_denied_list(sentence, is_listed=is_listed), is_listed
        told = Statements.of(every if is_guess(sentence) else firm)
        is_denial = denies(sentence)
        if _is_exchanged_with_denied(sentence, told):
            yield f"what is denied and what is told are exchanged: {sentence[:80]}"
        if not is_denial and _is_adopted_after_all(sentence, told):
            yield f'a "not" was left out: {sentence[:80]}'
        for part in _to_compare(sentence, every, changes):
            is_fragment = _is_fragment(part, is_denial=is_denial)
            near = () if is_fragment else nearest(part, told.clauses)
            is_against = {is_turned(part, clause) for clause in near} == {True}
            if denies(part):
                fault = _fault_of_denial(part, told, is_against=is_against)
            elif (is_fragment and is_denial) or was_listed:
                continue
            elif _is_contrary(part, told.plain):
                fault = "the contrary of what its sources say"
            elif not _is_figure_of(part, told.plain) and _is_answered_no(part, every):
                fault = "a question was answered no"
            else:
                fault = _fault_of_assertion(part, text, told, is_against=is_against)
            if fault:
                yield f"{fault}: {part[:80]}"


def _to_compare(
    sentence: str, told: Sequence[str], changes: Iterable[tuple[str, str]]
) -> Sequence[str]:
    """No clauses of the sources, no short label, no change of figures that the sources have."""
    head = HEAD.match(sentence)
    label = head[1] if head and len(head[1]) <= audit_limits().label and not denies(head[1]) else ""
    return [
        part
        for part in clauses(sentence)
        if part not in (*told, label) and not any(x in part and y in part for x, y in changes)
    ]


def _is_denied_list(sentence: str, *, is_listed: bool) -> bool:
    """More follows of what is denied in front of a colon: "rejected: a; b"."""
    head = HEAD.match(sentence)
    return sentence.endswith((";", "；")) and (denies(head[1]) if head else is_listed)


def _fault_of_denial(part: str, told: Statements, *, is_against: bool) -> str:
    if has_cue("lacking", part) and any(
        has_cue("unless", clause) and shared(part, clause) for clause in told.clauses
    ):
        return ""
    if _is_mended(part, told):
        return ""
    if (is_against or _is_only_in(part, told)) and not is_meant(part, told.clauses):
        return 'a "not" that no source has'
    if _is_told_of_its_name(part, told) or _is_name_with_it(part, told):
        return 'a "not" that no source has'
    if any(_is_denied_of_another(scope, told) for scope in scopes_of(part)):
        return 'a "not" that is said of something else'
    return ""


def _is_mended(part: str, told: Statements) -> bool:
    """The sources say that what it denies was put right."""
    if any(claim.group == "state" for claim in claims_of(part)):
        return False
    return any(Claim("done", "state") in claims_of(x) and shared(part, x) for x in told.plain)


def _is_told_of_its_name(part: str, told: Statements) -> bool:
    """Each source clause that has what it denies beside a name of it tells that."""
    names = names_of(part)
    for scope in scopes_of(part) if names else ():
        words = [word for word in scope if word.stem not in names]
        about = [
            clause
            for clause in told.clauses
            if names <= names_of(clause) and words and all(held(x, meaning(clause)) for x in words)
        ]
        if about and not any(scopes_of(clause) for clause in about):
            return True
    return False


def _is_denied_with_its_name(part: str, told: Statements) -> bool:
    """Every source clause that has its names and a word of it denies something."""
    names = names_of(part)
    if not names or is_planned(part) or is_guess(part):
        return False
    about = [x for x in told.clauses if names <= names_of(x) and shared(part, x) - names]
    return bool(about) and all(scopes_of(x) for x in about)


def _is_name_with_it(part: str, told: Statements) -> bool:
    """It is nothing but "without" and a name, which no source clause denies anything of."""
    names = names_of(part)
    words = frozenset(meant(part))
    if not names or any(word.stem not in " ".join(names).lower() for word in words):
        return False
    about = [clause for clause in told.clauses if names <= names_of(clause)]
    return bool(about) and not any(map(denies, about))


def _is_exchanged_with_denied(sentence: str, told: Statements) -> bool:
    """It denies a word that the sources only tell, and tells one that they only deny."""
    denied = _all_of(scope for part in clauses(sentence) for scope in denied_things(part))
    if not denied:
        return False
    here = _all_of(things_in(part) for part in clauses(sentence) if not denies(part))
    their = _all_of(scope for clause in told.denied for scope in denied_things(clause))
    there = _all_of(map(things_in, told.plain))
    return bool((denied & there) - their) and bool((here & their) - there)


def _all_of(things: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*things)


def _is_denied_of_another(scope: Sequence[Meant], told: Statements) -> bool:
    """A source clause tells most of it, and none denies half as much of it."""
    limits = audit_limits()
    if len(scope) < limits.denied_things:
        return False
    most = max((_share(scope, meaning(x) | names_of(x)) for x in told.plain), default=0.0)
    if most < limits.denied_share:
        return False
    if any(_share(scope, meaning(x) | names_of(x)) >= most for x in told.denied):
        return False
    own = (denied for clause in told.clauses for denied in scopes_of(clause))
    return all(2 * _share(scope, meaning_of(denied)) <= most for denied in own)


def _share(words: Sequence[Meant], known: frozenset[str | int]) -> float:
    return sum(held(word, known) for word in words) / len(words)


def _fault_of_assertion(part: str, text: str, told: Statements, *, is_against: bool) -> str:
    if has_cue("replaced", part) and any(has_cue("replaced", clause) for clause in told.clauses):
        return ""
    if is_joined_over(part, told) or (is_planned(part) and has_cue("supplying", part)):
        return ""
    is_against |= _is_denied_with_its_name(part, told)
    if not (is_against or is_always_denied(part, told) or _has_all_that_is_denied(part, told)):
        return ""
    about = [clause for clause in told.denied if shared(part, clause)]
    return "" if _is_to_do(part, text, about) else 'a "not" was left out'


def _has_all_that_is_denied(part: str, told: Statements) -> bool:
    """All that a source clause denies of something, which none tells."""
    things = things_in(part)
    least = audit_limits().denied_things
    scopes = (scope for clause in told.denied for scope in denied_things(clause))
    return any(
        len(scope) >= least
        and scope <= things
        and not any(scope <= things_in(clause) for clause in told.plain)
        for scope in scopes
    )


def _is_fragment(part: str, *, is_denial: bool) -> bool:
    """No clause of its own: what the rest of the sentence speaks of."""
    if has_cue("auxiliary", part):
        return False
    most = audit_limits().topic_words if is_denial else audit_limits().alike_words
    return len(meant(part)) < most


def _is_answered_no(part: str, told: Sequence[str]) -> bool:
    """A question about it is followed by a short "no"."""
    if is_guess(part) or is_planned(part):
        return False
    least = audit_limits().alike_words
    return any(
        is_guess(question)
        and len(shared(part, question)) >= least
        and any(denies(clause) and len(meant(clause)) < least for clause in after)
        for question, *after in zip(told, told[1:], told[2:], strict=False)
    )


def _is_figure_of(part: str, plain: Sequence[str]) -> bool:
    """A statement of the sources has all its figures."""
    numbers = numbers_of(part)
    firm = (clause for clause in plain if not is_guess(clause))
    return bool(numbers) and any(numbers <= numbers_of(clause) for clause in firm)


def _is_adopted_after_all(sentence: str, told: Statements) -> bool:
    """It takes up what the sources only say was not taken up."""
    if not has_cue("adopted", sentence):
        return False
    least = audit_limits().alike_words
    against = any(len(shared(sentence, clause)) >= least for clause in told.denied)
    return against and not any(
        has_cue("adopted", clause) and shared(sentence, clause) for clause in told.plain
    )


def _is_contrary(part: str, plain: Sequence[str]) -> bool:
    """It has the other word of a pair than each source clause that speaks of the same."""
    closest = max(plain, key=lambda clause: overlap(part, clause), default="")
    if closest and overlap(part, closest) > audit_limits().alike_words and opposed(part, closest):
        rest = [clause for clause in plain if overlap(part, clause) >= overlap(part, closest)]
        if not any(agreed(part, clause) for clause in rest):
            return True
    about = [clause for clause in plain if shared(part, clause)]
    against = any(opposed(part, clause) for clause in about)
    return against and not any(agreed(part, clause) for clause in about)


def _is_only_in(part: str, told: Statements) -> bool:
    """What it denies is never denied in the sources, but told."""
    for scope in negated(part):
        plain = [clause for clause in told.plain if has_itself(scope, clause)]
        denied = [x for x in told.denied if has_itself(scope, x)] if plain else told.denied
        if _has_any(scope, plain or told.plain) and not _has_any(scope, denied):
            return not any(opposed(part, clause) for clause in told.plain)
    return False


def _has_any(words: Iterable[Meant], told: Sequence[str]) -> bool:
    return any(held(word, meaning(clause)) for word in words for clause in told)


def _is_to_do(part: str, text: str, denied: Sequence[str]) -> bool:
    """It is told as something to be done, and the sources that deny it say: not so far."""
    stems = frozenset(stems_of(part))
    words = stems_of(part)
    so_far = [x for x in denied if len(stems & set(stems_of(x))) >= audit_limits().alike_words]
    if not so_far or not all(map(is_undone, so_far)):
        return False
    if Claim("open", "state") in claims_of(part):
        return True
    if grammar("past").search(part):
        return False
    scopes = (scope for clause in so_far for scope in negated(clause))
    opens = any(word.stem == words[0] for scope in scopes for word in scope)
    return is_planned(part) or (opens and is_to_do(text))
