"""The shorter forms that stand in a term: who writes a path writes its file name, too."""

from __future__ import annotations

import re
from functools import lru_cache

from uagent_memory.generator.settings import GeneratorSettings

__all__ = ["term_forms"]

_MARKS = re.compile(r"[/.]+")


@lru_cache(maxsize=65_536)
def term_forms(term: str) -> tuple[str, ...]:
    """A term and the shorter ones that stand in it: `/a/b.py` also says `a/b.py` and `b.py`."""
    if "/" not in term and "." not in term:
        return (term,)
    forms = {term: None}
    at = 0
    for mark in _MARKS.finditer(term):
        if mark.start() > at:
            forms[term[at : mark.start()]] = None
        at = mark.end()
        forms[term[at:]] = None
        if len(forms) > GeneratorSettings.load().limits.term_forms:
            break
    forms.pop("", None)
    return tuple(forms)
