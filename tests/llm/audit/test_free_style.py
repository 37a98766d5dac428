"""Lines told with a writer's own verbs and sentences, and the same with one fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from tests.llm.audit.test_free_wording import _material
from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.composition import shorter_as_drafted
from uagent_memory.llm.audit.conduct import orders_in
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.losses import missing_lines
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.messages import Span, Trust

CASES = [
    # other verbs and adjectives; a deed or a doer that nobody told
    (
        "The importer drops the first row of each batch.",
        "At each batch the importer silently swallows the first row.",
        "At each batch the importer encrypts the first row.",
    ),
    (
        "The draft was sent round on Friday.",
        "Friday saw the draft circulate.",
        "Friday saw the auditor circulate the draft.",
    ),
    # a whole piece of its own
    (
        "The assertions in the file succeeded.",
        "The file's assertions held without a hitch.",
        "The file's assertions succeeded for unsorted inputs everywhere.",
    ),
    # a hedge stays in its own clause
    (
        "The total may be off. It should be rounded.",
        "The total may be off, where rounding should help.",
        "The total is off, where rounding should help.",
    ),
    # the other side of a pair; on and off against true and false
    (
        "The error shows that `KEEP_OPEN` is False.",
        "The error shows `KEEP_OPEN` to be off.",
        "The error shows `KEEP_OPEN` to be on.",
    ),
    (
        "The preliminary result (31,400) stands.",
        "The preliminary 31,400 stands as it is.",
        "The final 31,400 stands as it is.",
    ),
    # one thing for another
    (
        "Removed `old_count` - replaced with `new_check` helper.",
        "`old_count` gave way to `new_check`.",
        "`new_check` gave way to `old_count`.",
    ),
    # what for
    (
        "It is hidden for security reasons.",
        "Security reasons keep it hidden.",
        "It is hidden for performance reasons.",
    ),
    # all but one
    ("All tests pass.", "Every test passes by now.", "Every test but one passes."),
    # only planned, and left to do
    (
        "I will update the code to include parsing of the table.",
        "Parsing of the table is to go into the code.",
        "Parsing of the table has been added.",
    ),
    (
        "I removed the `retry` line.",
        "The `retry` line was taken out.",
        "The `retry` line still has to be taken out.",
    ),
    # a fault that was put right
    (
        "It fixes the crash on empty input.",
        "Empty input no longer crashes.",
        "Empty input crashes all the same.",
    ),
    # one message after another
    (
        "抱歉，价格只有 35 元。",
        "价格仅 35 元。",
        "价格高达 35 元。",
    ),
    (
        "评价还可以，推荐去。",
        "口碑尚可，推荐去。",
        "评价很差，推荐去。",
    ),
    (
        "博物馆是免费的。",
        "博物馆不收门票。",
        "博物馆要收门票。",
    ),
    (
        "这家是经济型酒店。",
        "论档次它属经济型。",
        "论档次它属豪华型。",
    ),
    (
        "周一至周日全天都营业。",
        "周一到周日整天都营业。",
        "只在周末营业。",
    ),
    (
        "都没有，推荐青禾餐馆。",
        "没有合意的，荐了青禾餐馆。",
        "合意的很多，荐了青禾餐馆。",
    ),
    (
        "迅速定位发言人。",
        "很快找出发言人。",
        "很难找出发言人。",
    ),
    # an id with its price in brackets, one item behind the other
    (
        "lamp: id 1001, price 20.5; desk: id 1002, price 90.1; sofa: id 1003, price 300.7",
        "Lamp 1001 (20.5), desk 1002 (90.1) and sofa 1003 (300.7) were bought.",
        "Lamp 1001 (90.1), desk 1002 (20.5) and sofa 1003 (300.7) were bought.",
    ),
    (
        "lamp 101, available false, price 20.5; desk 102, price 31.5; sofa 103, price 30.7",
        "Lamp 101 at 20.5 is not available.",
        "Lamp 101 at 20.5 is available.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_free_style_is_believed_and_a_fault_in_it_is_not(
    source: str, right: str, wrong: str
) -> None:
    """Ordinary words may be new; what could be a lie may not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def _at(text: str, message: str, tree: int) -> DraftLine:
    line = _line(text)
    spans = (Span(message, "text", 0, len(text)),)
    entry = line.entry.model_copy(update={"sources": spans})
    return replace(line, entry=entry, spans=spans, tree=tree)


def test_names_are_told_in_the_order_of_their_messages() -> None:
    """ "First a, then b"."""
    sources = [
        _at("Committed as c0ffee1.", "m3", 0),
        _at("Committed as badf00d.", "m9", 1),
    ]
    right = "The commit was c0ffee1, then badf00d."
    assert not any("order" in doubt for doubt in doubts_of_line(right, sources))
    wrong = "The commit was badf00d, then c0ffee1."
    assert any("another order" in doubt for doubt in doubts_of_line(wrong, sources))


def test_an_order_at_the_head_of_a_line_is_the_readers() -> None:
    """What a document tells its own readers not to do."""
    line = _line('The template says "Do NOT print" style.')
    assert list(orders_in("Do not print style.", [line]))
    assert not list(orders_in('The template has a "Do NOT print" for style.', [line]))


def test_a_name_may_stand_in_another_line_of_the_answer() -> None:
    """Words of a plain statement may go, what somebody needs may not, nor what failed."""
    head = _at("`run_all.py` is in the order #W1234567", "m1", 0)
    tail = _at("The order #W1234567 has been updated to Suite 641.", "m2", 1)
    material = replace(_material(head, tail), need={"#W1234567": 0.9, "641": 0.9})
    first = Traced(AnswerLine("`run_all.py` belongs to #W1234567.", ("m1",)), (head,))
    good = Traced(AnswerLine("It was updated to Suite 641.", ("m2",)), (tail,))
    bad = Traced(AnswerLine("It was updated.", ("m2",)), (tail,))
    assert missing_lines(material, [first, good]) == ()
    assert missing_lines(material, [first, bad]) == (1,)
    failed = _at("`pytest -q` failed on the second run", "m3", 2)
    kind = failed.entry.model_copy(update={"kind": EntryKind.STATEMENT, "trust": Trust.TOOL})
    failed = replace(failed, entry=kind)
    told = Traced(AnswerLine("`pytest -q` took place on a second run", ("m3",)), (failed,))
    assert missing_lines(_material(failed), [told]) == (0,)


def test_a_line_may_be_longer_where_the_whole_is_shorter() -> None:
    """Only with nothing to be put back beside it."""
    one = _at("Lint passed.", "m1", 0)
    two = _at("The importer reads the whole of the file into the memory of the box.", "m2", 1)
    material = _material(one, two)
    longer = Traced(AnswerLine("Lint came back clean.", ("m1",)), (one,))
    shorter = Traced(AnswerLine("The importer reads the file at once.", ("m2",)), (two,))
    told = [frozenset((0,)), frozenset((1,))]
    assert shorter_as_drafted([longer, shorter], told, material, ()) == ()
    assert shorter_as_drafted([longer], told[:1], material, ()) == (0,)
