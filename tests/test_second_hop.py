"""What the second and the third role after the users get: I17, I18, I19, I21 along a chain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tests.openai_messages import agent, run, user
from uagent_memory import AgentMemory, CompressedContext
from uagent_memory.messages import Message
from uagent_memory.recall import handle_recall
from uagent_memory.segments import SegmentName

BUDGET = 1200


@dataclass(frozen=True)
class Talk:
    goal: str
    second: str
    why: str
    """The user's reason, right behind it."""
    third: str
    latest: str
    rule: str
    task: str
    idle: str


EN = Talk(
    goal="Add rate limiting to api/login.py.",
    second="Please log every refused attempt in logs/refused.log as well.",
    why=" It helps the support.",
    third="1. raise the limit in api/limits.py\n2. write a test for api/limits.py",
    latest="Also show the remaining tries on the login page.",
    rule="Never change api/token.py.",
    task="TODO: add a test for src/window.py.",
    idle="{} step {}: module {} holds nothing of interest.",
)
ZH = Talk(
    goal="请给 api/login.py 加上限流。",
    second="另外请把每次拒绝的登录写进 logs/refused.log。",
    why="客服需要它。",
    third="1. 调高 api/limits.py 里的上限\n2. 为 api/limits.py 写一个测试",
    latest="请在登录页上也显示剩余次数。",
    rule="不要修改 api/token.py。",
    task="还需要为 src/window.py 补充测试。",
    idle="{} 第 {} 步：模块 {} 没有值得注意的内容。",
)
both = pytest.mark.parametrize("talk", [EN, ZH], ids=["en", "zh"])


def idle(role: str, talk: Talk, count: int = 30) -> list[dict[str, Any]]:
    return [agent(talk.idle.format(role, n, n + 100)) for n in range(count)]


def first_log(talk: Talk) -> list[dict[str, Any]]:
    failed = "E   KeyError: 'window'\nFAILED tests/test_window.py::test_slides\n1 failed"
    return [
        user(f"{talk.goal} {talk.rule}"),
        *idle("coder", talk),
        user(talk.second + talk.why),
        *idle("coder", talk),
        user(talk.third),
        user(talk.latest),
        *run("Bash", failed, command="pytest -q"),
        agent(talk.task),
    ]


async def chain(talk: Talk, *later: list[dict[str, Any]]) -> tuple[AgentMemory, CompressedContext]:
    """coder → tester → reviewer ..., each with its own messages; the last hand-off."""
    roles = ("coder", "tester", "reviewer", "planner")
    memory = AgentMemory()
    logs = (first_log(talk), *later)
    for number, log in enumerate(logs):
        await memory.append(roles[number], log)
        result = await memory.compress_context(roles[number], to=roles[number + 1], budget=BUDGET)
    return memory, result


def told(result: CompressedContext, name: SegmentName) -> list[str]:
    return [e.text for s in result.segments if s.name is name for e in s.entries]


@both
async def test_the_users_words_stand_as_theirs(talk: Talk) -> None:
    """In order, whole, in All user messages; the goal alone stays in Primary Request."""
    _, result = await chain(talk, idle("tester", talk))
    said = told(result, SegmentName.USER_MESSAGES)
    places = [said.index(words) for words in (talk.second + talk.why, talk.third, talk.latest)]
    assert places == sorted(places)
    primary = "\n".join(told(result, SegmentName.PRIMARY_REQUEST))
    assert talk.goal in primary
    assert talk.latest not in primary
    assert talk.second.rstrip(".。") not in primary


@both
async def test_the_latest_message_of_all_is_kept_whole(talk: Talk) -> None:
    """The last passed-on one where nobody has spoken to the sender; else the sender's own."""
    _, result = await chain(talk, idle("tester", talk))
    (latest,) = [e for s in result.segments for e in s.entries if e.kind == "latest_user_message"]
    assert (latest.text, latest.must_keep) == (talk.latest, True)
    _, result = await chain(talk, [*idle("tester", talk), user(talk.goal + talk.latest)])
    (latest,) = [e for s in result.segments for e in s.entries if e.kind == "latest_user_message"]
    assert latest.text == talk.goal + talk.latest


@both
@pytest.mark.parametrize("hops", [2, 3])
async def test_what_binds_and_what_is_open_survives(talk: Talk, hops: int) -> None:
    """Rule, asks, open error and task are there after every hop."""
    later = [idle(role, talk) for role in ("tester", "reviewer")][: hops - 1]
    _, result = await chain(talk, *later)
    assert result.status == "accepted"
    for words in (talk.goal, talk.second, talk.latest, talk.rule, talk.task):
        assert words.rstrip("。.") in result.markdown, words
    assert "KeyError: 'window'" in "\n".join(told(result, SegmentName.ERRORS))
    for line in talk.third.split("\n"):
        assert line in result.markdown


@both
async def test_references_name_the_log_they_mean(talk: Talk) -> None:
    """A passed-on line cites the coder's message, an own one the tester's; each is recalled."""
    own = "The window in src/window.py starts one second late, which is the cause."
    memory, result = await chain(talk, [*idle("tester", talk), agent(own)])
    line = next(line for line in result.markdown.splitlines() if talk.latest in line)
    reference = line.rpartition(" ")[2].strip("()")
    assert reference.startswith("coder/m")
    original = await memory.recall(reference)
    assert isinstance(original, Message)
    assert original.text == talk.latest
    assert "mN alone is tester/mN." in result.markdown
    assert "(m1)" not in result.markdown.partition("## Current Work")[0]


