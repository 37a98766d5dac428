"""Who said it, where several people talk, or several agents."""

from __future__ import annotations

from functools import lru_cache

from uagent_memory.generator.labels import Labels
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message

__all__ = ["speaker"]


def speaker(view: GeneratorView, message: Message, text: str = "") -> str:
    """The name that what a message says stands under.

    "" where nobody else could have said it, or where the text that is shown begins with it.
    """
    name = view.voices.needed(message)
    begun = text.lstrip().casefold().startswith((f"{name}:".casefold(), f"{name}：".casefold()))
    return _labelled(view.labels, name) if name and not begun else ""


@lru_cache(maxsize=1024)
def _labelled(labels: Labels, name: str) -> str:
    return labels("speaker", name=name)
