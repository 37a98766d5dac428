"""The former and the latter, told by what they stand for."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uagent_memory.analyzer.lexicon import any_of, any_word
from uagent_memory.llm.audit.data import rewording_data

__all__ = ["resolved"]

NAME = r"`[^`\n]+`|\"[^\"\n]+\"|[A-Za-z][\w./-]*\w|[A-Za-z]"
HAN_NAME = r"[\u3400-\u9fff\w()（）]"


@lru_cache(maxsize=4096)
def resolved(text: str) -> str:
    """The text with the last two things named together in place of those words; "" if it has none.

    Examples:
        >>> resolved("We tried Redis and Kafka. The latter needs more memory.")
        'We tried Redis and Kafka. Kafka needs more memory.'
    """
    found = [(match, place) for place in (0, 1) for match in _words(place).finditer(text)]
    if not found:
        return ""
    first = min(match.start() for match, _ in found)
    pairs = [[name for name in match.groups() if name] for match in _pair().finditer(text[:first])]
    if not pairs:
        return ""
    for match, place in sorted(found, key=lambda item: -item[0].start()):
        text = f"{text[: match.start()]}{pairs[-1][place]}{text[match.end() :]}"
    return text


@cache
def _pair() -> re.Pattern[str]:
    """Two things that are named together."""
    joints = rewording_data()["joints"]
    english, chinese = any_of(joints["en"]), any_of(joints["zh"])
    return re.compile(
        rf"({NAME})\s+(?:{english})\s+(?:the |an? )?({NAME})"
        rf"|(?:^|[^\u3400-\u9fff\w()（）])({HAN_NAME}{{2,16}}?)(?:{chinese})({HAN_NAME}{{2,16}})"
    )


@cache
def _words(place: int) -> re.Pattern[str]:
    return any_word(rewording_data()[("former", "latter")[place]])
