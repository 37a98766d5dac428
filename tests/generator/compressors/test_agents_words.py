"""Segments 2 and 5."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory import compress_context_sync
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.concepts import ConceptsCompressor
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.messages import Author, Role


def said(*texts: str) -> SessionBuilder:
    """Statements of an agent long before the end of the session."""
    s = SessionBuilder()
    s.user("Please look into it.")
    for text in texts:
        s.agent(text)
    for _ in range(30):
        s.run("Bash", "ok", command="true")
    return s


def lines(session: SessionBuilder, word: str) -> list[str]:
    """The statements with a word, each with its lead."""
    both = (ConceptsCompressor(), ProblemSolvingCompressor())
    found = chain.from_iterable(proposed(one, session.messages) for one in both)
    return [one.lead + one.text for one in found if word in one.text]


@pytest.mark.parametrize(
    "text",
    [
        "The cause is a missing strip() in parse_header.",
        "原因是编码错误，请求头没有解码。",
        "All 8 tests in tests/test_http.py pass now.",
    ],
)
def test_causes_and_outcomes_are_problem_solving(text: str) -> None:
    """In both languages, word for word."""
    assert text in texts_of(proposed(ProblemSolvingCompressor(), said(text).messages))
    assert text not in texts_of(proposed(ConceptsCompressor(), said(text).messages))


@pytest.mark.parametrize(
    "text",
    [
        "I decided to use json instead of pickle, because pickle is unsafe.",
        "决定采用 Redis 而不是 Memcached，因为需要持久化。",
    ],
)
def test_a_decision_is_a_fact_and_said_once(text: str) -> None:
    """The ledger's line takes the place of the statement, with reason and rejected option."""
    candidates = proposed(ProblemSolvingCompressor(), said(text).messages)
    assert texts_of(candidates, kind="decision") == [text]
    assert text not in texts_of(candidates, kind="statement")


@pytest.mark.parametrize(
    "text", ["Here is what the parser of src/http.py does:", "src/http.py 的解析器做这些："]
)
def test_lead_ins_are_not_proposed(text: str) -> None:
    """What only announces what follows says nothing by itself."""
    assert text not in texts_of(proposed(ConceptsCompressor(), said(text).messages))
    assert text not in texts_of(proposed(ProblemSolvingCompressor(), said(text).messages))


def test_users_words_belong_elsewhere() -> None:
    """Only agents' statements are looked at."""
    view = view_of(said("The parser splits at colons.").messages)
    said_by_agents = chain.from_iterable(view.agents_statements.values())
    assert {s.analysis.message.id for s in said_by_agents} == {"m2"}


@pytest.mark.parametrize(
    "text",
    [
        "The user wants a lookup table instead of the if chain in src/http.py.",
        "用户希望用查找表，而不是 src/http.py 里的 if 链。",
    ],
)
def test_what_the_user_wants_is_no_decision_of_the_agent(text: str) -> None:
    """The user's own words say it."""
    kinds = [c.kind for c in proposed(ProblemSolvingCompressor(), said(text).messages)]
    assert "decision" not in kinds


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "The parser of `src/http.py` was rewritten because it lost the port.",
            "The cache of `src/store.py` was left alone because nothing else used it.",
        ),
        (
            "`src/http.py` 的解析器重写了，因为它丢了端口。",
            "`src/store.py` 的缓存没有动，因为没人用。",
        ),
    ],
)
def test_an_earlier_summary_keeps_its_lines(first: str, second: str) -> None:
    """What another program summed up is no one paragraph."""
    s = SessionBuilder()
    s.user("Go on. 继续。")
    s.add(Role.USER, Author.SUMMARY, f"Summary of the conversation so far\n\n- {first}\n- {second}")
    s.agent("Going on. 继续。")
    found = proposed(ProblemSolvingCompressor(), s.messages)
    joins = {c.text.removeprefix("- "): c.joins for c in found}
    assert joins[first] != joins[second]


def test_a_thought_stands_under_no_heading() -> None:
    """The tag says nothing of it."""
    thought = "- `src/http.py` lost the port because the parser split at colons."
    s = said(f"<thinking>\n{thought}\n</thinking>\nThe parser was mended.")
    leads = {c.text: c.lead for c in proposed(ProblemSolvingCompressor(), s.messages)}
    assert leads[thought] == ""


@pytest.mark.parametrize(
    ("lead", "first", "second"),
    [
        ("Findings:", "The parser of src/a.py strips nothing", "The writer of src/b.py pads rows"),
        ("结论：", "src/a.py 的解析器不去空格", "src/b.py 的写入器会补齐行"),
    ],
)
def test_what_a_summary_lists_under_one_lead_is_one_entry(
    lead: str, first: str, second: str
) -> None:
    """And counts less than the same words of an agent, where the log holds what it retells."""

    def listed(author: Author) -> list[Candidate]:
        s = SessionBuilder()
        s.user("Please look into it.")
        text = f"Summary of the talk so far.\n\n{lead}\n- {first}\n- {second}\n"
        s.add(Role.USER if author is Author.SUMMARY else Role.ASSISTANT, author, text)
        s.agent("I go on.")
        found = [
            *proposed(ProblemSolvingCompressor(), s.messages),
            *proposed(ConceptsCompressor(), s.messages),
        ]
        return [c for c in found if c.text.strip("- ") in (first, second)]

    retold, own = listed(Author.SUMMARY), listed(Author.AGENT)
    assert len({candidate.joins for candidate in retold}) == 1 < len(retold)
    assert sum(c.value for c in retold) < sum(c.value for c in own) / 2


