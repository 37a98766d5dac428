"""ERROR observations: by line shape, raised and closed."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import error_value, errors, ledger
from tests.builders import SessionBuilder
from uagent_memory.facts import ErrorValue, FactKind, Status


def bash(*runs: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    for command, output in runs:
        s.run("Bash", output, command=command)
    return s


def shown(s: SessionBuilder) -> list[ErrorValue]:
    values = [fact.value for fact in ledger(s).of(FactKind.ERROR)]
    return [value for value in values if isinstance(value, ErrorValue)]


TRACEBACK = """Traceback (most recent call last):
  File "/repo/run.py", line 12, in <module>
    main()
  File "/repo/shop/cart.py", line 44, in total
    return sum(prices[i] for i in items)
  File "/usr/lib/python3.11/json/decoder.py", line 9, in decode
    raise JSONDecodeError
KeyError: 'apple'
"""


@pytest.mark.parametrize(
    ("command", "line", "kind", "place"),
    [
        ("go build ./...", "cart/total.go:12:3: undefined: price", "", "cart/total.go"),
        (
            "cargo build",
            "error[E0433]: failed to resolve: use of undeclared crate\n --> src/main.rs:3:5",
            "E0433",
            "src/main.rs",
        ),
        ("npx tsc", "src/a.ts(3,4): error TS2304: Cannot find name 'x'.", "TS2304", "src/a.ts"),
        ("gcc -c a.c", "a.c:7:2: error: expected ';' before 'return'", "", "a.c"),
        ("mypy src", 'src/a.py:3: error: Name "x" is not defined  [name-defined]', "", "src/a.py"),
        ("ruff check", "src/a.py:3:1: F401 `os` imported but unused", "F401", "src/a.py"),
        (
            "golangci-lint run",
            "a/b.go:3:1: os.Chdir() could be replaced (usetesting)",
            "usetesting",
            "a/b.go",
        ),
        ("./run", "panic: runtime error: index out of range [3] with length 2", "panic", ""),
        ("npm install", 'npm ERR! Missing script: "buidl"', "", ""),
        ("git push", "fatal: The current branch x has no upstream branch.", "", ""),
        (
            "git merge main",
            "CONFLICT (content): Merge conflict in shop/cart.py",
            "CONFLICT (content)",
            "shop/cart.py",
        ),
        (
            "frobnicate",
            "bash: line 1: frobnicate: command not found",
            "command not found",
            "frobnicate",
        ),
        ("./run", "Error: cannot open database", "", ""),
        (
            "java -jar a.jar",
            'Exception in thread "main" java.lang.NullPointerException: no cart',
            "java.lang.NullPointerException",
            "",
        ),
        ("node a.js", "TypeError: cart.total is not a function", "TypeError", ""),
        ("curl -i http://localhost", "HTTP/1.1 502 Bad Gateway", "502", ""),
        ("./run", "错误：找不到配置文件", "错误", ""),
        ("./run", "数据库连接失败：超时", "失败", ""),
    ],
)
def test_shapes_of_error_lines(command: str, line: str, kind: str, place: str) -> None:
    """The exact line with its type and place, from the output of a failed run."""
    (value,) = shown(bash((command, f"Exit code 1\nworking\n{line}\n")))
    assert value.line == line.partition("\n")[0]
    assert value.type == kind
    assert value.place == place


def test_a_traceback_gives_its_exception_and_own_frame() -> None:
    """The place is the last frame in the project's code, not in a library."""
    (value,) = shown(bash(("python run.py", f"Exit code 1\n{TRACEBACK}")))
    assert (value.type, value.line) == ("KeyError", "KeyError: 'apple'")
    assert value.place.endswith("shop/cart.py")
    assert [quote.text for quote in value.context] == [
        'File "/repo/shop/cart.py", line 44, in total',
        "return sum(prices[i] for i in items)",
    ]


def test_a_chain_of_exceptions_is_one_error_with_its_cause() -> None:
    """The last exception stands, the first is its cause."""
    second = TRACEBACK.replace("KeyError: 'apple'", "shop.errors.CartError: no price")
    between = "During handling of the above exception, another exception occurred:"
    text = f"Exit code 1\n{TRACEBACK}\n{between}\n\n{second}"
    (value,) = shown(bash(("python run.py", text)))
    assert value.type == "shop.errors.CartError"
    assert value.cause is not None
    assert value.cause.text == "KeyError: 'apple'"


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("cat src/errors.py", "class AppError: pass\nError: not an error\nraise ValueError('x')"),
        ("grep -rn Error src", "src/a.py:3: error: in a comment"),
        ("ls", "error.log\nError: file"),
        ("git log --oneline", "1a2b3c4 fatal: fix\nerror: the fix"),
        ("pytest -v", "tests/test_error.py::test_error PASSED\n1 passed in 0.1s"),
        ("make lint", "0 errors, 0 warnings"),
        ("mypy src", "Success: no issues found in 3 source files"),
    ],
)
def test_the_word_error_is_no_error(command: str, output: str) -> None:
    """Listings, code that was read, names of tests and counts of nought."""
    assert errors(bash((command, output))) == {}


