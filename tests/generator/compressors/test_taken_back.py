"""How files and results read that were set aside, taken back or only passed through."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.errors import ErrorsCompressor
from uagent_memory.generator.compressors.files import FilesCompressor

ASKS = {"en": "Fix the limits.", "zh": "请修复限流。"}
PASSED = "tests/test_limits.py::test_burst PASSED\n3 passed in 0.1s"
both = pytest.mark.parametrize("language", ["en", "zh"])


def session(language: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ASKS[language])
    return s


def bash(s: SessionBuilder, *commands: str, output: str = "") -> None:
    for command in commands:
        s.run("Bash", output, command=command, is_error=False)


def file_lines(s: SessionBuilder) -> list[str]:
    return texts_of(proposed(FilesCompressor(), s.messages), kind="file")


def hunk_lines(s: SessionBuilder) -> list[str]:
    return texts_of(proposed(FilesCompressor(), s.messages), kind=EntryKind.QUOTE)


@pytest.mark.parametrize(
    ("language", "state"), [("en", "stashed, set aside"), ("zh", "已暂存，未恢复")]
)
def test_a_stashed_file_is_set_aside(language: str, state: str) -> None:
    """It is not called reverted, and its lines are not shown as if they stood."""
    s = session(language)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "git stash")
    assert file_lines(s) == [f"`src/limits.py` {state}"]
    assert not any("limit = 3" in line for line in hunk_lines(s))
    bash(s, "git stash pop")
    assert "+ limit = 3" in hunk_lines(s)


@both
def test_lines_that_cancel_out_are_not_shown(language: str) -> None:
    """Of what one edit put in and a later one took out nothing is left to show."""
    s = session(language)
    s.edit("src/limits.py", "import os", "import os\nprint('debug')")
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    s.edit("src/limits.py", "import os\nprint('debug')\nimport re", "import os\nimport re")
    assert hunk_lines(s) == ["+ limit = 3", "- limit = 2\n+ limit = 3"]


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Created and deleted again: "), ("zh", "创建后又删除：")]
)
@pytest.mark.parametrize("removal", ["rm reproduce.py check.py", "git clean -fd"])
def test_scripts_that_came_and_went_share_a_line(language: str, label: str, removal: str) -> None:
    """Their names, and neither their definitions nor their lines."""
    s = session(language)
    for name in ("reproduce.py", "check.py"):
        s.run("Write", "File created.", file_path=name, content="def probe():\n    return 1\n")
        bash(s, f"python {name}")
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, removal)
    candidates = [c for c in proposed(FilesCompressor(), s.messages) if c.joins == "gone"]
    assert [c.text for c in candidates] == ["`reproduce.py`", "`check.py`"]
    assert {c.lead for c in candidates} == {label}
    assert not any("probe" in text for text in texts_of(proposed(FilesCompressor(), s.messages)))


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Temporary files created: "), ("zh", "新建的临时文件：")]
)
def test_temporary_files_are_named_in_a_line(language: str, label: str) -> None:
    s = session(language)
    s.run("Write", "File created.", file_path="/tmp/probe.py", content="limit = 9\n")
    assert file_lines(s) == [f"{label}`/tmp/probe.py`"]
    assert hunk_lines(s) == []


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Created and deleted again: "), ("zh", "创建后又删除：")]
)
@pytest.mark.parametrize(
    "moves",
    [
        ("mv check.py repro/", "rm -rf repro"),
        ("mv check.py a.py", "mv a.py b.py", "rm b.py"),
        ("git mv check.py a.py", "mv a.py check.py", "rm check.py"),
    ],
)
def test_what_was_made_moved_and_deleted_leaves_no_trace(
    language: str, label: str, moves: tuple[str, ...]
) -> None:
    """No line says that it was renamed, at none of its places."""
    s = session(language)
    s.run("Write", "File created.", file_path="check.py", content="def probe():\n    return 1\n")
    bash(s, *moves)
    lines = file_lines(s)
    assert f"{label}`check.py`" in lines
    assert all(line.startswith(label) for line in lines)


@both
def test_what_was_there_before_and_was_moved_and_deleted_is_told(language: str) -> None:
    """Its old place is empty now: that is a change."""
    s = session(language)
    s.run("Read", "x = 1", file_path="old.py")
    bash(s, "mv old.py new.py", "rm new.py")
    assert any(line.startswith("`old.py`") for line in file_lines(s))


@pytest.mark.parametrize(("language", "label"), [("en", "Deleted: "), ("zh", "已删除：")])
def test_a_temporary_file_deleted_unseen_is_told_as_deleted(language: str, label: str) -> None:
    """Not as one that is there."""
    s = session(language)
    bash(s, "rm /tmp/probe.log")
    assert file_lines(s) == [f"{label}`/tmp/probe.log`"]


@pytest.mark.parametrize(("language", "label"), [("en", "Deleted: "), ("zh", "已删除：")])
def test_files_deleted_unseen_share_a_line(language: str, label: str) -> None:
    """Several of them; one that was read before is told by itself."""
    s = session(language)
    s.run("Read", "x = 1", file_path="src/old.py")
    bash(s, "rm a.out b.out src/old.py")
    lines = file_lines(s)
    assert [line for line in lines if line.startswith(label)] == [
        f"{label}`a.out`",
        f"{label}`b.out`",
    ]
    assert any(line.startswith("`src/old.py` ") for line in lines)


@pytest.mark.parametrize(
    ("command", "en", "zh"),
    [
        ("git stash", " (before the stash)", "（暂存之前）"),
        ("git reset --hard", " (before the reset)", "（重置之前）"),
        ("git checkout -- src/limits.py", " (before the revert)", "（还原之前）"),
    ],
)
@both
def test_a_result_older_than_the_taking_back_says_so(
    language: str, command: str, en: str, zh: str
) -> None:
    """The run's line and the tests it passed; a new run is the present again."""
    mark = {"en": en, "zh": zh}[language]
    s = session(language)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "pytest -q", output=PASSED)
    assert not any(mark in text for text in results(s))
    bash(s, command)
    assert results(s)
    assert all(mark in text for text in results(s))
    bash(s, "pytest -q", output=PASSED)
    assert not any(mark in text for text in results(s))


