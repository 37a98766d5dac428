"""Questions to the user and by the user, and their answers."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe, states
from uagent_memory.analyzer.observations.conversation.questions import is_closing_courtesy
from uagent_memory.facts import FactKind, QuestionValue
from uagent_memory.ledger import Ledger

QUESTION = FactKind.QUESTION


def answer_of(value: object) -> str:
    assert isinstance(value, QuestionValue)
    return value.answer.text if value.answer else ""


@pytest.mark.parametrize(
    "text",
    [
        "Want me to fix these?",
        "Should I also update the docs?",
        "Please confirm the order id.",
        "需要我现在开始吗？",
    ],
)
def test_agent_waits_for_the_user(text: str) -> None:
    """A question that ends an agent's turn is open until the user speaks."""
    turns = [("user", "Look at the docs folder."), ("agent", f"I read them.\n\n{text}")]
    assert states(QUESTION, *turns) == {text: "open"}
    (fact,) = facts(QUESTION, *turns, ("user", "yes, please"))
    assert (fact.status.value, answer_of(fact.value)) == ("answered", "yes, please")


@pytest.mark.parametrize(
    "text",
    [
        "Is there anything else I can help you with?",
        "What if the list is empty? I will check that now.",
        "Both are open on Sunday. Do you have any other requirements?",
        "游览需要三小时，请问还需要其他信息吗？",
        "这两家都可以。请问还有其他要求吗？",
    ],
)
def test_polite_and_rhetorical_questions(text: str) -> None:
    """Courtesies and questions to oneself wait for nobody."""
    assert facts(QUESTION, ("user", "Check it."), ("agent", text)) == []


def test_working_agent_asks_itself() -> None:
    """Before a tool call a question is the agent's own."""
    builder = SessionBuilder()
    builder.run("bash", "ok", say="Should I check the cache?", command="ls")
    assert Ledger(observe(builder.messages)).of(QUESTION) == ()


def test_user_s_question_is_answered_at_the_end_of_the_turn() -> None:
    """Tool calls in between answer nothing; the closing message does."""
    builder = SessionBuilder()
    builder.user("Fix the parser.")
    builder.user("what is the default timeout?")
    builder.run("bash", "timeout = 30", say="Let me look that up.", command="grep timeout")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert fact.status.value == "open"
    builder.agent("The default timeout is 30 seconds.")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert answer_of(fact.value) == "The default timeout is 30 seconds."


def test_polite_ask_is_no_question() -> None:
    """ "Can you ...?" is a request."""
    assert facts(QUESTION, ("user", "can you add a test?")) == []


@pytest.mark.parametrize(
    ("inside", "put"),
    [
        ("Is that field empty?", "Which of the two fields should we keep?"),
        ("这个字段是空的？", "这两个字段里哪个更合适？"),
    ],
)
def test_questions_inside_a_pasted_text_wait_for_nobody(inside: str, put: str) -> None:
    """Those that are put to the reader do."""
    report = "\n".join(f"Row {n} of the report tells how the field was filled." for n in range(60))
    assert states(QUESTION, ("user", f"{report}\n{inside}\n{put}")) == {put: "open"}
    assert states(QUESTION, ("user", inside)) == {inside: "open"}


def test_questions_of_a_meeting_are_answered_by_the_next_speaker() -> None:
    """Long questions between speakers are kept with the answer; short ones are talk."""
    builder = SessionBuilder()
    builder.user("How much would the second phase cost if we start in spring?", agent="A")
    builder.user("About 60 thousand, I would say.", agent="B")
    builder.user("Really?", agent="A")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert answer_of(fact.value) == "About 60 thousand, I would say."


def test_questionnaire_result() -> None:
    """The answers that a questionnaire tool returns close their questions."""
    builder = SessionBuilder()
    call = builder.call("AskUserQuestion", questions=["Which port?"])
    builder.agent("", call)
    builder.result(
        call,
        'User has answered your questions: "Which port?"="8080". You can now continue with the '
        "user's answers in mind.",
    )
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert (fact.key, answer_of(fact.value)) == ("which port", "8080")


