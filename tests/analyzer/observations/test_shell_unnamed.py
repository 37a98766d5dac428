"""Files that a shell script names through variables, functions, patterns and other scripts."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import file_value, files
from tests.builders import SessionBuilder
from uagent_memory.facts import Status

OK = "<returncode>0</returncode>\n<output>\n{}</output>"
FAILED = "<returncode>1</returncode>\n<output>\n{}</output>"
CHANGED = (Status.CREATED, Status.MODIFIED, Status.DELETED, Status.RENAMED)


def shell(*runs: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    for command, output in runs:
        s.run("bash", output, command=command)
    return s


def changed(*runs: tuple[str, str]) -> dict[str, Status]:
    """The changed files of a session by key."""
    return {key: status for key, status in files(shell(*runs)).items() if status in CHANGED}


def after_writing(name: str, text: str, *runs: tuple[str, str]) -> dict[str, Status]:
    """The same where a tool has written a script before; without the script."""
    s = SessionBuilder()
    s.run("Write", "File created successfully", file_path=name, content=text)
    for command, output in runs:
        s.run("bash", output, command=command)
    return {k: v for k, v in files(s).items() if v in CHANGED and k != name}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ('D=src\nsed -i s/a/b/ "$D/a.py"', {"src/a.py": Status.MODIFIED}),
        ('export C="conf/x.toml"; touch "$C"', {"conf/x.toml": Status.CREATED}),
        (
            'FILES="a.py b.py"; for f in $FILES; do touch $f; done',
            {"a.py": Status.CREATED, "b.py": Status.CREATED},
        ),
        ('fix() { sed -i s/a/b/ "$1"; }\nfix src/a.py', {"src/a.py": Status.MODIFIED}),
        (
            "function 修() {\n  touch $1\n}\n修 甲.txt && 修 乙.txt",
            {"甲.txt": Status.CREATED, "乙.txt": Status.CREATED},
        ),
        ("clean() { rm src/a.py; }\ntouch b.py", {"b.py": Status.CREATED}),
        ("pushd conf; touch a; popd; touch b", {"conf/a": Status.CREATED, "b": Status.CREATED}),
        ("{ echo a; echo b; } > out.txt", {"out.txt": Status.CREATED}),
        ("for f in $(ls); do sed -i s/a/b/ $f; done", {}),
        ("sed -i s/a/b/ src/*.py", {"src/*.py": Status.MODIFIED}),
        ("cp a.py{,.bak}", {}),
        ("case $1 in\n go) rm a.py ;;\n *) rm b.py ;;\nesac", {}),
        ("gawk -i inplace '{print}' a.md", {"a.md": Status.MODIFIED}),
        ("awk -F= '{print}' a.md", {}),
        ("truncate -s 0 a.log", {"a.log": Status.MODIFIED}),
        ("dd if=/dev/zero of=a.bin count=1", {"a.bin": Status.CREATED}),
        ("rsync -a a.py b.py", {"b.py": Status.CREATED}),
        ("rsync -an a.py b.py", {}),
        ("rsync -a a.py host:b.py", {}),
        ("vim -es -c '%s/a/b/' -c wq a.md", {"a.md": Status.MODIFIED}),
        ("vim -es -c '%s/a/b/' -c 'q!' a.md", {}),
        ("ed -s a.py <<'EOF'\n,s/a/b/\nw\nq\nEOF", {"a.py": Status.MODIFIED}),
    ],
)
def test_names_that_the_shell_makes_up(command: str, expected: dict[str, Status]) -> None:
    """Variables, functions, groups and editors; nothing where the name is not certain."""
    assert changed((command, OK.format(""))) == expected


def test_a_made_up_name_is_shown_as_the_log_spells_it() -> None:
    """Where a listing has it in full; else as the script has it."""
    command = "for f in a b; do sed -i s/x/y/ src/$f.py; done"
    known = shell(("ls src/*.py", OK.format("src/a.py\nsrc/b.py\n")), (command, OK.format("")))
    assert file_value(known, "src/a.py").path == "src/a.py"
    assert files(known)["src/b.py"] is Status.MODIFIED
    assert changed((command, OK.format(""))) == {"src/$f.py": Status.MODIFIED}


@pytest.mark.parametrize("run", ["bash fix.sh", "sh ./fix.sh", "./fix.sh", "set -x; bash fix.sh"])
def test_a_script_that_was_written_and_run(run: str) -> None:
    """Its commands count as the run's; before it is run they are nothing."""
    text = "#!/bin/sh\ncd src\nsed -i 's/a/b/' \"$F\" a.py\nrm old.py\n"
    found = {"src/a.py": Status.MODIFIED, "src/old.py": Status.DELETED}
    assert after_writing("fix.sh", text, (run, OK.format(""))) == found
    assert after_writing("fix.sh", text, ("cat fix.sh", OK.format(""))) == {}


def test_the_words_that_a_script_is_given() -> None:
    """`$1` is what stands in the call."""
    text = 'sed -i "s/$2/$3/" "$1"\n'
    run = ("bash sub.sh conf/app.toml 80 81", OK.format(""))
    assert after_writing("sub.sh", text, run) == {"conf/app.toml": Status.MODIFIED}


def test_a_script_that_fails_has_done_what_came_before() -> None:
    """With `set -e` nothing after a command that may have failed is claimed."""
    text = "set -e\nsed -i s/a/b/ a.py\nfalse\nrm b.py\necho done\n"
    assert after_writing("go.sh", text, ("sh go.sh", FAILED.format(""))) == {
        "a.py": Status.MODIFIED
    }