@both
def test_a_result_holds_again_when_the_stash_is_back(language: str) -> None:
    """What ran in between saw the files without the changes."""
    s = session(language)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "pytest -q", output=PASSED)
    bash(s, "git stash")
    bash(s, "pytest tests/test_login.py", output="2 passed in 0.1s")
    bash(s, "git stash pop")
    mark = {"en": " (with the changes stashed)", "zh": "（改动暂存期间）"}[language]
    marked = [text for text in results(s) if mark in text]
    assert len(marked) == 1
    assert "tests/test_login.py" in marked[0]


FAILED = "FAILED tests/test_limits.py::test_burst - assert 2 == 3\n1 failed, 2 passed in 0.1s"
away = pytest.mark.parametrize(
    ("taken", "back"),
    [
        ("git stash", "git stash pop"),
        (
            "cp src/limits.py src/limits.py.bak && git checkout src/limits.py",
            "mv src/limits.py.bak src/limits.py",
        ),
        (
            "cp src/limits.py /tmp/limits.py && git checkout -- src/limits.py",
            "cp /tmp/limits.py src/limits.py",
        ),
    ],
)


@both
@away
def test_a_run_without_the_changes_is_a_comparison(language: str, taken: str, back: str) -> None:
    """What is told of the command is its run with them, which is the check of what is there."""
    s = session(language)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "pytest -q", output=PASSED)
    bash(s, taken)
    s.run("Bash", FAILED, command="pytest -q", is_error=True)
    bash(s, back)
    assert any("3 passed" in text for text in results(s))
    told = [*results(s), *texts_of(proposed(ErrorsCompressor(), s.messages))]
    assert not any("1 failed" in text or "assert 2 == 3" in text for text in told)
    notes = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    assert not any("pytest" in note for note in notes)


@pytest.mark.parametrize(
    ("language", "marks"),
    [
        ("en", ("with the changes stashed", "without the changes")),
        ("zh", ("改动暂存期间", "不含改动时")),
    ],
)
@away
def test_a_comparison_alone_checks_nothing(
    language: str, marks: tuple[str, ...], taken: str, back: str
) -> None:
    """It is told as such, and what it found is no trouble of the files as they are."""
    s = session(language)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, taken)
    s.run("Bash", FAILED, command="pytest -q", is_error=True)
    bash(s, back)
    assert any(mark in text for text in results(s) for mark in marks)
    errors = proposed(ErrorsCompressor(), s.messages)
    assert not [text for text in texts_of(errors, kind="error") if "test_burst" in text]
    notes = texts_of(proposed(CurrentWorkCompressor(), s.messages), kind="note")
    assert not any("pytest" in note for note in notes)


