"""Which files a shell session left changed: dry runs, temporary files, edits taken back."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed, errors, file_value, files, ledger
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.shell.script_writes import acts_of_code
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, Status

PATCH = """\
diff --git a/源/a.py b/源/a.py
--- a/源/a.py
+++ b/源/a.py
@@ -1 +1 @@
-重试 = 1
+重试 = 2
"""


def shell(*runs: str) -> SessionBuilder:
    s = SessionBuilder()
    for command in runs:
        s.run("bash", "<returncode>0</returncode>\n<output>\n</output>", command=command)
    return s


@pytest.mark.parametrize(
    "command",
    [
        f"patch -p1 --dry-run <<'EOF'\n{PATCH}EOF",
        f"git apply --check <<'EOF'\n{PATCH}EOF",
        f"git apply --stat <<'EOF'\n{PATCH}EOF",
        "git rm --dry-run src/a.py",
        "git rm -n src/a.py",
        "rsync --dry-run src/ dst/",
    ],
)
def test_a_dry_run_changes_nothing(command: str) -> None:
    """It says what would be done."""
    assert not {s for s in files(shell(command)).values() if s is not Status.READ}


@pytest.mark.parametrize(
    ("script", "added"),
    [
        ("sed -i '/^import os/a import sys' a.py", ["import sys"]),
        ("sed -i '12i\\    retries = 4' a.py", ["    retries = 4"]),
        ("sed -i '3a\\    超时 = 30' a.py", ["    超时 = 30"]),
        (
            "sed -i '5,7c\\def run(p):\\n    return load(p)' a.py",
            ["def run(p):", "    return load(p)"],
        ),
        ('sed -i "/def run/a \\\\        log(1)" a.py', ["        log(1)"]),
        ('sed -i "/def run/a \\    log(1)\\\\n    log(2)" a.py', ["    log(1)", "    log(2)"]),
        ("sed -i 's/one/two/; s/three/four/' a.py", ["two", "four"]),
        ("sed -i '/def f/s/重试/再试/' a.py", ["再试"]),
        ("sed -i '/DEBUG/d' a.py", []),
        ("sed -i 's/\\(a\\)b/\\1c/' a.py", []),
    ],
)
def test_what_sed_puts_in_is_shown(script: str, added: list[str]) -> None:
    """Lines appended, inserted and exchanged, and each of several substitutions."""
    value = file_value(shell(script), "a.py")
    assert [line.text for hunk in value.hunks for line in hunk.added] == added


@pytest.mark.parametrize(
    "back",
    [
        ("sed -i 's/重试 = 1/重试 = 2/' a.py", "sed -i 's/重试 = 2/重试 = 1/' a.py"),
        ("sed -i '/def run/a \\    print(\"DEBUG\")' a.py", "sed -i '/DEBUG/d' a.py"),
        ("cat a.py", "cp a.py a.py.bak", "sed -i 's/x/y/' a.py", "mv a.py.bak a.py"),
        ("sed -i.bak 's/x/y/' a.py", "mv a.py.bak a.py"),
    ],
)
def test_what_a_later_command_takes_back_is_reverted(back: tuple[str, ...]) -> None:
    """By sed, by the words of a line put in, and by the copy."""
    found = files(shell(*back))
    assert found["a.py"] is Status.REVERTED
    assert found.get("a.py.bak", Status.DELETED) is Status.DELETED


@pytest.mark.parametrize(
    "partly",
    [
        ("sed -i 's/k = 1/k = 2/' a.py", "sed -i 's/k = 2/k = 3/' a.py"),
        ("sed -i '2a\\log(1)' a.py", "sed -i 's/x/y/' a.py", "sed -i '/log/d' a.py"),
        ("sed -i '2a\\log(1)\\nrun()' a.py", "sed -i '/log/d' a.py"),
        ("sed -i '2a\\log(1)\\nx = \"\\d\"' a.py", "sed -i '/log/d' a.py"),
        ("sed -i 's/k/log\\n\\d/' a.py", "sed -i 's/log/k/' a.py"),
        ("sed -i '/log/d' a.py",),
    ],
)
def test_what_is_taken_back_in_part_stays_changed(partly: tuple[str, ...]) -> None:
    """Something remains of it."""
    assert files(shell(*partly))["a.py"] is Status.MODIFIED


def test_a_temporary_file_over_its_original_is_a_change_of_it() -> None:
    """Not a file of a new name; the temporary one is gone."""
    session = shell("cat > src/a.py.new <<'EOF'\nLIMIT = 5\nEOF\nmv src/a.py.new src/a.py")
    assert files(session) == {"src/a.py": Status.MODIFIED, "src/a.py.new": Status.DELETED}
    (hunk,) = file_value(session, "src/a.py").hunks
    assert [line.text for line in hunk.added] == ["LIMIT = 5"]
    found = files(shell("cat a.json", "jq . a.json > b.json", "mv b.json a.json"))
    assert found == {"a.json": Status.MODIFIED, "b.json": Status.DELETED}
    found = files(shell("cp a.py a.py.bak", "sed -i 's/x/y/' a.py", "rm a.py", "mv a.py.bak b.py"))
    assert found["b.py"] is Status.MODIFIED


def test_the_copy_that_sed_keeps_is_no_file_of_the_session() -> None:
    """Nobody named it before it went."""
    assert files(shell("sed -i.bak 's/x/y/' a.py", "rm a.py.bak")) == {"a.py": Status.MODIFIED}


def test_a_patch_from_a_file_of_the_session() -> None:
    """Applied later, checked only, and the other way round."""
    write = f"cat > fix.patch <<'EOF'\n{PATCH}EOF"
    assert files(shell(write, "git apply fix.patch"))["源/a.py"] is Status.MODIFIED
    assert files(shell(write, "patch -p1 < fix.patch"))["源/a.py"] is Status.MODIFIED
    assert "源/a.py" not in files(shell(write, "git apply --check fix.patch"))
    back = shell(write, "git apply fix.patch", "git apply -R fix.patch")
    assert files(back)["源/a.py"] is Status.REVERTED
    found = ledger(shell(write, "git apply fix.patch")).of(FactKind.FILE)
    (fact,) = (fact for fact in found if fact.key == "源/a.py")
    assert len({span.message_id for span in fact.sources}) == 2


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("s = open('a.py').read()\nopen('a.py', 'w').write(s)", [("a.py", True)]),
        (
            "p = 'a.py'\nwith open(p) as f: s = f.read()\nwith open(p, 'w') as f: pass",
            [("a.py", True)],
        ),
        ("import pathlib; p = pathlib.Path('a.py'); p.write_text(p.read_text())", [("a.py", True)]),
        ("open('a.py', 'w').write('x')\nprint(open('a.py').read())", [("a.py", False)]),
        (
            "import os\nos.chdir('out')\nopen('a.py', 'w')\nopen('/srv/b.py', 'w')",
            [("/srv/b.py", False)],
        ),
        ("open('a.py', 'w')\nos.chdir('out')", [("a.py", False)]),
    ],
)
def test_what_a_script_changes_and_where(code: str, found: list[tuple[str, bool]]) -> None:
    """A file that it reads first was there; a folder that it has left is no longer known."""
    acts = acts_of_code(code)
    changes = [(code[slice(*act.files[0])], act.change is Change.MODIFIED) for act in acts]
    assert changes == found


@pytest.mark.parametrize(
    ("command", "output", "status"),
    [
        (
            "sudo nginx -t",
            "nginx: the configuration file a.conf syntax is ok\nnginx: a.conf test is successful",
            "passed",
        ),
        (
            "nginx -t",
            'nginx: [emerg] unknown "站点"\nnginx: configuration file a.conf test failed',
            "failed",
        ),
        ("apachectl configtest", "Syntax OK", "passed"),
        ("php -l src/a.php", "No syntax errors detected in src/a.php", "passed"),
    ],
)
def test_a_configuration_check_ends_as_it_says(command: str, output: str, status: str) -> None:
    """Its own name before a line is no complaint where the line says that all is well."""
    s = SessionBuilder()
    s.user("Check the site. 检查站点。")
    s.run("Bash", output, command=command)
    (fact,) = analysed(s).of(FactKind.COMMAND)
    assert fact.status.value == status
    assert isinstance(fact.value, CommandValue)
    assert fact.value.checks


def test_without_its_flag_such_a_program_checks_nothing() -> None:
    """`nginx` starts the server."""
    s = SessionBuilder()
    s.user("Start the site. 启动站点。")
    s.run("Bash", "", command="nginx -s reload")
    (fact,) = analysed(s).of(FactKind.COMMAND)
    assert isinstance(fact.value, CommandValue)
    assert not fact.value.checks


@pytest.mark.parametrize("said", ["Error: upgrade failed", "错误：升级失败"])
def test_another_subcommand_mends_nothing(said: str) -> None:
    """`helm -n shop history` tells nothing of a rollback that failed."""
    s = SessionBuilder()
    s.run("Bash", said, command="helm -n shop rollback api 85", is_error=True)
    s.run("Bash", "86 superseded\n87 failed", command="helm -n shop history api", is_error=False)
    assert list(errors(s).values()) == [Status.OPEN]
    s.run("Bash", "Rollback was a success", command="helm -n shop rollback api 85", is_error=False)
    assert list(errors(s).values()) == [Status.FIXED]


@pytest.mark.parametrize("name", ["HEADERS", "表头"])
def test_an_error_was_mended_before_the_run_that_fails_otherwise(name: str) -> None:
    """And not by the edit that mended what was wrong next."""
    s = SessionBuilder()
    run = "python scripts/report.py"
    frame = 'File "scripts/report.py", line 3, in <module>'
    heading = "Traceback (most recent call last)"
    missing = f"{heading}:\n  {frame}\nNameError: name '{name}' is not defined"
    other = missing.replace("NameError", "TypeError").replace("is not defined", "is no list")
    s.run("Bash", missing, command=run, is_error=True)
    s.edit("scripts/report.py", "import csv", f"{name} = []")
    s.run("Bash", other, command=run, is_error=True)
    s.edit("scripts/rows.py", "rows", "list(rows)")
    s.run("Bash", "done", command=run, is_error=False)
    fixes = [
        fact.value.fix
        for fact in ledger(s).of(FactKind.ERROR)
        if isinstance(fact.value, ErrorValue)
    ]
    assert [fix and fix.text for fix in fixes] == ["scripts/report.py", "scripts/rows.py"]
