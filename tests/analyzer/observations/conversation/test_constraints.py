"""Constraints: what binds the receiver, and what only sounds so."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe, states, text_of
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Role

RULE = FactKind.CONSTRAINT


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("Don't touch the tests.", "prohibition"),
        ("DO NOT MODIFY: tests, configuration files", "prohibition"),
        ("Never push to main.", "prohibition"),
        ("fix it, but do not add new dependencies", "prohibition"),
        ("I don't want you to refactor anything.", "prohibition"),
        ("Avoid interactive tools.", "prohibition"),
        ("You must not use the network.", "prohibition"),
        ("You cannot change the schema.", "prohibition"),
        ("Make sure the tests pass.", "obligation"),
        ("and make sure this is tested", "obligation"),
        ("Always use the wrapper.", "obligation"),
        ("Your answer must contain one block.", "obligation"),
        ("Keep the public API stable.", "obligation"),
        ("let's use true/false and not on/off", "obligation"),
        ("As lightweight as possible please.", "obligation"),
        ("Ask me before pushing.", "approval"),
        ("Do not commit without my approval.", "approval"),
        ("Only edit src/auth.py.", "scope"),
        ("Rename it without changing the behaviour of the parser.", "scope"),
        ("Respond in English.", "language"),
        ("Answer in JSON.", "format"),
        ("Give the result as a table.", "format"),
        ("不要修改数据库结构。", "prohibition"),
        ("禁止引入新的依赖。", "prohibition"),
        ("务必保持接口兼容。", "obligation"),
        ("提交前必须跑测试。", "obligation"),
        ("只能改 src 目录。", "scope"),
        ("请用中文回复。", "language"),
        ("没有我的同意之前先问我。", "approval"),
        ("生产环境一律不许动。", "prohibition"),
        ("数据库别碰。", "prohibition"),
        ("5 月分区别删，财务在用。", "prohibition"),
        ("图里不要出现城市名。", "prohibition"),
        ("证件号你别存。", "prohibition"),
        ("没我同意不要付款。", "prohibition"),
        ("旧集群先别 destroy，等我说。", "prohibition"),
        ("Just no writes, no restarts.", "prohibition"),
        ("金额一律用人民币。", "obligation"),
        ("For clause 12.2 keep the 60 days.", "obligation"),
        ("每晚不超过550元，要能开专票。", "scope"),
    ],
)
def test_rules(text: str, sort: str) -> None:
    """A rule is found whole, with its sort."""
    found = facts(RULE, ("user", f"Please fix the parser. \n\n{text}"))
    assert [(text_of(f), f.value.sort) for f in found if isinstance(f.value, ConstraintValue)] == [
        (text, sort)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I don't think that is right.",
        "I don't know why it fails.",
        "You don't have to do that.",
        "We don't have a cache.",
        "Why don't we meet tomorrow?",
        "Shouldn't it return None?",
        "The function must return None for an empty list.",
        "It should never happen in practice.",
        "I can't reproduce it.",
        "If I don't see the file it can't be read.",
        "I don't think you have to do that.",
        "Never mind.",
        "Error: the client cannot be launched twice.",
        "It always worked before.",
        "我不知道为什么会失败。",
        "能不能看一下？",
        "要不要先看文档？",
        "这个问题不可避免。",
        "我不得不承认它很快。",
        "这个不要紧，继续吧。",
        "特别要看日志。",
        "两个模块分别改一下。",
        "我不要这个方案。",
        "识别一下类别。",
        "这个功能不要了。",
        "结果别的都对。",
        "有没有别的办法？",
        "i dont remember that one",
        "I never ordered that.",
        "leave it",
        "给我留着，不然我就退了去别家买",
        "那先别动，我问问家里再说",
    ],
)
def test_talk_is_no_rule(text: str) -> None:
    """Doubt, reports, questions and suppositions bind nobody."""
    assert facts(RULE, ("user", f"Please look at the parser.\n\n{text}")) == []


@pytest.mark.parametrize(
    "heading", ["## Constraints", "Requirements:", "**Acceptance criteria**:", "约束：", "## 要求"]
)
def test_items_under_a_heading(heading: str) -> None:
    """Each item under such a heading is a rule, whatever its wording."""
    found = states(RULE, ("user", f"Write it.\n\n{heading}\n\n- Python 3.11\n- one file\n"))
    assert list(found) == ["Python 3.11", "one file"]


def test_notes_need_a_rule_s_wording() -> None:
    """Under "Notes" only what is worded as a rule counts."""
    found = states(
        RULE, ("user", "Write it.\n\n## Notes\n\n- The parser is old\n- Files must be small\n")
    )
    assert list(found) == ["Files must be small"]


def test_list_of_what_not_to_do_keeps_its_heading() -> None:
    """An item that its heading turns into the opposite is never quoted without it."""
    found = states(RULE, ("user", "Review it.\n\nDo not:\n- trust the report\n- skip the tests\n"))
    assert list(found) == ["Do not:\n- trust the report\n- skip the tests"]


def test_requirements_inside_an_issue_are_no_rules() -> None:
    """What an issue says must be belongs to the request."""
    text = (
        "<issue>\nThe parser must keep the comma. Never drop it.\n</issue>\nDo not edit the tests."
    )
    assert list(states(RULE, ("user", text))) == ["Do not edit the tests."]


def test_system_policy_has_its_own_author() -> None:
    """Policy text binds with weaker words, and by its author is no user's rule."""
    found = facts(RULE, ("system", "You should confirm the order id. Each user has a profile."))
    assert [(text_of(fact), fact.first.author) for fact in found] == [
        ("You should confirm the order id.", Author.SYSTEM)
    ]


