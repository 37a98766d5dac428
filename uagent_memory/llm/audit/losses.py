"""What of the draft a model's text no longer says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.claims import Claim, alike, claims_of, says_chosen
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, audit_limits, grammar
from uagent_memory.llm.audit.labels import without_labels, without_places
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.narration import is_opening, without_narration
from uagent_memory.llm.audit.senses import Meant, held, meaning, meant
from uagent_memory.llm.audit.words import (
    clauses,
    is_undone,
    names_of,
    numbers_of,
    one_line,
)

__all__ = ["answers", "missing_lines", "needed_for"]

TOKEN = re.compile(r"`[^`]*`|[^\W\d_]+(?:'[^\W\d_]+)?|\d+")
CALL = re.compile(r"`?[\w.-]+ `?\w+: ([^`]{4,})`:?")
"""A call as the draft renders it: tool, argument's name, value. The value alone tells it."""
SPACED = re.compile(r"(?<=\d)\s+(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])\s+(?=\d)")
BROKEN_OFF = re.compile(r"[，、,：:]\s*$")
FAULT = re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b")
LOCATION = re.compile(r"""File "([^"]+)", line (\d+)(?:, in (?:<module>|(\S+)))?""")
"""A line of a traceback: its path, number and function tell it."""
CODE = re.compile(r"[!=:<>]=|[{}]|\w\(|&&|\|\|")
"""What makes a clause one of a program."""
PATH_PARTS = 2
FRAME = re.compile(r"^\[[^\]]{1,20}\]\s*|\s\([\w.-]{1,60}\)$")
"""A task's state and whose it is."""
ORDINAL = re.compile(r"(?:^|(?<=[\s*]))\d{1,2}\.(?=\s)")
"""The number of an item in a list."""
LASTED = re.compile(r"\b(?:in\s+)?\d+\.\d+\s?s\b")
"""How long a run took."""
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\W]+")
"""Between the words that a name is put together of."""
NAMED = 2
"""Names and figures of a line that tell it with half of its words."""
FIGURE = 3
"""Characters of a name or figure that may be another one's elsewhere in a text."""
MOST_GAPS = 4
"""Places where a line may lack small words of one that it otherwise copies."""
SPARED_NEED = 0.12
"""Expected need of a name that counts no more than one that nobody is expected to need."""
LEAST_WORTH = 0.02
"""Of a name or number that nobody is expected to need."""
KEPT_GROUPS = frozenset(("outcome", "state", "change", "verdict"))
GRAVE = frozenset(("fail", "skip", "open", "rejected", "cancelled", "reverted"))
"""Claims that no line may leave out; what went well may be told in any word."""


def missing_lines(material: Material, lines: Sequence[Traced]) -> tuple[int, ...]:
    """Indices of the draft's lines that are not answered, in order."""
    whole = one_line("\n".join(new.line.text for new in lines))
    return tuple(
        place
        for place, line in enumerate(material.lines)
        if one_line(line.text) not in whole and not _is_answered(line, lines, whole, material)
    )


def needed_for(
    material: Material, lines: Sequence[Traced], missing: Sequence[int]
) -> tuple[frozenset[int], ...]:
    """Of each line, the draft's lines that it answers, or that no line answers by itself."""
    places = {id(line): place for place, line in enumerate(material.lines)}
    made = [frozenset(places[id(source)] for source in new.sources) for new in lines]
    alone = [
        frozenset(x for x in own if answers(new.line.text, material.lines[x], material, made=True))
        for new, own in zip(lines, made, strict=True)
    ]
    whole = frozenset().union(*alone, missing)
    return tuple(
        own | (sources - whole) or frozenset((places[id(new.sources[0])],))
        for new, sources, own in zip(lines, made, alone, strict=True)
    )


def _is_answered(line: DraftLine, lines: Sequence[Traced], whole: str, material: Material) -> bool:
    for new in lines:
        made = line in new.sources
        if answers(new.line.text, line, material, made=made, whole=whole if made else ""):
            return True
    texts = [new.line.text for new in lines if line in new.sources]
    return len(texts) > 1 and answers("\n".join(texts), line, material, made=True, whole=whole)


