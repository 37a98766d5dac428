"""The result of a run: one flat list of figures, with what it takes to make them again."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.quality.errors import SuiteError

__all__ = ["ALL", "FORMAT", "Figure", "Note", "Report", "Section", "read_report"]

FORMAT = 1
ALL = "all"
"""In place of a source: all of them together."""
Section: TypeAlias = Literal["cuts", "recorded", "probes", "survival", "structure", "cost"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Figure(_Model):
    """One number. `n`: over how many cases, questions, facts or calls."""

    section: Section
    measure: str
    compressor: str
    source: str = ALL
    budget: int | None = None
    """Tokens; None where each case has a size of its own."""
    value: float
    n: int

    @property
    def key(self) -> tuple[str, str, str, str, int | None]:
        return (self.section, self.measure, self.compressor, self.source, self.budget)

    @property
    def less_is_better(self) -> bool:
        return self.section in ("structure", "cost")


class Note(_Model):
    """What the figures do not say: a peer that was skipped, a call that failed, an example."""

    about: str
    text: str


class Settings(_Model):
    """What was asked for."""

    sources: tuple[str, ...]
    budgets: tuple[int, ...]
    compressors: tuple[str, ...]
    parts: tuple[str, ...]
    limit: int | None
    seed: int


class Report(_Model):
    format: int = FORMAT
    version: str
    """Of uagent-memory."""
    packages: dict[str, str] = {}
    """Versions of the other packages that were measured."""
    data_hash: str
    sessions: dict[str, int]
    settings: Settings
    figures: tuple[Figure, ...]
    notes: tuple[Note, ...] = ()
    missed_probes: dict[str, dict[str, tuple[int, ...]]] = {}
    """By compressor and probe set: the questions it cannot answer at the set's own size."""

    def where(
        self, section: Section, *, measure: str | None = None, source: str | None = None
    ) -> list[Figure]:
        return [
            figure
            for figure in self.figures
            if figure.section == section
            and measure in (None, figure.measure)
            and source in (None, figure.source)
        ]


def read_report(path: Path) -> Report:
    """A report that an earlier run wrote.

    Raises:
        SuiteError: it cannot be read, or is none.
    """
    try:
        report = Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise SuiteError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise SuiteError(
            f"{path}: no report of this suite: {first['loc']} {first['msg']}"
        ) from None
    if report.format != FORMAT:
        raise SuiteError(f"{path}: report format {report.format}; this suite reads {FORMAT}")
    return report
