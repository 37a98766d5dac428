"""What a hand-off says of checks and commits holds when it is made, not at the next one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.openai_messages import agent, run, user
from uagent_memory import CompressedContext, compress_context_sync
from uagent_memory.generator.labels import LabelLanguage, labels_in
from uagent_memory.segments import SegmentName

DONE = "The file has been updated."
ASKS = {"en": "Mend the cart.", "zh": "请修复购物车。"}
IDLE = {"en": "Module {} holds nothing of interest.", "zh": "模块 {} 没有值得注意的内容。"}
languages = pytest.mark.parametrize("language", ["en", "zh"])


def edit(path: str, new: str) -> list[dict[str, Any]]:
    return run("Edit", DONE, file_path=path, old_string="limit = 8", new_string=new)


def idle(language: str) -> list[dict[str, Any]]:
    return [agent(IDLE[language].format(n)) for n in range(60)]


def coder(language: str, *, commit: bool = True) -> list[dict[str, Any]]:
    """Two files changed; the first is checked and committed."""
    log = [user(ASKS[language]), *idle(language), *edit("src/a.py", "limit = 9")]
    log += run("Bash", "On branch main", call_id="call_2", command="git status")
    log += run("Bash", "3 passed in 0.1s", call_id="call_3", command="pytest -q")
    if commit:
        log += run("Bash", "[main 1a2b3c4] x", call_id="call_4", command="git commit -qam x")
    return [*log, *edit("src/b.py", "limit = 10")]


def handed(
    messages: list[dict[str, Any]], sender: str = "tester", receiver: str = "reviewer"
) -> CompressedContext:
    return compress_context_sync(messages, role=sender, to=receiver, budget=900)


def notes(result: CompressedContext) -> list[str]:
    """All such lines, wherever they stand."""
    found = [e for s in result.segments for e in s.entries]
    words = ("ommitted", "hecked", "提交", "检查")
    assert all(
        s.name is SegmentName.CURRENT_WORK
        for s in result.segments
        for e in s.entries
        if any(word in e.text for word in words)
    )
    return [e.text for e in found if any(word in e.text for word in words)]


@languages
def test_what_is_unchecked_and_uncommitted_stays_so(language: LabelLanguage) -> None:
    """Where the receiver does neither; a file that it changes is added."""
    first = handed(coder(language), "coder", "tester")
    log = [*first.messages("openai"), *idle(language)]
    assert notes(handed(log)) == notes(first)
    later = notes(handed([*log, *edit("src/c.py", "limit = 11")]))
    assert [("`b.py`" in n, "`c.py`" in n, "`a.py`" in n) for n in later] == [
        (True, True, False),
        (True, True, False),
    ]


@languages
def test_a_check_and_a_commit_end_it(language: LabelLanguage) -> None:
    """Each its own line."""
    first = handed(coder(language), "coder", "tester")
    log = [*first.messages("openai"), *idle(language)]
    log += run("Bash", "4 passed in 0.1s", command="pytest -q")
    (left,) = notes(handed(log))
    assert left == labels_in(language)("uncommitted", paths="`b.py`")
    log += run("Bash", "[main 5d6e7f8] y", call_id="call_2", command="git commit -qam y")
    assert notes(handed(log)) == []


@languages
def test_nothing_is_committed_only_where_nobody_committed(language: LabelLanguage) -> None:
    """A receiver that only looks does not make the sender's commits undone."""
    look = run("Bash", "On branch main", command="git status")
    nothing = labels_in(language)("nothing_committed")
    first = handed(coder(language, commit=False), "coder", "tester")
    assert nothing in notes(first)
    assert nothing in notes(handed([*first.messages("openai"), *idle(language), *look]))
    first = handed(coder(language), "coder", "tester")
    assert nothing not in notes(handed([*first.messages("openai"), *idle(language), *look]))


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Next I hand the work over to the tester."), ("zh", "接下来把工作交给 tester。")],
)
def test_that_it_goes_to_the_receiver_is_not_passed_on(language: str, said: str) -> None:
    """It has come there; what goes to the next role is still said."""
    first = handed([*coder(language), agent(said)], "coder", "tester")
    assert said in first.markdown
    own = said.replace("tester", "reviewer")
    second = handed([*first.messages("openai"), *idle(language), agent(own)])
    assert said not in second.markdown
    assert own in second.markdown
