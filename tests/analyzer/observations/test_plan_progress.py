"""What becomes of planned steps: approved, carried out, handed to teammates, replaced, over."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from tests.talk import text_of
from uagent_memory.facts import FactKind
from uagent_memory.messages import Author, MessageKind, Role

PLAN = "# Plan\n\n## Changes\n\n- Add `warm_up()` to `load.py`\n- Run `make check`\n"
CHINESE = "# 计划\n\n## 改动\n\n- 添加 `warm_up()` 到 `load.py`\n- 运行 `make check`\n"
REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


def states(s: SessionBuilder, kind: FactKind = FactKind.TASK) -> list[str]:
    """Of every fact of a kind, by first appearance, with all that the tools did."""
    ledger = analysed(s)
    if kind is FactKind.STAGE:
        return [text_of(fact) for fact in ledger.of(kind)]
    return [fact.status.value for fact in ledger.of(kind)]


def laid(plan: str = PLAN, answer: str = REFUSED) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Make it start faster. 让它启动更快。")
    lay(s, plan, answer)
    return s


def lay(s: SessionBuilder, plan: str, answer: str = REFUSED) -> None:
    call = s.call("ExitPlanMode", plan=plan)
    s.agent("", call)
    s.result(call, answer, is_error=answer == REFUSED)


@pytest.mark.parametrize(
    ("plan", "answer", "done"),
    [
        (PLAN, f"Implement the following plan:\n\n{PLAN}", "Implementation complete. All is in."),
        (PLAN, f"Here it is again.\n\n{PLAN}", "Done. It starts faster."),
        (PLAN, "Yes, go on.", "Done. It starts faster."),
        (CHINESE, f"请实现以下计划：\n\n{CHINESE}", "已全部完成。启动快了一倍。"),
        (CHINESE, "按计划执行", "已完成，启动快了一倍。"),
    ],
)
def test_plan_handed_back_is_approved(plan: str, answer: str, done: str) -> None:
    """The plan in the user's own message, or a word that lets it go ahead, is the approval."""
    s = laid(plan)
    assert states(s) == ["waiting", "waiting"]
    s.user(answer)
    assert states(s) == ["pending", "pending"]
    s.agent(done)
    assert states(s) == ["done", "done"]


@pytest.mark.parametrize("said", ["Done. I've updated the plan with `warm_up()`.", "计划已完成。"])
def test_steps_that_wait_are_not_done(said: str) -> None:
    """ "Done" speaks of the plan itself as long as the user has not approved its steps."""
    s = laid()
    s.agent(said)
    assert states(s) == ["waiting", "waiting"]


def test_plan_laid_anew_replaces_the_older() -> None:
    """What the newer plan repeats waits, what it leaves out is superseded."""
    s = laid()
    lay(s, "- Run `make check`\n- Write a cache\n")
    assert states(s) == ["superseded", "waiting", "waiting"]


def test_carried_out() -> None:
    """A command that passed is done at once, a changed file when the turn ends."""
    s = laid(answer="User has approved your plan.")
    s.edit("src/load.py", "a = 1", "a = 2")
    assert states(s) == ["in_progress", "pending"]
    s.run("Bash", "All checks passed", command="make check")
    assert states(s)[0] == "in_progress"
    s.agent("It starts in half the time now.")
    assert states(s)[0] == "done"


@pytest.mark.parametrize(
    "end", ["The cache is still missing.", "缓存还没写。", "Shall I go on with the cache?"]
)
def test_turn_that_leaves_something_open_ends_no_step(end: str) -> None:
    """A change to the file of a step is not yet the step."""
    s = laid(answer="User has approved your plan.")
    s.edit("src/load.py", "a = 1", "a = 2")
    s.agent(end)
    assert states(s)[:2] == ["in_progress", "pending"]


def test_file_of_two_steps_tells_of_neither() -> None:
    """Two steps name the file: nobody knows which of them the change was for."""
    plan = "- Add `warm_up()` to `load.py`\n- Remove `slow()` from `load.py`\n"
    s = laid(plan, "User has approved your plan.")
    s.edit("src/load.py", "a = 1", "a = 2")
    assert states(s) == ["pending", "pending"]


def test_failing_command_ends_no_step() -> None:
    """Only a command that passed is a step taken."""
    s = laid(answer="User has approved your plan.")
    s.run("Bash", "Exit code 2\nmake: *** [check] Error 2", command="make check", is_error=True)
    assert states(s)[:2] == ["pending", "pending"]


