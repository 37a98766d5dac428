"""The rule path: a summary of copied pieces, turn by turn, within each message's room."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from uagent_memory.condensers.chat_history.core_terms import words_of
from uagent_memory.condensers.chat_history.material import BatchMaterial
from uagent_memory.condensers.chat_history.pieces import Piece, call_text
from uagent_memory.messages import Message, Role
from uagent_memory.tokens import TokenCounter

__all__ = ["rule_summary", "with_rules"]

WORTH_SHARE = 0.3
"""Of a piece's score; the rest is the core terms that no earlier piece brought."""
ASK_ROOM = 80
"""Tokens of a user's question that is kept whole."""
SHORT, LEAST = 8, 12
"""Tokens: a shorter piece costs as much as that; twice the room, but at least that twice, for the
first piece of a message."""


def rule_summary(material: BatchMaterial, rooms: Sequence[int], counter: TokenCounter) -> str:
    """One line a message: who, then its best pieces in order. Deterministic.

    Args:
        material: the batch.
        rooms: most tokens of each record's line; a user's line keeps at least one piece.
        counter: counts tokens.
    """
    covered: set[str] = set()
    lines: list[str] = []
    parts = [material.owners.count(owner) for owner in range(len(material.batch.records))]
    for message, owner in zip(material.messages, material.owners, strict=True):
        line = _line(message, rooms[owner] // parts[owner], material, covered, counter)
        if line and (not lines or line != lines[-1]):
            lines.append(line)
    room = material.batch.room
    if room is not None:
        pieces = [Piece(line, 0.0) for line in lines]
        lines = _chosen(pieces, room, material, set(), counter, asked=False)
    return with_rules("\n".join(lines), material)


def with_rules(text: str, material: BatchMaterial) -> str:
    """The text with the user's lasting rules that it does not hold word for word put back."""
    held = " ".join(text.split())
    missing = [rule for rule in material.rules if rule not in held]
    if not missing:
        return text
    wording = material.wording
    return f"{text}\n{wording.rules}{wording.colon}{wording.join.join(missing)}"


def _line(
    message: Message,
    room: int,
    material: BatchMaterial,
    covered: set[str],
    counter: TokenCounter,
) -> str:
    wording = material.wording
    calls = [call_text(call) for call in message.tool_calls]
    whole = " ".join(message.text.split())
    head = f"{_speaker(message, material)}{wording.colon}"
    if counter.count(f"{head}{whole}{' '.join(calls)}") <= room:
        body = [whole]
        covered |= words_of(message.text)
    else:
        used = counter.count(f"{head}{' '.join(calls)}")
        pieces, asked = material.pieces(message), message.role is Role.USER
        body = _chosen(pieces, room - used, material, covered, counter, asked=asked)
    for piece in (*body, *calls) if body != [whole] else calls:
        covered |= words_of(piece)
    said = " ".join(filter(None, (*body, *(f"[{call}]" for call in calls))))
    return f"{head}{said}" if said else ""


def _speaker(message: Message, material: BatchMaterial) -> str:
    wording = material.wording
    if message.role is Role.TOOL:
        return f"{wording.tool} {message.tool_name}" if message.tool_name else wording.tool
    return message.agent or {Role.USER: wording.user, Role.SYSTEM: wording.system}.get(
        message.role, wording.assistant
    )


def _chosen(
    pieces: Sequence[Piece],
    room: int,
    material: BatchMaterial,
    covered: set[str],
    counter: TokenCounter,
    *,
    asked: bool,
) -> list[str]:
    """The best pieces that fit, in order; at least the best that is not too long.

    Of a user's message (`asked`) what it asks comes first, whatever room there is.
    """
    if not pieces:
        return []
    costs = counter.count_many([piece.text for piece in pieces])
    terms = [words_of(piece.text) for piece in pieces]
    mine = set(covered)
    best = max(material.core.worth(own - mine) for own in terms) or 1.0

    def score(index: int) -> float:
        gain = material.core.worth(terms[index] - mine) / best
        worth = WORTH_SHARE * pieces[index].worth + (1 - WORTH_SHARE) * gain
        return worth / math.sqrt(max(costs[index], SHORT))

    taken: list[int] = []
    if asked:
        first = max(range(len(pieces)), key=lambda i: (pieces[i].asks, score(i), -i))
        if costs[first] <= max(ASK_ROOM, room):
            taken.append(first)
            room -= costs[first]
            mine |= terms[first]
    queue = [(-score(index), index) for index in range(len(pieces)) if index not in taken]
    heapq.heapify(queue)
    while queue:
        told, index = heapq.heappop(queue)
        now = -score(index)
        if queue and now > told and (now, index) > queue[0]:
            heapq.heappush(queue, (now, index))
            continue
        if costs[index] <= room or (not taken and costs[index] <= 2 * max(room, LEAST)):
            taken.append(index)
            room -= costs[index]
            mine |= terms[index]
    return [pieces[index].text for index in sorted(taken)]
