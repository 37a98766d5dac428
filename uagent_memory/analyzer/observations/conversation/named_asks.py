"""Which of a user's asks a message speaks of, by their words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.observations.conversation.people import asked_text
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.conversation.ties import content_words, speaks_of
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.ledger import Observation

__all__ = ["is_named", "most_about", "told_done"]

_CLAUSE_END = re.compile(r"[,，;；。！？!?]|\.\s")


def told_done(
    prose: Prose, line: Line, earlier: Sequence[Observation], *, serves: bool
) -> Sequence[Observation]:
    """Earlier asks that a full word of being done speaks for.

    Args:
        prose: the agent's message.
        line: where it says "done".
        earlier: asks before the latest ones.
        serves: the agent changes something by tools: what it did is one thing, and says nothing
            of asks that the message does not name.
    """
    if len(content_words(line.text)) < table("requests")["telling_words"]:
        return ()
    if not serves or line.has("tasks.all_done"):
        return earlier
    told = (one for one in prose.lines if not one.asks)
    words = frozenset(word for one in told for word in content_words(one.text))
    return [seen for seen in earlier if speaks_of(words, content_words(asked_text(seen)))]


def is_named(seen: Observation, words: AbstractSet[str]) -> bool:
    """The words are of it, or it names nothing itself."""
    asked = content_words(asked_text(seen))
    return len(asked) < table("requests")["telling_words"] or speaks_of(words, asked)


def most_about(text: str, asks: Sequence[Observation]) -> Observation | None:
    """The ask that is most about what a text begins with; None if none is about it."""
    wanted = content_words(_CLAUSE_END.split(text, maxsplit=1)[0])
    about = [(_share_about(wanted, seen), seen) for seen in asks]
    share, meant = max(about, key=lambda item: item[0], default=(0.0, None))
    return meant if share > 0 else None


def _share_about(wanted: AbstractSet[str], seen: Observation) -> float:
    """How much of an ask is about these words."""
    words = content_words(asked_text(seen))
    return len(wanted & words) / len(words) if words else 0.0
