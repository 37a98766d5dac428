"""Quoted evidence."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.generator.evidence.pages import Pages
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import Author, Message, Role
from uagent_memory.segments import SegmentName


def quotes(messages: tuple[Message, ...]) -> tuple[Candidate, ...]:
    pool = CandidatePool()
    EvidenceQuoter(view_of(messages), pool).propose()
    return pool.candidates


def printed(output: str, command: str = "cat src/http.py") -> SessionBuilder:
    s = SessionBuilder()
    s.user("Why does parse_header in src/http.py fail? 为什么 parse_header 失败？")
    s.run("Bash", output, command=command)
    return s


def test_lines_stand_under_their_call() -> None:
    """The heading is the call as it was sent, and says nothing alone."""
    heading, *lines = quotes(printed("value = parse_header(line, strict=True)").messages)
    assert heading.text == "`Bash command: cat src/http.py`:"
    assert not heading.alone
    assert [line.text for line in lines] == ["value = parse_header(line, strict=True)"]
    assert lines[0].parent == heading.id


@pytest.mark.parametrize(
    "refusal",
    [
        "The user doesn't want to proceed with this tool use. STOP and wait for parse_header.",
        "用户拒绝了此次工具调用。请等待用户对 parse_header 的指示。",
    ],
)
def test_where_the_last_call_was_refused_that_is_told(refusal: str) -> None:
    """An agent that has gone on since leaves it behind."""
    s = printed("value = parse_header(line, strict=True)")
    s.run("ExitPlanMode", refusal, plan="Change parse_header.", is_error=True)
    s.user("[Request interrupted by user for tool use]")

    def worth() -> float:
        return next(c.value for c in quotes(s.messages) if c.text == refusal)

    stopped = worth()
    s.agent("Then parse_header stays.")
    assert stopped > 1 > worth()


def test_no_line_stands_without_its_heading() -> None:
    """Also where the same call was made before: the lines join those of the first one."""
    s = printed("value = parse_header(line, strict=True)")
    for n in range(30):
        s.run("Bash", f"value = parse_header(line{n}, 值={n})", command="cat src/http.py")
    found = quotes(s.messages)
    lines = [c for c in found if c.kind == "quote"]
    assert len(lines) > 1
    for line in lines:
        assert line.parent is not None
        assert found[line.parent].segment is line.segment


def test_every_quote_is_the_sources_own_text() -> None:
    """Listing prefixes and margins are left out, nothing is added, in either language."""
    s = printed("   12→    value = parse_header(line, 1)\n   13→    调用 parse_header 时出错\n")
    by_id = {message.id: message for message in s.messages}
    lines = [c for c in quotes(s.messages) if c.kind == "quote"]
    assert lines
    for line in lines:
        (span,) = line.sources
        assert by_id[span.message_id].quote(span) == line.text
    assert lines[0].text == "value = parse_header(line, 1)"


def test_of_a_very_long_line_only_fields_around_the_term_are_quoted() -> None:
    """Whole fields, within the limit."""
    row = ", ".join(f"column_{n} = {n}" for n in range(400))
    s = printed(row + ", failed_in = parse_header, " + row)
    (line,) = (c for c in quotes(s.messages) if c.kind == "quote" and "parse_header" in c.text)
    assert len(line.text) <= 240
    assert "failed_in = parse_header" in line.text


def test_prose_is_left_to_the_statements() -> None:
    """What an agent says in sentences is not quoted; its code is."""
    s = SessionBuilder()
    s.user("Why does parse_header in src/http.py fail?")
    s.agent("It breaks in src/http.py.\n\n```\nresult = parse_header(None, 2)\n```\n")
    texts = [c.text for c in quotes(s.messages) if c.kind == "quote"]
    assert "It breaks in src/http.py." not in texts
    assert "result = parse_header(None, 2)" in texts


@pytest.mark.parametrize("heading", ["### Order parse_header #W7387996:", "## 订单 parse_header"])
def test_a_heading_that_an_agent_wrote_is_not_quoted_alone(heading: str) -> None:
    """It says nothing without what stands under it."""
    s = SessionBuilder()
    s.user("Why does parse_header in src/http.py fail? 为什么 parse_header 失败？")
    s.agent(f"{heading}\n\n```\nresult = parse_header(None, 2)\n```\n")
    texts = [c.text for c in quotes(s.messages) if c.kind == "quote"]
    assert texts == ["result = parse_header(None, 2)"]


def test_an_edits_arguments_are_left_to_the_file_ledger() -> None:
    """They are shown there as added and removed lines."""
    s = SessionBuilder()
    s.user("Fix parse_header in src/http.py.")
    s.run(
        "Edit",
        "The file src/http.py has been updated.",
        file_path="src/http.py",
        old_string="return parse_header(line, 1)",
        new_string="return parse_header(line, 2)",
    )
    texts = [c.text for c in quotes(s.messages) if c.kind == "quote"]
    assert not [text for text in texts if "return parse_header" in text]


def test_lone_words_are_not_quoted() -> None:
    """A name on a line of its own says nothing."""
    assert not [c for c in quotes(printed("parse_header").messages) if c.text == "parse_header"]


def test_recent_evidence_is_current_work() -> None:
    """Older evidence stands with the files."""
    s = printed("value = parse_header(line, strict=True)")
    assert {c.segment for c in quotes(s.messages)} == {SegmentName.CURRENT_WORK}
    for _ in range(30):
        s.agent("Go on.")
    assert {c.segment for c in quotes(s.messages)} == {SegmentName.FILES}


def test_what_the_heading_says_is_not_quoted_under_it() -> None:
    """A call whose argument is all there is to quote has no line."""
    s = SessionBuilder()
    s.user("Look up order_number AB-1234. 查询 AB-1234。")
    s.run("lookup", "订单 AB-1234 已发货", shop="any 店", order="all of AB-1234 订单")
    heading, *lines = quotes(s.messages)
    assert heading.text == "lookup `shop: any 店 order: all of AB-1234 订单`:"
    assert [line.text for line in lines] == ["订单 AB-1234 已发货"]


def test_lists_of_tasks_are_left_to_the_tasks() -> None:
    """Neither a to-do list nor a plan that is laid before the user is quoted."""
    s = SessionBuilder()
    s.user("Fix parse_header. 修复 parse_header。")
    todos = [{"content": "Fix parse_header(line)", "status": "pending", "activeForm": "Fixing"}]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    s.run("ExitPlanMode", "User has approved your plan.", plan="# Plan\n\n- Fix parse_header(line)")
    assert quotes(s.messages) == ()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('{"shelf": "B4", "tags": ["%s"], "status": "on its way", "amount": 12.5}', "amount 12.5"),
        ('{"货架": "B4", "标签": ["%s"], "状态": "已发货", "金额": 12.5}', "金额 12.5"),
    ],
)
def test_fields_that_tell_how_things_stand_weigh_more(answer: str, told: str) -> None:
    """An answer in JSON is told by its fields, and its outcome comes first."""
    s = SessionBuilder()
    s.user("Where is order A-77? 订单 A-77 在哪里？")
    s.run("get_order", answer % ("x" * 300), order_id="A-77")
    worth = {c.text: c.value for c in quotes(s.messages) if c.kind == "record"}
    assert max(worth, key=worth.__getitem__).endswith(told)
    assert min(worth.values()) > 0


@pytest.mark.parametrize("say", ["The old code is:", "旧代码是："])
def test_code_in_an_agents_text_is_no_part_of_its_call(say: str) -> None:
    """What it wrote stands under its name, what it sent under the call."""
    s = SessionBuilder()
    s.user("Why does parse_header in src/http.py fail? 为什么 parse_header 失败？")
    text = f"{say}\n\n```python\nvalue = parse_header(line, strict=True)\n```"
    call = s.call("Bash", command="sed -n 1,20p src/http.py\ngrep -n parse_header src/http.py")
    s.agent(text, call, agent="main")
    found = quotes(s.messages)
    heads = {c.id: c.text for c in found if c.kind == "note"}
    under = {c.text: heads[c.parent] for c in found if c.parent is not None}
    assert under["value = parse_header(line, strict=True)"].startswith("main ")
    assert "Bash" in under["grep -n parse_header src/http.py"]


@pytest.mark.parametrize("said", ["Please run this file:", "请运行这个文件："])
def test_what_a_message_puts_into_a_file_is_not_quoted_again(said: str) -> None:
    """The file ledger has the lines of a code block that becomes a file."""
    code = "# filename: rain.py\nwet_days = count_wet(load_rain())\nprint('wet days:', wet_days)"
    s = SessionBuilder()
    s.user("Count wet_days with count_wet. 用 count_wet 统计 wet_days。")
    s.agent(f"{said}\n```python\n{code}\n```", agent="analyst")
    s.add(Role.TOOL, Author.TOOL, "exitcode: 0 (execution succeeded)\nCode output: wet days: 7\n")
    view = view_of(s.messages)
    pool = CandidatePool()
    FilesCompressor().propose(view, pool)
    shown = [c.text for c in pool.candidates]
    EvidenceQuoter(view, pool).propose()
    quoted = [c.text for c in pool.candidates if c.kind == "quote"]
    assert "+ wet_days = count_wet(load_rain())" in shown
    assert "wet_days = count_wet(load_rain())" not in quoted


@pytest.mark.parametrize(
    "output",
    [
        "value = parse_header(line, strict=True)\nDone: parse_header gave 12 rows",
        "value = parse_header(line, strict=True)\n完成：parse_header 得到 12 行",
    ],
)
def test_lines_stand_under_the_line_that_tells_the_end(output: str) -> None:
    """A command is not said twice: with its end, and again as a heading."""
    s = printed(output, command="python3 run.py")
    pool = CandidatePool()
    view = view_of(s.messages)
    CurrentWorkCompressor().propose(view, pool)
    EvidenceQuoter(view, pool).propose()
    (line,) = (c for c in pool.candidates if c.kind == "quote")
    (command,) = (c for c in pool.candidates if c.kind == "command")
    assert (line.parent, line.segment) == (command.id, command.segment)
    assert not any("Bash command" in c.text for c in pool.candidates)


@pytest.mark.parametrize(
    "output", ["test_parse_header PASSED\n3 passed in 0.1s", "全部通过\n3 passed in 0.1s"]
)
def test_a_check_that_passed_is_not_quoted(output: str) -> None:
    """That it passed says it; what stands beside it in the same call is quoted all the same."""
    lines = f"parse_header case 1 is fine\n用例 parse_header 通过\n{output}"
    s = printed(lines, command="pytest -q")
    assert [c for c in quotes(s.messages) if c.kind == "quote"] == []
    s = printed(lines, command="cat src/http.py && pytest -q")
    assert [c for c in quotes(s.messages) if c.kind == "quote"] != []


@pytest.mark.parametrize("names", ['["Blue Door Inn", "Hill Hostel"]', '["蓝门客栈", "山上旅舍"]'])
def test_what_the_command_s_line_says_is_not_quoted_under_it(names: str) -> None:
    """A short result stands once."""
    s = SessionBuilder()
    s.user("Which inn is cheap, Blue Door Inn or Hill Hostel? 蓝门客栈还是山上旅舍便宜？")
    s.run("db_query", names, kind="cheap 经济型")
    pool = CandidatePool()
    view = view_of(s.messages)
    CurrentWorkCompressor().propose(view, pool)
    EvidenceQuoter(view, pool).propose()
    assert sum(names in candidate.text for candidate in pool.candidates) == 1


@pytest.mark.parametrize("word", ["parse_header", "解析 parse_header"])
def test_a_time_at_the_start_of_a_line_is_no_line_number(word: str) -> None:
    line = f"2026-03-03T13:11:19Z {word} took 3677"
    assert [c.text for c in quotes(printed(line).messages)][1:] == [line]


@pytest.mark.parametrize("name", ["parse_header", "解析 parse_header"])
def test_a_line_that_the_command_shows_is_not_quoted_again(name: str) -> None:
    """Also where blanks make its columns."""
    s = printed(f"{name}      |    78873 ms", "python bench.py")
    pool = CandidatePool()
    view = view_of(s.messages)
    CurrentWorkCompressor().propose(view, pool)
    EvidenceQuoter(view, pool).propose()
    assert sum("78873" in candidate.text for candidate in pool.candidates) == 1


@pytest.mark.parametrize("ask", ["Why does parse_header fail?", "为什么 parse_header 失败？"])
def test_lines_read_of_a_changed_file_stand_under_its_entry(ask: str) -> None:
    """The file is named once; what a command printed keeps its own heading."""
    s = SessionBuilder()
    s.user(ask)
    path = "/work/shop/src/http.py"
    s.run("Read", "    value = parse_header(line, strict=True)", file_path=path)
    s.edit(path, "strict = False", "strict = True")
    s.run("Bash", "parse_header(None) 失败: bad input line", command="python check.py")
    for number in range(30):
        s.run("Bash", f"step {number}", command=f"echo {number}")
    view = view_of(s.messages)
    pool = CandidatePool()
    FilesCompressor().propose(view, pool)
    EvidenceQuoter(view, pool).propose()
    found = pool.candidates
    (read,) = (c for c in found if c.text == "value = parse_header(line, strict=True)")
    assert read.parent is not None
    assert found[read.parent].fact.endswith("src/http.py")
    (run,) = (c for c in found if c.text == "parse_header(None) 失败: bad input line")
    assert run.parent is not None
    assert found[run.parent].text == "`Bash command: python check.py`:"


@pytest.mark.parametrize(
    "mere",
    [
        "Some Site (372)",
        "某网站（1.2万）",
        '"og:site_name": "The Lantern House",',
        '\\"@type\\": \\"Restaurant\\", \\"name\\": \\"Lantern House\\"',
        "The viewport shows 26% of the webpage, and is positioned at the top of the page.",
    ],
)
def test_what_a_page_says_to_machines_counts_less(mere: str) -> None:
    """So do counts that stand on any page; an address counts in full."""
    s = SessionBuilder()
    s.user("Where is the Lantern House? 灯笼屋在哪里？")
    s.agent(f"Here is a screenshot.\nThe viewport shows 26% of the webpage\n{mere}\n14 Mill Lane")
    view = view_of(s.messages)
    factor = Pages(view)._mere
    pages = view.settings.pages
    assert factor(mere) == (pages.data if "name" in mere else pages.furnished)
    assert factor("14 Mill Lane, Ashby 10003, phone 212 555 1404") == 1.0


def test_the_arrow_of_a_notebooks_traceback_is_not_quoted() -> None:
    """It points at a line of the cell, which was sent already."""
    s = SessionBuilder()
    s.user("Plot the weekly_margin of the shop into margin_weekly.png.")
    code = "weekly_margin = table.resample('W').sum()\nplt.savefig('out/margin_weekly.png')"
    error = "FileNotFoundError: [Errno 2] No such file or directory: 'out/margin_weekly.png'"
    s.run("run_cell", f"----> 2 plt.savefig('out/margin_weekly.png')\n\n{error}", code=code)
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    assert not any("---->" in c.text for c in pool.candidates)


def test_a_page_is_named_once_and_its_prices_with_what_they_are_of() -> None:
    """Where the window stands says nothing; a bare price is told with the words above it."""
    s = SessionBuilder()
    s.user("What does a day ticket of the harbour boats cost in 2031? 港口日票多少钱？")
    opening = "Here is a screenshot of [Harbour boats | Tickets](https://quay.example/tickets)"
    shown = f"{opening}. The viewport shows 31% of the webpage, and is positioned at the top."
    s.agent(f"I clicked 'Tickets'.\n\n{shown}\nHarbour Day Ticket\nFrom\n$18.50\n港口日票\n￥88.00")
    texts = [line.text for line in quotes(s.messages)]
    assert opening in texts
    assert "Harbour Day Ticket From $18.50" in texts
    assert "港口日票 ￥88.00" in texts
    assert not any("viewport" in text for text in texts)


@pytest.mark.parametrize("name", ["src/http.py", "源码/http.py"])
def test_what_later_looks_show_of_a_file_stands_under_the_first(name: str) -> None:
    """One heading for each file; another file, and what an edit printed, have their own."""
    s = SessionBuilder()
    s.user("Why does parse_header fail, and split_body? 为什么失败？")
    s.run("Bash", "value = parse_header(line, strict=True)", command=f"head -9 {name}")
    s.run("Bash", "body = split_body(rest, limit=4096)", command=f"sed -n '40,60p' {name}")
    s.run("Bash", "return parse_header(split_body(text), 3)", command="cat src/other.py")
    found = quotes(s.messages)
    heads = {c.id: c.text for c in found if c.parent is None}
    under = {c.text: heads[c.parent] for c in found if c.parent is not None}
    assert under["body = split_body(rest, limit=4096)"] == f"`Bash command: head -9 {name}`:"
    assert under["value = parse_header(line, strict=True)"] == f"`Bash command: head -9 {name}`:"
    assert under["return parse_header(split_body(text), 3)"] == "`Bash command: cat src/other.py`:"
