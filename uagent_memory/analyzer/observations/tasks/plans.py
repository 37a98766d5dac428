"""What becomes of the tasks in lists: done with the work they name, or replaced by new ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.observations.conversation.carried_acts import ActBook
from uagent_memory.analyzer.observations.conversation.closing import ends_all, goes_on, leaves_open
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.conversation.ties import content_words, opening_words
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.carrying_out import changes_something, progress
from uagent_memory.analyzer.observations.tasks.errands import ErrandBook
from uagent_memory.analyzer.observations.tasks.numbered_steps import NumberedLists
from uagent_memory.analyzer.observations.tasks.open_items import PASSED_ON, USERS, OpenItems
from uagent_memory.analyzer.observations.tasks.plan_heads import is_renewed
from uagent_memory.analyzer.observations.tasks.plan_items import Item, by_act, text_of
from uagent_memory.analyzer.observations.tasks.plan_words import is_handed_back, is_part_of
from uagent_memory.analyzer.observations.tasks.progress_states import ProgressBook
from uagent_memory.analyzer.observations.tasks.text_tasks import lists, names_open
from uagent_memory.analyzer.observations.tasks.undone import says_undone
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, HandoffValue, TaskValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Span

__all__ = ["PlanBook"]

_TASK, _LIST_ITEM = FactKind.TASK, UnitKind.LIST_ITEM

_ENTERED = frozenset((Change.ASKED, Change.STARTED))
"""What a tool's list does with a task that it takes up."""


