"""What a message says by itself, whatever stands around it and whoever will read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.single_messages import Reading
from uagent_memory.analyzer.types import ContentClassification, Unit

__all__ = ["MessageReading"]


class MessageReading(NamedTuple):
    """May be kept for as long as the message is the same."""

    classification: ContentClassification
    density: float
    units: tuple[Unit, ...]
    said: Reading
    terms: Mapping[str, int]
    call_terms: Mapping[str, int]
