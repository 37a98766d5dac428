"""Briefs to other agents are no asks and no rules of the role whose log it is."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.messages import Author, Role

BRIEFS = {
    "en": "Explore the storage layer. Focus on the retry rules. Never change any file.",
    "zh": "请查看存储层。只看重试规则。不要修改任何文件。",
}


def sent(brief: str, *, to: str = "explorer:a1", first: bool = False) -> SessionBuilder:
    s = SessionBuilder()
    if not first:
        s.user("Make the uploads retry. 请让上传重试。")
        s.agent("I will have the storage layer explored.", agent="main")
    s.add(Role.USER, Author.PARENT, brief, agent="main", to=to)
    s.agent("The storage layer has three classes.", agent=to)
    s.user("Go on.")
    return s


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_senders_log_shows_a_brief_as_a_handoff(language: str) -> None:
    """Not as what the users want, nor as a policy."""
    s = sent(BRIEFS[language])
    wanted = " ".join(texts_of(proposed(PrimaryRequestCompressor(), s.messages)))
    assert "Policy" not in wanted
    assert not any(part in wanted for part in ("storage", "retry rules", "存储层", "任何文件"))
    work = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="handoff")
    assert any("main → explorer:a1" in line for line in work)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_the_receivers_own_log_it_is_the_ask(language: str) -> None:
    """With its rules."""
    s = sent(BRIEFS[language], first=True)
    wanted = " ".join(texts_of(proposed(PrimaryRequestCompressor(), s.messages)))
    assert "any file" in wanted or "任何文件" in wanted


def test_a_brief_to_the_role_itself_is_its_own() -> None:
    """By the role's name, also where the log holds the words of both."""
    view = view_of(sent(BRIEFS["en"], to="tester").messages, to="tester")
    assert view.ownership.briefs == frozenset()
