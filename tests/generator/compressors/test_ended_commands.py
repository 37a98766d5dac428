"""Commands that failed, by name beside the others that ended like them."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory import compress_context_sync
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.messages import Message


def mended(opening: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(opening)
    for name in ("kiln", "glaze"):
        s.run("Bash", f"{name} is too hot", command=f"python try_{name}.py", is_error=True)
        s.edit(f"{name}.py", "900", "800")
        s.run("Bash", f"{name} holds", command=f"python try_{name}.py", is_error=False)
    s.run("Bash", "no such shelf", command="python try_shelf.py", is_error=True)
    return s


def names(messages: tuple[Message, ...]) -> dict[str, list[str]]:
    """What each list of commands names."""
    found: dict[str, list[str]] = {}
    for candidate in proposed(CurrentWorkCompressor(), messages):
        if candidate.style == "list" and candidate.kind == "command":
            found.setdefault(candidate.lead, []).append(candidate.text)
    return found


@pytest.mark.parametrize(
    ("opening", "passed", "failed"),
    [
        ("Mend them all.", "Failed earlier, passed since: ", "Failed in their last run: "),
        ("请把它们都修好。", "先前失败，重跑后通过：", "最近一次运行失败："),
    ],
)
def test_commands_that_ended_alike_share_a_line(opening: str, passed: str, failed: str) -> None:
    """One list of those that passed when they ran again, one of those that failed last."""
    assert names(mended(opening).messages) == {
        passed: ["`python try_kiln.py`", "`python try_glaze.py`"],
        failed: ["`python try_shelf.py`"],
    }


@pytest.mark.parametrize("opening", ["Look at it.", "请看一下。"])
def test_what_never_failed_is_in_no_list(opening: str) -> None:
    """A failure that is over has a list of its own."""
    s = SessionBuilder()
    s.user(opening)
    s.run("Bash", "4 passed in 0.1s", command="pytest -q", is_error=False)
    assert names(s.messages) == {}
    s.run("Bash", "KeyError: 'ash'", command='python -c "print(clay[0])"', is_error=True)
    s.edit("kiln.py", "900", "800")
    s.run("Bash", "5 passed in 0.1s", command="pytest -q", is_error=False)
    assert list(names(s.messages).values()) == [['`python -c "print(clay[0])"`']]


def test_a_command_with_a_line_of_its_own_is_in_no_list() -> None:
    """Where there is room for the line, which says more."""
    s = mended("Mend them all. 请都修好。")
    s.agent("Now both hold. " + "The shelf stays as it is. " * 3)
    for number in range(30):
        s.run("Bash", f"row {number} of the ledger\n" * 20, command=f"cat ledger_{number}.txt")
    text = compress_context_sync(s.messages, budget=1200).markdown
    for name in ("kiln", "glaze", "shelf"):
        assert text.count(f"`python try_{name}.py`") == 1
