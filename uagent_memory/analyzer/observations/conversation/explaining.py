"""Explanations: an agent that is asked how things are tells of code, not of work left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.text_tasks import lists
from uagent_memory.facts import Change, FactKind, TaskValue
from uagent_memory.ledger import Observation

__all__ = ["ExplainingBook"]


class ExplainingBook:
    """Whether agents answer a question about what is there, before anything was changed."""

    def __init__(self) -> None:
        self._asked = False
        self._changed = False

    def heard(self, prose: Prose, own: Sequence[Observation]) -> None:
        """A user's message: a question, and nothing to do."""
        asked = [line.text for line in prose.lines if line.asks]
        self._asked = bool(asked) and (
            not all(map(_progress().search, asked))
            and not any(seen.kind is FactKind.TASK for seen in own)
        )

    def did(self, acts: Iterable[Observation]) -> None:
        """What agents did."""
        if not self._changed:
            self._changed = any(
                act.kind is FactKind.FILE and act.change in EFFECTIVE for act in acts
            )

    def without(self, prose: Prose, own: Sequence[Observation]) -> Sequence[Observation]:
        """What an agent says by itself, less what it only says of the code it has read."""
        if self._changed or not self._asked or not any(map(_is_undone, own)):
            return own
        listed = lists(prose)
        return [
            seen for seen in own if not _is_undone(seen) or seen.span in listed or _owns_up(seen)
        ]


def _is_undone(seen: Observation) -> bool:
    return seen.kind is FactKind.TASK and seen.change is Change.STATED


def _owns_up(seen: Observation) -> bool:
    """ "I have not ... yet": the speaker's own work."""
    text = seen.value.text if isinstance(seen.value, TaskValue) else ""
    return _own_work().search(text) is not None


@cache
def _progress() -> re.Pattern[str]:
    return re.compile(table("tasks")["progress"])


@cache
def _own_work() -> re.Pattern[str]:
    return re.compile(table("tasks")["own_work"])
