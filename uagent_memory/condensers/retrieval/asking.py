"""The model's half: the prompt with its five parts, one call, the answer checked."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from uagent_memory.analyzer.language import is_foreign
from uagent_memory.analyzer.lexicon import is_mostly_han
from uagent_memory.condensers.retrieval.layout import escaped, overview, without_tags
from uagent_memory.condensers.retrieval.quality import quality_of
from uagent_memory.condensers.retrieval.segments import RetrievalFile
from uagent_memory.condensers.retrieval.settings import (
    Language,
    RetrievalConfig,
    retrieval_settings,
)
from uagent_memory.condensers.retrieval.strategy import Strategy
from uagent_memory.condensers.retrieval.words import Segmenter
from uagent_memory.llm.non_answers import non_answer
from uagent_memory.llm.prompts import PromptLibrary
from uagent_memory.llm.protocol import LanguageModel, ModelReply, ModelRequest, Outcome, Turn
from uagent_memory.render.quote import fence

__all__ = ["Answer", "Asked", "ask"]

PATIENCE = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model is asked about."""

    question: str
    content: str
    """Hierarchical, as far as the model's input has room."""
    files: tuple[RetrievalFile, ...]
    strategy: Strategy
    max_length: int
    """Characters."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    """"" if nothing usable came."""
    reason: str = ""


async def ask(
    asked: Asked,
    model: LanguageModel,
    config: RetrievalConfig,
    prompts: PromptLibrary,
    segmenter: Segmenter | None,
    *,
    seconds: float,
) -> Answer:
    """One call; faults of the call or of its text are the answer's reason.

    `seconds` is the time of one attempt; with the client's own retries it may take PATIENCE times
    as long.

    Raises:
        ConfigError: the prompt is wrong.
    """
    request = _request(asked, config, prompts)
    try:
        reply = await asyncio.wait_for(model.complete(request), seconds * PATIENCE)
    except TimeoutError:
        reply = ModelReply(Outcome.TIMED_OUT)
    except Exception as error:  # noqa: BLE001 - a model of the caller's may raise anything
        reply = ModelReply(Outcome.FAILED, detail=type(error).__name__)
    if reply.outcome is not Outcome.TEXT:
        return Answer("", f"{reply.outcome.value} {reply.detail}".strip())
    text = reply.text.strip()
    fault = non_answer(text, said=asked.content)
    if fault:
        return Answer("", fault)
    if _is_foreign(text, asked):
        return Answer("", "neither in the question's language nor in the content's")
    found = quality_of(text, asked.content, asked.files, asked.question, segmenter=segmenter)
    if not found.is_usable:
        return Answer("", f"not in the content: {', '.join(found.invented[:3])}")
    return Answer(text, "" if text else "empty")


def _is_foreign(text: str, asked: Asked) -> bool:
    """Whether an answer speaks a language that neither the question nor the content does."""
    languages: set[Language] = {
        "zh" if is_mostly_han("".join(told.split())) else "en"
        for told in (asked.question, "\n".join(s.text for f in asked.files for s in f.segments))
    }
    words = NUMBERS.sub("", without_tags(text))
    return len(languages) == 1 and is_foreign(words, languages.pop())


NUMBERS = re.compile(r"[\d\[\].:,–-]+")


def _request(asked: Asked, config: RetrievalConfig, prompts: PromptLibrary) -> ModelRequest:
    wording = retrieval_settings().wording[config.language]
    values = {
        "question": asked.question,
        "overview": overview(asked.files, wording),
        "original_content": fence(asked.content).rstrip("\n"),
        "files": [escaped(file.name) for file in asked.files],
        "max_length": asked.max_length,
        "several_files": len(asked.files) > 1,
        "content_kind": asked.strategy.content,
        "question_kind": asked.strategy.question,
    }
    return ModelRequest(
        system=retrieval_settings().wording[config.language].system,
        turns=(Turn("user", prompts.get(f"retrieval.{config.language}").render(values)),),
        max_tokens=config.max_tokens,
        temperature=config.temperature,
    )
