"""How a statement is phrased: lead-ins, intentions, narration and fillers say little or nothing."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.phrase_index import lists_in, lists_opening, phrase_list
from uagent_memory.holding import holds_any

__all__ = [
    "Doubt",
    "counts_something",
    "doubt_of",
    "holds_to_it",
    "is_acknowledgement",
    "is_caveat",
    "is_continuing",
    "is_courtesy",
    "is_dependent",
    "is_finding_it",
    "is_guess",
    "is_intention",
    "is_lead_in",
    "is_leaning",
    "is_musing",
    "is_observing",
    "is_placeholder",
    "is_planning",
    "is_quoting",
    "is_refuting",
    "is_report_lead",
    "is_restating",
    "is_set_to",
    "is_supposing",
    "is_telling",
    "is_wondering",
    "names_example",
    "names_fix",
    "openings_of",
    "tells_fix",
]

_QUOTATION = {'"': '"', "“": "”", "「": "」", "『": "』"}

Doubt: TypeAlias = Literal["doubting", "objecting", "disbelieving"]

_OPENED = re.compile(r"[`~]{3,}\w{0,20}\s*\Z")
"""The fence of a code block that begins on a line of prose."""
_DIGIT = re.compile(r"\d")
_COUNTS = frozenset(("counting", "measuring"))
_DATE = re.compile(
    r"(?:19|20)\d\d|(?<!\d)0\d\s*年|\d{1,2}\s*(?:月|号|日)|第\s*\d+|\d+(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)


def is_lead_in(text: str) -> bool:
    """It announces what follows it: without that it says nothing."""
    if ":" not in text and "：" not in text:
        return False
    return _OPENED.sub("", text).rstrip("*_` ").endswith((":", "："))


@lru_cache(maxsize=1 << 14)
def is_intention(text: str) -> bool:
    """It announces the next action, after whatever leads it in: "So", "To fix this, "."""
    if "intention" in lists_opening(text):
        return True
    led = _leading().match(text)
    if led is not None and led.end() and "intention" in lists_opening(text, led.end()):
        return True
    return len(text) <= _longest_announced() and _announcing().fullmatch(text.strip()) is not None


@cache
def _leading() -> re.Pattern[str]:
    """Connecting words, or a clause that says what for and when."""
    lists = phrase_list("leading")
    clauses = "|".join((*lists["en"], *lists["zh"]))
    return re.compile(rf"(?:{_connecting().pattern})?(?:{clauses})?", re.IGNORECASE)


@cache
def _longest_announced() -> int:
    return GeneratorSettings.load().limits.announced_characters


@cache
def _announcing() -> re.Pattern[str]:
    lists = phrase_list("announcing")
    return re.compile("|".join((*lists["en"], *lists["zh"])))


@lru_cache(maxsize=1 << 10)
def is_planning(lead: str) -> bool:
    """Under it stand the next actions: "I need to:", and not "Let me sum up:"."""
    found = lists_in(lead)
    plans = not found.isdisjoint(("planning", "intending")) or is_intention(lead)
    return plans and "reporting" not in found


def is_set_to(text: str) -> bool:
    """It says, anywhere, that somebody is about to change something now, whatever happens."""
    found = lists_in(text)
    return "intending" in found and found.isdisjoint(("sparing", "reporting"))


def is_report_lead(text: str) -> bool:
    """It leads in what is told, and no action: "Let me sum up:"."""
    return is_lead_in(text) and "reporting" in lists_in(text)


def is_restating(text: str) -> bool:
    """An agent repeats what the user wants."""
    return "restating" in lists_opening(text)


def is_quoting(text: str) -> bool:
    """It is somebody's words as a whole: what the agent was told, or said itself."""
    said = text.strip()
    if said.startswith("> "):
        return True
    closing = _QUOTATION.get(said[:1])
    return closing is not None and said.find(closing, 1) in (-1, len(said) - 1)


def is_telling(text: str) -> bool:
    """It tells of the work rather than of a term."""
    return "telling" in lists_opening(text)


def is_guess(text: str) -> bool:
    """It says what may be, or gives a cause that may turn out to be another; no option weighed."""
    return "guess" in lists_in(text) and "weighing" not in lists_in(text)


def is_refuting(text: str) -> bool:
    """It begins by taking something back, or by what was found instead."""
    return "refuting" in lists_opening(text)


def is_wondering(text: str) -> bool:
    """It begins as somebody wonders."""
    return "wondering" in lists_opening(text)


def is_musing(text: str) -> bool:
    """It begins as somebody thinks on, aloud."""
    return "musing" in lists_opening(text)


