"""What the line of an error says of its end."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.errors import ErrorsCompressor

BROKEN = "Exit code 1\nValueError: port 70000 is out of range"


def fixed(say: str, *, new: str = "port = min(port, 65535)") -> SessionBuilder:
    s = SessionBuilder()
    s.user("Start the server. 请启动服务。")
    s.run("Bash", BROKEN, command="python serve.py", is_error=True)
    s.edit("serve.py", "port = int(text)", new, say=say)
    s.run("Bash", "listening", command="python serve.py", is_error=False)
    return s


def errors(session: SessionBuilder) -> list[str]:
    return texts_of(proposed(ErrorsCompressor(), session.messages), kind="error")


@pytest.mark.parametrize(
    "say",
    [
        "I'll limit the port to 65535 to fix the range.",
        "把端口限制到 65535 以内来修复。",
    ],
)
def test_the_sentence_that_states_the_fix_is_told(say: str) -> None:
    """Beside the file."""
    (line,) = errors(fixed(say))
    assert line.startswith("ValueError: port 70000 is out of range")
    assert line.endswith(f"serve.py: {say}")


@pytest.mark.parametrize(
    "say",
    [
        "To fix it, the server needs to be given a smaller port number.",
        "为了修复这个问题，需要确保端口在范围之内。",
    ],
)
def test_without_an_edit_the_agents_sentence_is_told(say: str) -> None:
    """Where the same program was run again in another form."""
    s = SessionBuilder()
    s.user("Start the server. 请启动服务。")
    s.run("Bash", BROKEN, command="./serve --port 70000", is_error=True)
    s.run("Bash", "listening", say=say, command="./serve --port 80", is_error=False)
    (line,) = errors(s)
    assert line.endswith(say)


@pytest.mark.parametrize("say", ["", "Maybe we should change the default port instead?", "Now:"])
def test_without_such_a_sentence_the_changed_line_is_told(say: str) -> None:
    """Neither a guess nor a lead-in says what was changed."""
    (line,) = errors(fixed(say))
    assert line.endswith("serve.py: port = min(port, 65535)")


def test_an_edit_of_some_other_file_is_not_given_for_the_fix() -> None:
    """Where several were edited and none is the error's own."""
    s = SessionBuilder()
    s.user("Lint it.")
    found = "Exit code 1\napp/a.py:3:1: E501 line too long"
    s.run("Bash", found, command="ruff check .", is_error=True)
    for name in ("b.py", "c.py"):
        s.edit(f"app/{name}", "x = 1", "x = 2")
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    assert [line for line in errors(s) if "b.py" in line or "c.py" in line] == []


@pytest.mark.parametrize(
    ("say", "label"),
    [
        ("The error is unrelated to my change.", " — settled without a fix: "),
        ("这个错误与本次改动无关。", " — 已有结论，无需修复："),
    ],
)
def test_a_settled_error_says_why_and_is_not_open(say: str, label: str) -> None:
    """Nor is it called fixed, nor required."""
    s = SessionBuilder()
    s.user("Start the server." if say.isascii() else "请启动服务。")
    s.run("Bash", BROKEN, command="python serve.py", is_error=True)
    s.agent(say)
    (line,) = (c for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "error")
    assert line.text == f"ValueError: port 70000 is out of range{label}{say}"
    assert line.keep is Keep.OPTIONAL
    assert s.messages[-1].id in {span.message_id for span in line.sources}


def test_an_error_whose_script_is_gone_is_not_called_fixed() -> None:
    """Nobody mended it."""
    s = SessionBuilder()
    s.user("Try it out.")
    s.run("Write", "File created", file_path="/w/try.py", content="import shop\nshop.run()\n")
    failed = "Exit code 1\nValueError: no such shop"
    s.run("Bash", failed, command="python /w/try.py", is_error=True)
    s.run("Bash", "", command="rm /w/try.py", is_error=False)
    (line,) = errors(s)
    assert line == "ValueError: no such shop — gone with its script"


@pytest.mark.parametrize(
    ("say", "told"),
    [
        ("We need to replace the logo of the start page before that.", False),
        ("需要先把首页的图标替换掉，再继续往下做。", False),
        ("We need to keep the port in its range before the server starts.", True),
        ("这个问题需要把端口限制在范围内才能解决。", True),
    ],
)
def test_a_sentence_about_something_else_states_no_fix(say: str, *, told: bool) -> None:
    """It has no word of the error, and does not call itself the fix."""
    (line,) = errors(fixed(say))
    assert (say in line) is told


def linted(line: str, say: str, new: str) -> list[str]:
    s = SessionBuilder()
    s.user("Lint it." if say.isascii() else "请检查代码。")
    s.run("Bash", f"Exit code 1\n{line}", command="ruff check .", is_error=True)
    s.edit("app/web/a.py", "x = 1", new, say=say)
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    return errors(s)


@pytest.mark.parametrize(
    "say",
    ["Now let me fix the lint errors.", "我来修复这个错误。", "Now let me fix the long line."],
)
def test_that_something_is_to_be_fixed_says_not_how(say: str) -> None:
    """The changed line does; the file is named by the error, and in full by its own line."""
    (line,) = linted("app/web/a.py:3:1: E501 line too long", say, "x = 2")
    label = " — fixed: " if say.isascii() else " — 已修复："
    assert line == f"a.py:3:1: E501 line too long{label}x = 2"


