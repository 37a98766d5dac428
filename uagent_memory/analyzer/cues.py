"""Cue classes of a prose unit: decision, outcome, finding, cause, plan, demand and so on.

Word lists (`lexicon/cues.toml`) and patterns (`lexicon/cue_patterns.toml`) for English and Chinese
decide, negations before a word turn it round, and who speaks tells a demand from a description.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.cue_patterns import CuePatterns, Pattern, any_matches
from uagent_memory.analyzer.lexicon import Lexicon, any_of, fold, load_table
from uagent_memory.analyzer.lexicon_batches import batches, longest_each
from uagent_memory.analyzer.types import Cue
from uagent_memory.holding import holds_any
from uagent_memory.messages import Author

__all__ = ["Said", "cue_of", "cues_of", "output_cue"]

Said: TypeAlias = tuple[str, Author]
"""A text, and who says it."""

LOOKED_AT = 600
"""Characters of a unit that patterns see; words are looked up in four times as many."""
ENDS_ASKING = re.compile(r"[?？][\"'”’」』)）\]*_`\s]*$")
ASKS_INSIDE = re.compile(r"[?？](?:\s|$|[”」』])")
NEGATED = re.compile(
    r"(?:\b(?:not|never|no|none|without|zero|0|neither|nor|cannot|hardly)|n't|\bfree of)"
    r"(?: \w{1,12}){0,2}[ -]$"
    r"|[不没未无零非](?:有|曾|再|能|会|完全|任何|出现|发生|什么)?$"
)
BEFORE = 36
"""Characters before a word in which a negation counts."""
NAME = re.compile(r"`[^`]{1,200}`|[\w~-]*+[/.](?=\w)[\w./-]*\w")
NAME_SIGN = re.compile(r"[`/.](?:(?<=`)|(?=\w))")
"""Without one there is no name; much faster to look for."""
DECIMAL = re.compile(r"\d+\.\d+")
ERROR_TYPES = ("error`", "exception`", "error", "exception")
ORDERING = (Author.USER, Author.PARENT, Author.SYSTEM)
"""Authors whose imperative is a demand."""
BITS = {cue.name.lower(): int(cue) for cue in Cue if cue.name}
"""Plain numbers: combining them is much faster than combining flags."""
TELLING = ("intent", "orders", "strong")
"""Patterns that make no class, but tell how to take one."""
DECISION, OUTCOME, PLAN, DEMAND, QUESTION, ERROR, OPEN = (
    int(cue)
    for cue in (
        Cue.DECISION, Cue.OUTCOME, Cue.PLAN, Cue.DEMAND, Cue.QUESTION, Cue.ERROR, Cue.OPEN
    )
)  # fmt: skip
TURNED = {ERROR: OUTCOME, OUTCOME: OPEN}


def cue_of(text: str, *, author: Author) -> Cue:
    """The cue classes of one sentence, list item or heading; several may hold."""
    (cue,) = cues_of(((text, author),))
    return cue


def cues_of(said: Sequence[Said]) -> list[Cue]:
    """`cue_of` of each of some texts with its author; much faster for many.

    Short sentences come again and again in talk: each is looked at once.
    """
    different = list(dict.fromkeys(said))
    found = chain.from_iterable(map(_cues, batches(different)))
    known = dict(zip(different, found, strict=True))
    return [known[one] for one in said]


def _cues(said: Sequence[Said]) -> Iterator[Cue]:
    folded = [_without_names(fold(text[: 4 * LOOKED_AT])) for text, _ in said]
    heads = [text[:LOOKED_AT] for text in folded]
    worth = _patterns().worth_trying_each(heads)
    for (text, author), bits, head, patterns in zip(
        said, _worded(folded), heads, worth, strict=True
    ):
        if patterns:
            bits = _matched(bits, head, patterns)  # noqa: PLW2901 - more of the same
        if "?" in text or "？" in text:
            asks = ENDS_ASKING.search(text[-16:]) or ASKS_INSIDE.search(head)
            bits |= QUESTION if asks else 0  # noqa: PLW2901 - more of the same
        yield _flag(_as_spoken(bits, head, author, patterns))


def _worded(folded: Sequence[str]) -> Sequence[int]:
    """The classes of the words in each of some folded texts."""
    bits = [0] * len(folded)
    meanings = _meanings()
    for number, start, _, index in longest_each(_words(), folded):
        plain, negated = meanings[index]
        is_negated = plain != negated and _is_negated(folded[number], start)
        bits[number] |= negated if is_negated else plain
    return bits


def _matched(bits: int, head: str, patterns: Sequence[Pattern]) -> int:
    """The classes with those of the patterns that a text matches."""
    for name, search, also in patterns:
        bit = BITS.get(name, 0)
        if bit & ~bits and (not also or holds_any(head, also)) and search(head):
            bits |= bit
    return bits


def _without_names(folded: str) -> str:
    """Words in paths, file names and inline code blanked: `committed.go` says nothing."""
    if "." not in folded[:-1] and "/" not in folded and "`" not in folded:
        return folded
    sign = NAME_SIGN.search(folded)
    if sign is None:
        return folded
    first = folded.rfind(" ", 0, sign.start()) + 1
    return folded[:first] + NAME.sub(_blank, folded[first:])


def _blank(match: re.Match[str]) -> str:
    """The name's length in filler; inline code keeps its marks, an error type its word."""
    name = match.group()
    if name.endswith(ERROR_TYPES) or DECIMAL.fullmatch(name):
        return name
    if name[0] == "`":
        return f"`{'x' * (len(name) - 2)}`"
    return "x" * len(name)


