"""Names of fields and tools in records and calls: what they stand in front of tells it alone."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from uagent_memory.llm.audit.data import audit_limits

__all__ = ["without_labels", "without_places"]

CALL = re.compile(r"`[\w.-]+ (?=\w+: [^`]+`)([^`]+)`")
ARGUMENT = re.compile(r"(?:^|(?<=\s))[^\W\d]\w*: (?=\S)")
FIELD = re.compile(
    r"(?<![\w`./-])[\"']?(?:[a-z]+(?:_[a-z0-9]+)+|[a-z]+\d)[\"']?:?\s+(?=[\[(#\"']?\w)"
)
RESULT = re.compile(r"(?<=→ )[\"']\w+[\"']: (?=[\"'\[{\d])")


PLACE = re.compile(r"(?:(?<=\s)|^)(\d{1,2})[.)、]\s+(?=\S)")
"""The place of an item in a list."""


@lru_cache(maxsize=4096)
def without_places(text: str) -> str:
    """Without the numbers of a list's items, which count up.

    Examples:
        >>> without_places("Options: 1. wait 2. ask; the limit is 5. Nothing else")
        'Options: wait ask; the limit is 5. Nothing else'
    """
    found = [(int(match.group(1)), match.start()) for match in PLACE.finditer(text)]
    pairs = [pair for pair in pairwise(found) if pair[0][0] + 1 == pair[1][0]]
    listed = {start for pair in pairs for _, start in pair}
    return PLACE.sub(lambda match: "" if match.start() in listed else match.group(), text)


@lru_cache(maxsize=4096)
def without_labels(text: str) -> str:
    """A call or record by its values.

    Examples:
        >>> without_labels('`get_item item_id: A7` → "state": "sold"')
        'A7 → "sold"'
        >>> without_labels("item_id 12; unit_price 30; zip 9; owner_id 4")
        '12; 30; zip 9; 4'
    """
    bare = RESULT.sub("", CALL.sub(lambda match: ARGUMENT.sub("", match.group(1)), text))
    return FIELD.sub("", bare) if len(FIELD.findall(bare)) >= audit_limits().record_fields else bare