def test_rules_passed_on_by_an_agent() -> None:
    """A manager's constraint list in a team counts; an agent's own prose does not."""
    task = "# General Task\n\nFind the film.\n\n## Constraints\n\n- It must be under two hours.\n"
    assert list(states(RULE, ("agent", task))) == ["It must be under two hours."]
    assert states(RULE, ("agent", "I must not touch the tests.")) == {}


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("Don't edit the tests.", "you can now edit the tests"),
        ("Never use the network.", "forget what I said about the network"),
        ("不要修改数据库结构。", "现在可以修改数据库结构了"),
        ("不要修改数据库结构。", "数据库结构可以动了"),
        ("必须每次写日志。", "不用再每次写日志"),
    ],
)
def test_lifting_and_asking_again(rule: str, lifting: str) -> None:
    """A lifted rule is marked lifted, and is in force again when asked for again."""
    turns = [("user", f"Start the parser work. {rule}"), ("user", lifting)]
    assert states(RULE, *turns) == {rule: "lifted"}
    assert states(RULE, *turns, ("user", rule)) == {rule: "active"}


def test_only_the_rule_that_is_meant_is_lifted() -> None:
    """Of several rules the one that shares the words is lifted."""
    found = states(
        RULE,
        ("user", "Don't edit the tests. Don't push to main."),
        ("user", "you can now push to main"),
    )
    assert found == {"Don't edit the tests.": "active", "Don't push to main.": "lifted"}


def test_leave_for_one_thing_keeps_the_rule_for_another() -> None:
    """A sentence that gives leave and forbids in one breath is a rule, and lifts none."""
    text = "You don't need to add tests, but never touch the docs."
    assert states(RULE, ("user", "Never touch the docs."), ("user", text)) == {
        "Never touch the docs.": "active",
        text: "active",
    }


def test_agents_lift_nothing() -> None:
    """An agent that gives itself leave changes no rule."""
    found = states(
        RULE, ("user", "Don't edit the tests."), ("agent", "It is ok to edit the tests.")
    )
    assert found == {"Don't edit the tests.": "active"}


def test_meetings_have_no_rules() -> None:
    """Speakers who say "must" and "don't" set no rule; a plea to all does."""
    builder = SessionBuilder()
    for text in (
        "We must be careful, I think.",
        "You don't see that every day.",
        "不能这么说吧。",
        "必须承认很难。",
    ):
        builder.user(text, agent="Speaker 1")
    assert Ledger(observe(builder.messages)).of(RULE) == ()
    builder.user("Please do not share these slides.", agent="Speaker 2")
    assert len(Ledger(observe(builder.messages)).of(RULE)) == 1


def test_repeats_fold() -> None:
    """The same rule in other markup is one fact with two sources."""
    (fact,) = facts(
        RULE, ("user", "Fix it. Don't edit the tests."), ("user", "- **Don't edit  the tests!**")
    )
    assert len(fact.sources) == 2


@pytest.mark.parametrize(
    "text",
    [
        "访谈的时候一定不能透露姓名。",
        "开会的时候避免再做别的事情。",
        "You must never share the key.",
    ],
)
def test_rules_insisted_on_in_a_meeting(text: str) -> None:
    """Strong words need no plea."""
    s = SessionBuilder()
    s.user(text, agent="Mina")
    assert [text_of(fact) for fact in Ledger(observe(s.messages)).of(FactKind.CONSTRAINT)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "without touching any file, could you look at the parser?",
        "Have in mind that the path holds a name, we should cut it before storing.",
        "We need to be sure our tests notice a breaking change.",
        "处理日志时要避免写入密码。",
    ],
)
def test_rules_in_other_words(text: str) -> None:
    """A limit before a question, what to have in mind, what to be sure of."""
    assert [text_of(fact) for fact in facts(FactKind.CONSTRAINT, ("user", text))] == [text]


