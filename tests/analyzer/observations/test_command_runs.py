"""COMMAND observations: keys, status, verdicts, and the fold of re-runs."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import command_value, commands, errors, ledger
from tests.builders import SessionBuilder
from uagent_memory.facts import CommandValue, FactKind, Status


def bash(*runs: tuple[str, str], is_error: bool | None = None) -> SessionBuilder:
    s = SessionBuilder()
    for command, output in runs:
        s.run("Bash", output, command=command, is_error=is_error)
    return s


@pytest.mark.parametrize(
    ("output", "status", "exit_status"),
    [
        ("Exit code 2\nboom", Status.FAILED, 2),
        ("<returncode>0</returncode>\n<output>\nfine\n</output>", Status.PASSED, 0),
        ("<returncode>3</returncode>\n<output>\n</output>", Status.FAILED, 3),
        ("exitcode: 0 (execution succeeded)\nCode output: 4", Status.PASSED, 0),
        ("exit code: 1\nnope", Status.FAILED, 1),
        ("退出码：1\n出错了", Status.FAILED, 1),
        ("fine\n[The command completed with exit code 0.]", Status.PASSED, 0),
        ('{"output":"fine","metadata":{"exit_code":7}}', Status.FAILED, 7),
        ("fine", Status.UNKNOWN, None),
    ],
)
def test_exit_statuses_as_harnesses_state_them(
    output: str, status: Status, exit_status: int | None
) -> None:
    """A stated status counts; where nobody states one it stays unknown."""
    s = bash(("./deploy.sh", output))
    assert commands(s) == {"deploy.sh": status}
    assert command_value(s, "deploy.sh").exit_status == exit_status


def test_the_provider_mark_is_a_status() -> None:
    """`is_error` tells failure without a number, and success."""
    s = SessionBuilder()
    s.run("Bash", "oops", command="./a.sh", is_error=True)
    s.run("Bash", "fine", command="./b.sh", is_error=False)
    assert commands(s) == {"a.sh": Status.FAILED, "b.sh": Status.PASSED}
    assert command_value(s, "a.sh").exit_status is None
    assert command_value(s, "b.sh").exit_status == 0


def test_reruns_fold_into_one_fact() -> None:
    """Pipes, verbosity and time limits do not make another check."""
    s = bash(
        ("timeout 60 pytest -x tests/ 2>&1 | tail -5", "1 failed, 2 passed in 0.3s"),
        ("python -m pytest -v tests/", "3 passed in 0.2s"),
    )
    assert commands(s) == {"pytest tests/": Status.PASSED}


def test_an_unknown_status_is_no_success_of_a_check() -> None:
    """A check that nobody says has passed has not, however quiet it is."""
    assert commands(bash(("go build ./...", ""))) == {"go build ./...": Status.UNKNOWN}


def test_a_status_behind_a_pipe_is_not_the_checks() -> None:
    """The status of `pytest | tail` is tail's."""
    s = bash(("pytest | tail -2", "<returncode>0</returncode>\n<output>\nsome text\n</output>"))
    assert commands(s) == {"pytest": Status.UNKNOWN}
    assert command_value(s, "pytest").exit_status is None
    s = bash(
        ("pytest | tail -2", "<returncode>0</returncode>\n<output>\n2 failed in 1.2s\n</output>")
    )
    assert commands(s) == {"pytest": Status.FAILED}


def test_a_harness_that_marks_failures_means_success_by_silence() -> None:
    """After a marked failure, an unmarked and empty answer of a check is a success."""
    s = SessionBuilder()
    s.run("Bash", "Exit code 1\na.go:3:2: undefined: x", command="go build ./...", is_error=True)
    s.run("Bash", "", command="go build ./...")
    assert commands(s) == {"go build ./...": Status.PASSED}


