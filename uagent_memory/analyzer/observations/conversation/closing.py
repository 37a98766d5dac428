"""Where an agent's last message ends the work, and what it says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from uagent_memory.analyzer.lexicon import casefolded
from uagent_memory.analyzer.observations.conversation.phrases import phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.step_names import is_of_one_step
from uagent_memory.analyzer.observations.tasks.text_tasks import heads_plan
from uagent_memory.analyzer.observations.tasks.undone import says_undone
from uagent_memory.analyzer.types import Cue
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = [
    "carried_line",
    "closing_line",
    "ends_all",
    "final_line",
    "goes_on",
    "leaves_open",
    "team_end",
]


def closing_line(prose: Prose) -> Line | None:
    """Where an agent's turn ends and says near its beginning that the work is done.

    Or where its last word ends the team's work, and nothing says that it came to nothing.
    """
    if prose.message.author is not Author.AGENT or prose.acts:
        return None
    closing = [line for line in _first(prose) if _closes(prose, line)]
    done = max(closing, key=lambda line: line.has("tasks.all_done"), default=None)
    if done is not None:
        return done
    last = (*prose.lines[-1:], *filter(None, (final_line(prose),)))
    return next((line for line in last if ends_all(prose, line)), None)


def carried_line(prose: Prose) -> Line | None:
    """Where an agent says within a sentence that what was asked for has been carried out."""
    if prose.message.author is not Author.AGENT or prose.acts:
        return None
    told = (line for line in _first(prose) if line.has("tasks.carried"))
    return next((ln for ln in told if ln.begins_with("tasks.supposing") is None), None)


def _first(prose: Prose) -> Iterator[Line]:
    """The lines with which an agent begins what it says aloud."""
    said = (line for line in prose.lines if not line.asks and not is_thought(line.unit))
    return islice(said, table("tasks")["closing_lines"])


def _closes(prose: Prose, line: Line) -> bool:
    """It says that something is done, and not just one step of a list.

    An answer after all does so only where nothing failed.
    """
    if line.opened_by("tasks.done") is None or heads_plan(line.unit.lead):
        return False
    if is_of_one_step(line.text):
        return False
    return line.begins_with("tasks.final") is None or ends_all(prose, line)


def final_line(prose: Prose) -> Line | None:
    """Where an agent gives the answer with which the team's work is over, done or not."""
    if prose.message.author is not Author.AGENT or prose.acts:
        return None
    return next((line for line in prose.lines if line.begins_with("tasks.final")), None)


def team_end(prose: Prose) -> Line | None:
    """The last line of an agent's turn, where it is the word that ends a team's work."""
    last = prose.lines[-1:]
    if prose.message.author is not Author.AGENT or prose.acts:
        return None
    return next((line for line in last if key_of(line.text) in phrases("tasks", "ended")), None)


def ends_all(prose: Prose, line: Line) -> bool:
    """It says that the whole work is done, and nothing beside it that it came to nothing."""
    ends = line.has("tasks.all_done") or key_of(line.text) in phrases("tasks", "ended")
    if not ends or line.asks or is_of_one_step(line.text):
        return False
    return not (leaves_open(prose) or _breaks_off(prose))


def leaves_open(prose: Prose) -> bool:
    """An agent's message that says of something that it is still to do, or came to nothing."""
    first = prose.lines[: table("tasks")["told_lines"]]
    return any(line.has("tasks.gave_up", "tasks.still_open") or says_undone(line) for line in first)


def goes_on(prose: Prose, own: Iterable[Observation]) -> bool:
    """An agent's message after which there is more to do.

    It leaves something open, announces a step, or hands the work over.

    Args:
        prose: the message.
        own: what it says by itself.
    """
    told = (line for line in prose.lines if not is_thought(line.unit))
    steps = any(line.unit.cue.meets(Cue.PLAN) or line.opened_by("statements.step") for line in told)
    rest = any(
        line.has("tasks.still_open") or says_undone(line) or _gives_up(line)
        for line in prose.lines[: table("tasks")["told_lines"]]
    )
    return steps or rest or any(seen.kind is FactKind.HANDOFF for seen in own)


def _gives_up(line: Line) -> bool:
    """Somebody did not get to the end; what code in brackets or backticks cannot do is no work."""
    return any(not _is_aside(line.text[: phrase.start]) for phrase in line.all("tasks.gave_up"))


def _is_aside(before: str) -> bool:
    """What comes next stands in brackets, or in code."""
    opened = sum(map(before.count, "(（")) > sum(map(before.count, ")）"))
    return opened or before.count("`") % 2 == 1


def _breaks_off(prose: Prose) -> bool:
    """It shows that the work was cut short: a crash, a limit."""
    text = casefolded(prose.message.text)
    return any(sign in text for sign in phrases("tasks", "broke_off"))
