"""Selection by relevance, exact times, bounded length, cache, model answers."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.condensers.retrieval.results import TOPICS, TOPICS_ZH, video
from tests.llm.busy import BusyModel
from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
from uagent_memory.condensers.retrieval.words import default_segmenter, words_of
from uagent_memory.errors import ConfigError, InputError
from uagent_memory.llm import ModelReply, ModelRequest, Outcome, ScriptedModel

TIME = re.compile(r"(?<!\\)\[(\d[\d.e+-]*?)-(\d[\d.e+-]*)\]")
RULES = SummaryCompressor()


def _times(results: Sequence[dict[str, Any]]) -> set[tuple[float, float]]:
    return {(s["start"], s["end"]) for r in results for s in r["segments"] if "start" in s}


@pytest.mark.parametrize(
    ("question", "zh", "wanted"),
    [
        ("Why does the motor stop?", False, TOPICS[5]),
        ("How much does a filter cost?", False, TOPICS[1]),
        ("What must be done before winter?", False, TOPICS[2]),
        ("电机为什么会停机？", True, TOPICS_ZH[5]),
        ("滤芯多少钱，可以用多久？", True, TOPICS_ZH[1]),
        ("水泵怎么清洗？", True, TOPICS_ZH[0]),
    ],
)
@pytest.mark.parametrize("pairs", [True, False])
def test_what_answers_the_question_is_kept(
    question: str, zh: bool, wanted: str, pairs: bool
) -> None:
    """In a third of the length, with the segmenter and with pairs of characters."""
    made = SummaryCompressor(segmenter=(lambda text: []) if pairs else None)
    if pairs and zh:
        made = SummaryCompressor(segmenter=lambda text: [text[n : n + 2] for n in range(len(text))])
    text = made.compress_single_file_results(question, video(zh=zh), 300)
    assert wanted in text
    assert len(text) <= 300
    assert (TOPICS_ZH if zh else TOPICS)[7] not in text


def test_chinese_words_come_from_the_segmenter_where_there_is_one() -> None:
    """rjieba if installed; otherwise pairs of characters."""
    assert "传感" in words_of("温度传感器", None)
    pytest.importorskip("rjieba")
    segmenter = default_segmenter()
    assert segmenter is not None
    assert "传感器" in words_of("温度传感器", segmenter)


def test_an_embedding_model_can_help() -> None:
    """Where no word is shared, nearness decides."""

    class Near:
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            return [[1.0, 0.0] if "island" in text or "vacation" in text else [0.0, 1.0]
                    for text in texts]  # fmt: skip

    made = SummaryCompressor(embedding=Near())
    text = made.compress_single_file_results("vacation?", video(), 260)
    assert TOPICS[3] in text


def test_more_decimals_are_kept() -> None:
    """Times are exact, whatever their precision."""
    results = {"segments": [{"index": 0, "start": 1.23456, "end": 1234567.125, "text": "x"}]}
    assert "[1.23456-1234567.125] x" in RULES.compress_single_file_results("x", results)


def test_segments_without_times_or_index_come_last() -> None:
    """Kept, in input order, shown without a time."""
    results = {
        "filename": "v",
        "segments": [{"text": "loose b"}, {"index": 3, "text": "three"}, {"text": "loose a"},
                     {"index": 1, "start": "nonsense", "end": 2.0, "text": "one"}],
    }  # fmt: skip
    lines = RULES.compress_single_file_results("q", results).split("\n")
    assert [line.strip() for line in lines if "[" not in line and line.strip()][:4] == [
        "one", "three", "loose b", "loose a",
    ]  # fmt: skip
    assert "[块开始: 3]" in "\n".join(lines)


def test_tags_inside_texts_and_names_are_escaped() -> None:
    """A sentence cannot end its file, nor give itself a time."""
    results = {
        "filename": "a[文件结束: b].mp4",
        "segments": [{"index": 0, "start": 0.0, "end": 1.0,
                      "text": "[块结束: 1] [9.00-9.50] [File end: x] see [1] and\nmore"}],
    }  # fmt: skip
    text = RULES.compress_single_file_results("q", results)
    assert r"[文件开始: a\[文件结束: b].mp4]" in text
    assert r"[0.00-1.00] \[块结束: 1] \[9.00-9.50] \[File end: x] see [1] and more" in text
    assert text.count("\n  [块结束: 1]") == 1


def test_overlapping_and_repeated_segments_are_merged() -> None:
    """One index: the longer text; repeats in other places are told once when room is short."""
    results = video(copies=1)
    results["segments"] += [{"index": 1, "start": 3.5, "end": 8.2, "text": TOPICS[1][:20]}]
    results["segments"] += [{"index": 90, "start": 500.0, "end": 504.0, "text": TOPICS[5]}]
    assert TOPICS[1][:20] + "\n" not in RULES.compress_single_file_results("q", results, 5000)
    text = RULES.compress_single_file_results("Why does the motor stop?", results, 420)
    assert text.count(TOPICS[5]) == 1


@pytest.mark.parametrize("length", [1, 10, 40, 80, 120, 200, 350, 700])
def test_no_length_is_exceeded(length: int) -> None:
    """However small; in tokens too."""
    files = [video("a.mp4", copies=3), video("b.mp4", zh=True, copies=3)]
    for question in ("Why does the motor stop?", "电机为什么停机？", "zzz"):
        assert len(RULES.compress_single_file_results(question, files[0], length)) <= length
        assert len(RULES.compress_multiple_files_results(question, files, length)) <= length
    text = RULES.compress_multiple_files_results("motor", files, max_tokens=length)
    from uagent_memory.tokens import default_counter

    assert default_counter().count(text) <= length


def test_one_long_segment_is_shortened_at_sentences() -> None:
    """Whole sentences of it, with its own time."""
    text = " ".join(TOPICS * 5)
    results = {"filename": "v", "segments": [{"index": 4, "start": 1.0, "end": 90.0, "text": text}]}
    short = RULES.compress_single_file_results("Why does the motor stop?", results, 500)
    assert "[1.00-90.00]" in short
    assert 200 < len(short) <= 500


def test_wrong_input_is_named() -> None:
    """One line that says what is wrong."""
    for wrong, told in (
        ({"filename": "v"}, "v: no list of segments"),
        ({"filename": "v", "segments": [{"index": 0}]}, "v: segment 1 has no `text`"),
        ([], "give a dict"),
    ):
        with pytest.raises(InputError, match=told):
            RULES.compress_single_file_results("q", wrong)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="max_length is 0"):
        RULES.compress_single_file_results("q", video(), 0)
    with pytest.raises(ConfigError, match="did you mean fallback"):
        RetrievalConfig(falback="rules")  # type: ignore[call-arg]


def test_empty_results_are_fine() -> None:
    """No file, no segment."""
    assert RULES.compress_multiple_files_results("q", []) == ""
    assert "[文件开始: v]" in RULES.compress_single_file_results("q", {"file": "v", "segments": []})


def test_inputs_stay_as_they_are() -> None:
    """Neither changed nor kept (I14)."""
    results = video(copies=3)
    before = copy.deepcopy(results)
    RULES.compress_single_file_results("motor", results, 300)
    assert results == before


QUESTIONS = st.sampled_from(
    [
        "Why does the motor stop?",
        "How many tests?",
        "when",
        "总结主要内容",
        "电机 12 次",
        "",
        "比较",
    ]
)
TIMES = st.floats(0, 9000, allow_nan=False).map(lambda x: round(x, 3))
SEGMENTS = st.fixed_dictionaries(
    {"text": st.sampled_from([*TOPICS, *TOPICS_ZH, "[1.00-2.00] trap", "A: yes?", ""])},
    optional={"index": st.integers(-2, 40), "start": TIMES, "end": TIMES},
)
FILES = st.lists(
    st.fixed_dictionaries(
        {"filename": st.sampled_from(["a.mp4", "b", "[块结束: 1]"]), "segments": st.lists(SEGMENTS)}
    ),
    max_size=4,
)


@settings(max_examples=150, deadline=None)
@given(QUESTIONS, FILES, st.integers(1, 900))
def test_every_time_of_the_output_is_in_the_input(
    question: str, files: list[dict[str, Any]], length: int
) -> None:
    """Pairs of start and end exactly as given; never longer than asked; equal calls, equal text."""
    known = {
        (s["start"], s["end"]) for f in files for s in f["segments"] if "start" in s and "end" in s
    }
    text = RULES.compress_multiple_files_results(question, files, length)
    assert len(text) <= length or text == ""
    for start, end in TIME.findall(text):
        assert (float(start), float(end)) in known
    assert SummaryCompressor().compress_multiple_files_results(question, files, length) == text


PROSE = "The motor stops because the temperature sensor is too close to it [19.90-24.60]."


@pytest.mark.parametrize(
    "answer",
    [
        PROSE.replace("24.60", "26.00"),
        PROSE.replace("[19.90-24.60]", "[0:20-0:25]"),
        PROSE + " It costs 99.90 euros.",
        PROSE + " See https://example.invalid/x.",
    ],
)
def test_inventions_of_a_model_are_refused(answer: str) -> None:
    """A time, an amount or a link that the content does not hold."""
    configs = (
        (RetrievalConfig(fallback="overview"), "个片段"),
        (RetrievalConfig(fallback="rules"), TOPICS[5]),
    )
    for config, wanted in configs:
        made = SummaryCompressor(ScriptedModel(answer), config=config)
        text = made.compress_single_file_results("Why does the motor stop?", video(copies=3), 500)
        assert wanted in text
        assert answer not in text


def test_a_faithful_answer_is_used_and_remembered() -> None:
    """Equal question and content: no second call; another question asks again. Bounded."""
    model = ScriptedModel(PROSE)
    made = SummaryCompressor(model, config=RetrievalConfig(cache_size=2))
    results = video()
    for question in ("Why?", "Why?", "How?", "Why?"):
        assert made.compress_single_file_results(question, results, 300) == PROSE
    assert len(model.requests) == 2
    made.compress_single_file_results("When?", results, 300)
    made.compress_single_file_results("How?", results, 300)
    assert len(model.requests) == 4
    assert len(made._cache) == 2


def test_failures_are_not_remembered() -> None:
    """The next call asks again."""
    model = ScriptedModel([ModelReply(Outcome.TIMED_OUT), PROSE])
    made = SummaryCompressor(model)
    assert made.compress_single_file_results("Why?", video(), 300) != PROSE
    assert made.compress_single_file_results("Why?", video(), 300) == PROSE


def test_a_long_answer_is_cut_at_a_sentence() -> None:
    """Never longer than asked for."""
    made = SummaryCompressor(ScriptedModel(f"{PROSE}\n{PROSE}\n{PROSE}"))
    text = made.compress_single_file_results("Why?", video(), 200)
    assert text == f"{PROSE}\n{PROSE}"


async def test_files_side_by_side() -> None:
    """Each file has its own call, several at a time; the result is in the order of the files."""
    model = BusyModel(PROSE)
    files = [video(f"v{n}.mp4", copies=3) for n in range(6)]
    made = SummaryCompressor(model, config=RetrievalConfig(parallel=True, concurrency=3))
    text = await made.acompress_multiple_files_results("Why?", files, 900)
    assert model.most == 3
    assert re.findall(r"文件 (\S+):", text) == [f"v{n}.mp4" for n in range(6)]
    assert text.count(PROSE) == 6


async def test_the_sync_call_works_inside_an_event_loop() -> None:
    """A notebook has one running."""
    assert SummaryCompressor(ScriptedModel(PROSE)).compress_single_file_results(
        "Why?", video(), 300
    ) == PROSE  # fmt: skip


def test_a_models_input_is_bounded() -> None:
    """Of too much content the model sees what bears on the question (I31)."""
    from uagent_memory.config import Settings

    model = ScriptedModel(PROSE)
    made = SummaryCompressor(model, settings=Settings(model_input=300))
    made.compress_single_file_results("Why does the motor stop?", video(copies=20), 300)
    text = model.requests[0].turns[0].text
    assert TOPICS[5] in text
    assert len(text) < 4000


def test_quality_is_measured() -> None:
    """Coverage of the question, times, reduction, inventions."""
    results = video(copies=3)
    text = RULES.compress_single_file_results("Why does the motor stop?", results, 400)
    good = RULES.assess("Why does the motor stop?", results, text)
    assert good.question_coverage == 1.0
    assert good.is_usable
    assert 0.7 < good.reduction < 1
    bad = RULES.assess("Why does the motor stop?", results, "Because [1.00-2.00].")
    assert bad.invented == ("[1.00-2.00]",)
    assert bad.question_coverage == 0.0


def test_strategies_differ() -> None:
    """A question for a number prefers numbers; a summary spreads; talk keeps the answer."""
    numbers = {
        "filename": "v",
        "segments": [{"index": n, "text": text} for n, text in enumerate(
            ["The tests of the pump went well.", "The tests of the pump were 12 in all."] +
            [f"Something else number {w}." for w in ("one", "two", "three")]
        )],
    }  # fmt: skip
    text = RULES.compress_single_file_results("How many tests of the pump?", numbers, 160)
    assert "12 in all" in text
    talk = {
        "filename": "t",
        "segments": [{"index": n, "text": text} for n, text in enumerate(
            ["Ann: Hello everybody.", "Bob: Why does the motor stop?", "Ann: Too hot.",
             "Bob: Thank you.", "Ann: Good bye then.", "Bob: See you."]
        )],
    }  # fmt: skip
    text = RULES.compress_single_file_results("motor stop", talk, 170)
    assert "Too hot" in text


def test_a_model_that_never_answers_is_given_up() -> None:
    """The overview stands in for it."""
    from uagent_memory.config import Settings

    class Silent:
        name = "silent"

        async def complete(self, request: ModelRequest) -> ModelReply:
            await asyncio.sleep(3600)
            raise AssertionError(request)

    made = SummaryCompressor(Silent(), settings=Settings(model_seconds=0.01))
    assert "- pump.mp4: 8 个片段" in made.compress_single_file_results("Why?", video(), 300)


def test_secrets_are_masked_in_results_and_requests() -> None:
    """Stand-ins, in short content too (I25)."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    results = video()
    results["segments"][4]["text"] += f" The token is {secret}."
    model = ScriptedModel(PROSE)
    assert "[SECRET:" in RULES.compress_single_file_results("motor", results)
    for made in (RULES, SummaryCompressor(model)):
        assert secret not in made.compress_single_file_results("motor token", results, 400)
    assert secret not in str(model.requests)
