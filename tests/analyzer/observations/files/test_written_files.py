"""Files that a team without tools writes out in its texts."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.analyzer.observations.files.written_files import names_written_file
from uagent_memory.facts import FactKind, FileValue, Status
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor

FIRST = "shop/cart.py\n```python\ndef total(rows):\n    return sum(rows)\n\nRATE = 3\n```"
AGAIN = (
    "**shop/cart.py**\n```python\ndef total(rows):\n    return round(sum(rows), 2)\n\nRATE = 3\n```"
)
PART = "文件：`shop/cart.py` (changed part)\n\n```python\nRATE = 4\n```"


def team(*texts: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Write a shopping cart. 写一个购物车。")
    for number, text in enumerate(texts):
        s.agent(text, agent=f"Programmer{number % 2}")
    return s


def test_a_block_below_a_path_is_that_file() -> None:
    """Written once it is created; once more, its difference counts; a part changes it."""
    (fact,) = view_of(team(FIRST, AGAIN, PART).messages).analysis.ledger.of(FactKind.FILE)
    assert fact.key == "shop/cart.py"
    assert len(fact.acts) == 3
    hunks = [s.value.hunks for s in fact.history if isinstance(s.value, FileValue)]
    added = [[line.text for hunk in one for line in hunk.added] for one in hunks]
    assert added[1:] == [["    return round(sum(rows), 2)"], ["RATE = 4"]]


def test_a_file_that_is_written_anew_holds_nothing_of_before() -> None:
    """Neither of its first version nor of the parts that were changed since."""
    again = "shop/cart.py\n```python\ndef total(rows):\n    return 0\n```"
    (fact,) = view_of(team(FIRST, PART, again).messages).analysis.ledger.of(FactKind.FILE)
    assert isinstance(fact.last.value, FileValue)
    gone = {line.text for hunk in fact.last.value.hunks for line in hunk.removed}
    assert {"    return sum(rows)", "RATE = 3", "RATE = 4"} <= gone


def test_blocks_that_say_what_to_replace() -> None:
    """Of a file that stood before only the difference counts; with nothing to replace it is new."""
    changed = (
        "shop/cart.py\n```python\n<<<<<<< SEARCH\nRATE = 3\nTAX = 1\n=======\nRATE = 4\nTAX = 1\n"
        ">>>>>>> REPLACE\n```"
    )
    new = "新文件：\n\nshop/new.py\n```python\n<<<<<<< SEARCH\n=======\nX = 1\n>>>>>>> REPLACE\n```"
    old_file, new_file = view_of(team(changed, new).messages).analysis.ledger.of(FactKind.FILE)
    assert (old_file.status, new_file.status) == (Status.MODIFIED, Status.CREATED)
    assert isinstance(old_file.last.value, FileValue)
    (hunk,) = old_file.last.value.hunks
    assert [line.text for line in (*hunk.removed, *hunk.added)] == ["RATE = 3", "RATE = 4"]


def test_where_tools_are_called_a_block_is_only_shown() -> None:
    """Who can write files shows code in a text without writing it."""
    s = team(FIRST)
    s.run("bash", "ok", command="ls")
    assert view_of(s.messages).analysis.ledger.of(FactKind.FILE) == ()


def test_a_block_without_a_path_is_no_file() -> None:
    """A sentence above it names no file."""
    s = team("Use it like this:\n```python\ntotal([1])\n```")
    assert view_of(s.messages).analysis.ledger.of(FactKind.FILE) == ()


def test_nobody_is_told_that_nothing_was_run_where_nothing_can_be() -> None:
    """A team that only writes has no checks to run."""
    texts = texts_of(proposed(CurrentWorkCompressor(), team(FIRST).messages))
    assert not any("cart.py" in text for text in texts)


@pytest.mark.parametrize(
    "text", ["shop/cart.py", "### `a.js`:", "文件：b.py（修改部分）", "1. main.go"]
)
def test_a_line_that_is_only_a_files_name(text: str) -> None:
    """It heads what stands below it and says nothing by itself."""
    assert names_written_file(text)
    assert not names_written_file(text + " is done")


def test_a_created_file_is_told_as_such() -> None:
    """Its status is that of any file that a tool made."""
    (fact,) = view_of(team(FIRST).messages).analysis.ledger.of(FactKind.FILE)
    assert fact.status is Status.CREATED
