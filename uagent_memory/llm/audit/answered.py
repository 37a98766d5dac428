"""What the sources only ask may not be told as so, unless the answer is yes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.words import clauses, is_planned

__all__ = ["asked_only"]

YES, NO = "yes", "no"


def asked_only(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    open_questions, told = _asked(sources)
    for sentence in sentences(text):
        for clause in clauses(sentence):
            is_open = is_guess(sentence) or is_planned(sentence) or has_cue("asking", clause)
            if is_open or _looks(clause):
                continue
            answer = NO if denies(clause) else YES
            near = nearest(clause, (*told, *open_questions))
            if near and all(answer in open_questions.get(other, ()) for other in near):
                yield f"only asked in its sources: {clause[:80]}"


def _asked(sources: Sequence[DraftLine]) -> tuple[dict[str, frozenset[str]], list[str]]:
    """The questions, each with the answers that nobody gave; and all other clauses."""
    questions: dict[str, frozenset[str]] = {}
    told: list[str] = []
    for line in sources:
        parts = sentences(line.support)
        for place, sentence in enumerate(parts):
            own = clauses(sentence)
            after = "".join(parts[place + 1 : place + 2])
            if not is_question(sentence):
                told += [part for part in own if not _wonders().search(part)]
                for part in own:
                    if _wonders().search(part):
                        questions[part] = _lacking(part, after, is_settled=_is_told(part, after))
            elif _closed().search(sentence) and own:
                told += own[:-1]
                questions[own[-1]] = _lacking(own[-1], after, is_settled=False)
    return questions, told


def _lacking(asked: str, after: str, *, is_settled: bool) -> frozenset[str]:
    """Yes, unless the next sentence says so or tells it; no, where that says nothing of it."""
    yes = () if is_settled or _is_affirmed(after) else (YES,)
    no = () if denies(asked) or denies(after) or not _wonders().search(asked) else (NO,)
    return frozenset((*yes, *no))


def _is_told(asked: str, after: str) -> bool:
    return bool(shared(asked, after)) and not denies(after) and not is_guess(after)


@cache
def _looking() -> tuple[str, ...]:
    words = rewording_data()["looking"]
    return (*(f"{word} " for word in words["en"]), *words["zh"])


def _looks(clause: str) -> bool:
    """It tells to look after something."""
    return clause.lower().removeprefix("to ").startswith(_looking())


@cache
def _closed() -> re.Pattern[str]:
    """It can be answered by yes or no."""
    data = rewording_data()["closed"]
    return re.compile(
        rf"[{data['at_end']}]\s*[?？]?\s*$|{any_of(data['zh'])}|^\s*(?:{any_of(data['en'])})\b",
        re.IGNORECASE,
    )


@cache
def _wonders() -> re.Pattern[str]:
    """A clause that asks it inside a statement: "see whether it is set"."""
    data = rewording_data()["closed"]
    return re.compile(rf"\b(?:{any_of(data['inside'])})\b|{any_of(data['zh'])}", re.IGNORECASE)


def _is_affirmed(answer: str) -> bool:
    words = audit_data()["affirmed"]
    lowered = answer.lower().lstrip()
    return lowered.startswith((*words["en"], *words["zh"]))
