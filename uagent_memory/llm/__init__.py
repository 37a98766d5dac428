"""The optional model path: a model may rewrite a segment, the audit decides.

The core never imports this package; `anthropic` is imported when an AnthropicModel is made.
"""

from __future__ import annotations

from uagent_memory.llm.anthropic_model import AnthropicModel
from uagent_memory.llm.prompts import PromptLibrary, load_prompts
from uagent_memory.llm.protocol import (
    LanguageModel,
    ModelReply,
    ModelRequest,
    Outcome,
    Turn,
    Usage,
)
from uagent_memory.llm.scripted import ScriptedModel

__all__ = [
    "AnthropicModel",
    "LanguageModel",
    "ModelReply",
    "ModelRequest",
    "Outcome",
    "PromptLibrary",
    "ScriptedModel",
    "Turn",
    "Usage",
    "load_prompts",
]
