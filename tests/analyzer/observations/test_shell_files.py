"""FILE observations of shell commands: only what surely happened."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import file_value, files, ledger
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, Status


def shell(*runs: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    for command, output in runs:
        s.run("bash", output, command=command)
    return s


OK = "<returncode>0</returncode>\n<output>\n</output>"
FAILED = "<returncode>1</returncode>\n<output>\n{}</output>"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("sed -i 's/a/b/' src/a.py", {"src/a.py": Status.MODIFIED}),
        (
            "sed -i.bak -e 's/a/b/' -e 's/c/d/' a.py b.py",
            {"a.py": Status.MODIFIED, "b.py": Status.MODIFIED},
        ),
        ("perl -0777 -pi -e 's/a/b/' a.py", {"a.py": Status.MODIFIED}),
        ("echo hi > out.txt", {"out.txt": Status.CREATED}),
        ("echo hi >> out.txt 2>&1", {"out.txt": Status.MODIFIED}),
        ("make 2>/dev/null >build.log", {"build.log": Status.CREATED}),
        ("echo x | tee -a notes.md >/dev/null", {"notes.md": Status.MODIFIED}),
        (
            "cat <<'EOF' > src/new.py\ndef f():\n    return 'it''s'\nEOF",
            {"src/new.py": Status.CREATED},
        ),
        ("mv a.py b.py", {"a.py": Status.RENAMED, "b.py": Status.MODIFIED}),
        ("mv a.py lib/", {"a.py": Status.RENAMED, "lib/a.py": Status.MODIFIED}),
        ("git mv a.py b.py", {"a.py": Status.RENAMED, "b.py": Status.MODIFIED}),
        ("cp a.py b.py", {"b.py": Status.CREATED}),
        ("rm a.py b.py", {"a.py": Status.DELETED, "b.py": Status.DELETED}),
        ("git rm -q old.txt", {"old.txt": Status.DELETED}),
        ("touch pkg/__init__.py", {"pkg/__init__.py": Status.CREATED}),
        ("gofmt -w cmd/main.go", {"cmd/main.go": Status.MODIFIED}),
        ("gofmt -l cmd/main.go", {}),
        ("F=src/a.py; sed -i 's/a/b/' \"$F\"", {"src/a.py": Status.MODIFIED}),
        (
            "for f in a.go b.go; do sed -i 's/x/y/' $f; done",
            {"a.go": Status.MODIFIED, "b.go": Status.MODIFIED},
        ),
        ("cd src && sed -i 's/a/b/' a.py", {"src/a.py": Status.MODIFIED}),
        (
            "(cd src && touch a.py); touch b.py",
            {"src/a.py": Status.CREATED, "b.py": Status.CREATED},
        ),
        ('bash -lc "touch x.py"', {"x.py": Status.CREATED}),
        ("sed -n '1,9p' src/a.py", {"src/a.py": Status.READ}),
        ("cat a.py | head -5", {"a.py": Status.READ}),
        ("grep -n 'def x' src/a.py", {"src/a.py": Status.READ}),
        ("ls *.py > /dev/null", {}),
        ("test -f a.py || touch a.py", {}),
        ("if [ -f a.py ]; then rm a.py; fi", {}),
        (
            "patch -p1 <<'EOF'\n--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-x\n+y\nEOF",
            {"src/a.c": Status.MODIFIED},
        ),
        (
            "python3 - <<'EOF'\np = Path('conf/app.toml')\np.write_text('2')\nEOF",
            {"conf/app.toml": Status.CREATED},
        ),
        ("python3 -c \"open('v.txt','w').write('1')\"", {"v.txt": Status.CREATED}),
        ("python3 -c \"print(open('v.txt').read())\"", {}),
    ],
)
def test_successful_commands(command: str, expected: dict[str, Status]) -> None:
    """Edits, redirections, moves, deletions, scripts and reads by shell."""
    assert files(shell((command, OK))) == expected


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("sed -i 's/a/b/' gone.py", "sed: can't read gone.py: No such file or directory\n"),
        ("mv gone.py b.py", "mv: cannot stat 'gone.py': No such file or directory\n"),
        ("sed -i 's/a/b' gone.py", ""),
        ("false && touch gone.py", ""),
        ("cp x.py gone.py", "cp: 无法获取 'x.py' 的文件状态: 没有那个文件或目录\n"),
    ],
)
def test_failed_commands_change_nothing(command: str, output: str) -> None:
    """Nothing is claimed for a command that failed, or that may not have run."""
    done = (Status.CREATED, Status.MODIFIED, Status.DELETED, Status.RENAMED)
    assert not [
        key
        for key, status in files(shell((command, FAILED.format(output)))).items()
        if status in done
    ]


def test_what_ran_before_the_failure_counts() -> None:
    """A write before a failing test run took place; what came after it did not."""
    command = "cat > fix.py <<'EOF'\nx = 1\nEOF\npytest -q && touch done.txt"
    s = shell((command, FAILED.format("1 failed in 0.1s\n")))
    assert files(s) == {"fix.py": Status.CREATED, "done.txt": Status.UNCHANGED}


def test_a_loud_command_that_did_not_complain_succeeded() -> None:
    """`sed` before a failing check in one && chain has changed its file."""
    s = shell(("sed -i 's/a/b/' a.py && python test_a.py", FAILED.format("AssertionError\n")))
    assert files(s)["a.py"] is Status.MODIFIED


def test_a_silent_failure_of_a_search_leaves_the_edit_before_it() -> None:
    """`grep` without a match ends with 1 and says nothing."""
    s = shell(("sed -i 's/a/b/' a.py && grep -n zzz a.py", FAILED.format("")))
    assert files(s)["a.py"] is Status.MODIFIED


def test_rm_goes_on_after_a_missing_file() -> None:
    """Of several files only the one complained of was not removed."""
    s = shell(
        ("touch a.py", OK),
        ("rm a.py b.py", FAILED.format("rm: cannot remove 'b.py': No such file or directory\n")),
    )
    assert files(s) == {"a.py": Status.DELETED, "b.py": Status.UNCHANGED}


@pytest.mark.parametrize(
    "told",
    [
        "rm: cannot remove 'made.txt': No such file or directory",
        "rm: 无法删除 'made.txt'：没有那个文件或目录",
    ],
)
def test_what_rm_does_not_find_is_gone(told: str) -> None:
    """What was made before has been deleted by something else; what could not be deleted stays."""
    s = shell(("touch made.txt", OK), ("rm -v made.txt", FAILED.format(told)))
    assert files(s)["made.txt"] is Status.DELETED
    held = "rm: cannot remove 'made.txt': Permission denied"
    s = shell(("touch made.txt", OK), ("rm made.txt", FAILED.format(held)))
    assert files(s)["made.txt"] is Status.CREATED


def test_a_folder_goes_also_where_another_file_was_missing() -> None:
    """And takes its files along, as when nothing is complained of."""
    missing = "<returncode>0</returncode>\nrm: cannot remove 'x.py': No such file or directory"
    s = shell(("touch app/a.py", OK), ("rm x.py\nrm -rf app", missing))
    assert files(s)["app/a.py"] is Status.DELETED


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("out_*.txt", {"keep.md", "sub/out_3.txt"}),
        ("-rf build out_[12].txt", {"keep.md", "sub/out_3.txt"}),
        ("sub/*", {"keep.md", "out_1.txt", "out_2.txt"}),
        ("*.py", {"keep.md", "out_1.txt", "out_2.txt", "sub/out_3.txt"}),
        ("'out_*.txt'", {"keep.md", "out_1.txt", "out_2.txt", "sub/out_3.txt"}),
    ],
)
def test_a_pattern_deletes_the_files_that_the_log_has_shown(pattern: str, left: set[str]) -> None:
    """In its own folder only; one in quotation marks is a name."""
    made = "for f in 1; do :; done; " + "; ".join(
        f"echo x > {name}" for name in ("out_1.txt", "out_2.txt", "sub/out_3.txt", "keep.md")
    )
    found = files(shell((made, OK), (f"rm {pattern}", OK)))
    assert {name for name, status in found.items() if status is Status.CREATED} == left


@pytest.mark.parametrize(
    "answer",
    ["The user doesn't want to proceed with this tool use.", "用户拒绝执行该命令"],
)
def test_a_refused_command_changes_nothing(answer: str) -> None:
    """A person's refusal in either language."""
    assert files(shell(("rm -rf src/a.py; touch b.py", answer)))["b.py"] is Status.UNCHANGED


