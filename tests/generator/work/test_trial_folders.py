"""Folders that were made to try something in."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of

ASKS = ["Mend the loader in src.", "请修复 src 里的加载器。"]
asked = pytest.mark.parametrize("ask", ASKS)
CREATED = "File created successfully."


def session(ask: str, *paths: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    for path in paths:
        s.run("Write", CREATED, file_path=path, content="import app")
    return s


def passing(s: SessionBuilder) -> frozenset[str]:
    return frozenset(view_of(s.messages).passing_files)


@asked
@pytest.mark.parametrize(
    "path", ["Temp/pkg/mod.py", "reproduction/docs/conf.py", "lab/repro_app/views.py", "临时/a.py"]
)
def test_what_lies_in_one_is_no_work(ask: str, path: str) -> None:
    """By the folder's name, wherever it stands, or beside the project's folders."""
    assert passing(session(ask, path)) == {path}


@asked
@pytest.mark.parametrize("path", ["src/temp/mod.py", "temperature/a.py", "templates/a.html"])
def test_a_folder_of_the_project_is_none(ask: str, path: str) -> None:
    """Its name only resembles one, or it stands among the project's own."""
    assert not passing(session(ask, path))


@asked
def test_one_that_was_there_before_is_none(ask: str) -> None:
    """Nor is one that the user names; a file's bare name is not the folder's."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Read", "1→import app", file_path="sandbox/a.py")
    s.run("Write", CREATED, file_path="sandbox/b.py", content="import app")
    assert not passing(s)
    assert not passing(session(f"{ask} sandbox/", "sandbox/b.py"))
    assert passing(session(f"{ask} settings.py", "repro/settings.py")) == {"repro/settings.py"}


@asked
def test_what_was_made_here_and_moved_into_one_goes_with_it(ask: str) -> None:
    """Under both of its names."""
    s = session(ask, "example.py")
    s.run("Bash", "", command="mkdir -p reproduction && mv example.py reproduction/")
    assert passing(s) == {"example.py", "reproduction/example.py"}


@asked
def test_a_script_that_is_tried_beside_a_reproduction_is_no_work(ask: str) -> None:
    """Also before a file of the project is changed; without one it may be the work itself."""
    tried = ("check_rows.py", "python check_rows.py")
    s = session(ask, tried[0])
    s.run("Bash", "ok", command=tried[1], is_error=False)
    assert not passing(s)
    s.run("Write", CREATED, file_path="reproduce_issue.py", content="import app")
    assert passing(s) == {"check_rows.py", "reproduce_issue.py"}
