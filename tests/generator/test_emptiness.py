"""Sentences that say nothing, or only that something went well."""

from __future__ import annotations

import pytest

from uagent_memory.generator.emptiness import is_bare, is_filler, is_progress, is_verdict


@pytest.mark.parametrize(
    "text",
    [
        "Now I understand the flow.",
        "Good, now I have a complete picture.",
        "Let me check.",
        "Hi there!",
        "Can you help me with that?",
        "Now I see how it works.",
        "现在我明白了。",
        "好的，让我看看代码。",
        "现在我清楚整个流程了。",
        "So let 's go with that .",
        "那就这么定了。",
        "I completely understand.",
        "I'm so sorry for the inconvenience.",
        "非常抱歉给您带来不便。",
        "非常理解。",
    ],
)
def test_narration_without_content_is_bare(text: str) -> None:
    """It says that somebody understood or begins, not what."""
    assert is_bare(text)


@pytest.mark.parametrize(
    "text",
    [
        "Now I understand: the cache is never emptied.",
        "Let me check `load_rows`.",
        "I see 3 of them.",
        "It works.",
        "现在我明白了，缓存没有清空。",
        "让我看看 gateway.py。",
        "我发现锁没有释放。",
        "Sorry for the inconvenience, the lamp is sold.",
        "非常抱歉，库存不足。",
    ],
)
def test_narration_with_content_is_not(text: str) -> None:
    """A name, a number or a word of the matter is content."""
    assert not is_bare(text)


@pytest.mark.parametrize(
    "text",
    [
        "Yeah.",
        "Okay, um",
        "Ah , OK {pause} .",
        "I see .",
        "[laughter] Right.",
        "嗯对",
        "好的，谢谢大家。",
    ],
)
def test_speech_without_content_is_filler(text: str) -> None:
    """In both languages, also with a transcriber's notes in it."""
    assert is_filler(text)


@pytest.mark.parametrize(
    "text", ["Yeah, in May.", "Agreed.", "OK, 30 of them.", "好的，那就周五交稿。", "对，三十万。"]
)
def test_speech_with_content_is_not(text: str) -> None:
    """An answer that names something, and an agreement."""
    assert not is_filler(text)


@pytest.mark.parametrize(
    "text",
    [
        "All 12 tests pass now.",
        "Lint is clean.",
        "**Build succeeded!**",
        "所有测试均已通过。",
        "编译成功，没有错误。",
        "There's a failing test.",
        "Tests fail as expected.",
        "测试失败，符合预期。",
    ],
)
def test_what_only_says_how_checks_ended_is_a_verdict(text: str) -> None:
    """In both languages, with or without figures."""
    assert is_verdict(text)


@pytest.mark.parametrize(
    "text",
    [
        "All tests of parse_header pass.",
        "The tests are slow.",
        "登录页面的测试通过。",
        "测试很好。",
    ],
)
def test_what_says_more_is_none(text: str) -> None:
    """It names what was tested, or no outcome."""
    assert not is_verdict(text)


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("The commit was successful.", True),
        ("Good, the branch was created.", True),
        ("分支创建成功。", True),
        ("Created ENT-161.", False),
        ("The parser reads the file twice.", False),
        ("已创建分支 main-2。", False),
    ],
)
def test_that_a_step_went_well_is_progress(text: str, *, empty: bool) -> None:
    """Unless it says which."""
    assert is_progress(text) is empty
