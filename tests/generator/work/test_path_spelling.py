"""How the paths of files are spelled."""

from __future__ import annotations

import pytest

from uagent_memory.generator.work.path_spelling import PathSpelling

_FOLDER = "/home/dev/shop/src"
_PATHS = (f"{_FOLDER}/app.py", f"{_FOLDER}/lib/订单.py", "/etc/shop.toml", "notes.md")


def test_the_folder_of_most_files_is_left_out() -> None:
    """The deepest one that holds more than half of them; other paths stay as they are."""
    paths = PathSpelling(_PATHS, {}, 0.5)
    assert paths.root == f"{_FOLDER}/"
    assert [paths.shown(path) for path in _PATHS] == ["app.py", "lib/订单.py", *_PATHS[2:]]


def test_what_is_typed_in_full_is_spelled_in_full() -> None:
    """From the given need on."""
    paths = PathSpelling(_PATHS, {_PATHS[0]: 0.5, _PATHS[1]: 0.4}, 0.5)
    assert paths.is_typed_in_full(_PATHS[0])
    assert [paths.shown(path) for path in _PATHS[:2]] == [_PATHS[0], "lib/订单.py"]


@pytest.mark.parametrize("paths", [(), ("src/app.py", "app.py"), ("/srv/app.py",)])
def test_without_a_shared_folder_there_is_no_root(paths: tuple[str, ...]) -> None:
    """One file alone, or relative paths, share none."""
    assert PathSpelling(paths, {}, 0.5).root == ""
