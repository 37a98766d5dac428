"""Two sessions whose segments the scripted models of these tests rewrite."""

# ruff: noqa: E501 - what people say in one breath

from __future__ import annotations

from tests.builders import SessionBuilder
from uagent_memory.messages import Message

__all__ = ["chinese_session", "english_session", "planning_session"]

NOISE = "\n".join(
    f"collected row {number} of the nightly batch, nothing to report" for number in range(120)
)


def _mend_the_slice(log: SessionBuilder) -> None:
    log.run("Bash", NOISE, command="python -m importer --dry-run")
    log.run(
        "Edit",
        "The file src/importer.py has been updated.",
        file_path="src/importer.py",
        old_string="for row in rows[1:]:",
        new_string="for row in rows:",
    )


def _fail_a_test(log: SessionBuilder) -> None:
    log.run(
        "Bash",
        f"{NOISE}\nFAILED tests/test_importer.py::test_empty_batch - IndexError: list index out of range\n"
        "1 failed, 41 passed in 3.20s",
        command="pytest -q tests/test_importer.py",
        is_error=True,
    )


def english_session() -> tuple[Message, ...]:
    log = SessionBuilder()
    log.user(
        "The nightly importer loses rows. Find out why and fix it. Do not change src/schema.py."
        " Ask me before you deploy anything."
    )
    log.agent(
        "The cause is the slice rows[1:] in src/importer.py: it drops the first row of every batch of 500."
        " I decided to keep the batch size at 500 because the database driver times out above 800."
    )
    _mend_the_slice(log)
    log.agent(
        "I rejected a retry queue, because it would need Redis and the operations team does not run Redis."
        " The retry limit stays at 3 attempts and the timeout stays at 30 seconds."
    )
    _fail_a_test(log)
    log.agent(
        "test_empty_batch fails with an IndexError, because header_of reads rows[0] of an empty batch."
        " The other 41 tests pass. I will guard header_of against empty batches next."
        " The reviewer reported that the log line of src/importer.py prints the customer's e-mail address;"
        " that is not fixed yet."
    )
    log.run(
        "Edit",
        "The file src/header.py has been updated.",
        file_path="src/header.py",
        old_string="return rows[0]",
        new_string="return rows[0] if rows else None",
    )
    log.agent(
        "header_of returns None for an empty batch now. The dry run of last night's file imported 10,482 rows,"
        " which is what the source system reports. The tests have not been run again since the change to src/header.py."
    )
    log.user(
        "Good. Which of the two fixes changes the exported CSV? Tell the tester what to look at."
    )
    return log.messages


def chinese_session() -> tuple[Message, ...]:
    log = SessionBuilder()
    log.user("夜间导入任务会丢数据，请找出原因并修复。不要修改 src/schema.py。部署之前先问我。")
    log.agent(
        "原因是 src/importer.py 里的切片 rows[1:]，它会丢掉每批 500 行中的第一行。"
        "我决定把批次大小保持在 500，因为超过 800 时数据库驱动会超时。"
    )
    _mend_the_slice(log)
    log.agent(
        "重试队列的方案被否决了，因为它需要 Redis，而运维团队不维护 Redis。"
        "重试次数仍为 3 次，超时时间仍为 30 秒。"
    )
    _fail_a_test(log)
    log.agent(
        "test_empty_batch 失败，报 IndexError，因为 header_of 读取了空批次的 rows[0]。其余 41 个测试通过。"
        "评审发现 src/importer.py 的日志会打印客户的邮箱地址，这个问题还没有修复。"
    )
    log.agent("空批次时 header_of 现在返回 None。修改 src/header.py 之后测试还没有重新运行。")
    log.user("好的。这两处修复哪一处会影响导出的 CSV？请告诉测试人员应该看什么。")
    return log.messages


def planning_session() -> tuple[Message, ...]:
    log = SessionBuilder()
    log.user(
        "Plan the move of our product search. It must stay under 200 ms. No new paid services."
    )
    log.agent(
        "We decided to move the search to Postgres full text, because the Elasticsearch cluster costs 1,900 EUR a month"
        " and is down twice a week. We rejected Meilisearch, because it has no tenant isolation, and we rejected plain"
        " LIKE queries, because they took 4.2 seconds at 2 million rows."
    )
    log.run("Bash", NOISE, command="psql -f build_index.sql")
    log.agent(
        "The index build took 38 minutes on the staging copy and needs 11 GB of disk."
        " Query p95 is 140 ms with the index and 4.2 seconds without it."
    )
    log.user("And the German shop?")
    log.agent(
        "German compound words are not found yet with the default configuration;"
        " the planner suggested a custom dictionary for them."
    )
    call = log.call(
        "TodoWrite",
        todos=[
            {"content": "Build the index on staging", "status": "completed"},
            {
                "content": "Add the custom dictionary for German compound words of the shop",
                "status": "pending",
            },
            {
                "content": "Measure the p95 of queries again with 5 million rows of products",
                "status": "pending",
            },
            {
                "content": "Announce the maintenance window to all customers two days before it",
                "status": "pending",
            },
        ],
    )
    log.agent("", call)
    log.result(call, "Todos have been modified.")
    log.agent(
        "The migration runs in three steps, so that we can go back after each of them: create the index,"
        " switch the reads, drop the old cluster."
    )
    log.user("Hand it to the coder.")
    return log.messages
