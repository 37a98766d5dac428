from __future__ import annotations

from tests.builders import SessionBuilder
from tests.prioritizer.contexts import ROLE, context, seen, sentence
from uagent_memory import facts
from uagent_memory.analyzer.types import Cue
from uagent_memory.facts import (
    Change,
    CommandValue,
    DecisionValue,
    ErrorValue,
    FactKind,
    FactValue,
    FileValue,
    HandoffValue,
    MentionValue,
    QuestionValue,
    RequestValue,
    StageValue,
    SymbolValue,
    TaskValue,
    TextSpan,
)
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Span
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.validator.fact_texts import fact_texts
from uagent_memory.validator.original import OriginalProfile

QUOTE = TextSpan("because of 42", Span("m1", "text", 0, 13))


def texts_of(kind: FactKind, value: FactValue) -> list[str]:
    message = SessionBuilder().user("because of 42")
    (fact,) = Ledger((seen(message, kind, "key", value),))
    return list(fact_texts(fact))


def test_every_kind_of_fact_says_something() -> None:
    """What a line about a fact would have to hold, by kind."""
    by_value: dict[FactKind, tuple[FactValue, list[str]]] = {
        FactKind.REQUEST: (RequestValue(text="do"), ["do"]),
        FactKind.DECISION: (DecisionValue(text="use a", reason=QUOTE), ["use a", QUOTE.text]),
        FactKind.QUESTION: (QuestionValue(text="why?", answer=QUOTE), ["why?", QUOTE.text]),
        FactKind.FILE: (FileValue(path="a.py", defined=(QUOTE,)), ["a.py", QUOTE.text]),
        FactKind.COMMAND: (
            CommandValue(command="cat <<E\nlong\nE", verdict=(QUOTE,)),
            ["cat <<E", QUOTE.text],
        ),
        FactKind.ERROR: (ErrorValue(line="E: x", cause=QUOTE), ["E: x", QUOTE.text]),
        FactKind.TEST: (facts.TestValue(name="t", actual=QUOTE), ["t", QUOTE.text]),
        FactKind.SYMBOL: (SymbolValue(name="f"), ["f"]),
        FactKind.NUMBER: (MentionValue(literal="42"), ["42"]),
        FactKind.TASK: (TaskValue(text="task"), ["task"]),
        FactKind.HANDOFF: (HandoffValue(what="work"), ["work"]),
        FactKind.STAGE: (StageValue(stage="testing"), ["testing"]),
    }
    for kind, (value, expected) in by_value.items():
        assert texts_of(kind, value) == expected


def test_important_facts_and_statements_make_the_original() -> None:
    """Facts and statements of low score, statements without a cue, and printed text stay out."""
    s = SessionBuilder()
    decision = s.agent("We decided that HTTPServer must need 30 threads, see parse_config")
    plain = s.agent("LowLevel")
    printed = s.run("Bash", "The decision: PrintedName must be 99")
    analysis = context(
        s.messages,
        terms={0: ["parse_config"], 1: ["parse_config"]},
        units={
            0: [sentence(decision, Cue.DECISION)],
            1: [sentence(plain)],
            3: [sentence(printed, Cue.DECISION)],
        },
        facts=[
            seen(decision, FactKind.FILE, "a_b.py", FileValue(path="a_b.py"), Change.MODIFIED),
            seen(plain, FactKind.URL, "c_d", MentionValue(literal="c_d")),
        ],
    )
    priorities = InformationPrioritizer().prioritize_information(analysis, role=ROLE)
    profile = OriginalProfile.of(analysis, priorities)
    assert profile.terms == {"HTTPServer", "parse_config", "a_b"}
    assert profile.numbers == {"30"}
    assert profile.keywords == {"must"}
    assert 0.0 < profile.importance.overall_importance < 1.0


def test_an_empty_context_has_an_empty_profile() -> None:
    """Nothing can be lost of nothing."""
    analysis = context([])
    priorities = InformationPrioritizer().prioritize_information(analysis, role=ROLE)
    assert OriginalProfile.of(analysis, priorities) == OriginalProfile.of_texts(())


def test_hostile_lines_are_profiled_in_linear_time() -> None:
    """Single lines of a megabyte do not make a pattern backtrack."""
    lines = ["a" * 10**6, "1" * 10**6 + "a", "aA" * 500_000, "_" * 10**6, "1.1." * 250_000]
    assert OriginalProfile.of_texts(lines).length == sum(map(len, lines))
