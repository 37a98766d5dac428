"""DynaContextCondenser: triggers, ranges, votes, metadata, by the document and its readings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.builders import SessionBuilder
from tests.condensers.histories import assert_intact, mixed_history, routine, view_of
from uagent_memory.condensers import (
    DynaContextCondenser,
    DynaContextCondenserConfig,
    Outcome,
    View,
)
from uagent_memory.llm import LanguageModel, ModelReply, ModelRequest, ScriptedModel
from uagent_memory.llm.protocol import Outcome as Fault

YES = "REASONING: the first part is done\nDECISION: YES"
NO = "REASONING: in the middle of it\nDECISION: NO"
FIELDS = {
    "trigger", "hard_trigger", "judge_metadata", "judge_votes", "tail_exclusion_count",
    "summary_candidate_count", "summary_candidate_event_ids", "keep_first", "keep_last",
    "early_turns", "voting_k", "turns_since_reset",
}  # fmt: skip


def _history() -> SessionBuilder:
    """m1 user, m2-m9 four exchanges, m10 user, m11 agent's call, m12 its result."""
    b = SessionBuilder()
    b.user("Please fix the importer.")
    for number in range(4):
        routine(b, number, lines=40)
    b.user("Please also add a test.")
    b.run("bash", "collected 3 items\n" * 20, command="pytest")
    return b


def _judged(
    answers: str | Sequence[str | Exception | ModelReply], **fields: object
) -> tuple[DynaContextCondenser, ScriptedModel]:
    judge = ScriptedModel(answers)
    config = DynaContextCondenserConfig.model_validate(fields)
    return DynaContextCondenser(config, judge=judge), judge


def test_the_defaults_are_the_documents() -> None:
    """1, 0, 5, 1."""
    config = DynaContextCondenserConfig()
    given = (config.keep_first, config.keep_last, config.voting_k, config.early_turns)
    assert given == (1, 0, 5, 1)
    assert config.threshold == 3


def test_a_soft_trigger() -> None:
    """The first event stays, two trailing events are dropped, the rest is summarised."""
    condenser, judge = _judged(YES)
    view = view_of(_history())
    done = condenser.condense(view)
    meta = done.metadata
    assert done.outcome is Outcome.CONDENSED
    assert set(meta) >= FIELDS
    assert [event.id for event in done.after] == ["m1", "m12.summary"]
    assert meta["trigger"] == "judge"
    assert meta["hard_trigger"] is False
    assert meta["tail_exclusion_count"] == 2
    assert done.excluded_event_ids == ("m11", "m12")
    assert meta["summary_candidate_event_ids"] == [f"m{n}" for n in range(2, 11)]
    assert meta["summary_candidate_count"] == 9
    assert meta["turns_since_reset"] == 5
    assert meta["judge_metadata"] == {
        "valid_votes": 3, "yes_votes": 3, "no_votes": 0, "threshold": 3,
        "reasoning": "the first part is done",
    }  # fmt: skip
    assert meta["judge_votes"] == 3 * [{
        "decision": "YES", "parsed_ok": True, "reasoning_present": True, "error_type": None,
        "reasoning": "the first part is done",
    }]  # fmt: skip
    assert len(judge.requests) == 3
    assert "Please also add a test. (m10)" in done.summary
    assert done.restore(done.view) == view


def test_a_hard_trigger() -> None:
    """A request covers everything after the first event, tail and all, without a vote."""
    condenser, judge = _judged(NO)
    view = view_of(_history(), unhandled_condensation_request=True)
    assert condenser.should_condense(view)
    done = condenser.condense(view)
    assert not judge.requests
    assert done.metadata["trigger"] == "condensation_request"
    assert done.metadata["hard_trigger"] is True
    assert done.metadata["tail_exclusion_count"] == 0
    assert done.metadata["summary_candidate_count"] == 11
    assert done.metadata["judge_votes"] == []
    assert not done.view.unhandled_condensation_request


@pytest.mark.parametrize(("used", "hard"), [(9_488, False), (9_489, True)])
def test_the_margin_of_the_window(used: int, hard: bool) -> None:
    """context_length - input_length < 512 is the hard trigger too."""
    condenser, _ = _judged(NO)
    view = view_of(_history(), context_length=10_000, input_length=used)
    done = condenser.condense(view)
    assert (done.outcome is Outcome.CONDENSED) is hard
    assert bool(done.metadata) is hard


def test_the_tail_never_reaches_past_a_user() -> None:
    """Nor past anything that is neither an agent's nor a tool's; a hard trigger leaves none out."""
    b = _history()
    b.user("Stop. Use pytest -q.")
    condenser, _ = _judged(YES)
    done = condenser.condense(view_of(b))
    assert done.metadata["tail_exclusion_count"] == 0
    assert "Stop. Use pytest -q. (m13)" in done.summary
    b.agent("All right.")
    done = _judged(YES)[0].condense(view_of(b))
    assert done.excluded_event_ids == ("m14",)