@pytest.mark.parametrize(
    "text",
    [
        "Could you please provide your email? You may also give your name.",
        "请提供您的邮箱好吗？也可以提供姓名。",
    ],
)
def test_question_before_the_last_sentence(text: str) -> None:
    """A question to the user waits also where a remark follows it; the answer is no request."""
    turns = [("user", "Return my lamp."), ("agent", text), ("user", "Sure, it is Ann Lee.")]
    (fact,) = facts(QUESTION, *turns)
    assert fact.status.value == "answered"
    assert states(FactKind.REQUEST, *turns) == {"Return my lamp.": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "If you need further assistance, please let me know.",
        "If you encounter any issues, let me know!",
        "Please let me know if there are any gaps.",
        "Should you have any questions, please let us know.",
        "如有任何问题，请随时告诉我。",
        "还有什么需要帮忙的吗？",
    ],
)
def test_conditional_courtesy(text: str) -> None:
    """A courtesy with an "if" waits for nothing."""
    assert states(QUESTION, ("user", "Go."), ("agent", f"It is in place.\n\n{text}")) == {}


def test_offer_with_a_condition_stays_an_offer() -> None:
    """ "If you want me to" asks for a word."""
    text = "Let me know if you want me to merge it."
    assert states(QUESTION, ("agent", f"It is ready.\n\n{text}")) == {text: "open"}


def team(*turns: tuple[str, str]) -> dict[str, str]:
    """Questions and their states after a team's talk; the first turn is by the user."""
    s = SessionBuilder()
    for number, (agent, text) in enumerate(turns):
        if number:
            s.agent(text, agent=agent)
        else:
            s.user(text)
    return {fact.key: fact.status.value for fact in Ledger(observe(s.messages)).of(QUESTION)}


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("The height of the tower is 330 metres.", "answered"),
        ("Yes, it is 330 metres.", "answered"),
        ("I wrote the report in the meantime.", "open"),
        ("Please tell me the height of the tower in metres.", "superseded"),
    ],
)
def test_agents_answer_each_other(answer: str, state: str) -> None:
    """By speaking of what was asked, or agreeing; a repetition takes its place."""
    asked = "Could you provide the height of the tower?"
    found = team(("", "How high?"), ("planner", asked), ("writer", answer))
    assert found["could you provide the height of the tower"] == state


def test_agents_answer_each_other_in_chinese() -> None:
    """The same in Chinese."""
    found = team(("", "多高"), ("规划", "请提供铁塔的高度。"), ("写手", "铁塔的高度是 330 米。"))
    assert found == {"请提供铁塔的高度": "answered"}


def test_own_question_is_not_answered_by_the_asker() -> None:
    """Who asked and goes on has no answer."""
    asked = "Could you provide the height of the tower?"
    found = team(("", "Go."), ("planner", asked), ("planner", "The height of the tower matters."))
    assert found == {"could you provide the height of the tower": "open"}


def test_user_s_question_in_an_agent_s_mouth() -> None:
    """An agent that repeats what the user asks has asked nothing."""
    asked = "Could you please tell me the opening hours?"
    found = team(("", asked), ("planner", f"We work on this request.\n\n{asked}"))
    assert found in ({}, {"could you please tell me the opening hours": "answered"})


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("is this block the same as the one below?", "Yes, it's the same code. Let me merge them."),
        ("这一段和下面那段是重复的吗？", "是的，两段代码一样。我来合并。"),
    ],
)
def test_a_yes_on_the_way_answers(asked: str, answer: str) -> None:
    """An agent that goes on to act has answered all the same."""
    builder = SessionBuilder()
    builder.user(asked)
    builder.run("bash", "ok", say=answer, command="cat a.py")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert fact.status.value == "answered"


@pytest.mark.parametrize(
    ("asked", "told", "goes_on"),
    [
        (
            "why is the flag a string at all?",
            "The reader compares it with a list of words.",
            "then rename it",
        ),
        ("为什么这个开关是字符串？", "读取的地方把它和一组词比较。", "那就改个名字"),
    ],
)
def test_a_user_who_goes_on_waits_no_more(asked: str, told: str, goes_on: str) -> None:
    """For an answer that was given while the agent worked."""
    builder = SessionBuilder()
    builder.user(asked)
    builder.run("bash", "ok", say=told, command="cat a.py")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert fact.status.value == "open"
    builder.user(goes_on)
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert fact.status.value == "superseded"


