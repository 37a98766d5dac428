"""A model's answer that is none, or in another language, never reaches the caller."""

from __future__ import annotations

import pytest

from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
from uagent_memory.llm import ScriptedModel

SAID = {
    "en": "The motor stops because the sensor is too close, part {n}.",
    "zh": "电机停转是因为传感器离它太近，第{n}段。",
}
ASKED = {"en": "Why does the motor stop?", "zh": "电机为什么停转？"}


def _results(language: str) -> dict[str, object]:
    segments = [
        {"index": n, "start": 3.0 * n, "end": 3.0 * n + 3, "text": SAID[language].format(n=n)}
        for n in range(40)
    ]
    return {"filename": "pump.srt", "segments": segments}


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "I'm sorry, but I can't assist with that request."),
        ("zh", "抱歉，我无法协助完成该请求。"),
        ("en", "[summary]"),
        ("zh", "[摘要]"),
        ("en", "502 Bad Gateway"),
        ("zh", "服务器错误"),
        ("en", "电机停转是因为传感器离它太近[0.00-3.00]"),
        ("zh", "The motor stops because the sensor is too close [0.00-3.00]"),
    ],
)
def test_it_is_refused(language: str, answer: str) -> None:
    """The overview stands in, or the rules' selection; the next call asks again."""
    model = ScriptedModel(answer)
    config = RetrievalConfig(language="zh" if language == "zh" else "en")
    made = SummaryCompressor(model, config=config)
    for _ in range(2):
        text = made.compress_single_file_results(ASKED[language], _results(language), 400)
        assert answer not in text
        assert "pump.srt: 40" in text
    assert len(model.requests) == 2
    ruled = SummaryCompressor(model, config=config.changed(fallback="rules"))
    text = ruled.compress_single_file_results(ASKED[language], _results(language), 400)
    assert "3.00]" in text


def test_a_question_in_another_language_than_the_content() -> None:
    """May be answered in either."""
    for answer in ("电机停转是因为传感器太近[0.00-3.00]", "The sensor is too close [0.00-3.00]"):
        made = SummaryCompressor(ScriptedModel(answer))
        assert made.compress_single_file_results(ASKED["zh"], _results("en"), 400) == answer


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_overview_invents_nothing(language: str) -> None:
    """Its counts are true, so the assessment does not call them made up."""
    config = RetrievalConfig(language="zh" if language == "zh" else "en")
    made = SummaryCompressor(config=config)
    text = made.compress_single_file_results(ASKED[language], _results(language), 12)
    overview = SummaryCompressor(ScriptedModel("..."), config=config)
    text += "\n" + overview.compress_single_file_results(ASKED[language], _results(language), 400)
    assert made.assess(ASKED[language], _results(language), text).invented == ()
