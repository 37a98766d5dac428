"""OpenHands' events: event_to_dict records, the SDK's events, files, folding into a view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from uagent_memory.condensers import view_of_events
from uagent_memory.condensers.scene import Scene
from uagent_memory.errors import InputError
from uagent_memory.formats import FormatName, read_file, read_messages
from uagent_memory.messages import Author, Role

Event = dict[str, Any]


def action(id_: int, name: str, source: str = "agent", **args: Any) -> Event:
    return {
        "id": id_, "timestamp": "2026-03-02T09:00:00", "source": source, "message": "",
        "action": name, "args": args,
    }  # fmt: skip


def observation(id_: int, name: str, cause: int, content: str, **extras: Any) -> Event:
    return {
        "id": id_, "timestamp": "2026-03-02T09:00:01", "source": "environment", "message": "",
        "cause": cause, "observation": name, "content": content, "extras": extras,
    }  # fmt: skip


OLD: list[Event] = [
    action(0, "system", content="You are OpenHands.", tools=[]),
    action(1, "message", "user", content="Fix the import.", image_urls=None),
    action(2, "change_agent_state", "environment", agent_state="running", thought=""),
    observation(3, "agent_state_changed", 2, "", agent_state="running"),
    action(4, "run", command="grep import a.py", thought="I look first.", blocking=False),
    observation(5, "run", 4, "import os", command="grep", metadata={"exit_code": 0}),
    {
        **action(6, "edit", path="a.py", command="str_replace", old_str="os", new_str="sys"),
        "tool_call_metadata": {"function_name": "str_replace_editor", "tool_call_id": "tc_6"},
    },
    {
        **observation(7, "edit", 6, "The file a.py has been edited."),
        "tool_call_metadata": {"function_name": "str_replace_editor", "tool_call_id": "tc_6"},
    },
    action(8, "run", command="pytest", thought=""),
    observation(9, "run", 8, "1 failed", metadata={"exit_code": 1}),
    observation(10, "error", 8, "The browser is gone."),
    action(11, "message", content="Shall I go on?", wait_for_response=True),
    action(12, "finish", final_thought="All done.", thought="", outputs={}),
]
NEW: list[Event] = [
    {"kind": "SystemPromptEvent", "id": "s", "source": "agent",
     "system_prompt": {"type": "text", "text": "You are OpenHands."}, "tools": []},
    {"kind": "MessageEvent", "id": "u", "source": "user",
     "llm_message": {"role": "user", "content": [{"type": "text", "text": "修复导入。"}]}},
    {"kind": "ConversationStateUpdateEvent", "id": "c", "source": "environment",
     "key": "x", "value": 1},
    {"kind": "ActionEvent", "id": "a", "source": "agent", "tool_name": "terminal",
     "thought": [{"type": "text", "text": "Let me look."}], "tool_call_id": "call_1",
     "tool_call": {"id": "call_1", "name": "terminal", "arguments": '{"command": "ls"}'},
     "action": {"kind": "TerminalAction", "command": "ls"}},
    {"kind": "ObservationEvent", "id": "o", "source": "environment", "tool_name": "terminal",
     "tool_call_id": "call_1", "action_id": "a",
     "observation": {"kind": "TerminalObservation", "content": [{"type": "text", "text": "a.py"}],
                     "is_error": False, "exit_code": 0}},
    {"kind": "ActionEvent", "id": "b", "source": "agent", "tool_name": "file_editor",
     "thought": [], "tool_call_id": "call_2",
     "action": {"kind": "FileEditorAction", "command": "view", "path": "a.py"}},
    {"kind": "AgentErrorEvent", "id": "e", "source": "agent", "tool_name": "file_editor",
     "tool_call_id": "call_2", "error": "no such file"},
]  # fmt: skip


def test_event_to_dict_records() -> None:
    """Actions become calls, observations results of their cause, the last word a message."""
    messages = read_messages(OLD)
    assert [m.role for m in messages] == [
        Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.TOOL,
        Role.ASSISTANT, Role.TOOL, Role.TOOL, Role.ASSISTANT, Role.ASSISTANT,
    ]  # fmt: skip
    assert messages[1].author is Author.USER
    run = messages[2]
    assert run.text == "I look first."
    assert run.tool_calls[0].name == "execute_bash"
    assert run.tool_calls[0].arguments == {"command": "grep import a.py"}
    assert messages[3].tool_call_id == run.tool_calls[0].id
    assert (messages[3].is_error, messages[7].is_error, messages[8].is_error) == (False, True, True)
    assert messages[4].tool_calls[0].id == messages[5].tool_call_id == "tc_6"
    assert messages[10].text == "All done."
    assert [m.source_id for m in messages[:3]] == ["0", "1", "4"]


def test_the_sdks_events() -> None:
    """By kind; a result's error is the event's word."""
    messages = read_messages(NEW)
    assert [m.role for m in messages] == [
        Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.TOOL,
    ]  # fmt: skip
    assert messages[2].tool_calls[0].arguments == {"command": "ls"}
    assert messages[3].text == "a.py"
    assert messages[4].tool_calls[0].arguments == {"command": "view", "path": "a.py"}
    assert (messages[3].is_error, messages[5].is_error) == (False, True)


@pytest.mark.parametrize("events", [OLD, NEW], ids=["records", "sdk"])
def test_kinds_of_events(events: list[Event]) -> None:
    """Commands, files and messages are told apart."""
    scene = Scene(view_of_events(events), 1, 20)
    kinds = [scene.kind(i).value for i in range(len(scene.events))]
    assert kinds[:4] == ["SystemMessage", "UserMessage", "AgentAction", "CmdObservation"]
    assert kinds[5] == "FileObservation"


@pytest.mark.parametrize("lines", [True, False])
def test_files(tmp_path: Path, lines: bool) -> None:
    """A list, or one event a line; what was left out is counted, a request is noticed."""
    events = [*OLD, action(13, "condensation_request")]
    path = tmp_path / "events.json"
    path.write_text(
        "\n".join(map(json.dumps, events)) if lines else json.dumps(events, indent=1), "utf-8"
    )
    session = read_file(path)
    assert session.format is FormatName.OPENHANDS
    assert len(session.messages) == 11
    assert session.metadata["condensation_requested"] is True
    left = session.metadata["events_left_out"]
    assert left == {"agent_state_changed": 1, "change_agent_state": 1, "condensation_request": 1}


def test_a_condensation_is_folded_into_the_view() -> None:
    """Named events go, the summary stands at its offset, the request is answered."""
    condensed = action(
        14, "condensation", forgotten_event_ids=[4, 5, 6, 7], summary="Looked at a.py.",
        summary_offset=2,
    )  # fmt: skip
    view = view_of_events([*OLD, action(13, "condensation_request"), condensed])
    assert not view.unhandled_condensation_request
    assert [event.source_id for event in view.events[:2]] == ["0", "1"]
    assert "Looked at a.py." in view.events[2].text
    assert view.events[3].source_id == "8"
    ranged = action(14, "condensation", forgotten_events_start_id=4, forgotten_events_end_id=7)
    assert [e.source_id for e in view_of_events([*OLD, ranged]).events[:3]] == ["0", "1", "8"]
    assert view_of_events([*OLD, action(13, "condensation_request")]).unhandled_condensation_request


def test_our_condensation_goes_back_as_theirs() -> None:
    """With the ids that the events came with; folding it gives our view."""
    from uagent_memory.condensers import RecentCondenser, RecentCondenserConfig

    view = view_of_events(OLD)
    config = RecentCondenserConfig(max_size=6, max_compression_ratio=0.6)
    done = RecentCondenser(config).condense(view)
    theirs = action(20, "condensation", **done.as_action())
    assert view_of_events([*OLD, theirs]).events == done.after


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"action": "message", "args": {"content": 3}, "source": "user"}, "is no text"),
        ({"observation": "run", "content": 4.5}, "is no text"),
    ],
)
def test_a_broken_event_is_named(event: Event, said: str) -> None:
    """Which one, and why."""
    with pytest.raises(InputError, match=said):
        read_messages([*OLD[:2], event])


def test_what_is_no_event_is_refused() -> None:
    """A view is folded from events only."""
    with pytest.raises(InputError, match="event 2 is no event"):
        view_of_events([OLD[1], {"role": "user", "content": "x"}])
