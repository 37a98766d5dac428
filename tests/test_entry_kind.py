from __future__ import annotations

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind


def test_a_fact_of_any_kind_can_be_an_entry() -> None:
    """A kind of fact that is added must be a kind of entry, too."""
    assert {kind.value for kind in FactKind} <= {kind.value for kind in EntryKind}