def is_supposing(text: str) -> bool:
    """It begins with a case that may not be given: "If it still fails, ..."."""
    return "supposing" in lists_opening(text)


def is_dependent(text: str) -> bool:
    """It begins with a word that leans on the sentence before."""
    return "dependent" in lists_opening(text)


def is_leaning(text: str) -> bool:
    """Its subject stands in the sentence before: "It fails", not "This means that `a` fails"."""
    connected = _connecting().match(text)
    opening = lists_opening(text, connected.end() if connected else 0)
    return "leaning" in opening and "establishing" not in opening


@cache
def _connecting() -> re.Pattern[str]:
    words = phrase_list("connecting")
    return re.compile(
        rf"[\W_]*(?:{any_of(words['en'])}\b|{any_of(words['zh'])})[,，\s]*", re.IGNORECASE
    )


def is_observing(text: str) -> bool:
    """It says what seems to be, as somebody does who has looked."""
    return "observing" in lists_in(text)


def is_finding_it(text: str) -> bool:
    """It ends a search: "Found it: ...", "找到了"."""
    return "found" in lists_opening(text)


def doubt_of(text: str) -> Doubt | None:
    """How a user doubts what was said: "are you sure?", "emm - doesn't it ...?", 不是说...吗？"""
    opening = lists_opening(text, _led_in(text, "hesitating"))
    if "disbelieving" in opening:
        return "disbelieving"
    if not is_question(text):
        return None
    asked: tuple[Doubt, ...] = ("doubting", "objecting")
    return next((doubt for doubt in asked if doubt in opening), None)


def holds_to_it(answer: str, doubt: Doubt) -> bool:
    """How an answer begins by which what was doubted stands after all."""
    return ("affirming" if doubt == "doubting" else "denying") in lists_opening(answer)


def openings_of(text: str) -> frozenset[str]:
    """How it begins, with and without what only leads in: "lol no", 哈哈不用."""
    return lists_opening(text) | lists_opening(text, _led_in(text, "interjecting"))


def _led_in(text: str, words: str) -> int:
    """Where the words of a list end that lead in what somebody says."""
    led = _leading_in(words).match(text)
    return led.end() if led else 0


@cache
def _leading_in(words: str) -> re.Pattern[str]:
    lists = phrase_list(words)
    en, zh = any_of(lists["en"]), any_of(lists["zh"])
    return re.compile(rf"(?:[\W_]*(?:(?:{en})(?!\w)|(?:{zh}))){{1,3}}", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """A command or piece of code that only shows where one is to stand."""
    words = text.casefold()
    return any(word in words for word in _placeholders())


@cache
def _placeholders() -> tuple[str, ...]:
    lists = phrase_list("placeholder")
    return (*lists["en"], *lists["zh"])


def is_continuing(text: str) -> bool:
    """It belongs to the frame of a summary with which a log is continued."""
    return "continuing" in lists_opening(text)


def names_example(heading: str) -> bool:
    """What stands under this heading, or in this tag, is an example."""
    return "example" in lists_in(heading.replace("_", " "))


def is_caveat(heading: str) -> bool:
    """What stands under it holds only in some case, or nobody has made sure of it."""
    return "caveat" in lists_in(heading)


def names_fix(text: str) -> bool:
    """It calls what it tells a fix."""
    return "mending" in lists_in(text)


def tells_fix(text: str) -> bool:
    """It says what was or is to be changed."""
    return "fixing" in lists_in(text)


def is_courtesy(text: str) -> bool:
    """It greets, thanks, or hands over to somebody."""
    return "courtesy" in lists_in(text)


def counts_something(text: str) -> bool:
    """It holds a number, in figures or in words."""
    return _DIGIT.search(text) is not None or not _COUNTS.isdisjoint(lists_in(text))


def is_figured(text: str) -> bool:
    """It tells how much or how many; a date or a place in a row does not."""
    return "measuring" in lists_in(text) or (
        _DIGIT.search(text) is not None and _DIGIT.search(_DATE.sub(" ", text)) is not None
    )


def gets_to_the_point(text: str) -> bool:
    """It says that what it tells is the reason, the core, the aim."""
    return "gist" in lists_in(text)


def names_something(text: str) -> bool:
    """It says what something is called."""
    return "naming" in lists_in(text)


def is_acknowledgement(line: str) -> bool:
    """A tool only says that an edit went through."""
    return holds_any(line.lower(), _acknowledgements())


@cache
def _acknowledgements() -> tuple[str, ...]:
    lists = phrase_list("acknowledgement")
    return (*lists["en"], *lists["zh"])