@pytest.mark.parametrize(
    ("rule", "copy", "lifting"),
    [
        (
            "Do not touch app/auth.py.",
            "Do not change app/auth.py.",
            "You may now edit app/auth.py.",
        ),
        ("不要修改 app/auth.py。", "不要改动 app/auth.py。", "现在可以改 app/auth.py 了。"),
    ],
)
def test_copies_of_a_lifted_rule_are_lifted_with_it(rule: str, copy: str, lifting: str) -> None:
    """Whoever passed them on; a rule about something else at the same place stays."""
    other = "Never log passwords in app/auth.py."
    s = SessionBuilder()
    s.user(f"Start. {rule} {other}")
    s.add(Role.USER, Author.PARENT, copy, agent="planner", to="coder")
    s.user(lifting)
    found = {text_of(fact): fact.status.value for fact in Ledger(observe(s.messages)).of(RULE)}
    assert found == {rule: "lifted", copy: "lifted", other: "active"}


def test_an_agents_list_of_rules_is_superseded_with_one_of_them() -> None:
    """The users' own rules stand beside it, the others in force."""
    s = SessionBuilder()
    s.user("Start. Do not touch app/auth.py. Do not add any dependency.")
    passed = "Do not add any dependency, do not change app/auth.py."
    s.add(Role.USER, Author.PARENT, passed, agent="planner", to="coder")
    s.user("You can now change app/auth.py.")
    found = {text_of(fact): fact.status.value for fact in Ledger(observe(s.messages)).of(RULE)}
    assert found == {
        "Do not touch app/auth.py.": "lifted",
        "Do not add any dependency.": "active",
        passed: "superseded",
    }


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        (
            "Keep tiers out of it for now. Do not add tiers.",
            "So we do need tiers after all, but they must come from the config.",
        ),
        ("不要增加等级字段。", "我们还是需要等级字段了，但必须从配置里读。"),
    ],
)
def test_leave_before_a_new_rule_lifts_the_old_one(rule: str, lifting: str) -> None:
    """Of two requirements on the same thing the newer holds."""
    found = states(RULE, ("user", f"Start. {rule}"), ("user", lifting))
    assert "lifted" in found.values()
    assert found[lifting] == "active"


@pytest.mark.parametrize(
    "text",
    [
        "Only sources from 2025 on.",
        "No press releases as the only source for a price.",
        "No hotel more than 25 minutes on foot from the venue.",
        "Direct flights only, one of us uses a wheelchair.",
        "Breakfast is a must.",
        "Nothing is booked without the client's yes.",
        "Release of 2.31 not before Thursday, and only with the alert live.",
        "Every figure needs its source and date.",
        "上限从 5 万降到 2 万",
        "只有财务能看到这个按钮",
        "最晚 4 月 10 日发布",
        "单次导出不超过 2 万条",
    ],
)
def test_short_lines_with_the_form_of_a_rule(text: str) -> None:
    assert list(states(RULE, ("user", text))) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Only the second test fails.",
        "No error as the log says.",
        "The job was not started before Thursday.",
        "只看到两个失败",
        "预算表在附件里",
    ],
)
def test_reports_of_such_a_form_are_no_rules(text: str) -> None:
    assert not states(RULE, ("user", text))


@pytest.mark.parametrize(
    "text",
    ["先跑 tests/unit，别跑全量。", "用缓存里的数据，不要去连线上库。", "我看过以后再动手改。"],
)
def test_a_chinese_sentence_that_ends_in_a_prohibition(text: str) -> None:
    """What stands before the comma need not be a choice, and the rule is no task besides."""
    assert list(states(RULE, ("user", text))) == [text]
    assert states(FactKind.TASK, ("user", text)) == {}


@pytest.mark.parametrize(
    "text",
    [
        "From memory, never hold me to this, it is ten.",
        "大概是十个，这个数字别当真。",
        "我来处理，不要担心。",
        "慢慢来，别着急。",
    ],
)
def test_comfort_is_no_prohibition(text: str) -> None:
    """A "don't" that means well."""
    assert states(RULE, ("user", text)) == {}
