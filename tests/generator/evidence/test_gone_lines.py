"""Printed lines that a later change took out of their file, and what a diff shows."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.evidence.gone_lines import GoneLines
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool

OLD = "rows = load_all(path, encoding='ascii')  # 旧编码"
NEW = "rows = load_all(path, encoding='utf-8')  # 新编码"


def changed() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    s.run("bash", f"def parse(path):\n    {OLD}\n    return rows", command="cat src/parser.py")
    s.edit("src/parser.py", OLD, NEW)
    return s


def gone(session: SessionBuilder, line: str, *, at: int) -> bool:
    view = view_of(session.messages)
    places = {m.message.id: m.index for m in view.messages}
    gone = GoneLines(view.analysis.ledger, places, view.printed_changes, pieces=100)
    return gone.is_gone(line, at=at)


def test_a_line_that_was_taken_out_is_gone_for_what_printed_it_before() -> None:
    """What prints it later shows that it is there; the new one is not gone."""
    s = changed()
    assert gone(s, OLD, at=1)
    assert not gone(s, OLD, at=len(s.messages))
    assert not gone(s, NEW, at=1)


def test_a_line_that_was_put_back_is_not_gone() -> None:
    """The last change counts."""
    s = changed()
    s.edit("src/parser.py", NEW, OLD)
    assert not gone(s, OLD, at=1)


def quoted(session: SessionBuilder) -> dict[str, float]:
    pool = CandidatePool()
    EvidenceQuoter(view_of(session.messages), pool).propose()
    return {c.text: sum(c.targets.values()) for c in pool.candidates if c.alone}


def test_no_line_of_an_older_state_is_quoted() -> None:
    """It would read as if it stood in the file."""
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    s.run("bash", f"def parse(path):\n    {OLD}\n    return rows", command="cat src/parser.py")
    assert OLD in quoted(s)
    assert OLD not in quoted(changed())


def test_of_a_diff_what_it_puts_in_counts_more() -> None:
    """What it takes out is no state of the file."""
    worth = {}
    for sign in "+-":
        s = SessionBuilder()
        s.user("Mend src/parser.py. 修复编码。")
        body = (
            f"@@ -1,3 +1,3 @@ def parse(path):\n{sign}    rows = load_all(paths, encoding=codec)\n"
        )
        diff = f"diff --git a/src/parser.py b/src/parser.py\n{body}"
        s.run("bash", diff, command="git diff")
        (worth[sign],) = (own for text, own in quoted(s).items() if text.startswith(f"{sign} "))
    assert worth["+"] > worth["-"]


def test_a_piece_that_an_editor_took_out_is_gone_with_its_line() -> None:
    """Also where a diff printed the line as put in."""
    s = SessionBuilder()
    s.user("Raise the timeout. 提高超时。")
    printed = "proxy_read_timeout 180s;  # 超时"
    s.run("bash", f"diff --git a/a.conf b/a.conf\n@@ -1 +1 @@\n+  {printed}", command="git diff")
    command = "sed -i 's/proxy_read_timeout 180s/proxy_read_timeout 240s/' a.conf"
    assert not gone(s, printed, at=2)
    s.run("bash", "", command=command)
    assert gone(s, f"+  {printed}", at=2)
    assert not gone(s, printed, at=len(s.messages))
    assert not gone(s, "send_timeout 180s;", at=2)


FIRST = "proxy_read_timeout 180s;  # 旧一"
SECOND = "proxy_read_timeout 180s;  # 旧二"
SWAP = "open(p,'w').write(s.replace('proxy_read_timeout 180s', 'proxy_read_timeout 240s'{}))"


@pytest.mark.parametrize(
    ("edit", "is_gone"),
    [
        (f"python3 - <<'EOF'\np='a.conf'\ns=open(p).read()\n{SWAP.format('')}\nEOF", True),
        (f"python3 - <<'EOF'\np='a.conf'\ns=open(p).read()\n{SWAP.format(', 1')}\nEOF", False),
        ("sed -i 's/proxy_read_timeout 180s/proxy_read_timeout 240s/' a.conf", True),
        ("sed -i '1s/proxy_read_timeout 180s/proxy_read_timeout 240s/' a.conf", False),
    ],
)
def test_words_taken_out_of_one_line_stand_in_the_others(edit: str, *, is_gone: bool) -> None:
    s = SessionBuilder()
    s.user("Raise the timeout. 提高超时。")
    s.run("bash", f"{FIRST}\n{SECOND}\n", command="cat a.conf", is_error=False)
    s.run("bash", "", command=edit, is_error=False)
    assert gone(s, SECOND, at=2) is is_gone


def test_words_taken_out_of_the_only_line_that_had_them_are_gone() -> None:
    s = SessionBuilder()
    s.user("Raise the timeout. 提高超时。")
    s.run("bash", f"{FIRST}\n", command="cat a.conf", is_error=False)
    edit = f"python3 - <<'EOF'\np='a.conf'\ns=open(p).read()\n{SWAP.format(', 1')}\nEOF"
    s.run("bash", "", command=edit, is_error=False)
    assert gone(s, FIRST, at=2)


def test_a_diff_is_quoted_without_its_heads() -> None:
    """They say where, and nothing of what."""
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    heads = "diff --git a/src/parser.py b/src/parser.py\nindex 1a2b3c4..5d6e7f8 100644"
    s.run(
        "bash",
        f"{heads}\n--- a/src/parser.py\n+++ b/src/parser.py\n@@ -1 +1 @@\n+{NEW}",
        command="git diff src/parser.py",
    )
    assert list(quoted(s)) == [f"+{NEW}"]


def test_what_a_script_changed_is_not_quoted_from_the_script() -> None:
    """Where the file shows it: one of the two tells it."""
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    above, below = "def parse(path):", "    return rows"
    s.run("bash", f"{above}\n    {OLD}\n{below}", command="cat src/parser.py")
    swap = f"s=s.replace('ascii', 'utf-8')  # {NEW}"
    code = f"p='src/parser.py'\ns=open(p).read()\n{swap}\nopen(p,'w').write(s)"
    s.run("bash", "", command=f"python3 - <<'EOF'\n{code}\nEOF")
    assert any("s.replace" in line for line in quoted(s))
    s.run("bash", f"{above}\n    {NEW}\n{below}", command="cat src/parser.py")
    assert not any("s.replace" in line for line in quoted(s))


def test_what_failed_in_a_check_that_passes_now_is_not_quoted() -> None:
    """The errors tell that it is mended."""
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    failed = "Exit code 1\nE   UnicodeDecodeError: 编码 0xe4 in rows_of_parser\n1 failed in 0.1s"
    s.run("bash", failed, command="pytest -q tests", is_error=True)
    assert any("rows_of_parser" in line for line in quoted(s))
    s.run("bash", "1 passed in 0.1s", command="pytest -q tests")
    assert not any("rows_of_parser" in line for line in quoted(s))


def test_a_line_that_a_search_printed_is_known() -> None:
    """Behind the name of its file and its number."""
    s = SessionBuilder()
    s.user("Mend src/parser.py. 修复编码。")
    s.run("bash", f"src/parser.py:2:    {OLD}", command="grep -rn load_all src")
    found = f"src/parser.py:2:    {OLD}"
    assert not gone(s, found, at=2)
    s.edit("src/parser.py", OLD, NEW)
    assert gone(s, found, at=2)
    assert not gone(s, found, at=len(s.messages))


def test_a_gone_line_behind_its_number_is_gone() -> None:
    """Tools number the lines of a file in many ways."""
    s = changed()
    assert gone(s, f"12    {OLD}", at=1)
    assert not gone(s, f"12    {NEW}", at=1)
