"""Which lines an edit by place took out or put in, as far as the log has shown the file."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.analyzer.observations.exchanges import files, ledger
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.files.known_lines import Exchanged, KnownLines
from uagent_memory.facts import FactKind, FileValue, Status
from uagent_memory.ledger import Fact

FILE = "import os\nlimit = 2\nrate = 5  # 速率\nburst = 7\nmode = 'fast'\n"
LOOK = ("cat src/a.py", FILE)
NUMBERED = "".join(f"{n:6}\t{line}\n" for n, line in enumerate(FILE.splitlines(), 1))
NUMBERED_FROM_2 = "".join(f"{n:6}\t{line}\n" for n, line in enumerate(FILE.splitlines()[1:], 1))
RESULT = "<returncode>0</returncode>\n<output>\n{}</output>"


def session(*runs: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    for command, printed in runs:
        s.run("bash", printed, command=command, is_error=False)
    return s


def fact(s: SessionBuilder, key: str = "src/a.py") -> Fact:
    (found,) = [fact for fact in ledger(s).of(FactKind.FILE) if fact.key == key]
    return found


def last_lines(s: SessionBuilder, key: str = "src/a.py") -> tuple[list[str], list[str]]:
    """What the newest change of a file took out and put in."""
    value = fact(s, key).acts[-1].value
    assert isinstance(value, FileValue)
    removed = [line.text.strip() for hunk in value.hunks for line in hunk.removed]
    return removed, [line.text.strip() for hunk in value.hunks for line in hunk.added]


@pytest.mark.parametrize(
    "look",
    [
        LOOK,
        ("nl -ba src/a.py", NUMBERED),
        ("cat -n src/a.py", NUMBERED),
        ("head -n 4 src/a.py", "\n".join(FILE.splitlines()[:4])),
        ("sed -n '2,4p' src/a.py", "\n".join(FILE.splitlines()[1:4])),
        ("nl -ba src/a.py | sed -n '2,4p'", "\n".join(NUMBERED.splitlines()[1:4])),
        ("head -n 9 src/a.py | tail -n 20", FILE),
        ("cat src/a.py | sed -n '2,4p'", "\n".join(FILE.splitlines()[1:4])),
        ("sed -n '2,9p' src/a.py | cat -n", NUMBERED_FROM_2),
        ("nl -b a src/a.py | grep limit -A 3", "\n".join(NUMBERED.splitlines()[1:])),
        ("tail -n +2 src/a.py", "\n".join(FILE.splitlines()[1:])),
        ("cat src/a.py", RESULT.format(FILE)),
    ],
)
@pytest.mark.parametrize(
    ("script", "removed", "added"),
    [
        ("2,3d", ["limit = 2", "rate = 5  # 速率"], []),
        ("3d", ["rate = 5  # 速率"], []),
        ("2,+1d", ["limit = 2", "rate = 5  # 速率"], []),
        ("/rate/d", ["rate = 5  # 速率"], []),
        ("2c limit = 30", ["limit = 2"], ["limit = 30"]),
        ("2a most = 9", [], ["most = 9"]),
        ("2amost = 9", [], ["most = 9"]),
        ("3i most = 9", [], ["most = 9"]),
        ("2d;4d", ["limit = 2", "burst = 7"], []),
    ],
)
def test_a_line_is_known_by_where_it_was_printed(
    look: tuple[str, str], script: str, removed: list[str], added: list[str]
) -> None:
    assert last_lines(session(look, (f"sed -i '{script}' src/a.py", ""))) == (removed, added)


def test_the_numbers_of_several_scripts_are_those_of_the_file_before() -> None:
    s = session(LOOK, ("sed -i -e '2d' -e '4d' -e '5s/fast/slow/' src/a.py", ""))
    assert last_lines(s) == (["limit = 2", "burst = 7", "fast"], ["slow"])


END_OF_FILE = "\n".join(FILE.splitlines()[3:])


@pytest.mark.parametrize(
    "look",
    [
        ("nl src/a.py", "     1\timport os\n       \n     2\tlimit = 2\n     3\trate = 5\n"),
        ("nl src/a.py | head -n 2", "     1\timport os\n       \n     2\tlimit = 2\n"),
        ("head -n 90 src/a.py | tail -n 2", END_OF_FILE),
        ("head -n -1 src/a.py | tail -n 2", END_OF_FILE),
        ("cat src/a.py | head -n 90 | tail -n 2", END_OF_FILE),
        ("nl -ba src/a.py | sed -n '2,4p' | grep -n limit", "1:     2\tlimit = 2"),
        ("nl -ba src/a.py | cut -c 1-12", "     1\timpor\n     2\tlimit\n"),
        ("sed -n '2,4p' src/a.py | grep -no 'limit'", "1:limit"),
        ("head -c 30 src/a.py", FILE[:30]),
    ],
)
@pytest.mark.parametrize("number", [1, 2, 4, 5, 89, 90])
def test_a_line_whose_number_is_not_certain_is_not_told(look: tuple[str, str], number: int) -> None:
    s = session(look, (f"sed -i '{number}d' src/a.py", ""))
    assert last_lines(s) == ([], [])


@pytest.mark.parametrize(
    ("look", "gone"),
    [
        ("nl src/a.py", ["limit = 2"]),
        ("head -n 90 src/a.py | tail -n 2", ["limit = 2"]),
    ],
)
def test_a_line_without_a_number_is_known_by_its_words(look: str, gone: list[str]) -> None:
    s = session((look, "    30\tlimit = 2\n    31\trate = 5"), ("sed -i '/limit/d' src/a.py", ""))
    assert [line.rpartition("\t")[2] for line in last_lines(s)[0]] == gone


@pytest.mark.parametrize(
    "before",
    [LOOK, ("sed -n '4,5p' src/a.py", END_OF_FILE), ("grep -n mode src/a.py", "5:mode = 'fast'")],
)
def test_a_file_that_is_known_to_be_long_enough_has_its_last_lines_placed(
    before: tuple[str, str],
) -> None:
    look = ("head -n 4 src/a.py | tail -n 3", "\n".join(FILE.splitlines()[1:4]))
    s = session(before, look, ("sed -i '2d' src/a.py", ""))
    assert last_lines(s) == (["limit = 2"], [])


@pytest.mark.parametrize(
    ("scripts", "removed", "added", "third"),
    [
        ("'3d;2,4d'", ["rate = 5  # 速率", "limit = 2", "burst = 7"], [], None),
        ("-e '1d' -e '4,9d'", ["import os", "burst = 7", "mode = 'fast'"], [], None),
        ("'2d;2a most = 9'", ["limit = 2"], [], "burst = 7"),
        ("'2a most = 9\n4d'", ["burst = 7"], ["most = 9"], "most = 9"),
        ("-e '2a 一 = 1' -e '2a 二 = 2'", [], ["一 = 1", "二 = 2"], "一 = 1"),
        ("-e '2i 一 = 1' -e '2c 二 = 2'", ["limit = 2"], ["一 = 1", "二 = 2"], "二 = 2"),
        (
            "-e '2,3c 一 = 1' -e '3a 二 = 2'",
            ["limit = 2", "rate = 5  # 速率"],
            ["一 = 1"],
            "burst = 7",
        ),
        ("-e '3d' -e '2,3c 一 = 1'", ["rate = 5  # 速率", "limit = 2"], [], "mode = 'fast'"),
        ("-e '2a debug = 1' -e '/debug/d'", [], ["debug = 1"], "debug = 1"),
        ("'2d;2,+1d'", ["limit = 2"], [], None),
        ("'9a most = 9'", [], [], "rate = 5  # 速率"),
        ("'4,$d'", ["burst = 7", "mode = 'fast'"], [], "rate = 5  # 速率"),
        ("'$a most = 9'", [], ["most = 9"], "rate = 5  # 速率"),
        ("'2s/2/2\\nmost = 9/'", ["2"], ["most = 9"], None),
    ],
)
def test_commands_of_one_pass_meet_the_lines_as_they_were(
    scripts: str, removed: list[str], added: list[str], third: str | None
) -> None:
    """What one takes out no later one meets, nor what another puts in."""
    s = session(LOOK, (f"sed -i {scripts} src/a.py", ""))
    gone, put = last_lines(s)
    assert (gone, put[-len(added) :] if added else put) == (removed, added)
    s.run("bash", "", command="sed -i '3d' src/a.py", is_error=False)
    assert last_lines(s)[0] == ([third] if third else [])


@pytest.mark.parametrize(
    "run", ["{}\n{}", "{} && {}", "cat > fix.sh <<'EOF'\n{}\n{}\nEOF\nbash fix.sh"]
)
def test_of_several_passes_each_counts_the_lines_that_the_last_one_left(run: str) -> None:
    """Also those of a script that is run."""
    once = "sed -i '2d' src/a.py"
    s = session(LOOK, (run.format(once, once), ""))
    assert last_lines(s) == (["rate = 5  # 速率"], [])


def test_an_edit_moves_the_lines_below_it() -> None:
    s = session(LOOK, ("sed -i '1d' src/a.py", ""), ("sed -i '2d' src/a.py", ""))
    assert last_lines(s) == (["rate = 5  # 速率"], [])
    s = session(LOOK, ("sed -i '1i # 注\\n# two' src/a.py", ""), ("sed -i '4d' src/a.py", ""))
    assert last_lines(s) == (["limit = 2"], [])


@pytest.mark.parametrize(
    ("first", "second"),
    [("2a debug = True", "3d"), ("2a debug = True", "/debug/d"), ("/rate/i debug = 1", "/debug/d")],
)
def test_a_line_put_in_and_taken_out_again_leaves_no_change(first: str, second: str) -> None:
    s = session(LOOK, (f"sed -i '{first}' src/a.py", ""), (f"sed -i '{second}' src/a.py", ""))
    assert files(s)["src/a.py"] is Status.REVERTED


def test_a_line_moved_to_another_place_is_a_change() -> None:
    s = session(LOOK, ("sed -i '2d' src/a.py", ""), ("sed -i '4i limit = 2' src/a.py", ""))
    assert files(s)["src/a.py"] is Status.MODIFIED


@pytest.mark.parametrize(
    "change",
    [
        "python3 fix.py src/a.py > src/a.py",
        "sed -i 's/\\(a\\)/\\1b/' src/a.py",
        "patch -p1 < other.diff && touch x && echo y > src/a.py",
    ],
)
def test_after_a_change_that_tells_no_line_no_number_is_certain(change: str) -> None:
    s = session(LOOK, (change, ""), ("sed -i '2d' src/a.py", ""))
    assert last_lines(s) == ([], [])


def test_what_an_unseen_change_may_have_put_in_is_not_told_as_taken_out() -> None:
    """The file was printed only after it."""
    script = "python3 - <<'EOF'\np='src/a.py'\nopen(p, 'w').write(made(open(p).read()))\nEOF"
    s = session((script, ""), LOOK, ("sed -i '2d' src/a.py", ""))
    assert last_lines(s) == ([], [])


def test_a_file_put_in_whole_is_told_by_its_lines() -> None:
    made = "cat > part.txt <<'EOF'\nfirst = 1\nsecond = 2\nEOF"
    s = session(LOOK, (made, ""), ("sed -i '2,3d' src/a.py && sed -i '1r part.txt' src/a.py", ""))
    assert last_lines(s) == ([], ["first = 1", "second = 2"])
    s.run("bash", "", command="sed -i '3d' src/a.py", is_error=False)
    assert last_lines(s) == (["second = 2"], [])


@pytest.mark.parametrize("more", ["cat >> src/a.py <<'EOF'\n{}\nEOF", "echo '{}' >> src/a.py"])
def test_what_is_appended_stands_behind_the_lines_before(more: str) -> None:
    s = session(LOOK, (more.format("most = 9"), ""), ("sed -i '2d;6d' src/a.py", ""))
    assert last_lines(s) == (["limit = 2", "most = 9"], [])
    s = session((more.format("most = 9"), ""), ("sed -i '1d' src/a.py", ""))
    assert last_lines(s) == ([], [])


def test_many_exchanges_of_one_file_are_put_together_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not its lines copied at each."""
    put_together: list[int] = []
    exchanging = KnownLines.exchanging

    def counted(known: KnownLines, exchanges: Sequence[Exchanged]) -> KnownLines:
        put_together.append(len(exchanges))
        return exchanging(known, exchanges)

    monkeypatch.setattr(KnownLines, "exchanging", counted)
    s = session(LOOK)
    for number in range(2, 40):
        s.edit("src/a.py", f"limit = {number}", f"limit = {number + 1}")
    s.run("bash", "", command="sed -i '/limit = 40/d' src/a.py", is_error=False)
    assert last_lines(s) == (["limit = 40"], [])
    assert put_together == [38]


