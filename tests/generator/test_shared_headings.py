"""A heading that quotes of several messages share."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.evidence.quote_headings import heading_of
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import Author, Role, Span
from uagent_memory.segments import SegmentName


@pytest.mark.parametrize("line", ["The lamp was lit in 1871.", "灯于1871年点亮。"])
@pytest.mark.parametrize("of_call", [False, True])
def test_it_cites_what_stands_below(line: str, of_call: bool) -> None:
    """Not the first message of all, of which nothing was chosen; a call's own place stays."""
    s = SessionBuilder()
    for _ in range(2):
        s.add(Role.TOOL, Author.TOOL, line, agent="terminal")
    first, second = (message.id for message in s.messages)
    pool = CandidatePool()
    part = "call:0" if of_call else "text"
    heading = pool.propose(
        SegmentName.FILES,
        "terminal printed:",
        (Span(first, part, 0, len(line)),),
        order=(0,),
        kind=EntryKind.NOTE,
        alone=False,
    )
    pool.propose(
        SegmentName.FILES,
        line,
        (Span(second, "text", 0, len(line)),),
        order=(1,),
        kind=EntryKind.QUOTE,
        parent=heading,
    )
    (segment,) = assemble(pool.candidates, {m.id: m for m in s.messages})
    cited = [span.message_id for span in segment.entries[0].sources]
    assert cited == [first if of_call else second]


def test_a_script_given_as_words_heads_what_it_printed() -> None:
    """`bash -lc` is only how it was started; that it was refused stands beside it."""
    s = SessionBuilder()
    s.user("Light the lamp.")
    s.run("shell", "lamp Northstar stands at berth 7", command=["bash", "-lc", "cat lamps.txt"])
    s.run("shell", "rejected by user", command=["bash", "-lc", "rm lamps.txt"])
    view = view_of(s.messages)
    printed, refused = view.messages[2], view.messages[4]
    assert heading_of(view, printed, part="text").text == "shell `cat lamps.txt`:"
    assert heading_of(view, refused, part="text").text == "shell `rm lamps.txt` (refused):"


def test_a_command_is_shown_whatever_argument_holds_it() -> None:
    """Also `cmd`, and where other arguments stand before it. 命令照原样显示。"""
    s = SessionBuilder()
    s.run("run_shell", "Port 22", host="box", cmd="cat lamps.txt")
    view = view_of(s.messages)
    assert heading_of(view, view.messages[-1], part="text").text == "run_shell `cat lamps.txt`:"
