"""The other compressors: within the budget, and named when they are not installed."""

from __future__ import annotations

import warnings

import pytest

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.peers.fitting import MASK, chat_messages, masked
from benchmarks.quality.peers.registry import OURS, PEERS, chosen
from benchmarks.quality.tokens import count, cut
from tests.benchmarks.small_sessions import chinese, english


@pytest.mark.parametrize("name", [name for name, peer in PEERS.items() if peer.group == "baseline"])
@pytest.mark.parametrize("history", [english(), chinese()])
def test_baselines_keep_to_the_budget(name: str, history: list[dict[str, object]]) -> None:
    """Some text, no token too many, the same each time."""
    text = PEERS[name].make()(history, 500)
    assert text == PEERS[name].make()(history, 500)
    assert 0 < count(text) <= 500


@pytest.mark.parametrize("name", [name for name, peer in PEERS.items() if peer.group == "package"])
def test_packages_run_where_they_are_installed(name: str) -> None:
    """A text that the suite can cut to the budget."""
    peer = PEERS[name]
    if peer.missing:
        pytest.skip(f"{peer.distribution} is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # theirs, not ours
        text = peer.make()(english(), 500)
    assert count(cut(text, 500)) > 0


def test_old_tool_output_is_masked() -> None:
    """All but the newest three; nothing else changes."""
    history = english()
    done = masked(history)
    outputs = [message["content"] for message in done if message["role"] == "tool"]
    assert outputs == [MASK, MASK, *[m["content"] for m in history if m["role"] == "tool"][2:]]
    assert [m for m in done if m["role"] != "tool"] == [m for m in history if m["role"] != "tool"]


def test_chat_messages_pair_calls_and_results() -> None:
    """OpenAI's shape: arguments as JSON text, results with the id of their call."""
    chat = chat_messages(english())
    assert chat[1]["tool_calls"][0]["function"]["arguments"] == '{"command": "ls -R src"}'
    assert chat[2]["tool_call_id"] == chat[1]["tool_calls"][0]["id"]


def test_peers_are_chosen_by_name() -> None:
    """All, none, some in the order of the tables; a wrong name is guessed."""
    assert len(chosen(["all"])) == len(PEERS)
    assert chosen(["none"]) == []
    assert [peer.name for peer in chosen(["vecr", "masking"])] == ["masking", "vecr"]
    with pytest.raises(SuiteError, match="did you mean masking"):
        chosen(["maskin"])
    assert set(OURS) == {"learned", "uagent", "equal"}
