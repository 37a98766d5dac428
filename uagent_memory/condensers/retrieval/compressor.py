"""SummaryCompressor: retrieval results within a length, by relevance to the question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from uagent_memory.condensers.checked_fields import config_of
from uagent_memory.condensers.retrieval.asking import Answer, Asked, ask
from uagent_memory.condensers.retrieval.awaiting import from_any_thread
from uagent_memory.condensers.retrieval.by_rules import RuleSelection
from uagent_memory.condensers.retrieval.cache import ResultCache
from uagent_memory.condensers.retrieval.layout import escaped, hierarchical
from uagent_memory.condensers.retrieval.limit import Limit
from uagent_memory.condensers.retrieval.quality import RetrievalQuality, quality_of
from uagent_memory.condensers.retrieval.ranking import EmbeddingModel, checked
from uagent_memory.condensers.retrieval.segments import (
    RetrievalFile,
    Segment,
    listed_results,
    read_results,
)
from uagent_memory.condensers.retrieval.settings import RetrievalConfig, retrieval_settings
from uagent_memory.condensers.retrieval.strategy import strategy_for
from uagent_memory.condensers.retrieval.words import Segmenter, default_segmenter
from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.events import emit
from uagent_memory.given import counter_of, is_whole, settings_of, text_of
from uagent_memory.llm.prompts import PromptLibrary, load_prompts
from uagent_memory.llm.protocol import LanguageModel, check_model
from uagent_memory.masking import Masker
from uagent_memory.tokens import TokenCounter

__all__ = ["Results", "SummaryCompressor"]

Results = Mapping[str, object]
"""{"filename": ..., "segments": [{"index": ..., "start": ..., "end": ..., "text": ...}]}"""
MAX_LENGTH = 2000


class SummaryCompressor:
    """Without a model segments are selected, times and sources exact; with one it writes.

    Holds no state but its cache; usable from several threads.
    """

    def __init__(
        self,
        model: LanguageModel | None = None,
        *,
        config: RetrievalConfig | None = None,
        settings: Settings | None = None,
        prompts: PromptLibrary | None = None,
        embedding: EmbeddingModel | None = None,
        segmenter: Segmenter | None = None,
        counter: TokenCounter | None = None,
    ) -> None:
        """Set up once, for any number of calls.

        Args:
            model: writes the compressed text; the rules select if None.
            config: the document's defaults if None.
            settings: the most tokens of a model's input, and where prompts are.
            prompts: the settings' if None.
            embedding: a local model that ranks together with BM25.
            segmenter: of Chinese; rjieba's if it is installed, else pairs of characters.
            counter: of `max_tokens`.

        Raises:
            ConfigError: a part or a prompt is wrong.
        """
        check_model("model", model)
        self._model = model
        self._config = config_of(config, RetrievalConfig)
        self._settings = settings_of(settings)
        self._prompts = load_prompts(settings=self._settings) if prompts is None else prompts
        self._segmenter = default_segmenter() if segmenter is None else segmenter
        self._counter = counter_of(counter)
        self._cache = ResultCache(self._config.cache_size)
        self._rules = RuleSelection(
            retrieval_settings().wording[self._config.language], self._segmenter, checked(embedding)
        )

    def compress_single_file_results(
        self,
        question: str,
        retrieval_results: Results,
        max_length: int = MAX_LENGTH,
        *,
        max_tokens: int | None = None,
    ) -> str:
        """Compress the results of one file.

        Args:
            question: the user's.
            retrieval_results: see Results; other names of the fields are known too.
            max_length: most characters of the result, tags included.
            max_tokens: most tokens, in place of `max_length`.

        Returns:
            The hierarchical content where it is short enough; else what bears on the question.

        Raises:
            InputError: the results cannot be read.
            ConfigError: a length below 1.
        """
        return from_any_thread(
            self.acompress_single_file_results(
                question, retrieval_results, max_length, max_tokens=max_tokens
            )
        )

    def compress_multiple_files_results(
        self,
        question: str,
        retrieval_results_list: Sequence[Results],
        max_length: int = MAX_LENGTH,
        *,
        max_tokens: int | None = None,
    ) -> str:
        """Compress the results of several files, by file. As for a single one."""
        return from_any_thread(
            self.acompress_multiple_files_results(
                question, retrieval_results_list, max_length, max_tokens=max_tokens
            )
        )

    def compress_retrieval_results(
        self,
        question: str,
        retrieval_results: Results | Sequence[Results],
        max_length: int = MAX_LENGTH,
        *,
        max_tokens: int | None = None,
    ) -> str:
        """The older name, for either."""
        if isinstance(retrieval_results, Mapping):
            return self.compress_single_file_results(
                question, retrieval_results, max_length, max_tokens=max_tokens
            )
        return self.compress_multiple_files_results(
            question, retrieval_results, max_length, max_tokens=max_tokens
        )

    async def acompress_single_file_results(
        self,
        question: str,
        retrieval_results: Results,
        max_length: int = MAX_LENGTH,
        *,
        max_tokens: int | None = None,
    ) -> str:
        """As `compress_single_file_results`, for an event loop."""
        files = (read_results(retrieval_results),)
        return await self._compressed(question, files, self._limit(max_length, max_tokens))

    async def acompress_multiple_files_results(
        self,
        question: str,
        retrieval_results_list: Sequence[Results],
        max_length: int = MAX_LENGTH,
        *,
        max_tokens: int | None = None,
    ) -> str:
        """As `compress_multiple_files_results`, for an event loop."""
        files = tuple(map(read_results, listed_results(retrieval_results_list)))
        return await self._compressed(question, files, self._limit(max_length, max_tokens))

    def assess(
        self, question: str, results: Results | Sequence[Results], compressed: str
    ) -> RetrievalQuality:
        """The quality of a compressed text against the results it was made from."""
        several = [results] if isinstance(results, Mapping) else results
        files = tuple(map(read_results, listed_results(several)))
        question, compressed = text_of("question", question), text_of("compressed", compressed)
        content = self._rules.content(files)
        return quality_of(compressed, content, files, question, segmenter=self._segmenter)

    def _build_hierarchical_content(
        self, segments: Sequence[Mapping[str, object]], filename: str
    ) -> str:
        """One file's content with its tags (the document's private method)."""
        found = read_results({"filename": filename, "segments": segments})
        return hierarchical(found, self._rules.wording)

    def _limit(self, max_length: int, max_tokens: int | None) -> Limit:
        given = max_length if max_tokens is None else max_tokens
        if not is_whole(given) or given < 1:
            name = "max_length" if max_tokens is None else "max_tokens"
            raise ConfigError(f"{name} is {given!r}: give a whole number, 1 or more")
        return Limit(max_length, max_tokens, self._counter)

    async def _compressed(
        self, question: str, files: tuple[RetrievalFile, ...], limit: Limit
    ) -> str:
        question = text_of("question", question)
        if self._settings.mask_secrets:
            question, files = _masked(question, files)
        content = self._rules.content(files)
        if limit.fits(content):
            return content
        key = ResultCache.key(
            question, content, self._config.model_dump_json(), f"{limit.characters} {limit.tokens}",
            "" if self._model is None else self._model.name,
        )  # fmt: skip
        if (known := self._cache.get(key)) is not None:
            return known
        if self._model is None:
            text = self._rules.result(question, files, limit)
        else:
            text = await self._by_model(question, files, limit, self._model)
            if not text:
                return self._fallback(question, files, limit)
        self._cache.put(key, text)
        return text

    async def _by_model(
        self, question: str, files: tuple[RetrievalFile, ...], limit: Limit, model: LanguageModel
    ) -> str:
        if not (self._config.parallel and len(files) > 1):
            return await self._one_call(question, files, limit, model)
        share = limit.shared(len(files))
        gate = asyncio.Semaphore(self._config.concurrency)

        async def one(file: RetrievalFile) -> str:
            async with gate:
                return await self._one_call(question, (file,), share, model)

        parts = await asyncio.gather(*(one(file) for file in files if file.segments))
        if not all(parts):
            return ""
        named = zip((file for file in files if file.segments), parts, strict=True)
        text = "\n\n".join(
            f"{self._rules.wording.file.format(name=escaped(file.name))}\n{part}"
            for file, part in named
        )
        return limit.cut(text)

    async def _one_call(
        self, question: str, files: tuple[RetrievalFile, ...], limit: Limit, model: LanguageModel
    ) -> str:
        segments: list[Segment] = [segment for file in files for segment in file.segments]
        answer: Answer = await ask(
            Asked(
                question,
                self._model_input(question, files),
                files,
                strategy_for(question, segments),
                limit.characters,
            ),
            model,
            self._config,
            self._prompts,
            self._segmenter,
            seconds=self._settings.model_seconds,
        )
        text = limit.cut(answer.text)
        if not text:
            emit(
                "retrieval.model_failed",
                role="retrieval",
                stage="model",
                level="warning",
                reason=(answer.reason or "longer than asked for").partition(":")[0],
            )
        return text

    def _model_input(self, question: str, files: Sequence[RetrievalFile]) -> str:
        """All content, or the most relevant of it, as far as the model's input has room."""
        content = self._rules.content(files)
        most = self._settings.model_input

        def fits(text: str) -> bool:
            return len(text) <= most or self._counter.count(text) <= most

        return (
            content
            if fits(content)
            else self._rules.selected(question, files, self._rules.content, fits)
        )

    def _fallback(self, question: str, files: Sequence[RetrievalFile], limit: Limit) -> str:
        if self._config.fallback == "rules":
            return self._rules.result(question, files, limit)
        return self._rules.overview(files, limit)


def _masked(
    question: str, files: tuple[RetrievalFile, ...]
) -> tuple[str, tuple[RetrievalFile, ...]]:
    """With stand-ins for the secrets of all segments."""
    masker = Masker([question, *(s.text for file in files for s in file.segments)])
    if not masker.counts:
        return question, files
    return masker.mask(question), tuple(
        RetrievalFile(file.name, tuple(replace(s, text=masker.mask(s.text)) for s in file.segments))
        for file in files
    )
