"""Condensers driven by random streams of events; run as a program for many of them.

python -m tests.condensers.streams 10000
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.condensers.histories import Stream, assert_intact
from uagent_memory.condensers import (
    Condenser,
    DynaContextCondenser,
    DynaContextCondenserConfig,
    LLMCondenser,
    LLMCondenserConfig,
    Outcome,
    RecentCondenser,
    RecentCondenserConfig,
    SemanticCondenser,
    SemanticCondenserConfig,
    View,
)
from uagent_memory.llm import ScriptedModel
from uagent_memory.llm.protocol import ModelReply
from uagent_memory.llm.protocol import Outcome as Fault
from uagent_memory.messages import Author

__all__ = ["MAKERS", "run_stream"]

ANSWERS = (
    "Task context: a\nKey progress: b\nTechnical state: c\nOpen items: d\nKey findings: e",
    "nonsense",
    "DECISION: YES",
    "DECISION: NO",
    ModelReply(Fault.EMPTY),
    ModelReply(Fault.TIMED_OUT),
    None,  # an error
)


def _model(seed: int) -> ScriptedModel:
    random = Random(seed)
    return ScriptedModel(lambda _request: random.choice(ANSWERS) or RuntimeError("lost"))


MAKERS: tuple[Callable[[int], Condenser], ...] = (
    lambda _: SemanticCondenser(SemanticCondenserConfig(max_size=12, max_compression_ratio=0.4)),
    lambda seed: SemanticCondenser(
        SemanticCondenserConfig(max_size=15, keep_first=seed % 4), model=_model(seed)
    ),
    lambda _: DynaContextCondenser(DynaContextCondenserConfig(context_length=900)),
    lambda seed: DynaContextCondenser(
        DynaContextCondenserConfig(voting_k=seed % 3 + 1, keep_last=seed % 3, cool_down=2),
        model=_model(seed),
    ),
    lambda seed: LLMCondenser(LLMCondenserConfig(max_size=12), model=_model(seed)),
    lambda _: RecentCondenser(RecentCondenserConfig(max_size=12)),
)


def run_stream(seed: int, *, steps: int = 40) -> Counter[Outcome]:
    """One conversation; raises AssertionError where a promise is broken."""
    stream, random = Stream(seed), Random(seed)
    condenser = MAKERS[seed % len(MAKERS)](seed)
    view = View(stream.events())
    outcomes: Counter[Outcome] = Counter()
    for _ in range(steps):
        stream.step()
        requested = random.random() < 0.1
        view = View((*view.events, *stream.events()), unhandled_condensation_request=requested)
        condensed = 0
        for _ in range(3):  # a caller that goes on asking
            done = condenser.condense(view, manual=random.random() < 0.03)
            outcomes[done.outcome] += 1
            _check(view, done.view if done.outcome is Outcome.CONDENSED else view)
            assert done.restore(done.view).events == view.events
            if done.outcome is Outcome.CONDENSED:
                condensed += 1
                view = View(done.after, unhandled_condensation_request=requested)
        assert condensed <= 1, "condensed twice without a new event"
    return outcomes


def _check(before: View, after: View) -> None:
    assert_intact(before, after)
    if after is before:
        return
    assert len(after) < len(before)
    waiting = Stream.waiting(before, 20)
    assert waiting <= {call.id for event in after.events for call in event.tool_calls}
    systems = [event for event in before.events if event.author is Author.SYSTEM]
    assert all(event in after.events for event in systems)


def main(count: int) -> None:
    begun, outcomes = time.perf_counter(), Counter[Outcome]()
    for seed in range(count):
        outcomes.update(run_stream(seed))
    print(f"{count} streams in {time.perf_counter() - begun:.0f} s: {dict(outcomes)}")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
