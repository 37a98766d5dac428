"""Whether a model's text may stand in place of the deterministic draft of a segment."""

from __future__ import annotations

from uagent_memory.llm.audit.audit import Audited, audit

__all__ = ["Audited", "audit"]
