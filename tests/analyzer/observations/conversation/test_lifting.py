"""Rules of one sentence of which only one is taken back."""

from __future__ import annotations

import pytest

from tests.talk import states
from uagent_memory.facts import FactKind


@pytest.mark.parametrize(
    ("rule", "leave", "status"),
    [
        (
            "Don't touch the tests, and never commit anything.",
            "You can touch the tests now.",
            "active",
        ),
        (
            "Do not edit the migrations or push to main.",
            "You may edit the migrations now.",
            "active",
        ),
        ("不要改测试，也不要提交代码。", "现在可以改测试了。", "active"),
        ("不要动表结构，所有接口都必须写文档。", "可以动表结构了。", "active"),
        (
            "Don't touch the tests or the fixtures.",
            "You can touch tests and fixtures now.",
            "lifted",
        ),
        (
            "Do not touch the tests, Owen is at work there.",
            "You can touch the tests now.",
            "lifted",
        ),
        (
            "Do not touch the tests because clients and servers need them.",
            "You can touch the tests now.",
            "lifted",
        ),
        ("不要改测试，那边有同事在忙。", "现在可以改测试了。", "lifted"),
    ],
)
def test_what_else_a_sentence_rules_stays_in_force(rule: str, leave: str, status: str) -> None:
    """A reason is no rule; a part that binds by itself, or is joined, is one."""
    turns = (("user", f"Fix the login. {rule}"), ("agent", "I see."), ("user", leave))
    assert states(FactKind.CONSTRAINT, *turns)[rule] == status
