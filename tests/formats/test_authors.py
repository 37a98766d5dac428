"""Who wrote a message, by role, recorded speaker and text."""

from __future__ import annotations

from typing import Any

import pytest

from uagent_memory.formats import read_messages
from uagent_memory.messages import Author, MessageKind

AGENT = {"role": "assistant", "agent": "main", "content": "On it."}


def author(item: dict[str, Any]) -> tuple[Author, MessageKind]:
    message = read_messages([AGENT, item])[1]
    return message.author, message.kind


def test_a_recorded_handoff_is_the_parents() -> None:
    """A parent agent's prompt to a sub-agent, with its addressee."""
    message = read_messages(
        [
            AGENT,
            {
                "role": "user",
                "agent": "main",
                "content": "Explore the cache.",
                "meta": {"handoff": True, "to": "Explore:1"},
            },
        ]
    )[1]
    assert (message.author, message.kind) == (Author.PARENT, MessageKind.HANDOFF)
    assert (message.to, message.agent) == ("Explore:1", "main")


def test_a_handoff_stays_one_whatever_its_text_begins_with() -> None:
    """What is recorded counts more than what the text looks like."""
    item = {
        "role": "user",
        "agent": "main",
        "content": "Here is a summary of the conversation to date: ...",
        "meta": {"handoff": True, "to": "dev:2"},
    }
    assert author(item) == (Author.PARENT, MessageKind.HANDOFF)


def test_a_speaker_who_is_an_agent_is_no_user() -> None:
    """A user-role message by a name that speaks as an assistant is an agent's prompt."""
    item = {"role": "user", "agent": "main", "content": "Do the next task."}
    assert author(item) == (Author.PARENT, MessageKind.HANDOFF)


@pytest.mark.parametrize("agent", ["human", "user", "Project Manager", "说话人1", None])
def test_people_are_users(agent: str | None) -> None:
    """Recorded people, meeting speakers and nobody in particular are users."""
    item = {"role": "user", "agent": agent, "content": "We should ship on Friday."}
    assert author(item) == (Author.USER, MessageKind.MESSAGE)


def test_a_person_who_addresses_an_agent_is_a_user() -> None:
    """An addressee alone does not make a hand-off of a person's message."""
    item = {"role": "user", "to": "coder", "content": "Fix it."}
    assert author(item) == (Author.USER, MessageKind.MESSAGE)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"role": "user", "agent": "harness", "content": "Skill text"}, Author.HARNESS),
        ({"role": "system", "agent": "harness", "content": "compacted"}, Author.HARNESS),
        ({"role": "user", "agent": "compaction", "content": "Summary"}, Author.SUMMARY),
        ({"role": "assistant", "agent": "compaction", "content": "Summary"}, Author.SUMMARY),
        ({"role": "system", "content": "Rules"}, Author.SYSTEM),
        ({"role": "system", "content": "# Hand-off: a → b"}, Author.SUMMARY),
        ({"role": "user", "content": "# A demo", "meta": {"is_demo": True}}, Author.HARNESS),
        ({"role": "tool", "content": "[Request interrupted by user]"}, Author.TOOL),
        ({"role": "assistant", "content": "# Hand-off: I will write one"}, Author.AGENT),
    ],
)
def test_recorded_speakers_and_roles(item: dict[str, Any], expected: Author) -> None:
    """Harness and compaction are speakers of recorded sessions; roles decide the rest."""
    assert author(item)[0] is expected


def test_an_agent_that_addresses_another_hands_off() -> None:
    """A recorded addressee of an agent's message makes it a hand-off, still the agent's."""
    item = {"role": "assistant", "agent": "Planner", "content": "Search.", "meta": {"to": "Web"}}
    assert author(item) == (Author.AGENT, MessageKind.HANDOFF)


def test_a_tool_that_is_named_as_speaker() -> None:
    """Records that name the tool as speaker give the tool's name; a call's name goes before."""
    call = {"role": "assistant", "tool_calls": [{"id": "c", "name": "bash", "arguments": "{}"}]}
    answer = {"role": "tool", "agent": "environment", "tool_call_id": "c", "content": "ok"}
    loose = {"role": "tool", "agent": "terminal", "content": "ok"}
    assert [m.tool_name for m in read_messages([call, answer, loose])[1:]] == ["bash", "terminal"]
