"""Segment 8."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from tests.sessions import team_session
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.messages import Author, Role
from uagent_memory.segments import SegmentName


def test_a_call_without_result_is_required() -> None:
    """It is shown as it was sent."""
    s = SessionBuilder()
    s.user("Run the tests. 请运行测试。")
    s.agent("", s.call("Bash", command="pytest -q"))
    (call,) = (c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "open_call")
    assert call.text == "Open call, no result yet: `Bash command: pytest -q`"
    assert call.keep is Keep.OPEN_CALL


def test_changes_after_the_last_check_are_named() -> None:
    """With the files and the check; a check after them takes the note away."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.run(
        "Edit", "The file has been updated.", file_path="a.py", old_string="x", new_string="y = 1"
    )
    (note,) = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    assert "`a.py`" in note
    assert "`pytest -q` passed" in note
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    assert texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note") == []


def test_done_tasks_share_a_list() -> None:
    """What is finished is told here, so that nobody does it again."""
    texts = texts_of(proposed(CurrentWorkCompressor(), team_session(padding="none")), kind="task")
    assert texts == ["Done: Add the token bucket"]


def test_an_offer_that_was_taken_up_is_no_work_done() -> None:
    """A question is not told as something finished."""
    for offer, done in (("Shall I go on?", "Merged it."), ("需要我继续吗？", "已合并。")):
        s = SessionBuilder()
        s.agent(f"It works. {offer}")
        s.user("yes 好的")
        s.agent(done)
        assert texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="task") == []


def test_the_next_step_is_told_in_both_languages() -> None:
    """The agent's last words say what comes next."""
    s = SessionBuilder()
    s.user("Write the notes. 请写说明。")
    s.agent("Next I will write docs/http.md. 接下来我会写 docs/limits.md。")
    texts = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="statement")
    assert texts == ["Next I will write docs/http.md.", "接下来我会写 docs/limits.md。"]


def test_old_commands_are_how_the_problem_was_solved() -> None:
    """A command of long ago goes to segment 5, the last one stays here."""
    s = SessionBuilder()
    s.user("Check it.")
    s.run("Bash", "Success: no issues found", command="mypy src")
    for number in range(30):
        s.agent(f"Step {number} is taken.")
    s.run("Bash", "8 passed in 0.4s", command="pytest -q")
    where = {
        c.text.partition("`")[2].partition("`")[0]: c.segment
        for c in proposed(CurrentWorkCompressor(), s.messages)
        if c.kind == "command"
    }
    assert where == {
        "mypy src": SegmentName.PROBLEM_SOLVING,
        "pytest -q": SegmentName.CURRENT_WORK,
    }


@pytest.mark.parametrize("tool", ["cancel_order", "shop__returnItems", "取消订单"])
def test_a_call_that_changes_something_tells_its_outcome_first(tool: str) -> None:
    """What it was about and the new state, not the address beside it; a lookup is worth less."""
    address = ", ".join(f'"line{n}": "{n} Elm Street"' for n in range(12))
    answer = f'{{"order_id": "#W77", "address": {{{address}}}, "status": "cancelled"}}'
    s = SessionBuilder()
    s.user("Cancel my order. 请取消订单。")
    s.run("get_order", answer.replace("cancelled", "pending"), order_id="#W77")
    s.run(tool, answer, order_id="#W77")
    lookup, call = (c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "command")
    assert call.text == f"`{tool} order_id: #W77` → status cancelled"
    assert call.value > 5 * lookup.value


@pytest.mark.parametrize(
    ("open_one", "told"),
    [
        ("Next steps:\n- Write the guide to the limits", "The guide goes to the tester."),
        ("待办：\n- 编写限流说明文档", "文档随后交给测试。"),
    ],
)
def test_what_the_pending_tasks_say_is_not_said_again(open_one: str, told: str) -> None:
    """Beside the task, what the agent said last, once."""
    s = SessionBuilder()
    s.user("Limit the rate. 请限流。")
    s.agent(f"{told}\n\n{open_one}")
    texts = texts_of(proposed(CurrentWorkCompressor(), s.messages))
    assert sum(told in text for text in texts) == 1
    assert not any(open_one.partition("- ")[2] in text for text in texts)


@pytest.mark.parametrize(
    ("ask", "brief", "report", "mark"),
    [
        ("Find it.", "Find the parser's tests and list them all.", "There are three.", "(done) "),
        (
            "请查找。",
            "请找出解析器的全部测试并列出来给我看看好吗谢谢。",
            "一共有三个。",
            "（已完成）",
        ),
    ],
)
def test_an_errand_that_came_back_is_told_to_be_done(
    ask: str, brief: str, report: str, mark: str
) -> None:
    """As long as it is out it stands unmarked."""
    s = SessionBuilder()
    s.user(ask)
    call = s.call("Task", description=brief, subagent_type="Explore", prompt=brief)
    s.agent("", call)
    assert not any(
        text.startswith(mark)
        for text in texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="handoff")
    )
    s.result(call, report)
    (text,) = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="handoff")
    assert text.startswith(mark)


