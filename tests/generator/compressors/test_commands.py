"""Commands as ledger lines."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.commands import command_line, undecorated
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.errors import ErrorsCompressor
from uagent_memory.messages import Message, Span


def line_of(messages: tuple[Message, ...]) -> tuple[str, tuple[Span, ...]]:
    view = view_of(messages)
    (fact,) = view.analysis.ledger.of(FactKind.COMMAND)
    return command_line(view, fact)


def ran(command: str, output: str, *, is_error: bool | None = None) -> tuple[Message, ...]:
    s = SessionBuilder()
    s.user("Run it. 请运行。")
    s.run("Bash", output, command=command, is_error=is_error)
    return s.messages


def test_a_command_whose_errors_are_mended_is_settled_though_not_run_again() -> None:
    """Another check has passed what it failed by; one that failed by nothing known stays."""
    s = SessionBuilder()
    s.user("Mend it.")
    error = "lamp.go:7:3: undefined: wick"
    s.run("Bash", f"# quay/lamp\n{error}", command="go vet ./...", is_error=True)
    s.edit("lamp.go", "wick", "oil")
    s.run("Bash", "ok  \tquay/lamp\t0.01s", command="go test ./...", is_error=False)
    told = texts_of(proposed(ErrorsCompressor(), s.messages), kind="command")
    assert told == [f"`go vet ./...` failed, settled since → {error}"]
    bare = SessionBuilder()
    bare.user("Mend it.")
    bare.run("Bash", "Exit code 3", command="go vet ./...", is_error=True)
    bare.run("Bash", "ok  \tquay/lamp\t0.01s", command="go test ./...", is_error=False)
    told = texts_of(proposed(ErrorsCompressor(), bare.messages), kind="command")
    assert told == ["`go vet ./...` failed"]


def test_a_failed_run_says_its_status_and_its_verdict() -> None:
    """The exit status is named where the result states it, and that place is cited."""
    printed = "Exit code 2\nsrc/a.py:3: error: bad type\nFound 1 error in 1 file"
    messages = ran("mypy src", printed, is_error=True)
    text, sources = line_of(messages)
    assert text.startswith("`mypy src` failed, exit 2 → ")
    assert "Found 1 error in 1 file" in text
    assert "bad type" not in text, "the open error says it"
    assert any(messages[2].quote(s) == "Exit code 2" for s in sources if s.message_id == "m3")


def test_a_chinese_statement_of_the_status_counts() -> None:
    """The status stands in the result in Chinese."""
    messages = ran("pytest", "退出码: 1\n3 failed in 0.2s", is_error=True)
    text, _ = line_of(messages)
    assert text.startswith("`pytest` failed")


def test_an_unstated_status_is_not_invented() -> None:
    """Without a number in the result there is none in the line."""
    text, _ = line_of(ran("mypy src", "src/a.py:3: error: bad type", is_error=True))
    assert "exit" not in text
    assert "`mypy src` failed" in text


def test_a_passed_check_says_so() -> None:
    """A test run that passed, with its figures."""
    text, _ = line_of(ran("pytest -q", "8 passed in 0.40s"))
    assert text == "`pytest -q` passed → 8 passed in 0.40s"


def test_a_long_command_is_cut_at_a_blank_and_marked() -> None:
    """Whole words of the first line only."""
    text, _ = line_of(ran("pytest " + "tests/test_one.py " * 40, "1 passed in 0.1s"))
    shown = text.partition("`")[2].partition("`")[0]
    assert len(shown) <= 300
    assert shown.endswith("tests/test_one.py")
    assert "` [...]" in text


def test_what_a_wider_run_mended_did_not_pass_itself() -> None:
    """The narrower command failed; the figures are the wider one's."""
    s = SessionBuilder()
    s.user("Fix it. 请修复。")
    s.run("Bash", "1 failed in 0.1s", command="pytest tests/test_a.py -q", is_error=True)
    s.run("Bash", "20 passed in 0.9s", command="pytest tests -q", is_error=False)
    texts = texts_of(proposed(CurrentWorkCompressor(), s.messages))
    narrow = [text for text in texts if "tests/test_a.py" in text]
    assert all("曾失败，后来通过" in text or "ailed, passes since" in text for text in narrow)
    assert any("`pytest tests -q`" in text and "20 passed" in text for text in texts)


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        (
            "git commit -m \"$(cat <<'EOF'\nKeep the first row\n\nMore.\nEOF\n)\"",
            "Keep the first row",
        ),
        ('git commit -m "保留第一行" \\\n  -m "更多"', "保留第一行"),
    ],
)
def test_a_commit_is_told_by_its_subject(command: str, subject: str) -> None:
    """Once: where its output says it, that is enough."""
    s = SessionBuilder()
    s.user("Commit it.")
    call = s.call("Bash", command=command)
    s.agent("", call)
    (line,) = (c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "command")
    assert line.text.endswith(f"`{subject}`")
    s.result(call, f"[main 1a2b3c4] {subject}\n 1 file changed")
    (line,) = (c for c in proposed(CurrentWorkCompressor(), s.messages) if c.kind == "command")
    assert line.text.count(subject) == 1


