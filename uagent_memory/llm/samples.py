"""Values with which a prompt can be tried out: the check of a folder, and the snapshots."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["sample_values"]

_DRAFT = (
    "```\n- Fixed the row loss in `src/importer.py`. (m4)\n- do not change src/schema.py (m1)\n```"
)
_SOURCE = "```\nm4 (coder): Fixed the row loss in `src/importer.py`.\n```"


def sample_values(name: str) -> Mapping[str, object]:
    """Values for all variables of a shipped prompt."""
    is_chinese = name.endswith(".zh")
    return {
        "original_content": _SOURCE,
        "draft": _DRAFT,
        "target_ratio": "0.80",
        "reduction": 20,
        "importance_level": "0.90",
        "content_type": "error_information",
        "segment": "Errors and fixes",
        "budget": 120,
        "verbatim": ["do not change src/schema.py"],
        "has_code": True,
        "has_tool_calls": True,
        "has_explanations": True,
        "language": "中文" if is_chinese else "English",
        **_of_condensers(is_chinese=is_chinese),
        "examples": ["..."],
        "has_tables": True,
        "has_lists": True,
        "has_problems": True,
        "question": "...",
        "overview": "...",
        "files": ["a.mp4", "b.mp4"],
        "max_length": 2000,
        "several_files": True,
        "content_kind": "dialogue",
        "question_kind": "time",
        "faults": ["`src/other.py` 没有来源" if is_chinese else "no source for `src/other.py`"],
    }


def _of_condensers(*, is_chinese: bool) -> dict[str, object]:
    names = ("context", "progress", "state", "pending", "findings")
    chinese = ("任务上下文", "关键进展", "技术状态", "待处理项", "重要发现")
    english = ("Task context", "Key progress", "Technical state", "Open items", "Key findings")
    return {
        **dict(zip(names, chinese if is_chinese else english, strict=True)),
        "events": "```\n[m4] AgentMessage: Fixed the row loss in `src/importer.py`.\n```",
        "earlier": "```\nTask context: the importer loses rows (m1)\n```",
        "turns": 3,
        "candidates": 1,
    }