@pytest.mark.parametrize(
    ("ask", "end"),
    [("When do you open?", "Have a great day!"), ("几点开门？", "欢迎下次咨询。")],
)
def test_a_service_ends_with_words_that_are_no_work(ask: str, end: str) -> None:
    """The last words of a clerk are not what is going on."""
    s = SessionBuilder()
    s.user(ask)
    s.agent(end)
    assert texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="statement") == []


@pytest.mark.parametrize("say", ["I will look further.", "我再看看。"])
def test_a_mere_look_without_a_result_is_no_line(say: str) -> None:
    """Unless it wrote what it showed into a file, or is what goes on now."""
    s = SessionBuilder()
    s.user("Go on.")
    s.run("Bash", "long " * 80, command="cat first.txt")
    s.run("Bash", "", command="cat second.txt > old.txt")
    for _ in range(40):
        s.agent(say)
    s.run("Bash", "c\nd\n", command="cat third.txt")
    texts = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="command")
    assert [text.split(" → ")[0] for text in texts] == [
        "`cat second.txt > old.txt`",
        "`cat third.txt`",
    ]


@pytest.mark.parametrize("say", ["Something was wrong.", "有地方不对。"])
def test_a_check_that_failed_before_it_passed_tells_more(say: str) -> None:
    """Than one that never failed."""
    s = SessionBuilder()
    s.user("Fix the importer. 修好导入。")
    s.run("Bash", "1 failed", command="pytest tests/test_a.py", is_error=True)
    s.agent(say)
    s.run("Bash", "4 passed", command="pytest tests/test_a.py")
    s.run("Bash", "4 passed", command="pytest tests/test_b.py")
    for _ in range(30):
        s.run("Bash", "ok", command="true")
    said = [c for c in proposed(CurrentWorkCompressor(), s.messages) if c.style != "list"]
    checks = {c.fact.split("/")[-1]: c for c in said if c.fact and "test_" in c.fact}
    worth = {name: c.value + c.targets.get(f"\0{c.fact}", 0.0) for name, c in checks.items()}
    assert worth["test_a.py"] > 1.5 * worth["test_b.py"]


@pytest.mark.parametrize("say", ["Something was wrong.", "有地方不对。"])
def test_a_script_that_ended_otherwise_than_before_tells_more(say: str) -> None:
    """It was written to show the fault."""
    s = SessionBuilder()
    s.user("Fix the importer. 修好导入。")
    s.run("Bash", "3 rows are missing", command="python show_a.py")
    s.agent(say)
    s.run("Bash", "all rows are there", command="python show_a.py")
    for _ in range(2):
        s.run("Bash", "all rows are there", command="python show_b.py")
    s.agent(say)
    told = [c for c in proposed(CurrentWorkCompressor(), s.messages) if "show_" in c.text]
    turned, same = (next(c.value for c in told if name in c.text) for name in ("_a.py", "_b.py"))
    assert turned > 3 * same


@pytest.mark.parametrize(
    ("doing", "order"),
    [
        (
            "Two of three prices are known.",
            "Open the page of the third one and read its price.",
        ),
        ("三个价格已知两个。", "请打开第三家公司的页面，读出价格。"),
    ],
)
def test_an_order_that_an_agent_filled_in_last_comes_next(doing: str, order: str) -> None:
    """The name of whom it chose is no words."""
    s = SessionBuilder()
    s.user("What does each carrier ask? 各家收多少？")
    for step in range(6):
        s.agent(f"Page {step} was read. 第 {step} 页已读。", agent="WebSurfer")
    ledger = {
        "progress": {"reason": doing, "answer": True},
        "next_speaker": {"reason": doing, "answer": "WebSurferAgent"},
        "instruction": {"answer": order},
    }
    text = json.dumps(ledger, ensure_ascii=False, indent=2)
    s.agent(f"Ledger:\n{text}", agent="Orchestrator")
    found = proposed(CurrentWorkCompressor(), s.messages)
    told = {c.text: c.value for c in found}
    ahead = next(text for text in told if order.rstrip(".。") in text)
    assert told[ahead] == max(c.value for c in found if c.kind == "statement")
    assert not any("WebSurferAgent" in text for text in told)


def test_the_newest_result_that_nobody_has_read_is_told() -> None:
    """What comes next depends on it."""

    def worth(*, read: bool) -> float:
        s = SessionBuilder()
        s.user("Reserve a seat. 订一个座位。")
        for number in range(12):
            s.run("show", f"Car {number} is full", number=number)
        s.run("choose", "Only seat 27 on the aisle is left", seat="window")
        if read:
            s.agent("", s.call("show", number=99))
        told = proposed(CurrentWorkCompressor(), s.messages)
        return next(c.value for c in told if "seat 27" in c.text)

    assert worth(read=False) > worth(read=True) + 1