def test_a_run_that_passed_has_no_errors() -> None:
    """What a successful run prints is not an open error."""
    s = bash(("python run.py", f"<returncode>0</returncode>\n<output>\n{TRACEBACK}</output>"))
    assert errors(s) == {}


def test_numbers_and_addresses_do_not_make_another_error() -> None:
    """Line numbers, addresses and counts are volatile."""
    s = bash(
        ("go build ./...", "Exit code 1\na.go:12:3: undefined: x at 0xc000123"),
        ("go build ./...", "Exit code 1\na.go:19:7: undefined: x at 0xc000777"),
    )
    assert len(errors(s)) == 1


def test_a_passing_rerun_fixes_and_names_the_edit() -> None:
    """FIXED by the last edit of the error's own file before the run that passed."""
    s = bash(("go build ./...", "Exit code 1\ncart/total.go:12:3: undefined: price"))
    for path in ("cart/total.go", "cart/other.go"):
        s.run(
            "Edit",
            f"The file {path} has been updated.",
            file_path=path,
            old_string="x",
            new_string="y",
        )
    s.run("Bash", "ok  \tshop/cart\t0.1s", command="go test ./...")
    (key,) = errors(s)
    assert errors(s) == {key: Status.FIXED}
    value = error_value(s, key)
    assert value.fix is not None
    assert value.fix.text == "cart/total.go"
    assert value.fix.span.message_id == "m3"


def test_a_run_that_brings_the_same_about_closes_an_error() -> None:
    """Whatever plan it was called with."""
    s = bash(
        (
            "terraform apply one.plan",
            "Exit code 1\nError: AddressLimitExceeded: too many addresses",
        ),
        ("terraform apply two.plan | tail -3", "Apply complete! Resources: 23 added, 4 destroyed."),
    )
    assert set(errors(s).values()) == {Status.FIXED}


def test_a_failed_edit_is_no_fix() -> None:
    """Only successful edits between count."""
    s = bash(("pytest", "Exit code 1\nE   ValueError: bad\n1 failed in 0.1s"))
    s.run(
        "Edit",
        "String to replace not found in file.",
        file_path="a.py",
        old_string="x",
        new_string="y",
    )
    s.run("Bash", "1 passed in 0.1s", command="pytest")
    (value,) = shown(s)
    assert value.fix is None


def test_another_check_does_not_fix() -> None:
    """A passing linter says nothing of a failing test's exception."""
    s = bash(
        ("pytest", "Exit code 1\nE   ValueError: bad\n1 failed in 0.1s"),
        ("ruff check .", "All checks passed!"),
    )
    assert list(errors(s).values()) == [Status.OPEN]


def test_a_passing_run_of_the_same_script_closes() -> None:
    """A reproduction script that runs through at last leaves nothing open."""
    s = bash(
        ("python repro.py", f"<returncode>1</returncode>\n<output>\n{TRACEBACK}</output>"),
        (
            "cd /repo && python3 repro.py --twice",
            "<returncode>0</returncode>\n<output>\nok\n</output>",
        ),
    )
    assert list(errors(s).values()) == [Status.FIXED]


def test_a_deleted_script_takes_its_errors_along() -> None:
    """Nobody has to mend the errors of a script that is gone."""
    s = bash(
        ("python repro.py", f"<returncode>1</returncode>\n<output>\n{TRACEBACK}</output>"),
        ("rm repro.py", "<returncode>0</returncode>\n<output>\n</output>"),
    )
    assert list(errors(s).values()) == [Status.SUPERSEDED]


def test_a_commit_ends_a_conflict() -> None:
    """Conflicts are resolved when their files are added or committed."""
    s = bash(("git merge main", "Exit code 1\nCONFLICT (content): Merge conflict in a.py"))
    s.run("Bash", "", command="git add a.py", is_error=False)
    assert list(errors(s).values()) == [Status.FIXED]


def test_an_unchecked_repeat_stays_open() -> None:
    """A later run of unknown end closes nothing."""
    s = bash(("pytest", "Exit code 1\nE   ValueError: bad\n1 failed in 0.1s"))
    s.run("Bash", "collected 3 items", command="pytest | head -1")
    assert list(errors(s).values()) == [Status.OPEN]


