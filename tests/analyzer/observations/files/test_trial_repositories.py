"""Repositories made in a temporary folder to try something."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory import compress_context_sync

ASKS = ["Mend the listing.", "请修复文件列表。"]
asked = pytest.mark.parametrize("ask", ASKS)
TRIAL = 'git init && echo one > old.txt && git add . && git commit -m "first"'
MADE = "[main (root-commit) 3ac3f6b] first\n 1 file changed, 1 insertion(+)"


def session(ask: str, *before: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    for command, printed in before:
        s.run("bash", printed, command=command)
    return s


def told(s: SessionBuilder) -> str:
    for number in range(60):
        s.agent(f"Row {number} of the list is kept in `store_{number}.table`.")
    return compress_context_sync(s.messages, budget=900).markdown


@asked
@pytest.mark.parametrize(
    "enter",
    [
        "cd /tmp && mkdir rename-test && cd rename-test",
        'cd "$(mktemp -d)"',
        "dir=$(mktemp -d); cd $dir",
    ],
)
def test_its_commits_are_not_the_projects(ask: str, enter: str) -> None:
    s = session(ask, ("git status", "nothing to commit"), (f"{enter} && {TRIAL}", MADE))
    text = told(s)
    assert '`git commit -m "first"`' not in text
    assert "`old.txt` created" not in text


@asked
def test_what_the_project_has_staged_stays_uncommitted(ask: str) -> None:
    s = session(ask, ("git status", "nothing to commit"))
    s.edit("src/a.py", "limit = 2", "limit = 3")
    s.run("bash", "", command="git add src/a.py")
    s.run("bash", MADE, command=f"cd /tmp/lab && {TRIAL}; git stash; cd -")
    text = told(s)
    assert "`src/a.py` modified" in text
    assert "src/a.py` stashed" not in text


@asked
def test_where_no_other_is_known_it_may_be_the_work(ask: str) -> None:
    s = session(ask, (f"cd /tmp/work && {TRIAL}", MADE))
    assert "git commit" in told(s)
