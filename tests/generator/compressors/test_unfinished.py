"""What changed after the last check and after the last commit."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory import compress_context_sync
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool

UPDATED = "The file has been updated."
COMMITTED = "[main 1a2b3c4] Keep the first row\n 1 file changed, 1 insertion(+)"


UNRUN = ("no test, build or script was run after", "没有运行过测试、构建或脚本")


def _notes(s: SessionBuilder) -> list[str]:
    """What is told of commits and of the last check."""
    told = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    return [text for text in told if not any(words in text for words in UNRUN)]


def _unrun(s: SessionBuilder) -> list[str]:
    told = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    return [text for text in told if any(words in text for words in UNRUN)]


@pytest.mark.parametrize(
    ("ask", "nothing", "later"),
    [
        ("Fix it.", "Nothing is committed yet", "Not committed yet: changes to `b.py`"),
        ("请修复。", "尚未提交任何改动", "尚未提交：`b.py` 的改动"),
    ],
)
def test_changes_that_no_commit_holds(ask: str, nothing: str, later: str) -> None:
    """All before the first commit, then those that came after it."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", "On branch main", command="git status")
    s.edit("src/a.py", "x", "limit = 1")
    assert _notes(s) == [nothing]
    s.run("Bash", COMMITTED, command="git commit -am 'Keep the first row'")
    assert _notes(s) == []
    s.edit("src/b.py", "x", "limit = 1")
    assert _notes(s) == [later]


def test_where_nobody_uses_version_control_nothing_is_said_of_it() -> None:
    """Nor of files that no commit is meant to hold."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.edit("src/a.py", "x", "limit = 1")
    assert _notes(s) == []
    other = SessionBuilder()
    other.user("Fix it.")
    other.run("Bash", "On branch main", command="git status")
    other.edit("/tmp/probe.py", "x", "limit = 1")
    assert _notes(other) == []


def test_a_commit_that_failed_holds_nothing() -> None:
    """The changes are still to be committed."""
    s = SessionBuilder()
    s.user("修复并提交。")
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", "Exit code 1\nerror: hook failed", command="git commit -am x", is_error=True)
    assert _notes(s) == ["尚未提交任何改动"]


@pytest.mark.parametrize("verb", ["rebase", "merge", "cherry-pick"])
@pytest.mark.parametrize("ask", ["Fix it.", "请修复。"])
def test_going_on_after_a_conflict_commits(verb: str, ask: str) -> None:
    """Not where it is given up."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", "", command=f"git {verb} --abort")
    assert len(_notes(s)) == 1
    s.run("Bash", COMMITTED, command=f"git add src/a.py && git {verb} --continue")
    assert _notes(s) == []


def test_names_are_told_apart_by_their_folders() -> None:
    """Only where two files have the same name."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.edit("src/a.py", "x", "limit = 1")
    assert "changes to `a.py` came" in _notes(s)[0]
    s.edit("lib/a.py", "x", "limit = 1")
    assert "`src/a.py`, `lib/a.py`" in _notes(s)[0]


@pytest.mark.parametrize(
    ("ask", "note"),
    [
        ("Fix it.", "Not yet checked: changes to `b.py` came after the last check `pytest -q`"),
        ("请修复。", "尚未检查：`b.py` 的改动晚于最后一次检查 `pytest -q`"),
    ],
)
def test_only_standing_changes_are_unchecked(ask: str, note: str) -> None:
    """Reading a file again changes nothing; a script that is gone again needs no check."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Write", "File created successfully.", file_path="probe.py", content="print(1)")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.run("Read", "limit = 1", file_path="src/a.py")
    s.run("Bash", "", command="rm probe.py")
    assert _notes(s) == []
    s.edit("src/b.py", "x", "limit = 1")
    assert [said.split(" passed")[0].split(" 通过")[0] for said in _notes(s)] == [note]


@pytest.mark.parametrize("ask", ["Fix it.", "请修复。"])
def test_what_goes_with_scratch_files_is_nothing_to_check(ask: str) -> None:
    """Their output is deleted in one call with them; a source file's deletion is to be checked."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Write", "File created.", file_path="try_it.py", content="open('out.bin', 'w')")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.run("Bash", "", command="rm try_it.py out.bin")
    assert _notes(s) == []
    s.run("Bash", "", command="rm src/old.py")
    (note,) = _notes(s)
    assert "`old.py`" in note
    assert "out.bin" not in note


@pytest.mark.parametrize(
    ("ask", "note"),
    [
        (
            "Raise it.",
            "Not yet checked: no test, build or script was run after the changes to `limits.py`",
        ),
        ("提高上限。", "尚未检查：`limits.py` 改动之后没有运行过测试、构建或脚本"),
    ],
)
def test_what_no_check_has_seen_at_all_is_told(ask: str, note: str) -> None:
    """As long as nothing was run; plans and notes need no check."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/limits.py", "most = 1", "most = 2")
    s.run("Write", UPDATED, file_path="docs/plan.md", content="# Plan 计划\n")
    s.run("Bash", "src/limits.py", command="ls src")
    assert _unrun(s) == [note]
    s.run("Bash", "2", command="python tools/probe.py")
    assert _unrun(s) == []


