"""Other spellings of the same words: one of them, before anything is compared."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uagent_memory.llm.audit.data import audit_data

__all__ = ["plain_wording"]

UNDONE = re.compile(
    r"\bun(?!der|i[tfq])([a-z]{3,}(?:ed|known|done|seen|written))\b(?![-/_]|\.\w)", re.IGNORECASE
)
DOUBLE = re.compile(r"没有不|无不|无一不|没有一个不")
SOUND = re.compile(r"没有?问题|没有?异常")
FLAG = re.compile(r"\b([a-z_]{3,})\"?:?\s+(true|false)(?=\s*(?:[,;}\])]|$))")
NONE = re.compile(r"\b([A-Za-z][A-Za-z ]{2,40}): (?:none|nothing)\b", re.IGNORECASE)
NONE_HAN = re.compile(r"([\u3400-\u9fff]{2,12})[:：]\s*(?:无|没有)(?![\u3400-\u9fff])")
NON = re.compile(r"\bnon-(?=[a-z])", re.IGNORECASE)
ASKING = re.compile(
    r"\b((?:check|see|know|verify|determine|ask|tell|unclear|confirm|wonder|investigat|test)\w*)"
    r" if\b",
    re.IGNORECASE,
)
NO_MORE = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bwas )(?<!\bwere )(?<!\bbeen )"
    r"(?<=[\w)`] )\bused to (?=[a-z])",
    re.IGNORECASE,
)
WAIT = re.compile(r"\b(wait\w*) (?:until|till)\b", re.IGNORECASE)
EARLIER = re.compile(
    r"\bbefore(?=\s*(?:[,.;:)]|$)|\s(?:now|and|but|had|has|have|was|were|is|are|did|does)\b)",
    re.IGNORECASE,
)
"""An adverb, no conjunction."""
KEPT_FROM = re.compile(
    r"\b(?:keep|keeps|kept|keeping|stop|stops|stopped|stopping) "
    r"((?:[^\s,.;:]+ ){1,5}?)from (?=(?:being )?[\w-]+(?:ing|ed)\b)",
    re.IGNORECASE,
)
THAT_IS = re.compile(r"\bi\.\s?e\.,?", re.IGNORECASE)
FOR_EXAMPLE = re.compile(r"\be\.\s?g\.,?", re.IGNORECASE)
A_NOT_A = re.compile(r"([\u3400-\u9fff])[不没]\1")
"""A question in Chinese: 要不要, 能不能, 有没有."""
NO_LIST = re.compile(r"\bno (?:\w+, ){1,4}?(?:\w+,? )?(?:or|nor|and) \w+", re.IGNORECASE)
"""A "no" that stands in front of several things."""
LISTED = re.compile(r"(?:,| or| nor| and)+ (?!no\b|or\b|nor\b|and\b)", re.IGNORECASE)
RANGE = re.compile(
    r"\b(between\s+[^\s,;]+(?:\s+[^\s,;\d]+)?\s+)and(?=\s+[^\s,;]*\d)", re.IGNORECASE
)


@lru_cache(maxsize=16_384)
def plain_wording(text: str) -> str:
    """'unaffected' as 'not affected', 'rolled it back' as 'rolled back it', a range in one piece.

    Examples:
        >>> plain_wording("Uncommitted; rolled checkout back between 14:05 and 14:31")
        'not committed; rolled back checkout between 14:05 & 14:31'
    """
    text = NONE_HAN.sub(r"没有\1", NONE.sub(r"no \1", text))
    text = NON.sub("not ", UNDONE.sub(r"not \1", text))
    text = _prefixed().sub(r"not \1", text)
    text = _excess().sub("not enough ", text)
    text = FOR_EXAMPLE.sub("for example", THAT_IS.sub("that is", text))
    text = KEPT_FROM.sub(r"prevent \1from ", EARLIER.sub("earlier", WAIT.sub(r"\1 for", text)))
    text = ASKING.sub(r"\1 whether", text)
    text = NO_LIST.sub(lambda match: LISTED.sub(r"\g<0>no ", match.group()), text)
    text = NO_MORE.sub("no longer ", text)
    text = A_NOT_A.sub(r"是否\1", text)
    text = SOUND.sub("正常", DOUBLE.sub("都", text))
    text = FLAG.sub(lambda match: f"{'not ' * (match[2] == 'false')}{match[1]}", text)
    for pattern in _particle_verbs():
        text = pattern.sub(r"\1 \3 \2", text)
    return RANGE.sub(r"\1&", text)


@cache
def _excess() -> re.Pattern[str]:
    """What is too much or too little is not as it should be."""
    return re.compile(rf"\btoo (?=(?:{'|'.join(audit_data()['excess']['en'])})\b)", re.IGNORECASE)


@cache
def _prefixed() -> re.Pattern[str]:
    words = "|".join(audit_data()["prefixed"]["en"])
    return re.compile(rf"\b(?:un|in|im|ir)({words})\b(?![-/_]|\.\w)", re.IGNORECASE)


@cache
def _particle_verbs() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(
            rf"\b({'|'.join(verbs)})\s+((?:[^\s,.;:]+\s+){{0,3}}?[^\s,.;:]+)\s+({particle})\b",
            re.IGNORECASE,
        )
        for particle, verbs in audit_data()["particles"].items()
    )
