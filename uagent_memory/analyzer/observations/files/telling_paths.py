"""Which messages of a log may tell of paths: few of a talk, found in all of them at once."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.joined import JoinedTexts
from uagent_memory.analyzer.observations.files.paths import FILE_BELOW
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.messages import Message, Role

__all__ = ["telling_paths"]


def telling_paths(log: Sequence[Message]) -> frozenset[str]:
    """Ids of the messages, but for results, in whose words a `PathBook` finds anything."""
    said = [message for message in log if message.role is not Role.TOOL]
    joined, words = JoinedTexts([message.text for message in said]), table("tools")["session"]
    stating = joined.holding((*words["new_shell"], *words["directory_needles"]))
    return frozenset(said[number].id for number in stating | joined.matching(FILE_BELOW))