def team() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Which shop has the cheapest kettle? 哪家店的水壶最便宜？")
    s.agent(
        "Plan:\n1. **surfer**: Find the shops that sell kettles\n"
        "2. **surfer**: Compare the prices of the kettles\n3. 写出水壶最便宜的商店\n",
        agent="lead",
    )
    return s


def brief(s: SessionBuilder, text: str, to: str = "surfer") -> None:
    s.agent(text, agent="lead", to=to, kind=MessageKind.HANDOFF)


def test_brief_takes_up_a_step() -> None:
    """A step told to a teammate is in progress; answered, it is done with the next."""
    s = team()
    brief(s, "Find shops that sell kettles.")
    assert states(s) == ["in_progress", "pending", "pending"]
    s.agent("Two shops sell kettles: North and South. I found them.", agent="surfer")
    brief(s, "Compare the prices of their kettles.")
    assert states(s) == ["done", "in_progress", "pending"]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("I was unable to find shops that sell kettles.", "in_progress"),
        ("没能找到商店。", "in_progress"),
        ("The page does not load.", "superseded"),
    ],
)
def test_step_without_its_answer_is_not_done(answer: str, state: str) -> None:
    """A teammate that failed has not taken it; what is passed over is not called done."""
    s = team()
    brief(s, "Find shops that sell kettles.")
    s.agent(answer, agent="surfer")
    brief(s, "Compare the prices of their kettles.")
    assert states(s)[:2] == [state, "in_progress"]


def test_step_of_another_teammate() -> None:
    """A brief takes up no step that names somebody else."""
    s = team()
    brief(s, "Open the catalogue.")
    brief(s, "Explain how to find shops that sell kettles.", to="writer")
    assert states(s) == ["pending", "pending", "pending"]


def test_new_plan_of_the_same_agent() -> None:
    """An agent that plans anew drops what the new plan does not repeat."""
    s = team()
    s.agent(
        "New plan:\n1. **caller**: Ask the shops for their prices\n2. 写出水壶最便宜的商店\n",
        agent="lead",
    )
    assert states(s) == ["superseded", "superseded", "pending", "pending"]


@pytest.mark.parametrize(
    ("last", "state"),
    [
        ("The prices are compared.\n\nFINAL ANSWER: North", "done"),
        ("价格比较过了。\n\n最终答案：北店", "superseded"),
        ("Max rounds reached.\n\nFINAL ANSWER: North", "superseded"),
        ("FINAL ANSWER: unable to determine", "superseded"),
        ("TERMINATE", "superseded"),
        ("任务结束", "superseded"),
        ("The page has loaded.", "pending"),
    ],
)
def test_answer_ends_what_is_left(last: str, state: str) -> None:
    """With the answer given nothing of the plan is open; done only where the work came through."""
    s = team()
    s.agent(last, agent="surfer")
    assert states(s) == [state] * 3


@pytest.mark.parametrize(
    ("path", "stage"), [("src/load.py", "implementation"), ("plans/start.md", "planning")]
)
def test_who_changes_files_plans_no_more(path: str, stage: str) -> None:
    """After the planning an edit begins the implementation; the plan's own file does not."""
    s = SessionBuilder()
    s.agent("Now in the planning phase.")
    s.edit(path, "a = 1", "a = 2")
    assert states(s, FactKind.STAGE) == [stage]


def kept_by_a_tool() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Port it. 移植它。")
    for number, subject in enumerate(("Port the parser", "移植测试"), start=1):
        s.run("TaskCreate", f"Task #{number} created successfully", subject=subject)
    s.run("TaskUpdate", "Updated task #1 status", taskId="1", status="in_progress")
    return s


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("The tests pass. The implementation is complete.", "done"),
        ("测试通过。已全部完成。", "done"),
        ("All tests pass.", "in_progress"),
        ("The implementation is complete. The docs are not written yet.", "in_progress"),
        ("Next steps:\n- Write the docs\n- Release it", "in_progress"),
    ],
)
def test_begun_task_of_a_tool(said: str, state: str) -> None:
    """What a tool calls begun is done with the whole; what it calls pending is left to the tool."""
    s = kept_by_a_tool()
    s.agent(said)
    assert states(s)[:2] == [state, "pending"]


