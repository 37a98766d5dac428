"""Hand-written conversations for the chat history's tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig

START = datetime(2026, 3, 2, 9, 0)  # noqa: DTZ001 - the document's times have no zone


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def move(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


def at(minute: float) -> str:
    return str(START + timedelta(minutes=minute))


def said(role: str, content: str, minute: float, **more: Any) -> dict[str, Any]:
    return {"content": content, "role": role, "created_at": at(minute), **more}


USER = "How do I make the importer in src/import_{n}.py faster? It reads {n}000 rows a minute."
ASSISTANT = (
    "The importer opens a new connection for every row, and that is what costs the time. "
    "I looked at the other modules as well, and there is nothing unusual about any of them. "
    "Generally speaking it is a good idea to think about performance early in a project. "
    "Use one connection for the whole run in src/import_{n}.py and commit every {n}00 rows. "
    "There are many articles about this subject, and most of them say much the same thing. "
    "As always, one should measure before and after such a change, and compare the figures."
)
USER_ZH = "src/import_{n}.py 的导入为什么这么慢？现在每分钟只能读 {n}000 行。"
ASSISTANT_ZH = (
    "原因是每一行都新建了一个数据库连接，时间都花在这里。另外我也看了其他模块，没有发现什么特别的地方。"
    "一般来说，在项目早期就考虑性能问题是一个好习惯，很多文章都讲过这一点。"
    "建议在 src/import_{n}.py 中整个过程只用一个连接，每 {n}00 行提交一次。"
    "当然，修改之前和之后都应该测量一下，然后比较结果，这样心里才有数。"
)


def talk(turns: int, *, zh: bool = False, step: float = 1.0) -> list[dict[str, Any]]:
    """Turns of a question and an answer, a step of minutes between messages."""
    asked, told = (USER_ZH, ASSISTANT_ZH) if zh else (USER, ASSISTANT)
    return [
        said(role, text.format(n=n + 1), step * (2 * n + place))
        for n in range(turns)
        for place, (role, text) in enumerate((("user", asked), ("assistant", told)))
    ]


def with_tools(turns: int) -> list[dict[str, Any]]:
    """Turns in which a tool is called and answers."""
    messages: list[dict[str, Any]] = []
    for n in range(turns):
        call = {
            "id": f"call_{n}",
            "type": "function",
            "function": {"name": "read_file", "arguments": f'{{"path": "src/part_{n}.py"}}'},
        }
        code = (
            f"def load_{n}(path, limit=10):\n    rows = store.read(path)\n    return rows[:limit]\n"
        )
        messages += [
            said("user", f"What does src/part_{n}.py do?", 4 * n),
            said("assistant", "I'll read it.", 4 * n + 1, tool_calls=[call]),
            said("tool", code * 12, 4 * n + 2, tool_call_id=f"call_{n}"),
            said("assistant", ASSISTANT.format(n=n + 1), 4 * n + 3),
        ]
    return messages


def history(
    folder: Path, messages: list[dict[str, Any]], *, clock: Clock | None = None, **fields: Any
) -> ChatHistory:
    """A history that holds the messages; `fields` of its configuration."""
    keywords = {name: fields.pop(name) for name in ("model", "files", "progress") if name in fields}
    made = ChatHistory(
        "helper",
        "h1",
        folder,
        CompressionConfig(**fields),
        clock=clock or Clock(START + timedelta(minutes=2 * len(messages))),
        **keywords,
    )
    made.add_messages(messages)
    return made


def everything(made: ChatHistory) -> list[dict[str, Any]]:
    """All original messages, unfolded, in order."""
    items = made.display_items(unfolded=True)
    return [item.message for item in items if "is_compressed" not in item.message]
