"""The audit's word lists and limits, from the files beside this one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from uagent_memory.config import read_toml

__all__ = [
    "AuditLimits",
    "accounted_data",
    "audit_data",
    "audit_limits",
    "common_data",
    "grammar",
    "rewording_data",
    "thesaurus_data",
    "turns_data",
    "word_list",
]


class AuditLimits(BaseModel):
    """Shares and counts of the audit; `audit.toml` says what each is for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answered_words: float
    answered_task: float
    answered_by_others: float
    answered_clause: float
    kept_need: float
    answered_need: float
    reach: int
    most_sources: int
    longest_answer: int
    spare_answer: int
    named_weight: int
    as_near: float
    near_share: float
    near_share_han: float
    near_words: int
    alike_words: int
    topic_words: int
    denied_things: int
    denied_share: float
    neighbours: float
    beside: int
    compared: int
    joined: int
    row_things: int
    short_row: int
    exchanged: float
    records: int
    record_numbers: int
    record_fields: int
    quoted_near: int
    label: int
    leading: int
    before_verb: int
    elliptic: int
    verb_last: int


@cache
def audit_limits() -> AuditLimits:
    """The limits of a line that may be believed."""
    return AuditLimits.model_validate(audit_data()["limits"])


def word_list(name: str) -> Mapping[str, Sequence[str]]:
    """One list of words by language."""
    data = audit_data() if name in audit_data() else rewording_data()
    words: Mapping[str, Sequence[str]] = data[name]
    return words


@cache
def audit_data() -> Mapping[str, Any]:
    """What the audit looks for, and its limits."""
    return read_toml(Path(__file__).with_name("audit.toml"))


@cache
def rewording_data() -> Mapping[str, Any]:
    """Words that say the same in other words, and signs of how something is told."""
    return read_toml(Path(__file__).with_name("rewording.toml"))


@cache
def common_data() -> Mapping[str, Any]:
    """Words of general language by language and kind."""
    return read_toml(Path(__file__).with_name("common.toml"))


@cache
def thesaurus_data() -> Mapping[str, Any]:
    """Words that may stand for each other, and pairs that may not."""
    return read_toml(Path(__file__).with_name("thesaurus.toml"))


@cache
def accounted_data() -> Mapping[str, Any]:
    """Words of a line that need no source in the clause it was made from."""
    return read_toml(Path(__file__).with_name("accounted.toml"))


@cache
def turns_data() -> Mapping[str, Any]:
    """How a text puts two things in an order, and limits of that."""
    return read_toml(Path(__file__).with_name("turns.toml"))


@cache
def grammar(name: str) -> re.Pattern[str]:
    """One pattern of `grammar.toml`, in either language."""
    data = read_toml(Path(__file__).with_name("grammar.toml"))
    row: Mapping[str, Any] = data[name]
    told = [row[key] for key in ("marks", "en", "zh") if key in row]
    either = "|".join(part if isinstance(part, str) else "|".join(part) for part in told)
    if "behind" in row:
        either = f"{row.get('before', '')}(?:{either}){row['behind']}"
    pattern = either.replace("FIGURE", data["figure"])
    return re.compile(pattern, re.NOFLAG if row.get("case") else re.IGNORECASE)
