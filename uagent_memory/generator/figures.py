"""Which statements say how many or how much."""

from __future__ import annotations

import re

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.types import Cue, Unit

__all__ = ["tells_figure"]

_FIGURE = re.compile(
    r"(?<![A-Za-z0-9_.#-])[$€£¥]?\d[\d,.]*(?=[\u4e00-\u9fff%°])"
    r"|(?<![A-Za-z0-9_.#-])[$€£¥]?\d[\d,.]*(?!\w|[.)、]?\s*$)"
)
"""A number that stands by itself, with its currency or its unit."""
_DIGIT = re.compile(r"\d")
_ASKED = Cue.PLAN | Cue.DEMAND | Cue.QUESTION | Cue.OPEN


def tells_figure(unit: Unit) -> bool:
    """It says how many or how much, and is no plan, question or order."""
    if _DIGIT.search(unit.text) is None or unit.cue.meets(_ASKED):
        return False
    text = unit.text[marker_length(unit.text) :]
    digit = _DIGIT.search(text)
    return digit is not None and _FIGURE.search(text, max(digit.start() - 1, 0)) is not None
