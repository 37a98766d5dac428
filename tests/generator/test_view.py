"""The worth of statements."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of


def _worths(first: str, second: str) -> tuple[float, float]:
    """Of two statements that one agent makes, each in a message between the user's."""
    s = SessionBuilder()
    s.user("Start.")
    call = s.call("Bash", command="ls")
    s.agent(first, call)
    s.result(call, "a.py")
    s.agent(second)
    s.user("Thanks.")
    view = view_of(s.messages)
    worth = {st.unit.text: view.statement_worth(st) for st in view.statements}
    return worth[first], worth[second]


@pytest.mark.parametrize("text", ["The cache was fixed.", "缓存已修复。"])
def test_what_an_agent_says_last_before_the_user_weighs_more(text: str) -> None:
    """It is the report of the turn: more than its place and its turn end alone bring."""
    early, late = _worths(text.replace("cache", "store").replace("缓存", "仓库"), text)
    assert late > 2 * early


def test_a_statement_that_names_something_weighs_more() -> None:
    """Code style marks what is meant."""
    s = SessionBuilder()
    s.user("Start.")
    s.agent("The `store` was fixed. The cache was fixed. All is well.")
    view = view_of(s.messages)
    _, named, plain, _ = (view.statement_worth(statement) for statement in view.statements)
    assert named > 1.3 * plain


@pytest.mark.parametrize(("tool", "speaks"), [("Task", True), ("Bash", False)])
def test_what_another_agent_reports_is_speech(tool: str, *, speaks: bool) -> None:
    """A sub-agent's result is said, not printed."""
    s = SessionBuilder()
    s.user("Look into it. 请查一下。")
    s.run(tool, "The lock is taken twice. 锁被取了两次。", prompt="find it", command="x")
    said = [statement.unit.text for statement in view_of(s.messages).statements]
    assert ("The lock is taken twice." in said) is speaks


@pytest.mark.parametrize("verdict", ["All tests pass.", "所有测试通过。"])
def test_a_verdict_holds_until_the_next_run(verdict: str) -> None:
    """The run itself then says how things stand."""
    s = SessionBuilder()
    s.user("Fix it. 请修复。")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.agent(verdict)
    view = view_of(s.messages)
    held = next(st for st in view.statements if st.unit.text == verdict)
    s.run("Bash", "1 failed, 2 passed in 0.1s", command="pytest -q", is_error=True)
    s.agent("One of them fails.")
    later = view_of(s.messages)
    stale = next(st for st in later.statements if st.unit.text == verdict)
    assert later.standing.factor(stale) < view.standing.factor(held)


def _factors(text: str) -> dict[str, float]:
    """Of all statements of a session in which an agent says a text and goes on."""
    s = SessionBuilder()
    s.user("Start.")
    s.run("Bash", "a.py", command="ls", say=text)
    s.agent("Done.")
    view = view_of(s.messages)
    return {st.unit.text: view.standing.factor(st) for st in view.statements}


@pytest.mark.parametrize(
    "text",
    [
        "Wait, maybe `store.py` runs it twice.",
        "What if `store.py` has no key?",
        "等等，会不会是 `store.py` 跑了两次。",
        "要是 `store.py` 没有键呢？",
    ],
)
def test_thinking_on_aloud_weighs_little(text: str) -> None:
    """What it led to is said after it."""
    assert _factors(text)[text] <= 0.3


@pytest.mark.parametrize(
    "text", ["Wait, `Outer` is a subclass of `Inner`.", "等等，`Outer` 是 `Inner` 的子类。"]
)
def test_what_is_met_while_thinking_counts(text: str) -> None:
    """Only thinking without a fact in it weighs little."""
    assert _factors(text)[text] > 0.3


@pytest.mark.parametrize(
    ("thought", "said"),
    [
        ("The key of `store.py` is too long.", "The key of `store.py` is 80 letters."),
        ("`store.py` 的键太长了。", "`store.py` 的键有八十个字。"),
    ],
)
def test_a_thought_weighs_less_where_something_is_said(thought: str, said: str) -> None:
    """What stands beside the thinking was meant for a reader."""
    thinking = f"<thinking>\n{thought}\n</thinking>\n"
    alone, beside = _factors(thinking), _factors(thinking + said)
    assert beside[thought] < alone[thought] == beside[said]


@pytest.mark.parametrize(
    ("lead", "item"),
    [
        ("The user wants:", "1. the key of `store.py` to be short"),
        ("用户希望：", "1. `store.py` 的键要短"),
    ],
)
def test_a_list_of_what_the_user_wants_is_the_users_own(lead: str, item: str) -> None:
    """It repeats what the user's words say."""
    factors = _factors(f"{lead}\n\n{item}\n2. `b.py` 不变, no change to `b.py`")
    assert factors[item] < 0.5


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What is left on my card?", "There are 86 dollars left."),
        ("卡里还剩多少？", "卡里还剩86元。"),
    ],
)
def test_the_figure_that_a_user_asked_for_weighs_more(asked: str, answer: str) -> None:
    """The same words without a question before them are a remark."""

    def worth(first: str) -> float:
        s = SessionBuilder()
        for words in (first, answer, "Go on. 继续。", "Done. 完成。"):
            (s.user if words in (first, "Go on. 继续。") else s.agent)(words)
        view = view_of(s.messages)
        return next(
            view.statement_worth(said) for said in view.statements if said.unit.text == answer
        )

    assert worth(asked) > worth(asked.rstrip("?？") + ".")


@pytest.mark.parametrize(
    ("plan", "step", "done"),
    [
        ("The page just needs to:", "Remove the `agent` parameter", "Removed:"),
        ("我需要：", "删除 `agent` 参数", "已删除："),
    ],
)
def test_items_of_a_plan_that_was_gone_on_from_count_as_plans(
    plan: str, step: str, done: str
) -> None:
    """What was done in the end is told by the same words under another lead."""
    s = SessionBuilder()
    s.user("Go on. 请继续。")
    for lead in (plan, done):
        s.agent(f"{lead}\n\n- {step}\n- {step} ({lead})")
    s.user("Good.")
    s.agent("Done. 完成。")
    view = view_of(s.messages)
    worth = {st.unit.lead: view.statement_worth(st) for st in view.statements if st.unit.lead}
    assert worth[plan] < worth[done] / 2


@pytest.mark.parametrize(
    "text",
    [
        "The store keeps store entries in src/store.py and store_all.",
        "存储模块把 1402 条记录写进 src/store.py。",
        "Well, and so on.",
    ],
)
def test_targets_are_counted_as_they_are_found(text: str) -> None:
    """A name that is a word, too, counts as both."""
    s = SessionBuilder()
    s.user("Fix src/store.py. 修复它。")
    s.agent(f"{text} The rest waits.")
    s.run("Bash", "store_all failed on 1402 records", command="python src/store.py")
    view = view_of(s.messages)
    weight = view.targets.weigh(text)
    assert weight == (len(view.targets(text)), sum(view.targets(text).values()))
