from __future__ import annotations

from pathlib import Path

import pytest

from uagent_memory.errors import ConfigError
from uagent_memory.resources import resource_directory


def test_roles_are_found_where_this_runs() -> None:
    """From the checkout or the wheel under test, the role files are there."""
    assert (resource_directory("roles") / "coder.toml").is_file()


def test_a_checkout_has_them_at_the_top(tmp_path: Path) -> None:
    """Beside the package, next to pyproject.toml."""
    package = tmp_path / "uagent_memory"
    package.mkdir()
    (tmp_path / "roles").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert resource_directory("roles", package=package) == tmp_path / "roles"


def test_a_wheel_has_them_inside_the_package(tmp_path: Path) -> None:
    """Package data wins over a folder that happens to lie beside it."""
    package = tmp_path / "uagent_memory"
    (package / "_roles").mkdir(parents=True)
    (tmp_path / "roles").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert resource_directory("roles", package=package) == package / "_roles"


def test_a_strangers_folder_in_site_packages_is_not_ours(tmp_path: Path) -> None:
    """`site-packages/roles` of another distribution is never read."""
    package = tmp_path / "uagent_memory"
    package.mkdir()
    (tmp_path / "roles").mkdir()
    with pytest.raises(ConfigError, match="install uagent-memory again"):
        resource_directory("roles", package=package)