def test_a_passed_check_gives_its_count_without_the_rules_around_it() -> None:
    """The rules are no part of what it says."""
    text, _ = line_of(ran("pytest", "===== 4 passed, 1 warning in 2.34s =====", is_error=False))
    assert text == "`pytest` passed → 4 passed, 1 warning in 2.34s"


@pytest.mark.parametrize("printed", ["[lint] Finished in 1.45s", "PASS", "检查通过"])
def test_that_it_passed_is_said_once(printed: str) -> None:
    """What it printed says no more."""
    text, _ = line_of(ran("golangci-lint run", printed, is_error=False))
    assert text == "`golangci-lint run` passed"


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("==== 3 passed in 0.1s ====", "3 passed in 0.1s"),
        ("--- ok", "ok"),
        ("-5 行 rows", "-5 行 rows"),
        ("__init__ 通过", "__init__ 通过"),
        ("=====", "====="),
    ],
)
def test_only_rules_around_a_printed_line_are_left_out(printed: str, told: str) -> None:
    """A sign or a name that begins with one is no rule."""
    assert undecorated(printed) == told


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("Ran 42 tests in 0.350s\n\nOK (skipped=1)", " → Ran 42 tests in 0.350s | OK (skipped=1)"),
        ("Ran 42 tests in 0.350s\n\nOK", " → Ran 42 tests in 0.350s"),
        ("42 passed, 1 skipped in 0.35s", " → 42 passed, 1 skipped in 0.35s"),
    ],
)
def test_a_passed_run_says_how_many_tests_ran(printed: str, told: str) -> None:
    """Beside a line that counts nothing stands the one that does."""
    program = "pytest" if "passed" in printed else "python -m unittest"
    text, _ = line_of(ran(program, printed))
    assert text == f"`{program}` passed{told}"


@pytest.mark.parametrize(
    ("ask", "label"),
    [("Merge it.", "failed, settled since"), ("请合并。", "曾失败，后已解决")],
)
@pytest.mark.parametrize(
    ("chain", "printed"),
    [
        ("git fetch origin && git merge origin/main", "CONFLICT (content): Merge conflict in a.py"),
        ("git fetch origin && git rebase origin/main", "error: could not apply 1a2b3c4... Limit"),
    ],
)
def test_a_merge_that_failed_is_not_its_fetch(
    ask: str, label: str, chain: str, printed: str
) -> None:
    """What ended it is another command, whose output is not the merge's."""
    s = SessionBuilder()
    s.user(ask)
    said = f"Exit code 1\n * branch main -> FETCH_HEAD\n{printed}"
    s.run("Bash", said, command=chain, is_error=True)
    s.edit("a.py", "x", "limit = 1")
    done = "[main 1a2b3c4] Take both\n 1 file changed"
    s.run("Bash", done, command="git add a.py && git commit -m both")
    view = view_of(s.messages)
    lines = {f.key: command_line(view, f)[0] for f in view.analysis.ledger.of(FactKind.COMMAND)}
    fetch, merge = chain.split(" && ")
    assert lines[fetch] == f"`{fetch}`"
    assert lines[merge].startswith(f"`{merge}` {label} → {printed}")


