"""Sentence and clause spans of English, Chinese and mixed prose.

`sentencex` finds the ends; what it must not look into (inline code, URLs, dotted names, marks of
emphasis) is masked one for one first, and what it leaves apart or together wrongly is mended.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import sentencex

from uagent_memory.analyzer.lexicon import load_table, well_formed

__all__ = ["SENTENCE_END", "clause_spans", "is_one_sentence", "sentence_spans"]

STEP = 5_000
"""Characters handed to the splitter at once; its cost is not linear in every text."""

MASKED = re.compile(
    r"(?P<keep>\b(?:[A-Za-z]\.){2,})"
    r"|(?P<code>(?<!`)(?P<tick>`{1,3})(?!`)[^`\n]{1,400}(?P=tick)(?!`))"
    r"|(?P<url>\bhttps?://[^\s<>\"'`，。；！？（）【】“”]{1,2000}(?<![.,;:!?]))"
    r"|(?P<dot>(?<=[\w)\]])[.](?=[^\W_]|_\w))"
    r"|(?P<dotfile>(?<!\S)[.]{1,2}(?=[\w/]))"
    r"|(?P<opener>(?<![^\s(（])[*_~`]+(?=\S))"
    r"|(?P<closer>[*~`]+|_+(?!\w))"
)
NEVER_SKIPPED = re.compile(r"\.[A-Za-z]\.")
"""Stands in every `keep` of `MASKED`."""
MASKED_MARKS = re.compile(
    r"[`.*_~](?:"
    r"(?P<code>(?<=`)(?<!``)(?P<tick>`{0,2})(?!`)[^`\n]{1,400}`(?P=tick)(?!`))"
    r"|(?P<dot>(?<=[\w)\]][.])(?=[^\W_]|_\w))"
    r"|(?P<dotfile>(?<=[.])(?<!\S[.])[.]?(?=[\w/]))"
    r"|(?P<opener>(?<=[*_~`])(?<![^\s(（][*_~`])[*_~`]*(?=\S))"
    r"|(?P<closer>(?<=[*~`])[*~`]*|(?<=_)_*(?!\w))"
    r")"
)
"""`MASKED` without `keep` and `url`: it begins with a set of characters, and so skips words."""
SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’)）*`_]*\s*$")
"""With which a text ends that is a sentence."""
ENDS = re.compile(r"[.!?。！？；…\n]")
"""A paragraph without one of these before its last character is one sentence."""
MASKABLE = re.compile(r"[`*_~]|[.](?=\w)")
"""Stands in all that is masked."""
CLOSERS = re.compile(r"[\"'”’」』）】》)\]*_~`]+(?=\s|$)")
HAN_CLOSERS = re.compile(r"[”’」』）】》]+")
HAN_END = re.compile(r"[。！？；!?…]+[”’」』）】》\"')\]]*")
BRACKET = re.compile(r"[（【《“「『(）】》”」』)]")
OPENERS, ENDERS = "（【《“「『(", "）】》”」』)"
ONLY_NUMBER = re.compile(r"[*_]{0,3}[(（]?(?:\d{1,3}|[A-Za-z])[.)）]$")
ENDS_ABBREVIATED = re.compile(r"\b([A-Za-z][A-Za-z.]{0,9})\.$")
NEVER_FINAL = re.compile(r"(?<![^\W\d_])([A-Za-z](?:\. ?)?[A-Za-z.]{0,5})\.$")
ENDS_IN_NUMBER = re.compile(r"(?<![\d.])\d{1,3}\.$")
ENUMERATOR = re.compile(r"(?:^|\s|(?<=[:：]))(\d{1,2})\.$")
INSIDE_NAME = re.compile(
    r"(?<=[A-Z0-9])[!?][A-Za-z0-9]|[!?][a-z0-9_&/=-]|(?<=\.\.)\.[+*/=-]|…[+*/=-]"
)
"""A mark that ends nothing: "FRITZ!Box", "2+4+...+256"; "found it!Now ..." only lacks a blank."""
FAR = 2_000
"""Characters around an inline list number in which the one before or after it is looked for."""
CLAUSE = re.compile(r"[，；、,;：:]|(?<=\s)[—–-]+(?=\s)|(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])")
CLAUSE_SOFT = re.compile(r"\s+")


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Spans of the sentences of one paragraph: trimmed, in order, covering all that is not blank.

    The paragraph may hold line breaks; whether a break ends a sentence is for the caller to say,
    who passes each paragraph by itself. Offsets are code points of `text`.
    """
    stop = len(text) if end is None else end
    if stop - start <= STEP:
        return _paragraph(text, start, stop)
    spans: list[tuple[int, int]] = []
    while start < stop:
        step = _step_end(text, start, stop)
        spans.extend(_paragraph(text, start, step))
        start = step
    return spans


