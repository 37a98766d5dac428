from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.facts import Change, FactKind, QuestionValue, TextSpan
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Span, Trust
from uagent_memory.validator.structures import (
    Structure,
    StructureKind,
    find_structures,
    normal,
    structures_of_facts,
    structures_of_units,
)

DOCUMENT = """\
Plan:
1. Read the parser
2. Fix the parser

- keep the API
- add a test

| name | state |
|------|-------|
| a.py | done |
| b.py | open |

```python
def f():
    return 1
```
Which port is used?
Port 8080.
只有一条：
- 一
"""


def kinds(text: str) -> list[StructureKind]:
    return sorted(structure.kind for structure in find_structures(text))


def test_every_kind_of_structure_is_found() -> None:
    """Steps, list, table, code block, and a question with its answer."""
    assert kinds(DOCUMENT) == ["code", "list", "question", "steps", "table"]


def test_table_rules_and_single_items_make_no_structure() -> None:
    """A lone bullet is no list, a rule no row, a question at the end has no answer."""
    assert kinds("- one\n\n|---|---|\n\nWhy?") == []


def test_units_of_one_lead_form_a_list() -> None:
    """Consecutive items of one message under one lead belong together; code stands alone."""

    def unit(kind: UnitKind, text: str, lead: str = "") -> Unit:
        return Unit(kind, Span("m1", "text", 0, len(text)), text, Cue.NONE, lead)

    units = [
        unit(UnitKind.LIST_ITEM, "- keep the API", "Rules"),
        unit(UnitKind.LIST_ITEM, "- add a test", "Rules"),
        unit(UnitKind.LIST_ITEM, "1. read", "Steps"),
        unit(UnitKind.LIST_ITEM, "2. fix", "Steps"),
        unit(UnitKind.SENTENCE, "Then stop."),
        unit(UnitKind.CODE, "```\nx = 1\n```"),
    ]
    assert list(structures_of_units(units)) == [
        Structure(StructureKind.LIST, ("keep the api", "add a test")),
        Structure(StructureKind.STEPS, ("read", "fix")),
        Structure(StructureKind.CODE, ("x 1",)),
    ]


def test_an_answered_question_is_a_structure() -> None:
    """Question facts count once they have an answer."""
    span = Span("m1", "text", 0, 11)
    seen = Observation(
        FactKind.QUESTION,
        "which port?",
        QuestionValue(text="Which port?", answer=TextSpan("Port 8080.", span)),
        Change.ANSWERED,
        span,
        0,
        Author.USER,
        Trust.USER,
    )
    assert list(structures_of_facts(Ledger((seen,)))) == [
        Structure(StructureKind.QUESTION, ("which port", "port 8080"))
    ]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="-*1.|`~ ?\nab中", max_size=120))
def test_a_structure_is_always_whole_in_its_own_text(text: str) -> None:
    """Measured against the text it comes from, no structure has lost an item."""
    words = f" {normal(text)} "
    for structure in find_structures(text):
        assert structure.share_in(words, most=100) == 1.0
