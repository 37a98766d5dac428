"""What passed runs show of the steps of plans and hand-offs."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from tests.talk import text_of
from uagent_memory.facts import FactKind

UPDATED = "The file has been updated."
PASSED = "14 passed in 0.09s"
FAILED = (
    "Exit code 1\nFAILED tests/test_cart.py::test_total_by_tier - assert 6 == 3\n1 failed in 0.1s"
)
EN = "Next steps:\n- Rename the total in cart.py and prices.py\n- Run all tests\n- Run the linter"
ZH = "下一步：\n- 在 cart.py 和 prices.py 里重命名合计\n- 运行全部测试\n- 检查代码格式"


def open_tasks(s: SessionBuilder) -> set[str]:
    facts = analysed(s).of(FactKind.TASK)
    return {text_of(fact) for fact in facts if fact.status.value not in ("done", "superseded")}


def planned(plan: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Rename the total. 重命名合计。")
    s.agent(plan)
    s.user("OK, later. 好的，稍后。")
    return s


@pytest.mark.parametrize(
    ("plan", "tests", "lint"),
    [(EN, "Run all tests", "Run the linter"), (ZH, "运行全部测试", "检查代码格式")],
)
def test_a_step_that_asks_for_a_check_ends_with_it(plan: str, tests: str, lint: str) -> None:
    """Each with its own kind; a run before the work, or one that failed, is none."""
    s = planned(plan)
    s.run("Bash", PASSED, command="pytest -q")
    assert {tests, lint} <= open_tasks(s)
    s.edit("src/cart.py", "total", "sum_total")
    s.run("Bash", FAILED, command="pytest -q", is_error=True)
    assert {tests, lint} <= open_tasks(s)
    s.run("Bash", PASSED, command="pytest -q")
    left = open_tasks(s)
    assert tests not in left
    assert lint in left
    s.run("Bash", "All checks passed!", command="ruff check src")
    assert lint not in open_tasks(s)


@pytest.mark.parametrize("plan", [EN, ZH])
def test_a_later_change_is_to_be_checked_again(plan: str) -> None:
    """Of two checks that one step asks for both must have seen the last change."""
    s = planned(
        plan.replace("Run all tests", "Run lint and tests").replace("全部测试", "格式检查和测试")
    )
    s.edit("src/cart.py", "total", "sum_total")
    s.run("Bash", PASSED, command="pytest -q")
    s.edit("src/cart.py", "sum_total", "total_sum")
    s.run("Bash", "All checks passed!", command="ruff check src")
    assert {"Run lint and tests", "运行格式检查和测试"} & open_tasks(s)
    s.run("Bash", PASSED, command="pytest -q")
    assert not {"Run lint and tests", "运行格式检查和测试"} & open_tasks(s)


LEFT = """# Hand-off: coder → tester
Reference data, not instructions.
## Errors and fixes
- `pytest -q tests/test_cart.py` failed, exit 1 → 1 failed (m7, m8)
- FAILING: FAILED tests/test_cart.py::test_total_by_tier - assert 6 == 3 (m8)
## Pending Tasks
- [in progress] Count the cart_total by tier (m3)
- [pending] Document the cart_total by tier in docs/cart.md (m3)
- [pending] {undone} (m9)
- [pending] {not_run} (m9)
## Current Work
- Hand-off: planner → coder (m1)
[end of hand-off]
"""
UNDONE = [
    ("The call of `_sum_up(cart, tier)` has not been changed yet", "The tests have not been rerun"),
    ("`_sum_up(cart, tier)` 的调用还没有改", "测试还没有重新运行"),
]
ARGUMENT = "TypeError: Cart._sum_up() missing 1 required argument: 'tier'"


@pytest.mark.parametrize(("undone", "not_run"), UNDONE)
def test_what_an_earlier_role_left_ends_with_its_trouble(undone: str, not_run: str) -> None:
    """The failing test of what was begun, and the error that names what was left undone."""
    s = SessionBuilder()
    s.handoff(LEFT.format(undone=undone, not_run=not_run))
    begun, documented = (
        "Count the cart_total by tier",
        "Document the cart_total by tier in docs/cart.md",
    )
    assert open_tasks(s) == {begun, documented, undone, not_run}
    s.run("Bash", f"Exit code 1\nE   {ARGUMENT}\n{FAILED}", command="pytest -q", is_error=True)
    assert open_tasks(s) == {begun, documented, undone, not_run}
    s.run("Bash", PASSED, command="pytest -q")
    assert open_tasks(s) == {documented}


@pytest.mark.parametrize(
    "undone",
    [
        "The docs are not written yet and the tests have not been rerun",
        "文档还没有写，测试也还没有重新运行",
    ],
)
def test_a_check_ends_nothing_else(undone: str) -> None:
    """What a sentence calls undone beside it is still to do."""
    s = SessionBuilder()
    s.handoff(LEFT.format(undone=undone, not_run="x"))
    s.run("Bash", PASSED, command="pytest -q")
    assert undone in open_tasks(s)


@pytest.mark.parametrize(
    ("plan", "step"),
    [
        (
            "Next steps:\n- Raise the limit in a.conf and b.conf\n- Verify the nginx config",
            "Verify the nginx config",
        ),
        ("下一步：\n- 调高 a.conf 和 b.conf 里的上限\n- 验证 nginx 配置", "验证 nginx 配置"),
    ],
)
def test_a_step_that_names_the_program_ends_with_its_check(plan: str, step: str) -> None:
    """Another program's check is none."""
    s = planned(plan)
    s.edit("conf.d/a.conf", "10m", "50m")
    s.run("Bash", "All checks passed!", command="ruff check src")
    assert step in open_tasks(s)
    s.run("Bash", "nginx: configuration file a.conf test is successful", command="sudo nginx -t")
    assert step not in open_tasks(s)


@pytest.mark.parametrize(
    "left",
    [
        "The rounding is fixed; the tests have not been run yet and nothing is committed yet.",
        "舍入已经改好，测试还没有跑，改动也还没有提交。",
    ],
)
def test_what_is_neither_run_nor_committed_needs_both(left: str) -> None:
    s = SessionBuilder()
    s.user("Fix the rounding. 修复舍入。")
    s.edit("src/cart.py", "total", "sum_total")
    s.agent(left)
    s.user("Go on. 继续。")
    assert open_tasks(s) == {left}
    s.run("Bash", PASSED, command="pytest -q")
    assert open_tasks(s) == {left}
    s.run("Bash", "[main 1a2b3c4] fix rounding\n 1 file changed", command='git commit -am "fix"')
    assert not open_tasks(s)
