from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.config import Settings
from uagent_memory.errors import UnknownReference
from uagent_memory.messages import Message
from uagent_memory.recall import ToolFormat, handle_recall, recall_tool


class Originals:
    """Answers references to a small session, as a memory would."""

    def __init__(self, *texts: str) -> None:
        builder = SessionBuilder(prefix="coder/")
        for text in texts:
            builder.user(text)
        self.messages = builder.messages
        self.roles: list[str | None] = []

    async def recall(self, ref: str, *, role: str | None = None) -> Message | tuple[Message, ...]:
        self.roles.append(role)
        if ref == "all":
            return self.messages
        for message in self.messages:
            if ref in (message.id, message.short_id):
                return message
        raise UnknownReference(f"{ref!r} is not in this memory")


def test_the_tool_has_the_shape_of_its_provider() -> None:
    """Anthropic takes input_schema at the top, OpenAI a function with parameters."""
    anthropic, openai = recall_tool("anthropic"), recall_tool("openai")
    assert set(anthropic) == {"name", "description", "input_schema"}
    assert openai["type"] == "function"
    assert openai["function"]["parameters"] == anthropic["input_schema"]
    assert anthropic["name"] == openai["function"]["name"] == "recall"
    assert anthropic["input_schema"]["required"] == ["ref"]


@pytest.mark.parametrize("provider", get_args(ToolFormat))
def test_each_schema_is_a_fresh_one(provider: ToolFormat) -> None:
    """A caller who edits a schema does not edit the next one."""
    changed = recall_tool(provider)
    schema = changed["input_schema"] if provider == "anthropic" else changed["function"]
    schema["changed"] = True
    assert "changed" not in str(recall_tool(provider))


@pytest.mark.parametrize(
    ("ref", "fits"),
    [
        ("m12", True),
        ("coder/m12", True),
        ("编码专家/m3-m9", True),
        ("coder/m3-coder/m9", True),
        ("m3-9", True),
        ("src/a.py", False),
        ("12", False),
    ],
)
def test_the_pattern_takes_references_only(ref: str, *, fits: bool) -> None:
    """The schema's pattern is the forms that hand-offs use."""
    pattern = recall_tool()["input_schema"]["properties"]["ref"]["pattern"]
    assert (re.search(pattern, ref) is not None) is fits


async def test_an_original_comes_back_whole() -> None:
    """A short original is quoted in full between marks."""
    answer = await handle_recall(Originals("first", "第二 \x00 text"), {"ref": "m2"})
    assert not answer.is_error
    assert answer.next_offset is None
    assert "coder/m2 user 2026-03-02T09:01:00+00:00\n第二 \x00 text" in answer.text
    assert answer.text.endswith("\n[end of quote]")
    assert str(answer) == answer.text


async def test_arguments_may_be_json_text() -> None:
    """OpenAI sends the arguments as a string."""
    answer = await handle_recall(Originals("first"), '{"ref": "m1", "offset": "0"}')
    assert "first" in answer.text


async def test_the_role_reaches_the_memory() -> None:
    """A short id means the log that the caller names."""
    originals = Originals("first")
    await handle_recall(originals, {"ref": "m1"}, role="coder")
    assert originals.roles == ["coder"]


async def test_a_range_has_every_message() -> None:
    """Several originals come one below the other, each with its address."""
    answer = await handle_recall(Originals("first", "second"), {"ref": "all"})
    assert (
        answer.text.index("coder/m1") < answer.text.index("first") < answer.text.index("coder/m2")
    )


async def test_calls_are_shown_with_their_arguments() -> None:
    """A message that only calls a tool is not empty."""
    originals = Originals()
    builder = SessionBuilder(prefix="coder/")
    builder.agent("", builder.call("Bash", command="make test"))
    originals.messages = builder.messages
    assert "Bash command: make test" in (await handle_recall(originals, {"ref": "m1"})).text


@settings(max_examples=100, deadline=None)
@given(text=st.text(min_size=1, max_size=3000), limit=st.integers(200, 1000))
async def test_pages_add_up_to_the_original(text: str, limit: int) -> None:
    """Each page is bounded; following the offsets gives every character once."""
    originals = Originals(text)
    pages: list[str] = []
    offset: int | None = 0
    while offset is not None:
        answer = await handle_recall(originals, {"ref": "m1", "offset": offset}, limit=limit)
        head, _, rest = answer.text.partition("\n")
        assert f"characters {offset}-" in head
        page = rest.removesuffix("\n[end of quote]")
        assert len(page) <= limit
        pages.append(page)
        offset = answer.next_offset
    assert "".join(pages).endswith(text.strip("\n"))


async def test_the_shipped_limit_bounds_an_answer() -> None:
    """A megabyte comes in pages although nobody gave a limit."""
    answer = await handle_recall(Originals("x" * 1_000_000), {"ref": "m1"})
    assert len(answer.text) < Settings().recall_limit + 200
    assert answer.next_offset == Settings().recall_limit


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"ref": "m9"}, "'m9' is not in this memory"),
        ({}, '"ref" is missing'),
        ({"ref": 3}, '"ref" is no text'),
        ("[]", '"ref" is missing'),
        ("null", '"ref" is missing'),
        ("{", "error: "),
        ({"ref": "m1", "offset": -1}, '"offset" must be a whole number'),
        ({"ref": "m1", "offset": "many"}, '"offset" must be a whole number'),
        ({"ref": "m1", "offset": "9" * 5000}, '"offset" must be a whole number'),
        ({"ref": "m1", "offset": 500}, "offset 500 is past the end"),
    ],
)
async def test_bad_calls_are_answered(arguments: dict[str, object] | str, reason: str) -> None:
    """A model's mistake gives an error answer that says what to do, never an exception."""
    answer = await handle_recall(Originals("first"), arguments)
    assert answer.is_error
    assert reason in answer.text


async def test_arguments_that_are_no_json_say_what_to_send() -> None:
    """The model reads the answer, so it must say what would be right."""
    answer = await handle_recall(Originals("first"), "m1, please")
    assert answer.is_error
    assert answer.text == 'error: the arguments are not JSON: send {"ref": "m12"}'