@pytest.mark.parametrize(
    "undo",
    [
        "git checkout -- src/a.py",
        "git checkout src/a.py",
        "git restore src/a.py",
        "git checkout .",
        "git reset --hard",
        "git show HEAD:src/a.py > src/a.py",
    ],
)
def test_git_takes_changes_back(undo: str) -> None:
    """The ways to go back to the committed state."""
    s = shell(("sed -i 's/a/b/' src/a.py", OK), (undo, OK))
    assert files(s)["src/a.py"] is Status.REVERTED


@pytest.mark.parametrize("folder", ["src", "./src/", ".github", "./.github/"])
def test_git_takes_a_folder_back(folder: str) -> None:
    """Also one whose name begins with a dot; a folder beside it stays as it is."""
    path = f"{folder.removeprefix('./').strip('/')}/a.yml"
    edits = ((f"sed -i 's/a/b/' {name}", OK) for name in (path, "docs/a.yml"))
    found = files(shell(*edits, (f"git checkout -- {folder}", OK)))
    assert found == {path: Status.REVERTED, "docs/a.yml": Status.MODIFIED}


def test_a_stash_comes_back() -> None:
    """`git stash pop` brings the change back, with a conflict too."""
    s = shell(("sed -i 's/a/b/' a.py", OK), ("git stash", OK), ("git stash pop", OK))
    assert files(s) == {"a.py": Status.MODIFIED}
    s = shell(
        ("sed -i 's/a/b/' a.py", OK),
        ("git stash", OK),
        ("git stash pop", FAILED.format("CONFLICT (content): Merge conflict in a.py\n")),
    )
    assert files(s) == {"a.py": Status.MODIFIED}


