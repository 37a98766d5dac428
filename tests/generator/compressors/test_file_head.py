"""What the line of a changed file begins with."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.file_head import FileHead, file_head
from uagent_memory.generator.compressors.file_lines import best_spelling

PATH = "/home/dev/shop/src/app.py"


def head(s: SessionBuilder, *, need: float) -> FileHead:
    view = view_of(s.messages)
    view.need = {PATH: need}
    (fact,) = view.analysis.ledger.of(FactKind.FILE)
    return file_head(view, fact)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("The file {} has been updated.", "The file `{}` has been updated (modified 2 times)"),
        ("文件 {} 已更新。", "文件 `{}` 已更新 (modified 2 times)"),
    ],
)
def test_a_path_in_full_stands_in_the_words_of_the_tool(answer: str, told: str) -> None:
    """They are quoted, so that the next call can be typed; the short form is our own."""
    s = SessionBuilder()
    s.user("Raise both limits.")
    for old, new in (("a = 1", "a = 2"), ("b = 1", "b = 2")):
        done = s.run("Edit", answer.format(PATH), file_path=PATH, old_string=old, new_string=new)
    found = head(s, need=0.9)
    assert found.text == told.format(PATH)
    assert found.short == f"`{PATH}` modified 2 times"
    assert done.id in {span.message_id for span in found.sources}


def test_a_tool_that_says_nothing_leaves_our_own_words() -> None:
    s = SessionBuilder()
    s.user("Raise the limit. 提高上限。")
    s.run("Edit", "ok", file_path=PATH, old_string="a = 1", new_string="a = 2")
    found = head(s, need=0.9)
    assert found.text == found.short == f"`{PATH}` modified"


@pytest.mark.parametrize("ask", ["Raise the limits.", "把上限提高。"])
def test_a_longer_spelling_that_is_typed_says_the_shorter_one_too(ask: str) -> None:
    s = SessionBuilder()
    s.system("Working directory: /home/dev/shop\n")
    s.user(ask)
    s.run("Read", "a = 1", file_path="src/app.py")
    s.edit(PATH, "a = 1", "a = 2")
    s.edit("/home/dev/shop/src/main.py", "b = 1", "b = 2")
    for need, spelled in ((0.9, PATH), (0.0, "src/app.py")):
        view = view_of(s.messages)
        fact = next(f for f in view.analysis.ledger.of(FactKind.FILE) if f.key.endswith("app.py"))
        view.need = {PATH: need, "src/app.py": 1.0}
        assert best_spelling(view, fact) == spelled
