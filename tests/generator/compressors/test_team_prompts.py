"""System prompts of a team: each binds its own agent only."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.messages import Author, Role

EN = ("You must quote the figures.", "You must run the code.", "Which year was the wettest?")
ZH = ("你必须引用数据。", "你必须运行代码。", "哪一年降雨最多？")


def rules(said: tuple[str, str, str], *, to: str, agents: tuple[str, str]) -> str:
    s = SessionBuilder()
    for agent, prompt in zip(agents, said, strict=False):
        s.add(Role.SYSTEM, Author.SYSTEM, prompt, agent=agent)
    s.user(said[2])
    found = proposed(PrimaryRequestCompressor(), s.messages, to=to, handed_over=True)
    return "\n".join(texts_of(found, kind="constraint"))


@pytest.mark.parametrize("said", [EN, ZH], ids=["en", "zh"])
def test_a_prompt_binds_the_agent_that_has_it(said: tuple[str, str, str]) -> None:
    found = rules(said, to="coder", agents=("analyst", "coder"))
    assert said[1].rstrip(".。") in found
    assert said[0].rstrip(".。") not in found


@pytest.mark.parametrize("said", [EN, ZH], ids=["en", "zh"])
def test_one_system_prompt_binds_whoever_goes_on(said: tuple[str, str, str]) -> None:
    found = rules(said, to="tester", agents=("coder", "coder"))
    assert said[0].rstrip(".。") in found
