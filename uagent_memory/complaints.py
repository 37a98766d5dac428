"""What pydantic says of a value, in the words of whoever gave it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["first_complaint", "plainly"]

_MODEL = re.compile(r"Input should be a valid dictionary or (?:instance of|object to extract).*")

_PLAIN = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "give a whole number",
    "Input should be a valid integer, got a number with a fractional part": "give a whole number",
    "Input should be a valid integer": "give a whole number",
    "Input should be a valid number, unable to parse string as a number": "give a number",
    "Input should be a valid number": "give a number",
    "Input should be a valid boolean, unable to interpret input": "give true or false",
    "Input should be a valid boolean": "give true or false",
    "Input should be a valid tuple": "give a list",
    "Input should be a valid list": "give a list",
    "Input should be a valid dictionary": "give a table",
    "Input should be a valid string": "give a text",
    "Input should be greater than or equal to ": "give at least ",
    "Input should be less than or equal to ": "give at most ",
    "Input should be greater than ": "give more than ",
    "Input should be less than ": "give less than ",
    "Input should be ": "give ",
}


def plainly(complaint: str) -> str:
    """The complaint without the names of Python's types and parsers."""
    for said, meant in _PLAIN.items():
        complaint = complaint.replace(said, meant)
    return complaint


def first_complaint(error: ValidationError) -> str:
    """What is wrong with a file's content, in one line: where, and what should stand there."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    match first["type"]:
        case "missing":
            reason = "missing"
        case "extra_forbidden":
            reason = "unknown key"
        case _:
            reason = plainly(_MODEL.sub("give an object", first["msg"])).partition("\n")[0]
    return f"{where}: {reason}" if where else reason