@away
def test_work_while_changes_are_away_is_no_comparison(taken: str, back: str) -> None:
    """Another file was changed then: what failed there is still to be mended."""
    s = session("en")
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "pytest -q", output=PASSED)
    bash(s, taken)
    s.edit("src/other.py", "size = 2", "size = 3")
    s.run("Bash", FAILED, command="pytest -q", is_error=True)
    bash(s, back)
    assert any("1 failed" in text for text in results(s))


def test_what_was_changed_after_a_run_does_not_age_it() -> None:
    """The run never saw the edit that was taken back."""
    s = session("en")
    bash(s, "pytest -q", output=PASSED)
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    bash(s, "git reset --hard")
    assert not any("before the" in text for text in results(s))


def results(s: SessionBuilder) -> list[str]:
    """The lines of runs and of passing tests."""
    found = (
        *proposed(CurrentWorkCompressor(), s.messages),
        *proposed(ErrorsCompressor(), s.messages),
    )
    texts = [c.lead + c.text for c in found if c.kind in ("command", "test")]
    return [text for text in texts if "pytest" in text or "test_burst" in text]


@pytest.mark.parametrize(
    ("ask", "name", "label"),
    [
        ("Fix the parser.", "reproduce_issue.py", "Temporary files created: "),
        ("修复解析器。", "复现_issue.py", "新建的临时文件："),
    ],
)
def test_a_script_that_shows_the_fault_is_told_by_its_name(ask: str, name: str, label: str) -> None:
    """It is no part of the work, unless the user asked for it by name."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Write", "File created successfully", file_path=name, content="limit = 3\n")
    s.edit("src/http.py", "limit = 1", "limit = 2")
    assert f"{label}`{name}`" in texts_of(proposed(FilesCompressor(), s.messages))
    s.user(f"{name}?")
    assert f"{label}`{name}`" not in texts_of(proposed(FilesCompressor(), s.messages))


def test_a_folder_of_passing_files_is_gone_with_them() -> None:
    """It was made for them."""
    s = SessionBuilder()
    s.user("Fix the parser.")
    s.run("Write", "File created successfully", file_path="repro/a.py", content="limit = 3\n")
    s.run("Bash", "<returncode>0</returncode>", command="rm -rf repro")
    texts = texts_of(proposed(FilesCompressor(), s.messages), kind="file")
    assert texts == [f"Created and deleted again: `{path}`" for path in ("repro/a.py", "repro")]


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Temporary files created: "), ("zh", "新建的临时文件：")]
)
@pytest.mark.parametrize("name", ["check_limits.py", "test_limits_by_hand.py", "调试_限流.py"])
def test_scripts_that_only_look_share_a_line(language: str, label: str, name: str) -> None:
    """Where other files are the work; not one that a user named, or that a test runner ran."""
    s = session(language)
    s.run("Write", "File created.", file_path=name, content="def probe():\n    return 1\n")
    bash(s, f"python {name}", output="1")
    assert not any(line.startswith(label) for line in file_lines(s))
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    assert any(line == f"{label}`{name}`" for line in file_lines(s))
    assert not any("probe" in line for line in hunk_lines(s))


@both
def test_scripts_that_are_the_work_keep_their_line(language: str) -> None:
    """In a folder, named by a user, run by a test runner, or not run at all."""
    s = session(language)
    s.user("Also write check_all.py. 另外写 check_all.py。")
    for name in ("tools/check_one.py", "check_all.py", "test_limits.py", "update_none.py"):
        s.run("Write", "File created.", file_path=name, content="def probe():\n    return 1\n")
    bash(s, "python tools/check_one.py", "python check_all.py", "pytest -q test_limits.py")
    s.edit("src/limits.py", "limit = 2", "limit = 3")
    kept = [line for line in file_lines(s) if "probe" in line]
    assert len(kept) == len(("one", "all", "limits", "none"))
