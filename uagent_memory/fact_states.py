"""The kinds of facts, what an observation says happened to one, and the states it can be in."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CHANGED_STATUSES", "OPEN_STATUSES", "Change", "FactKind", "Status"]


class FactKind(StrEnum):
    REQUEST = "request"
    CONSTRAINT = "constraint"
    DECISION = "decision"
    FINDING = "finding"
    FILE = "file"
    SYMBOL = "symbol"
    COMMAND = "command"
    ERROR = "error"
    TEST = "test"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    URL = "url"
    TASK = "task"
    QUESTION = "question"
    HANDOFF = "handoff"
    STAGE = "stage"


class Change(StrEnum):
    """What one observation says happened to its fact."""

    STATED = "stated"  # said, seen, mentioned
    # requests, tasks, decisions, questions
    ASKED = "asked"
    STARTED = "started"
    DONE = "done"
    CANCELLED = "cancelled"
    SUPERSEDED = "superseded"
    WAITING = "waiting"  # for the user
    ANSWERED = "answered"
    LIFTED = "lifted"  # constraints
    REJECTED = "rejected"  # options
    # files and symbols
    CREATED = "created"
    MODIFIED = "modified"
    READ = "read"
    DELETED = "deleted"
    RENAMED = "renamed"
    REVERTED = "reverted"
    STASHED = "stashed"  # set aside
    RESTORED = "restored"  # back from where it was set aside
    REMOVED = "removed"  # symbols
    REFUSED = "refused"  # an attempt that did not happen (failed, denied, not found)
    # commands, tests, errors
    RAN = "ran"
    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    FIXED = "fixed"
    SETTLED = "settled"  # left as it is, for the reason at the observation's span


class Status(StrEnum):
    """The state of a fact after the fold."""

    STATED = "stated"
    ACTIVE = "active"  # constraints, decisions, requests in force
    LIFTED = "lifted"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    DONE = "done"
    CANCELLED = "cancelled"
    WAITING = "waiting"
    OPEN = "open"  # errors, questions
    FIXED = "fixed"
    SETTLED = "settled"  # an error left as it is: meant, unrelated, the environment's
    ANSWERED = "answered"
    CREATED = "created"
    MODIFIED = "modified"
    READ = "read"
    DELETED = "deleted"
    RENAMED = "renamed"  # gone from this path; `FileValue.renamed_to` says where to
    REVERTED = "reverted"
    STASHED = "stashed"  # set aside, not in the working tree
    UNCHANGED = "unchanged"  # only refused attempts
    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"  # a command whose exit status nobody stated: not a success


OPEN_STATUSES = frozenset(
    (Status.OPEN, Status.PENDING, Status.IN_PROGRESS, Status.WAITING, Status.FAILED)
)
"""States that still ask something of the receiver."""
CHANGED_STATUSES = frozenset(
    (
        Status.CREATED,
        Status.MODIFIED,
        Status.DELETED,
        Status.RENAMED,
        Status.REVERTED,
        Status.STASHED,
    )
)
"""States of a file that a session did something to."""
