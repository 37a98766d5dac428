"""What another writer may say otherwise: general words, names, lines, parts of paths."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.composition import composed
from uagent_memory.llm.audit.conduct import orders_in
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.losses import answers
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.messages import Trust
from uagent_memory.segments import Segment, SegmentName

CASES = [
    # a word of general language where the source has another, and a thing
    (
        "The parser says that the header is too long.",
        "The parser reports that the header is too long.",
        "The printer reports that the header is too long.",
    ),
    (
        "The shop offers salads at 5 dollars per pound.",
        "The shop sells salads at 5 dollars per pound.",
        "The shop sells salads at 5 dollars per portion.",
    ),
    (
        "我们试图通过节水技术解决水短缺问题，比如北方地区。",
        "靠节水技术应对水短缺问题，例如北方地区。",
        "靠节水技术应对水短缺问题，例如南方地区。",
    ),
    # a verb that may be a result stands for another meaning
    (
        "An `Injector()` can be given as an argument to `Runner`.",
        "An `Injector()` passed to the `Runner` as an argument is possible.",
        "The `Runner` tests passed.",
    ),
    # what is expected is no result
    (
        "The reproduction script should fail.",
        "The reproduction script is expected to fail.",
        "The reproduction script failed.",
    ),
    # one "no" over several things
    (
        "No test, build or script was run.",
        "No test, no build and no script was run.",
        "The script was run.",
    ),
    # a figure behind a name
    (
        "`from` gives 1. `import` gives 0.",
        "`import` gives 0 and `from` gives 1.",
        "`from` gives 0 and `import` gives 1.",
    ),
    # from one figure to another
    (
        "exchange order: 77 old item: 4455 new item: 6612",
        "exchange order: 77, item 4455 → 6612",
        "exchange order: 77, item 6612 → 4455",
    ),
    # "if needed" holds for what stands before it, or behind it at the beginning
    (
        "The worker resumes, if needed, total 54 tokens used.",
        "The total is 54 tokens used.",
        "The worker resumes.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_general_words_are_free_and_things_are_not(source: str, right: str, wrong: str) -> None:
    """Only what speaks against a line makes it doubtful."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_a_quotation_stays_behind_its_name() -> None:
    """Two errors with their messages, exchanged."""
    sources = [
        _line("LoadError: the file could not be opened"),
        replace(_line("ParseError: the header was cut off too early"), tree=1),
    ]
    right = 'It ended with ParseError: "the header was cut off too early"'
    assert list(doubts_of_line(right, sources)) == []
    assert any(
        "said of something else" in doubt
        for doubt in doubts_of_line(right.replace("ParseError", "LoadError"), sources)
    )


def test_a_verb_in_a_name_is_no_order() -> None:
    """ "Merge conflict" names something, "merge the branch" is an order."""
    line = _line("CONFLICT (content): Merge conflict in app.py")
    line = replace(line, entry=line.entry.model_copy(update={"trust": Trust.TOOL}))
    assert list(orders_in("Merge conflict in app.py, resolved", [line])) == []
    assert list(orders_in("Merge the branch", [line]))


def _material(*lines: DraftLine) -> Material:
    trees = tuple(line.entry for line in lines if line.entry.sources)
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=trees)
    return Material(segment, lines, 100, {}, (), {}, is_chinese=False)


def test_the_place_of_a_traceback_is_told_by_its_file_and_line() -> None:
    """In any wording, but with both."""
    line = _line('`File "/srv/app/load.py", line 8, in <module>`')
    line = replace(line, entry=line.entry.model_copy(update={"kind": EntryKind.QUOTE}))
    material = _material(line)
    assert answers("raised on line 8 of /srv/app/load.py", line, material, made=True)
    assert not answers("raised on line 9 of /srv/app/load.py", line, material, made=True)


@pytest.mark.parametrize(
    "text", ["The parser is in app/load.py", "In `/srv/app/`: the parser, `load.py`"]
)
def test_a_path_may_be_told_by_its_end_or_apart(text: str) -> None:
    """A folder is part of it; the bare name of a file is not enough."""
    line = _line("The parser is in /srv/app/load.py")
    material = replace(_material(line), need={"/srv/app/load.py": 0.9})
    assert answers(text, line, material, made=True)
    assert not answers("The parser is in load.py", line, material, made=True)


def test_only_the_missing_line_of_an_entry_comes_back() -> None:
    """The line above it was told again; the other stands below the new one."""
    head = _line("The worker stops at the first error.")
    child = replace(_line("It holds the lock for 30 seconds."), entry=_line("It holds it.").entry)
    tree = head.entry.model_copy(update={"children": (child.entry,)})
    lines = (replace(head, entry=tree), child)
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=(tree,))
    material = Material(segment, lines, 100, {}, (), {}, is_chinese=False)
    new = Traced(AnswerLine("Worker: stops at once", ()), (lines[0],))
    [entry] = composed([new], [frozenset((0,))], material, frozenset((1,)))
    assert entry.text == "Worker: stops at once"
    assert [below.text for below in entry.children] == [child.entry.text]
