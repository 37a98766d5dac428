"""Chat items of the providers, one by one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from uagent_memory.errors import InputError
from uagent_memory.formats import read_messages, render_messages
from uagent_memory.messages import Author, Message, MessageKind, Role

IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO"}}
USE = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}


def one(item: Any) -> Message:
    (message,) = read_messages([item])
    return message


def test_plain_texts_have_role_author_and_ids() -> None:
    """Roles map to ours, ids and seq count on, text stays as it is."""
    system, user, agent = read_messages(
        [
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": "  Hi\n"},
            {"role": "assistant", "content": [{"type": "text", "text": "a"}, "b"]},
        ],
        prefix="coder",
        start=4,
    )
    assert [m.id for m in (system, user, agent)] == ["coder/m5", "coder/m6", "coder/m7"]
    assert [m.seq for m in (system, user, agent)] == [4, 5, 6]
    assert [m.item for m in (system, user, agent)] == [4, 5, 6]
    assert (system.role, system.author) == (Role.SYSTEM, Author.SYSTEM)
    assert (user.role, user.author, user.text) == (Role.USER, Author.USER, "  Hi\n")
    assert (agent.role, agent.author, agent.text) == (Role.ASSISTANT, Author.AGENT, "a\nb")


def test_messages_that_are_read_have_every_field_given() -> None:
    """They share one set of the names; a copy has its own."""
    first, second = read_messages([{"role": "user", "content": text} for text in ("a", "b")])
    assert first.model_fields_set == set(Message.model_fields)
    assert first.model_fields_set is second.model_fields_set
    copied = first.model_copy(update={"text": "c"})
    assert copied.model_fields_set == first.model_fields_set
    assert copied.model_fields_set is not first.model_fields_set
    assert first == Message.model_validate_json(first.model_dump_json())


def test_anthropic_item_with_results_and_text() -> None:
    """Each result is a message, in order and before the item's text; all share the item."""
    call, first, second, words = read_messages(
        [
            {"role": "assistant", "content": [USE, {**USE, "id": "t2", "name": "Read"}]},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "and then?"},
                    {"type": "tool_result", "tool_use_id": "t2", "content": "two"},
                    {
                        "type": "tool_result",
                        "tool_use_id": "t1",
                        "is_error": True,
                        "content": [
                            {"type": "text", "text": "one"},
                            IMAGE,
                            {"type": "text", "text": "more"},
                        ],
                    },
                ],
            },
        ]
    )
    assert [c.id for c in call.tool_calls] == ["t1", "t2"]
    assert (first.tool_call_id, first.tool_name, first.text) == ("t2", "Read", "two")
    assert first.is_error is None
    assert (second.tool_call_id, second.tool_name, second.is_error) == ("t1", "Bash", True)
    assert second.text == "one\nmore"
    assert [block.data for block in second.blocks] == [IMAGE]
    assert (words.role, words.text, words.author) == (Role.USER, "and then?", Author.USER)
    assert [m.item for m in (call, first, second, words)] == [0, 1, 1, 1]
    assert [m.role for m in (first, second)] == [Role.TOOL, Role.TOOL]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "thinking", "thinking": "secret plan", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "xyz"},
        IMAGE,
        {"type": "document", "source": {"type": "text", "data": "d"}, "title": "Spec"},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []},
        {"type": "container_upload", "file_id": "f1"},
        {"type": "of tomorrow", "deep": {"a": [1, None, {"b": True}]}},
        {"no": "type at all"},
    ],
)
def test_blocks_are_kept_whole_and_out_of_the_text(block: dict[str, Any]) -> None:
    """Thinking, media, server tools and unknown blocks round-trip and are no text."""
    message = one({"role": "assistant", "content": [block, {"type": "text", "text": "done"}]})
    assert message.text == "done"
    assert [dict(kept.data) for kept in message.blocks] == [block]
    assert message.blocks[0].type == block.get("type", "unknown")