@both
async def test_recall_says_what_a_hand_off_is(talk: Talk) -> None:
    """m1 of the tester is what the coder handed over, and is called so."""
    memory, _ = await chain(talk, idle("tester", talk))
    answer = await handle_recall(memory, {"ref": "m1"}, role="tester")
    assert "\ntester/m1 hand-off coder → tester" in answer.text
    assert (await handle_recall(memory, {"ref": "m1"})).is_error


@both
async def test_the_way_of_the_work_is_told(talk: Talk) -> None:
    """Which hand-offs came before, in Current Work."""
    _, result = await chain(talk, idle("tester", talk), idle("reviewer", talk))
    current = told(result, SegmentName.CURRENT_WORK)
    assert "Hand-off: tester → reviewer" in current
    assert "Hand-off: coder → tester" in current
    assert not any("→ tester" in text for text in told(result, SegmentName.PROBLEM_SOLVING))


async def test_a_file_has_one_line_under_whatever_name() -> None:
    """The tester spells in full what the coder's hand-off shows from the root."""

    def edit(path: str, old: str, new: str) -> list[dict[str, Any]]:
        done = "The file has been updated."
        return run("Edit", done, file_path=path, old_string=old, new_string=new)

    memory = AgentMemory()
    path = "/home/dev/shop/src/cart.py"
    work = [*idle("coder", EN), *edit(path, "def add(): 1", "def add_one(): 1")]
    await memory.append("coder", [user(EN.goal), *work])
    await memory.compress_context("coder", to="tester", budget=BUDGET)
    await memory.append("tester", [*idle("tester", EN), *edit(path, "x = 1", "x = 2")])
    result = await memory.compress_context("tester", to="reviewer", budget=BUDGET)
    (line,) = [text for text in told(result, SegmentName.FILES) if "cart.py" in text]
    assert "adds add_one" in line


@both
async def test_a_long_message_keeps_its_place_and_the_name_of_its_gap(talk: Talk) -> None:
    """An excerpt names the message to recall under its own log, also two hops on."""
    long = {EN: "Write src/part_{}.py with care.", ZH: "请仔细编写 src/part_{}.py。"}[talk]
    paste = " ".join(long.format(n) for n in range(300))
    memory = AgentMemory()
    await memory.append("coder", [user(talk.goal), *idle("coder", talk), user(paste)])
    await memory.compress_context("coder", to="tester", budget=800)
    await memory.append("tester", idle("tester", talk))
    result = await memory.compress_context("tester", to="reviewer", budget=800)
    assert result.tokens <= 800
    assert "tokens, coder/m32]" in result.markdown
    assert "tokens, m32]" not in result.markdown
    assert long.format(0) in "".join(told(result, SegmentName.USER_MESSAGES))


def changed_lines(result: CompressedContext) -> list[str]:
    """As they stand in a rendering, without their references."""
    pattern = r"^ {2,4}(?:- )?([+-] \S.*?)(?: \([\w/]+\))?$"
    found = re.findall(pattern, result.markdown, re.MULTILINE)
    return sorted(found)


@pytest.mark.parametrize("new", ["limit = 9", "limit = 9\ntotal = 12\nreturn total", "上限 = 9"])
@both
async def test_changed_lines_are_passed_on(talk: Talk, new: str) -> None:
    """Whom the changes are for may come two hops after who made them."""
    done = "The file has been updated."
    edit = run("Edit", done, file_path="src/cart.py", old_string="limit = 8", new_string=new)
    memory = AgentMemory()
    await memory.append("coder", [user(talk.goal), *idle("coder", talk, 60), *edit])
    first = await memory.compress_context("coder", to="tester", budget=BUDGET)
    await memory.append("tester", idle("tester", talk))
    second = await memory.compress_context("tester", to="reviewer", budget=BUDGET)
    assert "+ " + new.partition("\n")[0] in changed_lines(first)
    assert set(changed_lines(first)) <= set(changed_lines(second))
    assert "coder/m62" in second.markdown


@both
async def test_of_a_long_message_head_and_tail_are_the_latest(talk: Talk) -> None:
    """Also where more of it stands behind them."""
    long = {EN: "Write src/part_{}.py with care.", ZH: "请仔细编写 src/part_{}.py。"}[talk]
    paste = " ".join(long.format(n) for n in range(300))
    memory = AgentMemory()
    await memory.append("coder", [user(talk.goal), *idle("coder", talk), user(paste)])
    first = await memory.compress_context("coder", to="tester", budget=1200)
    assert len([text for text in told(first, SegmentName.USER_MESSAGES) if "part_" in text]) > 1
    await memory.append("tester", idle("tester", talk))
    result = await memory.compress_context("tester", to="reviewer", budget=1200)
    (latest,) = [e for s in result.segments for e in s.entries if e.kind == "latest_user_message"]
    assert long.format(0) in latest.text
    assert long.format(299) in latest.text
