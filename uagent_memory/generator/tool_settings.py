"""The knobs for what tools give: fetched pages, and the names that their results list."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["PageSettings", "SubjectSettings"]


class _Knobs(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PageSettings(_Knobs):
    links: int
    lines: int
    of_tool: int
    link: float
    other: float


class SubjectSettings(_Knobs):
    most: int
    shortest: int
    longest: int
    answer: int
    reach: int
    found: float
