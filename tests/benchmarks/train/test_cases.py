"""Training cases: where sessions are cut, and which terms were needed next."""

from __future__ import annotations

from benchmarks.quality.record import RawMessage
from benchmarks.quality.sessions import RecordedSession
from benchmarks.train.cases import training_cases
from tests.benchmarks.train.sessions import session


def recorded(messages: list[RawMessage]) -> RecordedSession:
    return RecordedSession("s1", "alpha", tuple(messages), {})


def test_what_agents_write_next_is_needed() -> None:
    """Names in their words and calls are; what only tools print is not."""
    *_, last = training_cases([recorded(session("corn"))])
    assert "src/corn/store_step.py" in last.needed
    assert not any(term.startswith("vendor/") for term in last.needed)
    assert last.history[-1]["role"] == "tool"


def test_only_the_next_twenty_agent_messages_count() -> None:
    """A name that comes back later than that was not needed at the cut."""
    messages = session("corn")
    messages[-2]["content"] += " See late_name_7."
    messages[1]["content"] += " See late_name_7."
    first, *_, last = training_cases([recorded([*messages, *session("rye")])])
    assert "late_name_7" not in last.needed
    early = next(training_cases([recorded(messages)]))
    assert "late_name_7" in early.needed
    assert len(first.history) < len(last.history)


def test_a_recorded_compaction_is_a_cut() -> None:
    """Its history begins at the one before, and the summary itself is not what agents wrote."""
    messages = session("corn")
    summary = {"role": "assistant", "agent": "compaction", "content": "summary_only_word here"}
    cases = tuple(training_cases([recorded([*messages, summary, *messages[:9]])]))
    compaction = next(case for case in cases if len(case.history) == len(messages))
    assert "src/corn/parse_step.py" in compaction.needed
    assert "summary_only_word" not in compaction.needed


def test_commonplace_terms_are_left_out() -> None:
    """What stands in many sessions of a source is nobody's need."""
    names = [f"plant{number}" for number in range(8)]
    sessions = [recorded(session(name)) for name in names]
    for one in sessions:
        one.messages[1]["content"] += " as in common_name_1"
    case = next(training_cases(sessions))
    assert "common_name_1" in case.ignored
    assert "common_name_1" not in case.needed
