"""Bytes to JSON values, every fault as one readable reason."""

from __future__ import annotations

import json

from pydantic import JsonValue

from uagent_memory.formats.plain import NoNumber

__all__ = ["BadJson", "parse_json"]


_BLANKS = " \t\r\n"


class BadJson(ValueError):
    """Bytes that are no JSON text."""

    def __init__(
        self, reason: str, *, line: int = 1, unfinished: bool = False, several: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        """Line of the fault within the text."""
        self.unfinished = unfinished
        """The text ends before the value does."""
        self.several = several
        """Another value follows the first."""


def parse_json(raw: bytes) -> JsonValue:
    """The value of a UTF-8 text. NaN and infinities, which JSON does not have, become texts.

    Raises:
        BadJson: it is no UTF-8, no JSON, or nested too deeply.
    """
    try:
        text = raw.decode("utf-8").rstrip(_BLANKS)
    except UnicodeDecodeError as error:
        raise BadJson(f"not UTF-8 text (byte {error.start + 1}): save it as UTF-8") from None
    try:
        value: JsonValue = json.loads(text, parse_constant=NoNumber, strict=False)
    except json.JSONDecodeError as error:
        unfinished = error.pos >= len(text)
        several = error.msg == "Extra data" and _follows(error) in ("{", "[", ",")
        reason = _reason(error, several=several)
        raise BadJson(reason, line=error.lineno, unfinished=unfinished, several=several) from None
    except RecursionError:
        raise BadJson("nested too deeply to be read") from None
    except ValueError:
        raise BadJson("not valid JSON: a number with too many digits") from None
    return value


def _follows(error: json.JSONDecodeError) -> str:
    return error.doc[error.pos : error.pos + 1]


def _reason(error: json.JSONDecodeError, *, several: bool) -> str:
    """What is wrong with it, and what to do where several values stand in the place of one."""
    if error.msg != "Extra data":
        what = f"{error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at")
        return f"not valid JSON: {what} at column {error.colno}"
    if not several:
        return f"not valid JSON: more text behind the value, at column {error.colno}"
    by_returns = error.doc[: error.pos].endswith("\r") and "\n" not in error.doc
    ends = ", which ends in a line feed (these end in a carriage return)" if by_returns else ""
    return (
        f"more than one JSON value (at column {error.colno}): put each on one line of its "
        f"own{ends}, or all into one list"
    )
