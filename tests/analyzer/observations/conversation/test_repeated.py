"""A message that comes again word for word, as a prompt does at every start of a session."""

from __future__ import annotations

import pytest

from tests.talk import Turn, talk
from uagent_memory.analyzer.observations.conversation import single_messages
from uagent_memory.analyzer.observations.conversation.single_messages import (
    read_message,
    read_messages,
)
from uagent_memory.analyzer.units import split_units
from uagent_memory.messages import Message

PROMPT = """You book tables for guests of the restaurant at the harbour.

Rules:
- Never confirm a table before the guest has told you a name.
- Always answer in English, in at most 3 sentences.
- Do not promise a seat at a window: there are only 12 of them.

你必须先问清人数，不要直接下单。
The kitchen closes at 22:30, as the plan says (see https://example.org/plan)."""
TURNS: tuple[Turn, ...] = (
    ("system", PROMPT),
    ("user", "Please book a table for 4 people. Do not seat us outside."),
    ("system", PROMPT),
    ("agent", PROMPT),
    ("system", PROMPT),
)


def test_it_says_the_same_at_its_own_place() -> None:
    """What is read of all messages at once is what is read of each by itself."""
    log = talk(*TURNS)
    readings = read_messages(log, list(map(split_units, log)))
    for message, reading in zip(log, readings, strict=True):
        alone = read_message(message, split_units(message))
        assert reading.observations == alone.observations
        assert reading.prose.lines == alone.prose.lines
        assert reading.prose.marks == alone.prose.marks
    assert len(readings[4].observations) > 2
    assert {seen.span.message_id for seen in readings[4].observations} == {log[4].id}


def test_it_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only from another author it may mean another thing."""
    log, read = talk(*TURNS), list[Message]()
    inner = single_messages._read

    def noted(messages: list[Message], *rest: object, in_talk: bool) -> object:
        read.extend(messages)
        return inner(messages, *rest, in_talk=in_talk)  # type: ignore[arg-type]

    monkeypatch.setattr(single_messages, "_read", noted)
    read_messages(log, list(map(split_units, log)))
    assert [message.id for message in read] == [log[0].id, log[1].id, log[3].id]
