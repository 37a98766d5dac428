"""Whose matters a service looks up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.records.owners import Owners


@pytest.mark.parametrize(("tool", "key"), [("get_member", "member_id"), ("查询会员", "会员编号")])
def test_the_look_up_of_the_one_whom_most_results_name(tool: str, key: str) -> None:
    s = SessionBuilder()
    s.user("Hello. 你好。")
    owner = "mem_40517"
    of_owner: dict[str, Any] = {key: owner}
    s.run(tool, json.dumps({"mail": "a@harbour.example", "loans": ["L-1001"]}), **of_owner)
    for loan in ("L-1001", "L-1002"):
        s.run("get_loan", json.dumps({"loan": loan, **of_owner}, ensure_ascii=False), loan=loan)
    view = view_of(s.messages)
    owners = Owners(view)
    commands = view.analysis.ledger.of(FactKind.COMMAND)
    assert [fact.key for fact in commands if owners.are_looked_up(fact)] == [commands[0].key]
    assert owner in commands[0].key