def test_a_fetch_that_failed_is_no_merge() -> None:
    """Nothing after it ran."""
    s = SessionBuilder()
    s.user("Merge it.")
    said = "Exit code 128\nfatal: unable to access the remote"
    s.run("Bash", said, command="git fetch origin && git merge origin/main", is_error=True)
    view = view_of(s.messages)
    (fact,) = view.analysis.ledger.of(FactKind.COMMAND)
    assert command_line(view, fact)[0].startswith("`git fetch origin` failed")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("exitcode: 0 (execution succeeded)\nCode output: 42 lamps were lit", "42 lamps were lit"),
        ("<returncode>0</returncode>\n<output>\n已点亮 42 盏灯\n</output>", "已点亮 42 盏灯"),
        ("<returncode>0</returncode>\n<output>\n</output>", ""),
    ],
)
def test_a_run_that_mends_a_failed_one_tells_what_it_printed(answer: str, told: str) -> None:
    """Not the line in which the harness gives its status."""
    s = SessionBuilder()
    s.user("Light the lamps.")
    s.run("Bash", "<returncode>1</returncode>\nNameError: lamps", command="node light.js x")
    s.run("Bash", answer, command="node light.js y")
    view = view_of(s.messages)
    (text, *_) = (
        command_line(view, fact)[0]
        for fact in view.analysis.ledger.of(FactKind.COMMAND)
        if fact.key.endswith("x")
    )
    assert text == "`node light.js x` failed, passes since" + (f" → {told}" if told else "")


@pytest.mark.parametrize("subject", ["Keep the first row", "保留第一行"])
def test_a_commit_says_how_much_it_changed(subject: str) -> None:
    """Git prints it below the subject."""
    printed = f"[main 1a2b3c4] {subject}\n 2 files changed, 7 insertions(+)"
    text, _ = line_of(ran(f'git commit -m "{subject}"', printed, is_error=False))
    assert text.endswith(f"[main 1a2b3c4] {subject} | 2 files changed, 7 insertions(+)")


@pytest.mark.parametrize(
    ("refusal", "mark"),
    [
        ("The user doesn't want to proceed with this tool use. STOP and wait.", "(refused)"),
        ("用户拒绝了此次工具调用。请等待用户的指示。", "(refused)"),
    ],
)
def test_a_command_that_was_not_let_run_says_so(refusal: str, mark: str) -> None:
    """It has no outcome of its own."""
    text, _ = line_of(ran("make integration", refusal, is_error=True))
    assert text == f"`make integration` {mark}"


@pytest.mark.parametrize(
    ("command", "printed", "told"),
    [
        ("mise run test", "[test] $ go test -race ./...\nok  \ta/b\t0.1s", "go test -race ./..."),
        ("npm run test", "\n> shop@1.0.0 test\n> jest --ci --silent\n\n通过", "jest --ci --silent"),
        ("mise run test", "ok  \ta/b\t0.1s", ""),
        ("go test ./...", "$ go vet ./...\nok  \ta/b\t0.1s", ""),
    ],
)
def test_what_a_task_runner_ran_is_told(command: str, printed: str, told: str) -> None:
    """Where the check passed and says no more; other programs print what they like."""
    text, spans = line_of(ran(command, printed, is_error=False))
    assert text == f"`{command}` passed" + (f" → {told}" if told else "")
    assert len(spans) == 1 + bool(told)