class PlanBook:
    """The open items of each agent's lists. What a sentence calls still open stays so."""

    def __init__(self) -> None:
        self._open = OpenItems()
        self._errands = ErrandBook()
        self._progress = ProgressBook()
        self._numbered = NumberedLists()
        self._acts = ActBook()
        self._changed = False
        """Agents have changed something since a user spoke."""

    def said(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's message: a new list replaces the older one of the same agent."""
        agent = prose.message.agent or ""
        stated = [seen for seen in own if seen.kind is _TASK]
        kinds = lists(prose) if stated or (self._open.of(agent) and not prose.acts) else {}
        listed_at = {line.span for line in prose.lines if line.unit.kind is _LIST_ITEM}
        told_in_lists = listed_at | kinds.keys()
        tasks = [seen for seen in stated if seen.span in told_in_lists]
        least = table("tasks")["new_list"]
        if len(tasks) >= least or (len(kinds) >= least and not prose.acts):
            at = tasks[0].span if tasks else next(iter(kinds))
            kept = {seen.key for seen in tasks}
            owners = self._agents(agent) if is_renewed(prose.message.text) else (agent,)
            for owner in owners:
                yield from self._replaced(prose, owner, kept, at)
        for seen in tasks:
            if seen.change is Change.STATED:
                self.add(seen, agent, is_next=kinds.get(seen.span) != "open")
            else:
                self._open.close(agent, seen.key)
        self._numbered.listed(prose, agent, tasks)
        places = {seen.span for seen in stated}
        headed = {line.span for line in prose.lines if line.span in places and names_open(line)}
        for seen in stated:
            if seen.span not in told_in_lists and seen.change is Change.STATED:
                self._open.add(agent, Item(seen, alone=True, headed=seen.span in headed))
        self._open.forget_sentences(agent)
        for seen in self._progress.feed(prose, agent, stated):
            if seen.change is Change.SUPERSEDED:
                self._open.close(agent, seen.key)
            yield seen

    def _agents(self, first: str) -> Sequence[str]:
        """An agent, and all others that have planned something."""
        others = (owner for owner in self._open.owners() if owner not in (first, USERS, PASSED_ON))
        return (first, *others)

    def _replaced(
        self, prose: Prose, agent: str, kept: AbstractSet[str], at: Span
    ) -> Iterator[Observation]:
        for key, item in tuple(self._open.of(agent).items()):
            if key not in kept and (item.listed or item.headed):
                self._open.close(agent, key)
                yield follow_up(item.seen, Change.SUPERSEDED, prose.message, at)

    def add(self, seen: Observation, agent: str, *, is_next: bool) -> None:
        """An open task of an agent.

        Args:
            seen: where it is stated.
            agent: whose it is.
            is_next: it serves the present turn, so that any "done" closes it.
        """
        self._open.add(agent, Item(seen, is_next))

    def laid(self, prose: Prose, steps: Sequence[Observation]) -> Iterator[Observation]:
        """Steps that an agent lays before the user: they replace what it planned before."""
        agent = prose.message.agent or ""
        if steps:
            yield from self._replaced(prose, agent, {seen.key for seen in steps}, steps[0].span)
        for seen in steps:
            self._open.add(agent, Item(seen, waits=True))

    def dropped(self, steps: Iterable[Observation]) -> None:
        """Steps that the user does not want."""
        for seen in steps:
            for owner in self._open.owners():
                self._open.close(owner, seen.key)

    def passed_on(self, own: Sequence[Observation]) -> None:
        """A summary's tasks, which any agent may finish."""
        for seen in own:
            if seen.kind is _TASK and seen.change is not Change.DONE:
                self._open.add(PASSED_ON, Item(seen, left=True))

    def heard(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """A user's message: what it speaks of, or all of it after a "yes", is to be done next.

        What it lists itself is closed by a "done" that speaks of it. Steps that wait are approved
        by a "yes" or by the plan itself, handed back.
        """
        self._changed = False
        items = list(self._open)
        if items:
            agreed = bool(prose.lines) and prose.lines[0].begins_with("requests.yes") is not None
            yield from self._approved(prose, [item for item in items if item.waits], agreed=agreed)
            for item in items:
                item.is_next = item.is_next or (agreed and item.listed)
            others = [item for item in items if not item.is_next]
            words = opening_words(prose.message.text) if others else frozenset()
            for item in others:
                item.is_next = item.is_meant_by(words)
        for seen in own:
            if seen.kind is _TASK and seen.change is Change.ASKED:
                self.add(seen, USERS, is_next=False)

    def _approved(
        self, prose: Prose, waiting: Sequence[Item], *, agreed: bool
    ) -> Iterator[Observation]:
        if not waiting or not prose.lines:
            return
        go = agreed or any(line.opened_by("tasks.approval") for line in prose.lines)
        if go or is_handed_back(prose, waiting):
            for item in waiting:
                item.waits, item.is_next = False, True
                yield follow_up(item.seen, Change.ANSWERED, prose.message, prose.lines[0].span)

    def did(self, acts: Sequence[Observation]) -> Iterator[Observation]:
        """What agents did: a step's command passed, or the file that one step names changed."""
        yield from self._entered(acts)
        self._acts.did(acts)
        self._changed = self._changed or any(changes_something(act) for act in acts)
        for act in acts:
            if act.kind is _TASK:
                self._tracked(act)
            yield from self._proved(act)
            for owner in self._open.owners():
                found = [
                    (item, change)
                    for item in self._open.of(owner).values()
                    if item.listed and (change := progress(item.names, act)) is not None
                ]
                if len(found) == 1:
                    ((item, change),) = found
                    yield from self._went_on(owner, item, change, act)

    def _entered(self, acts: Sequence[Observation]) -> Iterator[Observation]:
        """A list that a tool keeps takes the place of the agreed plan that it was made from."""
        new = [act for act in acts if act.kind is FactKind.TASK and act.change in _ENTERED]
        if len(new) < table("tasks")["new_list"] or not isinstance(new[0].value, TaskValue):
            return
        kept, owner = {act.key for act in new}, new[0].value.owner
        for key, item in tuple(self._open.of(owner).items()):
            laid = item.listed and item.seen.span.part != "text" and not item.waits
            if laid and key not in kept:
                self._open.close(owner, key)
                yield by_act(item.seen, Change.SUPERSEDED, new[0])

    def _proved(self, act: Observation) -> Iterator[Observation]:
        """A passed run shows that steps are done."""
        for owner in self._open.owners():
            for key, item in tuple(self._open.of(owner).items()):
                if item.is_proved_by(act):
                    self._open.close(owner, key)
                    yield by_act(item.seen, Change.DONE, act)

    def _tracked(self, act: Observation) -> None:
        """A tool was told that a task has begun, or what became of it."""
        owner = act.value.owner if isinstance(act.value, TaskValue) else ""
        self._open.close(owner, act.key)
        if act.change is Change.STARTED:
            self._open.add(owner, Item(act, tracked=True))

    def _went_on(
        self, owner: str, item: Item, change: Change, act: Observation
    ) -> Iterator[Observation]:
        if change is Change.DONE:
            self._open.close(owner, item.seen.key)
        elif item.worked_on:
            return
        item.worked_on, item.waits = True, False
        yield by_act(item.seen, change, act)

    def ended(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's turn ends and leaves nothing open: the steps that it worked on are done.

        So are those that it tells of, after it has changed something, and the last one that a tool
        keeps.
        """
        if prose.acts or not prose.lines or any(line.asks for line in prose.lines):
            return
        agent = prose.message.agent or ""
        done = [(agent, item) for item in self._open.of(agent).values() if item.worked_on]
        for owner in (agent, USERS) if self._changed and not goes_on(prose, own) else ():
            done.extend((owner, item) for item in self._told(owner, prose))
        if done and not leaves_open(prose):
            for owner, item in done:
                self._open.close(owner, item.seen.key)
                yield follow_up(item.seen, Change.DONE, prose.message, prose.lines[0].span)

    def _told(self, owner: str, prose: Prose) -> list[Item]:
        """The items of lists that a report speaks of, or that a call has carried out."""
        items = [item for item in self._open.of(owner).values() if not (item.alone or item.waits)]
        words = content_words(
            " ".join(line.text for line in prose.lines[: table("tasks")["told_lines"]])
        )
        last = [item for item in items if item.tracked]
        return [
            item
            for item in items
            if not item.worked_on
            and (item.is_meant_by(words) or last == [item] or self._acts.carries(item.seen))
        ]

    def worked_off(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The agent says that it is done: with what it speaks of, or the team with all it planned.

        Other agents' plans are closed only by the word that all is done. A mere "TERMINATE" tells
        of no work: what was planned is over and not called done.
        """
        if len(prose.lines) == 1 and not line.opened_by("tasks.done", "tasks.all_done"):
            yield from self.over(prose, line)
            return
        first = prose.lines[: table("tasks")["told_lines"]]
        told = content_words(" ".join(other.text for other in first))
        did = [other.text for other in first if not says_undone(other)]
        all_over = ends_all(prose, line)
        whole = all_over or line.has("tasks.all_done")
        own = (prose.message.agent or "", PASSED_ON, USERS)
        for owner in self._open.owners() if all_over else own:
            for key, item in tuple(self._open.of(owner).items()):
                if item.tracked:
                    ends = whole and not leaves_open(prose)
                elif item.undone is not None:
                    ends = item.is_next or any(map(item.undone.is_done_by, did))
                else:
                    ends = whole or item.is_next or item.is_meant_by(told)
                if ends and not item.waits:
                    self._open.close(owner, key)
                    yield follow_up(item.seen, Change.DONE, prose.message, line.span)

    def returned(self, prose: Prose, orders: Iterable[Observation]) -> Iterator[Observation]:
        """A teammate is done: a step that is no more than its part ("Review") ends with it."""
        for order in orders:
            value = order.value
            if order.change is not Change.DONE or not isinstance(value, HandoffValue):
                continue
            for key, item in tuple(self._open.of(value.sender).items()):
                if item.tracked and is_part_of(value.receiver, text_of(item.seen)):
                    self._open.close(value.sender, key)
                    yield follow_up(item.seen, Change.DONE, prose.message, order.span)

    def over(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The answer is given: what the team had planned for it and did not do is not wanted."""
        for owner in self._open.owners():
            if owner not in (PASSED_ON, USERS):
                yield from self._ended(owner, Change.SUPERSEDED, prose, line)

    def told(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's message: steps are told of by number, teammates told to take them answer."""
        yield from self._numbered.feed(prose, self._open)
        yield from self._errands.feed(prose, own, self._open)

    def taken_back(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The user takes the ask back that the lists served."""
        for owner in self._open.owners():
            yield from self._ended(owner, Change.CANCELLED, prose, line)

    def _ended(self, owner: str, change: Change, prose: Prose, line: Line) -> Iterator[Observation]:
        for key, item in tuple(self._open.of(owner).items()):
            if item.listed:
                self._open.close(owner, key)
                yield follow_up(item.seen, change, prose.message, line.span)
