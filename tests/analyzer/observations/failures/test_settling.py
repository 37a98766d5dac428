"""Errors that the agent leaves as they are, with the reason it gives."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import Change, FactKind, Status

ENCODING = (
    "Exit code 1\nERROR: test_names (files.tests.NameTests)\n"
    "UnicodeEncodeError: 'ascii' codec can't encode characters in position 3-4\n"
    "Ran 12 tests in 0.4s\nFAILED (errors=1)"
)


def failing_tests(*said: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Make the uploads readable. 请修复上传权限。")
    s.edit("app/upload.py", "a = 1", "a = 2")
    s.run("Bash", ENCODING, command="python -m unittest files", is_error=True)
    for text in said:
        s.agent(text)
    return s


def left(session: SessionBuilder) -> set[Status]:
    """The states of its errors, of its named tests and of its failed check."""
    ledger = analysed(session)
    tests = [fact for fact in ledger.of(FactKind.TEST) if not fact.key.startswith("run: ")]
    facts = (*ledger.of(FactKind.ERROR), *tests, *ledger.of(FactKind.COMMAND))
    return {fact.status for fact in facts if fact.status is not Status.PASSED}


@pytest.mark.parametrize(
    "said",
    [
        "The failure is due to the environment: it only knows ASCII.",
        "These failures are pre-existing and not caused by our change.",
        "`UnicodeEncodeError` is unrelated to my change.",
        "The test fails even without my changes.",
        "这个测试去掉改动后也失败。",
        "test_names fails on main as well, so it was already failing on main.",
        "这个报错与本次改动无关。",
        "这是环境问题，本机的编码是 ASCII。",
        "这个失败原本就有，不是我们的改动引起的。",
    ],
)
def test_what_is_none_of_the_works_making_is_settled(said: str) -> None:
    """Error, test and command; never as fixed."""
    assert left(failing_tests(said)) == {Status.SETTLED}


@pytest.mark.parametrize(
    "said",
    [
        "The failure is probably unrelated to my change.",
        "Is the failure unrelated to my change?",
        "The import fails even without a path.",
        "The failure is unrelated to my change, but we have to fix it anyway: let me fix it.",
        "I will check whether the failure is pre-existing.",
        "Tests fail as expected: the function is not there yet.",
        "The new option is unrelated to the upload form.",
        "这个报错可能与本次改动无关。",
        "这个失败是不是原本就有？",
        "这个报错与本次改动无关，但是需要修复。",
    ],
)
def test_a_guess_a_question_or_a_plan_settles_nothing(said: str) -> None:
    """What is truly open stays open."""
    assert left(failing_tests(said)) == {Status.OPEN, Status.FAILED}


def test_the_reason_is_the_sentence_that_gives_it() -> None:
    """It stands at the observation that settles the error."""
    session = failing_tests("I looked at it. The failure is due to the environment.")
    (error,) = analysed(session).of(FactKind.ERROR)
    assert error.last.change is Change.SETTLED
    assert session.messages[-1].quote(error.last.span) == "The failure is due to the environment."


def test_only_the_named_one_of_several_is_settled() -> None:
    """The others stay as they are."""
    s = SessionBuilder()
    s.user("Fix the parser.")
    output = (
        "FAILED tests/test_a.py::test_first\nFAILED tests/test_a.py::test_second\n2 failed in 1s"
    )
    s.run("Bash", f"Exit code 1\n{output}", command="pytest test_a.py", is_error=True)
    s.agent("test_first is unrelated to my change.")
    tests = {fact.key: fact.status for fact in analysed(s).of(FactKind.TEST)}
    assert tests["tests/test_a.py::test_first"] is Status.SETTLED
    assert tests["tests/test_a.py::test_second"] is Status.FAILED


def manual(*said: str, changed: bool = True) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Reject unknown commands. 请拒绝未知命令。")
    if changed:
        s.edit("cmd/main.go", "a = 1", "a = 2")
    s.run("Bash", "Error: unknown command: lst", command="/tmp/shop lst", is_error=True)
    for text in said:
        s.agent(text)
    return s


@pytest.mark.parametrize(
    "said",
    [
        "The error handling works correctly: it names the wrong command.",
        "The output looks good, the error stands at its end.",
        "错误处理正常，提示也正确。",
        "报错符合预期。",
    ],
)
def test_a_failure_that_was_run_to_be_seen_is_settled(said: str) -> None:
    """A manual test of what the program says."""
    assert left(manual(said)) == {Status.SETTLED}


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("The error output does not look good, it should name the command.", True),
        ("The output looks good, but the exit code is wrong.", True),
        ("The script fails with the expected error.", False),
        ("报错不符合预期。", True),
        ("已复现，报错符合预期。", True),
    ],
)
def test_what_was_reproduced_or_is_wrong_stays_open(said: str, *, changed: bool) -> None:
    """A bug that was merely brought about, before anything was changed, is no success."""
    assert Status.SETTLED not in left(manual(said, changed=changed))


def test_an_error_that_comes_again_stays_settled() -> None:
    """It is known; a run of other commands does not make it fixed."""
    s = failing_tests("The failure is due to the environment.")
    s.run("Bash", ENCODING, command="python -m unittest files", is_error=True)
    s.run("Bash", "OK", command="python -m unittest files", is_error=False)
    (error,) = analysed(s).of(FactKind.ERROR)
    assert error.status is Status.SETTLED


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        ("I try an unknown shelf on purpose.", "As expected it raises a KeyError.", "settled"),
        ("我故意用一个不存在的书架试一下。", "符合预期，报了 KeyError。", "settled"),
        ("I try an unknown shelf on purpose.", "Now I look at the shelves.", "open"),
        ("I add the book to the shelf.", "As expected it raises a KeyError.", "open"),
        ("我把书放上书架。", "符合预期，报了 KeyError。", "open"),
    ],
)
def test_a_failure_that_was_provoked_is_settled(before: str, after: str, status: str) -> None:
    """The agent says so before it runs it and after; each alone does not settle it."""
    s = SessionBuilder()
    s.user("Check the shelf tool. 检查书架工具。")
    crash = "Traceback (most recent call last):\n  File \"shelf.py\", line 4\nKeyError: 'nosuch'"
    s.run("Bash", crash, say=before, command="python shelf.py add nosuch", is_error=True)
    s.agent(after)
    errors = analysed(s).of(FactKind.ERROR)
    assert {fact.status.value for fact in errors} == {status}