def test_a_question_that_nobody_spoke_to_stays_open() -> None:
    """Mere acts answer nothing."""
    builder = SessionBuilder()
    builder.user("why is the flag a string at all?")
    builder.run("bash", "ok", command="cat a.py")
    builder.user("and rename it")
    (fact,) = Ledger(observe(builder.messages)).of(QUESTION)
    assert fact.status.value == "open"


@pytest.mark.parametrize(
    ("asked", "end"),
    [
        ("Please share the height of the tower.", "It is 330 metres.\n\nTERMINATE"),
        ("请提供铁塔的高度。", "它高 330 米。\n\n任务结束"),
    ],
)
def test_nothing_is_asked_once_the_team_has_ended(asked: str, end: str) -> None:
    """The word that ends its work ends the waiting, whoever asked."""
    assert list(team(("", "Go."), ("planner", asked)).values()) == ["open"]
    assert "open" not in team(("", "Go."), ("planner", asked), ("planner", end)).values()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let me know if there's anything else I can do for you!", True),
        ("Let me know if there’s any other order.", True),
        ("If you need further assistance, feel free to ask!", True),
        ("Do you have any other questions?", True),
        ("Please let me know if the port is free.", False),
        ("Do you have any other coats?", False),
        ("请问还有其他要求吗？", True),
        ("还需要提供其他信息么？", True),
        ("如果您有任何问题，请随时联系我。", True),
        ("请问还有其他酒店吗？", False),
    ],
)
def test_words_that_only_close_a_turn(text: str, expected: bool) -> None:
    """They tell nothing; a question about a thing is one."""
    assert is_closing_courtesy(text) is expected


@pytest.mark.parametrize(
    ("asked", "told", "later"),
    [
        (
            "Where is the inn?",
            "It is in Mill Lane, is there anything else I can do?",
            "Hill Hostel suits you well.",
        ),
        ("客栈的地址在哪？", "地址是磨坊路9号，还需要其他信息么？", "山上旅舍很适合您。"),
    ],
)
def test_an_answer_that_ends_in_a_courtesy_is_one(asked: str, told: str, later: str) -> None:
    """A later answer to something else does not take its place."""
    turns = [("user", asked), ("agent", told), ("user", "A hostel, please. 再找一家旅舍。")]
    (fact,) = facts(QUESTION, *turns, ("agent", later))
    assert answer_of(fact.value) == told


@pytest.mark.parametrize("outcry", ["What the hell?", "Seriously?", "有没有搞错？", "什么鬼？"])
def test_an_outcry_asks_nothing(outcry: str) -> None:
    """The sentence beside it is what is wanted."""
    question = " Does it run on ARM?" if outcry.isascii() else "它能在 ARM 上运行吗？"
    assert states(QUESTION, ("user", outcry + question)) == {question.strip(): "open"}


def test_a_number_alone_asks_nothing() -> None:
    """ "Which limit? 44?": the first sentence is the question."""
    asked = states(QUESTION, ("user", "Which limit would break even? 44?"))
    assert list(asked) == ["Which limit would break even?"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("Would you like to proceed with this plan?", "superseded"),
        ("是否按这个计划继续？", "superseded"),
        ("Which of the two shops should I ask?", "open"),
        ("两家店里应该问哪一家？", "open"),
    ],
)
def test_who_goes_on_waits_for_no_leave(asked: str, status: str) -> None:
    """An agent that asks whether to go on, and acts; what else it asks stays open."""
    s = SessionBuilder()
    s.user("Find the cheaper lamp. 找更便宜的灯。")
    s.agent(f"The two shops come first.\n\n{asked}")
    s.run("web_search", "two hits", say="I begin with the first shop.", query="lamp")
    (fact,) = Ledger(observe(s.messages)).of(QUESTION)
    assert fact.status.value == status
