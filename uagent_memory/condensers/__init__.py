"""Condensers: what an orchestrator calls before each request to keep an agent's view small.

`semantic`, `dynacontext`, `llm` and `recent` share one shape (`Condenser`) and can be swapped.
"""

from __future__ import annotations

from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.configuration import (
    CondenserSetup,
    LLMConfig,
    load_condenser_setup,
    make_condenser,
)
from uagent_memory.condensers.dynacontext.condenser import DynaContextCondenser
from uagent_memory.condensers.dynacontext.config import DynaContextCondenserConfig
from uagent_memory.condensers.openhands import view_of_events
from uagent_memory.condensers.protocol import Condenser
from uagent_memory.condensers.semantic.condenser import SemanticCondenser
from uagent_memory.condensers.semantic.config import SemanticCondenserConfig
from uagent_memory.condensers.semantic.scorer import EventScore, MessageImportanceScorer
from uagent_memory.condensers.simple import (
    LLMCondenser,
    LLMCondenserConfig,
    RecentCondenser,
    RecentCondenserConfig,
)
from uagent_memory.condensers.view import View

__all__ = [
    "Condensation",
    "Condenser",
    "CondenserSetup",
    "DynaContextCondenser",
    "DynaContextCondenserConfig",
    "EventScore",
    "LLMCondenser",
    "LLMCondenserConfig",
    "LLMConfig",
    "MessageImportanceScorer",
    "Outcome",
    "RecentCondenser",
    "RecentCondenserConfig",
    "SemanticCondenser",
    "SemanticCondenserConfig",
    "View",
    "load_condenser_setup",
    "make_condenser",
    "view_of_events",
]
