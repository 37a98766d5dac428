"""What a script put into a file is read from how the file was printed before and after."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind

ABOVE = "rows = load_all(path)"
OLD = "total = sum(rows)  # 求和"
NEW = "total = sum(row.price for row in rows)  # 求和"
BELOW = "return render(total)"
LINES = ("def report(path):", ABOVE, OLD, BELOW, "def other(path):")
FIX = "import re\np = 'src/报表.py'\ntext = open(p).read()\nopen(p, 'w').write(fix(text))\n"


def show(lines: tuple[str, ...], *, first: int | None = None) -> str:
    if first is None:
        return "\n".join(f"    {line}" for line in lines)
    return "\n".join(f"{n:6}\t    {line}" for n, line in enumerate(lines, start=first))


def lines_after(
    *later: tuple[str, str],
    before: str = show(LINES),
    change: str = "python3 - <<'EOF'\n" + FIX + "EOF",
) -> list[str]:
    """Of a file that is printed, changed by a command, and printed again."""
    s = SessionBuilder()
    s.user("Mend src/报表.py. 修复报表。")
    s.run("bash", before, command="cat src/报表.py")
    s.run("bash", "", command=change)
    for command, printed in later:
        s.run("bash", printed, command=command)
    view = view_of(s.messages)
    (fact,) = [f for f in view.analysis.ledger.of(FactKind.FILE) if f.key == "src/报表.py"]
    return [f"{sign} {line.text}" for sign, line, _ in view.printed_changes.of(fact)]


CHANGED = (*LINES[:2], NEW, *LINES[3:])
LOOK = ("cat src/报表.py", show(CHANGED))


@pytest.mark.parametrize(
    "change",
    [
        "python3 - <<'EOF'\n" + FIX + "EOF",
        "sed -i '3s/(.*)/(row.price for row in rows)/' src/报表.py",
        "sed -i 's/rows/row.price for row in rows/' src/报表.py",
    ],
)
def test_a_later_look_shows_what_a_command_put_in(change: str) -> None:
    """Also where numbers stand before the lines."""
    assert lines_after(LOOK, change=change) == [f"+ {NEW}", f"- {OLD}"]
    part = ("sed -n '2,4p' src/报表.py", show(CHANGED[1:4]))
    assert lines_after(part, change=change) == [f"+ {NEW}", f"- {OLD}"]
    numbered = ("nl -ba src/报表.py", show(CHANGED, first=10))
    assert lines_after(numbered, change=change) == [f"+ {NEW}", f"- {OLD}"]


def test_an_edit_that_tells_its_lines_is_not_looked_up() -> None:
    """Nor is anything said where nobody looked again, or what was shown is unchanged."""
    assert lines_after() == []
    assert lines_after(("cat src/报表.py", show(LINES))) == []
    heredoc = "cat > src/报表.py <<'EOF'\nx = 1\nEOF"
    assert lines_after(("cat src/报表.py", "x = 1\n"), change=heredoc) == []


def test_a_stretch_that_was_not_seen_before_is_no_change() -> None:
    """Numbers jump, or a mark stands, between what does not belong together."""
    apart = f"{show(LINES[:2], first=1)}\n--\n{show(LINES[3:], first=40)}"
    whole = ("cat src/报表.py", show(CHANGED))
    assert lines_after(whole, before=apart) == []
    jump = f"{show(LINES[:2], first=1)}\n{show(LINES[3:], first=40)}"
    assert lines_after(whole, before=jump) == []
    assert lines_after(("grep -n rows src/报表.py", show(CHANGED, first=1))) == []


def test_the_newest_diff_tells_all() -> None:
    """If no change came after it; of another file it tells nothing."""
    diff = "\n".join(
        (
            "diff --git a/src/a.py b/src/a.py",
            "--- a/src/a.py",
            "+++ b/src/a.py",
            "@@ -1 +1 @@",
            "+unrelated = 1",
            "diff --git a/src/报表.py b/src/报表.py",
            "--- a/src/报表.py",
            "+++ b/src/报表.py",
            "@@ -2,3 +2,3 @@",
            f"     {ABOVE}",
            f"-    {OLD}",
            f"+    {NEW}",
        )
    )
    assert lines_after(("git diff", diff)) == [f"+ {NEW}", f"- {OLD}"]
    again = ("sed -i 's/[a]/b/' src/报表.py", "")
    assert lines_after(("git diff", diff), again) == []


def test_what_was_taken_back_is_no_state_from_before() -> None:
    """After a revert the same change is new again."""
    redo = "python3 - <<'EOF'\n" + FIX + "EOF"
    back = ("git checkout src/报表.py", "Updated 1 path from the index")
    assert lines_after(LOOK, back, (redo, ""), LOOK) == [f"+ {NEW}", f"- {OLD}"]


@pytest.mark.parametrize(
    "mark", ["900 characters elided", "... 12 lines omitted ...", "输出已截断", "省略 30 行"]
)
def test_the_mark_of_a_cut_output_is_no_line_of_the_file(mark: str) -> None:
    """And parts what stands above it from what stands below."""
    cut = f"{show(CHANGED[:2])}\n{mark}\n{show(CHANGED[3:])}"
    assert lines_after(("cat src/报表.py", cut)) == []


def test_what_was_taken_out_after_a_look_is_not_told_by_it() -> None:
    """The look shows a line that is not there any more."""
    put_in = "python3 - <<'EOF'\n" + FIX + "EOF"
    wiped = ("sed -i '/row.price/d' src/报表.py", "")
    assert lines_after(LOOK, wiped, change=put_in) == []


PIECE = "sed -i '3s/sum/math.fsum/' src/报表.py"
MADE = OLD.replace("sum", "math.fsum")


@pytest.mark.parametrize(
    ("command", "head"),
    [
        ("nl -ba src/报表.py | sed -n '3p'", "     3\t    "),
        ("sed -n '3p' src/报表.py", "    "),
        ("grep -n total src/报表.py", "3:    "),
        ("grep -n total src/报表.py src/b.py", "src/报表.py:3:    "),
    ],
)
def test_a_line_of_which_a_piece_was_replaced(command: str, head: str) -> None:
    """No line around it was printed: that it is the old one with the piece replaced is enough."""
    later = (command, f"{head}{MADE}")
    assert lines_after(later, change=PIECE) == [f"+ {MADE}", f"- {OLD}"]
    assert lines_after((command, f"{head}{OLD}"), change=PIECE) == []
    assert lines_after((command, f"{head}average = sum(prices)"), change=PIECE) == []


def test_a_piece_that_was_replaced_again_or_taken_back() -> None:
    again = ("sed -i '3s/math.fsum/numpy.sum/' src/报表.py", "")
    look, newest = ("sed -n '3p' src/报表.py", MADE), OLD.replace("sum", "numpy.sum")
    last = ("sed -n '3p' src/报表.py", newest)
    assert lines_after(look, again, last, change=PIECE) == [f"+ {newest}", f"- {OLD}"]
    reverted = ("git checkout src/报表.py", "Updated 1 path from the index")
    other = ("sed -i '5s/other/another/' src/报表.py", "")
    assert lines_after(look, reverted, other, change=PIECE) == []