@pytest.mark.parametrize(
    ("command", "line", "status"),
    [
        ("pytest", "=== 2 failed, 3 passed, 1 warning in 0.52s ===", Status.FAILED),
        ("pytest", "12 passed in 1.03s", Status.PASSED),
        ("python -m unittest", "FAILED (failures=1, errors=2)", Status.FAILED),
        ("python manage.py test", "OK (skipped=2)", Status.PASSED),
        ("go test ./...", "ok  \tshop.dev/cart\t0.31s", Status.PASSED),
        ("go test ./...", "FAIL\tshop.dev/cart\t0.31s", Status.FAILED),
        ("cargo test", "test result: ok. 5 passed; 0 failed; 0 ignored", Status.PASSED),
        (
            "cargo build",
            "error: could not compile `cart` (bin) due to 1 previous error",
            Status.FAILED,
        ),
        ("npm test", "Tests:       1 failed, 4 passed, 5 total", Status.FAILED),
        ("npx vitest run", "      Tests  7 passed (7)", Status.PASSED),
        ("npx mocha", "  3 failing", Status.FAILED),
        ("mvn test", "[INFO] BUILD SUCCESS", Status.PASSED),
        ("mvn test", "Tests run: 8, Failures: 1, Errors: 0, Skipped: 0", Status.FAILED),
        ("./gradlew build", "BUILD FAILED in 3s", Status.FAILED),
        ("golangci-lint run", "0 issues.", Status.PASSED),
        ("golangci-lint run", "2 issues:", Status.FAILED),
        ("ruff check .", "All checks passed!", Status.PASSED),
        ("ruff check .", "Found 3 errors.", Status.FAILED),
        ("mypy src", "Success: no issues found in 12 source files", Status.PASSED),
        ("mypy src", "Found 1 error in 1 file (checked 12 source files)", Status.FAILED),
        ("npx tsc", "src/a.ts(3,4): error TS2304: Cannot find name 'x'.", Status.FAILED),
        ("npx eslint .", "✖ 2 problems (1 error, 1 warning)", Status.FAILED),
        ("make", "make: *** [Makefile:3: all] Error 1", Status.FAILED),
        ("make test", "9 passed in 0.10s", Status.PASSED),
        ("npm run lint", "✖ 1 problem (1 error, 0 warnings)", Status.FAILED),
        ("make check", "全部测试通过", Status.PASSED),
        ("make check", "构建失败", Status.FAILED),
        ("git commit -m x", "[main 1a2b3c4] x", Status.PASSED),
        ("git push", " ! [rejected]  main -> main (fetch first)", Status.FAILED),
    ],
)
def test_verdict_lines_of_many_tools(command: str, line: str, status: Status) -> None:
    """A check's own summary line decides, and is the first line shown."""
    (fact,) = ledger(bash((command, f"noise\n{line}\n"))).of(FactKind.COMMAND)
    assert fact.status is status
    assert isinstance(fact.value, CommandValue)
    assert fact.value.verdict[0].text == line


@pytest.mark.parametrize(
    ("command", "output", "shown"),
    [
        ("go test ./...", "ok  \tshop/cart\t0.4s\nok  \tshop/pay\t(cached)\n", []),
        ("go test ./cart", "ok  \tshop/cart\t0.4s\n", ["ok  \tshop/cart\t0.4s"]),
        ("cargo test", "test result: ok. 4 passed\ntest result: ok. 0 passed\n", []),
        (
            "go test ./...",
            "ok  \tshop/cart\t0.4s\nFAIL\tshop/pay\t0.1s\n",
            ["FAIL\tshop/pay\t0.1s", "ok  \tshop/cart\t0.4s"],
        ),
    ],
)
def test_one_of_many_parts_does_not_tell_of_a_run_that_passed(
    command: str, output: str, shown: list[str]
) -> None:
    """A package's line says nothing of the others; where one failed it is named."""
    (fact,) = ledger(bash((command, output))).of(FactKind.COMMAND)
    assert isinstance(fact.value, CommandValue)
    assert [line.text for line in fact.value.verdict] == shown


