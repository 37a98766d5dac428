"""What the generator's parts look at, from small sessions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors import Compressor
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.role_files import load_roles

__all__ = ["proposed", "texts_of", "view_of"]


def view_of(
    messages: Sequence[Message],
    *,
    to: str = "general",
    handed_over: bool = False,
    room: float = math.inf,
) -> GeneratorView:
    """The view of a whole session for one receiver, as the generator builds it."""
    receiver = load_roles().get(to)
    analysis = ContextAnalyzer().analyze_context(messages, receiver=receiver)
    sender = "another" if handed_over else ""
    priorities = InformationPrioritizer().prioritize_information(
        analysis, role=receiver, sender=sender
    )
    return GeneratorView(
        analysis,
        priorities,
        receiver=receiver,
        settings=GeneratorSettings.load(),
        sender=sender,
        room=room,
    )


def proposed(
    compressor: Compressor,
    messages: Sequence[Message],
    *,
    to: str = "general",
    handed_over: bool = False,
) -> tuple[Candidate, ...]:
    """What one compressor proposes by itself."""
    pool = CandidatePool()
    compressor.propose(view_of(messages, to=to, handed_over=handed_over), pool)
    return pool.candidates


def texts_of(candidates: Sequence[Candidate], *, kind: str = "") -> list[str]:
    """Lead and text of each candidate, of one kind or all."""
    return [c.lead + c.text for c in candidates if kind in ("", c.kind)]
