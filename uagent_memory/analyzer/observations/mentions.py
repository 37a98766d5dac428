"""Numbers with what they count, identifiers and URLs that people and agents state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.prose import Line, Prose
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, FactKind, MentionValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["observe_mentions"]

SPEAKERS = frozenset((Author.USER, Author.AGENT, Author.PARENT, Author.SUMMARY))
_URL_ENDS = ".,;:!?)]}>'\"*_`，。；：！？）】》”’"
_YEAR = re.compile(r"(?:19|20)\d\d")


def observe_mentions(prose: Prose) -> Iterator[Observation]:
    """Each literal once a message, in the first sentence that states it."""
    if prose.message.author not in SPEAKERS:
        return
    seen: set[tuple[FactKind, str]] = set()
    for line in prose.lines:
        for kind, start, end in _literals(line):
            literal = line.text[start:end]
            key = " ".join(literal.split())
            if (kind, key) in seen:
                continue
            seen.add((kind, key))
            value = MentionValue(literal=literal, sentence=line.quoted)
            span = line.span._replace(start=line.span.start + start, end=line.span.start + end)
            yield prose.seen(kind, value, Change.STATED, span, key=key)


def _literals(line: Line) -> Iterator[tuple[FactKind, int, int]]:
    text = line.text
    urls = list(_urls(text))
    for start, end in urls:
        yield FactKind.URL, start, end
    for match in _number().finditer(text) if any(map(str.isdigit, text)) else ():
        if _counts(match) and not _inside(match.start(), urls):
            yield FactKind.NUMBER, match.start(), match.end()
    for match in _identifier().finditer(text):
        start, end = match.span("code" if match["code"] else 0)
        if not _inside(start, urls) and end - start <= table("units")["longest_identifier"]:
            yield FactKind.IDENTIFIER, start, end


def _urls(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("://")
    while at >= 0:
        match = _url().search(text, max(0, at - 8), at + table("units")["longest_url"])
        if match is None:
            at = text.find("://", at + 3)
            continue
        url = match[0]
        if ")" in url and "(" not in url:
            url = url[: url.index(")")]
        yield match.start(), match.start() + len(url.rstrip(_URL_ENDS))
        at = text.find("://", match.end())


def _counts(match: re.Match[str]) -> bool:
    """It has a unit or a currency, or is exact enough to be a measurement."""
    if match["money"] or match["unit"]:
        return True
    word = match["plural"]
    return bool(word) and word.casefold() not in strings("units", "no_plurals")


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


@cache
def _url() -> re.Pattern[str]:
    return re.compile(r"\b[a-z][a-z0-9+.-]{1,10}://[^\s<>\"'`\\，。；！？）】》”’]+", re.IGNORECASE)


@cache
def _number() -> re.Pattern[str]:
    data = table("units")
    symbols, words, chinese, currencies = (
        _any(data[name]) for name in ("symbols", "words", "chinese", "currencies")
    )
    digits = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,12})?"
    amount = rf"[~≈+±-]?(?:{digits})"
    return re.compile(
        rf"(?<![\w.,$#/:\\-])(?:(?P<money>(?:{currencies})\s?{amount}\s?(?:million|billion|trillion|[kKMB]\b|[万亿千])?)"
        rf"|{amount}(?:\s?[-–~～至到]\s?{amount})?"
        rf"(?:\s?(?P<unit>(?:{symbols})(?![\w])|[万亿千百]*(?:{chinese})|[万亿](?!一)|[ -]?(?:{words})s?\b)"
        rf"|\s(?P<plural>[a-z]{{2,20}}s)\b(?!\())?)"
    )


@cache
def _identifier() -> re.Pattern[str]:
    shortest = table("units")["shortest_identifier"]
    return re.compile(
        rf"`(?P<code>[^\s`/\\]{{{shortest},80}}(?:\([^`\n]{{0,60}}\))?)`"
        r"|(?<![\w./\\@-])(?:"
        r"#[A-Z]?\d{1,12}\b"  # issue, order
        r"|[A-Z]{2,10}-\d{1,6}\b"  # ticket
        r"|v\d{1,4}(?:\.\d{1,5}){1,3}(?:[-+][\w.]{1,30})?\b"  # version
        r"|\d{1,4}\.\d{1,5}\.\d{1,5}(?:[-+][\w.]{1,30})?\b"
        r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
        r"|(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b"  # commit
        r"|\d{7,20}\b"  # long id
        r"|(?=[A-Za-z0-9]{0,39}[a-z])[A-Z]?[a-z0-9]{1,30}(?:[A-Z][A-Za-z0-9]{1,30}){1,8}\b(?:\(\))?"  # camel case
        r"|[A-Za-z][A-Za-z0-9]{0,30}(?:_[A-Za-z0-9]{1,30}){1,10}\b(?:\(\))?"  # snake case
        r"|[A-Za-z_]\w{1,40}\(\)"
        r"|[A-Za-z_]\w{1,40}(?:\.[A-Za-z_]\w{1,40}){1,5}\(\)"
        r")"
    )


def _any(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
