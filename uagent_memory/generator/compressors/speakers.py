"""Who said it, where several people talk, or several agents."""

from __future__ import annotations

from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message

__all__ = ["speaker"]


def speaker(view: GeneratorView, message: Message) -> str:
    """The name that what a message says stands under; "" where nobody else could have said it."""
    name = view.voices.needed(message)
    return view.labels("speaker", name=name) if name else ""
