"""What the line of an act leaves out of its answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.commands import VERDICT, command_line


def told(tool: str, answer: dict[str, object], **sent: Any) -> str:
    s = SessionBuilder()
    s.user("Please. 麻烦了。")
    s.run("get_member", json.dumps({"plan": "basic"}), member="M-77310")
    s.run(tool, json.dumps(answer, ensure_ascii=False), **sent)
    view = view_of(s.messages)
    fact = next(f for f in view.analysis.ledger.of(FactKind.COMMAND) if tool in f.key)
    return command_line(view, fact)[0].partition(VERDICT)[2]


@pytest.mark.parametrize(
    ("tool", "key", "new"),
    [("issue_voucher", "code", "V-20177"), ("发放优惠券", "券码", "V-20177")],
)
def test_what_was_sent_is_not_told_again(tool: str, key: str, new: str) -> None:
    answer: dict[str, object] = {"member": "M-77310", key: new, "amount": 15.5, "order": "K-4410"}
    assert told(tool, answer, order="K-4410", amount=15.5) == f"{key} {new}"


def test_an_answer_that_says_nothing_new_is_left_out() -> None:
    assert told("issue_voucher", {"order": "K-4410", "amount": 15}, order="K-4410", amount=15) == ""


def test_a_look_shows_what_it_found() -> None:
    answer: dict[str, object] = {"order": "K-4410", "status": "open"}
    assert told("get_voucher", answer, order="K-4410") == "order K-4410, status open"
