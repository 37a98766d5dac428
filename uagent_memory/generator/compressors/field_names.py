"""Names of fields that an agent fills in, as words: `next_speaker` -> "Next speaker: "."""

from __future__ import annotations

import re

from uagent_memory.generator.wording.phrase_index import phrase_list

__all__ = ["spelled_key"]

_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def spelled_key(key: str) -> str:
    """With the mark that what stands in it needs: a key that asks is a question."""
    asking = phrase_list("asking_field")
    if key.startswith(tuple(asking["zh"])):
        return key + "？"
    if _KEY.fullmatch(key) is None:
        return key + ": "
    words = _HUMP.sub("_", key).replace("_", " ").lower()
    opener = next((f"{word} " for word in asking["en"] if words.startswith(f"{word} ")), "")
    words = words[len(opener) :]
    mark = "? " if opener else ": "
    return words[:1].upper() + words[1:] + mark
