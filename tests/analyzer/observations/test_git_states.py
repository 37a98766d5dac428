"""Files through stash, reset, checkout and clean: what stands, what is set aside, what is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analyzer.observations.exchanges import file_value, files, ledger
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, Status

OK = "<returncode>0</returncode>\n<output>\n</output>"
EDIT = "sed -i 's/a/b/' src/a.py"


def shell(*commands: str, output: str = OK) -> SessionBuilder:
    s = SessionBuilder()
    s.user("请修复 src/a.py。Fix it.")
    for command in commands:
        s.run("bash", output, command=command)
    return s


@pytest.mark.parametrize(
    ("commands", "state"),
    [
        (["git checkout src/a.py"], Status.REVERTED),
        (["git checkout ."], Status.REVERTED),
        (["git restore src/a.py"], Status.REVERTED),
        (["git reset --hard"], Status.REVERTED),
        (["git stash"], Status.STASHED),
        (["git stash", "git stash pop"], Status.DELETED),
        (["git checkout docs/b.md"], Status.DELETED),
        (["cp b.py src/a.py"], Status.CREATED),
        (["echo x | tee src/a.py"], Status.CREATED),
        (["sort b.txt > src/a.py"], Status.CREATED),
        (["mv b.py src/a.py"], Status.MODIFIED),
    ],
)
def test_a_deleted_file_that_is_there_again_is_not_told_as_deleted(
    commands: list[str], state: Status
) -> None:
    assert files(shell("rm src/a.py", *commands))["src/a.py"] is state
    assert files(shell("cat src/a.py", EDIT, "rm src/a.py", *commands))["src/a.py"] is state


def test_what_was_taken_from_the_index_comes_back_from_a_commit_only() -> None:
    assert files(shell("git rm src/a.py", "git checkout ."))["src/a.py"] is Status.DELETED
    assert files(shell("git rm src/a.py", "git reset --hard"))["src/a.py"] is Status.REVERTED


@pytest.mark.parametrize(
    ("commands", "state"),
    [
        (["git stash"], Status.STASHED),
        (["git stash push -m 'half done' -- src/a.py"], Status.STASHED),
        (["git stash push -- docs/b.md"], Status.MODIFIED),
        (["git stash", "git stash pop"], Status.MODIFIED),
        (["git stash", "git stash", "git stash pop"], Status.MODIFIED),
        (["git stash", "git stash apply"], Status.MODIFIED),
        (["git stash && pytest -q && git stash pop"], Status.MODIFIED),
        (["git stash", "git stash drop"], Status.REVERTED),
        (["git stash", "git stash apply", "git stash drop"], Status.MODIFIED),
        (["git stash", "git stash clear"], Status.REVERTED),
        (["git stash", "git checkout -- src/a.py"], Status.STASHED),
        (["git stash", "sed -i 's/x/y/' src/a.py"], Status.MODIFIED),
        (["git stash", "sed -i 's/x/y/' src/a.py", "git stash drop"], Status.MODIFIED),
        (["git reset --hard"], Status.REVERTED),
        (["git reset --soft HEAD~1"], Status.MODIFIED),
        (["git reset"], Status.MODIFIED),
        (["git commit -am one", "git reset --hard"], Status.MODIFIED),
        (["git commit -am one", "git reset --hard HEAD~1"], Status.REVERTED),
        (["git commit -am one", "git reset --hard origin/main"], Status.REVERTED),
        (["git commit -am one", "git reset --soft HEAD^"], Status.MODIFIED),
        (["git commit -am one", "git reset HEAD~1", "git checkout ."], Status.REVERTED),
        (["git add -A", "git checkout -- src/a.py"], Status.MODIFIED),
        (["git add -A", "git checkout HEAD -- src/a.py"], Status.REVERTED),
        (["git add -A", "sed -i 's/x/y/' src/a.py", "git checkout -- src/a.py"], Status.MODIFIED),
        (["git restore --staged src/a.py"], Status.MODIFIED),
        (["git restore --staged --worktree src/a.py"], Status.REVERTED),
    ],
)
def test_the_state_of_a_changed_file(commands: list[str], state: Status) -> None:
    """The newest of its states, and what was stashed comes back as it was."""
    assert files(shell(EDIT, *commands))["src/a.py"] is state


@pytest.mark.parametrize(
    ("commands", "state"),
    [
        (["git stash"], Status.CREATED),
        (["git stash -u"], Status.STASHED),
        (["git add new.py", "git stash"], Status.STASHED),
        (["git stash -u", "git stash pop"], Status.CREATED),
        (["git clean -fd"], Status.REVERTED),
        (["git clean -nfd"], Status.CREATED),
        (["git clean -fd build"], Status.CREATED),
        (["git add new.py", "git clean -fd"], Status.CREATED),
    ],
)
def test_the_state_of_a_new_file(commands: list[str], state: Status) -> None:
    """Git leaves alone what it does not know, unless it is told to take it."""
    assert files(shell("echo hi > new.py", *commands))["new.py"] is state


@pytest.mark.parametrize("words", ["No local changes to save", "没有要保存的本地修改"])
def test_a_stash_of_nothing_is_none(words: str) -> None:
    """What git says that it did not do has not been done."""
    s = shell(EDIT)
    s.run("bash", f"<returncode>0</returncode>\n<output>\n{words}\n</output>", command="git stash")
    assert files(s)["src/a.py"] is Status.MODIFIED


@pytest.mark.parametrize(
    ("said", "state"),
    [("", Status.MODIFIED), ("Saved working directory and index state WIP", Status.STASHED)],
)
def test_a_second_stash_holds_what_git_says(said: str, state: Status) -> None:
    """With nothing known to set aside it is a stash only if git says that it saved something."""
    s = shell(EDIT, "git stash")
    printed = f"<returncode>0</returncode>\n<output>\n{said}\n</output>"
    s.run("bash", printed, command="git stash")
    s.run("bash", OK, command="git stash pop")
    assert files(s)["src/a.py"] is state


@pytest.mark.parametrize(
    ("last", "state"),
    [
        ((), Status.MODIFIED),
        (("git stash",), Status.STASHED),
        (("git stash", "git stash drop"), Status.REVERTED),
        (("git stash", "sed -i 's/x/y/' src/a.py"), Status.MODIFIED),
        (("git stash", "cat src/a.py"), Status.STASHED),
    ],
)
def test_a_file_set_aside_again_and_again(last: tuple[str, ...], state: Status) -> None:
    """Its state is always right, and its history does not grow with every time."""
    again = ("git stash", "git stash pop") * 60
    fact = ledger(shell(EDIT, *again, *last)).get(FactKind.FILE, "src/a.py")
    assert fact is not None
    assert fact.status is state
    assert len(fact.history) < len(again) / 2


def test_of_two_stashes_the_newest_comes_back_first() -> None:
    """Or the one that is named."""
    two = (EDIT, "git stash", "sed -i 's/a/b/' src/b.py", "git stash")
    found = files(shell(*two, "git stash pop"))
    assert found == {"src/a.py": Status.STASHED, "src/b.py": Status.MODIFIED}
    found = files(shell(*two, "git stash pop stash@{1}"))
    assert found == {"src/a.py": Status.MODIFIED, "src/b.py": Status.STASHED}


@pytest.mark.parametrize(
    ("script", "removed", "added"),
    [
        ("s/limit = 2/limit = 3/", ["limit = 2"], ["limit = 3"]),
        (
            r"s/^import os$/import os\nLIMIT = 60\n\n\n@cache/",
            [],
            ["import os", "LIMIT = 60", "@cache"],
        ),
        (r"s/上限 = \(.*\)/上限 = \1 + 1/", [], []),
        ("s/limit.*/limit = 3/", [], ["limit = 3"]),
        ("s/limit/max_&/", [], []),
        (r"12c\    limit = 3\n    return limit", [], ["limit = 3", "return limit"]),
        ("/^import os/a import re", [], ["import re"]),
        (r"$a\上限 = 60", [], ["上限 = 60"]),
        ("12d", [], []),
    ],
)
def test_a_stream_editor_s_pattern_is_no_line(
    script: str, removed: list[str], added: list[str]
) -> None:
    """Only what stood in the file, or stands there now, is shown."""
    value = file_value(shell(f"sed -i '{script}' src/a.py"), "src/a.py")
    assert [line.text for hunk in value.hunks for line in hunk.removed] == removed
    assert [line.text.strip() for hunk in value.hunks for line in hunk.added] == added


class Tree:
    """A file in a repository, as git would have it: what is in the tree, index, commits, stash."""

    def __init__(self) -> None:
        self.base = self.head = self.index = self.tree = 0
        self.stash: list[int] = []
        self.count = 0

    def edit(self) -> str:
        self.count += 1
        self.tree = self.count
        return f"sed -i 's/{self.count}a/{self.count}b/' src/a.py"

    def commit(self) -> str:
        self.head = self.index = self.tree
        return "git commit -am more"

    def checkout(self) -> str:
        self.tree = self.index
        return "git checkout -- src/a.py"

    def reset(self) -> str:
        self.tree = self.index = self.head
        return "git reset --hard"

    def add(self) -> str:
        self.index = self.tree
        return "git add -A"

    def set_aside(self) -> str:
        if self.tree != self.head:
            self.stash.append(self.tree)
        self.tree = self.index = self.head
        return "git stash"

    def back(self) -> str:
        if self.stash and self.tree == self.head:
            self.tree = self.stash.pop()
            return "git stash pop"
        return "true"


STEPS: tuple[Callable[[Tree], str], ...] = (
    Tree.edit,
    Tree.commit,
    Tree.checkout,
    Tree.reset,
    Tree.add,
    Tree.set_aside,
    Tree.back,
)


@given(st.lists(st.sampled_from(STEPS), max_size=9))
@settings(max_examples=150, deadline=None)
def test_a_file_is_changed_while_the_tree_differs(
    steps: list[Callable[[Tree], str]],
) -> None:
    """I21: after any steps it reads as changed if and only if its text is not the first one."""
    tree = Tree()
    s = shell(*[step(tree) for step in steps])
    fact = ledger(s).get(FactKind.FILE, "src/a.py")
    changed = fact is not None and fact.status is Status.MODIFIED
    assert changed == (tree.tree != tree.base)
