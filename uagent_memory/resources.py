"""Where roles/ and prompts/ are found: at the top of a checkout, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from uagent_memory.errors import ConfigError

__all__ = ["ResourceName", "is_folder", "no_folder", "resource_directory"]

ResourceName: TypeAlias = Literal["prompts", "roles"]

PACKAGE = Path(__file__).resolve().parent


def is_folder(path: Path) -> bool:
    """Whether a folder is there; a name that the system does not take names none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def no_folder(path: Path, kind: str) -> ConfigError:
    """What is wrong with a path that should be a folder of files of one kind."""
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if is_file:
        return ConfigError(f"{path}: a file, not a folder: name the folder that holds it")
    return ConfigError(f"{path}: the {kind} folder is not there; check the search path")


def resource_directory(name: ResourceName, *, package: Path = PACKAGE) -> Path:
    """The shipped folder of that name.

    A wheel carries it as package data (`_roles`, `_prompts`: pyproject.toml, force-include). A
    checkout has it beside the package; `pyproject.toml` next to it tells a checkout from a folder
    in site-packages that happens to have the same name.

    Raises:
        ConfigError: neither is there, so the installation is incomplete.
    """
    installed, checkout = package / f"_{name}", package.parent / name
    if installed.is_dir():
        return installed
    if checkout.is_dir() and (package.parent / "pyproject.toml").is_file():
        return checkout
    raise ConfigError(
        f"the shipped {name}/ folder is neither at {installed} nor at {checkout}: "
        "install uagent-memory again"
    )
