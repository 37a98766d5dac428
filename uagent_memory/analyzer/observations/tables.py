"""The data files of this package: word lists, name tables and patterns, loaded once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["either", "strings", "table"]

_DATA = Path(__file__).parent / "data"


@cache
def table(name: str) -> Mapping[str, Any]:
    """The parsed data file `name.toml`."""
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def strings(name: str, *keys: str) -> frozenset[str]:
    """A list of strings in a data file, as a set."""
    value: Any = table(name)
    for key in keys:
        value = value[key]
    return frozenset(value)


def either(patterns: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """One pattern that matches where any of the given ones does."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags)