@pytest.mark.parametrize("ask", ["Raise it.", "提高上限。"])
def test_at_the_next_hop_it_is_counted_in(ask: str) -> None:
    """The line of the hand-off says so of files that were changed before it."""
    s = SessionBuilder()
    s.user(ask)
    for number in range(40):
        s.edit(f"src/limits{number % 2}.py", f"most = {number}", f"most = {number + 1}")
    handed = compress_context_sync(s.messages, role="coder", to="tester", budget=700)
    after = SessionBuilder()
    after.handoff(handed.markdown, to="tester")
    after.run("Read", "most = 40", file_path="src/limits1.py")
    assert len(_unrun(s)) == len(_unrun(after)) == 1
    after.run("Bash", "3 passed in 0.1s", command="pytest -q")
    assert _unrun(after) == []


def _task(ask: str, name: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(f"{ask} `{name}`")
    s.run("Bash", "On branch main", command="git status")
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q", is_error=False)
    return s


HANDED_IN = [
    ("Raise the limit, then call", "The work is handed in: "),
    ("请把上限提高，改好之后先运行测试，再用下面这个命令提交：", "工作已提交："),
]
DIFF = "diff --git a/src/a.py b/src/a.py\n@@ -1,2 +1,2 @@\n def take(limit, size):\n+limit = 1\n"


@pytest.mark.parametrize(("ask", "label"), HANDED_IN)
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("submit", "submit"),
        ("TASK_DONE_AND_SUBMIT", "echo TASK_DONE_AND_SUBMIT && git add -A && git diff --cached"),
    ],
)
def test_work_that_is_handed_in_is_done(ask: str, label: str, name: str, command: str) -> None:
    """Nothing is to be committed any more; a later message asks anew."""
    s = _task(ask, name)
    s.run("Bash", DIFF, command=command, is_error=False)
    assert _notes(s) == [f"{label}`{name}`"]
    asks = view_of(s.messages).analysis.ledger.of(FactKind.REQUEST)
    assert {fact.status for fact in asks} == {Status.DONE}
    s.user("Now the other file. 现在改另一个文件。")
    assert not any(label in note for note in _notes(s))


@pytest.mark.parametrize(("ask", "label"), HANDED_IN)
def test_what_the_task_does_not_name_hands_nothing_in(ask: str, label: str) -> None:
    """Nor does a call that failed."""
    s = _task(ask, "make release")
    s.run("Bash", "ok", command="echo TASK_DONE_AND_SUBMIT", is_error=False)
    assert not any(label in note for note in _notes(s))
    s = _task(ask, "submit")
    s.run("Bash", "Exit code 1\nno such command", command="submit", is_error=True)
    assert not any(label in note for note in _notes(s))


@pytest.mark.parametrize(("command", "told"), [("submit", False), ("git diff", True)])
def test_what_stands_around_a_change_is_not_what_was_handed_in(command: str, *, told: bool) -> None:
    """The lines of the diff that it left as they were."""
    s = _task("Why does parse_header in src/a.py fail? Mend it, then call", "submit")
    kept = "value = parse_header(line, strict=True)"
    s.run("Bash", DIFF.replace("def take(limit, size):", kept), command=command, is_error=False)
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    assert any(kept in candidate.text for candidate in pool.candidates) is told


@pytest.mark.parametrize(("ask", "label"), HANDED_IN)
def test_a_call_that_hands_the_work_in_is_told_once(ask: str, label: str) -> None:
    """With what it hands in; not as a call that waits, nor as a command besides."""
    s = _task(ask, "submit")
    s.agent("", s.call("submit", command="submit ANSWER{42}"))
    lines = texts_of(proposed(CurrentWorkCompressor(), s.messages))
    assert [line for line in lines if "submit" in line] == [f"{label}`submit ANSWER{{42}}`"]


@pytest.mark.parametrize("ask", ["Fix it.", "请修复。"])
def test_notes_that_were_written_after_the_last_check_need_none(ask: str) -> None:
    """A guide is not tested."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q")
    s.edit("docs/guide.md", "x", "The limit is 1.")
    assert _notes(s) == []


def test_a_commit_of_something_else_is_no_commit_of_the_work() -> None:
    """Where an earlier commit was taken back, "nothing is committed" would be wrong."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", '[main 1a2b3c4] Revert "wip"', command="git revert --no-edit 5d6e7f8")
    assert _notes(s) == ["Not committed yet: changes to `a.py`"]


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        ("Fix it.", "`ruff check .` passed, `pytest -q` passed"),
        ("请修复。", "`ruff check .` 通过, `pytest -q` 通过"),
    ],
)
def test_all_checks_that_saw_the_last_checked_state_are_named(ask: str, named: str) -> None:
    """Not one that ran before an earlier change, and none that was refused."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", "Success: no issues found", command="mypy src", is_error=False)
    s.edit("src/a.py", "x", "limit = 1")
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    s.run("Bash", "3 passed in 0.1s", command="pytest -q", is_error=False)
    refusal = "The user doesn't want to proceed with this tool use."
    s.run("Bash", refusal, command="tox", is_error=True)
    s.edit("src/b.py", "x", "limit = 2")
    assert _notes(s)[0].endswith(named)
