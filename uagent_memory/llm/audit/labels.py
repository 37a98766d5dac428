"""Names of fields and tools in records and calls: what they stand in front of tells it alone."""

from __future__ import annotations

import re
from functools import lru_cache

from uagent_memory.llm.audit.data import audit_limits

__all__ = ["without_labels"]

CALL = re.compile(r"`[\w.-]+ (?=\w+: [^`]+`)([^`]+)`")
ARGUMENT = re.compile(r"(?:^|(?<=\s))[^\W\d]\w*: (?=\S)")
FIELD = re.compile(
    r"(?<![\w`./-])[\"']?(?:[a-z]+(?:_[a-z0-9]+)+|[a-z]+\d)[\"']?:?\s+(?=[\[(#\"']?\w)"
)
RESULT = re.compile(r"(?<=→ )[\"']\w+[\"']: (?=[\"'\[{\d])")


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
