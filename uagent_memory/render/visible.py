"""Text without anything that steers a terminal or hides from a reader.

What is taken out, and nothing else:

- terminal sequences (CSI, OSC, DCS ..., charset and cursor commands) as a whole, and every other
  C0 and C1 control but tab and newline;
- default-ignorable code points (Unicode `Default_Ignorable_Code_Point`: zero-width spaces, joiners,
  bidirectional controls, soft hyphens, tags, fillers) and interlinear annotation marks. A joiner
  between two letters or emoji of a script that needs it stays, and so does one variation selector
  after the character it varies;
- line ends other than "\\n" become "\\n"; a lone surrogate becomes U+FFFD.

The original stays behind its reference.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["visible_text"]

_SEQUENCE = re.compile(
    r"""
    (?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]
    | (?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)
    | \x1b[()*+][0-~]
    | \x1b\#[0-9]
    | \x1b[=>78cDEHMNOZ]
    """,
    re.VERBOSE,
)
_LINE_END = re.compile(r"\r\n?|[\v\f\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_OTHER_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0d\U000e0100-\U000e01ef]")
_KEYCAP = "\u20e3"
_JOINED = ("L", "M", "So", "Sk")


def visible_text(text: str) -> str:
    """The text as a reader sees it; lines end in "\\n". Idempotent, linear."""
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text = _SEQUENCE.sub("", text)
        text = _CONTROL.sub("", _LINE_END.sub("\n", text))
        text = _SURROGATE.sub("\ufffd", text)
    if not text.isascii() and _INVISIBLE.search(text):
        text = _without_invisible(text)
    return text


def _without_invisible(text: str) -> str:
    pieces: list[str] = []
    done = 0
    before = ""
    for match in _INVISIBLE.finditer(text):
        start, end = match.span()
        if start > done:
            pieces.append(text[done:start])
            before = text[start - 1]
        if _belongs(before, text[start], text[end : end + 1]):
            before = text[start]
            pieces.append(before)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _belongs(before: str, char: str, after: str) -> bool:
    """Whether an invisible code point does what it is for between these two."""
    if char in _JOINERS:
        return _can_join(before) and _can_join(after) and not _INVISIBLE.match(after)
    if char in _EMOJI_SELECTORS:
        return after == _KEYCAP or (before > "\x7f" and not _INVISIBLE.match(before))
    return bool(_OTHER_SELECTORS.match(char)) and _category(before) == "Lo"


def _can_join(char: str) -> bool:
    return char > "\x7f" and _category(char).startswith(_JOINED)


def _category(char: str) -> str:
    return unicodedata.category(char) if char else ""
