"""Signs that a planned step is carried out: its file changes, its command passes."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.carried_acts import acts_by_tool, ships
from uagent_memory.analyzer.observations.conversation.phrases import phrases
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.facts import Change, CommandValue, FactKind
from uagent_memory.ledger import Observation

__all__ = ["Named", "changes_something", "named_in", "progress", "shipped"]

_TICKED = re.compile(r"`([^`\n]{2,200})`")
_PATH = re.compile(r"(?<![\w./@-])(?:[\w.@-]+/)*[\w@-][\w.@-]*\.[A-Za-z]\w{0,7}(?![\w/])")
_CHANGED = frozenset((Change.CREATED, Change.MODIFIED, Change.DELETED, Change.RENAMED))
_AROUND = " \t*_:："


class Named(NamedTuple):
    """The one file and the one command that a step is about; "" where it names none or several."""

    path: str
    command: str


def changes_something(act: Observation) -> bool:
    """A file was changed, work was shipped, or a tool called that acts (`create_issue`)."""
    if act.kind is FactKind.FILE:
        return act.change in EFFECTIVE
    value = _passed(act)
    return value is not None and (ships(value) or acts_by_tool(value))


def shipped(act: Observation) -> bool:
    """A command by which work leaves the working tree passed."""
    value = _passed(act)
    return value is not None and ships(value)


def _passed(act: Observation) -> CommandValue | None:
    value = act.value
    return value if act.change is Change.PASSED and isinstance(value, CommandValue) else None


def named_in(text: str) -> Named:
    paths = set(_PATH.findall(text)) if "." in text else set()
    return Named(paths.pop() if len(paths) == 1 else "", _command(text))


def _command(text: str) -> str:
    """What is to be run: "Run `make test`"; of a chain the last command, which needs the rest."""
    ticked = _TICKED.search(text)
    if ticked is None:
        return ""
    before = text[: ticked.start()].strip(_AROUND).casefold()
    if before and before not in phrases("tasks", "run"):
        return ""
    return " ".join(ticked[1].rpartition("&&")[2].split())


def progress(names: Named, act: Observation) -> Change | None:
    """What an act does to a step of these names: its command passed, its file was changed."""
    if act.kind is FactKind.COMMAND and act.change is Change.PASSED and names.command:
        return Change.DONE if _runs(act, names.command) else None
    if act.kind is FactKind.FILE and act.change in _CHANGED and names.path:
        same = act.key == names.path or act.key.endswith(f"/{names.path}")
        return Change.STARTED if same else None
    return None


def _runs(act: Observation, command: str) -> bool:
    value = act.value
    typed = " ".join(value.command.split()) if isinstance(value, CommandValue) else ""
    return typed == command or typed.startswith(f"{command} ")
