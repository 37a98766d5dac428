"""What the next agent reads of a customer's talk with an agent that has tools."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from tests.generator.views import view_of
from uagent_memory.formats import read_messages
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool


class Service(NamedTuple):
    first: str
    asked: str
    answer: str
    known: str
    latest: str
    tool: str
    record: dict[str, Any]
    wanted: str


EN = Service(
    first="I want to send the kettle back.",
    asked="Could you please provide your e-mail address or your name and postcode?",
    answer="I am Ada Stone, postcode 40213.",
    known="The kettle of order #K7301 was delivered on Monday.",
    latest="Send the refund to my gift card, please. I lost the number of that card.",
    tool="get_customer",
    record={
        "name": {"first": "Ada", "last": "Stone"},
        "address": {"street": "9 Mill Lane", "city": "Dover", "region": "Kent"},
        "wishes": {"packing": "plain paper", "delivery": "neighbour downstairs"},
        "newsletter": {"topic": "kitchen", "since": "spring", "format": "letter"},
        "means": {"gift_card_5120": {"source": "gift_card", "balance": 85}},
    },
    wanted="gift_card_5120",
)
ZH = Service(
    first="我想把水壶退掉。",
    asked="请问您的邮箱是什么？或者请提供姓名和邮编，好吗？",
    answer="我叫石安，邮编 40213。",
    known="订单 #K7301 的水壶已于星期一送达。",
    latest="请把钱退到我的礼品卡上，卡号我忘了。",
    tool="get_customer",
    record={
        "姓名": {"姓": "石", "名": "安"},
        "地址": {"街道": "磨坊路9号", "城市": "南京", "地区": "江苏"},
        "习惯": {"包装": "素色纸袋，不要塑料", "送货": "放在楼下邻居家，周末全天都可以送到"},
        "备注": {"说明": "老顾客，电话里说话比较慢，请客服人员耐心一些，不要催促她做决定"},
        "渠道": {"来处": "朋友介绍，后来常在门店购买，也参加过几次厨艺课和新品试用活动"},
        "订阅": {"主题": "厨房用品", "开始": "春季", "形式": "信件"},
        "方式": {"card_5120": {"来源": "礼品卡", "余额": 85}},
    },
    wanted="card_5120",
)
both = pytest.mark.parametrize("talk", [EN, ZH], ids=["en", "zh"])


def history(talk: Service) -> list[dict[str, Any]]:
    call = {"id": "c1", "type": "function"}
    function = {"name": talk.tool, "arguments": json.dumps({"name": "ada_stone_88"})}
    result = json.dumps(talk.record, ensure_ascii=False)
    return [
        {"role": "user", "content": talk.first},
        {"role": "assistant", "content": talk.asked},
        {"role": "user", "content": talk.answer},
        {"role": "assistant", "content": None, "tool_calls": [{**call, "function": function}]},
        {"role": "tool", "tool_call_id": "c1", "content": result},
        {"role": "assistant", "content": talk.known},
        {"role": "user", "content": talk.latest},
    ]


@both
def test_a_question_counts_less_once_the_user_has_spoken(talk: Service) -> None:
    """The last question is open: it counts in full."""
    messages = read_messages([*history(talk), {"role": "assistant", "content": talk.asked}])
    view = view_of(messages)
    asked = [s for s in view.statements if s.unit.text in talk.asked]
    answered = [view.standing.factor(s) for s in asked if s.analysis.index == 1]
    is_open = [view.standing.factor(s) for s in asked if s.analysis.index == len(messages) - 1]
    assert view.settings.worth.answered in answered
    assert view.settings.worth.answered not in is_open


@both
def test_the_record_that_the_latest_message_asks_for_is_worth_most(talk: Service) -> None:
    pool = CandidatePool()
    EvidenceQuoter(view_of(read_messages(history(talk))), pool).propose()
    records = [c for c in pool.candidates if c.kind == "record"]
    assert len(records) > 1
    best = max(records, key=lambda record: record.value)
    assert talk.wanted in best.text


@pytest.mark.parametrize(
    "told",
    ["Please provide the new address, with the postcode.", "请提供新的地址，包括邮编。"],
)
def test_what_was_needed_counts_less_once_the_user_has_spoken(told: str) -> None:
    """An agent asks for particulars without a question mark, too."""
    messages = [
        {"role": "user", "content": "Change the address, please. 请改地址。"},
        {"role": "assistant", "content": told},
        {"role": "user", "content": "9 Mill Lane, 40213. 磨坊路9号。"},
        {"role": "assistant", "content": told},
    ]
    view = view_of(read_messages(messages))
    old, new = (view.standing.factor(s) for s in view.statements if s.unit.text == told)
    assert old == view.settings.worth.answered < new
