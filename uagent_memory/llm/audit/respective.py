"""Two lists that are told with "respectively", told one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from uagent_memory.llm.audit.data import grammar

__all__ = ["each_done", "one_by_one"]

SENTENCE = re.compile(r"[^.;:\n]+(?:\.(?=\w)[^.;:\n]+)*")
FIGURE = re.compile(r"\d")
LONGEST = 3
"""Words of a member of the second list."""


@lru_cache(maxsize=4096)
def one_by_one(text: str) -> str:
    """The text with each member of the first list beside its own of the second.

    Examples:
        >>> one_by_one("Jobs A and B took 3 s and 5 s, respectively.")
        'Jobs A took 3 s; B took 5 s.'
    """
    if "分别" in text:
        text = _in_chinese(text)
    if grammar("respectively").search(text):
        text = SENTENCE.sub(lambda match: _in_english(match.group()), text)
    return text


def each_done(text: str) -> str:
    """Of two Chinese deeds that are told as done together, each by itself.

    Examples:
        >>> each_done("代码已改好并提交。")
        '代码已改好，已提交。'
    """
    return grammar("done_together").sub(r"\1\2，已", text)


def _in_english(sentence: str) -> str:
    cue = grammar("respectively").search(sentence)
    if cue is None:
        return sentence
    before, after = sentence[: cue.start()], sentence[cue.end() :]
    *_, last = [None, *re.finditer(r"\s+and\s+", before)]
    first = grammar("respective_and").search(before)
    if last is None or first is None or first.start() >= last.start():
        return sentence
    value, tail = _values(before[: last.start()], before[last.end() :])
    middle = before[first.end() : last.start() - len(value)].rstrip(", ")
    member, deed = _member(middle)
    if not value or not deed:
        return sentence
    ahead = before[: first.start()]
    own, rest = tail
    return f"{ahead} {deed} {value}{rest}; {member} {deed} {own}{rest}{after}"


def _values(before: str, last: str) -> tuple[str, tuple[str, str]]:
    """The member of the second list in front of the last one; this, and what belongs to both."""
    words, own = before.split(" "), last.split(" ")
    size = next(
        (
            count
            for count in range(1, min(LONGEST, len(own), len(words)) + 1)
            if FIGURE.search(words[-count]) and FIGURE.search(own[0])
        ),
        min(LONGEST, len(own)),
    )
    rest = " ".join(own[size:])
    return " ".join(words[-size:]), (" ".join(own[:size]), f" {rest}" if rest else "")


def _member(middle: str) -> tuple[str, str]:
    """The second member of the first list, and what is said of both."""
    words = middle.split(" ")
    size = 2 if grammar("articles").fullmatch(words[0]) else 1
    return " ".join(words[:size]), " ".join(words[size:])


def _in_chinese(text: str) -> str:
    members: list[str] = []

    def told(match: re.Match[str]) -> str:
        nonlocal members
        joint = grammar("respective_and_han")
        heads = list(filter(None, joint.split(match["head"].strip())))
        values = list(filter(None, joint.split(match["values"].strip())))
        if len(heads) == len(values) > 1:
            members = heads
        elif len(heads) == 1 and len(members) == len(values):
            heads = [f"{member} {heads[0]}" for member in members]
        else:
            return match.group()
        return "；".join(_rows(heads, match["verb"] or "", values))

    return grammar("respectively_han").sub(told, text)


def _rows(heads: list[str], verb: str, values: list[str]) -> Iterator[str]:
    for head, value in zip(heads, values, strict=True):
        yield f"{head} {verb} {value}"
