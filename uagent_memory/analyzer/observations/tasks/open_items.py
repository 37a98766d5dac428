"""The items of lists and plans that are still open, by whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uagent_memory.analyzer.observations.tasks.plan_items import Item

__all__ = ["PASSED_ON", "USERS", "OpenItems"]

MOST = 300
"""Newest open items that later messages are compared with: at least so many, at most twice."""

USERS = "\0user"
"""Instead of an agent: the tasks that a user lists or puts off, which any agent may finish."""
PASSED_ON = "\0"
"""Instead of an agent: the tasks that an earlier summary passes on."""

REMEMBERED = 40
"""Newest sentences of an agent about undone work that a later one can close."""


class _Added(NamedTuple):
    owner: str
    key: str
    item: Item


class OpenItems:
    """The newest open items. What is older than hundreds of others stays as it was last seen."""

    def __init__(self) -> None:
        self._by_owner: dict[str, dict[str, Item]] = {}
        self._added: list[_Added] = []

    def of(self, owner: str) -> Mapping[str, Item]:
        """Whose they are, in the order in which they were stated."""
        return self._by_owner.get(owner, {})

    def owners(self) -> tuple[str, ...]:
        return tuple(self._by_owner)

    def __iter__(self) -> Iterator[Item]:
        return (item for known in self._by_owner.values() for item in known.values())

    def add(self, owner: str, item: Item) -> None:
        """An item takes the place of an older one of the same key."""
        key = item.seen.key
        self._by_owner.setdefault(owner, {})[key] = item
        self._added.append(_Added(owner, key, item))
        if len(self._added) > 2 * MOST:
            self._forget()

    def close(self, owner: str, key: str) -> Item | None:
        known = self._by_owner.get(owner, {})
        item = known.pop(key, None)
        if item is not None and not known:
            del self._by_owner[owner]
        return item

    def forget_sentences(self, owner: str) -> None:
        """The older of those that stand alone are closed by nothing any more."""
        alone = [key for key, item in self.of(owner).items() if item.alone]
        for key in alone[:-REMEMBERED]:
            self.close(owner, key)

    def _forget(self) -> None:
        still = [one for one in self._added if self.of(one.owner).get(one.key) is one.item]
        for one in still[:-MOST]:
            self.close(one.owner, one.key)
        self._added = still[-MOST:]
