"""Parts of two rows that change places, and what else is told of another row than its own."""

# ruff: noqa: E501 - one sentence a line

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.exchanges import exchanged_with
from uagent_memory.llm.audit.mixtures import mixed

CASES = [
    # figures of two rows, their asides stay
    (
        "Invoice **#A100**: 31.10 USD were paid back. Invoice **#B200**: 47.75 USD were paid back.",
        "Paid back: 31.10 USD (#A100) and 47.75 USD (#B200).",
        "Paid back: 47.75 USD (#A100) and 31.10 USD (#B200).",
    ),
    # one figure, beside a word of another row
    (
        "The importer took 40 s; the exporter took 75 s.",
        "Importer: 40 s.",
        "Importer: 75 s.",
    ),
    # the members of lists
    (
        "Changed in loader.py: parse_row, read_head; in writer.py: flush_all.",
        "loader.py: parse_row, read_head; writer.py: flush_all.",
        "loader.py: parse_row, flush_all; writer.py: read_head.",
    ),
    (
        "前端包含登录页、订单页；后台包含报表页。",
        "前端：登录页、订单页；后台：报表页。",
        "前端：登录页、报表页；后台：订单页。",
    ),
    # labels that are a pair
    (
        "起点是人民广场，终点是火车站。",
        "起点：人民广场；终点：火车站。",
        "起点：火车站；终点：人民广场。",
    ),
    (
        "Old value: strict; new value: lenient.",
        "Old: strict; new: lenient.",
        "Old: lenient; new: strict.",
    ),
    (
        "Pro: fast start. Con: high memory use.",
        "Pro: starts fast; con: memory use is high.",
        "Pro: memory use is high; con: starts fast.",
    ),
    # the former and the latter
    (
        "甲方案用队列，乙方案用轮询。前者更快，后者更简单。",
        "甲方案（队列）更快，乙方案（轮询）更简单。",
        "甲方案（队列）更简单，乙方案（轮询）更快。",
    ),
    (
        "Option one uses a queue, option two polls. The former is faster, the latter is simpler.",
        "Option one (queue) is faster; option two (polling) is simpler.",
        "Option one (queue) is simpler; option two (polling) is faster.",
    ),
    (
        "We compared Redis and Kafka. The latter needs more memory, the former loses messages.",
        "Redis loses messages, Kafka needs more memory.",
        "Kafka loses messages, Redis needs more memory.",
    ),
    (
        "酒店有两家：东湖酒店和西山宾馆。前者300元，后者450元。",
        "东湖酒店300元，西山宾馆450元。",
        "东湖酒店450元，西山宾馆300元。",
    ),
    # fields of records
    (
        "Router A: price 50.10, options (4 ports, fanless yes); Router B: price 52.20, options (8 ports, fanless no)",
        "Router A 50.10 (4 ports, fanless yes); Router B 52.20 (8 ports, fanless no)",
        "Router A 50.10 (4 ports, fanless no); Router B 52.20 (8 ports, fanless yes)",
    ),
    # a condition in a word or two
    ("如有必要，重启服务。", "如有必要则重启服务。", "重启服务。"),
    (
        "Where possible, the tests use the fake clock.",
        "The tests use the fake clock where possible.",
        "The tests use the fake clock.",
    ),
    ("必要时可以回滚到上一版本。", "必要时回滚到上一版本。", "已回滚到上一版本。"),
    # the same or not
    (
        "We are indeed seeing the same output as the report.",
        "Same output as the report.",
        "Not the same output as the report.",
    ),
    ("A switch would work.", "A switch would work.", "A switch would not work."),
    # of each or of some
    ("这几家店都有停车位。", "几家店都有停车位。", "几家店部分有停车位。"),
    # asked inside a statement, and what the next sentence says to it
    (
        "We should check whether the cache is cold.",
        "Check whether the cache is cold.",
        "The cache is cold.",
    ),
    (
        "I need to check if there are other callers of the loader.",
        "Other callers of the loader are to be checked.",
        "There are no other callers of the loader.",
    ),
    # what is requested is not done
    (
        "`give_back order: 17` → status return requested",
        "`give_back` 17 → return requested",
        "`give_back` 17 → returned",
    ),
    # a long way in front of "then"
    (
        "Let me add `FileExtension()` to the shared interface of all the stores and to both of the caches that we have, then update all 5 callers.",
        "Add `FileExtension()` to the shared interface of the stores and to both caches, then update all 5 callers.",
        "Update all 5 callers, then add `FileExtension()` to the shared interface of the stores and to both caches.",
    ),
    # what should be so, and what is so
    (
        "So this check should still pass.",
        "This check should still pass.",
        "This check still passes.",
    ),
    (
        "The cast should preserve the precision as expected.",
        "The cast should preserve precision.",
        "The cast preserves precision.",
    ),
    # who is called where; a field of two words
    (
        "`register` is called in `setup()`.",
        "`register` is called in `setup()`.",
        "`setup()` is called in `register`.",
    ),
    (
        "Speaker: options (red, 10 hours, water resistance yes); mouse: options (white)",
        "Speaker (red, 10 hours, water resistance yes)",
        "Speaker (red, 10 hours, water resistance no)",
    ),
    # how far it goes
    (
        "The report is about the standard directive.",
        "The report is about the standard directive.",
        "The report is about any directive.",
    ),
    (
        "Exchanges can only be made within one product type, for example lamp for lamp.",
        "Exchanges only within one product type (lamp for lamp).",
        "Exchanges within one product type (only lamp for lamp).",
    ),
    (
        "东山农场: 不好意思，没有找到评分。",
        "东山农场没有找到评分。",
        "东山农场找到了评分。",
    ),
    (
        "这两家店哪家有停车位？ 两家店都有停车位。",
        "两家店都有停车位。",
        "两家店部分有停车位。",
    ),
    # dates are no bounds, what goes on is no deed, "not possible" is no possibility
    (
        "The files are up to the agreed date, 20/10/2020.",
        "The files are up to 20/10/2020.",
        "The files are up to 21/10/2020.",
    ),
    (
        "We are making progress by outlining the actions to be taken.",
        "Progress is being made by outlining actions to be taken.",
        "The actions were taken.",
    ),
    (
        "Unfortunately, exchanging a lamp for a chair is not possible.",
        "Exchanging a lamp for a chair is not possible.",
        "Exchanging a lamp for a chair is possible.",
    ),
    (
        "To proceed with the return, I will need to check your name and gather the details.",
        "For the return, the name needs to be checked and the details gathered.",
        "For the return, the name was checked.",
    ),
    # the state in front of a task, and the other word of a pair
    (
        "[in progress] Move the status calls into one place (main)",
        "[in progress] Move status calls into one place (main)",
        "[pending] Move status calls into one place (main)",
    ),
    ("您可以考虑东湖博物馆，是免费的。", "东湖博物馆免费。", "东湖博物馆收费。"),
    ("Both files have been updated.", "Both files updated.", "One of the files updated."),
    (
        "My search failed, probably because I joined too many words.",
        "The search failed, probably because too many words were joined.",
        "The search failed because too many words were joined.",
    ),
    # which words are new: none here
    (
        "I'll write tests covering the main cases, preferring that file.",
        "The tests will cover the main cases (prefers that file).",
        "The tests will cover the rare cases (prefers that file).",
    ),
    (
        "There is a loader error. The error indicates that there's a YAML issue.",
        "The loader error is a YAML issue.",
        "The writer error is a YAML issue.",
    ),
    (
        "The refunds go to your account once the returns are completed.",
        "Refunds go to the user's account once the returns are completed.",
        "Refunds go to the vendor's account once the returns are completed.",
    ),
    ("Open errors: none at this stage.", "No open errors at this stage.", "Open errors remain."),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_rows_keep_their_parts(source: str, right: str, wrong: str) -> None:
    """The same in fewer words is believed; with one thing of another row it is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_parts_of_two_lines_do_not_change_places() -> None:
    """Each by itself may have its words, the two together may not."""
    sources = [_line("`a.py` has the model and `b.py` has the view.")]
    right = ("View in `b.py`.", sources)
    wrong = ("View in `a.py`.", sources)
    assert not list(exchanged_with("Model in `a.py`.", sources, [right]))
    assert list(exchanged_with("Model in `b.py`.", sources, [wrong]))
    assert not list(exchanged_with("Model in `b.py`.", sources, [("View in `a.py`.", [])]))


def test_an_aside_stands_behind_the_last_of_several() -> None:
    """What one entry says of a thing is not said of the one named behind it."""
    places = _line("推荐您去东湖温泉酒店或西山宾馆。")
    kind = replace(_line("东湖温泉酒店是高档型的呢。"), tree=1)
    right, wrong = "东湖温泉酒店（高档型）或西山宾馆", "东湖温泉酒店或西山宾馆（高档型）"
    assert not list(mixed(right, [places, kind]))
    assert list(mixed(wrong, [places, kind]))


def test_what_the_next_sentence_settles_is_told() -> None:
    """ "See if it is so. It is so." """
    source = [_line("Let me see if the tests pass. They pass.")]
    assert list(doubts_of_line("The tests pass.", source)) == []


def test_a_label_stands_over_the_lines_below() -> None:
    """Whoever speaks in a line speaks in those below it."""
    head = _line("Scout: This might be a format error of the shop list.")
    head = replace(head, entry=head.entry.model_copy(update={"speaker": "Scout: "}))
    below = _line("I'll write a script to read the names and the release years.")
    other = replace(_line("The review of the list comes after that."), tree=1)
    text = "Scout: this might be a format error; a script will read the names and release years."
    found = list(doubts_of_line(text, [head, below, other]))
    assert not [doubt for doubt in found if doubt.startswith("said by somebody else")]