def test_a_committed_change_survives_a_later_revert() -> None:
    """`git checkout` after a commit goes back to that commit, not behind it."""
    s = shell(
        ("sed -i 's/a/b/' a.py", OK),
        ("git add -A && git commit -m one", OK),
        ("sed -i 's/b/c/' a.py", OK),
        ("git checkout -- a.py", OK),
    )
    assert files(s) == {"a.py": Status.MODIFIED}


def test_unstaging_and_branches_are_no_reverts() -> None:
    """`git restore --staged` and `git checkout branch` leave the file."""
    s = shell(
        ("sed -i 's/a/b/' a.py", OK), ("git restore --staged a.py", OK), ("git checkout main", OK)
    )
    assert files(s) == {"a.py": Status.MODIFIED}


def test_copying_a_backup_back_reverts() -> None:
    """A file saved before its first change and copied back is as it was."""
    s = shell(("cp a.py a.py.bak", OK), ("sed -i 's/a/b/' a.py", OK), ("mv a.py.bak a.py", OK))
    assert files(s) == {"a.py.bak": Status.DELETED, "a.py": Status.REVERTED}


def test_a_script_written_before_changes_files_when_it_is_run() -> None:
    """What `fix.py` opens for writing changes at its run, not when the script is written."""
    code = "name = 'src/core.py'\nwith open(name, 'w') as f:\n    f.write('x')"
    script = f"cat <<'EOF' > fix.py\n{code}\nEOF"
    s = shell((script, OK))
    assert files(s) == {"fix.py": Status.CREATED}
    s.run("bash", OK, command="python fix.py")
    assert files(s)["src/core.py"] is Status.CREATED
    s.run("bash", OK, command="git checkout src/core.py")
    assert files(s)["src/core.py"] is Status.REVERTED


def test_substitutions_and_documents_become_hunks() -> None:
    """`s/old/new/` and the text of a here-document are quoted."""
    s = shell(
        ("sed -i 's/limit = 5/limit = 9/' a.py", OK), ("cat > b.md <<'EOF'\n# Notes\nx\nEOF", OK)
    )
    (hunk,) = file_value(s, "a.py").hunks
    assert (hunk.removed[0].text, hunk.added[0].text) == ("limit = 5", "limit = 9")
    value = file_value(s, "b.md")
    assert [line.text for line in value.hunks[0].added] == ["# Notes", "x"]
    assert [name.text for name in value.defined] == ["Notes"]


def test_a_deleted_folder_takes_its_files_along() -> None:
    """`rm -rf dir` deletes what was written below it."""
    s = shell(("echo x > tmpdir/a.txt", OK), ("rm -rf tmpdir", OK))
    assert files(s)["tmpdir/a.txt"] is Status.DELETED


def test_every_file_value_is_quoted_from_the_log() -> None:
    """Paths and hunks stand in the text of the fact's sources."""
    s = shell(
        ("cat > a.py <<'EOF'\ndef f(): pass\nEOF", OK),
        ("mv a.py b.py", OK),
        ("sed -i 's/f/g/' ./b.py", OK),
        ("git stash", OK),
    )
    by_id = {message.id: message for message in s.messages}
    for fact in ledger(s).of(FactKind.FILE):
        quotes = [by_id[span.message_id].quote(span) for span in fact.sources]
        for seen in fact.history:
            path = getattr(seen.value, "path", "")
            assert any(path in quote for quote in quotes)