def output_cue(text: str) -> Cue:
    """Whether printed output tells of an error or of success."""
    counts = Lexicon.load("outputs").count(text)
    return Cue(sum(BITS[name] for name in counts))


class _Meaning(NamedTuple):
    """The classes of a word, and those where a negation turns it round: "no error" is an outcome,
    "not fixed" is open."""

    plain: int
    negated: int

    @classmethod
    def of(cls, categories: Iterable[str]) -> _Meaning:
        bits = [BITS[name] for name in categories if not name.startswith("_")]
        return cls(sum(bits), sum({TURNED.get(bit, bit) for bit in bits}))


def _is_negated(folded: str, start: int) -> bool:
    return NEGATED.search(folded[max(0, start - BEFORE) : start]) is not None


def _is_imperative(folded: str) -> bool:
    first = _first_word().match(folded)
    return first is not None and first["word"] in _imperatives()


def _as_spoken(bits: int, folded: str, author: Author, patterns: Sequence[Pattern]) -> int:
    """What the classes mean from this author: who orders, who only intends, who asks.

    `patterns` are those of the text that are worth trying.
    """
    if bits & QUESTION:
        bits &= ~(DECISION | OUTCOME)
    if bits & OUTCOME and any_matches(patterns, "intent", folded):
        bits &= ~OUTCOME
    if author in ORDERING:
        orders = bits & DEMAND or any_matches(patterns, "orders", folded)
        if orders or _is_imperative(folded):
            bits |= DEMAND
    elif bits & PLAN and bits & DEMAND and not bits & QUESTION:
        insists = any_matches(patterns, "strong", folded)
        bits = bits if insists else bits & ~DEMAND
    return bits


@cache
def _flag(bits: int) -> Cue:
    return Cue(bits)


@cache
def _words() -> Lexicon:
    return Lexicon.load("cues")


@cache
def _meanings() -> Sequence[_Meaning]:
    """Of the entries of `_words`."""
    return [_Meaning.of(entry.categories) for entry in _words().entries]


@cache
def _patterns() -> CuePatterns:
    return CuePatterns.load((*BITS, *TELLING))


@cache
def _first_word() -> re.Pattern[str]:
    """Behind list marks and words that lead in."""
    leading = any_of(load_table("cue_patterns")["leading_in"])
    return re.compile(rf"(?:\W|\d+[.)]\s|thought:|(?:{leading})\b)*+(?P<word>[a-z']+)")


@cache
def _imperatives() -> frozenset[str]:
    return frozenset(load_table("cue_patterns")["imperatives"])
