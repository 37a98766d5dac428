"""Histories in which no segment has anything to say, and those without a word."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.messages import Author, Block, Message, Role
from uagent_memory.segments import CompressedContext
from uagent_memory.stateless import compress_context_sync


def many(role: Role, author: Author, *texts: str) -> tuple[Message, ...]:
    s = SessionBuilder()
    for _ in range(900 // len(texts)):
        for text in texts:
            s.add(role, author, text)
    return s.messages


def entries(result: CompressedContext) -> list[str]:
    return [entry.text for segment in result.segments for entry in segment.entries]


SPEECHLESS = {
    "agent": many(Role.ASSISTANT, Author.AGENT, "Fine.", "好的。"),
    "system": many(Role.SYSTEM, Author.SYSTEM, "You help.", "你是助手。"),
    "tool": many(Role.TOOL, Author.TOOL, "ok", "成功"),
    "printed": many(Role.TOOL, Author.TOOL, *(f"row {n}: 端口 {n * 7} open" for n in range(90))),
    "harness": many(Role.USER, Author.HARNESS, "<system-reminder>Be kind.</system-reminder>"),
    "one long line": many(Role.SYSTEM, Author.SYSTEM, "word " * 900),
    "no blanks": many(Role.TOOL, Author.TOOL, "字" * 900),
}


@pytest.mark.parametrize("name", SPEECHLESS)
@pytest.mark.parametrize("to", ["general", "tester"])
def test_whoever_accepts_gets_an_entry(name: str, to: str) -> None:
    """Where no person spoke, the newest lines stand under current work, whoever wrote them."""
    messages = SPEECHLESS[name]
    result = compress_context_sync(messages, to=to, budget=700)
    assert result.status == "accepted"
    assert entries(result)
    last = {span.message_id for s in result.segments for e in s.entries for span in e.sources}
    assert last & {message.id for message in messages[-2:]}


@pytest.mark.parametrize("name", SPEECHLESS)
def test_minimum_budget_holds_the_last_words(name: str) -> None:
    """At the named budget the call is accepted, with an entry; one token less is not."""
    messages = SPEECHLESS[name]
    least = compress_context_sync(messages, budget=700).report.minimum_budget
    held = compress_context_sync(messages, budget=least)
    assert held.status == "accepted"
    assert entries(held)
    assert compress_context_sync(messages, budget=least - 1).status == "budget_too_small"


IMAGE = Block(type="image", data={"type": "image"})


@pytest.mark.parametrize("to", ["general", "tester"])
@pytest.mark.parametrize("budget", [None, 120, 5_000])
@pytest.mark.parametrize("text", ["", "  \n\t ", "\n" * 900])
def test_a_history_without_text_says_so(text: str, budget: int | None, to: str) -> None:
    """Blanks and images: a plain line, a warning, and no claim to have compressed anything."""
    s = SessionBuilder()
    for _ in range(200):
        s.user(text, blocks=(IMAGE,))
        s.agent(text)
    result = compress_context_sync(s.messages, to=to, budget=budget)
    assert result.status == "unchanged"
    assert "There is no text in these messages." in result.markdown.splitlines()
    assert result.report.warnings == ("no text in 400 messages: nothing to compress",)
    assert result.tokens <= result.report.minimum_budget
    assert result.messages("openai")


def test_reminders_alone_say_nothing_but_are_not_empty() -> None:
    """Kept whole, what a program put in is left out; the text says that nothing else is there."""
    s = SessionBuilder()
    s.add(Role.USER, Author.HARNESS, "<system-reminder>Be kind.</system-reminder>")
    assert compress_context_sync(s.messages).markdown == "There is no text in these messages.\n"
