"""An edit by a pattern that matched nothing is not told as a change once that is shown."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import CHANGED_STATUSES, FactKind

ASKS = ["Raise the limit.", "请提高上限。"]
FILE = "import os\nlimit = 2\nrate = 5  # 速率"
MISSED = "sed -i 's/limit = 2/limit = 3/' src/a.py"
SCRIPT = (
    "python3 - <<'EOF'\np = 'src/a.py'\ntext = open(p).read()\n"
    "open(p, 'w').write(text.replace('limit: 2', 'limit: 3'))\nEOF"
)
asked = pytest.mark.parametrize("ask", ASKS)


def changed(ask: str, *runs: tuple[str, str]) -> list[str]:
    """The keys of the files that count as changed after these commands with their outputs."""
    s = SessionBuilder()
    s.user(ask)
    for command, printed in runs:
        s.run("bash", printed, command=command, is_error=False)
    files = view_of(s.messages).analysis.ledger.of(FactKind.FILE)
    return [fact.key for fact in files if fact.status in CHANGED_STATUSES]


@asked
@pytest.mark.parametrize("edit", [MISSED, SCRIPT])
@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("git diff", ""),
        ("git diff src/a.py", ""),
        ("git diff HEAD -- src", ""),
        ("git status --short", ""),
        ("git status", "On branch main\nnothing to commit, working tree clean"),
        ("git status", "位于分支 main\n无文件要提交，干净的工作区"),
        ("git stash", "No local changes to save"),
    ],
)
def test_version_control_that_finds_nothing_refutes(
    ask: str, edit: str, command: str, printed: str
) -> None:
    """Whatever edited the file without a word of what it did."""
    assert changed(ask, (edit, "")) == ["src/a.py"]
    assert changed(ask, (edit, ""), (command, printed)) == []


@asked
@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("git diff --cached", ""),
        ("git diff docs/b.md", ""),
        ("git diff | grep burst", ""),
        ("git diff > a.patch", ""),
        ("git diff main", ""),
        ("git diff", "diff --git a/src/a.py b/src/a.py\n+limit = 3"),
        ("git status --short", " M src/a.py"),
    ],
)
def test_a_comparison_with_something_else_proves_nothing(
    ask: str, command: str, printed: str
) -> None:
    assert "src/a.py" in changed(ask, (MISSED, ""), (command, printed))


@asked
def test_an_edit_that_tells_its_lines_stands(ask: str) -> None:
    """Nothing in a diff may also mean that the file is none of version control's."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/a.py", "limit = 2", "limit = 3")
    s.run("bash", "", command="git diff", is_error=False)
    (fact,) = view_of(s.messages).analysis.ledger.of(FactKind.FILE)
    assert fact.status in CHANGED_STATUSES


@asked
@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("cat src/a.py", FILE),
        ("grep -n limit src/a.py", "2:limit = 2"),
        ("nl -ba src/a.py | sed -n '1,3p'", "     2\tlimit = 2"),
        ("cd /repo && sed -n '2p' src/a.py", "limit = 2"),
    ],
)
def test_a_look_that_shows_the_old_words_refutes(ask: str, command: str, printed: str) -> None:
    assert changed(ask, (MISSED, ""), (command, printed)) == []


@asked
@pytest.mark.parametrize(
    ("edit", "command", "printed"),
    [
        (MISSED, "cat src/a.py", FILE.replace("2", "3")),
        (MISSED, "cat src/a.py", f"{FILE}\nlimit = 3"),
        (MISSED, "cat src/a.py src/b.py", FILE),
        (MISSED, "python3 show.py && cat src/a.py", FILE),
        ("sed -i '9s/limit = 2/limit = 3/' src/a.py", "cat src/a.py", FILE),
        ("sed -i 's/limit = 2/limit = 2 + 1/' src/a.py", "cat src/a.py", FILE),
        ("sed -i 's/limit = 2//' src/a.py", "cat src/a.py", FILE),
        (MISSED, "git checkout old && cat src/a.py", FILE),
    ],
)
def test_a_look_that_may_show_something_else_proves_nothing(
    ask: str, edit: str, command: str, printed: str
) -> None:
    """Another file, another line, or old words that the new ones hold."""
    assert "src/a.py" in changed(ask, (edit, ""), (command, printed))


@asked
@pytest.mark.parametrize("edit", [SCRIPT, "sed -i 's/limit: [0-9]*/limit: 3/' src/a.py"])
def test_the_same_whole_file_before_and_after_refutes(ask: str, edit: str) -> None:
    before = ("cat src/a.py", FILE)
    assert changed(ask, before, (edit, ""), before) == []
    assert changed(ask, before, (edit, ""), ("cat src/a.py", FILE + "!")) == ["src/a.py"]
    part = ("sed -n '1,2p' src/a.py", FILE[:20])
    assert changed(ask, part, (edit, ""), part) == ["src/a.py"]


@asked
def test_a_later_edit_that_matched_is_the_change(ask: str) -> None:
    """Only its lines are told."""
    s = SessionBuilder()
    s.user(ask)
    for command, printed in (
        ("sed -i 's/limit = two/limit = 9/' src/a.py", ""),
        ("grep -n limit src/a.py", "2:limit = two"),
        ("sed -i 's/rate = 5/rate = 6/' src/a.py", ""),
        ("git diff --stat", " src/a.py | 2 +-"),
    ):
        s.run("bash", printed, command=command, is_error=False)
    (fact,) = view_of(s.messages).analysis.ledger.of(FactKind.FILE)
    added = [
        line.text for o in fact.standing for h in getattr(o.value, "hunks", ()) for line in h.added
    ]
    assert fact.status in CHANGED_STATUSES
    assert added == ["rate = 6"]


FIRST = "open(p, 'w').write(text.replace('limit = 2', 'limit = 3'{}))"


def exchanging(program: str, count: str) -> str:
    code = f"p = 'src/a.py'\ntext = open(p).read()\n{FIRST.format(count)}"
    if program == "node":
        code = (
            "const p = 'src/a.py'\nlet text = fs.readFileSync(p, 'utf8')\n"
            f"text = text.{count or 'replace'}('limit = 2', 'limit = 3')\nfs.writeFileSync(p, text)"
        )
    return f"{program} - <<'EOF'\n{code}\nEOF"


@pytest.mark.parametrize(
    ("program", "count", "is_refuted"),
    [
        ("python3", "", True),
        ("python3", ", 1", False),
        ("python3", ", count=1", False),
        ("node", "replaceAll", True),
        ("node", "replace", False),
    ],
)
def test_an_exchange_of_the_first_place_only_is_not_refuted_by_others(
    program: str, count: str, *, is_refuted: bool
) -> None:
    """The old words still stand in the lines that are printed; the new ones in others."""
    look = ("sed -n '40,41p' src/a.py", "def 上限():\n    limit = 2")
    found = changed("Raise the limit. 提高上限。", (exchanging(program, count), ""), look)
    assert found == ([] if is_refuted else ["src/a.py"])