def is_one_sentence(paragraph: str) -> bool:
    """Nothing that ends a sentence stands in it but at its end."""
    return ENDS.search(paragraph, 0, len(paragraph.rstrip()) - 1) is None


def clause_spans(text: str, start: int, end: int, limit: int) -> list[tuple[int, int]]:
    """A sentence cut at commas and like marks into parts of at most about `limit` characters.

    A stretch without such a mark is cut at white space, and if there is none stays whole up to
    twice the limit, so that no word, path or number is cut where it can be helped.
    """
    spans: list[tuple[int, int]] = []
    while end - start > limit:
        cut = _clause_cut(text, start, end, limit)
        if cut >= end:
            break
        spans.append(_trim(text, start, cut))
        start = cut
    spans.append(_trim(text, start, end))
    return [span for span in spans if span[0] < span[1]]


def _step_end(text: str, start: int, stop: int) -> int:
    if stop - start <= STEP:
        return stop
    near = start + STEP
    for marks in (("\n", ". ", "。"), (" ",)):
        cut = max(text.rfind(mark, start + STEP // 2, near) for mark in marks)
        if cut > 0:
            return cut + 1
    return near


def _paragraph(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    paragraph = text[start:stop]
    if is_one_sentence(paragraph):
        span = _trim(text, start, stop)
        return [span] if span[0] < span[1] else []
    edges = [start]
    for piece in sentencex.segment("en", well_formed(_mask(paragraph))):
        edges.append(edges[-1] + len(piece))
    edges[-1] = stop
    spans: list[tuple[int, int]] = []
    for left, right in pairwise(edges):
        begin = _take_closers(text, spans, left, right)
        for span in _split_han(text, begin, right):
            item = _item_start(text, spans[-1], span, start) if spans else None
            if item is not None:
                spans[-1] = _trim(text, spans[-1][0], item)
                spans.append((item, span[1]))
            elif spans and _continues(text, spans[-1], span):
                spans[-1] = (spans[-1][0], span[1])
            elif span[0] < span[1]:
                spans.append(span)
    return spans


def _mask(paragraph: str) -> str:
    if MASKABLE.search(paragraph):
        whole = "://" in paragraph or NEVER_SKIPPED.search(paragraph)
        return (MASKED if whole else MASKED_MARKS).sub(_masked, paragraph)
    return paragraph


def _masked(match: re.Match[str]) -> str:
    """As long as what it stands for: a name, the capital of a sentence, or white space."""
    if match.lastgroup == "keep":
        return match.group()
    fill = {"opener": "X", "closer": " "}.get(match.lastgroup or "", "x")
    return fill * len(match.group())


def _take_closers(text: str, spans: list[tuple[int, int]], left: int, right: int) -> int:
    """Closing marks that the splitter put before the next sentence go back to the one they end."""
    closers = CLOSERS.match(text, left, right)
    if closers is None or not spans or spans[-1][1] != left:
        return left
    spans[-1] = (spans[-1][0], closers.end())
    return closers.end()


def _split_han(text: str, left: int, right: int) -> list[tuple[int, int]]:
    """Ends in Chinese marks that the splitter passes over, outside brackets and quotation marks."""
    if text[left:right].isascii():
        return [_trim(text, left, right)]
    spans, begin, done = [], left, left
    depth, bracketed = 0, BRACKET.search(text, left, right) is not None
    for match in HAN_END.finditer(text, left, right):
        depth += _depth(text, done, match.end()) if bracketed else 0
        done = match.end()
        if depth <= 0 and match.group()[0] in "。！？；" and match.end() < right:
            spans.append(_trim(text, begin, match.end()))
            begin, depth = match.end(), 0
    spans.append(_trim(text, begin, right))
    return spans


def _depth(text: str, start: int, end: int) -> int:
    stretch = text[start:end]
    return sum(map(stretch.count, OPENERS)) - sum(map(stretch.count, ENDERS))


def _continues(text: str, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether what was split apart is one sentence: "1." alone, "approx. 10", closing marks."""
    if after[0] >= after[1]:
        return False
    if before[1] - before[0] < len("***(100.") and ONLY_NUMBER.match(text[before[0] : before[1]]):
        return True
    if HAN_CLOSERS.fullmatch(text[after[0] : after[1]]):
        return True
    if before[1] == after[0] and INSIDE_NAME.match(text, before[1] - 1):
        return True
    if text[before[1] - 1] != ".":
        return False
    left = text[max(before[0], before[1] - 16) : before[1]]
    return _is_abbreviated(left, text[after[0]]) or _is_counted(text, before[1], text[after[0]])


def _is_abbreviated(left: str, following: str) -> bool:
    """The full stop belongs to an abbreviation."""
    never = NEVER_FINAL.search(left)
    if never and never.group(1).lower() in _words("never_final"):
        return True
    if not (following.isdigit() or following.islower()):
        return False
    word = ENDS_ABBREVIATED.search(left)
    return word is not None and word.group(1).lower() in _words("abbreviation")


def _is_counted(text: str, end: int, following: str) -> bool:
    """The full stop belongs to a number that does not end the sentence."""
    if not ENDS_IN_NUMBER.search(text, max(0, end - 5), end):
        return False
    goes_on = following.isdigit() or following.islower() or following in "+,&/、"
    return goes_on or "\u3400" <= following <= "\u9fff" or _opens_list(text, end)


def _opens_list(text: str, end: int) -> bool:
    """Whether the text up to `end` ends in the "1." of a list inside the paragraph."""
    number = ENUMERATOR.search(text, max(0, end - 5), end)
    if number is None or number.group(1) != "1":
        return False
    after_colon = text[max(0, number.start(1) - 4) : number.start(1)].rstrip()[-1:] in (":", "：")
    return after_colon or re.search(r"\s2\.\s", text[end : end + FAR]) is not None


def _item_start(
    text: str, before: tuple[int, int], after: tuple[int, int], start: int
) -> int | None:
    """Where "... first item 2." ends in the number of the item that follows: the number's place."""
    if text[before[1] - 1] != ".":
        return None
    number = ENUMERATOR.search(text, max(before[0], before[1] - 5), before[1])
    if number is None or after[0] >= after[1] or int(number.group(1)) <= 1:
        return None
    if not (text[after[0]].isupper() or text[after[0]] in "`*"):
        return None
    words = text[max(before[0], number.start(1) - 12) : number.start(1)].split()
    if not words or words[-1].lower() in _words("names_number"):
        return None
    earlier = text[max(start, before[1] - FAR) : number.start(1)]
    listed = re.search(rf"(?<![\w.]){int(number.group(1)) - 1}\.\s*\S", earlier)
    return number.start(1) if listed else None


def _clause_cut(text: str, start: int, end: int, limit: int) -> int:
    """The last mark within the limit, or else the first one after it."""
    least = start + limit // 3
    cuts = [match.end() for match in CLAUSE.finditer(text, least, min(start + limit, end))]
    fit = [cut for cut in cuts if not _inside_number(text, cut)]
    if fit:
        return fit[-1]
    for pattern, low, high in (
        (CLAUSE, start + limit, start + limit * 2),
        (CLAUSE_SOFT, start + limit // 2, start + limit * 2),
    ):
        for match in pattern.finditer(text, low, min(high, end)):
            if not _inside_number(text, match.end()):
                return match.end()
    return min(start + limit * 2, end)


def _inside_number(text: str, cut: int) -> bool:
    """Whether a cut falls inside "1,000" or "key:value" or "10:30"."""
    return text[cut - 1].isascii() and not text[cut - 1].isspace() and text[cut : cut + 1].isalnum()


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(load_table("sentences")[name]["en"])