def test_the_failing_link_of_a_chain() -> None:
    """Of `lint && test` the one whose lines tell of failure failed; the rest did not run."""
    s = bash(
        (
            "ruff check . && mypy src && pytest",
            "Exit code 1\nAll checks passed!\nFound 2 errors in 1 file (checked 3 source files)",
        )
    )
    assert commands(s) == {"ruff check .": Status.PASSED, "mypy src": Status.FAILED}


def test_steps_that_only_prepare_are_no_facts() -> None:
    """`cd`, `echo`, `export` and `sleep` stand behind the command they serve."""
    s = bash(("cd web && export CI=1 && sleep 1 && npm run build; echo done", "done"))
    assert list(commands(s)) == ["cd web && npm run build"]


def test_a_printed_status_counts() -> None:
    """`cmd; echo "exit: $?"` tells the status of cmd."""
    s = bash(
        (
            './check.sh; echo "exit: $?"',
            "<returncode>0</returncode>\n<output>\nbad\nexit: 4\n</output>",
        )
    )
    assert commands(s)["check.sh"] is Status.FAILED


def test_a_search_without_a_match_has_not_failed() -> None:
    """Status 1 of grep and diff is an answer."""
    s = bash(("grep -rn zzz src", "<returncode>1</returncode>\n<output>\n</output>"))
    assert commands(s) == {"grep -rn zzz src": Status.UNKNOWN}
    assert command_value(s, "grep -rn zzz src").exit_status == 1


@pytest.mark.parametrize(
    "answer", ["The user doesn't want to proceed with this tool use.", "权限被拒绝"]
)
def test_refused_commands(answer: str) -> None:
    """A refusal is not a run."""
    assert commands(bash(("git push", answer), is_error=True)) == {"git push": Status.UNCHANGED}


def test_a_failed_check_is_closed_by_a_wider_one() -> None:
    """All tests passing later settles the run of one test that failed."""
    s = bash(
        ("pytest tests/test_a.py -k one", "1 failed in 0.1s"),
        ("pytest", "9 passed in 0.4s"),
    )
    assert set(commands(s).values()) == {Status.PASSED}


def test_a_narrower_run_settles_nothing_else() -> None:
    """One passing file says nothing of another."""
    s = bash(
        ("pytest tests/test_a.py", "1 failed in 0.1s"),
        ("pytest tests/test_b.py", "1 passed in 0.4s"),
    )
    assert commands(s)["pytest tests/test_a.py"] is Status.FAILED


def test_command_text_stands_at_its_span() -> None:
    """What a fact shows as the command is quoted from the call."""
    s = bash(
        ("cd api && go test ./... 2>&1 | tail -3", "ok  \tx/api\t0.1s"),
        ("python - <<'EOF'\nprint(1)\nEOF", "1"),
        ("git commit -m \"$(cat <<'EOF'\nfix: it's done (really)\nEOF\n)\"", "[main 1a2b3c4] fix"),
    )
    by_id = {message.id: message for message in s.messages}
    texts = []
    for fact in ledger(s).of(FactKind.COMMAND):
        assert isinstance(fact.value, CommandValue)
        assert by_id[fact.last.span.message_id].quote(fact.last.span) == fact.value.command
        texts.append(fact.value.command)
    assert texts[0] == "go test ./..."
    assert texts[1] == "python - <<'EOF'\nprint(1)\nEOF"[:-4] or texts[1].startswith(
        "python - <<'EOF'"
    )


def test_words_as_a_list_are_a_command() -> None:
    """`["bash", "-lc", script]` and plain words are both read."""
    s = SessionBuilder()
    s.run("shell", '{"output":"","metadata":{"exit_code":0}}', command=["bash", "-lc", "pytest -q"])
    s.run("shell", '{"output":"","metadata":{"exit_code":0}}', command=["git", "status"])
    s.run("shell", '{"output":"","metadata":{"exit_code":0}}', command=["zsh", "-lc", "make", "-j"])
    assert commands(s) == {
        "pytest": Status.PASSED,
        "git status": Status.PASSED,
        "make": Status.PASSED,
    }


