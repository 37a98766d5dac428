"""Joining chosen candidates to entries."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory import compress_context_sync
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Candidate
from uagent_memory.messages import Author, Role, Span, Trust
from uagent_memory.render.entries import render_segment
from uagent_memory.render.marks import GAP
from uagent_memory.segments import SegmentName

BASE = Candidate(
    id=0,
    segment=SegmentName.PROBLEM_SOLVING,
    text="We keep version 2.",
    sources=(Span("m1", "text", 0, 18),),
    order=(0, 0),
    kind=EntryKind.STATEMENT,
    joins="m1",
)


def _lines(*candidates: Candidate) -> list[str]:
    (segment,) = assemble(candidates, {})
    (entry,) = segment.entries
    return [entry.text, *(child.text for child in entry.children)]


def test_neighbours_join_and_what_follows_a_gap_has_its_own_line() -> None:
    """Units that stand side by side join with a blank; a user's message stays on one line."""
    second = BASE._replace(id=1, text="It is stable.", order=(0, 1))
    third = BASE._replace(
        id=2, text="Version 3 breaks.", order=(0, 4), sources=(Span("m1", "text", 90, 107),)
    )
    said = (third, BASE, second)
    assert _lines(*said) == ["We keep version 2. It is stable.", "Version 3 breaks."]
    users = [part._replace(kind=EntryKind.USER_MESSAGE) for part in said]
    assert _lines(*users) == [f"We keep version 2. It is stable. {GAP} Version 3 breaks."]


def test_each_line_of_a_speech_has_its_own_sources() -> None:
    """Speaker and reference stand once, for all lines are of one message."""
    said = BASE._replace(speaker="Ana: ")
    later = said._replace(
        id=1, text="Version 3 breaks.", order=(0, 4), sources=(Span("m1", "text", 90, 107),)
    )
    (segment,) = assemble([said, later], {})
    assert render_segment(segment).split("\n")[1:] == [
        "- Ana: We keep version 2. (m1)",
        "  - Version 3 breaks.",
        "",
    ]
    (entry,) = segment.entries
    assert (entry.sources, entry.children[0].sources) == (BASE.sources, later.sources)


def test_a_lead_is_said_once() -> None:
    """List items under one heading repeat it only where it changes."""
    first = BASE._replace(text="- fast", lead="Pros: ")
    second = BASE._replace(id=1, text="- small", lead="Pros: ", order=(0, 1))
    third = BASE._replace(id=2, text="- young", lead="Cons: ", order=(0, 2))
    assert _lines(first, second, third) == ["Pros: fast; small", "Cons: young"]


def test_a_list_item_does_not_run_into_the_sentence_after_it() -> None:
    """An item without its bullet and without a full stop is closed by a semicolon."""
    first = BASE._replace(text="- returns false")
    second = BASE._replace(id=1, text="It never returns true.", order=(0, 1))
    assert _lines(first, second) == ["returns false; It never returns true."]
    chinese = (first._replace(text="- 返回 false"), second._replace(text="它从不返回 true。"))
    assert _lines(*chinese) == ["返回 false; 它从不返回 true。"]


def test_a_lone_item_has_no_list_mark() -> None:
    """Neither a bullet nor a number; what a user wrote stays as it is."""
    for text in ("- It is fast.", "2. It is fast.", "2、It is fast."):
        said = BASE._replace(text=text)
        assert assemble([said], {})[0].entries[0].text == "It is fast."
        assert assemble([said._replace(lead="Why: ")], {})[0].entries[0].text == "Why: It is fast."
        users = said._replace(kind=EntryKind.USER_MESSAGE)
        assert assemble([users], {})[0].entries[0].text == text


def test_a_list_on_one_line_keeps_its_numbers() -> None:
    """Its items are sentences of their own; the next number shows that they belong together."""
    first = BASE._replace(text="Next: 1. Write the docs")
    second = BASE._replace(id=1, text="2. Release it", order=(0, 1))
    later = BASE._replace(id=2, text="2. Release it", order=(0, 4))
    assert _lines(first, second) == ["Next: 1. Write the docs 2. Release it"]
    assert _lines(first, later) == ["Next: 1. Write the docs", "Release it"]
    led = BASE._replace(text="1. Write the docs", lead="Next: ")
    assert _lines(led, second) == ["Next: 1. Write the docs 2. Release it"]


def test_lists_choose_their_separator() -> None:
    """Names get commas, clauses semicolons."""
    names = [BASE._replace(id=i, text=t, style="list", order=(i,)) for i, t in enumerate("ab")]
    clauses = [
        BASE._replace(id=i, text=t, style="list", order=(i,))
        for i, t in enumerate(("do this", "not that, ever"))
    ]
    assert assemble(names, {})[0].entries[0].text == "a, b"
    assert assemble(clauses, {})[0].entries[0].text == "do this; not that, ever"
    chinese = [c._replace(text=t) for c, t in zip(clauses, ("先写测试。", "别改接口"), strict=True)]
    assert assemble(chinese, {})[0].entries[0].text == "先写测试。; 别改接口"