def test_of_a_large_edit_no_single_line_is_the_fix() -> None:
    """The first of many tells little."""
    many = "\n".join(f"value_{n} = {n}" for n in range(9))
    (line,) = linted("app/web/a.py:3:1: E501 line too long", "", many)
    assert line == "a.py:3:1: E501 line too long — fixed"


def test_an_open_error_names_its_file_in_full() -> None:
    """Somebody has to go there."""
    s = SessionBuilder()
    s.user("Lint it.")
    s.edit("app/web/a.py", "x = 1", "x = 2")
    found = "Exit code 1\napp/web/a.py:3:1: E501 line too long"
    s.run("Bash", found, command="ruff check .", is_error=True)
    (line,) = errors(s)
    assert line == "OPEN: app/web/a.py:3:1: E501 line too long"


def test_of_many_errors_of_one_run_that_are_fixed_each_counts_less() -> None:
    """The first few tell what it was about."""
    s = SessionBuilder()
    s.user("Lint it.")
    rows = "\n".join(f"app/web/a.py:{n}:1: E50{n} trouble number {n}" for n in range(1, 4))
    s.run("Bash", f"Exit code 1\n{rows}", command="ruff check .", is_error=True)
    s.edit("app/web/a.py", "x = 1", "x = 2")
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    found = [c.value for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "error"]
    assert len(found) == 3
    assert found[0] > 1.5 * found[1] > 1.5 * found[2]


@pytest.mark.parametrize(
    ("user", "between", "ending"),
    [
        ("Lint it.", "", " — gone in a later run, nothing was changed for it"),
        ("Lint it.", "pip install ruff", " — fixed"),
        ("请检查。", "", " — 后来的运行未再出现，并未为此改动"),
        ("请检查。", "pip install ruff", " — 已修复"),
    ],
)
def test_an_error_that_nothing_was_done_about_is_not_called_fixed(
    user: str, between: str, ending: str
) -> None:
    """The check was run on too little, or at a bad time."""
    s = SessionBuilder()
    s.user(user)
    found = "Exit code 1\na.py:3:1: E501 line too long"
    s.run("Bash", found, command="ruff check a.py", is_error=True)
    if between:
        s.run("Bash", "Done.", command=between, is_error=False)
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    assert errors(s) == [f"a.py:3:1: E501 line too long{ending}"]


@pytest.mark.parametrize(
    ("say", "lead"),
    [
        ("These failures are unrelated to my change.", "Fail still, settled without a fix: "),
        ("这些失败都与本次改动无关。", "仍失败，已有结论，无需修复："),
    ],
)
def test_a_reason_that_many_tests_share_is_given_once(say: str, lead: str) -> None:
    """By the first of them; the others are a list of names."""
    s = SessionBuilder()
    s.user("Run the tests." if say.isascii() else "请运行测试。")
    lines = "\n".join(f"FAILED tests/test_a.py::test_{name} - OSError" for name in "xyz")
    s.run("Bash", f"Exit code 1\n{lines}\n3 failed in 0.1s", command="pytest", is_error=True)
    s.agent(say)
    tests = [c for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "test"]
    assert [(c.lead, c.text) for c in tests if c.lead] == [
        (lead, "tests/test_a.py::test_y"),
        (lead, "tests/test_a.py::test_z"),
    ]
    assert sum(say in c.text for c in tests) == 1


def unchecked(session: SessionBuilder) -> list[str]:
    """The notes below open troubles."""
    return texts_of(proposed(ErrorsCompressor(), session.messages), kind="note")


@pytest.mark.parametrize("asked", ["Start the server.", "请启动服务。"])
def test_an_open_error_says_what_was_changed_since(asked: str) -> None:
    """Nothing shows whether that mended it; a run that shows it again does."""
    s = SessionBuilder()
    s.user(asked)
    s.run("Bash", BROKEN, command="python serve.py", is_error=True)
    assert unchecked(s) == []
    s.edit("serve.py", "port = int(text)", "port = min(port, 65535)")
    (note,) = unchecked(s)
    assert note in (
        "Not checked since the later change of `serve.py`",
        "之后改了 `serve.py`，还没有再检查",
    )
    s.run("Bash", BROKEN, command="python serve.py", is_error=True)
    assert unchecked(s) == []


def test_a_failing_test_says_so_too() -> None:
    """With the file that was changed."""
    s = SessionBuilder()
    s.user("Fix it. 请修复。")
    failed = "FAILED tests/test_a.py::test_sum - assert 1 == 2\n1 failed in 0.1s"
    s.run("Bash", failed, command="pytest -q", is_error=True)
    s.edit("a.py", "return 1", "return 2")
    assert len(unchecked(s)) == 1


@pytest.mark.parametrize(("tool", "notes"), [("query_orders", 0), ("查询订单", 0), ("Bash", 1)])
def test_no_file_mends_what_a_service_refused(tool: str, notes: int) -> None:
    """Only of what a program showed it is told that files were changed since."""
    s = SessionBuilder()
    s.user("Count the orders of May. 统计五月的订单。")
    s.run(tool, BROKEN, command="python serve.py", is_error=True)
    s.edit("serve.py", "port = int(text)", "port = min(port, 65535)")
    assert texts_of(proposed(ErrorsCompressor(), s.messages), kind="error")
    assert len(unchecked(s)) == notes
