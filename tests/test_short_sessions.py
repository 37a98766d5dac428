"""A short session whose must-keep facts do not fit the default ratio comes back whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

from tests.builders import SessionBuilder
from tests.sessions import random_sessions, team_session
from uagent_memory.cli.app import app
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetError
from uagent_memory.messages import Message
from uagent_memory.stateless import compress_context_sync

EN = "Do not change src/schema.py. Never push. The answer must be in English. Keep the public API."
ZH = "不要修改 src/schema.py。不要推送。必须用中文回答。请保持公共接口不变。"


def short(rules: str) -> tuple[Message, ...]:
    """Some 250 tokens, most of them must-keep."""
    s = SessionBuilder()
    s.user(f"The importer loses rows. Fix src/importer.py. {rules}")
    for name in ("importer", "reader", "writer"):
        s.run(
            "Edit",
            "The file has been updated.",
            file_path=f"src/{name}.py",
            old_string=f"{name}_rows[1:]",
            new_string=f"{name}_rows[0:]",
        )
    s.agent("Fixed. TODO: add a test for src/importer.py.")
    s.user(f"Good. {rules}")
    return s.messages


@pytest.mark.parametrize("rules", [EN, ZH])
@pytest.mark.parametrize("to", [None, "tester"])
def test_without_a_wish_it_comes_back_whole(rules: str, to: str | None) -> None:
    """Neither budget nor ratio: nothing that must be kept is shortened."""
    result = compress_context_sync(short(rules), to=to, strict=True)
    assert result.status == "unchanged"
    assert "kept whole" in result.report.warnings[0]
    assert rules in result.markdown


@pytest.mark.parametrize("rules", [EN, ZH])
def test_a_wish_binds(rules: str) -> None:
    """A ratio or a budget that is given and cannot be met is reported."""
    whole = compress_context_sync(short(rules))
    allowed = int(whole.report.original_tokens * 0.7)
    assert compress_context_sync(short(rules), ratio=0.7).status == "budget_too_small"
    assert compress_context_sync(short(rules), budget=allowed).status == "budget_too_small"


def test_a_longer_session_is_not_returned_whole() -> None:
    """Above the setting the default ratio binds."""
    messages = short(EN)
    fitted = Settings(ratio=0.7, short_session=10)
    assert compress_context_sync(messages, settings=fitted).status == "budget_too_small"


def test_what_fits_is_compressed_all_the_same() -> None:
    """A short session with room for its must-keep facts is handed off in segments."""
    assert compress_context_sync(team_session()).status == "accepted"


@given(random_sessions())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_short_session_is_too_small_by_default(messages: tuple[Message, ...]) -> None:
    """Whatever it holds: by default it is accepted or whole, and never an error."""
    result = compress_context_sync(messages)
    assert (
        result.report.original_tokens > Settings().short_session
        or result.status != "budget_too_small"
    )


def test_the_command_line_exits_with_0(tmp_path: Path) -> None:
    """By default; with a ratio of the caller's own it says that it cannot be met."""
    file = tmp_path / "short.jsonl"
    rows = [{"role": m.role.value, "content": m.full_text} for m in short(EN) if m.role != "tool"]
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    run = CliRunner().invoke(app, ["compress", str(file)])
    assert (run.exit_code, EN in run.stdout) == (0, True)
    asked = CliRunner().invoke(app, ["compress", str(file), "--ratio", "0.9"])
    assert asked.exit_code == 3


def chatter(count: int, word: str) -> list[dict[str, str]]:
    return [{"role": ("user", "assistant")[n % 2], "content": word} for n in range(count)]


@pytest.mark.parametrize("word", ["ok", "好"])
@pytest.mark.parametrize("to", [None, "tester"])
def test_a_budget_that_holds_a_hand_off_gives_one(word: str, to: str | None) -> None:
    """Too short to compress by its own count, too long for the budget with ids and names."""
    messages = chatter(60, word)
    whole = compress_context_sync(messages, to=to)
    assert whole.status == "unchanged"
    budget = whole.tokens - 1
    result = compress_context_sync(messages, to=to, budget=budget)
    assert result.status == "accepted"
    assert result.tokens <= budget
    assert compress_context_sync(messages, to=to, budget=whole.tokens).status == "unchanged"


@pytest.mark.parametrize("to", [None, "tester"])
def test_its_minimum_budget_is_exact(to: str | None) -> None:
    messages = chatter(60, "ok")
    whole = compress_context_sync(messages, to=to)
    least = compress_context_sync(messages, to=to, budget=whole.tokens - 1).report.minimum_budget
    assert compress_context_sync(messages, to=to, budget=least).status == "accepted"
    try:
        below = compress_context_sync(messages, to=to, budget=least - 1)
    except BudgetError:
        return
    assert below.status == "budget_too_small"
