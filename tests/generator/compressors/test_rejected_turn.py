"""Turns of agents that the environment did not carry out."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.errors import ErrorsCompressor
from uagent_memory.messages import Author, Role

ENGLISH = "Please always provide EXACTLY ONE action in triple backticks, found {} actions."
CHINESE = "请每次只给出一条命令，您给了 {} 条。"
TURN = "Now look.\n\n```bash\nsed -i 3d a.py\n```\n\n```bash\ncat a.py\n```"


def rejected(reason: str, *counts: int, say: str = "") -> SessionBuilder:
    s = SessionBuilder()
    s.user("Remove the third line of a.py. 删除 a.py 的第三行。")
    for count in counts:
        s.agent(TURN)
        s.add(Role.USER, Author.HARNESS, reason.format(count))
    s.run("Bash", "", say=say, command="sed -i 3d a.py")
    return s


def told(s: SessionBuilder) -> list[str]:
    texts = [c.text for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "note"]
    return [text for text in texts if "not carried out" in text or "没有被执行" in text]


@pytest.mark.parametrize("reason", [ENGLISH, CHINESE])
def test_turns_refused_alike_are_one_line(reason: str) -> None:
    """With the newest reason, and every place."""
    s = rejected(reason, 2, 2, 3)
    (text,) = told(s)
    assert text.endswith(reason.format(3))
    assert "3 times" in text or "3 次" in text
    (note,) = (c for c in proposed(ErrorsCompressor(), s.messages) if c.text == text)
    assert len(note.sources) == len((2, 2, 3))


@pytest.mark.parametrize("reason", [ENGLISH, CHINESE])
def test_one_refusal_needs_no_count(reason: str) -> None:
    (text,) = told(rejected(reason, 2))
    assert "1" not in text


def test_the_newest_turn_is_told_in_current_work() -> None:
    """It is still to be taken."""
    s = SessionBuilder()
    s.user("Remove the third line of a.py.")
    s.agent(TURN)
    s.add(Role.USER, Author.HARNESS, ENGLISH.format(2))
    assert told(s) == []


@pytest.mark.parametrize(
    ("reason", "mused", "found"),
    [
        (
            ENGLISH,
            "The last reply had two blocks in it.",
            "The cause is `load`, which keeps the third line.",
        ),
        (CHINESE, "上一次的回复里有两个代码块。", "原因是 `load` 保留了第三行。"),
    ],
)
def test_what_is_said_of_the_form_counts_little(reason: str, mused: str, found: str) -> None:
    """A conclusion beside it counts as ever."""
    s = rejected(reason, 2, say=f"{mused} {found}")
    s.agent("The line is gone. 已删除。")
    view = view_of(s.messages)
    factors = {one.unit.text.strip(): view.standing.factor(one) for one in view.statements}
    assert factors[mused] < factors[found]
    assert factors[found] == 1.0


def test_in_a_team_nobody_is_at_fault() -> None:
    """Who runs code says after each turn without any that there is none."""
    s = SessionBuilder()
    s.agent("# General Task\nCount the lamps. 数灯。", agent="manager")
    s.add(Role.USER, Author.HARNESS, "There is no code from the last 1 message for me to execute.")
    s.agent("I count them.", agent="counter")
    s.agent("There are nine.", agent="checker")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    assert not any("no code" in text for text in texts)