def test_the_lines_of_a_copy_are_those_of_its_origin() -> None:
    s = session(LOOK, ("cp src/a.py src/b.py", ""), ("sed -i '2d' src/b.py", ""))
    assert last_lines(s, "src/b.py") == (["limit = 2"], [])


@pytest.mark.parametrize("kept", ["cat src/a.py", "sed -n '1,5p' src/a.py"])
def test_a_file_written_anew_tells_what_it_had_not(kept: str) -> None:
    """Also where it was printed and not written before."""
    new = FILE.replace("limit = 2", "limit = 30")
    s = session((kept, FILE), (f"cat > src/a.py <<'EOF'\n{new}EOF", ""))
    assert last_lines(s)[1] == ["limit = 30"]


def test_a_file_written_anew_has_nothing_of_earlier_edits() -> None:
    """Also where the edits told no whole lines, so that nobody knows all that it had. 整体重写。"""
    s = SessionBuilder()
    s.edit("src/a.py", "limit", "swept = 0\n# 清理\nlimit")
    s.run("write_file", "wrote 10 bytes", path="src/a.py", content="limit = 3\n")
    gone = last_lines(s)[0]
    assert "swept = 0" in gone
    assert "# 清理" in gone
    assert "limit" not in gone


def test_a_cut_output_is_not_the_whole_file() -> None:
    cut = f"<output_head>\n{FILE}\n</output_head>\n900 characters elided\n"
    new = FILE.replace("limit = 2", "limit = 30")
    s = session(("cat src/a.py", cut), (f"cat > src/a.py <<'EOF'\n{new}EOF", ""))
    assert last_lines(s) == ([], ["limit = 30"])


