"""A user's comment that the user found to be wrong."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind, RequestValue, Status


def asks(*texts: str) -> dict[str, Status]:
    s = SessionBuilder()
    for text in texts:
        s.user(text)
        s.run("bash", "a.py", command="ls")
    facts = view_of(s.messages).analysis.ledger.of(FactKind.REQUEST)
    return {fact.value.text: fact.status for fact in facts if isinstance(fact.value, RequestValue)}


@pytest.mark.parametrize(
    ("goal", "comment", "back"),
    [
        ("Add a cache to the loader.", "more review comments", "I was mistaken."),
        ("Add a cache to the loader.", "the test fails on arm", "Sorry, false alarm"),
        ("Add a cache to the loader.", "the test fails on arm", "My mistake, ignore that."),
        ("给加载器加缓存。", "测试又失败了", "我弄错了。"),
        ("给加载器加缓存。", "测试又失败了", "是我看错了，抱歉"),
    ],
)
def test_it_is_no_ask_any_more(goal: str, comment: str, back: str) -> None:
    """The goal before it stands."""
    told = asks(goal, comment, back)
    assert told == {goal: Status.ACTIVE, comment: Status.CANCELLED}


@pytest.mark.parametrize(
    ("goal", "comment", "back", "asked"),
    [
        (
            "Add a cache to the loader.",
            "more review comments",
            "I was mistaken. But we do have conflicts with main",
            "But we do have conflicts with main",
        ),
        ("给加载器加缓存。", "还有评审意见", "我弄错了。不过和主干有冲突", "不过和主干有冲突"),
    ],
)
def test_what_comes_instead_is_the_newest_ask(
    goal: str, comment: str, back: str, asked: str
) -> None:
    told = asks(goal, comment, back)
    assert told[comment] is Status.CANCELLED
    assert told[asked] is Status.ACTIVE


@pytest.mark.parametrize(
    ("goal", "back"),
    [
        ("Add a cache to the loader.", "I was mistaken. The loader is in b.py"),
        ("Add a cache to the loader.", "I was wrong about the name, it is b.py"),
        ("给加载器加缓存。", "我弄错了，文件是 b.py"),
    ],
)
def test_a_corrected_detail_leaves_the_ask(goal: str, back: str) -> None:
    assert asks(goal, back)[goal] is Status.ACTIVE