def test_a_call_goes_with_its_excluded_result() -> None:
    """Of two parallel calls the tail of two would keep one half: the whole turn is left out."""
    b = _history()
    calls = [b.call("bash", command=f"make {n}") for n in range(3)]
    b.agent("", *calls)
    for call in calls:
        b.result(call, "made " * 30)
    done = _judged(YES)[0].condense(view_of(b))
    assert done.excluded_event_ids == ("m13", "m14", "m15", "m16")


def test_keep_last_keeps_whole_exchanges_and_leaves_nothing_out() -> None:
    """The newest events stay in view, with the call of a result."""
    condenser, _ = _judged(YES, keep_last=1)
    done = condenser.condense(view_of(_history()))
    assert [event.id for event in done.after] == ["m1", "m10.summary", "m11", "m12"]
    assert done.excluded_event_ids == ()


def test_an_open_call_stays() -> None:
    """Although it stands in the tail (I2)."""
    b = _history()
    b.agent("", b.call("bash", command="sleep 100"))
    done = _judged(YES)[0].condense(view_of(b))
    assert done.after[-1].id == "m13"


def test_early_turns_gate() -> None:
    """Nobody is asked before the first turn is over; the state says why."""
    condenser, judge = _judged(YES, early_turns=1)
    done = condenser.condense(view_of(mixed_history(1, users=1)))
    assert done.outcome is Outcome.NOT_DUE
    assert not judge.requests
    assert condenser.dynacontext_state["last_skip_reason"] == "early_turns"
    assert condenser.dynacontext_state["should_judge"] is False


def test_turns_start_anew_after_a_condensation() -> None:
    """turns_since_reset counts the agent's turns since the last one."""
    condenser, _ = _judged(YES, early_turns=2, cool_down=1)
    done = condenser.condense(view_of(_history()))
    assert done.outcome is Outcome.CONDENSED
    b = SessionBuilder(prefix="later-")
    routine(b, 1, lines=40)
    waits = condenser.condense(View((*done.after, *b.messages)))
    assert waits.outcome is Outcome.NOT_DUE
    assert condenser.dynacontext_state["turns_since_reset"] == 1


@pytest.mark.parametrize(
    ("answers", "votes", "yes"),
    [
        ([YES, YES, YES], 3, True),
        ([NO, NO, NO], 3, False),
        ([YES, NO, YES, NO, YES], 5, True),
        ([RuntimeError("no route"), YES, YES, YES], 4, True),
        ([ModelReply(Fault.TIMED_OUT)], 3, False),
        (["I would rather not say."], 3, False),
    ],
)
def test_votes_stop_at_the_majority(
    answers: list[str | Exception | ModelReply], votes: int, yes: bool
) -> None:
    """A failed vote is a NO; nothing is raised and nobody else is asked."""
    condenser, judge = _judged(answers)
    assert condenser.should_condense(view_of(_history())) is yes
    assert len(judge.requests) == votes


def test_a_tie_goes_on_to_three_k_calls() -> None:
    """With an even K votes go on until one side has K // 2 + 1."""
    condenser, judge = _judged([YES, NO, YES, NO, NO, YES, YES], voting_k=4)
    assert not condenser.should_condense(view_of(_history()))
    assert len(judge.requests) == 5


def test_a_failed_vote_in_the_metadata() -> None:
    """Its error is named; the reasoning is that of the side that won."""
    condenser, _ = _judged([RuntimeError("secret text"), "hm", YES, YES, YES])
    votes = condenser.condense(view_of(_history())).metadata["judge_votes"]
    assert [vote["error_type"] for vote in votes] == ["failed", "unparsed", None, None, None]
    assert [vote["parsed_ok"] for vote in votes] == [False, False, True, True, True]
    assert "secret text" not in str(votes)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("YES", "YES"), ("no.", "NO"), ("**DECISION:** YES", "YES"), ("决定：是", "YES"),
        ("判断：否", "NO"), ("DECISION: NO\nDECISION: YES", "YES"), ("YESTERDAY", None), ("", None),
    ],
)  # fmt: skip
def test_reading_a_vote(text: str, decision: str | None) -> None:
    """In either language, with or without a reason; anything else is a NO that was not read."""
    from uagent_memory.condensers.dynacontext.model_judge import read_vote

    vote = read_vote(ModelReply(Fault.TEXT, text=text))
    assert vote.decision == (decision or "NO")
    assert vote.parsed_ok is (decision is not None)


def test_the_same_view_is_voted_on_once() -> None:
    """should_condense and condense share the ballot."""
    condenser, judge = _judged(YES)
    view = view_of(_history())
    assert condenser.should_condense(view)
    condenser.condense(view)
    assert len(judge.requests) == 3