def test_what_a_copy_brings_back_counts_again() -> None:
    """Set aside by hand, to see whether a test failed before."""
    s = session(
        LOOK,
        ("sed -i '2c limit = 30' src/a.py", ""),
        ("cp src/a.py src/a.py.bak\ngit checkout src/a.py", "Updated 1 path from the index"),
        ("mv src/a.py.bak src/a.py", ""),
    )
    found = fact(s)
    assert found.status is Status.MODIFIED
    told = [seen.value for seen in found.standing if isinstance(seen.value, FileValue)]
    assert [h.added[0].text for v in told for h in v.hunks] == ["limit = 30"]


@pytest.mark.parametrize(
    "script",
    [
        "s/\\(\\(a*\\)*\\)*b/c/",
        "/[[:space:]]*x/d",
        "/a.*b.*c.*d.*e/d",
        "$!N;P;D",
        "2{h;d};$G",
        "/[/d",
        "99999999,2d",
    ],
)
def test_a_script_that_is_not_understood_tells_no_lines(script: str) -> None:
    s = session(LOOK, (f"sed -i '{script}' src/a.py", ""))
    assert last_lines(s)[0] == []


def typed(command: str, printed: str) -> tuple[str, str]:
    return command, f"[File: src/a.py (4 lines total)]\n{printed}\n(Open file: src/a.py)"


def test_an_editor_that_is_told_lines_takes_out_what_it_showed_there() -> None:
    """`edit 2:3` puts other lines in the place of these."""
    before = "1:import os\n2:    limit = load()\n3:    rate = 速率\n4:    print(limit)"
    after = "1:import os\n2:    limit = load_all()\n3:    rate = 速率\n4:    print(limit)"
    s = SessionBuilder()
    for command, printed in (
        typed("open src/a.py", before),
        typed("edit 2:3\n    limit = load_all()\n    rate = 速率\nend_of_edit", after),
        typed("edit 2:2\n    limit = 5\nend_of_edit", after.replace("load_all()", "5")),
    ):
        s.run(command.split()[0], printed, command=command)
    values = [seen.value for seen in fact(s).acts if isinstance(seen.value, FileValue)]
    told = [
        ([x.text for x in hunk.removed], [x.text for x in hunk.added])
        for value in values
        for hunk in value.hunks
    ]
    assert told == [
        (["limit = load()"], ["limit = load_all()"]),
        (["limit = load_all()"], ["limit = 5"]),
    ]
