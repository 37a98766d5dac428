"""What state a sentence claims of which fact: told again, and told as another one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.sequences import wrong_sequences
from uagent_memory.llm.audit.valued import wrong_items
from uagent_memory.messages import Span

CASES = [
    # what follows from a condition
    (
        "If the error rate exceeds 1 %, roll back the release.",
        "The release is rolled back if the error rate exceeds 1 %.",
        "If the error rate exceeds 1 %, widen the traffic.",
    ),
    (
        "如果灰度期间错误率超过 1%，就回滚。",
        "灰度期间错误率一旦超过 1%，就要回滚。",
        "如果灰度期间错误率超过 1%，就继续放量。",
    ),
    # a deed that is still to come, also in a list of deeds
    (
        "脚本 deploy/gray.sh 已写好，还没有执行，等李强确认之后再执行。",
        "脚本 deploy/gray.sh 已写好，等李强确认之后再执行。",
        "脚本 deploy/gray.sh 已执行，等李强确认结果。",
    ),
    (
        "a.py 的索引和批量提交已经改好，尚未提交。",
        "a.py 的索引和批量提交都已改好，但尚未提交。",
        "a.py 的索引和批量提交都已改好并提交。",
    ),
    (
        "I recommend running similar searches for Andrea and Monica.",
        "Similar searches for Andrea and Monica are recommended.",
        "The searches for Andrea and Monica were run as well.",
    ),
    # an option that is open to somebody
    (
        "You can hide a command by setting `Hidden: true`.",
        "A command can be hidden by setting `Hidden: true`.",
        "The command is hidden by `Hidden: true`.",
    ),
    # what is needed, told as needless
    (
        "`XDG_HOME` has to be unset too.",
        "`XDG_HOME` must be unset as well.",
        "`XDG_HOME` can be left as it is.",
    ),
    # values of labels
    (
        "**Switch Type:** Linear; **Backlight:** None; **Size:** Small",
        "The switches are linear; no backlight; size small.",
        "Clicky switches, no backlight, small size.",
    ),
    (
        "轴体：线性；背光：无；尺寸：小号",
        "轴体是线性的，没有背光，小号尺寸。",
        "轴体是段落的，没有背光，小号尺寸。",
    ),
    # what only holds of a sample, or where it is needed
    (
        "同样的 2 万笔样本从 214.3 秒降到 9.7 秒。",
        "2 万笔的样本从 214.3 秒降到 9.7 秒。",
        "任务耗时从 214.3 秒降到 9.7 秒。",
    ),
    (
        "The sample of 20,000 rows went from 214 s to 9.7 s.",
        "A sample of 20,000 rows now takes 9.7 s in place of 214 s.",
        "The import went from 214 s to 9.7 s.",
    ),
    (
        "Optimize the code if necessary to ensure smooth execution.",
        "If needed, optimize the code to ensure smooth execution.",
        "Optimize the code to ensure smooth execution.",
    ),
    # a word between the same words as another
    (
        "It was resolved by choosing the stashed changes version.",
        "It was resolved by choosing the stashed version.",
        "It was resolved by choosing the upstream version.",
    ),
    (
        "是否调低由你决定，我没有改测试的门槛。",
        "门槛是否调低由你决定，测试没有改。",
        "测试的门槛已由我调低。",
    ),
    # an idea that was dropped, and where something was measured
    (
        "另一个想法是把 buyer_name 改成 wildcard 类型，但这违反了要求，放弃。",
        "把 buyer_name 改为 wildcard 类型的想法违反了要求，已放弃。",
        "buyer_name 已改成 wildcard 类型。",
    ),
    (
        "改动在开发环境测过：P95 从 1.1 秒降到 180 毫秒。",
        "改动在开发环境测过，P95 从 1.1 秒降到 180 毫秒。",
        "生产环境的 P95 从 1.1 秒降到 180 毫秒。",
    ),
    (
        "The change was tried on a laptop: p95 fell to 180 ms.",
        "On a laptop p95 fell to 180 ms with the change.",
        "In production p95 fell to 180 ms with the change.",
    ),
    # what is called the cause
    (
        "min_version 从 1.1 提到了 1.2，这就是旧版连不上的直接原因；证书没有问题。",
        "旧版连不上的直接原因是 min_version 从 1.1 提到了 1.2，证书没有问题。",
        "证书过期是旧版连不上的直接原因。",
    ),
    (
        "The raised `min_version` is the cause of the failed logins; the certificate is fine.",
        "The failed logins are caused by the raised `min_version`; the certificate is fine.",
        "The expired token was the cause of the failed logins.",
    ),
    # what still is so, what is exactly so, what there is
    (
        "All tests pass and lint passes.",
        "All tests and lint pass.",
        "All tests pass, but lint still reports issues.",
    ),
    ("旧版用户约 8600 人。", "旧版用户约有 8600 人。", "旧版用户正好 8600 人。"),
    ("About 8,600 users are on it.", "It has about 8,600 users.", "It has exactly 8,600 users."),
    (
        "失败的握手全部来自旧版，新版客户端没有失败。",
        "失败的握手全部来自旧版，新版没有失败。",
        "新版客户端也有失败的握手。",
    ),
    # letters that name one of several
    (
        "312 笔重复，其中 287 笔来自渠道 A，25 笔来自渠道 B。",
        "重复的 312 笔里，渠道 A 有 287 笔，渠道 B 有 25 笔。",
        "重复的 312 笔里，287 笔来自渠道 B，25 笔来自渠道 A。",
    ),
    (
        "Channel B sent 25 of the duplicates, channel C sent 287.",
        "Of the duplicates 25 came from channel B and 287 from channel C.",
        "Of the duplicates 25 came from channel C and 287 from channel B.",
    ),
    # Chinese words that hold the character of a plan
    (
        "应用的主要请求还没有重试。",
        "主要请求还没有重试。",
        "应用的主要请求已重试。",
    ),
]


@pytest.mark.parametrize(("source", "told", "changed"), CASES)
def test_a_state_is_told_again_and_not_as_another(source: str, told: str, changed: str) -> None:
    """The one is believed; the other is doubted."""
    lines = [_line(source)]
    assert not list(doubts_of_line(told, lines))
    assert list(disbelieved(changed, lines))


AGAIN = [
    # as it stands in the source, with two denials of which one is none
    (
        "原因是最后不满 500 笔的一批没有提交。在结束时补一次。",
        "原因是最后不满 500 笔的一批没有提交。",
    ),
    # what stays as it is
    ("批量大小保持 500 不变。", "批量大小保持 500。"),
    ("The limit remains unchanged at 500.", "The limit remains at 500."),
    # a number that counts what is named, or is a part of a name
    (
        "The endpoints `a.example` and `b.example` talk.",
        "The two endpoints `a.example` and `b.example` talk.",
    ),
    ("a.py 和 b.py 改好了。", "a.py 和 b.py 这两个文件改好了。"),
    ("last_four 2478, brand mastercard", "A mastercard with the last four 2478."),
    # what goes through a function has not passed
    ("`after` used `with_fallback()`.", "`after` went through `with_fallback()`."),
    # two clauses told as one, without what the first denies
    (
        "两个进程同时处理同一笔订单时都查不到记录，于是插入两次。",
        "两个进程同时处理同一订单时会插入两次。",
    ),
    # a list of names that share what is told
    (
        "`make a` passed. `make b` passed with the fix. `make c` passed.",
        "After the fix `make a`, `make b` and `make c` pass.",
    ),
    # what is complete is no plan
    (
        "The plan, changing the numbering of folders from 0 to 1, is complete.",
        "Folders are now numbered from 1 rather than 0.",
    ),
    # the whole of it
    ("The entire order gets cancelled.", "All of the order gets cancelled."),
    (
        "Returns the ID if found, an empty string otherwise.",
        "Gives back the ID, or an empty string when there is none.",
    ),
    # two sentences of which each has a name
    (
        "1. `core.ex` is a global setting. 2. But `git config` sets it in the local config.",
        "`core.ex` is a global setting, but `git config` sets it in the local config.",
    ),
    ("可能泄露邮箱。", "有泄露邮箱的可能。"),
    # a label with the words of a clause that denies; an infinitive; what nobody knows
    ("这就是旧版连不上的直接原因：配置改了。", "直接原因：配置改了。"),
    ("It seems the tests are failing to collect.", "Test collection seems to fail."),
    ("CPU 到了 91%，原因还不清楚。", "CPU 到了 91%，原因未明。"),
    # a "not" of the verb, told of the noun
    (
        "Nothing came out because the map API key was not provided. A map API key is needed.",
        "Nothing came out, as no map API key was provided.",
    ),
    # what is told apart by a deed
    ("The test commits a `.gitignore` first.", "The test begins with a committed `.gitignore`."),
    # what is to be verified
    ("Let's run it to verify successful execution.", "It is still to be run to verify success."),
    # a tool that reports
    (
        "go-git detects `a.json` as a new file. The user asks why.",
        "go-git reports `a.json` as new.",
    ),
]


@pytest.mark.parametrize(("source", "told"), AGAIN)
def test_other_words_for_the_same_are_no_fault(source: str, told: str) -> None:
    """Nothing is doubted."""
    assert not list(doubts_of_line(told, [_line(source)]))


def test_labels_of_the_draft_are_told_again() -> None:
    """What is open is still open, and what was fixed is no plan, whatever was said of it."""
    fault = _line("OPEN: TypeError: 'NoneType' object is not iterable")
    assert not list(
        doubts_of_line("Still open: TypeError: 'NoneType' object is not iterable", [fault])
    )
    failing = _line("FAILING: ___ test_from_table ___")
    others = _line("85 passed, 3 failed")
    assert list(disbelieved("test_from_table passes since.", [failing, others]))
    assert list(disbelieved("Still open: TypeError", [_line("TypeError in one run, then none")]))
    mended = _line(
        "Merge conflict in a.py — fixed: Let me resolve it by taking the stashed changes."
    )
    entry = mended.entry.model_copy(update={"kind": EntryKind.ERROR})
    told = "The merge conflict in a.py was resolved by taking the stashed changes."
    assert not list(doubts_of_line(told, [replace(mended, entry=entry)]))
    assert list(disbelieved(told, [_line("Let me resolve it by taking the stashed changes.")]))


@pytest.mark.parametrize("then", ["; only after that ", "; then ", ". After that "])
def test_an_order_is_told_from_one_sentence_to_the_next(then: str) -> None:
    """Names come in the order of the messages that have them."""
    lines = [
        replace(_line(f"The conflict in `{name}` came up."), spans=(Span(message, "text", 0, 9),))
        for name, message in (("a.py", "m3"), ("b.py", "m9"))
    ]
    told = "The conflict in `{}` came up" + then + "the conflict in `{}` came up."
    assert not list(wrong_sequences(told.format("a.py", "b.py"), lines))
    assert list(wrong_sequences(told.format("b.py", "a.py"), lines))


def test_an_amount_is_told_with_the_name_of_its_list() -> None:
    """The name stands over the list; the words of its other items are another matter."""
    lines = [
        _line("Keyboard: item 12, price 268.77, options (linear); amount 33.64"),
        _line("item 11, options (tactile), price 235.13; item 12, options (linear), price 268.77"),
    ]
    assert not list(wrong_items("The keyboard 11 (tactile, 235.13)", lines))
    assert list(wrong_items("The keyboard (linear, 235.13)", lines))
