"""A folder or a file that is moved again and again: where it is in the end, and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.ledger import Ledger
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

TIMES = 40


def session(commands: Sequence[str], ask: str = "Tidy up. 请整理。") -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    for command in commands:
        printed = "limit = 2\n" if command.startswith("cat ") else ""
        s.run("bash", printed, command=command, is_error=False)
    return s


def ledger_of(commands: Sequence[str]) -> Ledger:
    return view_of(session(commands).messages).analysis.ledger


def statuses(commands: Sequence[str]) -> dict[str, Status]:
    return {fact.key: fact.status for fact in ledger_of(commands).of(FactKind.FILE)}


def onward(times: int, *, doing: str = "echo 'x = {n}' > d{n}/表{n}.py") -> list[str]:
    """A file is written, then its folder gets another name; and so on."""
    steps = ((doing.format(n=n), f"mv d{n} d{n + 1}") for n in range(times))
    return [command for step in steps for command in step]


def to_and_fro(times: int) -> list[str]:
    names = [("src", "old")[n % 2] for n in range(times + 1)]
    steps = ((f"echo 'x = {n}' > {names[n]}/f{n}.py", n) for n in range(times))
    return [command for write, n in steps for command in (write, f"mv {names[n]} {names[n + 1]}")]


def in_place(commands: Sequence[str]) -> set[str]:
    """Names of files that are somewhere at the end."""
    away = (Status.RENAMED, Status.DELETED)
    return {key for key, status in statuses(commands).items() if status not in away}


def test_every_file_is_where_the_last_move_took_it() -> None:
    there = in_place(onward(TIMES))
    assert {f"d{TIMES}/表{n}.py" for n in range(TIMES)} <= there
    assert not any(key.startswith(f"d{TIMES - 1}/") for key in there)


@pytest.mark.parametrize("times", [TIMES, TIMES + 1])
def test_what_is_moved_to_and_fro_is_in_one_of_the_two(times: int) -> None:
    folder = ("src", "old")[times % 2]
    there = {key for key in in_place(to_and_fro(times)) if key.endswith(".py")}
    assert there == {f"{folder}/f{n}.py" for n in range(times)}


@pytest.mark.parametrize("make", [onward, to_and_fro])
def test_what_is_told_grows_with_the_log(make: Callable[[int], list[str]]) -> None:
    """And not with its square."""
    few, many = (len(ledger_of(make(times)).observations) for times in (TIMES, 4 * TIMES))
    assert many < 5 * few


def test_a_few_moves_are_told_one_by_one() -> None:
    """Each name that a file had is known as long as there are few."""
    found = statuses(onward(3))
    assert found["d1/表0.py"] is Status.RENAMED
    assert found["d3/表0.py"] is Status.MODIFIED


def test_an_edit_in_the_middle_is_one_of_the_name_of_that_time() -> None:
    """What was left untold until then is told first."""
    edit = f"sed -i 's/x/y/' d{TIMES}/表3.py"
    onwards = [f"mv d{n} d{n + 1}" for n in range(TIMES, TIMES + 5)]
    commands = [*onward(TIMES), edit, *onwards]
    found = statuses(commands)
    assert found[f"d{TIMES}/表3.py"] is Status.RENAMED
    assert found[f"d{TIMES + 5}/表3.py"] is Status.MODIFIED
    told = [seen.change.value for seen in ledger_of(commands).observations if "表3" in seen.key]
    assert Counter(told)["modified"] == 1


def test_a_name_that_is_used_anew_is_another_file() -> None:
    """The file that had it before is told to be away first."""
    last = f"d{TIMES - 1}/表{TIMES - 1}.py"
    found = statuses([*onward(TIMES), f"mkdir d{TIMES - 1}", f"echo 'z = 1' > {last}"])
    assert found[last] is Status.CREATED
    assert found[f"d{TIMES}/表{TIMES - 1}.py"] is Status.MODIFIED


def test_what_was_deleted_after_many_moves_is_gone() -> None:
    found = statuses([*onward(TIMES), f"rm -rf d{TIMES}"])
    at_the_end = {found[f"d{TIMES}/表{n}.py"] for n in range(TIMES)}
    assert at_the_end == {Status.DELETED}


def test_what_was_only_read_goes_along_untold() -> None:
    """Its name at the end is that of the folder it is in."""
    s = session(onward(TIMES, doing="cat d{n}/表{n}.py"))
    lines = [c.text for c in proposed(FilesCompressor(), s.messages)]
    assert f"`d{TIMES}/表7.py`" in lines


@pytest.mark.parametrize("make", [onward, to_and_fro])
def test_each_name_stands_in_what_is_cited(make: Callable[[int], list[str]]) -> None:
    s = session(make(TIMES))
    tracer = LiteralTracer.of_messages({message.id: message for message in s.messages})
    lines = proposed(FilesCompressor(), s.messages)
    moved = [line for line in lines if "(renamed to `" in line.text]
    assert moved
    for line in moved:
        assert tracer.untraceable(Entry(text=line.text, sources=line.sources)) == (), line.text


def test_version_control_copes_with_names_that_are_gone() -> None:
    """Commits and stashes hold files under names of their time."""
    commit = "git add -A && git commit -m x"
    after = ["git revert HEAD --no-edit", "git reset --hard HEAD~2", "git stash", "git stash pop"]
    moves = [f"git mv d{n} d{n + 1}" for n in range(TIMES, TIMES + 9)]
    there = in_place([*onward(TIMES), commit, *onward(4), commit, *moves, *after])
    assert {key for key in there if key.endswith(f"/表{TIMES - 1}.py")} == {
        f"d{TIMES + 9}/表{TIMES - 1}.py"
    }


def test_a_folder_is_not_moved_into_itself() -> None:
    """The shell refuses that, and a log may not say so."""
    there = in_place([*onward(TIMES), *[f"mv d{TIMES} d{TIMES}/x" for _ in range(12)]])
    assert {f"d{TIMES}/表{n}.py" for n in range(TIMES)} <= there
