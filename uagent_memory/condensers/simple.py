"""The two plain condensers of the document's table: `llm` and `recent`."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from uagent_memory.condensers.asking import Steps
from uagent_memory.condensers.checked_fields import CheckedFields, config_of
from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.pacing import Trigger
from uagent_memory.condensers.replacing import Replacement, replaced_view
from uagent_memory.condensers.rolling import RollingCondenser
from uagent_memory.condensers.scene import Scene
from uagent_memory.condensers.selection import select
from uagent_memory.condensers.summary.summarizer import ANSWER_TOKENS, Summarizer
from uagent_memory.condensers.view import View
from uagent_memory.errors import ConfigError
from uagent_memory.llm.prompts import load_prompts
from uagent_memory.llm.protocol import LanguageModel, check_model

__all__ = ["LLMCondenser", "LLMCondenserConfig", "RecentCondenser", "RecentCondenserConfig"]


class _RecentFields(CheckedFields):
    max_size: int = Field(default=100, ge=2)
    """Events above which the view is condensed."""
    keep_first: int = Field(default=1, ge=0)
    max_compression_ratio: float = Field(default=0.5, gt=0, lt=1)
    """Events kept / `max_size`."""

    @model_validator(mode="after")
    def _ends(self) -> Self:
        if self.target_size > self.max_size:
            raise ValueError(f"keep_first {self.keep_first} leaves no room: raise max_size")
        return self

    @property
    def target_size(self) -> int:
        return max(int(self.max_size * self.max_compression_ratio), self.keep_first + 2)


class RecentCondenserConfig(_RecentFields):
    """`[condenser] type = "recent"`."""

    type: Literal["recent"] = "recent"


class LLMCondenserConfig(_RecentFields):
    """`[condenser] type = "llm"`."""

    type: Literal["llm"] = "llm"
    llm_config: str | None = None
    max_event_length: int = Field(default=8000, ge=200)


class _NewestStay(RollingCondenser):
    """Keeps the first and the newest events, whatever they say."""

    config: _RecentFields

    def _is_due(self, view: View) -> bool:
        return len(view) > self.config.max_size

    def _fixed(self, view: View) -> tuple[int, int]:
        return self._scene(view).fixed + 1, self.config.max_size

    def _condensation(self, view: View, trigger: Trigger) -> Steps[Condensation]:
        scene = self._scene(view)
        target = self._target(scene, trigger, self.config.target_size)
        forgotten = self._forgotten(scene, target)
        if scene.summaries.issuperset(forgotten):
            return self._unchanged(view, Outcome.NOTHING_TO_FORGET)
        summary, metadata = yield from self._summary(scene, forgotten)
        made = replaced_view(scene, Replacement(forgotten, summary), counter=self.counter)
        if made is None:
            return self._unchanged(view, Outcome.NO_GAIN)
        return made.condensation(self.name, metadata={"trigger": trigger.value, **metadata})

    @staticmethod
    def _forgotten(scene: Scene, target: int) -> tuple[int, ...]:
        return select(
            scene.grouping,
            head=scene.head,
            size=len(scene.events),
            target=target,
            never=scene.summaries,
        ).forgotten

    @abstractmethod
    def _summary(
        self, scene: Scene, forgotten: tuple[int, ...]
    ) -> Steps[tuple[str, dict[str, Any]]]:
        """The text in place of the forgotten events, "" for none, and its metadata."""


class RecentCondenser(_NewestStay):
    """Cuts the middle out and puts nothing in its place; `restore` brings it back."""

    name: ClassVar[str] = "recent"

    def __init__(self, config: RecentCondenserConfig | None = None, **shared: Any) -> None:
        self.config = config_of(config, RecentCondenserConfig)
        super().__init__(keep_first=self.config.keep_first, **shared)

    def _summary(
        self, scene: Scene, forgotten: tuple[int, ...]
    ) -> Steps[tuple[str, dict[str, Any]]]:
        del scene, forgotten
        yield from ()
        return "", {}


class LLMCondenser(_NewestStay):
    """Lets a model summarise all of the middle, important or not."""

    name: ClassVar[str] = "llm"

    def __init__(
        self,
        config: LLMCondenserConfig | None = None,
        *,
        model: LanguageModel | None,
        max_tokens: int = ANSWER_TOKENS,
        **shared: Any,
    ) -> None:
        """Set up.

        Raises:
            ConfigError: there is no model.
        """
        if model is None:
            raise ConfigError(
                "the llm condenser needs a model: give it one, or an `llm_config` with its "
                "[llm.NAME] table; `semantic` works without one"
            )
        check_model("model", model)
        self.config = config_of(config, LLMCondenserConfig)
        super().__init__(keep_first=self.config.keep_first, **shared)
        self._summarizer = Summarizer(
            counter=self.counter,
            model=model,
            prompts=load_prompts(settings=self.settings),
            max_event_length=self.config.max_event_length,
            max_tokens=max_tokens,
            mask=self.settings.mask_secrets,
        )

    def _summary(
        self, scene: Scene, forgotten: tuple[int, ...]
    ) -> Steps[tuple[str, dict[str, Any]]]:
        summary = yield from self._summarizer.summarize(
            scene.at(forgotten), kinds=scene.kinds, spoken=scene.events
        )
        return summary.text, {
            "summary_by": summary.by,
            "summary_faults": list(summary.faults),
            "llm_tokens_used": summary.usage.total,
        }
