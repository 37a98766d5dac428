"""Units of messages: kinds, spans, leads, calls and results."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.tasks.line_form import bullet_length
from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.analyzer.units import link_results, split_all, split_units
from uagent_memory.messages import Author, Message, Role, ToolCall

MARKS = re.compile(r"\s*(?:[-=_*~+#\s]+|[`~]{3,}.*|</?[A-Za-z_][\w.-]*>)\s*$")
PROMPT = re.compile(r"\s*[$❯%]\s*$")


def written(text: str, author: Author = Author.AGENT) -> Message:
    return Message(id="m1", seq=0, role=Role.ASSISTANT, author=author, text=text)


def printed(text: str, tool: str = "bash") -> Message:
    return Message(id="m1", seq=0, role=Role.TOOL, author=Author.TOOL, text=text, tool_name=tool)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(unit.kind.value, unit.text) for unit in split_units(written(text))]


def check(message: Message, units: tuple[Unit, ...]) -> None:
    """Exact, ordered, apart; nothing but blanks and marks left out of the text."""
    ends: dict[str, int] = {}
    rest = list(message.text)
    for unit in units:
        assert message.quote(unit.span) == unit.text
        assert unit.text.strip()
        assert unit.span.start >= ends.get(unit.span.part, 0)
        ends[unit.span.part] = unit.span.end
        if unit.lead_span is not None:
            assert message.quote(unit.lead_span) == unit.lead
        if unit.span.part == "text":
            rest[unit.span.start : unit.span.end] = "\0" * len(unit.text)
    for line in "".join(rest).split("\n"):
        left = line.replace("\0", "")
        assert not left.strip() or MARKS.match(left) or PROMPT.match(left), line


def test_a_text_that_comes_again_is_split_once() -> None:
    """Its units stand in the message that holds them, whoever has said it before."""
    text = "Steps:\n- Run `make lint` first.\n- Then send it.\n\n$ make lint\nok\n"
    first, again = written(text), written(text).model_copy(update={"id": "m2", "seq": 1})
    users = written(text, Author.USER).model_copy(update={"id": "m3", "seq": 2})
    split = split_all([first, again, users])
    assert split == [split_units(message) for message in (first, again, users)]
    assert [unit.text for unit in split[0]] == [unit.text for unit in split[1]]
    assert all(one.text is other.text for one, other in zip(*split[:2], strict=True))


def test_sentences_and_wrapped_lines() -> None:
    """Short lines stand alone; a hard-wrapped sentence goes on in the next line."""
    wrapped = "This sentence was wrapped by an editor at some column and\ngoes on here."
    assert kinds(f"Hi there\n{wrapped}\n\nBye.") == [
        ("sentence", "Hi there"),
        ("sentence", wrapped),
        ("sentence", "Bye."),
    ]


def test_headings() -> None:
    """ATX, setext, bold-only lines and short colon lines are headings."""
    text = "# One\n\nTwo\n===\n\n**Three:**\n\nNext steps:\n\nI will do this:\n"
    assert kinds(text) == [
        ("heading", "# One"),
        ("heading", "Two"),
        ("heading", "**Three:**"),
        ("heading", "Next steps:"),
        ("sentence", "I will do this:"),
    ]


@pytest.mark.parametrize(
    "items",
    [
        ["- a thing", "- another"],
        ["1. first", "2. second"],
        ["* a", "  * nested"],
        ["一、背景很重要", "二、目标也重要"],
        ["（1）先做", "（2）后做"],
        ["①查数据", "②写报告"],
        ["- [ ] open task", "- [x] done task"],
        ["1) one", "2) two"],
    ],
)
def test_list_items(items: list[str]) -> None:
    """Bullets, numbers, nested and Chinese items are units with their marker."""
    assert kinds("\n".join(items)) == [("list_item", item.strip()) for item in items]


def test_an_item_goes_on_in_indented_lines() -> None:
    """Lines indented below an item belong to it."""
    assert kinds("- one\n  more of it\n- two") == [
        ("list_item", "- one\n  more of it"),
        ("list_item", "- two"),
    ]


def test_leads() -> None:
    """A unit stands under the nearest lead-in, else under the heading, in its exact words."""
    text = "## Rules\n\nBe kind.\n\nConstraints:\n- never push\n- ask:\n  - first\n\nOver."
    found = [(unit.text, unit.lead) for unit in split_units(written(text))]
    assert found == [
        ("## Rules", ""),
        ("Be kind.", "Rules"),
        ("Constraints:", "Rules"),
        ("- never push", "Constraints:"),
        ("- ask:", "Constraints:"),
        ("- first", "ask:"),
        ("Over.", "Rules"),
    ]


def test_bullets_stand_under_a_numbered_title() -> None:
    """A short numbered item without an end mark titles the bullets after it."""
    units = split_units(written("1. Facts to look up\n- the date\n- the place\n2. Guesses\n- one"))
    assert [unit.lead for unit in units] == ["", *["Facts to look up"] * 2, "", "Guesses"]


def test_tags_are_leads() -> None:
    """What stands inside a tag line's element stands under its name, until it closes."""
    text = "# Task\n<thinking>\nHmm, why.\n</thinking>\nDone."
    assert [(unit.text, unit.lead) for unit in split_units(written(text))] == [
        ("# Task", ""),
        ("Hmm, why.", "thinking"),
        ("Done.", "Task"),
    ]


