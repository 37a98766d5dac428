"""The audit's word lists and limits, from the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from uagent_memory.config import read_toml

__all__ = ["audit_data", "rewording_data", "thesaurus_data"]


@cache
def audit_data() -> Mapping[str, Any]:
    """What the audit looks for, and its limits."""
    return read_toml(Path(__file__).with_name("audit.toml"))


@cache
def rewording_data() -> Mapping[str, Any]:
    """Words that say the same in other words, and signs of how something is told."""
    return read_toml(Path(__file__).with_name("rewording.toml"))


@cache
def thesaurus_data() -> Mapping[str, Any]:
    """Words that may stand for each other, and pairs that may not."""
    return read_toml(Path(__file__).with_name("thesaurus.toml"))