def answers(text: str, line: DraftLine, material: Material, *, made: bool, whole: str = "") -> bool:
    """Whether a text says what a line of the draft says.

    What must stay word for word stands so; of any other line the names and numbers somebody is
    expected to need, enough of its words, and what it claims. What must be kept keeps all its
    names and numbers.

    Args:
        text: one line of the model's, or several that were made from the line.
        line: of the draft.
        material: with the expected need.
        made: whether the text was made from the line; any other must hold more of its words.
        whole: where names may stand as well.
    """
    if one_line(line.text) in one_line(text):
        return True
    call = CALL.fullmatch(line.text.strip())
    if call is not None and call.group(1) in text:
        return True
    place = LOCATION.fullmatch(line.text.strip("` "))
    if place is not None:
        return all(_stands(part, text, "") for part in place.groups() if part)
    if line.is_verbatim or line.is_code or _is_struck_out(text, line.text):
        return False
    if any(not _is_dated(aside, text) for aside in grammar("dated").findall(line.text)):
        return False
    return _has_names(text, line, material, whole) and _has_words(text, line, made=made)


def _is_dated(aside: str, text: str) -> bool:
    """The text says when a result was had, in brackets or in a clause."""
    lowered = text.lower()
    said = aside.strip("()（）").lower()
    is_past = has_cue("at_first", text) or grammar("was").search(lowered) is not None
    return said in lowered or (said.startswith("before") and is_past)


def _has_names(text: str, line: DraftLine, material: Material, whole: str) -> bool:
    is_record = line.entry.kind in audit_data()["kinds"]["records"]
    told = line.text if line.entry.must_keep and not is_record else without_labels(line.text)
    told = ORDINAL.sub(" ", without_places(told))
    if line.entry.kind in audit_data()["kinds"]["results"]:
        told = LASTED.sub(" ", told)
    any_form = grammar("choice_of_forms")
    named = {name for name in names_of(told) if not any_form.fullmatch(name)} | numbers_of(told)
    held = {name for name in named if _stands(name, text, whole)}
    held |= {name for name in named - held if _ends(name, text) or _is_apart(name, text)}
    limits = audit_limits()
    lost = named - held
    if line.entry.must_keep and any(material.need.get(x, 0.0) >= limits.kept_need for x in lost):
        return False
    least = limits.answered_need
    return _worth(held, material.need) >= least * _worth(named, material.need)


def _has_words(text: str, line: DraftLine, *, made: bool) -> bool:
    limits = audit_limits()
    is_task = line.entry.kind in audit_data()["kinds"]["tasks"]
    told = _polite().sub("", without_labels(without_places(line.text)))
    is_owed = is_task or line.entry.must_keep or not made
    own = limits.answered_task if is_task else limits.answered_words
    if not is_owed and len(names_of(told) | numbers_of(told)) >= NAMED:
        own /= 2
    least = own if made else limits.answered_by_others
    has = meaning(text) | meaning(" ".join(HUMP.sub(" ", name) for name in sorted(names_of(text))))
    if line.entry.kind in audit_data()["kinds"]["narrated"] and not line.entry.must_keep:
        told = without_narration(told)
        if not told.strip():
            return True
    if is_task:
        told = FRAME.sub("", told)
    words = frozenset(meant(told))
    counts = line.entry.kind in audit_data()["kinds"]["results"]
    if _held(words, has) < least * len(words):
        return False
    if is_owed and not _has_every_clause(told, has, numbers_of(text), counts=counts):
        return False
    bare = grammar("smoothly").sub("", told)
    claims = {claim for claim in claims_of(bare) if claim.group in KEPT_GROUPS}
    if not is_owed:
        claims = {x for x in claims if x.category in GRAVE or x.category.startswith("not ")}
    return all(_is_said(claim, text) for claim in claims)