def test_code_fences() -> None:
    """A fenced block is one unit with its fences; a document fence may hold others."""
    block = "```python\nx = 1. \n# no. heading\n```"
    document = "```markdown\n# T\n```go\nf()\n```\nend\n```"
    assert kinds(f"See:\n{block}\nand\n\n{document}\nBye.") == [
        ("heading", "See:"),
        ("code", block),
        ("sentence", "and"),
        ("code", document),
        ("sentence", "Bye."),
    ]


def test_an_unclosed_fence_holds_the_rest() -> None:
    """A block that was cut off is code to its end."""
    assert kinds("Look.\n```go\nx := 1\n\ny := 2") == [
        ("sentence", "Look."),
        ("code", "```go\nx := 1\n\ny := 2"),
    ]


def test_indented_code_and_listings() -> None:
    """Four spaces after a blank line, numbered listings and code-like runs are code."""
    indented = "    a = b\n    c = d"
    listing = "  10→func f() {\n  11→  return\n  12→}"
    assert kinds(f"Like this\n\n{indented}\n\nor\n\n{listing}") == [
        ("sentence", "Like this"),
        ("code", indented),
        ("sentence", "or"),
        ("code", listing),
    ]


def test_shell_blocks_give_commands() -> None:
    """Each command of a shell fence is a unit; heredocs, quotes and loops stay whole."""
    text = (
        "```bash\n# setup\ncd app && make\ncat <<'EOF' > a.py\nprint(1)\n\nEOF\n"
        "git commit -m 'one\ntwo'\nls \\\n  -la\n```"
    )
    assert kinds(text) == [
        ("code", "# setup"),
        ("command", "cd app && make"),
        ("command", "cat <<'EOF' > a.py\nprint(1)\n\nEOF"),
        ("command", "git commit -m 'one\ntwo'"),
        ("command", "ls \\\n  -la"),
    ]


def test_a_fence_without_language_may_hold_a_command() -> None:
    """Known programs make a command of it, anything else is code."""
    assert kinds("```\npytest -q\n```") == [("command", "pytest -q")]
    assert kinds("```\nhello world\n```") == [("code", "```\nhello world\n```")]


def test_prompt_lines_have_their_output() -> None:
    """A prompt line is a command without its sign; what it printed is its result."""
    message = written("I ran it:\n$ make test\nok 3 files\n\nGood.")
    command = split_units(message)[1]
    assert (command.kind, command.text) == (UnitKind.COMMAND, "make test")
    assert command.result is not None
    assert message.quote(command.result) == "ok 3 files"


