"""Numbers with what they count, identifiers and URLs that people and agents state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.prose import Line, Prose
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, FactKind, MentionValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Span

__all__ = ["observe_mentions"]

SPEAKERS = frozenset((Author.USER, Author.AGENT, Author.PARENT, Author.SUMMARY))
_URL_ENDS = ".,;:!?)]}>'\"*_`，。；：！？）】》”’"
_SCHEME = re.compile(r"(?<![a-z0-9])[a-z][a-z0-9+.-]{1,10}\Z", re.IGNORECASE)
_URL = re.compile(r"://[^\s<>\"'`\\，。；！？）】》”’]+")
LONGEST_SCHEME = 11
_QUOTED = re.compile(r"`([^`\n]{3,80})`")
_TOKEN = re.compile(
    r"(?<![\w./\\@#$-])(?:(?:[A-Z]?[a-z]++[ ,]++)++"
    r"|(?P<token>#?[A-Za-z0-9_][\w.+-]*(?:\(\))?)(?![\w/\\]))",
    re.ASCII,
)
"""A token; or a run of plain words, none of which is a name."""
_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_SNAKE = re.compile(r"[A-Za-z0-9]_+[A-Za-z0-9]")
_NAME_SIGN = re.compile(
    r"\d(?:(?<=[#A-Za-z_.-].)|(?=[A-Za-z_]|\d{6}))|_|\(\)|[A-Z](?:(?<=[a-z].)|[A-Z][a-z]{2})"
    r"|-(?<=[0-9a-f]{8}-)",
    re.ASCII,
)
"""One of these stands in every name by form."""
_DIGIT = re.compile(r"\d")
_FORMED = re.compile(
    r"#[A-Z]?\d{1,12}"  # issue, order
    r"|[A-Z]{2,10}-\d{1,6}"  # ticket
    r"|v\d{1,4}(?:\.\d{1,5}){1,3}(?:[-+][\w.]{1,30})?"  # version
    r"|\d{1,4}\.\d{1,5}\.\d{1,5}(?:[-+][\w.]{1,30})?"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,40}"  # commit
    r"|\d{7,20}"  # long id
)


def observe_mentions(prose: Prose) -> Iterator[Observation]:
    """Each literal once a message, in the first sentence that states it."""
    if prose.message.author not in SPEAKERS:
        return
    seen: set[tuple[FactKind, str]] = set()
    for line in prose.lines:
        if not _may_hold_literal(line.text):
            continue
        quoted = line.quoted
        message_id, part, at, _ = line.span
        for kind, start, end in _literals(line):
            literal = line.text[start:end]
            key = " ".join(literal.split())
            if (kind, key) in seen:
                continue
            seen.add((kind, key))
            value = MentionValue(literal=literal, sentence=quoted)
            span = Span(message_id, part, at + start, at + end)
            yield prose.seen(kind, value, Change.STATED, span, key=key)


def _may_hold_literal(text: str) -> bool:
    """A cheap look, which most sentences do not pass."""
    if "`" in text or "://" in text or _DIGIT.search(text) is not None:
        return True
    return _NAME_SIGN.search(text) is not None


def _literals(line: Line) -> Iterator[tuple[FactKind, int, int]]:
    text = line.text
    urls = list(_urls(text))
    for start, end in urls:
        yield FactKind.URL, start, end
    for match in _number().finditer(text) if _DIGIT.search(text) else ():
        if _counts(match) and not _inside(match.start(), urls):
            yield FactKind.NUMBER, match.start(), match.end()
    for start, end in _names(text):
        if not (urls and _inside(start, urls)):
            yield FactKind.IDENTIFIER, start, end


def _names(text: str) -> Iterator[tuple[int, int]]:
    """Names in backticks, then words that are names by their form."""
    quoted: list[tuple[int, int]] = []
    if "`" in text:
        matches = _QUOTED.finditer(text)
        quoted.extend(match.span(1) for match in matches if _is_code_name(match[1]))
    yield from quoted
    for match in _TOKEN.finditer(text) if _NAME_SIGN.search(text) else ():
        if match.lastindex is None:
            continue
        token = match[1].rstrip(".-+")
        if _is_name(token):
            start = match.start()
            if not (quoted and _inside(start, quoted)):
                yield start, start + len(token)


def _is_code_name(code: str) -> bool:
    """One word of code, perhaps with arguments: no path, no command."""
    name = code.partition("(")[0]
    return not any(char in name for char in " \t/\\") and any(map(str.isalpha, name))


def _is_name(token: str) -> bool:
    if token.isalpha() and (token.islower() or token.isupper() or token.istitle()):
        return False
    units = table("units")
    if not units["shortest_identifier"] <= len(token) <= units["longest_identifier"]:
        return False
    if token.endswith("()") or _FORMED.fullmatch(token):
        return True
    stem = token.rpartition(".")[2] if "." in token else token
    return _CAMEL.search(stem) is not None or _SNAKE.search(stem) is not None


def _urls(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("://")
    while at >= 0:
        scheme = _SCHEME.search(text, max(0, at - LONGEST_SCHEME), at)
        rest = _URL.match(text, at, at + table("units")["longest_url"])
        if scheme is not None and rest is not None:
            url = rest[0].rstrip(_URL_ENDS)
            if "(" not in url:
                url = url.partition(")")[0]
            yield scheme.start(), at + len(url)
        at = text.find("://", at + 3)


def _counts(match: re.Match[str]) -> bool:
    """It has a unit or a currency, or counts things; "line 544 checks" and 第 3 个 only point."""
    if match["money"]:
        return True
    word = match["plural"]
    if not match["unit"] and (not word or word.casefold() in strings("units", "no_plurals")):
        return False
    start = match.start()
    return (
        _pointing().search(match.string, max(0, start - table("units")["longest_pointer"]), start)
        is None
    )


@cache
def _pointing() -> re.Pattern[str]:
    """Words at an end that say which one, and not how many."""
    pointers = table("units")["pointers"]
    which, ordinal = any_of(pointers["en"]), any_of(pointers["zh"])
    return re.compile(rf"(?:\b(?:{which})s? |{ordinal}\s?)\Z", re.IGNORECASE)


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


@cache
def _number() -> re.Pattern[str]:
    data = table("units")
    names = ("symbols", "words", "chinese", "measures", "currencies")
    symbols, words, chinese, measures, currencies = (any_of(data[name]) for name in names)
    digits = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,12})?"
    amount = rf"[~≈+±-]?(?:{digits})"
    scale = r"(?:\s?(?:million|billion|trillion|[kKMB]\b|[万亿千]))?"
    thing = rf"(?:(?![{data['goes_on']}])[\u4e00-\u9fff])"
    return re.compile(
        rf"(?<![\w.,$#/:\\-])(?:(?P<money>(?:{currencies})\s?{amount}{scale})"
        rf"|{amount}(?:\s?[-–~～至到]\s?{amount})?"
        rf"(?:(?P<unit>\s?(?:{symbols})(?!\w)(?:\s(?:{words})s?\b)?"
        rf"|\s?[万亿千百]*(?:(?:{measures}){thing}{{0,2}}|{chinese})|\s?[万亿](?!一)"
        rf"|[ -]?(?:{words})s?\b)"
        rf"|\s(?P<plural>[a-z]{{2,20}}s)\b(?!\())?)"
    )
