"""Printed lines that a later change took out of their file, and what a diff shows."""

from __future__ import annotations

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.gone_lines import GoneLines
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.quotes import EvidenceQuoter

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
    return GoneLines(view.analysis.ledger, places).is_gone(line, at=at)


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