def _is_said(claim: Claim, text: str) -> bool:
    said = claims_of(text)
    if alike(claim) & said or Claim(f"if {claim.category}", "mention") in said:
        return True
    if claim.category == "fail" and FAULT.search(text):
        return True
    if claim.category in {"chosen", "picked"}:
        return says_chosen(text)
    return claim.category == "open" and is_undone(text)


def _is_struck_out(text: str, original: str) -> bool:
    """The original with small words struck out of its middle: shorter, but no sentence.

    A mark in the place of the words, such as a bracket, makes one of it.
    """
    rest = iter(TOKEN.findall(original.lower()))
    gaps = end = 0
    for word in TOKEN.finditer(text.lower()):
        passed: list[str] = []
        for other in rest:
            if other == word.group():
                break
            passed.append(other)
        else:
            return False
        is_bare = text[end : word.start()].isspace()
        gaps += is_bare and bool(passed) and not any(map(content_words, passed))
        end = word.end()
    return gaps >= MOST_GAPS


def _held(words: Iterable[Meant], has: frozenset[str | int]) -> float:
    """How many are said; a pair of Chinese characters may be by half."""
    characters = frozenset("".join(x for x in has if isinstance(x, str) and not x.isascii()))
    return sum(1.0 if held(word, has) else _half(word, characters) for word in words)


def _half(word: Meant, characters: frozenset[str]) -> float:
    return 0.0 if word.stem.isascii() else sum(char in characters for char in word.stem) / 4


def _has_every_clause(
    text: str, has: frozenset[str | int], figures: frozenset[str], *, counts: bool
) -> bool:
    """Something of each, or all its figures; a last one that breaks off says nothing.

    Args:
        text: of the draft.
        has: what the model's text means.
        figures: of the model's text.
        counts: whether one word with a figure is a clause: "1 skipped".
    """
    least = audit_limits().answered_clause
    whole = clauses(grammar("title").sub("", text))[: -1 if BROKEN_OFF.search(text) else None]
    parts = [(frozenset(meant(x)), numbers_of(x)) for x in whole if not _is_aside(x)]
    return all(
        (not counts and bool(numbers) and numbers <= figures)
        or _held(part, has) >= least * len(part)
        for part, numbers in parts
        if len(part) > 1 or (counts and part and numbers)
    )


@cache
def _polite() -> re.Pattern[str]:
    """What is said out of politeness, up to the next mark."""
    words = audit_data()["polite"]
    english = "|".join(words["en"])
    return re.compile(rf"\b(?:{english})\b,?|(?:{'|'.join(words['zh'])})[^\w]", re.IGNORECASE)


def _is_aside(clause: str) -> bool:
    """A question back, or nothing but a name: names are looked for on their own."""
    bare = clause.strip("`*-_ ")
    return (
        bare in names_of(clause)
        or CODE.search(bare) is not None
        or grammar("asking_back").match(bare) is not None
        or is_opening(bare)
    )


def _stands(name: str, new: str, whole: str) -> bool:
    if not name.isascii() and name in SPACED.sub("", new):
        return True
    name = name.removeprefix("./") or name
    return name in new or name in numbers_of(new) or (len(name) > FIGURE and name in whole)


def _ends(path: str, new: str) -> bool:
    """The end of the path stands there, with a folder at least, or its name and its folder."""
    folder, _, own = path.rpartition("/")
    if folder and own in names_of(new) and re.search(rf"{re.escape(folder)}(?![\w.-]|/\w)", new):
        return True
    parts = path.strip("/").split("/")
    ends = ("/".join(parts[start:]) for start in range(1, len(parts) - PATH_PARTS + 1))
    return "://" not in path and any(end in names_of(new) for end in ends)


def _is_apart(name: str, new: str) -> bool:
    """The words of a name that is joined by hyphens stand there: "12-hex-char"."""
    parts = name.split("-")
    return len(parts) > 1 and all(part.isalnum() and part in new for part in parts)


def _worth(names: frozenset[str] | set[str], need: Mapping[str, float]) -> float:
    return sum(max(need.get(n, 0.0) - SPARED_NEED, 0.0) + LEAST_WORTH for n in sorted(names))
