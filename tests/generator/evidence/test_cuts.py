"""A value that is cut says so: what is left out may turn it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.commands import command_line
from uagent_memory.generator.evidence.cuts import shortened_call

ENGLISH = "The shop refunds to the first card only. " * 12 + "Or to a voucher."
CHINESE = "本店只把款退回原来的卡上。" * 40 + "或者退成礼券。"


@pytest.mark.parametrize("summary", [ENGLISH, CHINESE])
def test_a_calls_argument_that_is_cut_is_marked(summary: str) -> None:
    """A whole one is not."""
    s = SessionBuilder()
    s.user("Get me somebody else. 请转接。")
    for said in (summary, "short 短"):
        call = s.call("hand_over", summary=said)
        s.agent("", call)
        s.result(call, "Done")
    view = view_of(s.messages)
    lines = [command_line(view, fact)[0] for fact in view.analysis.ledger.of(FactKind.COMMAND)]
    assert ["` [...]" in line for line in lines] == [True, False]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("find one two", ("find one two", "")),
        ("find one\ntwo", ("find one", " [...]")),
        ("find one two three four", ("find one two", " [...]")),
        ("查找某某某某某某某某某某某某某某", ("查找某某某某某某某某某某某某某", " [...]")),
    ],
)
def test_a_call_is_shortened_at_a_word(text: str, told: tuple[str, str]) -> None:
    """With a mark."""
    assert shortened_call(text, 15) == told