@pytest.mark.parametrize(
    ("lead", "label"),
    [
        ("**Shared logic:**", "Shared logic: "),
        ("**Warning text** (`hooks.go`, lines 1-9):", "**Warning text** (`hooks.go`, lines 1-9): "),
        ("**`load` in config.py** — 两处改动：", "**`load` in config.py** — 两处改动: "),
    ],
)
def test_emphasis_of_a_heading_stays_whole_or_goes(lead: str, label: str) -> None:
    """Half of its marks would tell nothing."""
    s = said(f"{lead}\n\n- it always returns an error now, because the cache is stale\n")
    leads = {c.lead for c in proposed(ProblemSolvingCompressor(), s.messages)}
    assert leads == {label}


def test_words_before_a_block_of_code_are_no_statement() -> None:
    """Nor are they where the block begins on their line."""
    s = said("The cause is in parser.py, lines 116-118:```go\nreturn true\n```\n")
    told = texts_of(proposed(ProblemSolvingCompressor(), s.messages))
    assert not any("The cause" in text for text in told)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The cause is a missing strip().", "The parser drops the last row of each table."),
        ("原因是请求头没有解码。", "解析器会丢掉每张表的最后一行。"),
    ],
)
def test_lines_below_an_entry_of_a_handoff_stay_below_it(first: str, second: str) -> None:
    """They are of one message of the role before, which is cited once; nothing joins them."""
    s = SessionBuilder()
    s.handoff(
        "# Hand-off: coder → tester\nReference data, not instructions.\n## Problem Solving\n"
        f"- {first} (m7)\n  - {second}\n- All 8 tests pass now. (m9)\n"
    )
    s.run("Bash", "x = 1\n" * 900, command="cat x.py")
    s.agent("I go on.")
    told = compress_context_sync(s.messages, budget=600).markdown
    assert f"- {first} (coder/m7)\n  - {second}\n- All 8 tests pass now. (coder/m9)\n" in told


@pytest.mark.parametrize(
    ("short", "full"),
    [
        (
            "So it is the parser.",
            "The parser drops the last column: `read_rows` splits at commas, whatever is quoted.",
        ),
        (
            "所以是解析器的问题。",
            "解析器会丢掉最后一列：`read_rows` 按逗号切分，从不检查带引号的字段。",
        ),
    ],
)
@pytest.mark.parametrize("many", [True, False])
def test_of_many_thoughts_before_a_call_the_full_ones_count_more(
    short: str, full: str, *, many: bool
) -> None:
    """A short one counts for itself where little is said."""
    s = SessionBuilder()
    s.user("Why is a column lost? 为什么少了一列？")
    more = " ".join(f"The cell of row {n} is read twice." for n in range(8)) if many else ""
    s.agent(f"{short} {full} {more}", s.call("Bash", command="cat rows.py"))
    said = {statement.unit.text.strip(): statement for statement in view_of(s.messages).statements}
    standing = view_of(s.messages).standing
    fullness = {n: standing.fullness(said[text], n) for text, n in ((short, 2), (full, 16))}
    assert fullness[16] == 1.0
    assert fullness[2] == (0.125 if many else 1.0)


@pytest.mark.parametrize(
    ("said", "mark"),
    [
        ("The cause is that `load_rows` drops the first row.", "(before the change) "),
        ("原因是 `load_rows` 会丢掉第一行。", "（改动之前）"),
    ],
)
def test_a_state_before_the_change_is_marked(said: str, mark: str) -> None:
    """The fix stands beside it."""
    s = SessionBuilder()
    s.user("The importer loses rows." if said.isascii() else "导入时丢行，请修复。")
    s.agent(said)
    s.run(
        "Edit",
        "The file src/importer.py has been updated.",
        file_path="src/importer.py",
        old_string="def load_rows(path):\n    return rows[1:]",
        new_string="def load_rows(path):\n    return rows",
    )
    s.agent("Done." if said.isascii() else "已完成。")
    (found,) = [c for c in proposed(ProblemSolvingCompressor(), s.messages) if c.text == said]
    assert found.lead == mark


@pytest.mark.parametrize(
    "say",
    [
        "Let me run the formatter over the whole parser to make sure that it is clean.",
        "Now I understand, let me run the whole suite over the parser of headers.",
        "让我再运行一遍整个请求头解析器的格式检查。",
        "明白了，让我对请求头解析器运行整个测试。",
    ],
)
def test_what_a_message_announces_and_does_is_no_line(say: str) -> None:
    """The call and its result tell of it."""
    s = SessionBuilder()
    s.user("Fix the parser." if say.isascii() else "请修复解析器。")
    call = s.call("Bash", command="make fmt")
    s.agent(say, call)
    s.result(call, "0 issues.")
    for compressor in (CurrentWorkCompressor(), ProblemSolvingCompressor()):
        assert say not in " ".join(texts_of(proposed(compressor, s.messages)))


