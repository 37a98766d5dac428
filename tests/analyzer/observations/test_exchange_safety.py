"""Any log is observed without a crash, and nothing in a value is invented."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analyzer.observations.exchanges import observe_exchanges
from tests.builders import SessionBuilder
from tests.random_logs import logs
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver
from uagent_memory.facts import CommandValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message

COMMANDS = (
    "pytest -q && git commit -m 'x' || echo no",
    "cat > a.py <<'EOF'\ndef f(): pass\nEOF\npython a.py",
    "sed -i 's/a/b/' a.py; git checkout -- a.py",
    "mv a.py b.py && rm -rf b.py",
    "git stash && go test ./... 2>&1 | tail -3; git stash pop",
    "for f in a b; do touch $f.txt; done",
    "python -c \"open('x','w')\"",
    "\x00 \ud800 'open",
)
OUTPUTS = (
    "",
    "Exit code 1\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'x'",
    "\x1b[31mFAILED tests/test_a.py::test_x - assert 1 == 2\x1b[0m\r\n1 failed in 0.1s",
    "--- FAIL: TestX (0.0s)\n    x_test.go:3: got 1, want 2\nFAIL\tpkg\t0.1s",
    "<returncode>0</returncode>\n<output>\n3 passed in 0.1s\n</output>",
    "mv: cannot stat 'a.py': No such file or directory",
    "The user doesn't want to proceed with this tool use.",
    "CONFLICT (content): Merge conflict in a.py",
    "错误：\ud800 失败\x00",
    "Traceback (most recent call last):",
)


def quotations(value: object) -> Iterator[TextSpan]:
    if isinstance(value, TextSpan):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from quotations(item)
    elif dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            yield from quotations(getattr(value, part.name))


def check(messages: tuple[Message, ...], seen: list[Observation]) -> None:
    by_id = {message.id: message for message in messages}
    for one in seen:
        message = by_id[one.span.message_id]
        assert (message.seq, message.trust) == (one.seq, one.trust)
        assert len(message.quote(one.span)) == one.span.end - one.span.start
        for quote in quotations(one.value):
            assert by_id[quote.span.message_id].quote(quote.span) == quote.text
        path = getattr(one.value, "path", None)
        spelled = getattr(one.value, "spelled", None)
        assert path is None or spelled is None or path in spelled


shells = st.lists(
    st.tuples(
        st.sampled_from(COMMANDS), st.sampled_from(OUTPUTS), st.sampled_from((None, True, False))
    ),
    max_size=8,
)


@given(shells)
@settings(max_examples=100, deadline=None)
def test_quotations_are_exact(runs: list[tuple[str, str, bool | None]]) -> None:
    """Every span of every observation holds its text, whatever ran with whatever outcome."""
    s = SessionBuilder()
    for command, output, is_error in runs:
        s.run("bash", output, command=command, is_error=is_error)
    check(s.messages, observe_exchanges(s.messages))


@given(logs)
@settings(max_examples=100, deadline=None)
def test_any_log_is_safe(messages: tuple[Message, ...]) -> None:
    """Calls without results, results without calls, odd arguments."""
    check(messages, observe_exchanges(messages))


@given(shells)
@settings(max_examples=50, deadline=None)
def test_bit_by_bit_is_the_same_as_at_once(runs: list[tuple[str, str, bool | None]]) -> None:
    """Feeding messages one at a time gives what one pass gives, in the same order."""
    s = SessionBuilder()
    for command, output, is_error in runs:
        s.run("bash", output, command=command, is_error=is_error)
    observer = ExchangeObserver()
    fed = [seen for message in s.messages for seen in observer.feed(message)]
    assert [*fed, *observer.open_calls()] == observe_exchanges(s.messages)


@pytest.mark.parametrize(
    "output",
    [
        "x" * 1_000_000,
        "Error: " * 100_000,
        "error: a\n" * 60_000,
        "/" * 500_000,
        "FAILED " * 100_000,
        " want , " * 80_000,
    ],
)
def test_hostile_outputs_are_bounded(output: str) -> None:
    """A megabyte on one line, or a flood of error lines, gives a bounded ledger."""
    s = SessionBuilder()
    s.run("bash", f"Exit code 1\n{output}", command="pytest")
    seen = observe_exchanges(s.messages)
    assert len(seen) < 60
    assert all(len(quote.text) < 2000 for one in seen for quote in quotations(one.value))


@pytest.mark.parametrize(
    "command",
    [
        "'" * 100_000,
        "$(" * 100_000,
        "<<A\n" * 50_000,
        "a=" * 100_000,
        "for " * 50_000,
        "a|" * 5_000,
        "a;" * 20_000,
        "pytest && " * 5_000,
    ],
)
def test_hostile_commands_are_survived(command: str) -> None:
    """Unclosed quotes and endless operators."""
    s = SessionBuilder()
    s.run("bash", "", command=command)
    for one in observe_exchanges(s.messages):
        if isinstance(one.value, CommandValue):
            assert len(one.value.command) < 2000
