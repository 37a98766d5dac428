"""What one line may say for another: the same in other words, and one thing changed."""

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.respective import one_by_one

CASES = [
    (
        "Job A took 3 s and job B took 5 s.",
        "Jobs A and B took 3 s and 5 s respectively.",
        "Jobs A and B took 5 s and 3 s respectively.",
    ),
    (
        "The indexer took 3.2 s and the loader 5.7 s.",
        "Indexer: 3.2 s, loader: 5.7 s.",
        "The indexer and the loader took 5.7 s and 3.2 s, respectively.",
    ),
    (
        "甲库每月 18,600 元，p95 为 120 毫秒；乙库每月 16,200 元，p95 为 140 毫秒。",
        "甲库和乙库每月分别为 18,600 元和 16,200 元，p95 分别为 120 毫秒和 140 毫秒。",
        "甲库和乙库每月分别为 16,200 元和 18,600 元。",
    ),
    (
        "主库延迟 12 毫秒，备库延迟 45 毫秒。",
        "主库、备库延迟分别为 12 毫秒、45 毫秒。",
        "主库、备库延迟分别为 45 毫秒、12 毫秒。",
    ),
    (
        "`alpha.py` has 12 functions and `beta.py` has 30.",
        "`alpha.py` and `beta.py` have 12 and 30 functions respectively.",
        "`alpha.py` and `beta.py` have 30 and 12 functions respectively.",
    ),
    (
        "只有管理员能删除报表。",
        "报表只有管理员才能删除。",
        "管理员能删除报表。",
    ),
    (
        "The key is read from the vault or from the environment.",
        "The key comes from the vault or the environment.",
        "The key is read from the vault and then from the environment.",
    ),
    (
        "The key is read from the vault or from the environment.",
        "The key is taken from either the vault or the environment.",
        "The key is read from the vault and from the environment.",
    ),
    (
        "可以重启服务或清空缓存。",
        "重启服务或者清空缓存都可以。",
        "先重启服务，再清空缓存。",
    ),
    (
        "The worker starts once the queue is created.",
        "After the queue is created the worker starts.",
        "The queue is created once the worker starts.",
    ),
    (
        "If the checksum differs, the file is fetched again.",
        "A differing checksum makes the file be fetched again.",
        "The file is fetched again.",
    ),
    (
        "The cache is flushed unless the flag is set.",
        "Without the flag the cache is flushed.",
        "The cache is flushed if the flag is set.",
    ),
    (
        "如果余额不足，订单会被取消。",
        "余额不足时订单取消。",
        "订单会被取消。",
    ),
    (
        "Uploads above 2 MB are rejected when the user has no plan.",
        "Users without a plan: uploads above 2 MB are rejected.",
        "Uploads above 2 MB are rejected.",
    ),
    (
        "The parser must reject empty keys.",
        "Empty keys must be rejected by the parser.",
        "The parser should reject empty keys if possible.",
    ),
    (
        "500 accounts took 42.9 s.",
        "42.9 s for 500 accounts.",
        "42.9 accounts took 500 s.",
    ),
    (
        "Retry after two failures.",
        "After two failures, retry.",
        "Retry after one failure.",
    ),
    (
        "Three of the 40 partners use a proxy.",
        "3 of 40 partners use a proxy.",
        "40 of the 3 partners use a proxy.",
    ),
    (
        "The flag is off in production and on in staging.",
        "In staging the flag is on, in production off.",
        "The flag is off in production and staging.",
    ),
    (
        "Chrome is supported, Safari is not.",
        "Safari is not supported, Chrome is.",
        "Chrome and Safari are supported.",
    ),
    (
        "Raising the pool size fixed the hang, not the new driver.",
        "The hang was fixed by raising the pool size rather than by the new driver.",
        "The new driver fixed the hang, not raising the pool size.",
    ),
    (
        "The log is rotated daily and deleted after 30 days.",
        "Logs: rotated daily, deleted after 30 days.",
        "The log is rotated after 30 days and deleted daily.",
    ),
    (
        "日志每天轮转，30 天后删除。",
        "日志按天轮转，保留 30 天后删除。",
        "日志 30 天后轮转，每天删除。",
    ),
    (
        "The client retries three times and gives up after that.",
        "After three retries the client gives up.",
        "The client retries forever and never gives up.",
    ),
    (
        "The scheduler drops a job only after it has failed four times in a row.",
        "A job is dropped by the scheduler only after four failures in a row.",
        "A job is dropped by the scheduler after any failure.",
    ),
    (
        "Until the certificate is renewed, the webhook stays disabled.",
        "The webhook stays disabled until the certificate has been renewed.",
        "The webhook stays disabled after the certificate is renewed.",
    ),
    (
        "The build is reproducible on Linux; on macOS the timestamps still differ.",
        "Builds are reproducible on Linux, but on macOS timestamps still differ.",
        "Builds are reproducible on Linux and macOS.",
    ),
    (
        "The limit of 100 items applies per page, not per export.",
        "100 items is the limit per page rather than per export.",
        "The limit of 100 items applies per export.",
    ),
    (
        "Session data is written to disk every 30 seconds and whenever a user logs out.",
        "Session data goes to disk every 30 seconds and at each logout.",
        "Session data is written to disk every 30 seconds or when a user logs in.",
    ),
    (
        "The importer now skips rows without an id and reports how many it skipped.",
        "Rows without an id are now skipped by the importer, which reports their number.",
        "The importer now skips rows with an id and reports how many it skipped.",
    ),
    (
        "I could not find out who created the bucket.",
        "It could not be found out who created the bucket.",
        "I found out who created the bucket.",
    ),
    (
        "Lena must approve the schema before we can merge.",
        "We can merge only once Lena has approved the schema.",
        "Lena approved the schema, so we can merge.",
    ),
    (
        "缓存预热从请求处理中移出，首个请求不用再等待。",
        "缓存预热已移出请求处理，首个请求无需等待。",
        "缓存预热移入请求处理，首个请求需要等待。",
    ),
    (
        "导入程序会跳过没有编号的行，并报告跳过的数量。",
        "没有编号的行会被导入程序跳过，数量会报告。",
        "导入程序会跳过有编号的行，并报告跳过的数量。",
    ),
    (
        "五个区域中有两个还在用旧镜像。",
        "五个区域里有两个仍使用旧镜像。",
        "五个区域都在用旧镜像。",
    ),
    (
        "评审认可命名，但希望错误信息更清楚。",
        "评审觉得命名可以接受，但要求错误信息更清楚。",
        "评审希望命名更清楚，但认可错误信息。",
    ),
    (
        "先关流量，等待五分钟，再重启节点。",
        "关流量后等五分钟再重启节点。",
        "先重启节点，等待五分钟，再关流量。",
    ),
    (
        "Each request now takes 60 ms instead of 9 ms.",
        "Each request went from 9 ms to 60 ms.",
        "Each request went from 60 ms to 9 ms.",
    ),
    (
        "Kim reported that some exports from May were empty.",
        "Kim reported empty exports from May.",
        "Kim reported that all exports from May were empty.",
    ),
    (
        "The handler needs to open `.cache` first, then call the loader.",
        "The handler opens `.cache` first and then calls the loader.",
        "The handler calls the loader first and then opens `.cache`.",
    ),
    (
        "A page is only stored after its check has passed.",
        "A page is stored only once its check has passed.",
        "A page is checked only after its storing has passed.",
    ),
    (
        "抱歉，没有查到票价。",
        "票价没有查到。",
        "票价已经查到。",
    ),
    (
        "这段导出逻辑本身没有问题。",
        "导出逻辑本身无误。",
        "这段导出逻辑本身可能也有问题。",
    ),
    (
        "Turn on the cache after two quiet nights.",
        "After two quiet nights, turn on the cache.",
        "Turn on the cache after one quiet night.",
    ),
    (
        "I could not reproduce it, and it is probably unrelated.",
        "Not reproduced, and probably unrelated.",
        "I could not reproduce it, and it is unrelated.",
    ),
    (
        "This confirms that `settings.MODE` is `0o644` and that `Storage` respects it.",
        "`settings.MODE` is confirmed to be `0o644`, and `Storage` respects it.",
        "This confirms that `Storage` is `0o644` and that `settings.MODE` respects it.",
    ),
    (
        "The load grew from 180 MB to 410 MB; the limit of the box is 512 MB.",
        "The load grew from 180 MB to 410 MB (limit of the box: 512 MB).",
        "The load grew from 180 MB to 512 MB (limit of the box: 410 MB).",
    ),
    (
        "Considered and rejected: a queue, since it would need Redis.",
        "Queue rejected: needs Redis.",
        "Queue: does not need Redis.",
    ),
    (
        "两个模块都没有遗漏，也没有重复。",
        "两个模块既无遗漏也无重复。",
        "两个模块有遗漏，没有重复。",
    ),
    (
        "The error is the known UnicodeEncodeError.",
        "What fails is the known UnicodeEncodeError.",
        "The known UnicodeEncodeError is fixed.",
    ),
    (
        "If a part fails, the job retries it twice and then skips it.",
        "A part that fails is retried twice, then skipped.",
        "A part that fails is skipped, then retried twice.",
    ),
    (
        "建议把任务推迟到 5 点，但这需要运维同意。",
        "建议把任务推迟到 5 点，前提是运维同意。",
        "任务已推迟到 5 点，运维同意了。",
    ),
    (
        "推荐香江酒店，它在东城区南河沿大街1号。",
        "推荐香江酒店，地址：东城区南河沿大街1号。",
        "推荐香江酒店，地址：西城区南河沿大街1号。",
    ),
    (
        "Signed tokens cannot be revoked before they expire.",
        "Signed tokens cannot be revoked before expiry.",
        "Signed tokens can be revoked before expiry.",
    ),
    (
        "价格变化频繁，展示时从缓存读取。",
        "价格经常变化，展示时从缓存读取。",
        "价格很少变化，展示时从缓存读取。",
    ),
    (
        "rm has no output when it deletes, so that must have worked.",
        "rm has no output, so the deletion must have worked.",
        "rm has no output, so the deletion must have failed.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_told_in_other_words_and_changed(source: str, right: str, wrong: str) -> None:
    """The same in other words is believed, a line with one thing changed is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_two_lists_are_told_one_by_one() -> None:
    """Whose is whose is looked at where only their order tells it."""
    assert one_by_one("The indexer and the loader took 5 s and 3 s, respectively.") == (
        "The indexer took 5 s; the loader took 3 s."
    )
    assert one_by_one("主库、备库延迟分别为 12 毫秒、45 毫秒。").startswith("主库 为 12 毫秒；")
    assert one_by_one("Both took 3 s.") == "Both took 3 s."
