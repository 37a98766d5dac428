"""The last step: a draft as a result, or the input whole."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.sessions import team_session
from uagent_memory.brief import prepare
from uagent_memory.errors import BudgetTooSmall, UnknownReference
from uagent_memory.inputs import Inputs
from uagent_memory.messages import Author, Role
from uagent_memory.results import unchanged
from uagent_memory.stateless import compress_context_sync
from uagent_memory.tokens import O200kCounter


def test_unchanged_holds_every_message_with_its_speaker() -> None:
    """In both languages; messages without text take no line."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.agent("")
    s.agent("好的。", agent="coder")
    result = unchanged(s.messages, prepare(s.messages, Inputs(budget=500)))
    assert result.markdown == "user (m1): Fix it.\ncoder (m3): 好的。\n"
    assert result.status == result.report.status == "unchanged"
    assert result.segments == ()
    assert result.actual_ratio == result.quality_score == 1.0
    assert set(result.report.coverage.values()) == {"kept"}


def test_unchanged_counts_what_it_shows() -> None:
    """Tokens are those of the text that comes back."""
    messages = team_session(padding="none")
    result = unchanged(messages, prepare(messages, Inputs(budget=50_000)))
    assert result.tokens == result.report.tokens == O200kCounter().count(result.markdown)
    assert result.compressed_length == result.original_length


def test_words_cannot_forge_another_speaker() -> None:
    """Invisible characters are shown, so that a line is what it looks like."""
    s = SessionBuilder()
    s.user("Fix\u202e it.")
    result = unchanged(s.messages, prepare(s.messages, Inputs(budget=500)))
    assert "\u202e" not in result.markdown


def test_an_unknown_pin_is_an_error_for_a_short_history_too() -> None:
    """What comes back whole is searched all the same; what it holds may be pinned."""
    messages = team_session(padding="none")
    for keep in ("m1", "Gateway"):
        assert compress_context_sync(messages, budget=50_000, keep=(keep,)).status == "unchanged"
    for keep in ("m999", "no such words", " "):
        with pytest.raises(UnknownReference, match="neither a message id"):
            compress_context_sync(messages, budget=50_000, keep=(keep,))


@pytest.mark.parametrize("to", ["general", "tester"])
@pytest.mark.parametrize("keep", ["m2", "m3", "call.py"])
def test_what_is_pinned_is_not_dropped_from_a_history_kept_whole(keep: str, to: str) -> None:
    """Also where a program wrote it, whose words are otherwise not passed on."""
    s = SessionBuilder()
    s.user("修好它。")
    s.add(Role.ASSISTANT, Author.HARNESS, "<hook>", tool_calls=(s.call("Bash", command="a.sh"),))
    s.add(Role.TOOL, Author.HARNESS, "<output>ran call.py</output>", tool_call_id="call_1")
    s.agent("Done.")
    whole = compress_context_sync(s.messages, to=to, budget=5_000, keep=(keep,))
    assert whole.status == "unchanged"
    shown = {"m2": "<hook>", "m3": "<output>ran call.py</output>"}.get(keep, "<output>ran call.py")
    assert shown in whole.markdown
    assert whole.report.coverage["m2" if keep == "m2" else "m3"] == "kept"


def test_figures_of_result_and_report_agree() -> None:
    """Tokens, status and quality stand in both."""
    result = compress_context_sync(team_session(), to="tester", budget=900)
    assert result.tokens == result.report.tokens == O200kCounter().count(result.markdown)
    assert result.status == result.report.status == "accepted"
    assert result.quality_score == result.report.quality_score
    assert result.to == "tester"
    assert result.contract
    assert result.actual_ratio == pytest.approx(
        result.tokens / result.report.original_tokens, abs=1e-3
    )


def test_a_hand_off_that_is_no_shorter_gives_way_to_the_input() -> None:
    """A short session by ratio: the frame alone is longer than it."""
    s = SessionBuilder()
    s.user("Please add a token bucket to src/limits.py. 请不要修改 gateway.py。" * 8)
    s.agent("Done.")
    result = compress_context_sync(s.messages, ratio=1.0)
    assert result.status == "unchanged" or result.tokens < result.report.original_tokens


def test_strict_raises_with_the_result_that_fits() -> None:
    """The error names the budget, the sender and what would do."""
    minimum = compress_context_sync(team_session(), budget=900).report.minimum_budget
    with pytest.raises(BudgetTooSmall, match=f"at least {minimum}") as caught:
        compress_context_sync(team_session(), role="coder", budget=minimum - 1, strict=True)
    assert caught.value.result is not None
    assert caught.value.result.tokens <= minimum - 1