def test_a_script_whose_command_complained_did_not_change_that_file() -> None:
    """The script's own end says nothing of it."""
    text = "sed -i s/a/b/ gone.py\ntouch made.txt\n"
    complaint = "sed: can't read gone.py: No such file or directory\n"
    found = after_writing("go.sh", text, ("sh go.sh", OK.format(complaint)))
    assert found == {"made.txt": Status.CREATED}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os\nos.remove('a.md')\n", {"a.md": Status.DELETED}),
        ("import os\nif x:\n    os.remove('a.md')\n", {}),
        ("import shutil\nshutil.copy('a.py', 'b.py')\n", {"b.py": Status.CREATED}),
        (
            "import shutil\nshutil.move('a.py', 'b.py')\n",
            {"a.py": Status.RENAMED, "b.py": Status.MODIFIED},
        ),
        (
            "for n in ['a.py', '乙.py']:\n    p = Path(n)\n    p.write_text(p.read_text())\n",
            {"a.py": Status.MODIFIED, "乙.py": Status.MODIFIED},
        ),
        ("p = Path('src') / 'a.py'\np.write_text('')\n", {}),
        ("import os\nos.chdir('x')\nos.remove('a.md')\n", {}),
    ],
)
def test_what_a_python_script_does(code: str, expected: dict[str, Status]) -> None:
    """Moves, copies and deletions of literal paths, and loops over a list of them."""
    assert after_writing("fix.py", code, ("python3 fix.py", OK.format(""))) == expected
    assert after_writing("fix.py", code, ("python3 fix.py", FAILED.format("Traceback\n"))) == {}


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        ("test -f x && rm a.py || touch b.py", "", {}),
        ("test -f x && rm a.py && echo removed || echo kept", "kept\n", {}),
        (
            "grep -q x f && sed -i s/a/b/ a.py || echo 没有",
            "",
            {"a.py": Status.MODIFIED},
        ),
        (
            "if grep -q x f; then sed -i s/a/b/ a.py; echo changed; else rm b.py; echo gone; fi",
            "changed\n",
            {"a.py": Status.MODIFIED},
        ),
    ],
)
def test_the_branch_that_an_output_shows(
    command: str, output: str, expected: dict[str, Status]
) -> None:
    """What a script prints of its own tells which of its commands ran."""
    assert changed((command, OK.format(output))) == expected


@pytest.mark.parametrize(
    ("first", "command"),
    [
        (("grep -rl OLD src", "src/a.py\n"), "grep -rl OLD src | xargs sed -i s/OLD/NEW/"),
        (("ls", "src\n"), "find src -name 'a.*' -print -exec sed -i s/a/b/ {} \\;"),
        (("ls", "src\n"), "for f in $(ls src); do sed -i s/a/b/ $f; done; git status --short"),
        (("ls", "src\n"), "find src -name '*.py' | xargs sed -i s/a/b/; git diff --stat"),
    ],
)
def test_files_that_only_an_answer_names(first: tuple[str, str], command: str) -> None:
    """The same search before, what `find` prints, what git names afterwards."""
    printed = {"find": "src/a.py\n", "for ": " M src/a.py\n", "grep": ""}[command[:4]]
    printed = " src/a.py | 2 +-\n" if "--stat" in command else printed
    found = changed((first[0], OK.format(first[1])), (command, OK.format(printed)))
    assert found == {"src/a.py": Status.MODIFIED}


def test_git_names_nothing_that_no_command_can_have_changed() -> None:
    """A file that was changed before the session is not its own."""
    runs = ("sed -i s/a/b/ src/*.py", ""), ("git status --short", " M docs/a.md\n M src/b.py\n")
    found = changed(*((command, OK.format(text)) for command, text in runs))
    assert "docs/a.md" not in found
    assert found["src/b.py"] is Status.MODIFIED


def test_a_redirection_of_a_failed_command_has_made_its_file() -> None:
    """The shell opens it before the command runs."""
    run = ("make all > build.log", FAILED.format("make: *** [all] Error 2\n"))
    assert changed(run) == {"build.log": Status.CREATED}
    refused = FAILED.format("bash: out/build.log: No such file or directory\n")
    assert changed(("make all > out/build.log", refused)) == {}


def test_an_own_commit_that_is_reverted() -> None:
    """`git revert HEAD` takes back what the last own commit brought."""
    s = shell(
        ("sed -i s/a/b/ a.py && git commit -qam 'change'", OK.format("")),
        ("git revert --no-edit HEAD", OK.format("")),
    )
    assert files(s)["a.py"] is Status.REVERTED


@pytest.mark.parametrize(
    "command",
    [
        "f() { f; f; }; f",
        "f() { " * 400,
        'A="x y"\n' + "\n".join(f'A="$A $A"; touch $A$A{n}' for n in range(40)),
        "touch " + "{a,b}" * 40,
        "git stash drop stash@{99999999999999999999}",
        "bash -c 'bash -c \"bash",
    ],
)
def test_scripts_that_grow_without_end(command: str) -> None:
    """What calls itself or doubles its words is read up to a bound."""
    found = files(shell((command, OK.format(""))))
    assert len(found) <= 400
    assert all(len(key) <= 1000 for key in found)


def test_scripts_that_run_each_other() -> None:
    """A circle of scripts ends."""
    s = SessionBuilder()
    for name, text in (("a.sh", "touch one; bash b.sh"), ("b.sh", "touch two; bash a.sh")):
        s.run("Write", "File created successfully", file_path=name, content=text)
    s.run("bash", OK.format(""), command="bash a.sh")
    assert files(s)["one"] is Status.CREATED
    assert files(s)["two"] is Status.CREATED
