"""The names of the eight segments."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["SegmentName"]


class SegmentName(StrEnum):
    """The eight segments, in order."""

    PRIMARY_REQUEST = "Primary Request and Intent"
    CONCEPTS = "Key Technical Concepts"
    FILES = "Files and Code Sections"
    ERRORS = "Errors and fixes"
    PROBLEM_SOLVING = "Problem Solving"
    USER_MESSAGES = "All user messages"
    PENDING_TASKS = "Pending Tasks"
    CURRENT_WORK = "Current Work"