def test_background_output_is_the_answer_after_all() -> None:
    """A command that goes on in the background is judged by its later output."""
    s = SessionBuilder()
    s.run(
        "Bash",
        "Command running in background with ID: b12",
        command="pytest",
        run_in_background=True,
    )
    assert commands(s) == {"pytest": Status.UNKNOWN}
    s.run(
        "TaskOutput",
        "<status>failed</status>\n<exit_code>1</exit_code>\n<output>\n1 failed in 2.0s\n</output>",
        task_id="b12",
    )
    assert commands(s) == {"pytest": Status.FAILED}


TRACE = (
    "-----------------------------------\n"
    "TypeError                 Traceback (most recent call last)\n"
    "Cell In[9], line 2\n----> 2 late = {name}[{name}.at >= start]\n\n"
    "TypeError: Invalid comparison between dtype=datetime64[ns, UTC] and Timestamp"
)


@pytest.mark.parametrize("name", ["invoices", "发票"])
def test_an_error_of_a_notebooks_cell_is_closed_by_one_about_the_same(name: str) -> None:
    s = SessionBuilder()
    s.run("run_cell", TRACE.format(name=name), code=f"{name} = read('{name}.parquet')\nlate = 1")
    s.run("run_cell", "12 rows", code="other = read('accounts.csv')")
    assert list(errors(s).values()) == [Status.OPEN]
    s.run("run_cell", "7 rows", code=f"{name} = read('{name}.parquet', utc=True)")
    assert list(errors(s).values()) == [Status.FIXED]


@pytest.mark.parametrize("said", ["3 passed in 0.58s", "3 passed, 1 warning in 0.61s 通过"])
def test_a_notebook_hands_commands_to_the_shell(said: str) -> None:
    s = SessionBuilder()
    s.run("run_cell", said, code="!pytest -q tests/test_metrics.py")
    assert "pytest tests/test_metrics.py" in commands(s)


@pytest.mark.parametrize(
    ("command", "said", "status"),
    [
        ("./gradlew :app:testDebugUnitTest", "BUILD SUCCESSFUL in 48s", Status.PASSED),
        ("./gradlew connectedCheck", "BUILD FAILED in 21s 构建失败", Status.FAILED),
    ],
)
def test_a_task_is_known_by_the_words_of_its_name(command: str, said: str, status: Status) -> None:
    (fact,) = ledger(bash((command, said))).of(FactKind.COMMAND)
    assert fact.status is status
    assert isinstance(fact.value, CommandValue)
    assert fact.value.checks


def test_what_a_table_says_of_its_columns_is_no_outcome() -> None:
    """The last row of a printed series is."""
    s = SessionBuilder()
    s.run("run_cell", "paid    351022\nback     41877\nName: count, dtype: int64", code="x.count()")
    (verdict,) = command_value(s, next(iter(commands(s)))).verdict[:1]
    assert verdict.text.startswith("back")


def test_a_runner_names_its_task_before_each_line() -> None:
    """The reason stands behind the name, in lines of errors too; "0 issues" is no failure."""
    lines = ("a.go:7:2: err is unused (unused)", "2 issues:", "ERROR task failed")
    failed = "\n".join(f"[lint:go] {line}" for line in lines)
    s = bash(("mise run lint", failed))
    assert commands(s) == {"mise run lint": Status.FAILED}
    told = [line.text for line in command_value(s, "mise run lint").verdict]
    assert told[0] == "2 issues:"
    assert len(errors(s)) == 1
    assert commands(bash(("mise run lint", "[lint:go] 0 issues."))) == {
        "mise run lint": Status.PASSED
    }


def test_the_failure_of_a_later_step_is_not_an_earlier_ones() -> None:
    """`fmt && lint`: the linter's failure says nothing of the formatter."""
    s = bash(("mise run fmt && mise run lint", "[lint:go] 2 issues:\n[lint:go] ERROR task failed"))
    assert commands(s)["mise run lint"] is Status.FAILED
    assert command_value(s, "mise run fmt").verdict == ()