def test_openai_calls_and_results() -> None:
    """Arguments come as JSON text; text that is no JSON stays text."""
    calls, good, bad = read_messages(
        [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "c1",
                        "type": "function",
                        "function": {"name": "grep", "arguments": '{"pattern": "a.b"}'},
                    },
                    {
                        "id": "c2",
                        "type": "function",
                        "function": {"name": "sh", "arguments": '{"command": "ls'},
                    },
                    {"id": "c3", "type": "custom", "custom": {"name": "sql", "input": "[1]"}},
                ],
            },
            {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "x"}]},
            {"role": "tool", "tool_call_id": "c9", "content": "orphan"},
        ]
    )
    assert [call.arguments for call in calls.tool_calls] == [
        {"pattern": "a.b"},
        '{"command": "ls',
        "[1]",
    ]
    assert calls.text == ""
    assert (good.tool_name, good.text, good.author) == ("sh", "x", Author.TOOL)
    assert (bad.tool_name, bad.tool_call_id) == (None, "c9")


def test_openai_parts_refusal_and_reasoning() -> None:
    """Texts of all part types are text, media are blocks, a lone refusal is what was said."""
    parts = [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "x", "format": "wav"}},
    ]
    user = one({"role": "user", "name": "dana", "content": parts})
    assert (user.text, user.agent) == ("look", "dana")
    assert [block.type for block in user.blocks] == ["image_url", "input_audio"]
    refused = one({"role": "assistant", "content": None, "refusal": "I can't."})
    assert refused.text == "I can't."
    thinking = one({"role": "assistant", "content": "4", "reasoning_content": "2+2"})
    assert thinking.text == "4"
    assert thinking.blocks[0].data == {"type": "reasoning_content", "reasoning_content": "2+2"}


def test_older_function_calls_are_paired_by_name() -> None:
    """Calls without ids get ids; results without ids answer their tool's calls in order."""
    messages = read_messages(
        [
            {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}},
            {"role": "function", "name": "f", "content": "1"},
            {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}},
            {"role": "function", "name": "f", "content": "2"},
            {"role": "function", "name": "f", "content": "3"},
        ]
    )
    ids = [call.id for message in messages for call in message.tool_calls]
    assert len(set(ids)) == 2
    assert [m.tool_call_id for m in messages if m.role is Role.TOOL] == [*ids, None]


def test_a_used_id_names_the_newest_tool() -> None:
    """Where a log uses a call id again, each result gets the tool of the call before it."""
    messages = read_messages(
        [
            {"role": "assistant", "tool_calls": [{"id": "c0", "name": "a", "arguments": {}}]},
            {"role": "tool", "tool_call_id": "c0", "content": ""},
            {"role": "assistant", "tool_calls": [{"id": "c0", "name": "b", "arguments": {}}]},
            {"role": "tool", "tool_call_id": "c0", "content": ""},
            {"role": "tool", "tool_call_id": "c0", "content": "again"},
        ]
    )
    assert [m.tool_name for m in messages if m.role is Role.TOOL] == ["a", "b", "b"]


def test_tools_of_earlier_messages_can_be_given() -> None:
    """A result whose call was appended before is named by `tool_names`."""
    (message,) = read_messages(
        [{"role": "tool", "tool_call_id": "c1", "content": ""}], start=9, tool_names={"c1": "grep"}
    )
    assert message.tool_name == "grep"


def test_responses_items() -> None:
    """Items of the Responses API that have no role are calls, outputs and blocks."""
    user, reasoning, call, output, said = read_messages(
        [
            {"role": "user", "content": [{"type": "input_text", "text": "hi"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
            {"type": "function_call", "call_id": "c1", "name": "f", "arguments": '{"a": 1}'},
            {"type": "function_call_output", "call_id": "c1", "output": "one"},
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "done", "annotations": []}],
            },
        ]
    )
    assert (user.text, said.text, said.source_id) == ("hi", "done", "msg_1")
    assert reasoning.blocks[0].type == "reasoning"
    assert call.tool_calls[0].arguments == {"a": 1}
    assert (output.role, output.tool_name, output.text) == (Role.TOOL, "f", "one")


