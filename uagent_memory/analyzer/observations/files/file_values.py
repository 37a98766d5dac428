"""What is observed of one action on one file: its value, where its path stands, its names."""

from __future__ import annotations

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.paths import Place, is_scratch
from uagent_memory.analyzer.observations.files.symbols import Definition
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.fact_name import symbol_key
from uagent_memory.facts import Change, FactKind, FileValue, SymbolValue, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["path_at", "symbols_of", "value_of"]


def path_at(act: FileAct, spelled: str) -> TextSpan | None:
    """The displayed path as it stands at the act's address; None if it is not spelled there."""
    if spelled.startswith(act.place.spelled):
        spelled = act.place.spelled
    at = spelled.rfind(act.place.path)
    if at < 0:
        return None
    start = act.at.start + at
    span = act.at._replace(start=start, end=start + len(act.place.path))
    return TextSpan(act.place.path, span)


def value_of(act: FileAct) -> FileValue:
    target = act.renamed_to
    names = act.edit.names
    return FileValue(
        path=act.place.path,
        spelled=act.place.spelled,
        how=act.how,
        hunks=act.edit.hunks,
        defined=tuple(one.name for one in names.defined),
        removed=tuple(one.name for one in names.removed),
        within=act.edit.within,
        dropped=act.edit.dropped,
        lasting=act.edit.lasting,
        renamed_to=_target_key(target) if target is not None else "",
        lines=act.lines,
    )


def _target_key(target: Place) -> str:
    """The new file's key where the source spells it so; else its spelling."""
    return target.key if target.key in target.spelled else target.path


def symbols_of(exchange: Exchange, act: FileAct) -> list[Observation]:
    """One observation per name defined, removed or changed; none for scratch files."""
    if is_scratch(act.place.key) or act.change is Change.DELETED:
        return []
    names = act.edit.names
    changes = (
        (names.defined, Change.CREATED),
        (names.removed, Change.REMOVED),
        (names.touched, Change.MODIFIED),
    )
    quiet = strings("symbols", "limits", "quiet_sorts")
    return [
        _symbol(exchange, act, one, change)
        for ones, change in changes
        for one in ones
        if one.sort not in quiet
    ]


def _symbol(exchange: Exchange, act: FileAct, one: Definition, change: Change) -> Observation:
    value = SymbolValue(name=one.name.text, sort=one.sort, path=act.place.path)
    key = symbol_key(act.place.key, one.name.text)
    at = one.name.span
    if at.message_id not in (exchange.asked.id, exchange.answer.id if exchange.answer else ""):
        at = act.at
    return exchange.observe(FactKind.SYMBOL, key, value, change, at=at)
