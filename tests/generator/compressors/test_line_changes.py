"""What the file ledger tells of edits by place, by fragments and by moves of whole folders."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

FILE = "import os\nlimit = 2\nrate = 5  # 速率\nburst = 7\n"


def told(*runs: tuple[str, str]) -> list[str]:
    s = SessionBuilder()
    s.user("Raise the limit. 提高上限。")
    for command, printed in runs:
        s.run("bash", printed, command=command, is_error=False)
    return [c.text for c in proposed(FilesCompressor(), s.messages)]


def test_a_deleted_line_is_told_as_deleted() -> None:
    """Whatever an earlier look at the file shows."""
    put_in = ("sed -i '2a debug_level = 3' src/a.py", "")
    shown = ("cat src/a.py", FILE.replace("rate", "debug_level = 3\nrate"))
    texts = told(("cat src/a.py", FILE), put_in, shown, ("sed -i '5d' src/a.py", ""))
    assert "- burst = 7" in texts
    assert "+ debug_level = 3" in texts
    texts = told(("cat src/a.py", FILE), put_in, shown, ("sed -i '3d;5d' src/a.py", ""))
    assert "- burst = 7" in texts
    assert not [text for text in texts if "debug_level" in text and text.startswith("+")]


def test_a_line_that_only_moved_is_told_where_it_is_now() -> None:
    moved = [("sed -i '2d' src/a.py", ""), ("sed -i '3a limit = 2' src/a.py", "")]
    assert "+ limit = 2" in told(("cat src/a.py", FILE), *moved)


@pytest.mark.parametrize(
    ("script", "quotes"), [("s/= 2/= 3/", True), ("s/limit = 2/limit_of_requests = 3/", False)]
)
def test_a_short_piece_of_a_line_is_told_with_its_command(script: str, *, quotes: bool) -> None:
    command = f"sed -i '{script}' src/a.py"
    assert (f"`bash command: {command}`" in told((command, ""))) == quotes


def test_a_change_by_a_script_is_told_by_the_scripts_words() -> None:
    swap = "t = t.replace('limit = 2', 'limit = 30')"
    code = f"p = 'src/a.py'\nt = open(p).read()\n{swap}\nopen(p, 'w').write(t)\n"
    assert "+ limit = 30" in told((f"python3 - <<'EOF'\n{code}EOF", ""))


@pytest.mark.parametrize("move", ["mv src lib", "git mv src lib"])
def test_a_file_that_was_read_is_told_where_its_folder_is_now(move: str) -> None:
    s = SessionBuilder()
    s.user("Move the sources. 移动源码。")
    for name in ("src/core/a.py", "docs/b.md"):
        s.run("bash", "text", command=f"cat {name}")
    s.run("bash", "", command=move, is_error=False)
    s.run("bash", "text", command="cat tests/c.py")
    found = {c.text: c for c in proposed(FilesCompressor(), s.messages)}
    now = "`lib/core/a.py`"
    assert {now, "`docs/b.md`", "`tests/c.py`"} <= set(found)
    tracer = LiteralTracer.of_messages({message.id: message for message in s.messages})
    assert tracer.untraceable(Entry(text=now, sources=found[now].sources)) == ()
    assert "`src/core/a.py`" not in found


def test_a_file_that_was_read_is_not_told_once_its_folder_is_gone() -> None:
    look = ("cat old/a.py", "text")
    assert not [text for text in told(look, ("rm -rf old", "")) if text.startswith("`old/a.py`")]
    assert "`old/a.py`" in told(("rm -rf old", ""), look)


def test_of_a_file_that_is_as_it_was_no_line_is_told() -> None:
    """One edit put the lines in, two others took them out, each a part."""
    s = SessionBuilder()
    s.user("Try a cache. 试试缓存。")
    s.edit("src/a.py", "load()", "load()\ncache_one = {}\ncache_two = {}")
    s.edit("src/a.py", "cache_one = {}\n", "")
    s.edit("src/a.py", "\ncache_two = {}", "")
    texts = [c.text for c in proposed(FilesCompressor(), s.messages)]
    assert any("taken out again" in text or "去掉了" in text for text in texts)
    assert not any("file_path" in text or "cache_" in text for text in texts)