def test_tables() -> None:
    """Each row is a unit, the rule under the head stays with the head."""
    assert kinds("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |") == [
        ("table_row", "| a | b |\n|---|---|"),
        ("table_row", "| 1 | 2 |"),
        ("table_row", "| 3 | 4 |"),
    ]


PYTHON = """\
Traceback (most recent call last):
  File "a.py", line 1, in <module>
    f()
ValueError: bad"""
CHAINED = f"""\
{PYTHON}

During handling of the above exception, another exception occurred:

{PYTHON}"""
GO = """\
panic: nil map

goroutine 1 [running]:
main.run(0x1)
\t/app/main.go:10 +0x1d
exit status 2"""
SCRIPT = """\
TypeError: x is not a function
    at run (/app/a.js:1:2)
    at main (/app/b.ts:3:4)"""
JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no
\tat a.B.c(B.java:1)
Caused by: java.io.IOException: x
\tat a.D.e(D.java:2)
\t... 3 more"""
RUST = """\
thread 'main' panicked at src/main.rs:4:5:
index out of bounds
note: run with RUST_BACKTRACE=1"""
SANITIZER = """\
==12==ERROR: AddressSanitizer: heap-use-after-free
    #0 0x1 in f a.c:3

SUMMARY: AddressSanitizer: heap-use-after-free a.c:3 in f"""
TRACEBACKS = [PYTHON, CHAINED, GO, SCRIPT, JAVA, RUST, SANITIZER]


@pytest.mark.parametrize("trace", TRACEBACKS)
def test_tracebacks(trace: str) -> None:
    """Pasted or printed, a traceback of any of the languages is one unit with an error cue."""
    assert kinds(f"It broke.\n\n{trace}\n\nWhy?")[1] == ("traceback", trace)
    units = split_units(printed(f"running\n{trace}\nbye"))
    assert [(unit.kind, unit.cue) for unit in units if unit.text == trace] == [
        (UnitKind.TRACEBACK, Cue.ERROR)
    ]


def test_pasted_structures() -> None:
    """Diffs, JSON and log lines are no prose."""
    diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old. One\n+new. Two"
    body = '{\n  "a": 1\n}'
    log = "2026-01-02 10:00:00 start\n2026-01-02 10:00:01 stop"
    assert kinds(f"Here.\n\n{diff}\n\nThen\n{body}\nand\n{log}") == [
        ("sentence", "Here."),
        ("diff", diff),
        ("sentence", "Then"),
        ("json", body),
        ("sentence", "and"),
        ("log", log),
    ]


def test_words_inside_json_are_units() -> None:
    """An agent's JSON record gives a unit, with its cue, for each line that says something."""
    advice = '"advice": "We decided to ask the archive because it has the original record."'
    units = split_units(written(f'{{\n  "done": false,\n  {advice},\n  "next": "x"\n}}'))
    stated = [unit for unit in units if unit.text.startswith('"advice"')]
    assert [unit.kind for unit in stated] == [UnitKind.JSON]
    assert stated[0].cue & Cue.DECISION


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("reason", ("The archive is closed.", "We ask the museum instead of it.")),
        ("理由", ("档案馆今天关门。", "我们决定改问博物馆。")),
    ],
)
def test_what_a_field_says_are_sentences(field: str, said: tuple[str, str]) -> None:
    """Under the name of the object that the field stands in; what a call sends is left alone."""
    text = f'{{\n  "is_done": {{\n    "{field}": "{" ".join(said)}",\n    "answer": false\n  }}\n}}'
    message = written(text)
    units = split_units(message)
    check(message, units)
    fields = [unit for unit in units if unit.kind is UnitKind.FIELD]
    assert [(unit.lead, unit.text) for unit in fields] == [("is_done", part) for part in said]
    assert fields[1].cue & (Cue.DECISION | Cue.REJECTED)
    assert all(unit.kind is UnitKind.JSON for unit in split_units(printed(text)))


def test_run_on_speech_is_cut_at_clauses() -> None:
    """A long Chinese turn without full stops falls into clauses."""
    text = "然后我们就去看那个数据的情况，" * 30
    units = split_units(written(text, Author.USER))
    assert len(units) > 3
    assert max(len(unit.text) for unit in units) <= 120


