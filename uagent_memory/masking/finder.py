"""Finds secrets in a text: one pass for the anchors, then a bounded look around each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import regex

from uagent_memory.masking.patterns import Patterns, Shape, load_patterns

__all__ = ["Secret", "anchored", "find_secrets"]

HEX = re.compile(r"(?:0x)?[0-9a-fA-F]{7,128}")
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
EXPRESSION = re.compile(
    r"[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+|[A-Z][A-Z_]*[A-Z]|[a-z]+[A-Z][A-Za-z]*"
)
"""An attribute, a constant, a variable: code that names a secret and is none."""
HOLE = re.compile(
    r"\.\.\.|…|\*{3}|x{4}|X{4}|\$\{|\{\{|%[sd({]|<[^<>]*>|\[SECRET:|#\{|0{8}|1234567|\\[nrt]"
)
OPENING = (
    "$",
    "%",
    "{",
    "<",
    "[",
    "*",
    "@",
    "/",
    "./",
    "../",
    "~/",
    "#",
    "&",
    "\\",
    "http://",
    "https://",
    "-",
)
WORDS = re.compile(r"[A-Za-z]+|[^\W\d_]+")
CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
FILE_NAME = re.compile(r"[\w-]+(?:/[\w.-]+)*\.[a-z]{1,5}(?::\d+)?|[a-z_]+(?:/[a-z_]+)+")
VERSION = re.compile(r"v?\d+(?:\.\d+)+\w{0,8}|\d+[A-Za-z%]{1,4}")
WORDY = re.compile(
    r"(?:[A-Za-z]{2,}|\d{1,4}|[A-Za-z]\d)(?:[-_.:][A-Za-z]{2,}|[-_.:]\d{1,4}|[-_.:][A-Za-z]\d)*"
)
DIGIT, LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")
SIGNS = re.compile(r"[^\w.:/-]")
PHRASE = 16
"""Letters of a quoted password that is no word."""
LEAST_PASSWORD = 8
NAME = 40
NAMING = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"


class Secret(NamedTuple):
    kind: str
    value: str
    start: int
    end: int


def anchored(texts: Sequence[str]) -> Iterator[int]:
    """The numbers of the texts in which a secret may begin: most hold no word of one."""
    starts = list(accumulate([len(text) + 1 for text in texts], initial=0))
    anchors, last = load_patterns().anchors, -1
    for _, start, _ in anchors.find_matches_as_indexes("\0".join(texts)):
        number = bisect_right(starts, start) - 1
        if number != last:
            yield number
        last = number


def find_secrets(text: str) -> list[Secret]:
    """Secrets in order of place; none overlaps another."""
    patterns = load_patterns()
    found: list[tuple[int, Secret]] = []
    done: dict[int, int] = {}
    for anchor, start, end in patterns.anchors.find_matches_as_indexes(text, overlapping=True):
        number = patterns.of_anchor[anchor]
        shape = patterns.shapes[number]
        if start < done.get(number, 0):
            continue
        match = _match(text, start, end, shape)
        if match is None:
            continue
        done[number] = match.end()
        for one in (match,) if shape.each is None else shape.each.finditer(match.group("line")):
            secret = _secret(one, shape, patterns)
            if secret is not None:
                at = match.start("line") if shape.each else 0
                found.append(
                    (number, secret._replace(start=at + secret.start, end=at + secret.end))
                )
    return _apart(found)


def _match(text: str, start: int, end: int, shape: Shape) -> regex.Match[str] | None:
    last = min(len(text), end + shape.ahead)
    for place in range(max(0, start - shape.back), start + 1):
        match = shape.pattern.match(text, place, last)
        if match is not None:
            return match
    return None


def _secret(match: regex.Match[str], shape: Shape, patterns: Patterns) -> Secret | None:
    group = "secret" if "secret" in match.re.groupindex else 0
    value = match.group(group)
    start, end = match.span(group)
    if shape.checked:
        if match.groupdict().get("option") and "--" not in _name_before(match):
            return None
        quoted = "quote" in match.re.groupindex and match.group("quote") is not None
        value = value if quoted else _bare(value, match)
        end = start + len(value)
        if not _looks_secret(value, shape.kind, patterns, quoted=quoted):
            return None
    return Secret(shape.kind, value, start, end)


def _bare(value: str, match: regex.Match[str]) -> str:
    """A value without quotation marks: it ends before a full stop, and in a query before `&`."""
    name = len(_name_before(match))
    if match.string[max(0, match.start() - name - 1) : match.start() - name] in {"?", "&"}:
        value = value.partition("&")[0]
    return value.rstrip(".,:;。，")


def _name_before(match: regex.Match[str]) -> str:
    """What of a name or option stands before the match."""
    before = match.string[max(0, match.start() - NAME) : match.start()]
    return before[len(before.rstrip(NAMING)) :]


def _looks_secret(value: str, kind: str, patterns: Patterns, *, quoted: bool) -> bool:
    if len(value) < patterns.least.get(kind, LEAST_PASSWORD) or " " in value.strip():
        return False
    if HOLE.search(value) or value.startswith(OPENING) or _is_code(value, quoted=quoted):
        return False
    if HEX.fullmatch(value) or UUID.fullmatch(value):
        is_long = len(value) >= PHRASE and LETTER.search(value) is not None
        return kind in patterns.strong and is_long
    words = [part.lower() for run in WORDS.findall(value) for part in CAMEL.findall(run) or [run]]
    if all(map(patterns.placeholder.fullmatch, words)):
        return False
    return _is_mixed(value, kind) or (kind == "password" and _is_password(value, quoted=quoted))


def _is_mixed(value: str, kind: str) -> bool:
    """Letters and figures; of a key or token no words with a number behind them."""
    if not DIGIT.search(value) or not LETTER.search(value):
        return False
    return kind == "password" or not WORDY.fullmatch(value)


def _is_password(value: str, *, quoted: bool) -> bool:
    """Letters with a sign that names do not have, or, in quotation marks, a long run of them."""
    if DIGIT.search(value) or not value.isascii():
        return False
    is_phrase = quoted and len(value) >= PHRASE and value.isalpha() and not value.isupper()
    return is_phrase or SIGNS.search(value) is not None


def _is_code(value: str, *, quoted: bool) -> bool:
    if FILE_NAME.fullmatch(value) or VERSION.fullmatch(value):
        return True
    return not quoted and (
        EXPRESSION.fullmatch(value) is not None
        or (value.isidentifier() and not DIGIT.search(value))
    )


def _apart(found: list[tuple[int, Secret]]) -> list[Secret]:
    """Of overlapping ones the first, of those the one whose form says most."""
    kept: list[Secret] = []
    for _, secret in sorted(found, key=lambda item: (item[1].start, item[0])):
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return kept
