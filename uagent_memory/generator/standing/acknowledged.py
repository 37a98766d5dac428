"""What a tool said of the change that it made: "The file /a/b.py has been updated"."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.lexicon import any_word
from uagent_memory.facts import TextSpan
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.messages import Message, Span

__all__ = ["acknowledgement"]


def acknowledgement(answer: Message, path: str) -> TextSpan | None:
    """How an answer's first line says so of a path; None where it does not."""
    first = answer.text.partition("\n")[0]
    named = re.search(rf"{re.escape(path)}(?![\w/-]|\.\w)", first)
    if named is None:
        return None
    at = named.start()
    said = _saying().search(first, at + len(path)) or _saying().search(first, 0, at)
    end = max(at + len(path), said.end()) if said else 0
    longest = GeneratorSettings.load().acknowledged.longest
    if not end or at > longest or end - at - len(path) > longest:
        return None
    return TextSpan(first[:end], Span(answer.id, "text", 0, end))


@cache
def _saying() -> re.Pattern[str]:
    return any_word(GeneratorSettings.load().acknowledged.words)
