"""Who has the work committed takes it as done."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind, Status

ASKS = ["Rename the flag in `cli.py`.", "请把 `cli.py` 里的参数改名。"]


def states(*later: str, ask: str) -> list[Status]:
    """Of the asks, where an agent that changed the file was interrupted."""
    s = SessionBuilder()
    s.user(ask)
    s.edit("cli.py", "--a", "--b")
    for words in later:
        s.user(words)
    ledger = view_of(s.messages).analysis.ledger
    return [fact.status for fact in ledger.of(FactKind.REQUEST)]


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize(
    "order",
    [
        "commit this",
        "Write a clear commit message.",
        "Please commit and push.",
        "提交吧",
        "请提交并推送",
    ],
)
def test_an_order_to_commit_takes_the_work_as_done(ask: str, order: str) -> None:
    """Though no agent has said so."""
    assert states(order, ask=ask)[0] is Status.DONE


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize(
    "words",
    [
        "commit, but the name is still wrong, rename it again",
        "先提交，但是名字还不对，请再改一次",
        "Add a flag that commits the result.",
        "How do we commit here?",
    ],
)
def test_what_asks_for_more_or_something_else_does_not(ask: str, words: str) -> None:
    """The ask stays open."""
    assert states(words, ask=ask)[0] is not Status.DONE


def test_a_complaint_opens_the_work_and_no_commit() -> None:
    """What was committed stays so."""
    s = SessionBuilder()
    s.user("commit this 请提交")
    s.run("Bash", "[main 1a2b3c4] Rename the flag", command="git commit -am 'Rename the flag'")
    s.agent("Committed as `1a2b3c4`. 已提交。")
    s.user("I'm not seeing the new flag. 没看到新参数。")
    ledger = view_of(s.messages).analysis.ledger
    asks = {fact.key: fact.status for fact in ledger.of(FactKind.REQUEST)}
    assert [status for key, status in asks.items() if "commit" in key] == [Status.DONE]
