"""Changes that agents said they would make, and made since."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.types import Cue, MessageAnalysis, UnitKind
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.generator.wording.code_names import CODE, NAME, names_of_code
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.phrasing import (
    is_guess,
    is_intention,
    is_restating,
    is_set_to,
    is_supposing,
)
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.passing_files import LEAVES_NOTHING, Passing
from uagent_memory.ledger import Fact, Ledger, Observation
from uagent_memory.messages import Author, Span

__all__ = ["MadeChanges"]

_LEAST_CODE = 8
"""Characters of a piece of code that is known again in what was put in."""
_LEAST_NAME = 5
"""Characters of the last part of a name by which it is known."""
_PATH = re.compile(r"[\w.@+~-]*/(?:[\w.@+~-]+/)*(?=[\w.@+~-])")
"""The folders before the name of a file."""
_WHOLE = frozenset((Change.CREATED, Change.DELETED))


class _Made(NamedTuple):
    """A change that stands."""

    at: int
    span: Span
    file: str
    """Its name without folders."""
    lasts: bool
    """It is of a file that stays, and is not one to be read, as a plan is."""
    code: str
    """What was put in, without blanks."""
    put_in: frozenset[str]
    """Names that stand only in the lines put in; that of the file, if it was made or deleted."""
    touched: frozenset[str]
    """Names in all that was put in or taken out, and of what it is in."""


class MadeChanges:
    """Of one history.

    Args:
        ledger: of the history.
        statements: what people and agents say in it.
        passing: files that leave nothing to check or to commit.
        prose: how the names of files end that are written to be read.
        within: messages in which a change is made whose names alone tell what it is for.
        messages: of the history, by id.
        is_besides: that somebody thinks a thing in a message that says another.
    """

    def __init__(
        self,
        ledger: Ledger,
        statements: Sequence[Statement],
        *,
        passing: Mapping[str, Passing],
        prose: tuple[str, ...],
        within: int,
        messages: Mapping[str, MessageAnalysis],
        is_besides: Callable[[Statement], bool],
    ) -> None:
        self._ledger = ledger
        self._statements = statements
        self._passing = passing
        self._prose = prose
        self._within = within
        self._messages = messages
        self._is_besides = is_besides

    def carrying_out_at(self, place: Span) -> Span | None:
        """The same of the sentence with these words."""
        said = self._by_message.get(place.message_id, ())
        within = (one for one in said if one.unit.span.holds(place))
        return next(filter(None, map(self.carrying_out, within)), None)

    def carrying_out(self, statement: Statement) -> Span | None:
        """The first change by which an agent did what it was set to do there."""
        if statement.analysis.message.author is not Author.AGENT or not _is_set_to(statement):
            return None
        found = self._found(statement)
        if found is None or not all(map(self._found, self._items_beside(statement))):
            return None
        return found.span

    def _items_beside(self, statement: Statement) -> Iterator[Statement]:
        """The other items of its list: of a plan that is done in part each item would need a line
        of its own."""
        unit = statement.unit
        if unit.kind is UnitKind.LIST_ITEM and unit.lead_span is not None:
            for one in self._by_message[unit.span.message_id]:
                if one.unit.kind is UnitKind.LIST_ITEM and one.unit.lead_span == unit.lead_span:
                    yield one

    def _found(self, statement: Statement) -> _Made | None:
        return self._own(statement) or self._by_code(statement) or self._by_names(statement)

    def _by_code(self, statement: Statement) -> _Made | None:
        """What puts in a piece of code that stands in the words."""
        for code in CODE.findall(statement.unit.text):
            piece = "".join(code.split())
            if len(piece) < _LEAST_CODE or NAME.fullmatch(piece):
                continue
            for made in self._meeting(_parts(code), statement.analysis.index):
                if piece in made.code:
                    return made
        return None

    def _by_names(self, statement: Statement) -> _Made | None:
        """What meets all the names and puts one in, or is made in the file of that name."""
        named = names_of_code(_PATH.sub("", statement.unit.text))
        names = frozenset(map(_known, named))
        at = statement.analysis.index
        met = (m for m in self._meeting(names, at) if m.put_in & names or m.file in names)
        return next((made for made in met if made.at - at <= self._within), None)

    def _meeting(self, names: frozenset[str], index: int) -> Iterator[_Made]:
        """Changes of files that stay, from a message on, that meet all the names."""
        some = min((self._touching.get(name, ()) for name in names), key=len, default=())
        return (made for made in some if made.at >= index and names <= made.touched)

    def _own(self, statement: Statement) -> _Made | None:
        """What the same message changes, if it announces nothing after that."""
        analysis = statement.analysis
        own = self._called.get(analysis.index)
        if own is None or not is_intention(statement.unit.text) or self._is_besides(statement):
            return None
        after = (unit.text for unit in analysis.units[statement.position + 1 :])
        goes_on = any("intending" in lists_in(text) or is_intention(text) for text in after)
        return None if goes_on else own

    @cached_property
    def _made(self) -> Sequence[_Made]:
        """By message."""
        made = (
            _read(seen, seen.value, at=self._index_of(seen), lasts=self._lasts(fact))
            for fact in self._ledger.of(FactKind.FILE)
            for seen in fact.standing
            if seen.change in EFFECTIVE and isinstance(seen.value, FileValue)
        )
        return sorted(made, key=lambda one: one.at)

    def _index_of(self, seen: Observation) -> int:
        found = self._messages.get(seen.span.message_id)
        return found.index if found is not None else -1

    def _lasts(self, fact: Fact) -> bool:
        kept = self._passing.get(fact.key) not in LEAVES_NOTHING
        return kept and not fact.key.casefold().endswith(self._prose)

    @cached_property
    def _touching(self) -> Mapping[str, Sequence[_Made]]:
        found: dict[str, list[_Made]] = {}
        for made in self._made:
            for name in made.touched if made.lasts else ():
                found.setdefault(name, []).append(made)
        return found

    @cached_property
    def _called(self) -> Mapping[int, _Made]:
        """The changes that calls made, by message."""
        return {made.at: made for made in self._made if made.span.part != "text"}

    @cached_property
    def _by_message(self) -> Mapping[str, Sequence[Statement]]:
        found: dict[str, list[Statement]] = {}
        for said in self._statements:
            found.setdefault(said.unit.span.message_id, []).append(said)
        return found


def _read(seen: Observation, value: FileValue, *, at: int, lasts: bool) -> _Made:
    added = "\n".join(line.text for hunk in value.hunks for line in hunk.added)
    removed = "\n".join(line.text for hunk in value.hunks for line in hunk.removed)
    new, old = _parts(added), _parts(removed)
    named = {one.text for one in (*value.defined, *value.removed, *value.within)}
    file = value.path.rpartition("/")[2]
    put_in = (new - old) | {one.text for one in value.defined}
    return _Made(
        at=at,
        span=seen.span,
        file=file,
        lasts=lasts,
        code="".join(added.split()),
        put_in=put_in | {file} if seen.change in _WHOLE else put_in,
        touched=new | old | named | {file},
    )


def _parts(code: str) -> frozenset[str]:
    """Its names, those of several parts as a whole and the last part of each."""
    names = NAME.findall(code)
    return frozenset((*names, *map(_known, names)))


def _known(name: str) -> str:
    """Of a name with several parts the last, unless that is the ending of a file."""
    last = name.rpartition(".")[2]
    return last if len(last) >= _LEAST_NAME else name


def _is_set_to(statement: Statement) -> bool:
    """It says, or is an item of what is said to be done, what is to be changed."""
    unit = statement.unit
    if unit.cue.meets(Cue.QUESTION) or is_guess(unit.text) or is_supposing(unit.text):
        return False
    if is_restating(unit.text) or is_restating(unit.lead):
        return False
    if is_set_to(unit.text):
        return True
    listed = unit.kind is UnitKind.LIST_ITEM and is_set_to(unit.lead)
    listed = listed and "weighing" not in lists_in(unit.lead)
    return (listed or is_intention(unit.text)) and "sparing" not in lists_in(unit.text)
