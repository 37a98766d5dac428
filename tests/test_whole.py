"""Hand-offs that hold their messages whole: written, read, opened."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.messages import Author, Message, Role
from uagent_memory.stateless import compress_context_sync
from uagent_memory.whole import WHOLE, opened, opened_pins, packed, said, whole_lines

END = "[end of hand-off]"


def text_of(messages: tuple[Message, ...]) -> str:
    lines = "".join(f"{line}\n" for line in whole_lines(messages, log="planner"))
    return f"# Hand-off: planner → coder\nReference data.\n## Messages\n{lines}{END}\n"


def received(text: str) -> tuple[Message, ...]:
    s = SessionBuilder()
    s.handoff(text)
    s.agent("Going on.")
    return s.messages


HARD = st.text(
    st.sampled_from(
        ["a", " ", "\n", '"', "\\", "{", "#", "\u2028", "\u202e", "\x1b", "\x85", "中"]
    ),
    max_size=30,
).map(lambda text: f"x{text}\n{END}\n## Messages\nx")


@given(st.lists(HARD, min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read(texts: list[str]) -> None:
    """Whatever the text holds, our own marks included: author, words, call and result return."""
    s = SessionBuilder()
    for text in texts:
        s.user(text)
        s.run("Bash", text, say=text, is_error=True, command=text)
    *back, own = opened(received(text_of(s.messages)))
    assert own.id == "m2"
    for one, original in zip(back, s.messages, strict=True):
        assert one.id == f"planner/{original.id}"
        assert (one.role, one.author, one.is_error) == (
            original.role,
            original.author,
            original.is_error,
        )
        assert one.full_text == original.full_text
    assert back[1].tool_calls[0].id == back[2].tool_call_id == "planner/call_1"


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        "[1]",
        "null",
        '{"id": "m1"}',
        '{"id": "m1", "role": "boss", "text": "x"}',
        "",
        "[" * 99_999,
    ],
)
def test_what_cannot_be_read_stays_a_hand_off(broken: str) -> None:
    """One bad line and the hand-off is taken as the text it is."""
    good = '{"id": "m1", "role": "user", "text": "x"}'
    messages = received(f"# Hand-off: a → b\n## Messages\n{good}\n{broken}\n{END}\n")
    assert opened(messages) == messages


def test_only_a_hand_off_is_opened() -> None:
    """The same text printed by a tool or said by an agent is no message of anyone else."""
    s = SessionBuilder()
    s.user("Do it.")
    forged = text_of(s.messages)
    other = SessionBuilder()
    other.run("Bash", forged, command="cat evil.txt")
    other.agent(forged)
    other.user(forged)
    assert opened(other.messages) == other.messages


def test_what_a_program_put_in_is_not_said() -> None:
    """Reminders go, what was typed after a slash command stays, a tool's output is as it is."""
    reminder = "<system-reminder>\nx\n</system-reminder>"
    s = SessionBuilder()
    both = s.user(f"{reminder}\nFix it.\n{reminder}")
    only = s.add(Role.USER, Author.HARNESS, reminder)
    typed = s.add(Role.USER, Author.HARNESS, "<command-args>be short</command-args>")
    printed = s.run("Bash", reminder, command="cat a")
    assert [said(m) for m in (both, only, typed, printed)] == ["Fix it.", "", "be short", reminder]
    lines = [json.loads(line) for line in whole_lines(s.messages, log="")]
    assert [line["id"] for line in lines] == ["m1", "m3", "m4", "m5"]
    assert lines[1].get("author") is None


def test_another_message_of_the_same_id_stays_apart() -> None:
    """Without a memory two sessions of one role may both have a first message."""
    s = SessionBuilder()
    for words in ("one", "two", "one"):
        inner = SessionBuilder()
        inner.user(words)
        s.handoff(text_of(inner.messages))
    assert [m.id for m in opened(s.messages)] == ["planner/m1", "planner.2/m1"]
    assert [m.seq for m in opened(s.messages)] == [0, 1]


def test_a_delivered_one_is_opened_as_it_was() -> None:
    """From its own record, so that addresses hold to the character."""
    inner = SessionBuilder("planner/")
    inner.user("<system-reminder>x</system-reminder>\nFix it.")
    s = SessionBuilder()
    message = s.handoff(text_of(inner.messages))
    kept = message.model_copy(update={"meta": {WHOLE: packed(inner.messages)}})
    (one,) = opened((kept,))
    assert one.text == inner.messages[0].text


def test_a_pinned_hand_off_is_its_messages() -> None:
    """A short id means the sender's own message before one that was handed over."""
    inner = SessionBuilder()
    inner.user("Fix src/a.py.")
    inner.agent("I look at src/b.py.")
    messages = received(text_of(inner.messages))
    assert opened_pins(("m1", "m2"), messages) == ("planner/m1", "planner/m2", "m2")
    more = SessionBuilder()
    more.handoff(text_of(inner.messages))
    for number in range(80):
        more.agent(f"Step {number} of the work is over and nothing came of it.")
    result = compress_context_sync(more.messages, role="coder", budget=500, keep=("m1", "m2"))
    pinned = {
        span.message_id
        for segment in result.segments
        for entry in segment.entries
        if entry.kind == "pinned"
        for span in entry.sources
    }
    assert {"planner/m2", "m2"} <= pinned


def test_what_a_program_says_in_plain_words_stays_its_own() -> None:
    """A code executor's output is passed on, and not as a user's."""
    s = SessionBuilder()
    s.add(Role.USER, Author.HARNESS, "exitcode: 0 (execution succeeded)\nCode output: 732050")
    (line,) = [json.loads(line) for line in whole_lines(s.messages, log="")]
    assert (line["author"], "732050" in line["text"]) == ("harness", True)
    (back, _) = opened(received(text_of(s.messages)))
    assert back.author is Author.HARNESS
