"""Numbers with what they count, identifiers and URLs that people and agents state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.text_marks import DIGIT, LITERAL, NAME_SIGN
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, FactKind, MentionValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Span

__all__ = ["observe_mentions"]

_STATED = Change.STATED
_NUMBER, _IDENTIFIER = FactKind.NUMBER, FactKind.IDENTIFIER

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
_SIGNS = "~≈+±-"
_JOINED = r"[\w.,$#/:\\-]"
"""Behind one of these no number begins."""
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
    if LITERAL not in prose.marks or prose.message.author not in SPEAKERS:
        return
    seen: set[tuple[FactKind, str]] = set()
    for line in prose.lines:
        literals = _literals(line.text)
        if not literals:
            continue
        quoted = line.quoted
        message_id, part, at, _ = line.span
        for kind, start, end in literals:
            literal = line.text[start:end]
            key = " ".join(literal.split())
            key = literal if key == literal else key
            if (kind, key) in seen:
                continue
            seen.add((kind, key))
            value = MentionValue(literal=literal, sentence=quoted)
            span = Span(message_id, part, at + start, at + end)
            yield prose.seen(kind, value, _STATED, span, key=key)


def _literals(text: str) -> list[tuple[FactKind, int, int]]:
    """Addresses, then numbers that count, then names; in most sentences there are none."""
    urls = list(_urls(text)) if "://" in text else []
    found = [(FactKind.URL, start, end) for start, end in urls]
    if DIGIT.search(text) is not None:
        found.extend(
            (_NUMBER, *match.span())
            for match in _numbers(text)
            if _counts(match) and not (urls and _inside(match.start(), urls))
        )
    sign = NAME_SIGN.search(text)
    if sign is not None or "`" in text:
        found.extend(
            (_IDENTIFIER, start, end)
            for start, end in _names(text, sign)
            if not (urls and _inside(start, urls))
        )
    return found


def _names(text: str, sign: re.Match[str] | None) -> Iterator[tuple[int, int]]:
    """Names in backticks, then words that are names by their form; `sign` is the first of one."""
    quoted: list[tuple[int, int]] = []
    if "`" in text:
        matches = _QUOTED.finditer(text)
        quoted.extend(match.span(1) for match in matches if _is_code_name(match[1]))
        yield from quoted
    for match in _tokens(text, sign):
        token = match[1].rstrip(".-+")
        if _is_name(token):
            start = match.start()
            if not (quoted and _inside(start, quoted)):
                yield start, start + len(token)


def _tokens(text: str, sign: re.Match[str] | None) -> Iterator[re.Match[str]]:
    """The tokens that may be names: of the stretches between blanks that hold a sign of one."""
    while sign is not None:
        start, end = text.rfind(" ", 0, sign.start()) + 1, text.find(" ", sign.end())
        end = len(text) if end < 0 else end
        yield from (match for match in _TOKEN.finditer(text, start, end) if match.lastindex)
        sign = NAME_SIGN.search(text, end)


def _is_code_name(code: str) -> bool:
    """One word of code, perhaps with arguments: no path, no command."""
    name = code.partition("(")[0]
    return not any(char in name for char in " \t/\\") and any(map(str.isalpha, name))


@lru_cache(maxsize=1 << 14)
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


def _numbers(text: str) -> Iterator[re.Match[str]]:
    """`_number().finditer(text)`, tried only where a number can begin."""
    number, done = _number().match, 0
    for begins in _number_start().finditer(text):
        at = begins.start()
        if at >= done and (match := number(text, at)) is not None:
            done = match.end()
            yield match


def _counts(match: re.Match[str]) -> bool:
    """It has a unit or a currency, or counts things; "line 544 checks" and 第 3 个 only point."""
    if match["money"]:
        return True
    word = match["plural"]
    if not match["unit"] and (not word or word.casefold() in strings("units", "no_plurals")):
        return False
    text, start = match.string, match.start()
    begin = max(0, start - table("units")["longest_pointer"])
    before = text[begin:start].casefold().rstrip()
    return not (before.endswith(_pointers()) and _pointing().search(text, begin, start))


@cache
def _pointers() -> tuple[str, ...]:
    """With which a text ends, white space left out, where `_pointing` may match."""
    pointers = table("units")["pointers"]
    plurals = [f"{word}s" for word in pointers["en"]]
    return (*pointers["en"], *plurals, *pointers["zh"])


@cache
def _pointing() -> re.Pattern[str]:
    """Words at an end that say which one, and not how many."""
    pointers = table("units")["pointers"]
    which, ordinal = any_of(pointers["en"]), any_of(pointers["zh"])
    return re.compile(rf"(?:\b(?:{which})s? |{ordinal}\s?)\Z", re.IGNORECASE)


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


@cache
def _number_start() -> re.Pattern[str]:
    """With what a number or an amount of money begins."""
    first = {currency[0] for currency in table("units")["currencies"]}
    return re.compile(rf"[\d{re.escape(''.join(sorted(first)))}{_SIGNS}](?<!{_JOINED}.)")


@cache
def _number() -> re.Pattern[str]:
    data = table("units")
    names = ("symbols", "words", "chinese", "measures", "currencies")
    symbols, words, chinese, measures, currencies = (any_of(data[name]) for name in names)
    digits = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,12})?"
    amount = rf"[{_SIGNS}]?(?:{digits})"
    scale = r"(?:\s?(?:million|billion|trillion|[kKMB]\b|[万亿千]))?"
    thing = rf"(?:(?![{data['goes_on']}])[\u4e00-\u9fff])"
    return re.compile(
        rf"(?<!{_JOINED})(?:(?P<money>(?:{currencies})\s?{amount}{scale})"
        rf"|{amount}(?:\s?[-–~～至到]\s?{amount})?"
        rf"(?:(?P<unit>\s?(?:{symbols})(?!\w)(?:\s(?:{words})s?\b)?"
        rf"|\s?[万亿千百]*(?:(?:{measures}){thing}{{0,2}}|{chinese})|\s?[万亿](?!一)"
        rf"|[ -]?(?:{words})s?\b)"
        rf"|\s(?P<plural>[a-z]{{2,20}}s)\b(?!\())?)"
    )
