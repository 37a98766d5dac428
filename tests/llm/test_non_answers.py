"""What is no answer though it is text."""

from __future__ import annotations

import pytest

from uagent_memory.llm.non_answers import non_answer


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I'm sorry, but I can't assist with that request.", "refusal"),
        ("I cannot summarize this conversation.", "refusal"),
        ("As an AI language model, I have no access to it.", "refusal"),
        ("抱歉，我无法协助完成该请求。", "refusal"),
        ("我不能总结此对话。", "refusal"),
        ("作为AI语言模型，我没有权限。", "refusal"),
        ("Error: internal server error", "error text"),
        ("502 Bad Gateway", "error text"),
        ('{"error": {"type": "overloaded_error"}}', "error text"),
        ("服务器错误，请稍后再试", "error text"),
        ("[Summary of the conversation goes here]", "placeholder"),
        ("（用户需求和目标的简洁描述）", "placeholder"),
        ("...", "placeholder"),
        ("待填写", "placeholder"),
    ],
)
def test_no_answer(text: str, kind: str) -> None:
    """Refusals, errors of a server, placeholders."""
    assert non_answer(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "The user cannot log in; the agent looks at the session cookie.",
        "Error handling was added to src/a.py.",
        "I cannot find the pump in the video [0.00-3.50].",
        "用户无法登录，助手检查了日志。",
        "修复了3个循环导入问题",
        "none",
        "无",
        "",
    ],
)
def test_an_answer(text: str) -> None:
    """Speaks of such things without being one."""
    assert not non_answer(text)


def test_a_quotation_is_no_refusal() -> None:
    """What somebody said in the conversation may be told."""
    said = "Sorry, I can't log in since the update."
    assert non_answer(said) == "refusal"
    assert not non_answer(said, said=f"User: {said}")
    assert not non_answer("请求超时的原因是连接池太小", said="助手：请求超时的原因是什么")