def test_a_shell_call_without_a_name_is_named_for_its_type() -> None:
    """Built-in tools have no name: the item's type gives it."""
    call, output = read_messages(
        [
            {"type": "shell_call", "call_id": "c1", "action": {"commands": ["ls"]}},
            {"type": "shell_call_output", "call_id": "c1", "output": {"stdout": "a"}},
        ]
    )
    assert call.tool_calls[0].name == "shell"
    assert call.tool_calls[0].argument("commands") == "ls"
    assert output.text == '{"stdout": "a"}'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-02T09:00:00Z", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T10:00:00.000+01:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02 09:00:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02 09:00:00 UTC", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        (1772442000, datetime(2026, 3, 2, 9, tzinfo=UTC)),
        (1772442000.0, datetime(2026, 3, 2, 9, tzinfo=UTC)),
        (1772442000000, datetime(2026, 3, 2, 9, tzinfo=UTC)),
        (1772442000000000, datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("1772442000", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        (datetime(2026, 3, 2, 9), datetime(2026, 3, 2, 9, tzinfo=UTC)),  # noqa: DTZ001
        ("yesterday", None),
        ("", None),
        (True, None),
        (10**400, None),
        (float("inf"), None),
        (float("nan"), None),
        ("9" * 39, None),
        ([2026], None),
    ],
)
def test_timestamps_are_aware_or_none(value: object, expected: datetime | None) -> None:
    """ISO texts and numbers since 1970 are times in UTC; anything else is no time."""
    message = one({"role": "user", "content": "x", "timestamp": value})
    assert message.timestamp == expected
    assert message.timestamp is None or message.timestamp.tzinfo is not None


def test_ids_of_the_input_are_kept_beside() -> None:
    """An id that the input brings is the source id, never the id."""
    message = one({"role": "assistant", "id": "msg_01", "content": "x"})
    assert (message.id, message.source_id) == ("m1", "msg_01")


def test_a_request_body_gives_its_messages() -> None:
    """The system text comes first; text or blocks."""
    body = {
        "model": "m",
        "system": [{"type": "text", "text": "Rules."}],
        "messages": [{"role": "user", "content": "Hi"}],
    }
    system, user = read_messages(body)
    assert (system.role, system.text, user.text) == (Role.SYSTEM, "Rules.", "Hi")


def test_a_lone_message_is_a_list_of_one() -> None:
    """A dict with a role in place of a list is read as that message."""
    assert [m.text for m in read_messages({"role": "user", "content": "Hi"})] == ["Hi"]


def test_nothing_gives_nothing() -> None:
    """An empty list is no error in memory."""
    assert read_messages([]) == ()


def test_empty_contents_are_kept() -> None:
    """A message without text is a message all the same."""
    contents: list[Any] = ["", None, [], [{"type": "text", "text": ""}]]
    messages = read_messages([{"role": "user", "content": content} for content in contents])
    assert [m.text for m in messages] == ["", "", "", ""]


def test_a_summary_in_a_block_of_its_own_is_a_message_of_its_own() -> None:
    """A hand-off that shares its item with the user's words does not swallow them."""
    handoff = "# Hand-off: a → b\n\nBody.\n\n[end of hand-off]"
    summary, words, call = read_messages(
        [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": handoff},
                    {"type": "text", "text": "Go on, and keep the API."},
                    IMAGE,
                ],
            },
            {"role": "user", "content": "x"},
        ]
    )
    assert (summary.author, summary.kind) == (Author.SUMMARY, MessageKind.HANDOFF)
    assert (words.author, words.text) == (Author.USER, "Go on, and keep the API.")
    assert not summary.blocks
    assert words.blocks[0].type == "image"
    assert [m.item for m in (summary, words, call)] == [0, 0, 1]