def test_long_items_are_cut_into_sentences() -> None:
    """A list item beyond the limit gives list items of a sentence each."""
    units = split_units(written("- " + "This is one of many sentences here. " * 20))
    assert {unit.kind for unit in units} == {UnitKind.LIST_ITEM}
    assert len(units) == 20


def test_printed_text_is_coarse() -> None:
    """Thousands of log lines give few units, quickly, that cover them."""
    message = printed("\n".join(f"step {n} of the job took {n} ms" for n in range(5000)))
    units = split_units(message)
    assert len(units) <= 130
    assert {unit.kind for unit in units} == {UnitKind.LOG}
    check(message, units)


def test_printed_kinds() -> None:
    """Listings, diffs, tables and whole JSON bodies are told apart."""
    listing = "\n".join(f"{n:6}→code {n}" for n in range(1, 9))
    diff = "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b"
    units = split_units(printed(f"head\n{listing}\nplain words\n{diff}"))
    assert [unit.kind.value for unit in units] == ["log", "code", "log", "diff"]
    assert [unit.kind.value for unit in split_units(printed('[{"a": 1}, {"b": 2}]'))] == ["json"]


def test_long_json_is_cut_between_members() -> None:
    """A long JSON line is cut after a member, not inside a word or a number."""
    body = "[" + ", ".join(f'{{"id": {n}, "name": "thing {n}"}}' for n in range(400)) + "]"
    message = printed(body)
    units = split_units(message)
    assert len(units) > 4
    assert all(unit.text.endswith(("},", "}]")) for unit in units)
    check(message, units)


def test_reports_of_agents_are_prose() -> None:
    """The result of a sub-agent's task is written text, although it comes from a tool."""
    units = split_units(printed("## Report\nIt works. All tests pass.", tool="Task"))
    assert [unit.kind.value for unit in units] == ["heading", "sentence", "sentence"]


def test_fetched_pages_are_coarse() -> None:
    """A page inside an agent's text is bulk from its mark on."""
    page = "Address: https://a.example\nViewport position: page 1 of 2\n" + "Words. " * 400
    units = split_units(written(f"I opened it. It loaded.\n{page}"))
    assert [unit.kind.value for unit in units[:3]] == ["sentence", "sentence", "sentence"]
    assert {unit.kind for unit in units[3:]} == {UnitKind.LOG}
    assert len(units) < 10


def test_pasted_dumps_are_coarse() -> None:
    """A very long paste of a program's lines is not split line by line."""
    message = written("\n".join(f"row{n},{n},{n * 2}" for n in range(8000)), Author.USER)
    units = split_units(message)
    assert len(units) < 200
    check(message, units)


def test_harness_text_is_left_out() -> None:
    """What the program put into the text is in no unit."""
    text = "Add a flag.\n<system-reminder>\nBe careful. Please.\n</system-reminder>"
    units = split_units(written(text, Author.USER))
    assert [unit.text for unit in units] == ["Add a flag."]


def test_calls_give_commands_and_prose() -> None:
    """A shell call's command and an order to another agent are units; other arguments are not."""
    session = SessionBuilder()
    message = session.agent(
        "Go.",
        session.call("Bash", description="run it", command="pytest -q"),
        session.call("Task", prompt="Find the bug. Report the cause."),
        session.call("Edit", file_path="a.py", old_string="one. two", new_string="x"),
    )
    units = split_units(message)
    check(message, units)
    assert [(unit.span.part, unit.kind.value, unit.text) for unit in units] == [
        ("text", "sentence", "Go."),
        ("call:0", "command", "pytest -q"),
        ("call:1", "sentence", "Find the bug."),
        ("call:1", "sentence", "Report the cause."),
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "command"),
    [
        ("shell", {"command": ["bash", "-lc", "ls -la"]}, "ls -la"),
        ("shell", {"command": ["/bin/dash", "-e", "-c", "ls -la"]}, "ls -la"),
        ("shell", {"command": ["ls", "-la", "src"]}, "ls\n-la\nsrc"),
        ("mcp__box__execute_command", {"command": "make"}, "make"),
        ("bash", "echo raw", "echo raw"),
        ("grep", {"command": "grep -n x a.py"}, "grep -n x a.py"),
        ("editor", {"command": "view", "path": "a.py"}, None),
        ("bash", {"command": ""}, None),
        ("bash", None, None),
    ],
)
def test_shell_calls(name: str, arguments: object, command: str | None) -> None:
    """Commands are found however the tool names and wraps them; an editor's verb is none."""
    call = ToolCall.model_validate({"id": "c", "name": name, "arguments": arguments})
    message = written("").model_copy(update={"tool_calls": (call,)})
    units = split_units(message)
    check(message, units)
    assert [unit.text for unit in units] == ([command] if command else [])


