"""What whoever trains can put right."""

from __future__ import annotations

from benchmarks.quality.errors import SuiteError

__all__ = ["TrainingError"]


class TrainingError(SuiteError):
    """One line: what is missing, and what to do."""
