"""Code: names, parameters, returns and calls; the way it is done goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.files.symbols import Definition, definitions
from uagent_memory.condensers.chat_history.settings import Wording, chat_settings
from uagent_memory.facts import TextSpan
from uagent_memory.messages import Span

__all__ = ["is_code", "outline"]

FENCE = re.compile(r"^\s{0,8}(?:```|~~~)\s*(\w*)", re.MULTILINE)
EXTENSIONS = {
    "python": "py", "py": "py", "javascript": "js", "js": "js", "typescript": "ts", "ts": "ts",
    "go": "go", "golang": "go", "rust": "rs", "rs": "rs", "java": "java",
}  # fmt: skip
GUESSES = ("py", "ts", "go", "rs", "java")
SHOWN = frozenset(("function", "method", "class", "type", "test", "interface", "struct"))
RETURN = re.compile(r"^\s*(?:return|yield)\b.+$")
CALL = re.compile(r"(?<![\w.\"'])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\(")
"""A call through a module or an object: what the code uses of others."""
LEAST_LINES = 3
LONGEST_RETURN = 80
LONGEST_HEAD = 160


def is_code(text: str) -> bool:
    """Whether a printed text is code: fenced, or with definitions of a known language."""
    if FENCE.search(text):
        return True
    lines = text.split("\n")
    return len(lines) >= LEAST_LINES and bool(_shown(_best(_spans(lines), "")))


def outline(text: str, wording: Wording) -> str:
    """The definitions with their parameters, what each returns, and the calls made; "" if none."""
    fence = FENCE.search(text)
    language = EXTENSIONS.get(fence.group(1).lower(), "") if fence else ""
    lines = [line for line in text.split("\n") if not FENCE.match(line)]
    found = _shown(_best(_spans(lines), language))
    heads = list(dict.fromkeys(_heads(lines, found)))
    calls = _calls(text)
    if calls:
        heads.append(f"{wording.calls}{wording.colon}{', '.join(calls)}")
    return wording.join.join(heads)


def _spans(lines: Sequence[str]) -> list[TextSpan]:
    return [TextSpan(line, Span("", "text", 0, len(line))) for line in lines]


def _best(lines: Sequence[TextSpan], language: str) -> list[Definition]:
    """The definitions in the language that finds most of them."""
    found = [definitions(lines, f"x.{guess}") for guess in ((language,) if language else GUESSES)]
    return max(found, key=lambda names: len(_shown(names)))


def _shown(found: Sequence[Definition]) -> list[Definition]:
    return [name for name in found if name.sort in SHOWN]


def _heads(lines: Sequence[str], found: Sequence[Definition]) -> Iterator[str]:
    ends = [*(name.line for name in found[1:]), len(lines)][: len(found)]
    for name, end in zip(found, ends, strict=True):
        head = " ".join(lines[name.line].split()).rstrip("{: ")[:LONGEST_HEAD]
        body = lines[name.line + 1 : end]
        told = next((m.group().strip() for line in body if (m := RETURN.match(line))), "")
        yield f"{head} → {told}" if told and len(told) <= LONGEST_RETURN else head


def _calls(text: str) -> list[str]:
    """The calls by first appearance; those on one's own object are not worth a name."""
    names = dict.fromkeys(CALL.findall(text))
    own = ("self.", "cls.", "this.")
    return [name for name in names if not name.startswith(own)][
        : chat_settings().lengths.outline_calls
    ]