@pytest.mark.parametrize("step", ["Next I will extract the parser.", "接下来把解析器抽出来。"])
def test_the_step_that_the_last_message_announces_counts_most(step: str) -> None:
    """It is what the receiver begins with."""

    def worth(*, begun: bool) -> float:
        s = SessionBuilder()
        s.user("Tidy up the importer. 整理导入。")
        for _ in range(12):
            s.run("Read", "rows = 1", file_path="importer.py")
        s.agent(f"The importer reads rows. {step}")
        if begun:
            s.agent("", s.call("Read", file_path="importer.py"))
        told = proposed(CurrentWorkCompressor(), s.messages)
        return next((c.value for c in told if c.text == step), 0.0)

    assert worth(begun=False) > 1.7 * worth(begun=True) > 0


@pytest.mark.parametrize("ask", ["Fix it.", "请修复。"])
def test_a_removal_is_told_by_the_files_that_are_gone(ask: str) -> None:
    """Once; the command would name them all again."""
    s = SessionBuilder()
    s.user(ask)
    done = "<returncode>0</returncode>\n<output>\n</output>"
    s.run("bash", done, command="echo 'print(1)' > try_it.py")
    s.run("bash", done, command="rm try_it.py")
    texts = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="command")
    assert not [text for text in texts if "rm try_it.py" in text]


@pytest.mark.parametrize(
    ("ask", "brief", "report", "mark"),
    [
        ("Review the parser.", "Review the parser of headers.", "The parser is right.", "(done) "),
        ("Review the parser.", "Review the parser of headers.", "", "(broken off) "),
        (
            "请检查解析器。",
            "请检查请求头解析器，并逐条报告其中的问题和缺陷。",
            "没有问题。",
            "（已完成）",
        ),
        ("请检查解析器。", "请检查请求头解析器，并逐条报告其中的问题和缺陷。", "", "（已中断）"),
    ],
)
def test_a_started_agent_is_told_of_once(ask: str, brief: str, report: str, mark: str) -> None:
    """By its own name; the prompt that it received is the call's."""
    s = SessionBuilder()
    s.user(ask)
    call = s.call("Task", description=ask, subagent_type="reviewer", prompt=brief)
    s.agent("", call, agent="main")
    s.add(Role.USER, Author.PARENT, brief, agent="main", to="reviewer:a1b2")
    s.agent(brief, agent="reviewer:a1b2")
    s.result(call, report or "[Request interrupted by user]", is_error=not report)
    (text,) = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="handoff")
    assert text.startswith(mark)
    assert "main → reviewer:a1b2" in text


def test_the_newest_hand_over_that_nobody_has_reported_on_counts_most() -> None:
    """One that only says whom it went to is not told once it is over."""
    s = SessionBuilder()
    s.user("Light the lamps.")
    s.agent("The plan is laid. Hand-off to coder.", agent="planner")
    s.agent("One is lit. Hand-off to tester: check it in the dark.", agent="coder")
    told = [c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "handoff"]
    assert texts_of(told) == ["Hand-off coder → tester: Hand-off to tester: check it in the dark."]
    assert told[0].value > GeneratorSettings.load().own.passed_on


def test_a_call_on_a_person_is_no_work_of_the_team() -> None:
    """People answer agents; nothing is handed over to them."""
    s = SessionBuilder()
    s.user("Light the lamps.", agent="Mara")
    s.agent("One is lit. @Mara please look at the other one.", agent="bot")
    told = [c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "handoff"]
    assert all(c.value < GeneratorSettings.load().own.passed_on for c in told)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "I removed it. Now look.\n\n```bash\nsed -i 3d a.py\n```\n\n```bash\ncat a.py\n```",
            "Please always provide EXACTLY ONE action in triple backticks, found 2 actions.",
        ),
        (
            "我删掉了这几行。\n\n```bash\nsed -i 3d a.py\n```\n\n```bash\ncat a.py\n```",
            "请每次只给出一条命令，您给了两条。",
        ),
    ],
)
def test_a_turn_that_was_not_carried_out_is_told(said: str, why: str) -> None:
    """Until the agent has spoken again."""
    s = SessionBuilder()
    s.user("Remove the third line of a.py. 删除 a.py 的第三行。")
    s.agent(said)
    s.add(Role.USER, Author.HARNESS, f"{why}\n\n```bash\n<action>\n```")
    (note,) = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    assert note in (
        f"The last turn was not carried out: {why}",
        f"上一轮没有被执行：{why}",
    )
    s.run("Bash", "", command="sed -i 3d a.py")
    assert why not in " ".join(texts_of(proposed(CurrentWorkCompressor(), s.messages)))


def test_a_check_that_runs_again_has_not_passed_again() -> None:
    """Its pass is the earlier run's; a first run that is open is told as an open call alone."""
    s = SessionBuilder()
    s.user("Test it. 请测试。")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q", is_error=False)
    s.agent("", s.call("Bash", command="pytest -q"), s.call("Bash", command="mypy src"))
    lines = [c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "command"]
    (line,) = lines
    assert line.text.startswith("`pytest -q` passed")
    assert {span.message_id for span in line.sources} == {"m2", "m3"}
