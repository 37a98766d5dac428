"""`retrieve`: what bears on a question in transcripts and retrieval results."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uagent_memory.cli.output import check_out, write_result
from uagent_memory.cli.plain_file import STANDARD_INPUT, file_name, plain_text, shown_name
from uagent_memory.errors import InputError

if TYPE_CHECKING:
    from uagent_memory.condensers.retrieval.compressor import Results

__all__ = ["retrieve"]

SUBTITLES = frozenset((".srt", ".vtt"))
CUE = "-->"


class TagLanguage(StrEnum):
    ZH = "zh"
    EN = "en"


def retrieve(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...|-",
            help="SRT or VTT subtitles, or JSON: a dict with filename and segments, or a list;"
            " - for standard input.",
        ),
    ],
    *,
    question: Annotated[
        str, typer.Option("--question", metavar="TEXT", help="What the user wants to know.")
    ],
    max_length: Annotated[
        int, typer.Option("--max-length", metavar="N", min=1, help="Most characters, tags too.")
    ] = 2000,
    max_tokens: Annotated[
        int | None,
        typer.Option("--max-tokens", metavar="N", min=1, help="Most tokens, in place of them."),
    ] = None,
    language: Annotated[
        TagLanguage | None,
        typer.Option("--language", help="Of the tags.", show_default="the question's"),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="Write the result with this model."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write to FILE in place of standard output."),
    ] = None,
) -> None:
    """Keep what bears on a question, with exact times and sources."""
    from uagent_memory.analyzer.lexicon import HAN
    from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
    from uagent_memory.config import load_settings

    check_out(out, *files)
    settings = load_settings()
    chosen = None
    if model is not None:
        from uagent_memory.llm import AnthropicModel

        chosen = AnthropicModel(model, settings=settings)
    spoken = TagLanguage.ZH if HAN.search(question) else TagLanguage.EN
    config = RetrievalConfig(language=(language or spoken).value, fallback="rules")
    results = [found for path in files for found in _results(path, limit=settings.input_limit)]
    compressor = SummaryCompressor(chosen, config=config, settings=settings)
    single = results[0] if len(results) == 1 else results
    text = compressor.compress_retrieval_results(
        question, single, max_length, max_tokens=max_tokens
    )
    write_result(text, out=out)


def _results(path: Path, *, limit: int) -> Iterable[Results]:
    from uagent_memory.condensers.retrieval import read_subtitle_file, read_subtitles
    from uagent_memory.formats.json_text import BadJson, parse_json

    if path.suffix.lower() in SUBTITLES:
        return [read_subtitle_file(path, limit=limit)]
    text = plain_text(path)
    try:
        body = parse_json(text.encode())
    except BadJson as bad:
        if path == STANDARD_INPUT and CUE in text:
            return [read_subtitles(text, filename=file_name(path))]
        what = "one JSON value is read here, not one a line: put all into a list"
        what = what if bad.several else bad.reason
        reason = f"neither subtitles (.srt, .vtt) nor JSON: {what}"
        raise InputError(reason, source=shown_name(path)) from None
    listed: list[object] = list(body) if isinstance(body, list) else [body]
    if all(isinstance(item, dict) and "text" in item for item in listed):
        listed = [{"segments": listed}]
    return [_named(item, path) for item in listed]


def _named(item: object, path: Path) -> Results:
    if not isinstance(item, dict):
        raise InputError("holds no dict with `filename` and `segments`", source=shown_name(path))
    return item if any(key in item for key in ("filename", "file")) else {
        **item, "filename": file_name(path),
    }  # fmt: skip
