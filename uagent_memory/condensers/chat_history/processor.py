"""LLMCompressionProcessor: a batch to the text of a summary, by rules or by a model (6.1, 6.3)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.analyzer.units import split_units
from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.material import BatchMaterial
from uagent_memory.condensers.chat_history.pieces import call_text
from uagent_memory.condensers.chat_history.rule_summary import rule_summary, with_rules
from uagent_memory.condensers.chat_history.targets import rooms
from uagent_memory.condensers.chat_history.treatments import is_code
from uagent_memory.config import Settings
from uagent_memory.llm.non_answers import non_answer
from uagent_memory.llm.prompts import PromptLibrary, load_prompts
from uagent_memory.llm.protocol import LanguageModel, ModelReply, ModelRequest, Outcome, Turn
from uagent_memory.llm.request import answer_room
from uagent_memory.messages import Role
from uagent_memory.render.quote import fence
from uagent_memory.tokens import TokenCounter

__all__ = ["LLMCompressionProcessor", "ModelText"]

PATIENCE = 3
"""Times the seconds of one attempt that a call may take with the client's own retries."""
EXPLAINING = Cue.DEFINITION | Cue.CAUSE
SOLVING = Cue.ERROR | Cue.FINDING
WRAPPED = re.compile(r"\A`{3,}\w*\n(?P<body>.*)\n`{3,}\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ModelText:
    """What came of a call."""

    text: str
    """"" if nothing usable came."""
    tokens: int
    """Used by the call, both ways."""
    reason: str = ""
    """Why there is no text."""


@dataclass(frozen=True)
class LLMCompressionProcessor:
    """Makes texts; whether one may stand is the ResultValidator's to say."""

    counter: TokenCounter
    model: LanguageModel | None = None
    settings: Settings = field(default_factory=Settings)

    def by_rules(
        self, material: BatchMaterial, config: CompressionConfig, *, factor: float = 1.0
    ) -> str:
        """The deterministic summary; `factor` times as much room as the targets leave."""
        room = [int(tokens * factor) for tokens in rooms(material, config)]
        return rule_summary(material, room, self.counter)

    async def by_model(self, material: BatchMaterial, config: CompressionConfig) -> ModelText:
        """The model's summary, the user's lasting rules put back where it lost them.

        Raises:
            ConfigError: a prompt is wrong.
        """
        assert self.model is not None
        request = self.request(material, config, prompts=self._prompts(config))
        seconds = self.settings.model_seconds * PATIENCE
        try:
            reply = await asyncio.wait_for(self.model.complete(request), seconds)
        except TimeoutError:
            reply = ModelReply(Outcome.TIMED_OUT)
        except Exception as error:  # noqa: BLE001 - a model of the caller's may raise anything
            reply = ModelReply(Outcome.FAILED, detail=type(error).__name__)
        used = reply.usage.total
        if reply.outcome is not Outcome.TEXT:
            return ModelText("", used, f"{reply.outcome.value} {reply.detail}".strip())
        wrapped = WRAPPED.match(reply.text.strip())
        text = wrapped["body"] if wrapped else reply.text.strip()
        fault = non_answer(text, said=material.text) if text else "empty"
        return ModelText("" if fault else with_rules(text, material), used, fault)

    def request(
        self, material: BatchMaterial, config: CompressionConfig, *, prompts: PromptLibrary
    ) -> ModelRequest:
        """The document's prompt (6.3), with what the batch's content adds to it."""
        language = material.language
        target = config.target_compression_ratio
        room = material.batch.room or max(int(material.tokens * (1 - target)), 1)
        values = {
            "original_content": fence("\n".join(_transcript(material))).rstrip("\n"),
            "reduction": round(100 * (1 - room / material.tokens)) if material.tokens else 0,
            "budget": room,
            "verbatim": list(material.rules),
            "examples": list(config.few_shot_examples),
            "language": "中文" if language == "zh" else "English",
            **_contents(material),
        }
        return ModelRequest(
            system=prompts.get(f"chat_rules.{language}").render(values),
            turns=(Turn("user", prompts.get(f"chat.{language}").render(values)),),
            max_tokens=answer_room(room),
        )

    def _prompts(self, config: CompressionConfig) -> PromptLibrary:
        assert self.model is not None
        own = config.prompts_by_model.get(self.model.name)
        return load_prompts([own] if own is not None else (), settings=self.settings)


def _transcript(material: BatchMaterial) -> Iterator[str]:
    """The messages as a model reads them: when, who, what, and the calls."""
    wording = material.wording
    names = {Role.USER: wording.user, Role.SYSTEM: wording.system, Role.TOOL: wording.tool}
    for message in material.messages:
        who = message.agent or names.get(message.role, wording.assistant)
        if message.role is Role.TOOL and message.tool_name:
            who = f"{wording.tool} {message.tool_name}"
        calls = "".join(f"\n[{call_text(call)}]" for call in message.tool_calls)
        yield f"{who}{wording.colon}{message.text}{calls}"


def _contents(material: BatchMaterial) -> dict[str, bool]:
    """Which of the special instructions apply."""
    kinds: set[UnitKind] = set()
    cues = Cue.NONE
    for message in material.messages:
        for unit in split_units(message):
            kinds.add(unit.kind)
            cues |= unit.cue
    printed = [m.text for m in material.messages if m.role is Role.TOOL]
    return {
        "has_code": bool(kinds & {UnitKind.CODE, UnitKind.DIFF}) or any(map(is_code, printed)),
        "has_tables": UnitKind.TABLE_ROW in kinds,
        "has_lists": UnitKind.LIST_ITEM in kinds,
        "has_tool_calls": any(m.tool_calls or m.role is Role.TOOL for m in material.messages),
        "has_explanations": bool(cues & EXPLAINING),
        "has_problems": bool(cues & SOLVING),
    }
