"""What an offer is about, where its own words only point back at it."""

from __future__ import annotations

from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.facts import TextSpan
from uagent_memory.generator.emptiness import is_bare
from uagent_memory.generator.phrasing import is_inviting, is_lead_in
from uagent_memory.generator.references import points_back
from uagent_memory.generator.view import GeneratorView

__all__ = ["is_offer", "offered"]


def is_offer(text: str) -> bool:
    """It asks for a go-ahead: "Shall I?", "Let me know if you would like me to proceed"."""
    return _asks(text) or is_inviting(text)


def _asks(text: str) -> bool:
    return text.rstrip("*_ ").endswith(("?", "？"))


def offered(view: GeneratorView, offer: TextSpan) -> TextSpan | None:
    """The sentence before "Shall I proceed with these changes?"; None if it says all itself."""
    if not (is_offer(offer.text) and points_back(offer.text)):
        return None
    analysis = view.by_id.get(offer.span.message_id)
    before = [
        unit
        for unit in (analysis.units if analysis else ())
        if unit.span.part == offer.span.part and unit.span.end <= offer.span.start
    ]
    said = next((unit for unit in reversed(before) if _tells(unit)), None)
    return TextSpan(said.text, said.span) if said else None


def _tells(unit: Unit) -> bool:
    text = unit.text
    return unit.kind is UnitKind.SENTENCE and not (_asks(text) or is_bare(text) or is_lead_in(text))
