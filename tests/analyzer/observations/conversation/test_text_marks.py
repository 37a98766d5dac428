"""What is looked for in all messages at once is what a look at each would find."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import talk
from uagent_memory.analyzer.observations.conversation.phrases import _all_files, phrases
from uagent_memory.analyzer.observations.conversation.text_marks import (
    CALLS_OFF,
    HANDS_OVER,
    LITERAL,
    text_marks,
)
from uagent_memory.analyzer.observations.files.telling_paths import telling_paths
from uagent_memory.analyzer.observations.tasks.line_form import key_of
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Yeah, I agree.", set()),
        ("Please hand it over to the tester.", {HANDS_OVER}),
        ("这一步交给测试。", {HANDS_OVER}),
        ("We do not NEED that any more.", {CALLS_OFF}),
        ("不用加了。", {CALLS_OFF}),
        ("It takes 5 minutes.", {LITERAL}),
        ("See `run` there.", {LITERAL}),
        ("parse_row drops it", {LITERAL}),
        ("the RowParser drops it", {LITERAL}),
        ("@tester run 3 of them, no need for more", {HANDS_OVER, CALLS_OFF, LITERAL}),
    ],
)
def test_marks_of_a_text(text: str, marks: set[str]) -> None:
    """Whatever stands before and after it."""
    messages = talk(("user", "Yes. 1"), ("user", text), ("user", "@ok `no need`"))
    assert text_marks(messages)[1] == marks


def test_words_that_can_hide_no_phrase_are_not_looked_for() -> None:
    """ "The" only asks for care; "take care" hides "take"; "please" is told besides."""
    entries = {entry.word for entry in _all_files().lexicon.entries}
    assert "the" in phrases("requests", "urged")
    assert "the" not in entries
    assert {"take care", "stop"} <= entries


def test_messages_that_tell_of_paths() -> None:
    """A stated directory, a name of a file below another, in either language."""
    messages = talk(
        ("user", "Working directory: /repo"),
        ("user", "Yes."),
        ("agent", "I look at src/app.py."),
        ("agent", "我看看。"),
        ("user", "当前工作目录是 /repo"),
    )
    assert telling_paths(messages) == {messages[at].id for at in (0, 2, 4)}


def test_an_observer_that_knows_its_log_sees_the_same() -> None:
    """The root that a prompt states is known with the log at hand and without it."""
    session = SessionBuilder()
    session.user("Working directory: /repo")
    session.user("Go on.")
    session.edit("/repo/src/app.py", "x = 1", "x = 2")
    alone, knowing = (
        [seen for message in session.messages for seen in observer.feed(message)]
        for observer in (ExchangeObserver(), ExchangeObserver(session.messages))
    )
    assert alone == knowing
    assert "src/app.py" in {seen.key for seen in knowing}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("**Fix** the _parser_ now.", "fix the parser now"),
        ("- `run_all` of __init__", "run_all of init"),
        ("a_b__c stays, _d_ and e_ do not", "a_b__c stays, d and e do not"),
        ("~~旧的~~ **新的**。", "旧的 新的"),
    ],
)
def test_marks_of_emphasis_are_no_part_of_a_key(text: str, key: str) -> None:
    assert key_of(text) == key