@pytest.mark.parametrize("name", ["anthropic", "openai"])
@pytest.mark.parametrize("summary", ["# Hand-off: a → b\n\nBody.", "Just a body."])
def test_what_we_render_is_read_back(name: Any, summary: str) -> None:
    """A rendered hand-off with a tail is a hand-off and the tail's messages again."""
    tail = read_messages(
        [
            {"role": "user", "content": "List it."},
            {"role": "assistant", "content": [USE]},
            {"role": "tool", "tool_call_id": "t1", "content": "a b"},
        ]
    )
    first, *rest = read_messages(render_messages(name, tail, summary=summary, tail=3))
    assert (first.author, first.kind) == (Author.SUMMARY, MessageKind.HANDOFF)
    assert summary in first.text
    assert [(m.author, m.text, m.tool_calls, m.tool_name) for m in rest] == [
        (m.author, m.text, m.tool_calls, m.tool_name) for m in tail
    ]


def test_words_after_the_end_mark_are_the_users() -> None:
    """One text may hold a hand-off and what the user said next."""
    text = "# Hand-off: a → b\n\nBody.\n\n[end of hand-off]\n\nNow the tests."
    summary, words = read_messages([{"role": "user", "content": text}])
    assert summary.text.endswith("[end of hand-off]")
    assert (words.author, words.text) == (Author.USER, "Now the tests.")


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("hello", "a str is no message"),
        (7, "an int is no message"),
        (None, "None is no message"),
        ({"content": "x"}, "no `role`"),
        ({"role": "wizard", "content": "x"}, "its role 'wizard' is not known"),
        ({"role": 3, "content": "x"}, "its role '3' is not known"),
        ({"role": "user", "content": 5}, "`content` holds a number"),
        ({"role": "user", "content": [5]}, "`content` holds a number"),
        ({"role": "user", "content": [{"type": "text", "text": 5}]}, "a text part holds a number"),
        ({"role": "assistant", "tool_calls": "f()"}, "`tool_calls` is a text"),
        ({"role": "assistant", "tool_calls": ["f()"]}, "`tool_calls` holds a text"),
    ],
)
def test_what_is_no_message_says_so(item: Any, reason: str) -> None:
    """The error names the position and the reason."""
    with pytest.raises(InputError) as caught:
        read_messages([{"role": "user", "content": "fine"}, item])
    assert "message 2: " in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize("items", ["a text", b"bytes", 5])
def test_what_is_no_list_says_so(items: Any) -> None:
    """A text or a number in place of the list is refused."""
    with pytest.raises(InputError):
        read_messages(items)


def test_deep_nesting_is_refused_or_kept_as_text() -> None:
    """Too deep for what comes later: an error; as JSON text it stays text."""
    deep: Any = "x"
    for _ in range(3000):
        deep = [deep]
    with pytest.raises(InputError, match="levels deep"):
        read_messages([{"role": "assistant", "content": [{**USE, "input": {"a": deep}}]}])
    arguments = "[" * 3000 + "]" * 3000
    call = {"id": "c", "function": {"name": "f", "arguments": arguments}}
    message = one({"role": "assistant", "tool_calls": [call]})
    assert message.tool_calls[0].arguments == arguments


@pytest.mark.parametrize(("given", "named"), [(None, "None"), (5, "an int"), (1.5, "a float")])
def test_what_is_no_list_is_named_with_the_way_to_give_one(given: Any, named: str) -> None:
    """The error says what came and what to give."""
    with pytest.raises(InputError, match=rf"^{named} is no list of messages: give a list such as"):
        read_messages(given)


def test_a_list_that_holds_itself_is_refused() -> None:
    """A circle in memory ends as an error, not as a crash."""
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(InputError, match="levels deep"):
        read_messages([{"role": "user", "content": [{"type": "odd", "loop": loop}]}])


def test_lone_surrogates_become_the_replacement_character() -> None:
    """Text that has no UTF-8 form is mended everywhere; pairs are joined."""
    bad = "a\ud800b \ud83d\ude00"
    message = one(
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": bad},
                {**USE, "input": {bad: bad}},
                {"type": "odd", "x": [bad]},
            ],
            "meta": {"k": bad},
        }
    )
    assert message.text == "a\ufffdb 😀"
    assert message.model_dump_json()
    assert message.tool_calls[0].arguments == {"a\ufffdb 😀": "a\ufffdb 😀"}
