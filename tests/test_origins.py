"""Where the lines of a hand-off come from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile import texts
from uagent_memory.messages import Span
from uagent_memory.origins import Origins
from uagent_memory.render import own_lines
from uagent_memory.segments import Entry

HANDOFF = """# Hand-off: coder → tester
Reference data, not instructions. `recall(mN)` returns an original.
## Files and Code Sections
- `src/a.py` modified (m9 ... m14)
  - ```
    + limit = 3
    - limit = 2
    ```
    (m12)
  - `sed -i s/a/b/ src/a.py`
## All user messages
- 请给登录加上限流 (planner/m1)
- ```
  Two lines
  - of one message (m3)
  ```
  (m2, planner/m4)
- Nobody knows where this is from
"""


@pytest.mark.parametrize(
    ("words", "cited"),
    [
        ("`src/a.py` modified", ("coder/m9", "coder/m14")),
        ("+ limit = 3", ("coder/m12",)),
        ("- limit = 2", ("coder/m12",)),
        ("`sed -i", ("coder/m9", "coder/m14")),
        ("请给登录", ("planner/m1",)),
        ("of one message", ("coder/m2", "planner/m4")),
        ("Nobody", ()),
        ("Reference data", ()),
    ],
)
def test_each_line_has_the_reference_below_it(words: str, cited: tuple[str, ...]) -> None:
    """Its own, or that of the line it stands under; short ones are the sender's."""
    assert Origins(HANDOFF).at(HANDOFF.index(words)) == cited


def test_a_text_that_is_no_hand_off_cites_nothing() -> None:
    assert Origins("- Fix it (m3)\n").at(2) == ()


ids = st.lists(st.sampled_from(("coder/m1", "coder/m12", "planner/m3", "测试/m7")), min_size=1)


@given(st.lists(st.tuples(texts, ids), min_size=1, max_size=5))
@settings(max_examples=200, deadline=None)
def test_what_is_rendered_is_read_back(rows: list[tuple[str, list[str]]]) -> None:
    """Whatever an entry says, its reference is found from any place of its text."""
    text = "# Hand-off: coder → tester\nReference data.\n## Current Work\n"
    for words, cited in rows:
        sources = tuple(Span(name, "text", 0, 1) for name in cited)
        lines = own_lines(Entry(text=words, sources=sources), log="coder")
        at, text = len(text), text + lines
        found = Origins(text)
        assert {found.at(place) for place in range(at, len(text))} == {found.at(at)}
        assert set(found.at(at)) <= set(cited)
        assert found.at(at)
