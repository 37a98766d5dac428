"""What people say to each other, as minutes have it: by speaker, in order, clause by clause.

A turn that only fills the talk is left out, and what somebody says before and after it is one
entry. Figures, names, reasons, the end of a turn and that of the talk tell most, and of every
speaker something is worth telling.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis, Unit
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import is_talk_turn
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.likely import likely
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_filler
from uagent_memory.generator.wording.phrasing import (
    gets_to_the_point,
    is_courtesy,
    is_figured,
    names_something,
)
from uagent_memory.generator.wording.speech import clauses, spoken_words
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
    after: int
    """Pieces of the turn that stand behind it."""
    is_closing: bool
    """It stands near the end of the talk."""


def propose_turns(view: GeneratorView, pool: CandidatePool, *, sentences: int) -> None:
    """The turns of a talk, but the latest.

    Args:
        view: the history.
        pool: where the candidates go.
        sentences: said in prose.
    """
    limits = view.settings.limits
    crowded = sentences >= limits.crowded_talk
    likely_told = likely(
        tuple(_told(view, least=limits.talk_least if crowded else 0)),
        text=lambda one: one.piece.text,
        worth=lambda one: _worth(view, one),
        tokens=limits.talk_rooms * view.room,
        limits=limits,
    )
    for one in likely_told:
        _propose(view, pool, one)


def _told(view: GeneratorView, *, least: int) -> Iterator[_Told]:
    """What is said in turns that do not merely fill the talk, in so many words at least."""
    run, name, before = "", "", 0
    closing = view.settings.limits.talk_closing * sum(len(m.message.text) for m in view.users)
    for analysis in view.users[:-1]:
        message = analysis.message
        before += len(message.text)
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
            if not least or view.targets.weigh(piece.text).size >= least:
                yield _Told(turn, piece, position, len(pieces) - 1 - position, before > closing)


def _telling(view: GeneratorView, one: _Told, size: int) -> float:
    """How much each of its words and terms tells, by what else a piece says and where.

    Every piece says something besides its words: those of a short one count more.
    """
    worth, text = view.settings.worth, one.piece.text
    signs = (
        (is_figured(text), worth.talk_number),
        (names_something(text), worth.talk_named),
        (gets_to_the_point(text), worth.talk_point),
        (is_courtesy(text), worth.talk_courtesy),
        (one.after > 0 and text.rstrip().endswith(("?", "？")), worth.talk_answered),
        (one.position > 1 and one.after < view.settings.limits.talk_last, worth.talk_turn_end),
        (one.is_closing, worth.talk_closing),
        (size < view.settings.limits.least_words, worth.talk_tiny),
    )
    return (1.0 + worth.talk_piece / size) * prod(factor for shown, factor in signs if shown)


def _worth(view: GeneratorView, one: _Told) -> float:
    """About what a piece brings, as long as nothing of what it says is told."""
    weight = view.targets.weigh(one.piece.text)
    return weight.worth * _telling(view, one, weight.size) if weight.size else 0.0


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


def _propose(view: GeneratorView, pool: CandidatePool, one: _Told) -> None:
    turn, piece, limits = one.turn, one.piece, view.settings.limits
    text = spoken_words(piece.text)
    if not text or is_filler(text) or len(text) > limits.statement_characters:
        return
    covered = view.targets(text)
    if not covered:
        return
    telling = _telling(view, one, len(covered))
    first = view.settings.worth.talk_voice * telling * sum(covered.values())
    targets = {name: telling * part for name, part in covered.items()}
    targets[f"voice:{turn.message.agent}"] = first
    whole = text == piece.unit.text.strip()
    pool.propose(
        SegmentName.USER_MESSAGES,
        text,
        (piece.span,),
        order=(turn.at, 1 + one.position),
        kind=EntryKind.USER_MESSAGE,
        also=tuple(f.name for f in view.spoken.within(piece.unit.span)) if whole else (),
        targets=targets,
        joins=turn.run,
        style="prose",
        speaker=speaker(view, turn.message),
    )
