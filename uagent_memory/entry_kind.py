"""What an entry says: a fact of a kind, or words that are no fact of their own."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["EntryKind"]


class EntryKind(StrEnum):
    STATEMENT = "statement"  # what somebody said
    QUOTE = "quote"  # a line that shows something as it stood
    RECORD = "record"  # what the fields of a result in JSON say
    NOTE = "note"  # what leads other lines in
    PINNED = "pinned"  # by the caller's `keep`
    NAMED_ITEM = "named_item"  # of an agent's list, by the newest message
    USER_MESSAGE = "user_message"
    LATEST_USER_MESSAGE = "latest_user_message"
    OPEN_CALL = "open_call"
    # as FactKind has them
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
