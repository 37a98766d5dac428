"""Sentences that say nothing, or only that something went well."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.emptiness import (
    is_bare,
    is_filler,
    is_joint,
    is_praise,
    is_progress,
    is_verdict,
    only_names,
)


@pytest.mark.parametrize(
    "text",
    [
        "Now I understand the flow.",
        "Good, now I have a complete picture.",
        "Let me check.",
        "Wait, I see what happened.",
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


@pytest.mark.parametrize("text", ["`load_rows`.", "`len`=0.", "`a`、`b`。", "(0, 1) `j` (0, 1)."])
def test_code_without_a_word_is_no_sentence(text: str) -> None:
    assert only_names(text)


@pytest.mark.parametrize("text", ["`load_rows` is slow.", "`len` 是零。", "No name at all.", "12."])
def test_a_word_beside_the_code_makes_one(text: str) -> None:
    assert not only_names(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Great progress!", True),
        ("It seems safe.", True),
        ("The code is clean and well organized.", True),
        ("进展很顺利！", True),
        ("看起来很安全。", True),
        ("It seems safe to delete the table of tokens.", False),
        ("It is not safe.", False),
        ("It seems slow.", False),
        ("删除令牌表看起来是安全的。", False),
        ("这不安全。", False),
    ],
)
def test_praise_says_what_is_good_or_nothing(text: str, expected: bool) -> None:
    """A word of the matter, or a doubt, says something."""
    assert is_praise(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("should be", True),
        ("instead of", True),
        ("vs.", True),
        ("应该是", True),
        ("而不是", True),
        ("It should be blue.", False),
        ("应该是蓝色", False),
        ("The output is:", False),
    ],
)
def test_what_only_joins_says_nothing(text: str, expected: bool) -> None:
    """Between two pieces of code; what leads one in belongs to it."""
    assert is_joint(text) is expected