def test_a_list_says_nothing_twice() -> None:
    """Equal parts are one."""
    texts = ("Do this", "Do this", "不要改它", "Not that, ever.")
    clauses = [BASE._replace(id=i, text=t, style="list", order=(i,)) for i, t in enumerate(texts)]
    assert assemble(clauses, {})[0].entries[0].text == "Do this; 不要改它; Not that, ever."


def test_messages_are_named_once_and_not_without_end() -> None:
    """In order; of very many the first ones and the last."""
    few = [BASE._replace(id=i, text=f"m{2 + i // 3}", style="names", order=(i,)) for i in range(9)]
    assert assemble(few, {})[0].entries[0].text == "m2, m3, m4"
    many = [BASE._replace(id=i, text=f"m{i}", style="names", order=(i,)) for i in range(90)]
    shown = assemble(many, {})[0].entries[0].text
    assert shown.startswith("m0, m1, m2, ")
    assert shown.endswith(f"m10, {GAP}, m89")


def test_children_stand_under_their_parent() -> None:
    """A sub-line becomes a child of its parent's entry, in order."""
    child = BASE._replace(id=1, text="+ line", parent=0, joins="", order=(0, 0, 1))
    (segment,) = assemble([child, BASE], {})
    assert [c.text for c in segment.entries[0].children] == ["+ line"]


def test_trust_is_the_lowest_of_the_sources() -> None:
    """An entry that also cites tool output is trusted as tool output is."""
    s = SessionBuilder()
    s.user("We keep version 2.")
    call = s.call("Bash", command="ls")
    s.agent("", call)
    s.result(call, "ok")
    messages = {message.id: message for message in s.messages}
    mixed = BASE._replace(sources=(*BASE.sources, Span("m3", "text", 0, 2)))
    assert assemble([BASE], messages)[0].entries[0].trust is Trust.USER
    assert assemble([mixed], messages)[0].entries[0].trust is Trust.TOOL


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Run this command first:", "Then tell me what rows_lost says."),
        ("请先运行这条命令：", "然后告诉我 rows_lost 的值。"),
    ],
)
def test_a_fence_between_two_pieces_is_a_gap(before: str, after: str) -> None:
    """The pieces stand in the message as they stand in the entry, up to the marked gaps."""
    words = f"{before}\n\n```bash\nmake count-rows\n```\n\n{after}"
    noise = "\n\n".join(f"Note {n}: shelf {n} was dusted on day {n}." for n in range(150))
    messages = [{"role": "user", "content": f"{words}\n\n{noise}"}]
    messages += [
        {"role": "assistant", "content": f"I looked at shelf {n} and found rows. " * 9}
        for n in range(20)
    ]
    messages.append({"role": "user", "content": "Go on. 继续。"})
    result = compress_context_sync(messages, budget=1500)
    (users,) = (s for s in result.segments if s.name is SegmentName.USER_MESSAGES)
    said = next(entry.text for entry in users.entries if "make count-rows" in entry.text)
    flat = " ".join(str(messages[0]["content"]).split())
    for piece in said.split(" [...] "):
        assert " ".join(piece.split()) in flat


@pytest.mark.parametrize(
    "result",
    [
        '{"a": {"item": "lamp", "price": 5}, "b": {"item": "sofa", "price": 9}}',
        '{"甲": {"名称": "台灯", "价格": 5}, "乙": {"名称": "沙发", "价格": 9}}',
    ],
)
def test_records_that_are_not_all_of_a_result_say_so(result: str) -> None:
    """One that is left out, wherever it stands, is no longer taken for not there."""
    s = SessionBuilder()
    s.add(Role.TOOL, Author.TOOL, result)
    known = {"m1": s.messages[0]}
    places = [(at, result.index("}", at) + 1) for at in (6, result.index("}") + 8)]
    both = [
        BASE._replace(
            id=number,
            text=f"record {number}",
            sources=(Span("m1", "text", result.index("{", start - 1), end),),
            order=(0, number),
            kind=EntryKind.RECORD,
            style="list",
        )
        for number, (start, end) in enumerate(places)
    ]
    texts = [assemble(chosen, known)[0].entries[0].text for chosen in (both, both[:1], both[1:])]
    assert texts == ["record 0; record 1", f"record 0; {GAP}", f"record 1; {GAP}"]


def test_a_line_in_the_place_of_several_is_put_in_once() -> None:
    """Each line that is gone is told, what came for all of them but once."""
    code = BASE._replace(kind=EntryKind.QUOTE, style="code", joins="hunks")
    lines = [code._replace(id=i, text=f"- old_{i}()\n+ new(总数)", order=(0, i)) for i in range(3)]
    assert "\n".join(_lines(*lines)).splitlines() == [
        "- old_0()",
        "+ new(总数)",
        "- old_1()",
        "- old_2()",
    ]
