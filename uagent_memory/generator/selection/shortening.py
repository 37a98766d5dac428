"""Shorter forms of required candidates: head and tail, the short form, a reference."""

from __future__ import annotations

import re
from collections.abc import Callable

from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.messages import Span
from uagent_memory.tokens import TokenCounter

__all__ = ["as_reference", "head_and_tail", "in_short"]

_NAME = r"[A-Za-z0-9_./:@#~-]"
CUTS = (
    re.compile(r"\n|[。！？；]+[”’」』）]*|[.!?][\"')]*(?=\s)"),
    re.compile(r"[，、：]|\s"),
    re.compile(rf"(?<!{_NAME})(?=.)|(?!{_NAME})(?<=.)"),
)
"""Where a text may be cut, best first: sentences and lines, clauses and blanks, edges of names."""
CHARACTERS_PER_TOKEN = 4
"""First guess of a cut, which is then counted and moved."""


def in_short(candidate: Candidate, short: str) -> Candidate:
    """The candidate with its short form as its text."""
    return candidate._replace(
        text=short,
        sources=candidate.short_sources or candidate.sources,
        also=(),
        targets={},
    )


def as_reference(candidate: Candidate, lead: str, name: Callable[[Span], str]) -> Candidate:
    """The rule itself is behind its reference; all such rules share one line, under `lead`."""
    return candidate._replace(
        text=name(candidate.sources[0]),
        order=(2, 0, candidate.id),
        joins="referenced-constraints",
        style="names",
        lead=lead,
        also=(),
        targets={},
    )


def head_and_tail(
    candidate: Candidate,
    *,
    room: int,
    name: Callable[[Span], str],
    counter: TokenCounter,
) -> Candidate:
    """Head and tail of a long message, cut at line or word ends, with a marked, recallable gap.

    A message that is no longer than its head and tail may be stays as it is.
    """
    span = candidate.sources[0]
    text = candidate.text
    share = max(room, GeneratorSettings.load().limits.excerpt_tokens)
    if counter.count(text) <= share:
        return candidate
    first = int(share * candidate.head_share)
    is_exact = len(text) == span.end - span.start
    before, behind = _around(text, candidate.frame if is_exact else None)
    head, tail = _clip(before, first, counter), _clip_end(behind, share - first, counter)
    if len(head) + len(tail) >= len(text):
        return candidate
    dropped = counter.count(text[len(head) : len(text) - len(tail)])
    ends = (
        span._replace(end=span.start + len(head)),
        span._replace(start=span.end - len(tail)),
    )
    return candidate._replace(
        text=f"{head.rstrip()} [... {dropped} tokens, {name(span)}] {tail.lstrip()}",
        sources=ends if is_exact else (span,),
        also=(),
        targets={},
    )


def _around(text: str, frame: tuple[int, int] | None) -> tuple[str, str]:
    """Of what the head and the tail are cut: one of them shows the task without its frame."""
    if frame is None:
        return text, text
    start, end = frame
    return text[:start] or text, text[end:] or text


def _clip(text: str, tokens: int, counter: TokenCounter) -> str:
    """The longest beginning of about `tokens` that ends where a sentence, clause or word does."""
    size = min(len(text), tokens * CHARACTERS_PER_TOKEN)
    while size > 0 and counter.count(text[:size]) > tokens:
        size = size * 9 // 10
    if size == len(text):
        return text
    for pattern, least in ((CUTS[0], size // 2), (CUTS[1], size // 2), *((c, 1) for c in CUTS)):
        ends = [match.end() for match in pattern.finditer(text, least, size)]
        if ends:
            return text[: ends[-1]]
    return text[:size]


def _clip_end(text: str, tokens: int, counter: TokenCounter) -> str:
    """The longest end of about `tokens` that begins where a sentence, clause or word does."""
    size = min(len(text), tokens * CHARACTERS_PER_TOKEN)
    while size > 0 and counter.count(text[-size:]) > tokens:
        size = size * 9 // 10
    if size <= 0:
        return ""
    start = len(text) - size
    near = start + size // 2
    for pattern, most in ((CUTS[0], near), (CUTS[1], near), *((c, len(text) - 1) for c in CUTS)):
        found = pattern.search(text, max(start - 1, 0), most)
        if found:
            return text[found.end() :]
    return ""
