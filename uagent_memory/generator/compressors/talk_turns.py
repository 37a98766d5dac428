"""What people say to each other, as minutes have it: by speaker, in order, clause by clause.

A turn that only fills the talk is left out, and what somebody says before and after it is one
entry. Of every stretch of the talk something is worth telling, so that no theme and no speaker is
missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis, Unit
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import is_talk_turn
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.emptiness import is_filler
from uagent_memory.generator.phrasing import counts_something, is_courtesy
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.speech import clauses, is_broken_off, spoken_words
from uagent_memory.generator.statements import Statement
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_turns"]


class _Piece(NamedTuple):
    text: str
    span: Span
    unit: Unit


class _Turn(NamedTuple):
    at: int
    run: str
    """The turns of one speaker, one after the other."""
    speaker: str
    stretch: str
    """Where in the talk it stands."""
    goes_on: bool = True
    """Its speaker says more in it."""


def propose_turns(
    view: GeneratorView, pool: CandidatePool, statements: Mapping[Span, Statement]
) -> None:
    """The turns of a talk, but the latest.

    Args:
        view: the history.
        pool: where the candidates go.
        statements: what was said in prose, by its span.
    """
    run, name, room = "", "", 0.0
    for analysis in view.users[:-1]:
        message = analysis.message
        if not is_talk_turn(view, analysis.index):
            name = ""
            continue
        if is_filler(message.text):
            continue
        if message.agent != name:
            run, name = message.id, message.agent or message.id
        turn = _Turn(analysis.index, run, speaker(view, message), "")
        pieces = tuple(_pieces(view, analysis))
        for position, piece in enumerate(pieces):
            stretch = f"stretch:{room // view.settings.limits.talk_stretch:.0f}"
            turn = turn._replace(stretch=stretch, goes_on=piece is not pieces[-1])
            _propose(view, pool, turn, piece, statements, position=position)
            room += len(piece.text) / _width(view, piece.text)


def _width(view: GeneratorView, text: str) -> int:
    """How many of its characters take the room of a Chinese one."""
    return view.settings.limits.latin_width if text.isascii() else 1


def _pieces(view: GeneratorView, analysis: MessageAnalysis) -> Iterator[_Piece]:
    """Sentences, and the clauses of those that run on."""
    limits = view.settings.limits
    for unit in analysis.units:
        if unit.span.part != "text":
            continue
        most = limits.talk_statement * _width(view, unit.text)
        if len(unit.text) <= most and not unit.text[-1:].isspace():
            yield _Piece(unit.text, unit.span, unit)
            continue
        for start, end in clauses(unit.text, most=most):
            text = unit.text[start:end].rstrip()
            at = unit.span.start + start
            yield _Piece(text, unit.span._replace(start=at, end=at + len(text)), unit)


def _propose(
    view: GeneratorView,
    pool: CandidatePool,
    turn: _Turn,
    piece: _Piece,
    statements: Mapping[Span, Statement],
    *,
    position: int,
) -> None:
    limits = view.settings.limits
    crowded = len(statements) >= limits.crowded_talk
    if crowded and view.targets.count(piece.text) < limits.talk_least:
        return
    text = spoken_words(piece.text)
    if not text or is_filler(text) or len(text) > limits.statement_characters:
        return
    told = _telling(view, piece.text, goes_on=turn.goes_on)
    targets = view.targets(text, factor=view.settings.speaker["user"] * told)
    if len(targets) < limits.talk_least:
        if crowded:
            return
        told *= view.settings.worth.talk_tiny
        targets = view.targets(text, factor=view.settings.speaker["user"] * told)
    statement = statements.get(piece.unit.span)
    value = told * min(1.0, len(targets) / limits.full_unit)
    of_stretch = view.settings.worth.talk_stretch * value
    value *= view.statement_worth(statement) if statement else 0.0
    whole = text == piece.unit.text.strip()
    pool.propose(
        SegmentName.USER_MESSAGES,
        text,
        (piece.span,),
        order=(turn.at, 1 + position),
        kind=EntryKind.USER_MESSAGE,
        also=tuple(f.name for f in view.spoken.within(piece.unit.span)) if whole else (),
        value=value,
        targets=targets | {turn.stretch: of_stretch},
        joins=turn.run,
        style="prose",
        speaker=turn.speaker,
    )


def _telling(view: GeneratorView, text: str, *, goes_on: bool) -> float:
    """How much a sentence of a talk tells: one with a number more, one of courtesy less.

    Nor does a question tell much that somebody asks to answer it.
    """
    worth = view.settings.worth
    told = worth.talk_number if counts_something(text) else 1.0
    told *= worth.talk_broken if is_broken_off(text) else 1.0
    told *= worth.talk_answered if goes_on and text.rstrip().endswith(("?", "？")) else 1.0
    return told * worth.talk_courtesy if is_courtesy(text) else told