@pytest.mark.parametrize(
    "line", ["FAIL: the second row is lost", "FAILED. Got 3", "失败：少了一行"]
)
def test_a_script_that_prints_its_failure_has_not_passed(line: str) -> None:
    """Exit status 0 or not: its first lines looked clean, one after them does not."""
    output = f"<returncode>0</returncode>\n<output>\ncase 1: ok\n{line}\ndone\n</output>"
    s = bash(("python test_rows.py", output))
    assert commands(s) == {"python test_rows.py": Status.FAILED}
    assert [told.text for told in command_value(s, "python test_rows.py").verdict] == [line]


def test_a_word_of_failure_within_a_line_is_no_verdict() -> None:
    """A passed script may talk of failures."""
    output = (
        "<returncode>0</returncode>\n<output>\nhandles FAIL: codes\nFAILED logins: 0\n</output>"
    )
    s = bash(("python test_rows.py", output))
    assert commands(s) == {"python test_rows.py": Status.PASSED}


def test_of_two_joined_the_second_speaks_only_if_the_first_passed() -> None:
    """The linter's lines look like a compiler's, and the task runner's own line is its own."""
    printed = (
        "Exit code 1\n[lint:go] ERROR task failed\n\n"
        "[lint:go] store/keys.go:64:1: Default returns interface (ireturn)\n"
    )
    s = bash(("go build ./... && mise run lint", printed), is_error=True)
    assert commands(s) == {"go build ./...": Status.PASSED, "mise run lint": Status.FAILED}
    s = bash(("go build ./... && mise run lint", printed.split("] ", 2)[2]), is_error=True)
    assert commands(s)["go build ./..."] is not Status.PASSED


@pytest.mark.parametrize("name", ["run_shell", "bash-exec", "remote.terminal"])
def test_a_tool_whose_name_says_shell_runs_its_command(name: str) -> None:
    """Whatever else the name holds, and whichever argument holds the command."""
    s = SessionBuilder()
    s.run(name, "1 passed in 0.1s", cmd="pytest -q tests  # 测试", host="box")
    assert list(commands(s).values()) == [Status.PASSED]


@pytest.mark.parametrize(
    ("ending", "status"),
    [("(exit 1)", Status.FAILED), ("[exit 1]", Status.FAILED), ("(exit: 0)", Status.PASSED)],
)
def test_an_exit_status_in_brackets_at_the_end(ending: str, status: Status) -> None:
    """It ends the answer; a line of the output that looks like it does not count."""
    s = SessionBuilder()
    s.run("bash", f"(exit 7)\n完成 ready\n{ending}", command="make deploy")
    assert list(commands(s).values()) == [status]


@pytest.mark.parametrize("longer", ["--timeout=300s", "--timeout 300s"])
def test_a_longer_wait_is_the_same_command(longer: str) -> None:
    """What timed out and then went well is no open trouble. 超时后重试成功。"""
    s = SessionBuilder()
    wait = "kubectl rollout status deploy/api"
    s.run("bash", "error: timed out waiting for the condition", command=f"{wait} --timeout=180s")
    s.run("bash", 'deployment "api" successfully rolled out', command=f"{wait} {longer}")
    assert len(commands(s)) == 1
    assert set(errors(s).values()) <= {Status.FIXED}


def test_what_a_check_printed_is_told_of_no_other_program_of_the_call() -> None:
    """Of several commands in a call, neither takes the check's lines; a listing takes none."""
    s = SessionBuilder()
    s.run("bash", "1 passed in 0.1s\n56.0 MB/s 速度", command="pytest -q tests; node bench.js")
    s.run("bash", "2 passed in 0.1s\n M a.py", command="pytest -q tests; git status --short")
    told = {
        value.program: [line.text for line in value.verdict]
        for value in (command_value(s, key) for key in commands(s))
    }
    assert told["node"][:1] == ["56.0 MB/s 速度"]
    assert told["pytest"] == ["2 passed in 0.1s"]
    assert told["git status"] == []
