"""Sentences of progress: of each agent's the newest telling is open."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from tests.talk import text_of
from uagent_memory.analyzer.observations.tasks.progress_states import REMEMBERED, state_of
from uagent_memory.facts import FactKind


def told(*said: str, agents: tuple[str, ...] = ("coder",)) -> list[tuple[str, str]]:
    """The tasks of turns that agents take one after another, with their states."""
    s = SessionBuilder()
    s.user("Please mend the importer. 请修好导入器。")
    for number, words in enumerate(said):
        s.agent(words, agent=agents[number % len(agents)])
    return [(text_of(fact), fact.status.value) for fact in analysed(s).of(FactKind.TASK)]


NEXT = ("Next step: trim a.py and run it again.", "Next step: rebuild b.py and run it again.")
CHINESE = ("测试还没有全部通过，接下来修复 a.py。", "测试还没有全部通过，接下来修复 b.py。")
STATE = (
    "The tests still have to pass, then I fix a.py.",
    "The tests still have to pass, then b.py.",
)


@pytest.mark.parametrize(
    "said", [NEXT, CHINESE, STATE, ("下一步：修复 a.py。", "下一步：更新 b.py。")]
)
def test_the_newest_telling_of_one_state_counts(said: tuple[str, str]) -> None:
    """What an agent said before of what comes next, or how far one thing has come, is over."""
    assert told(*said) == [(said[0], "superseded"), (said[1], "pending")]


@pytest.mark.parametrize("said", [NEXT, CHINESE])
def test_each_agent_tells_its_own(said: tuple[str, str]) -> None:
    """Another agent's next step takes nobody's place."""
    assert [state for _, state in told(*said, agents=("coder", "tester"))] == ["pending", "pending"]


@pytest.mark.parametrize("said", [NEXT, CHINESE])
def test_what_is_told_once_more_is_open_again(said: tuple[str, str]) -> None:
    """An agent that comes back to a step means it."""
    first, second = said
    assert told(first, second, first) == [(first, "pending"), (second, "superseded")]


@pytest.mark.parametrize("said", [NEXT, CHINESE])
def test_one_message_may_tell_several(said: tuple[str, str]) -> None:
    """They stand side by side until the agent speaks of it again."""
    assert [state for _, state in told("\n\n".join(said))] == ["pending", "pending"]


@pytest.mark.parametrize(
    "said",
    [
        ("The retry is not yet implemented.", "The cache is not yet implemented."),
        ("重试还没有实现。", "缓存还没有实现。"),
        ("TODO: write the tests for a.py.", "TODO: write the docs for b.py."),
        ("待办：写 a.py 的测试。", "待办：写 b.py 的文档。"),
        (
            "The retry is not yet implemented, it waits for a.py.",
            "The cache is not yet implemented, too.",
        ),
        ("重试还没有实现，要等 a.py。", "缓存还没有实现，也要等。"),
    ],
)
def test_pieces_of_work_stay_apart(said: tuple[str, str]) -> None:
    """What is left undone or put on a list is not done because more is."""
    assert [state for _, state in told(*said)] == ["pending", "pending"]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (NEXT[0], state_of("下一步：写测试。")),
        ("**loader**: Next step: trim a.py.", state_of(NEXT[0])),
        ("**装载**：测试还没有全部通过，接下来修复 a.py。", "测试还没有全部通过"),
        ("还没修，等 a.py。", ""),
        ("Not yet done, a.py is in the way.", ""),
        ("The next step is not clear: ask.", ""),
    ],
)
def test_the_state_is_a_clause(text: str, state: str) -> None:
    """A label before it is none, and a clause that names nothing says nothing by itself."""
    assert state_of(text) == state


def test_many_states_are_bounded() -> None:
    """A long log is read in little memory: only the newest states are followed."""
    many = [f"Part {n} is not yet checked, part {n + 1} waits." for n in range(REMEMBERED + 1)]
    again = [text.replace("waits", "is next") for text in (many[0], many[-1])]
    states = dict(told(*many, *again))
    assert (states[many[0]], states[many[-1]]) == ("pending", "superseded")
