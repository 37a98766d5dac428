"""Words of general language, which name nothing and tell no deed."""

from __future__ import annotations

from functools import cache

from uagent_memory.llm.audit.data import audit_data, common_data
from uagent_memory.llm.audit.words import stem_of, stems_of

__all__ = ["common_stems", "label_stems"]


@cache
def common_stems() -> frozenset[str]:
    return frozenset(
        stem_of(word) for text in common_data()["en"].values() for word in text.split()
    )


@cache
def label_stems() -> frozenset[str]:
    """Of nouns that stand in front of a colon."""
    return frozenset(stem for word in audit_data()["labels"]["en"] for stem in stems_of(word))
