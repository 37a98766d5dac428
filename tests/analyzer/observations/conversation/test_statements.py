"""Decisions with reasons and rejected options, and findings."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe, states, text_of
from uagent_memory.facts import DecisionValue, FactKind
from uagent_memory.ledger import Ledger

DECISION, FINDING = FactKind.DECISION, FactKind.FINDING


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("I'll go with a wrapper rather than a queue.", ["a queue"]),
        ("We decided to use tabs instead of spaces, for speed.", ["spaces"]),
        ("Let's go with option 2; a custom parser is overkill.", ["a custom parser"]),
        ("我们决定采用缓存，而不是队列。", ["队列"]),
        ("We won't use threads, because they are slow here.", ["threads"]),
        ("我们不用多线程，因为太复杂。", ["多线程"]),
        ("I considered Redis but decided on a file.", []),
        (
            "The simplest fix is to call `agent.close()` instead of `pool.stop()`.",
            ["`pool.stop()`"],
        ),
    ],
)
def test_rejected_options(text: str, rejected: list[str]) -> None:
    """What a decision turns down is quoted from its own sentence."""
    (fact,) = facts(DECISION, ("agent", text))
    assert isinstance(fact.value, DecisionValue)
    assert fact.value.text == text
    assert [option.text for option in fact.value.rejected] == rejected


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("We decided against a queue because one worker is enough.", ["a queue"]),
        ("A second database was ruled out: nobody here runs one.", ["A second database"]),
        ("多进程方案被否决，因为太慢。", ["多进程方案"]),
    ],
)
def test_a_verdict_against_an_option_is_a_decision(text: str, rejected: list[str]) -> None:
    """It needs no word of choosing beside it."""
    (fact,) = facts(DECISION, ("agent", text))
    assert isinstance(fact.value, DecisionValue)
    assert [option.text for option in fact.value.rejected] == rejected


@pytest.mark.parametrize(
    ("before", "verdict", "option"),
    [
        ("There are two ways to store it.", "A flat file is rejected: it breaks.", "A flat file"),
        ("有两种方案。", "文本文件被排除，因为容易损坏。", "文本文件"),
    ],
)
def test_rejected_is_a_verdict_where_ways_are_compared(
    before: str, verdict: str, option: str
) -> None:
    """Elsewhere it tells what a program does."""
    (fact,) = facts(DECISION, ("agent", f"{before} {verdict}"))
    assert isinstance(fact.value, DecisionValue)
    assert [named.text for named in fact.value.rejected] == [option]
    assert facts(DECISION, ("agent", verdict)) == []


def test_reason_in_the_next_sentence() -> None:
    """A reason that follows is quoted; one in the sentence itself is not repeated."""
    (fact,) = facts(
        DECISION, ("agent", "I'll use a lock file. This avoids a race between two runs.")
    )
    assert isinstance(fact.value, DecisionValue)
    assert fact.value.reason is not None
    assert fact.value.reason.text == "This avoids a race between two runs."
    (fact,) = facts(
        DECISION, ("agent", "I'll use a lock file because two runs race. This avoids it.")
    )
    assert isinstance(fact.value, DecisionValue)
    assert fact.value.reason is None


@pytest.mark.parametrize(
    "text", ["Let me think about which approach is best.", "Should we go with A?"]
)
def test_no_decision(text: str) -> None:
    """Thinking about a choice and asking for one is none."""
    assert facts(DECISION, ("agent", text)) == []


def test_confirmed_and_refused_proposals() -> None:
    """A user's yes confirms what was proposed, a no rejects it."""
    proposal = "I'd go with a `close()` method. Shall I do it?"
    (fact,) = facts(
        DECISION, ("user", "Fix the leak."), ("agent", proposal), ("user", "yes, let's do that")
    )
    assert (fact.status.value, len(fact.history)) == ("active", 2)
    (fact,) = facts(DECISION, ("user", "Fix the leak."), ("agent", proposal), ("user", "no"))
    assert fact.status.value == "rejected"


def test_replaced_proposal() -> None:
    """A user who says "use X instead" replaces the agent's proposal."""
    found = states(
        DECISION,
        ("user", "Fix the leak."),
        ("agent", "I'll go with a wrapper around the client."),
        ("user", "Actually, use a context manager instead"),
    )
    assert found["I'll go with a wrapper around the client."] == "superseded"