@pytest.mark.parametrize(
    ("step", "teammate", "other", "brief", "report"),
    [
        ("Review", "reviewer", "tester", "Please look at the diff.", "Approved with one remark."),
        ("评审", "评审员", "测试员", "请看一下改动。", "通过，只有一条意见。"),
    ],
)
def test_a_teammates_part_ends_with_its_answer(
    step: str, teammate: str, other: str, brief: str, report: str
) -> None:
    """What was begun and is named by what the teammate is; nobody else's answer ends it."""

    def state(receiver: str) -> list[str]:
        s = SessionBuilder()
        s.user("Make it start faster. 让它启动更快。")
        todos = [{"content": step, "status": "in_progress", "activeForm": step}]
        call = s.call("TodoWrite", todos=todos)
        s.agent("", call, agent="coder")
        s.result(call, "Todos have been modified successfully.")
        s.add(Role.USER, Author.PARENT, brief, agent="coder", to=receiver)
        s.agent("I read it. 我看过了。", agent=receiver)
        s.add(Role.USER, Author.PARENT, report, agent=receiver, to="coder")
        return states(s)

    assert state(other) == ["in_progress"]
    assert state(teammate) == ["done"]


@pytest.mark.parametrize(
    ("head", "replaced"),
    [
        ("Here is an updated plan:", True),
        ("### New plan", True),
        ("**Revised plan:**", True),
        ("调整后的计划：", True),
        ("My part of the plan:", False),
        ("The new plan was a good idea. Next steps:", False),
    ],
)
def test_a_new_plan_takes_the_place_of_what_others_planned(head: str, *, replaced: bool) -> None:
    """In a team only one that is called so: else each agent has a part of its own."""
    s = SessionBuilder()
    s.user("Find the lamp shops. 找出灯具店。")
    for agent, text in (
        ("Searcher", "Plan:\n\n1. List all shops in the street\n2. Call every shop\n"),
        ("Checker", f"{head}\n\n1. Read the register of trades\n2. Compare it with the map\n"),
    ):
        s.add(Role.ASSISTANT, Author.AGENT, text, agent=agent)
    first, second = ("superseded",) * 2 if replaced else ("pending",) * 2
    assert states(s) == [first, second, "pending", "pending"]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (
            "Still open: the slow rates, the memory limit.",
            "Follow-ups:\n1. Merge the limit.\n2. Resume the job after six.",
        ),
        (
            "待办：查清慢的原因，还有内存限制。",
            "后续工作：\n1. 合并限制的改动。\n2. 六点以后恢复任务。",
        ),
    ],
)
def test_a_newer_list_replaces_what_one_line_called_open(first: str, later: str) -> None:
    """As it replaces an older list."""
    s = SessionBuilder()
    s.user("Stop the outage. 止住故障。")
    s.agent(first)
    s.user("Go on. 继续。")
    s.agent(later)
    assert states(s) == ["superseded", "pending", "pending"]


@pytest.mark.parametrize(
    ("plan", "orders", "answer"),
    [
        (
            (
                "Plan:\n- Searcher: find the number of berths\n- Searcher: find the fee per night\n"
                "- Writer: write two lines\n\nSearcher, start, please."
            ),
            "Thanks. Searcher, the fee per night, please.",
            "The harbour has a number of 84 berths.",
        ),
        (
            "计划：\n- 检索：查泊位数量\n- 检索：查每晚停泊费用\n- 撰稿：写两句话\n\n检索请开始。",
            "收到。检索，请查每晚停泊费用。",
            "港口的泊位数量是84个。",
        ),
    ],
)
def test_a_teammates_step_ends_with_its_report(plan: str, orders: str, answer: str) -> None:
    """Whoever is told to take a later step has done the one that its answer spoke of."""
    chinese = plan.startswith("计")
    searcher = "检索" if chinese else "Searcher"
    s = SessionBuilder()
    s.user("How many berths, and what fee? 多少泊位，多少费用？")
    s.agent(plan, agent="Planner", to=searcher)
    s.agent(answer, agent=searcher, to="Planner")
    s.agent(orders, agent="Planner", to=searcher)
    tasks = [fact for fact in analysed(s).of(FactKind.TASK) if fact.status.value != "superseded"]
    assert [fact.status.value for fact in tasks] == ["done", "in_progress", "pending"]
