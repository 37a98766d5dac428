"""What a call did, told in words: "rm a.py" has removed it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from uagent_memory.llm.audit.claims import Claim, claims_of
from uagent_memory.llm.audit.data import audit_data

__all__ = ["told_call"]

FAILED = Claim("fail", "outcome")
OPTION = re.compile(r"(?<!\S)-\S*")


@lru_cache(maxsize=4096)
def told_call(text: str) -> str:
    """The commands of a text by their deeds; "" of a call that failed.

    Examples:
        >>> told_call("`rm -f old.py`:")
        'removed old.py\\ndeleted old.py\\n删除 old.py'
    """
    if FAILED in claims_of(text):
        return ""
    found = [
        f"{deed} {' '.join(OPTION.sub('', match[2]).split())}".strip()
        for match in _command().finditer(text)
        for deed in _deeds()[" ".join(match[1].split())].split()
    ]
    return "\n".join(dict.fromkeys(found))


@cache
def _deeds() -> Mapping[str, str]:
    deeds: Mapping[str, str] = audit_data()["done_by"]
    return deeds


@cache
def _command() -> re.Pattern[str]:
    programs = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in _deeds())
    return re.compile(rf"(?:^|[`:;&|(]\s*|\b(?:sudo|command)\s+)({programs})(?![\w-])([^&|;`\n]*)")