@pytest.mark.parametrize(
    "text",
    [
        "The problem is that the cache is never cleared.",
        "It turns out that the lock is held by the parent.",
        "All 12 tests pass.",
        "Found it: the default timeout is 0.",
        "问题在于超时时间写死为 0。",
    ],
)
def test_findings(text: str) -> None:
    """Causes, outcomes and conclusions of an agent are findings."""
    assert [text_of(fact) for fact in facts(FINDING, ("agent", text))] == [text]


@pytest.mark.parametrize("text", ["Let me check why the cache fails.", "Now let me run the tests."])
def test_next_steps_are_no_findings(text: str) -> None:
    """What an agent says it will do next is no finding."""
    assert facts(FINDING, ("agent", text)) == []


def test_equal_findings_fold() -> None:
    """A finding said twice is one fact."""
    (fact,) = facts(FINDING, ("agent", "All 12 tests pass."), ("agent", "All  12 tests pass!"))
    assert len(fact.history) == 2


@pytest.mark.parametrize(
    "text",
    [
        "这种差价是买家的习惯和眼光决定的，所以正常。",
        "价格是由市场所决定的。",
        "The price is determined by the market.",
    ],
)
def test_determined_by_is_no_decision(text: str) -> None:
    """What something is determined by was decided by nobody."""
    assert facts(DECISION, ("agent", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Maybe we could go with Redis for the queue.",
        "We might go with a file, perhaps.",
        "也许可以采用缓存队列。",
        "可以考虑采用分布式缓存。",
        "我们不用改数据库代码。",
    ],
)
def test_what_is_merely_considered_is_no_decision(text: str) -> None:
    """An option weighed aloud, in both languages."""
    assert facts(DECISION, ("agent", text)) == []


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("user", "The night job is odd, so let's just drop it."),
        ("user", "If split orders are not possible, I'll just keep the whole parcel."),
        ("agent", "Removed the `mode` key since the loader ignores it."),
        ("agent", "The `Price` type remains in the shared package since both sides use it."),
        ("agent", "删除了旧的配置项，因为加载器不再读取它。"),
    ],
)
def test_decisions_in_passing(speaker: str, text: str) -> None:
    """What is dropped or kept, and where things stay, with the reason."""
    assert list(states(FactKind.DECISION, (speaker, text)).values()) == ["active"]


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("agent", "The cleanest approach is a cache, though I'm realizing it may be too slow."),
        ("user", "Well, my company decided to close the office."),
        ("user", "Update the address, but let's keep it a secret here."),
        ("agent", "晚上想喝汤的话推荐去老码头这家，评价很好。"),
        ("agent", "The remark says they decided to stop, and they say it never worked."),
        ("agent", "This will help future reviewers understand the design decision."),
        ("agent", "这样以后的维护者就知道为什么采用这种写法。"),
    ],
)
def test_no_decision_of_this_session(speaker: str, text: str) -> None:
    """Taken back in the same breath, decided by others, a rule, advice."""
    assert states(FactKind.DECISION, (speaker, text)) == {}


@pytest.mark.parametrize(
    "text",
    [
        'Once this is done, I will proceed with the papers that got a "certain" recommendation.',
        "We will proceed with the next steps to filter them instead of counting all.",
        "完成之后，我们采用同样的步骤继续统计。",
    ],
)
def test_what_comes_next_in_a_plan_is_no_decision(text: str) -> None:
    """It chooses nothing: it only goes on."""
    assert facts(DECISION, ("user", "Count them. 统计一下。"), ("agent", text)) == []


@pytest.mark.parametrize(
    ("proposal", "answer"),
    [
        ("My recommendation: take the Northstar lamp.", "The Northstar it is. No wait, only one."),
        ("我建议用北星灯，因为它省油。", "就用北星灯。等等，改成只要一盏。"),
    ],
)
def test_what_was_taken_stands_though_something_else_is_changed(proposal: str, answer: str) -> None:
    """The change after it is of another thing."""
    found = states(
        FactKind.DECISION,
        ("user", "Which lamp?"), ("agent", proposal), ("user", answer),
    )  # fmt: skip
    assert set(found.values()) == {"active"}