def test_commands_are_linked_to_results() -> None:
    """By call id, the first result wins; without calls, the tool message right after counts."""
    session = SessionBuilder()
    call = session.call("bash", command="make")
    session.agent("", call)
    session.result(call, "built")
    session.result(call, "built again")
    session.agent("Now\n```bash\nls\n```")
    session.add(Role.TOOL, Author.TOOL, "a.py")
    session.agent("", session.call("bash", command="never answered"))
    messages = session.messages
    linked = link_results([split_units(message) for message in messages], messages)
    results = {
        unit.text: unit.result for units in linked for unit in units if unit.kind == "command"
    }
    assert results["make"] == ("m2", "text", 0, len("built"))
    assert results["ls"] == ("m5", "text", 0, len("a.py"))
    assert results["never answered"] is None


BITS = st.sampled_from(
    """\
# H
- item
  - sub:
1. x
Done. Next!
a: b
```
```bash
$ ls
| a | b |
|---|---|
    code

你好。真的？
{
  "a": 1
}
Traceback (most recent call last):
  File x
ValueError: y
diff --git a b
@@ -1 +1 @@
+x
---
===
**b**
<t>
</t>
12:code
2026-01-02 10:00:00 x
├── a
a  b  c
text without end
（1）甲
\0\ud800 \x1b[1m\r
""".splitlines(keepends=True)
)


@settings(max_examples=100, deadline=None)
@given(st.lists(BITS, max_size=25), st.sampled_from([Author.USER, Author.AGENT, Author.TOOL]))
def test_units_are_exact_and_cover_the_text(bits: list[str], author: Author) -> None:
    """For any mixture of structures: exact spans, in order, nothing but marks left out."""
    message = written("".join(bits), author)
    units = split_units(message)
    check(message, units)
    assert units == split_units(message)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    """No content breaks the splitting of written or printed text."""
    for message in (written(text), printed(text)):
        for unit in split_units(message):
            assert message.quote(unit.span) == unit.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("THOUGHT: The parser drops it.", "The parser drops it."),
        ("**Thinking:** The parser drops it.", "The parser drops it."),
        ("思考：解析器把它丢了。", "解析器把它丢了。"),
    ],
)
def test_the_mark_of_a_thought_is_no_words(text: str, words: str) -> None:
    """It stands before all that some agents write; in a user's text it is the user's own."""
    assert [unit.text for unit in split_units(written(text))] == [words]
    assert split_units(written(text, Author.USER))[0].text.startswith(text[:2])


@pytest.mark.parametrize("answer", ["FINAL ANSWER: 37", "最终答案：37"])
def test_an_answer_inside_a_log_is_a_sentence(answer: str) -> None:
    """A page that was fetched, and what a program logged after it, are coarse around it."""
    page = "Automatic OCR of the page screenshot has detected the following text:\n\nMenu\nLogin\n"
    units = split_units(written(f"I clicked it.\n{page}Done: run.py\n{answer}\nRUN COMPLETE"))
    kinds = {unit.text: unit.kind for unit in units}
    assert kinds[answer] is UnitKind.SENTENCE
    assert UnitKind.LOG in kinds.values()
    printed_units = split_units(printed(f"Menu\n{answer}"))
    assert all(unit.kind is UnitKind.LOG for unit in printed_units)


