"""Which terms of a text have some need; who writes a path writes its file name, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.holding import holds_any

__all__ = ["NeededTerms", "term_forms"]

_MARKS = re.compile(r"[/.]+")
_FEW = 8
"""Needed terms up to which it is faster to look for each than to take a text apart."""
_Needed: TypeAlias = tuple[tuple[str, float], ...]
"""Terms, each with its need."""


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


class NeededTerms:
    """Of one history's texts; a text is proposed in several places."""

    def __init__(self, need: Mapping[str, float], messages: Sequence[MessageAnalysis] = ()) -> None:
        """Know no text yet.

        Args:
            need: of the terms.
            messages: the history; what is proposed may be a whole message, whose terms are known.
        """
        self._forms = _Forms(need)
        self._few = tuple(need) if len(need) <= _FEW else None
        self._known: dict[str, _Needed] = {}
        self._read = {m.message.text: m.terms for m in messages if not m.message.tool_calls}

    def of(self, text: str) -> Sequence[tuple[str, float]]:
        """The needed terms of a text and of the shorter ones that stand in them."""
        if self._few is not None and not holds_any(text, self._few):
            return ()
        found = self._known.get(text)
        if found is None:
            forms = self._forms
            terms = self._read.get(text)
            terms = terms_of(text) if terms is None else terms
            pairs = [pair for term in terms for pair in forms[term]]
            found = self._known[text] = tuple(pairs)
        return found


class _Forms(dict[str, _Needed]):
    """The needed ones among the forms of a term."""

    def __init__(self, need: Mapping[str, float]) -> None:
        super().__init__()
        self._need = need

    def __missing__(self, term: str) -> _Needed:
        need = self._need
        found = [(form, worth) for form in term_forms(term) if (worth := need.get(form))]
        needed = self[term] = tuple(found)
        return needed
