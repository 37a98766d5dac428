"""What agents say to themselves on the way to what they report."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.analyzer.observations.conversation.thoughts import thoughts_in
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor

ENGLISH = """<thinking>
We could:

1. Store the hash of the commit in `state.json`
2. Clear the id at the end of `prepare`

I'll go with storing the hash of the commit.
</thinking>
"""
CHINESE = """<thinking>
我们可以：

1. 把提交的哈希存进 `state.json`
2. 在 `prepare` 结尾清掉编号

我决定存提交的哈希。
</thinking>
"""
THOUGHTS = [
    (
        ENGLISH,
        "The id is reused. I decided to check the trailer of the message instead.",
        "Why do two commits share an id?",
    ),
    (CHINESE, "编号被重用了。我决定改为检查消息的尾注。", "两个提交为什么共用一个编号？"),
]


@pytest.mark.parametrize(("thought", "report", "asked"), THOUGHTS)
def test_what_was_weighed_gives_way_to_what_was_reported(
    thought: str, report: str, asked: str
) -> None:
    """Beside it an option that was not taken would read as if it stood."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(thought + report)
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert "hash" in told or "哈希" in told
    s.user("Go on with it. 就这样做。")
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert "trailer" in told or "尾注" in told
    assert "hash" not in told
    assert "哈希" not in told


@pytest.mark.parametrize(("thought", "report", "asked"), THOUGHTS)
def test_lists_within_thoughts_are_thoughts(thought: str, report: str, asked: str) -> None:
    """They stand under a lead of their own."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(thought + report)
    view = view_of(s.messages)
    by_agent = [one for one in view.statements if one.analysis.index == 1]
    held = [one.unit.text for one in by_agent if view.standing.inner_talk.holds(one)]
    assert [text[:2] for text in held if text[0].isdigit()] == ["1.", "2."]
    assert not any(text in report for text in held)


def test_a_tag_that_is_never_closed_holds_nothing() -> None:
    """What follows it may be meant for a reader."""
    assert not thoughts_in("<thinking>\nIt is late.").overlap(0, 20)
    assert thoughts_in("<thinking>\nIt is late.\n</thinking>\nDone.").overlap(12, 20)


@pytest.mark.parametrize(
    ("mused", "answer", "asked"),
    [
        (
            "<thinking>\nBut wait, let me trace it:\n\n1. `load` takes the second\n</thinking>\n",
            "`load` takes the first key and keeps the warning.",
            "Which key does it take?",
        ),
        (
            "<thinking>\n等等，让我再理一遍：\n\n1. `load` 取第二个键并丢掉警告\n</thinking>\n",
            "`load` 取第一个键并保留警告。",
            "它取哪个键？",
        ),
    ],
)
def test_what_was_mused_gives_way_once_its_end_was_read(
    mused: str, answer: str, asked: str
) -> None:
    """The report says what it came to."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(mused + answer)
    s.user("Thanks. Now the writer. 谢谢。再看写入器。")
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert "second" not in told
    assert "第二个" not in told


@pytest.mark.parametrize(
    ("asked", "repeated"),
    [
        ("Add a limit to `load`.", "The user wants me to add a limit of rows to `load`."),
        ("给 `load` 加上限。", "用户想让我给 `load` 的行数加上限。"),
    ],
)
def test_what_repeats_the_users_wish_is_left_to_the_users_words(asked: str, repeated: str) -> None:
    """Once the agent has gone on."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(repeated, s.call("Read", file_path="load.py"))
    s.agent("The rows are read in `load.py`. 行在 `load.py` 里读取。")
    assert repeated not in " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))


@pytest.mark.parametrize(
    ("report", "question"),
    [
        ("The check is in `load`.", "Does the feedback mean the check of the orphaned branch?"),
        ("检查在 `load` 里。", "反馈指的是孤立分支的检查吗？"),
    ],
)
def test_a_question_of_a_report_ends_with_the_users_next_words(report: str, question: str) -> None:
    """It reads as open otherwise."""
    s = SessionBuilder()
    s.user("Where is the check? 检查在哪里？")
    s.agent(f"{report} {question}")
    s.user("Reset the branch then. 那就重置分支。")
    s.agent("The branch is reset. 分支已重置。")
    assert question not in " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
