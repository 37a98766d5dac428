"""The document's own layouts and rules (READINGS, 004)."""

from __future__ import annotations

import re
from typing import Any

from tests.condensers.retrieval.results import video
from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
from uagent_memory.llm import ModelReply, Outcome, ScriptedModel

LAYOUT = """\
[文件开始: example_video.mp4]
  [块开始: 1 - 索引: 0-2]
  [0.00-3.50] 句子0
  [3.50-8.20] 句子1
  [8.20-9.00] 句子2
  [块结束: 1]

  [块开始: 2 - 索引: 5-6]
  [25.00-28.50] 句子5
  [28.50-32.10] 句子6
  [块结束: 2]
[文件结束: example_video.mp4]

请注意：以上内容来自同一视频的不同块，不保证时间连续性。"""
TIMES = ((0, 0.0, 3.5), (1, 3.5, 8.2), (2, 8.2, 9.0), (5, 25.0, 28.5), (6, 28.5, 32.1))
SEGMENTS: list[dict[str, Any]] = [
    {"index": index, "start": start, "end": end, "text": f"句子{index}"}
    for index, start, end in TIMES
]


def test_short_content_comes_back_in_its_layout() -> None:
    """Tags, indices, times and the note, sign by sign; no model is asked."""
    model = ScriptedModel("never asked")
    made = SummaryCompressor(model)
    results = {"filename": "example_video.mp4", "segments": SEGMENTS}
    assert made.compress_single_file_results("问题", results) == LAYOUT
    assert made._build_hierarchical_content(SEGMENTS, "example_video.mp4") == LAYOUT
    assert made.compress_retrieval_results("问题", results) == LAYOUT
    assert model.requests == []


def test_order_and_aliases_do_not_matter() -> None:
    """Other field names, shuffled and repeated segments: the same content."""
    told = [
        {"sentence_index": s["index"], "start_time": str(s["start"]), "end_time": s["end"],
         "sentence": s["text"]}
        for s in reversed([*SEGMENTS, *SEGMENTS])
    ]  # fmt: skip
    results = {"file": "example_video.mp4", "sentences": told}
    assert SummaryCompressor().compress_single_file_results("问题", results) == LAYOUT


def test_english_tags() -> None:
    """With language="en"."""
    made = SummaryCompressor(config=RetrievalConfig(language="en"))
    text = made.compress_single_file_results("q", {"filename": "v.mp4", "segments": SEGMENTS})
    assert text.startswith("[File start: v.mp4]\n  [Block start: 1 - indices: 0-2]\n  [0.00-3.50]")
    assert "[Block end: 2]\n[File end: v.mp4]\n\nPlease note:" in text


ANSWER = (
    "文件 video1.mp4:\n电机停机的原因是温度传感器离电机太近[19.90-24.60]，"
    "移开5厘米后正常[24.60-28.10]。"
    "\n\n文件 video2.mp4:\n新的滤芯价格是18.5元[3.50-8.20]。"
)


def test_several_files_are_summarised_by_file() -> None:
    """The prompt's five parts, temperature and limit; the answer by file, with its times."""
    files = [video("video1.mp4", zh=True, copies=4), video("video2.mp4", zh=True, copies=4)]
    model = ScriptedModel(ANSWER)
    made = SummaryCompressor(model)
    question = "电机为什么停机？滤芯多少钱？"
    assert made.compress_multiple_files_results(question, files, 1000) == ANSWER
    (request,) = model.requests
    assert (request.temperature, request.max_tokens) == (0.3, 1500)
    text = request.turns[0].text
    tags = ("- video1.mp4: 32 个片段", "[文件开始: video1.mp4]", "文件 video2.mp4:")
    parts = (question, *tags, "1000 个字符")
    assert [part in text for part in parts] == [True] * len(parts)


def test_a_failed_model_gives_the_overview() -> None:
    """Simplified: the files with their counts; nothing is raised."""
    files = [video("a.mp4", zh=True, copies=4), video("b.mp4", zh=True)]
    for answer in (ModelReply(Outcome.OVERLOADED), RuntimeError("no"), "", "见[77.00-78.00]。"):
        text = SummaryCompressor(ScriptedModel(answer)).compress_multiple_files_results(
            "电机为什么停机？", files, 500
        )
        assert "- a.mp4: 32 个片段\n- b.mp4: 8 个片段" in text
        assert len(text) <= 500


def test_by_rules_several_files_have_the_same_form() -> None:
    """`文件 NAME:` and sentences with their times behind them."""
    files = [video("video1.mp4", zh=True, copies=4), video("video2.mp4", zh=True, copies=4)]
    text = SummaryCompressor().compress_multiple_files_results("电机为什么停机？", files, 400)
    assert len(text) <= 400
    assert re.fullmatch(
        r"文件 video1\.mp4:\n(.+\[\d+\.\d\d-\d+\.\d\d\]\n)+\n"
        r"文件 video2\.mp4:(\n.+\[\d+\.\d\d-\d+\.\d\d\])+",
        text,
    )
    assert "温度传感器离电机太近" in text
