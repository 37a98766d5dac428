"""Names of fields that an agent fills in, as words: `next_speaker` -> "Next speaker: "."""

from __future__ import annotations

import re

__all__ = ["spelled_key"]

_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ASKS = ("is ", "are ", "has ", "have ", "was ", "were ", "did ")


def spelled_key(key: str) -> str:
    """With the mark that what stands in it needs: a key that asks is a question."""
    if key.startswith("是否"):
        return key + "？"
    if _KEY.fullmatch(key) is None:
        return key + ": "
    words = _HUMP.sub("_", key).replace("_", " ").lower()
    opener = next((word for word in _ASKS if words.startswith(word)), "")
    words = words[len(opener) :]
    mark = "? " if opener else ": "
    return words[:1].upper() + words[1:] + mark
