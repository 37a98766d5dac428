"""DynaContextCondenserConfig: the document's fields and defaults."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from uagent_memory.condensers.checked_fields import CheckedFields

__all__ = ["EXCLUDE_TAIL_MAX", "HARD_MARGIN", "JUDGE_MODEL", "DynaContextCondenserConfig"]

EXCLUDE_TAIL_MAX = 2
"""Trailing agent and tool events that a soft trigger leaves out of the summary."""
HARD_MARGIN = 512
"""Tokens of the context window below which the hard trigger fires."""
JUDGE_MODEL = "dynacontext_judge"
"""The `[llm.NAME]` table of the judge; the main model's if it is not there."""


class DynaContextCondenserConfig(CheckedFields):
    """`[condenser] type = "dynacontext"`, or `context_strategy = "dynacontext"`."""

    type: Literal["dynacontext"] = "dynacontext"
    llm_config: str | None = None
    """The main model: writes the summary, and judges where no judge is configured."""
    keep_first: int = Field(default=1, ge=0)
    keep_last: int = Field(default=0, ge=0)
    voting_k: int = Field(default=5, ge=1)
    """Votes of the model's judge; the majority of them decides."""
    early_turns: int = Field(default=1, ge=0)
    """Agent turns since the last condensation before which nobody is asked."""
    max_event_length: int = Field(default=8000, ge=200)
    """Characters of one event in a request."""
    context_length: int | None = Field(default=None, gt=0)
    """Tokens of the agent's model, where the view does not say; None: no budget pressure."""
    cool_down: int = Field(default=4, ge=1)
    """New events that must follow an attempt, failed or not, before the next soft one."""

    @property
    def threshold(self) -> int:
        """Equal votes that decide."""
        return self.voting_k // 2 + 1
