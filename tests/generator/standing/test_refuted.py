"""Guesses that the agent took back later."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.standing.refuted import refuted_guesses
from uagent_memory.messages import Span


def said(*texts: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("The cache returns old rows. 缓存返回旧数据。")
    for text in texts:
        s.agent(text)
    return s


def taken_back(session: SessionBuilder) -> frozenset[Span]:
    view = view_of(session.messages)
    return refuted_guesses(view.statements, view.settings.refuted)


def refuted(*texts: str) -> list[str]:
    s = said(*texts)
    by_id = {message.id: message for message in s.messages}
    return sorted(by_id[span.message_id].quote(span) for span in taken_back(s))


@pytest.mark.parametrize(
    ("guess", "found"),
    [
        (
            "Maybe the eviction timer of the cache never fires.",
            "Actually it's not the eviction timer: the key lacks the tenant.",
        ),
        (
            "The issue is that the eviction timer runs in another process.",
            "You're right, the eviction timer runs in every process.",
        ),
        ("可能是缓存的淘汰定时器没有触发。", "其实不是淘汰定时器的问题，而是键里缺少租户。"),
        ("问题在于淘汰定时器跑在另一个进程里。", "你说得对，每个进程都有淘汰定时器。"),
    ],
)
def test_a_later_statement_supersedes_a_guess(guess: str, found: str) -> None:
    """It shares its words and begins by taking something back."""
    assert refuted(guess, found) == [guess]


@pytest.mark.parametrize(
    ("guess", "found"),
    [
        (
            "Maybe the eviction timer of the cache never fires.",
            "The eviction timer of the cache indeed never fires.",
        ),
        ("Maybe the eviction timer never fires.", "Actually the login page needs a new icon."),
        ("The eviction timer fires every minute.", "Actually the eviction timer is a thread."),
        ("可能是淘汰定时器没有触发。", "其实登录页还缺一个图标。"),
    ],
)
def test_what_was_not_taken_back_stands(guess: str, found: str) -> None:
    """A confirmation, another matter, or what was no guess."""
    assert refuted(guess, found) == []


def test_within_a_message_the_guess_right_before_is_meant() -> None:
    """Also where the two share no words."""
    guess = "Perhaps the clock is wrong."
    assert refuted(f"{guess} No, that cannot be. It is noon.") == [guess]


@pytest.mark.parametrize(
    ("guess", "found"),
    [
        (
            "The problem is that the worker of the queue was never restarted.",
            "Found the bug: the serializer drops the tenant.",
        ),
        ("问题在于队列的工作进程没有重启。", "找到了：序列化时丢了租户字段。"),
    ],
)
def test_a_cause_that_is_found_ends_the_search(guess: str, found: str) -> None:
    """What was supposed on the way there is settled by it, whatever words the two share."""
    assert refuted(guess, "The tests are slow. 测试很慢。", found) == [guess]


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ("It seems the queue holds 12 jobs.", "Found the bug: the serializer drops the tenant."),
        ("队列里似乎有十二个任务。", "找到了：序列化时丢了租户字段。"),
    ],
)
def test_what_was_seen_on_the_way_stands(seen: str, found: str) -> None:
    """An observation is no guess at the cause."""
    assert refuted(seen, found) == []


def test_a_search_begins_with_the_users_word() -> None:
    """What was supposed of an earlier matter is not meant by what is found later."""
    s = said("Maybe the eviction timer never fires.")
    s.user("Leave that. The login page is slow.")
    s.agent("Found it: the icon is 40 MB.")
    assert taken_back(s) == frozenset()


def test_another_agents_word_takes_no_guess_back() -> None:
    """Each one's guesses are its own."""
    s = SessionBuilder()
    s.user("The cache returns old rows.")
    s.agent("Maybe the eviction timer never fires.", agent="coder")
    s.agent("Actually the eviction timer is fine.", agent="tester")
    assert taken_back(s) == frozenset()


@pytest.mark.parametrize(
    ("loses", "wins"),
    [
        (
            "Probably the eviction timer of `cache.py` never fires.",
            "Actually the eviction timer is fine: the cause is that `cache.py` drops the tenant.",
        ),
        ("Hmm, strange: the error of `cache.py` is gone.", "The cause is a stale `cache.py` key."),
        ("奇怪，`cache.py` 的报错不见了。", "原因是 `cache.py` 的键过期了。"),
    ],
)
def test_the_answer_is_worth_more(loses: str, wins: str) -> None:
    """Than what was supposed or wondered before it."""
    found = proposed(ProblemSolvingCompressor(), said(loses, wins, "Done. 完成。").messages)
    worth = {c.text: c.value for c in found}
    assert worth[wins] > 2 * worth.get(loses, 0.0)
