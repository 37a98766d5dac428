"""The three examples of section 5.3, in shape, counts, order and arithmetic (READINGS, 002).

The conversations are our own, with the document's roles, calls and times; the prose of the
summaries comes from a scripted model.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.condensers.chat_history.talks import Clock, history
from uagent_memory.llm import ScriptedModel
from uagent_memory.tokens import default_counter

DAY = "2023-09-15 "
FIRST_TIMES = ("10:23:45", "10:24:15", "10:24:45", "10:25:15", "10:25:30", "10:26:20", "10:27:00")
FIELDS = ("original_message_count", "compression_ratio", "compressed_at", "message_spans")


def _message(role: str, time: str, content: str, **more: Any) -> dict[str, Any]:
    return {"content": content, "role": role, "created_at": DAY + time, **more}


def _call(number: str, name: str, **arguments: Any) -> list[dict[str, Any]]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return [{"id": number, "type": "function", "function": function}]


def first_example() -> list[dict[str, Any]]:
    roles = ("user", "assistant", "user", "assistant", "tool", "assistant", "user", "assistant")
    texts = (
        "我的接口服务要同时处理几千个连接，异步改造应该从哪里开始？",
        "可以用 asyncio 配合 FastAPI，请先说明现在的同步代码卡在哪里。" * 3,
        "瓶颈在数据库，我试过 threading，资源竞争的问题还在。",
        "好的，我先搜索一下项目里和连接有关的代码。",
        "共有 7 个文件包含连接代码，主要在 API 路由和数据库操作。",
        (
            "建议分三步：1. 路由改为异步函数\n2. 数据库改用 asyncpg\n3. 外部调用改用 aiohttp\n\n"
            "```python\n@app.get('/users/')\nasync def get_users():\n"
            "    async with pool.acquire() as conn:\n        return await conn.fetch(QUERY)\n```\n"
            "这样改造之后吞吐量会明显提高，代码也会更容易维护。"
        ),
        "谢谢。只有同步接口的第三方库怎么办？",
        (
            "有几种办法：用 asyncio.to_thread 放进线程池，找异步的替代品，写一个包装器，"
            "CPU 密集的任务用 ProcessPoolExecutor。原则是不要在事件循环里直接调用阻塞函数。"
        )
        * 2,
    )
    messages = [
        _message(role, time, text)
        for role, time, text in zip(roles, (*FIRST_TIMES, "10:27:30"), texts, strict=True)
    ]
    messages[3]["tool_calls"] = _call("call_abc", "search_files", directory="/app/src")
    messages[4]["tool_call_id"] = "call_abc"
    messages[1]["token_usage"] = {"prompt_tokens": 45, "completion_tokens": 65}
    return messages


FIRST_SUMMARY = (
    "用户的接口服务要处理几千个连接，瓶颈在数据库，threading 有资源竞争。"
    "助手建议 asyncio 配合 FastAPI，"
    "搜索到 7 个文件包含连接代码，提出三步："
    "路由改为异步函数，数据库改用 asyncpg，外部调用改用 aiohttp。"
    "同步的第三方库用 asyncio.to_thread、替代品、包装器或 ProcessPoolExecutor。"
)


def test_example_1_a_conversation_becomes_one_message(tmp_path: Path) -> None:
    """Eight messages, one of them a tool's, become one with the document's fields."""
    clock = Clock(datetime(2023, 9, 15, 10, 28))  # noqa: DTZ001 - as in the document
    model = ScriptedModel(FIRST_SUMMARY)
    with history(
        tmp_path, first_example(), clock=clock, model=model, preserve_recent_turns=0,
        batch_fraction=1.0, content_mark="none",
    ) as made:  # fmt: skip
        before = made.tokens
        outcome = made.compress_now()
        (summary,) = made.messages
    assert outcome.status == "compressed", outcome
    assert tuple(summary) == (
        "content", "role", "created_at", "is_compressed", "compression_info",
    )  # fmt: skip
    assert summary["content"] == FIRST_SUMMARY
    assert (summary["role"], summary["is_compressed"]) == ("assistant", True)
    info = summary["compression_info"]
    assert tuple(info) == FIELDS
    assert info["original_message_count"] == 8
    assert summary["created_at"] == info["compressed_at"] == DAY + "10:28:00"
    assert info["message_spans"] == [{"start_time": DAY + "10:23:45", "end_time": DAY + "10:27:30"}]
    after = default_counter().count(FIRST_SUMMARY)
    assert info["compression_ratio"] == round(1 - after / before, 2)
    assert 0.5 < info["compression_ratio"] < 0.9
    assert (outcome.tokens_before, outcome.tokens_after) == (before, after)


def test_example_2_tool_exchanges_go_whole(tmp_path: Path) -> None:
    """Two calls and their results: all eight messages in one summary, marked with its ratio."""
    listing = "\n".join(f"{n}. /app/src/part_{n}.py - {n * 3} matches" for n in range(1, 8))
    code = "class Store:\n    async def get_pool(cls):\n        return cls._pool\n" * 10
    messages = [
        _message("user", "11:05:30", "Which files of the project use async functions?"),
        _message("assistant", "11:05:45", "I'll look for them.",
                 tool_calls=_call("c1", "search_files", directory="/app/src")),
        _message("tool", "11:06:00", f"7 files:\n{listing}", tool_call_id="c1"),
        _message("assistant", "11:06:30", "Seven files do, most of all /app/src/part_7.py. " * 4),
        _message("user", "11:07:00", "Show me how /app/src/part_2.py handles its connections."),
        _message("assistant", "11:07:15", "I'll read it.",
                 tool_calls=_call("c2", "read_file", file_path="/app/src/part_2.py")),
        _message("tool", "11:07:30", code, tool_call_id="c2"),
        _message("assistant", "11:08:15", "It keeps one pool in get_pool(), shared by all. " * 4),
    ]  # fmt: skip
    clock = Clock(datetime(2023, 9, 15, 11, 8, 30))  # noqa: DTZ001 - as in the document
    prose = (
        "The user asked which files use async functions; 7 files do, most of all "
        "/app/src/part_7.py. On request the assistant read /app/src/part_2.py: "
        "class Store keeps one pool in get_pool()."
    )
    made = history(
        tmp_path, messages, clock=clock, model=ScriptedModel(prose), preserve_recent_turns=0,
        batch_fraction=1.0,
    )  # fmt: skip
    made.compress_now()
    (summary,) = made.messages
    info = summary["compression_info"]
    assert info["original_message_count"] == 8
    assert info["message_spans"] == [{"start_time": DAY + "11:05:30", "end_time": DAY + "11:08:15"}]
    percent = round(100 * info["compression_ratio"])
    assert summary["content"].startswith(f"[COMPRESSED:{percent}%]\n")
    assert made.restore() == messages


def test_example_3_system_and_recent_turns_stay(tmp_path: Path) -> None:
    """The system message first, one summary for 12 messages where they stood, then the new turn."""
    system = _message("system", "10:20:00", "You are an expert for asynchronous Python.")
    early = [
        _message(role, f"11:{30 + n}:00" if n < 11 else "12:05:45", f"{text} (part {n})")
        for n, (role, text) in enumerate(
            (("user", "How does the event loop schedule a coroutine?"),
             ("assistant", "It runs each one until it awaits. " * 12)) * 6
        )
    ]  # fmt: skip
    recent = [
        _message("user", "12:15:00", "How do asyncio.gather and asyncio.wait differ?"),
        _message("assistant", "12:16:30", "gather keeps the order; wait returns sets. " * 5),
    ]
    clock = Clock(datetime(2023, 9, 15, 12, 17))  # noqa: DTZ001 - as in the document
    model = ScriptedModel(
        "The user asked how the event loop schedules a coroutine; until it awaits."
    )
    made = history(
        tmp_path, [system, *early, *recent], clock=clock, model=model, preserve_recent_turns=1,
        batch_fraction=1.0, compression_batch_size=12,
    )  # fmt: skip
    assert made.compress_now().status == "compressed"
    first, summary, *rest = made.messages
    assert first == system
    assert rest == recent
    assert summary["compression_info"]["original_message_count"] == 12
    assert summary["compression_info"]["message_spans"] == [
        {"start_time": DAY + "11:30:00", "end_time": DAY + "12:05:45"}
    ]
    assert summary["created_at"] == DAY + "12:17:00"


def test_the_defaults_are_the_documents() -> None:
    """Section 7.1, and the further fields of READINGS."""
    from uagent_memory.condensers.chat_history import CompressionConfig

    config = CompressionConfig()
    assert config.model_dump(include=set(DEFAULTS)) == DEFAULTS


DEFAULTS = {
    "enable_compression": True,
    "token_threshold": 3000,
    "preserve_recent_turns": 3,
    "compress_system_messages": False,
    "target_compression_ratio": 0.6,
    "user_message_compression_ratio": 0.4,
    "assistant_message_compression_ratio": 0.65,
    "tool_message_compression_ratio": 0.55,
    "compression_cooldown": 5,
    "compression_batch_size": 10,
    "llm_model_for_compression": "default",
    "time_window_minutes": 30.0,
    "batch_fraction": 0.3,
    "quality_threshold": 0.6,
    "keep_originals": True,
    "min_gain": 0.1,
}
