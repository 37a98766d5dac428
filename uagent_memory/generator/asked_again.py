"""Asks that say one thing: a brief gives a question, and again as the task to be solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uagent_memory.fact_name import FactName
from uagent_memory.facts import RequestValue
from uagent_memory.generator.repeats import Said
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact

__all__ = ["asked_again"]


def asked_again(view: GeneratorView, requests: Sequence[Fact]) -> Mapping[str, Sequence[FactName]]:
    """Key of each ask to be told -> the others that its words say nearly as they stand.

    Asks of different messages, or in different states, are different ones.
    """
    settings = view.settings.repeats
    told: dict[str, list[FactName]] = {}
    known: list[tuple[Fact, Said]] = []
    for fact in requests:
        said = _said(view, fact)
        same = [
            other
            for other, before in known[-settings.looked_at :]
            if _is_alike(other, fact) and said.repeats(before, settings.share)
        ]
        if same:
            told[same[-1].key].append(fact.name)
        else:
            told[fact.key] = []
            known.append((fact, said))
    return told


def _said(view: GeneratorView, fact: Fact) -> Said:
    text = fact.value.text if isinstance(fact.value, RequestValue) else ""
    return Said.of(fact.last.span, text, view.words(text))


def _is_alike(fact: Fact, other: Fact) -> bool:
    same_place = fact.last.span.message_id == other.last.span.message_id
    return same_place and fact.status is other.status and len(fact.sources) == len(other.sources)
