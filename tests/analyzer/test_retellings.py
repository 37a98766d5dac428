"""Summaries that tell a log again."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.retellings import retellings
from uagent_memory.messages import Author, Role
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.role_files import load_roles

RULES = [
    ("Never touch the schema file.", "## User constraints\n- Never delete the old exports."),
    ("绝对不要改动表结构文件。", "## 约束\n- 绝对不要删除旧的导出文件。"),
]


@pytest.mark.parametrize(("rule", "summary"), RULES)
def test_only_what_follows_a_users_message_tells_again(rule: str, summary: str) -> None:
    """A summary at the beginning stands for what the log no longer holds."""
    s = SessionBuilder()
    first = s.add(Role.USER, Author.SUMMARY, summary)
    s.user(rule)
    second = s.add(Role.USER, Author.SUMMARY, summary)
    assert first.id not in retellings(s.messages)
    assert retellings(s.messages) == {second.id}


@pytest.mark.parametrize(("rule", "summary"), RULES)
def test_what_only_a_retelling_says_is_no_rule_that_a_role_must_get(
    rule: str, summary: str
) -> None:
    """The user's own rule is."""
    s = SessionBuilder()
    s.user(rule)
    s.agent("Understood. 明白。")
    s.add(Role.USER, Author.SUMMARY, summary)
    role = load_roles().get("reviewer")
    analysis = ContextAnalyzer().analyze_context(s.messages, receiver=role)
    scores = InformationPrioritizer().prioritize_information(analysis, role=role)
    rules = {
        fact.name: fact.first.span.message_id
        for fact in analysis.ledger
        if fact.kind == "constraint"
    }
    assert set(rules.values()) == {s.messages[0].id, s.messages[-1].id}
    assert {rules[name] for name in rules if name in scores.must_get} == {s.messages[0].id}
