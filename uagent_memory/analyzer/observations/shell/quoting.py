"""Where quoted stretches of shell text end: here-documents and command substitutions."""

from __future__ import annotations

import re

__all__ = ["closing", "closing_brace", "heredoc_end"]

_NESTED = re.compile(r"[()'\"\\`]|<<-?[ \t]*(['\"]?)(\w+)\1")
_BRACES = re.compile(
    r"'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.|\$\{[^}]*\}|(?<![^\s;])([{}])(?![^\s;)&|])", re.DOTALL
)
_LONGEST_FUNCTION = 20_000
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def heredoc_end(text: str, at: int, tag: str) -> tuple[int, int]:
    """(end of the document's text, where the script goes on) for one that begins at `at`."""
    while at < len(text):
        found = text.find(tag, at)
        if found < 0:
            break
        line, after = text.rfind("\n", 0, found) + 1, found + len(tag)
        if not text[line:found].strip("\t ") and text[after : after + 1] in ("", "\n", "\r", ")"):
            return line, after
        at = after
    return len(text), len(text)


def closing(text: str, at: int) -> int:
    """The end of a command substitution whose parenthesis opens at `at`."""
    depth = 0
    while found := _NESTED.search(text, at):
        sign, at = found.group(), found.end()
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth == 0:
                return at
        elif sign == "\\":
            at += 1
        elif sign == "'":
            at = text.find("'", at) + 1 or len(text)
        elif sign == '"':
            quoted = _QUOTED.match(text, found.start())
            at = quoted.end() if quoted else at
        elif sign.startswith("<<"):
            line = text.find("\n", at)
            at = len(text) if line < 0 else heredoc_end(text, line + 1, found.group(2))[1]
    return len(text)


def closing_brace(text: str, at: int, end: int) -> int:
    """Where the brace stands that ends a function whose commands begin at `at`; -1 if none does."""
    depth = 1
    for found in _BRACES.finditer(text, at, min(end, at + _LONGEST_FUNCTION)):
        if found[1]:
            depth += 1 if found[1] == "{" else -1
            if depth == 0:
                return found.start(1)
    return -1
