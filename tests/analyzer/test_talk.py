"""What people with names say: orders where an agent works for them, talk where none does."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from tests.talk import text_of
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.talk import is_meeting, is_named_user, is_talk
from uagent_memory.facts import FactKind
from uagent_memory.role_files import load_roles

RULES = [
    ("Don't merge before I have talked to the harbour office.", "Move the lamps to the new mast."),
    ("在我确认之前不要合并。", "帮我把灯移到新桅杆上。"),
]


def spoken(rule: str, ask: str, *, answered: bool) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask, agent="Mara")
    if answered:
        s.agent("It is being moved.", agent="rigger")
    s.user(rule, agent="Owen")
    return s


@pytest.mark.parametrize(("rule", "ask"), RULES)
def test_rules_of_people_with_names_bind_an_agent(rule: str, ask: str) -> None:
    """Where an agent works for several people, what they say is no mere talk."""
    ledger = analysed(spoken(rule, ask, answered=True))
    assert [text_of(fact) for fact in ledger.of(FactKind.CONSTRAINT)] == [rule]
    assert ask in [text_of(fact) for fact in ledger.of(FactKind.REQUEST)]


@pytest.mark.parametrize(("rule", "ask"), RULES)
def test_in_a_meeting_the_same_words_are_talk(rule: str, ask: str) -> None:
    """Nobody is ordered by what people tell each other."""
    ledger = analysed(spoken(rule, ask, answered=False))
    assert not ledger.of(FactKind.CONSTRAINT)
    assert not ledger.of(FactKind.REQUEST)


@pytest.mark.parametrize(("rule", "ask"), RULES)
def test_who_writes_alone_writes_to_an_agent(rule: str, ask: str) -> None:
    """With a name or without: nobody else is there."""
    s = SessionBuilder()
    for said in (ask, rule):
        s.user(said, agent="Mara")
    ledger = analysed(s)
    assert [text_of(fact) for fact in ledger.of(FactKind.CONSTRAINT)] == [rule]
    assert ask in [text_of(fact) for fact in ledger.of(FactKind.REQUEST)]


def test_what_is_read_before_an_agent_speaks_is_read_again() -> None:
    """The cache of readings tells talk from orders."""
    rule, ask = RULES[0]
    analyzer, receiver = ContextAnalyzer(), load_roles().get("general")
    messages = spoken(rule, ask, answered=False).messages
    first = analyzer.analyze_context(messages, receiver=receiver).ledger
    s = spoken(rule, ask, answered=False)
    s.agent("Understood.", agent="rigger")
    second = analyzer.analyze_context(s.messages, receiver=receiver).ledger
    assert not first.of(FactKind.CONSTRAINT)
    assert len(second.of(FactKind.CONSTRAINT)) == 1


def test_who_has_a_name() -> None:
    """ "user" and 客户 name nobody."""
    s = SessionBuilder()
    people = [s.user("Hello.", agent=name) for name in ("Mara", "user", "客户", None)]
    assert list(map(is_named_user, people)) == [True, False, False, False]
    assert is_talk(s.messages)
    assert not is_meeting(s.messages)
    s.user("Hello.", agent="Owen")
    assert is_meeting(s.messages)
    s.agent("Hello.")
    assert not is_talk(s.messages)
