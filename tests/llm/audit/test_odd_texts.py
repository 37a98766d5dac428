"""An audit says yes or no of any text; it never raises."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.llm.audit.test_rules import _line
from uagent_memory.entry_kind import EntryKind
from uagent_memory.formats import read_messages
from uagent_memory.llm.audit import audit
from uagent_memory.llm.audit.inventions import Inventions
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, Segment, SegmentName


def _of_kind(text: str, kind: EntryKind) -> DraftLine:
    line = _line(text)
    return replace(line, entry=line.entry.model_copy(update={"kind": kind}))


LINES = (
    _line('It was changed to an extra `""` argument for `name` in `start`, then pushed.'),
    _line("If `a.py` fails, use `b.py` instead of `c.py`: 5 of 7 jobs are not done, 2 are."),
    _of_kind("[pending] Ask Ann whether the index stays until 10:30", EntryKind.TASK),
    _of_kind("`pytest -q` failed, passes since → 47 passed in 1.3s", EntryKind.COMMAND),
    _of_kind(
        "item_id 77, price 1.5, options (red, small); item_id 78, price 2.5", EntryKind.RECORD
    ),
    _of_kind("x = 1\nreturn x", EntryKind.QUOTE),
    _line("因为锁没有释放，`pytest -q`：47 个通过，1 个跳过；从 500 改为 100，由甲改乙。"),
    _line("订单由“甲”改为“乙”：先查询，再插入；如果超过 1%，就回滚。"),
    DraftLine(0, Entry(text="Nothing cites it", sources=()), (), "", ()),
)


def _placed(line: DraftLine, tree: int, content: str) -> DraftLine:
    """Where it stands in the message."""
    start = content.index(line.text)
    span = Span("m1", "text", start, start + len(line.text))
    spans = (span,) if line.spans else ()
    return replace(
        line, tree=tree, entry=line.entry.model_copy(update={"sources": spans}), spans=spans
    )


def material_of_lines(*lines: DraftLine) -> Material:
    """One entry for each line, all of one message."""
    content = "\n".join(line.text for line in lines)
    [message] = read_messages([{"id": "m1", "role": "assistant", "content": content}])
    own = [_placed(line, tree, content) for tree, line in enumerate(lines)]
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=tuple(x.entry for x in own))
    return Material(segment, tuple(own), 100, {}, (), {"m1": message}, is_chinese=False)


MATERIAL = material_of_lines(*LINES)
WORDS = r"""
`` "" “” '' ... … - -- * ** : ： ， 。 、 （ ） ( ) [ ] 「」 -> → = % $ \ | # `a` 5 1.5 10:30 47 77
from to was changed not if then because until after before instead of for respectively the former
latter neither nor only all rejected: both with by per 不 没有 从 改为 由 因为 如果 就 先 再 分别
甲 乙 `a.py` `pytest -q` [pending] (m1) (m1, m2) ``` ~~~
"""
PIECES = (
    *WORDS.split(),
    *("\n", "\n- ", "\ud800", " "),
    *(word for line in LINES for word in line.text.split()),
)
ODD = (
    "",
    "\n\n\n",
    "- ",
    "-\n-\n*",
    "- - -",
    "- (m1)",
    "(m1, m2 ... m3)",
    "- 。，；：！？（）",
    "- ......",
    "```",
    "- ``` (m1)\n- `a",
    "~~~\n- a",
    '- from "" to ""',
    '- It was changed from ... to ... and from `""` to "".',
    '- An extra `""` argument for `name` came first.',
    "- 从“”改为“”，由改为",
    "- １２３ ＡＢＣ：",
    "- \ud800\udfff",
    "- \u200b\u202e\x00",
    "- **: **",
    "- a and b are c and d, respectively",
    f"- {'a' * 10_000}",
    f"- {'`a` ' * 2_500}",
    f"- {'不' * 10_000}",
    f"- {'from a to b, ' * 700}",
)


LONG = replace(LINES[0], entry=LINES[0].entry.model_copy(update={"text": "the lock " * 450}))
ROOMY = material_of_lines(*LINES, LONG)
"""Long enough for a long answer to be read."""
USERS = replace(ROOMY, segment=ROOMY.segment.model_copy(update={"name": SegmentName.USER_MESSAGES}))


def audited_both_ways(text: str, material: Material) -> None:
    """Refused for a line at fault, and with such lines giving way to the draft's."""
    for spares in (False, True):
        audit(text, material, spares=spares)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_audited(text: str) -> None:
    """Alone and as one line among the draft's own, also where those are the users' words."""
    for material in (ROOMY, USERS):
        for told in (text, f"{text}\n- {LINES[1].text} (m1)"):
            audited_both_ways(told, material)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_no_text_breaks_an_audit(pieces: list[str]) -> None:
    """Words of the sources and signs in any order."""
    for text in (" ".join(pieces), "".join(pieces), f"- {' '.join(pieces)} (m1)"):
        audited_both_ways(text, MATERIAL)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(LINES), st.data())
def test_no_cut_line_breaks_an_audit(line: DraftLine, data: st.DataObject) -> None:
    """A line of the draft, cut anywhere, with anything in the gap."""
    start, end = (data.draw(st.integers(0, len(line.text))) for _ in range(2))
    text = f"- {line.text[:start]}{data.draw(st.text(max_size=4))}{line.text[end:]}"
    audited_both_ways(text, MATERIAL)


@pytest.mark.parametrize(
    "text",
    [
        "`pytest -q`：47 个通过",
        "`pytest -q`（47 个通过）；`pytest -q`，通过",
        "运行 pytest -q，47 个通过",
        "`pytest -q`→47",
        "`pytest -q`…",
        "`pytest -q`: 47 passed",
        "`pytest -q`—47 passed",
    ],
)
def test_a_command_ends_at_its_mark(text: str) -> None:
    """A closing backtick, a full-width sign, a dash or an arrow is none of it."""
    assert not [*Inventions(MATERIAL).of_line(text, LINES)]


@pytest.mark.parametrize(
    "text", ["`pytest -x`：47 个通过", "运行 pytest -x，通过", "pytest -x: 47"]
)
def test_another_command_is_none_of_the_sources(text: str) -> None:
    """It is refused before any sign."""
    assert any("command" in fault for fault in Inventions(MATERIAL).of_line(text, LINES))