def test_metadata_only_when_something_was_condensed() -> None:
    """A NO leaves no trace but the state."""
    condenser, _ = _judged(NO)
    done = condenser.condense(view_of(_history()))
    assert done.outcome is Outcome.NOT_DUE
    assert done.metadata == {}
    assert condenser.condenser_meta_latest is None
    assert condenser.dynacontext_state["last_judge_metadata"]["no_votes"] == 3
    assert "in the middle of it" in done.note


def test_sinks_by_name() -> None:
    """context_strategy, condenser_meta_latest, dynacontext_state."""
    condenser, _ = _judged(YES)
    done = condenser.condense(view_of(_history()))
    assert condenser.context_strategy == "dynacontext"
    assert condenser.condenser_meta_latest == done.metadata
    assert set(condenser.dynacontext_state) == {
        "turns_since_reset", "should_judge", "last_skip_reason", "last_judge_metadata",
    }  # fmt: skip


class _Deaf:
    """A judge that never answers; `asked` is set once it was asked five times."""

    name = "deaf"

    def __init__(self) -> None:
        self.begun = self.cancelled = 0
        self.asked = asyncio.Event()

    async def complete(self, request: ModelRequest) -> ModelReply:
        del request
        self.begun += 1
        if self.begun == 5:
            self.asked.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError


class _Slow:
    """A judge whose calls end in reverse order, and which counts those that were cancelled."""

    name = "slow"

    def __init__(self) -> None:
        self.begun = self.cancelled = 0

    async def complete(self, request: ModelRequest) -> ModelReply:
        del request
        number, self.begun = self.begun, self.begun + 1
        try:
            await asyncio.sleep(0.01 * (6 - number) if number < 3 else 30)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return ModelReply(Fault.TEXT, text=f"REASONING: call {number}\nDECISION: YES")


async def test_concurrent_votes_count_in_the_order_of_their_calls() -> None:
    """Five are put at once, three decide, two are cancelled; the metadata is the serial one."""
    judge = _Slow()
    assert isinstance(judge, LanguageModel)
    condenser = DynaContextCondenser(judge=judge)
    done = await condenser.acondense(view_of(_history()))
    assert (judge.begun, judge.cancelled) == (5, 2)
    reasons = [vote["reasoning"] for vote in done.metadata["judge_votes"]]
    assert reasons == ["call 0", "call 1", "call 2"]


async def test_a_cancelled_condensation_leaves_nothing_half() -> None:
    """The calls are cancelled, the next call starts afresh."""
    judge = _Deaf()
    condenser = DynaContextCondenser(judge=judge)
    task = asyncio.create_task(condenser.acondense(view_of(_history())))
    await asyncio.wait_for(judge.asked.wait(), timeout=60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert judge.cancelled == judge.begun == 5
    assert condenser.condenser_meta_latest is None


async def test_the_blocking_call_works_inside_a_running_loop() -> None:
    """A synchronous agent loop inside an asynchronous program may use it."""
    condenser, judge = _judged(YES)
    assert condenser.condense(view_of(_history())).outcome is Outcome.CONDENSED
    assert len(judge.requests) == 3


def test_a_hard_trigger_forgets_at_least_one_event() -> None:
    """Where a summary would be no smaller, the oldest event that may go goes, and it is said."""
    b = SessionBuilder()
    b.user("Hi")
    b.user("Ok?")
    b.agent("Ok")
    done = DynaContextCondenser().condense(view_of(b, unhandled_condensation_request=True))
    assert done.outcome is Outcome.CONDENSED
    assert done.forgotten_event_ids == ("m3",)
    assert "without a summary" in done.note
    assert done.restore(done.view).events == b.messages


def test_a_hard_trigger_with_nothing_at_all_tells_the_caller() -> None:
    """An empty forgetting, once; then not again without a new event."""
    b = SessionBuilder()
    b.user("Hi")
    condenser = DynaContextCondenser()
    view = view_of(b, unhandled_condensation_request=True)
    first, second = condenser.condense(view), condenser.condense(view)
    assert first.outcome is Outcome.NOTHING_TO_FORGET
    assert first.forgotten_event_ids == ()
    assert first.note
    assert second.outcome is Outcome.NOTHING_NEW


def test_the_main_model_judges_where_no_judge_is_given() -> None:
    """And writes the summary; a judge of its own is never replaced by it."""
    main = ScriptedModel(YES)
    DynaContextCondenser(model=main).condense(view_of(_history()))
    assert len(main.requests) == 4  # three votes, one summary
    broken, main = ScriptedModel(ModelReply(Fault.UNREACHABLE)), ScriptedModel(YES)
    done = DynaContextCondenser(model=main, judge=broken).condense(view_of(_history()))
    assert done.outcome is Outcome.NOT_DUE
    assert not main.requests


def test_pairs_stay_whole_on_a_long_history() -> None:
    """Soft and hard."""
    view = view_of(mixed_history(120))
    for done in (
        _judged(YES)[0].condense(view),
        DynaContextCondenser().condense(view, manual=True),
    ):
        assert done.outcome is Outcome.CONDENSED
        assert_intact(view, done.view)
