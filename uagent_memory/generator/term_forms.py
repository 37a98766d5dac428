"""The shorter forms that stand in a term: who writes a path writes its file name, too."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["term_forms"]

MOST_FORMS = 24
"""Shorter forms of one term that are looked up at most."""
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
        if len(forms) > MOST_FORMS:
            break
    forms.pop("", None)
    return tuple(forms)
