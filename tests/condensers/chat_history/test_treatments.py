"""Each type of content in its short form (section 3.2), and what the rules write (3.1, 3.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.condensers.chat_history.talks import history, said, talk, with_tools
from uagent_memory.condensers.chat_history.core_terms import CoreTerms
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.treatments import (
    is_code,
    is_table,
    merged_list,
    outline,
    table_summary,
)

EN, ZH = chat_settings().wording["en"], chat_settings().wording["zh"]
CODE = """```python
import asyncpg

class Store:
    def __init__(self, url):
        self.url = url

    async def fetch(self, query: str, limit: int = 5) -> list[dict]:
        pool = await asyncpg.create_pool(self.url)
        rows = await pool.fetch(query, limit)
        return [dict(row) for row in rows]
```"""
TABLE = """| run | seconds | rows |
| --- | --- | --- |
| a | 10 | 100 |
| b | 12 | 101 |
| c | 95 | 99 |
| d | 14 | 103 |
| e | 15 | 400 |
"""


def test_code_keeps_names_parameters_returns_and_calls() -> None:
    """The way it is done goes."""
    short = outline(CODE, EN)
    assert is_code(CODE)
    assert "class Store" in short
    assert "async def fetch(self, query: str, limit: int = 5) -> list[dict]" in short
    assert "→ return [dict(row) for row in rows]" in short
    assert "calls: asyncpg.create_pool, pool.fetch" in short
    assert "self.url = url" not in short


def test_code_of_other_languages_is_known() -> None:
    """By what it defines; prose is no code."""
    go = "func Load(path string) error {\n\treturn nil\n}\nfunc Save(path string) error {\n}\n"
    assert outline(go, EN).startswith("func Load(path string) error → return nil")
    assert not is_code("Just a sentence.\nAnd another one.\nAnd a third.")
    assert outline("no code at all", EN) == ""


def test_tables_keep_header_extremes_trend_and_outliers() -> None:
    """Rows are copied; the rest is counted."""
    short = table_summary(TABLE, EN)
    assert is_table(TABLE)
    assert short.startswith("| run | seconds | rows | (5 rows)")
    assert "| a | 10 | 100 | (seconds lowest)" in short
    assert "| c | 95 | 99 | (seconds highest, rows lowest)" in short
    assert "| e | 15 | 400 | (rows highest)" in short
    assert "seconds: 10 → 15, up and down" in short
    assert "| b | 12 | 101 |" not in short


@pytest.mark.parametrize(
    ("values", "word"), [((1, 2, 3, 4), "上升"), ((4, 3, 2, 1), "下降"), ((5, 5, 5, 5), "持平")]
)
def test_trends_are_named(values: tuple[int, ...], word: str) -> None:
    """In the conversation's language."""
    table = "| 天 | 数 |\n" + "".join(
        f"| {n} | {v} |\n" for n, v in enumerate("abcd"[: len(values)])
    )
    table = "| 天 | 数 |\n" + "".join(f"| 第{n}天 | {v} |\n" for n, v in enumerate(values))
    assert word in table_summary(table, ZH)


def test_an_outlier_beside_the_extremes_is_named() -> None:
    """Three median deviations from the median."""
    rows = (10, 11, 12, 11, 10, 80, 90)
    table = "| n |\n" + "".join(f"| {n} |\n" for n in rows)
    assert "| 80 | (n outlier)" in table_summary(table, EN)


def test_short_tables_stay() -> None:
    """Three rows are as good as their summary."""
    assert table_summary("| a | b |\n| --- | --- |\n| 1 | 2 |\n", EN) == "| a | b |; | 1 | 2 |"


def test_like_items_are_merged() -> None:
    """The first in full, of the others what differs; special items stand by themselves."""
    items = [f"- src/part_{n}.py - {n * 10 + 5} matches" for n in range(1, 5)]
    others = "4 items: src/part_2.py 25; src/part_3.py 35; src/part_4.py 45"
    merged = merged_list([*items, "- the tests are missing"], EN)
    assert merged == [
        f"src/part_1.py - 15 matches ({others})",
        "the tests are missing",
    ]


def test_few_items_stay_as_they_are() -> None:
    """Two of a sort are no list worth merging; repeats are."""
    assert merged_list(["1. one 1", "2. one 2"], EN) == ["one 1", "one 2"]
    assert merged_list(["- same", "- same"], EN) == ["same"]


def test_a_rule_summary_keeps_who_asked_what(tmp_path: Path) -> None:
    """Speakers, questions, file names and figures; the filler goes."""
    made = history(tmp_path, talk(6), preserve_recent_turns=0, batch_fraction=1.0)
    made.compress_now()
    content = made.messages[0]["content"]
    for n in range(1, 4):
        assert f"User: How do I make the importer in src/import_{n}.py faster?" in content
    assert "src/import_1.py and commit every 100 rows." in content
    assert "many articles" not in content


def test_a_chinese_summary_is_chinese(tmp_path: Path) -> None:
    """Labels and all (I24)."""
    made = history(tmp_path, talk(6, zh=True), preserve_recent_turns=0, batch_fraction=1.0)
    made.compress_now()
    content = made.messages[0]["content"]
    assert "用户：src/import_1.py 的导入为什么这么慢？" in content
    assert "助手：" in content
    assert "User" not in content


