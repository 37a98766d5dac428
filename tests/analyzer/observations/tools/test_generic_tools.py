"""COMMAND observations of tools that no table knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.analyzer.observations.exchanges import commands, errors, ledger, only
from tests.builders import SessionBuilder
from uagent_memory.facts import CommandValue, ErrorValue, FactKind, Status
from uagent_memory.messages import Author, Role

ORDER = (
    '{"order_id": "#W12", "address": {"state": "PA", "zip": "19122"}, "items": [{"name": "Lamp", '
    '"price": 342.81, "options": {"color": "blue", "note": "a rather long description of the lamp '
    'that nobody reads, kept here to make the answer long enough"}}], "status": "cancelled"}'
)


def value(s: SessionBuilder) -> CommandValue:
    found = only(s, FactKind.COMMAND).value
    assert isinstance(found, CommandValue)
    return found


def test_a_call_is_a_program_with_arguments() -> None:
    """The command is quoted from the call, the key holds its arguments."""
    s = SessionBuilder()
    s.run("get_order_details", ORDER, order_id="#W12")
    assert commands(s) == {"get_order_details order_id: #W12": Status.PASSED}
    assert value(s).command == "get_order_details order_id: #W12"
    assert value(s).program == "get_order_details"


def test_the_decisive_pairs_of_a_json_answer() -> None:
    """Status first, then ids; nested pairs of other things are left out."""
    s = SessionBuilder()
    s.run("cancel_pending_order", ORDER, order_id="#W12", reason="no longer needed")
    assert [quote.text for quote in value(s).verdict] == [
        '"status": "cancelled"',
        '"order_id": "#W12"',
    ]


def test_a_short_answer_is_its_own_verdict() -> None:
    """Also in Chinese."""
    s = SessionBuilder()
    s.run("db_query", '["青竹面馆(北门店)"]', domain="餐馆", 名称="青竹面馆")
    assert [quote.text for quote in value(s).verdict] == ['["青竹面馆(北门店)"]']
    assert commands(s) == {"db_query domain: 餐馆 名称: 青竹面馆": Status.PASSED}


@pytest.mark.parametrize("tool", ["visit", "WebFetch", "browser_navigate"])
@pytest.mark.parametrize(
    "answer",
    [
        "403 Forbidden",
        "HTTP Error 404: Not Found",
        "Request failed with status code 503",
        "fetch failed",
        "Unable to open the page: nobody answers.",
        "net::ERR_NAME_NOT_RESOLVED at https://harbour.example",
        "Timeout 30000ms exceeded.",
        "Access denied.",
        '{"status": 500, "message": "Internal Server Error"}',
        "页面无法访问：连接超时",
        "网页打不开，服务器返回 503",
        "无法打开该网址。",
    ],
)
def test_a_page_that_cannot_be_had_is_an_error(tool: str, answer: str) -> None:
    """Whoever reads on must know that it was tried; another page makes it good."""
    s = SessionBuilder()
    s.run(tool, answer, url="https://harbour.example/tides")
    assert list(errors(s).values()) == [Status.OPEN]
    assert set(commands(s).values()) == {Status.FAILED}
    s.run(tool, "Tides of the harbour. 潮汐表。", url="https://tides.example/harbour")
    assert Status.OPEN not in errors(s).values()


@pytest.mark.parametrize(
    "answer",
    [
        "404 pages were read.",
        "Requests that failed are counted below.",
        "The page is about timeouts.",
        "页面介绍了无法访问时怎么办。",
    ],
)
def test_a_page_about_failures_is_none(answer: str) -> None:
    """It was read."""
    s = SessionBuilder()
    s.run("visit", answer, url="https://harbour.example/tides")
    assert errors(s) == {}


def test_an_error_answer_fails_and_a_later_success_closes_it() -> None:
    """An error of a tool is open until the tool works."""
    s = SessionBuilder()
    s.run("get_order_details", "Error: order not found", order_id="W12")
    assert list(errors(s).values()) == [Status.OPEN]
    s.run("get_order_details", ORDER, order_id="#W12")
    assert list(errors(s).values()) == [Status.FIXED]


@pytest.mark.parametrize(
    ("tool", "other", "key", "status"),
    [
        ("modify_booking", "cancel_booking", "booking_id", Status.SUPERSEDED),
        ("修改订单", "取消订单", "订单号", Status.SUPERSEDED),
        ("modify_booking", "get_booking", "booking_id", Status.OPEN),
        ("book_berth", "update_member", "member_id", Status.OPEN),
    ],
)
def test_what_a_tool_refused_is_over_once_another_did_something_to_the_same(
    tool: str, other: str, key: str, status: Status
) -> None:
    """To what both are named for working on; looking at it does nothing."""
    s = SessionBuilder()
    of_thing: dict[str, Any] = {key: "K-1001"}
    s.run(tool, "Error: 无法办理 it cannot be done", gate="N", **of_thing)
    s.run(other, '{"status": "done"}', **of_thing)
    assert list(errors(s).values()) == [status]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "start backfill\n2025-03 done\n2025-05 FAILED: duplicate key K-7",
            "2025-05 FAILED: duplicate key K-7",
        ),
        ("开始回刷\n3月 完成\n5月 失败：主键重复 K-7", "5月 失败：主键重复 K-7"),
        ("Exit\nnothing to see", "Exit"),
    ],
)
def test_the_line_that_says_what_failed_is_the_error(lines: str, told: str) -> None:
    """The first line where none says so."""
    s = SessionBuilder()
    s.run("run_job", f"{lines}\nexit code 1", is_error=True, job="backfill")
    (error,) = [fact.value for fact in ledger(s) if fact.kind is FactKind.ERROR]
    assert isinstance(error, ErrorValue)
    assert error.line == told


def test_a_tool_named_like_a_known_one_without_its_arguments() -> None:
    """`create` without a file is no file tool."""
    s = SessionBuilder()
    s.run("create", "done", customer="Ada", amount=3)
    assert [fact.kind for fact in ledger(s)] == [FactKind.COMMAND]


def test_code_blocks_that_an_executor_ran() -> None:
    """A code block of the last speech with a stated status is a run."""
    s = SessionBuilder()
    s.agent("Let me compute:\n```python\nprint(6 * 7)\n```")
    s.add(
        *_executor(),
        "exitcode: 0 (execution succeeded)\nCode output: 42\n",
        agent="Computer_terminal",
    )
    assert value(s).command == "print(6 * 7)"
    assert value(s).exit_status == 0


def test_code_that_failed() -> None:
    """Its exception is an error until code runs through."""
    s = SessionBuilder()
    s.agent("```python\n1 / 0\n```")
    trace = (
        'Traceback (most recent call last):\n  File "tmp.py", line 1, in <module>\n'
        "    1 / 0\nZeroDivisionError: division by zero"
    )
    s.add(
        *_executor(),
        f"exitcode: 1 (execution failed)\nCode output: {trace}\n",
        agent="Computer_terminal",
    )
    assert list(errors(s).values()) == [Status.OPEN]
    s.agent("```python\n1 / 1\n```")
    s.add(
        *_executor(),
        "exitcode: 0 (execution succeeded)\nCode output: 1.0\n",
        agent="Computer_terminal",
    )
    assert list(errors(s).values()) == [Status.FIXED]


def test_speech_without_code_runs_nothing() -> None:
    """An executor that found no code ran nothing."""
    s = SessionBuilder()
    s.agent("Let us think.")
    s.add(*_executor(), "There is no code for me to execute.", agent="Computer_terminal")
    assert len(ledger(s)) == 0


def _executor() -> tuple[Role, Author]:
    return Role.TOOL, Author.TOOL


@pytest.mark.parametrize("output", ["Code output: []", "Code output: 7", "代码输出：[]"])
def test_a_very_short_output_of_code_is_its_outcome(output: str) -> None:
    """An empty list is what the reader must know."""
    s = SessionBuilder()
    s.agent("```python\nprint(find_rows())\n```")
    s.add(*_executor(), f"exitcode: 0 (execution succeeded)\n{output}\n", agent="terminal")
    (line,) = value(s).verdict
    assert line.text in ("[]", "7")


@pytest.mark.parametrize(
    ("first", "second", "other"),
    [
        ("find_user_by_mail", "find_user_by_name", "find_order_by_name"),
        ("findUserByMail", "findUserByName", "findOrderByName"),
        ("按邮箱查找用户", "按姓名查找用户", "按姓名查找订单"),
    ],
)
def test_what_another_look_up_finds_is_no_longer_missing(
    first: str, second: str, other: str
) -> None:
    """A tool of the same purpose that goes by something else closes the error; others do not."""
    s = SessionBuilder()
    s.run(first, "Error: user not found", value="x")
    s.run(other, "o_17", value="y")
    assert list(errors(s).values()) == [Status.OPEN]
    s.run(second, "u_17", value="y")
    assert list(errors(s).values()) == [Status.FIXED]


@pytest.mark.parametrize(
    ("tool", "name", "failing", "other"),
    [
        ("book_room", "hotel", "Harbour House", "City Lodge"),
        ("预订房间", "酒店", "海景酒店一号", "城市旅馆"),
    ],
)
def test_another_thing_that_works_mends_nothing(
    tool: str, name: str, failing: str, other: str
) -> None:
    """A success counts for what it was called on, and not if it was called for at the same time."""
    s = SessionBuilder()
    s.user("Book both. 两家都订。")
    calls = [s.call(tool, **{name: failing}), s.call(tool, **{name: other})]
    s.agent("", *calls)
    s.result(calls[0], "Error: payment declined")
    s.result(calls[1], "confirmed")
    assert list(errors(s).values()) == [Status.OPEN]
    again = s.call(tool, **{name: failing})
    s.agent("", again)
    s.result(again, "confirmed")
    assert list(errors(s).values()) == [Status.FIXED]


@pytest.mark.parametrize(
    ("tool", "refused"), [("open_page", "Error: 403 Forbidden"), ("打开网页", "错误：无法访问")]
)
def test_a_page_that_another_one_stands_in_for_is_not_called_fixed(tool: str, refused: str) -> None:
    s = SessionBuilder()
    s.run(tool, refused, url="https://one.example/a")
    s.run(tool, "# The article 正文", url="https://two.example/b")
    assert list(errors(s).values()) == [Status.SUPERSEDED]


def test_of_several_objects_the_one_that_failed_decides() -> None:
    """A list of jobs is not told by its first one."""
    filler = "x" * 300
    jobs = (
        f'[{{"name": "lint", "status": "success", "log": "{filler}"}}, '
        '{"name": "policy", "status": "failed"}, {"name": "render", "status": "skipped"}]'
    )
    s = SessionBuilder()
    s.run("ci_jobs", jobs, pipeline="88")
    assert '"status": "failed"' in [quote.text for quote in value(s).verdict]


def test_the_names_of_columns_are_no_outcome() -> None:
    """The first row says more."""
    rows = "\n".join(f"api-{n}   1/1     Running   {n}          3m" for n in range(12))
    s = SessionBuilder()
    s.run("kubectl", f"NAME    READY   STATUS    RESTARTS   AGE\n{rows}", command="get pods")
    first, *_ = value(s).verdict
    assert first.text.startswith("api-0")


@pytest.mark.parametrize(
    "later",
    ["2 failed, 7 passed in 1.2s", "FAILED tests/a.py::test_x - KeyError\n1 failed, 3 passed"],
)
def test_what_stopped_a_check_is_mended_once_its_tests_run(later: str) -> None:
    """It fails otherwise now; an error that it shows again stays open."""
    raised = "NameError: name 'os' is not defined"
    stopped = f"ERROR tests/b.py - {raised}\n{raised}\n1 error in 0.4s"
    s = SessionBuilder()
    s.run("run_tests", stopped, target="tests")
    assert Status.OPEN in errors(s).values()
    s.edit("tests/b.py", "import re", "import os\nimport re")
    s.run("run_tests", later, target="tests")
    assert errors(s)[next(iter(errors(s)))] is Status.FIXED


def test_what_stopped_a_check_stays_open_while_no_test_runs() -> None:
    """Another error came first."""
    s = SessionBuilder()
    s.run("run_tests", "NameError: name 'os' is not defined\n1 error in 0.4s", target="tests")
    s.run("run_tests", "SyntaxError: invalid syntax\n1 error in 0.2s", target="tests")
    assert set(errors(s).values()) == {Status.OPEN}


@pytest.mark.parametrize(
    ("answer", "fails"),
    [
        ('{"code": 4031, "msg": "address locked"}', True),
        ('{"code":4031,"msg":"地址已锁定","data":null}', True),
        ('{"status":"rejected","reason":"change freeze"}', True),
        ('{"status":"被拒绝","原因":"封网"}', True),
        ('{"success": false, "hint": "try later"}', True),
        ('{"code": 0, "msg": "ok"}', False),
        ('{"code":200,"msg":"成功"}', False),
        ('{"status": "rejected", "claim_id": "CL5501"}', False),
        ('{"code": 55012, "name": "Kettle"}', False),
    ],
)
def test_an_answer_in_json_that_says_that_it_failed(answer: str, *, fails: bool) -> None:
    s = SessionBuilder()
    s.run("update_address", answer, order_id="#W12")
    assert bool(errors(s)) is fails


@pytest.mark.parametrize(("key", "name"), [("user_id", "mira_5501"), ("用户", "用户五五零一")])
def test_what_was_looked_up_by_is_no_outcome(key: str, name: str) -> None:
    s = SessionBuilder()
    answer = {key: name, "membership": "silver", "note": "long 长 " * 80}
    call = s.call("get_user_details", **{key: name})
    s.agent("", call)
    s.result(call, json.dumps(answer, ensure_ascii=False))
    assert all(name not in line.text for line in value(s).verdict)
