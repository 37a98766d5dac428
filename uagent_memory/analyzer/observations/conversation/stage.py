"""The workflow stage: as a session says it, or as the names of its agents imply it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, FactKind, StageValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["STAGE", "StageBook", "observe_stage", "stage_of_agent"]

STAGE = "stage"
"""The one key: a session is in one stage at a time."""
STAGES = ("planning", "implementation", "testing", "review")
CHANGES = frozenset((Change.CREATED, Change.MODIFIED, Change.DELETED, Change.RENAMED))
_WORD = re.compile(r"[a-z]+")


def observe_stage(prose: Prose) -> Iterator[Observation]:
    """Stages that a person or agent says are entered."""
    if prose.message.author not in (Author.USER, Author.AGENT, Author.PARENT) or prose.spoken:
        return
    for line in prose.lines:
        stage = _entered(line)
        if stage:
            yield prose.seen(
                FactKind.STAGE, StageValue(stage=stage), Change.STATED, line.span, key=STAGE
            )


def stage_of_agent(name: str) -> str:
    """The stage whose work a role or agent of that name does; "" if the name does not tell."""
    bare = re.sub(table("stages")["instance"], "", name.rpartition("/")[2]).strip()
    for part in (bare, bare.rpartition(":")[2]):
        stage = _names().get(_plain(part))
        if stage:
            return stage
    return ""


def _entered(line: Line) -> str:
    if line.asks:
        return ""
    for entering in line.all("stages.entering"):
        for stage in STAGES:
            for name in line.all(f"stages.{stage}"):
                if _leads_to(line.text, entering.end, name.start):
                    return stage
    return ""


def _leads_to(text: str, end: int, start: int) -> bool:
    """Between "move on to" and the name stand no words but those such as "the next"."""
    if not 0 <= start - end <= table("stages")["near"]:
        return False
    words = _WORD.findall(text[end:start].casefold())
    return strings("stages", "between").issuperset(words)


@cache
def _names() -> dict[str, str]:
    names = table("stages")["names"]
    return {_plain(name): stage for stage in STAGES for name in names[stage]}


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.casefold()).strip()


class StageBook:
    """The stage the session is in; agents whose names tell it change it by speaking."""

    def __init__(self) -> None:
        self._present = ""

    def did(self, acts: Iterable[Observation]) -> Iterator[Observation]:
        """What agents did: whoever changes files plans no more."""
        if self._present != STAGES[0]:
            return
        act = next((act for act in acts if _changes_work(act)), None)
        if act is not None:
            self._present = STAGES[1]
            value = StageValue(stage=self._present)
            yield act._replace(kind=FactKind.STAGE, key=STAGE, value=value, change=Change.STATED)

    def feed(
        self, prose: Prose, own: Sequence[Observation], *, serving: bool
    ) -> Iterator[Observation]:
        """Args: `serving` says that the speaker works on another agent's behalf."""
        message = prose.message
        stated = [seen.value.stage for seen in own if isinstance(seen.value, StageValue)]
        if stated:
            self._present = stated[-1]
        elif message.author is Author.AGENT and message.agent and prose.lines and not serving:
            stage = stage_of_agent(message.agent)
            if stage and stage != self._present:
                self._present = stage
                value, span = StageValue(stage=stage), prose.lines[0].span
                yield prose.seen(FactKind.STAGE, value, Change.STATED, span, key=STAGE)


def _changes_work(act: Observation) -> bool:
    """It changes a file that is no plan or note, or undoes a change."""
    if act.kind is not FactKind.FILE or act.change not in CHANGES:
        return False
    return not act.key.casefold().endswith(tuple(table("stages")["notes"]))