def test_tool_messages_keep_operation_and_result(tmp_path: Path) -> None:
    """The call with its arguments, and the outline of what it read."""
    made = history(tmp_path, with_tools(3), preserve_recent_turns=0, batch_fraction=1.0)
    made.compress_now()
    content = made.messages[0]["content"]
    assert "[read_file(path=src/part_0.py)]" in content
    assert "Tool read_file: def load_0(path, limit=10) → return rows[:limit]" in content


def test_roles_are_reduced_as_configured(tmp_path: Path) -> None:
    """A user's words keep a larger share than an assistant's, and the whole meets its target."""
    made = history(tmp_path, talk(6), preserve_recent_turns=0, batch_fraction=1.0)
    made.compress_now()
    ratio = made.messages[0]["compression_info"]["compression_ratio"]
    assert 0.45 <= ratio <= 0.75
    lines = made.messages[0]["content"].split("\n")[1:]
    asked = sum(len(line) for line in lines if line.startswith("User"))
    told = sum(len(line) for line in lines if line.startswith("Assistant"))
    whole = talk(5)
    before = [
        sum(len(m["content"]) for m in whole if m["role"] == r) for r in ("user", "assistant")
    ]
    assert asked / before[0] > told / before[1]


def test_a_users_lasting_rule_stays_word_for_word(tmp_path: Path) -> None:
    """By rules and with a model that forgets it (I17)."""
    from uagent_memory.llm import ScriptedModel

    rule = "Never touch src/schema.py."
    messages = talk(6)
    messages[0]["content"] = f"{rule} {messages[0]['content']}"
    prose = "The user asked about src/import_1.py and src/import_2.py; use one connection per run."
    for model in (None, ScriptedModel(prose)):
        made = history(
            tmp_path / str(model is None), messages, model=model, compression_batch_size=4,
            quality_threshold=0.0,
        )  # fmt: skip
        assert made.compress_now().status == "compressed"
        assert rule in made.messages[0]["content"]


def test_secrets_do_not_enter_a_summary(tmp_path: Path) -> None:
    """Stand-ins in the summary and in what a model is sent; restore brings the secret (I25)."""
    from uagent_memory.llm import ScriptedModel

    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    messages = talk(6)
    messages[1]["content"] += f" The token is {secret}."
    model = ScriptedModel(
        "The user asked about src/import_1.py and src/import_2.py, 1000 and 2000 rows a minute. "
        "The importer opens a new connection for every row; use one connection for the whole run."
    )
    for chosen in (None, model):
        made = history(tmp_path / str(chosen), messages, model=chosen, compression_batch_size=4)
        made.compress_now()
        assert secret not in str(made.messages[0])
        assert secret in made.restore()[1]["content"]
    assert secret not in str(model.requests)


def test_marks_follow_the_configuration(tmp_path: Path) -> None:
    """`[COMPRESSED]`, with its ratio or without any mark; the prefix line on request."""
    starts = {
        ("ratio", False): "[COMPRESSED:",
        ("plain", False): "[COMPRESSED]\nUser:",
        ("none", False): "User:",
        ("none", True): "[The following is a compressed summary of previous conversation]\nUser:",
    }
    for (mark, prefix), start in starts.items():
        made = history(
            tmp_path / f"{mark}{prefix}", talk(6), content_mark=mark, content_prefix=prefix
        )
        made.compress_now()
        assert made.messages[0]["content"].startswith(start)


def test_equal_histories_give_equal_files(tmp_path: Path) -> None:
    """No clock but the one given, no set order."""
    files = []
    for name in ("a", "b"):
        made = history(tmp_path / name, [*talk(4), *with_tools(4)])
        made.compress_now(target_tokens=1)
        files.append(made.path.read_bytes())
    assert files[0] == files[1]


def test_the_prompt_holds_what_the_batch_asks_for(tmp_path: Path) -> None:
    """The document's prompt: target, transcript in a fence, special instructions, examples."""
    from uagent_memory.llm import ScriptedModel

    model = ScriptedModel("x")
    messages = [said("user", "Compare:\n" + TABLE, -1), *with_tools(3)]
    made = history(
        tmp_path, messages, model=model, preserve_recent_turns=0, batch_fraction=1.0,
        few_shot_examples=("A: long. B: short.",),
    )  # fmt: skip
    made.compress_now()
    (request,) = model.requests
    text = request.turns[0].text
    assert "about 60 % fewer tokens" in text
    assert "```" in text
    assert "for tool calls" in text or "tool calls:" in text
    assert "code:" in text
    assert "tables:" in text
    assert "A: long. B: short." in text
    assert request.system.startswith("You compress")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("15个", "API路由(15)、数据服务(8)"),
        ("/app/src/services/data_service.py", "data_service.py uses one pool"),
        ("/app/src/services/data_service.py", "查看了 data_service.py 的连接方式"),
    ],
)
def test_a_term_counts_in_its_short_form(term: str, text: str) -> None:
    """A number without its measure word, a file without its folders."""
    assert CoreTerms({term: 1.0}).retention(text) == 1.0
    assert CoreTerms({term: 1.0}).retention("nothing of it, 150 / 其他") == 0.0