@pytest.mark.parametrize("text", ["Yes. Next:\n- run it", "好的。下一步：\n- 运行测试"])
def test_equal_short_turns_have_units_of_their_own(text: str) -> None:
    """Short turns are cut once; each message's units stand in that message."""
    first, second = (
        Message(id=name, seq=n, role=Role.USER, author=Author.USER, text=text)
        for n, name in enumerate(("m1", "m2"))
    )
    ours, theirs = split_units(first), split_units(second)
    assert [unit.text for unit in ours] == [unit.text for unit in theirs]
    for message, units in ((first, ours), (second, theirs)):
        check(message, units)
        spans = [span for unit in units for span in (unit.span, unit.lead_span) if span]
        assert {span.message_id for span in spans} == {message.id}


LINE_BITS = (
    *("d", "a)", "b ", "diff --git a b", "Traceback", "x=1", "INFO ", "def f():", "src/a.py"),
    *("| a | b |", "Next steps:", "|", "{", "  ", "\t", "- ", "7. ", "一、", "好", "：", "。"),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(LINE_BITS) | st.text(max_size=4),
        min_size=1,
        max_size=5,
    )
)
def test_a_single_line_is_split_as_the_line_of_a_longer_text(bits: list[str]) -> None:
    """A quick look tells single lines of prose; a blank line below takes the way of long texts."""
    line = "".join(bits).replace("\n", " ").replace("\r", " ")
    assert kinds(f"{line}\n\n") == kinds(line)


@pytest.mark.parametrize(
    "line", ["OK", "Mm-hmm", "好的", "And we lose the", "value = 3", "S R I does that"]
)
def test_a_line_that_begins_with_a_letter_is_prose(line: str) -> None:
    """Whatever it ends with, one line alone makes no run of code, log lines or tokens."""
    assert kinds(line) == [("sentence", line)]


@pytest.mark.parametrize(
    "after", ["Don't touch the pricing annex.", "Start by looking at 数据 in data/raw."]
)
def test_a_sentence_below_a_long_item_is_no_part_of_it(after: str) -> None:
    item = "plots with one library only, since the template of the deck breaks 样式 otherwise"
    assert kinds(f"Rules:\n- {item}\n{after}")[1:] == [
        ("list_item", f"- {item}"),
        ("sentence", after),
    ]


def test_a_number_that_is_spoken_of_is_no_mark_of_an_item() -> None:
    """Of "(1) is simpler" the number is the subject."""
    assert marker_length("(1) is simpler") == bullet_length("(1) is simpler") == 0
    assert marker_length("(1) light it") == bullet_length("(1) light it") == len("(1) ")


def test_a_name_in_bold_leads_what_is_indented_below_it() -> None:
    """And nothing after that; a bold word within an item leads nothing."""
    text = (
        "### Quays\n- **North quay**\n  - Berths: 12\n- **南码头**\n  - 泊位：9\n"
        "- **Fee** is due\n  - Paid at noon\n\n```\nx = 1\n```\n"
    )
    leads = {unit.text: unit.lead for unit in split_units(written(text))}
    assert leads["- Berths: 12"] == "**North quay**"
    assert leads["- 泊位：9"] == "**南码头**"
    assert leads["- Paid at noon"] == "Quays"
    assert leads["```\nx = 1\n```"] == "Quays"


@pytest.mark.parametrize(
    "report",
    ["Findings:\n- The cache is never cleared", "结论：\n- 缓存从未清理"],
)
def test_what_a_harness_puts_below_a_report_is_no_part_of_it(report: str) -> None:
    """Also where it follows the last item of a list at once; an agent's own text is left alone."""
    below = "\nagentId: a1b2c3 (to go on with it)\n<usage>total_tokens: 9000</usage>"
    units = split_units(printed(report + below, tool="Task"))
    assert [unit.text for unit in units] == report.split("\n")
    assert any("agentId" in unit.text for unit in split_units(written(report + below)))
