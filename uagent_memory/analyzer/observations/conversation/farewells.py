"""The message with which a user ends a talk: thanks, and nothing that is asked for."""

from __future__ import annotations

from uagent_memory.analyzer.observations.conversation.people import END_MARK, is_ask, is_courtesy
from uagent_memory.analyzer.observations.conversation.phrases import phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.messages import Author

__all__ = ["farewell", "has_end_mark"]


def farewell(prose: Prose) -> Line | None:
    """The line that thanks or takes leave, where the message does nothing besides.

    A program's mark for the end of a talk leaves no doubt: what the user then tells of, such as
    what he or she will do next, is no ask.
    """
    if prose.spoken or prose.message.author is not Author.USER:
        return None
    if len(prose.message.text) > table("requests")["longest_farewell"]:
        return None
    leave = next((line for line in prose.lines if _takes_leave(line)), None)
    if leave is None or any(line.asks for line in prose.lines):
        return None
    if has_end_mark(prose):
        return None if any(is_ask(ln) and not _tells_own(ln) for ln in prose.lines) else leave
    return leave if all(is_courtesy(line.text) for line in prose.lines) else None


def has_end_mark(prose: Prose) -> bool:
    """It holds a program's mark for the end of a talk."""
    return END_MARK.search(prose.message.text) is not None


def _takes_leave(line: Line) -> bool:
    text = key_of(line.text)
    return any(word in text for word in phrases("requests", "leave"))


def _tells_own(line: Line) -> bool:
    """What the speaker will do, not what is to be done."""
    text = key_of(line.text)
    begun = [own for own in phrases("requests", "own_part") if text.startswith(own)]
    return any(not (own.isascii() and text[len(own) : len(own) + 1].isalnum()) for own in begun)