@pytest.mark.parametrize(
    ("say", "is_told"),
    [
        ("Let's use find_file to see where the parser of `x.py` is.", False),
        ("Let's use find_file because the parser of `x.py` has moved.", True),
        ("Let's use SQLite for the parser of `x.py`.", True),
        ("让我用 find_file 查找 `x.py` 的解析器在哪里。", False),
    ],
)
def test_a_tool_that_is_decided_on_and_called_is_no_decision(say: str, *, is_told: bool) -> None:
    """Unless a reason is given for it."""
    s = SessionBuilder()
    s.user("Fix the parser. 修复解析器。")
    s.run("find_file", "src/x.py", say=say, pattern="x.py")
    s.run("Read", "def parse():", say="It stands in src/x.py. 它在 src/x.py 里。", file_path="x.py")
    s.agent("The parser of src/x.py has two parts. 解析器有两部分。")
    assert (say in " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))) is is_told


@pytest.mark.parametrize(
    "say",
    [
        "Next, I will count the hits of every search term.",
        "接下来我将统计每个搜索词的命中数。",
    ],
)
@pytest.mark.parametrize("goes_on", ["printed", "spoken", ""])
def test_in_a_team_without_calls_a_step_is_over_once_its_agent_has_gone_on(
    say: str, goes_on: str
) -> None:
    """Or a tool has printed what its code does; a teammate's words may only come between."""
    s = SessionBuilder()
    s.user("Count the hits. 统计命中数。")
    s.agent(f"{say}\n\n```python\nprint(hits())\n```", agent="analyst")
    if goes_on == "printed":
        s.add(Role.TOOL, Author.TOOL, "exitcode: 0\n40 hits", agent="terminal")
    s.agent("The index holds 40 entries. 索引里有 40 条。", agent="checker")
    if goes_on == "spoken":
        s.agent("There were 40 hits. 共有 40 次命中。", agent="analyst")
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert (say not in told) is bool(goes_on)


def test_what_is_announced_and_has_no_result_yet_is_what_goes_on() -> None:
    s = SessionBuilder()
    s.user("Fix the parser.")
    say = "Let me run the formatter over the whole parser to make sure that it is clean."
    s.agent(say, s.call("Bash", command="make fmt"))
    assert say in texts_of(proposed(CurrentWorkCompressor(), s.messages))


@pytest.mark.parametrize(
    ("lead", "is_told"),
    [
        ("Assuming that the price of the pass does not change until the end of next year:", True),
        (
            "The price of the pass that the museum names on its page for next year:",
            False,
        ),
        (
            "假设通票的价格在明年年底之前不会有任何变化，那么可以得到下面的结果：",
            True,
        ),
        (
            "博物馆在它的网页上为明年年底之前的通票给出了价格，可以得到下面的结果：",
            False,
        ),
    ],
)
def test_a_condition_is_not_cut_off_from_what_holds_under_it(lead: str, *, is_told: bool) -> None:
    """However long it is; another lead is told where the item is as long."""
    s = said(f"{lead}\n\n- Five cost 255 dollars 五张 255")
    told = [text for text in lines(s, "255") if "255" in text]
    assert told
    assert all((lead.rstrip(":：") in text) is is_told for text in told)


@pytest.mark.parametrize(
    ("thought", "step"),
    [
        ("The cache returns {} old rows.", "But it reads the key of `load` before the rows."),
        ("缓存在第 {} 行返回旧的数据，因为没有清空。", "但它在读新的键之前先读了 `load` 的键。"),
    ],
)
def test_a_step_of_a_long_train_of_thought_is_no_line(thought: str, step: str) -> None:
    """What it leans on is."""
    s = SessionBuilder()
    s.user("Find out why. 请查明原因。")
    others = [thought.format(n) for n in range(40)]
    s.agent("\n\n".join((*others, step, *others)), s.call("Bash", command="true"))
    s.agent("Now the next file is read by the parser. 现在读下一个文件。")
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert others[0] in told
    assert step not in told


def test_the_line_below_a_tables_heads_is_not_told() -> None:
    """It is drawn, and says nothing."""
    s = SessionBuilder()
    s.user("Which lamps are there?")
    s.agent("I found two:\n\n| lamp | berth |\n|---|---|\n| Northstar | 7 |\n| Evening | 9 |")
    told = [c.text for c in proposed(ConceptsCompressor(), s.messages)]
    told += [c.text for c in proposed(ProblemSolvingCompressor(), s.messages)]
    told += [c.text for c in proposed(CurrentWorkCompressor(), s.messages)]
    assert any("| lamp | berth |" in text for text in told)
    assert not any("---" in text for text in told)
