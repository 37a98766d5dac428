"""What people say to each other, as minutes have it: by speaker, in order, clause by clause.

A turn that only fills the talk is left out, and what somebody says before and after it is one
entry. Of every stretch of the talk something is worth telling, so that no theme and no speaker is
missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from sys import intern
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis, Unit
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import is_talk_turn
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.likely import likely
from uagent_memory.generator.selection.targets import Weight
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_filler
from uagent_memory.generator.wording.phrasing import counts_something, is_courtesy
from uagent_memory.generator.wording.speech import clauses, is_broken_off, spoken_words
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Message, Span
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
    message: Message


class _Told(NamedTuple):
    turn: _Turn
    piece: _Piece
    position: int
    """Of the piece in its turn."""
    stretch: str
    """Where in the talk it stands."""
    goes_on: bool
    """Its speaker says more in the turn."""
    weight: Weight | None
    """Of its words, where it was asked for."""


def propose_turns(
    view: GeneratorView, pool: CandidatePool, statements: Mapping[Span, Statement]
) -> None:
    """The turns of a talk, but the latest.

    Args:
        view: the history.
        pool: where the candidates go.
        statements: what was said in prose, by its span.
    """
    limits = view.settings.limits
    crowded = len(statements) >= limits.crowded_talk
    likely_told = likely(
        tuple(_told(view, least=limits.talk_least if crowded else 0)),
        text=lambda one: one.piece.text,
        worth=lambda one: _worth(view, one),
        tokens=limits.talk_rooms * view.room,
        limits=limits,
    )
    for one in likely_told:
        _propose(view, pool, one, statements, crowded=crowded)


def _told(view: GeneratorView, *, least: int) -> Iterator[_Told]:
    """What is said in turns that do not merely fill the talk, in so many words at least."""
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
        turn = _Turn(analysis.index, run, message)
        pieces = tuple(_pieces(view, analysis))
        for position, piece in enumerate(pieces):
            weight = view.targets.weigh(piece.text) if least else None
            if weight is None or weight.size >= least:
                stretch = intern(f"stretch:{room // view.settings.limits.talk_stretch:.0f}")
                goes_on = piece is not pieces[-1]
                yield _Told(turn, piece, position, stretch, goes_on, weight)
            room += len(piece.text) / _width(view, piece.text)


def _worth(view: GeneratorView, one: _Told) -> float:
    """About what a sentence brings, as long as nothing of its stretch is told."""
    worth, text = view.settings.worth, one.piece.text
    weight = one.weight or view.targets.weigh(text)
    about = weight.worth
    about += worth.talk_stretch * min(1.0, weight.size / view.settings.limits.full_unit)
    return about * worth.talk_number if counts_something(text) else about


def _width(view: GeneratorView, text: str) -> int:
    """How many of its characters take the room of a Chinese one."""
    return view.settings.limits.latin_width if text.isascii() else 1


def _pieces(view: GeneratorView, analysis: MessageAnalysis) -> Iterator[_Piece]:
    """Sentences, and the clauses of those that run on."""
    limits, new = view.settings.limits, tuple.__new__
    for unit in analysis.units:
        if unit.span.part != "text":
            continue
        whole = unit.text
        most = limits.talk_statement * _width(view, whole)
        if len(whole) <= most and not whole[-1:].isspace():
            yield new(_Piece, (whole, unit.span, unit))
            continue
        for start, end in clauses(whole, most=most):
            text = whole[start:end].rstrip()
            at = unit.span.start + start
            yield _Piece(text, unit.span._replace(start=at, end=at + len(text)), unit)


def _propose(
    view: GeneratorView,
    pool: CandidatePool,
    one: _Told,
    statements: Mapping[Span, Statement],
    *,
    crowded: bool,
) -> None:
    turn, piece, limits = one.turn, one.piece, view.settings.limits
    text = spoken_words(piece.text)
    if not text or is_filler(text) or len(text) > limits.statement_characters:
        return
    told = _telling(view, piece.text, goes_on=one.goes_on)
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
        order=(turn.at, 1 + one.position),
        kind=EntryKind.USER_MESSAGE,
        also=tuple(f.name for f in view.spoken.within(piece.unit.span)) if whole else (),
        value=value,
        targets=targets | {one.stretch: of_stretch},
        joins=turn.run,
        style="prose",
        speaker=speaker(view, turn.message),
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
