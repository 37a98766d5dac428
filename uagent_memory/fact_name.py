"""FactName: by what kind and key a fact is found in the ledger."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.facts import FactKind

__all__ = ["FactName", "file_of_symbol", "run_key", "symbol_key"]


class FactName(NamedTuple):
    """Two facts with one name are the same fact."""

    kind: FactKind
    key: str


def run_key(command: str) -> str:
    """The key of a run of tests, by that of its command."""
    return f"run: {command}"


def symbol_key(path: str, name: str) -> str:
    """The key of a name that a file defines, by that of the file."""
    return f"{path}::{name}"


def file_of_symbol(key: str) -> str:
    """The key of the file that defines a name, by the name's own."""
    return key.partition("::")[0]