def test_many_errors_are_bounded() -> None:
    """A flood of distinct errors gives the first ones only."""
    lines = "\n".join(
        f"src/file_{chr(97 + n % 26)}{'x' * (n // 26)}.go:1:1: undefined: y" for n in range(300)
    )
    assert 0 < len(errors(bash(("go build ./...", f"Exit code 1\n{lines}")))) <= 20


def test_what_tested_code_logs_is_no_trouble_of_its_own() -> None:
    """Where the failing test is named."""
    logged = "fatal: Could not read the remote.\nError: deadline exceeded\n错误：无法读取"
    failed = f"=== RUN   TestResume\n{logged}\n--- FAIL: TestResume (0.09s)\nFAIL\nFAIL\tshop\t1.2s"
    assert shown(bash(("go test ./...", failed))) == []
    assert len(shown(bash(("./serve", f"Exit code 1\n{logged}")))) == 3


def test_the_head_of_a_package_is_no_error() -> None:
    """The type checker prints it before the errors of the package."""
    printed = "cart/a.go:1: : # shop/cart [shop/cart.test]\ncart/a.go:7:2: undefined: price"
    (error,) = shown(bash(("golangci-lint run", printed)))
    assert "undefined: price" in error.line


@pytest.mark.parametrize(
    "line",
    ["error: could not apply 1a2b3c4... more tests", "错误：不能应用 1a2b3c4... 更多测试"],
)
def test_a_rebase_that_goes_through_ends_what_it_could_not_apply(line: str) -> None:
    """Once what stood in the way was settled."""
    s = bash(("git rebase main", f"Exit code 1\n{line}"))
    assert set(errors(s).values()) == {Status.OPEN}
    s.run("Bash", "Successfully rebased.", command="git rebase --continue", is_error=False)
    assert set(errors(s).values()) == {Status.FIXED}


@pytest.mark.parametrize(
    "line",
    [
        "ping: 主机.example: Temporary failure in name resolution",
        "ssh: connect to host build port 22: Connection refused",
        "git@example.org: Permission denied (publickey).",
        "ERROR 404: Not Found.",
        "Command timed out after 2m 0.0s",
    ],
)
def test_what_another_machine_refuses_is_an_error(line: str) -> None:
    """Also where nobody states a status."""
    assert [error.line for error in shown(bash(("./run", line)))] == [line]


@pytest.mark.parametrize("line", ["Error: connection refused", "错误：连接超时"])
def test_no_edit_mends_the_network(line: str) -> None:
    """It was back by itself."""
    s = bash(("./fetch", f"Exit code 1\n{line}"))
    s.edit("fetch.py", "a = 1", "a = 2")
    s.run("Bash", "ok", command="./fetch", is_error=False)
    (error,) = shown(s)
    assert error.fix is None
    assert set(errors(s).values()) == {Status.FIXED}


@pytest.mark.parametrize("own", [False, True])
def test_code_that_was_tried_once_leaves_no_error_open(*, own: bool) -> None:
    """Once files changed and a real run passed; what broke in a changed file stays open."""
    place = "src/rows.py" if own else "<string>"
    frame = f'Traceback (most recent call last):\n  File "{place}", line 1, in <module>'
    s = bash(('python -c "import rows; rows.add(1)"', f"{frame}\nTypeError: no such sum"))
    assert list(errors(s).values()) == [Status.OPEN]
    s.run("Bash", "3 passed in 0.1s", command="pytest -q tests/test_other.py")
    assert list(errors(s).values()) == [Status.OPEN]
    s.edit("src/rows.py", "a = 1", "a = 2")
    s.run("Bash", "3 passed in 0.1s", command="pytest -q tests/test_other.py")
    assert list(errors(s).values()) == [Status.OPEN if own else Status.SUPERSEDED]


@pytest.mark.parametrize("between", ["DEBUG: rows=(3, 4)", "调试: 共 3 行", "step one\nstep two"])
def test_what_is_printed_between_the_frames_is_no_exception(between: str) -> None:
    """Output and traceback of one run may be written into each other."""
    head, last = TRACEBACK.split("    return sum")
    printed = f"{head}{between}\n    return sum{last}"
    (error,) = shown(bash(("python run.py", printed)))
    assert error.line == "KeyError: 'apple'"
    assert error.place == "shop/cart.py"


def test_an_exception_of_any_name_ends_a_traceback_before_a_chain() -> None:
    first = TRACEBACK.replace("KeyError", "Overdrawn")
    handling = "During handling of the above exception, another exception occurred:"
    chained = f"{first}\n{handling}\n\n{TRACEBACK}"
    (error,) = shown(bash(("python run.py", chained)))
    assert error.line == "KeyError: 'apple'"
    assert error.cause is not None
    assert error.cause.text == "Overdrawn: 'apple'"