@pytest.mark.parametrize(
    "text",
    [
        "**Recommended approach:**",
        "The user wants me to use a table instead of a file.",
        "The linter wants us to use `slices.Sort` instead of `sort.Slice`.",
        "用户希望我采用数据表，而不是文件。",
    ],
)
def test_what_leads_in_or_tells_of_a_wish_decides_nothing(text: str) -> None:
    """However it is marked, and whosever wish it is."""
    assert not facts(DECISION, ("user", "Where is it kept? 存在哪里？"), ("agent", text))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("So let's go with that.", 0),
        ("So {pause} this is what we decided to do.", 0),
        ("所以说态度决定一切。", 0),
        ("那时候我们一起商量怎么办，要做什么决定。", 0),
        ("We decided to paint the harbour wall green before the winter regatta.", 1),
        ("我们决定冬天之前把港口的外墙刷成绿色。", 1),
    ],
)
def test_a_talk_comes_to_a_decision_that_says_something(text: str, count: int) -> None:
    """What is decided stands in the sentence."""
    s = SessionBuilder()
    s.user(text, agent="Mara")
    assert len(Ledger(observe(s.messages)).of(DECISION)) == count


@pytest.mark.parametrize(
    ("ground", "text"),
    [
        ("The lamp driver is already in the build.", "So I can use it for the wick as well."),
        ("灯的驱动已经在构建里。", "所以可以直接用它来控制灯芯。"),
    ],
)
def test_what_is_concluded_has_its_reason_before_it(ground: str, text: str) -> None:
    """The sentence from which it follows; without one it has none."""
    (fact,) = facts(DECISION, ("agent", ground + " " + text))
    assert isinstance(fact.value, DecisionValue)
    assert fact.value.text == text
    assert fact.value.reason is not None
    assert fact.value.reason.text == ground
    (alone,) = facts(DECISION, ("agent", text))
    assert isinstance(alone.value, DecisionValue)
    assert alone.value.reason is None


@pytest.mark.parametrize(
    ("leaning", "settled"),
    [
        (
            "The cleanest approach would be a second kiln.",
            "I'll go with the old kiln because it is hot already.",
        ),
        ("我倾向于再买一个窑。", "我们决定用旧窑，因为它已经热了。"),
    ],
)
def test_of_one_train_of_thought_the_last_choice_stands(leaning: str, settled: str) -> None:
    """What an agent leant to before is none where it goes on; by itself it is."""
    said = facts(DECISION, ("agent", f"{leaning} {settled}"))
    assert [fact.value.text for fact in said if isinstance(fact.value, DecisionValue)] == [settled]
    assert len(facts(DECISION, ("agent", leaning))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The trade-off is that a second kiln takes a whole yard.",
        "This logs each decision point of the kiln.",
        "取舍在于第二个窑要占一个院子。",
        "The user wants me to use the old kiln instead of a new one.",
        "用户希望我用旧窑而不是新窑，决定如此。",
        "I need to update the glaze to use ash instead of chalk.",
    ],
)
def test_words_about_choices_make_none(text: str) -> None:
    """What something costs, where a program decides, what a user wants, a step on the way."""
    assert facts(DECISION, ("agent", text)) == []


@pytest.mark.parametrize(
    ("told", "settled"),
    [
        ("我们用一个旧窑来烧这些罐子。", "最终决定用旧窑来烧这些罐子。"),
        ("He chose to fire the pots twice.", "We decided to fire the pots twice."),
    ],
)
def test_in_a_talk_only_words_that_settle_decide(told: str, settled: str) -> None:
    """People tell what they use, and what somebody chose, without deciding it there."""
    builder = SessionBuilder()
    builder.user(told, agent="Ann")
    builder.user(settled, agent="Bo")
    said = Ledger(observe(builder.messages)).of(DECISION)
    assert [text_of(fact) for fact in said] == [settled]


@pytest.mark.parametrize(
    ("ground", "text"),
    [
        (
            "Importing the parent would be circular, since it imports this one.",
            "The better approach is to pass the keeper as a parameter.",
        ),
        ("因为上层包会导入这个包，再导入上层包就成了循环。", "我们决定把看守者作为参数传进去。"),
    ],
)
def test_why_may_stand_in_the_sentence_before_a_decision(ground: str, text: str) -> None:
    """Where the decision gives no reason of its own; what merely precedes it is none."""
    (fact,) = facts(DECISION, ("agent", f"{ground} {text}"))
    assert isinstance(fact.value, DecisionValue)
    assert fact.value.reason is not None
    assert fact.value.reason.text == ground
    (other,) = facts(DECISION, ("agent", f"The keeper has two keys. {text}"))
    assert isinstance(other.value, DecisionValue)
    assert other.value.reason is None
