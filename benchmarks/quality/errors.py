"""What a user of the suite can put right."""

from __future__ import annotations

__all__ = ["SuiteError"]


class SuiteError(Exception):
    """One line: what is wrong, where, and what to do."""
