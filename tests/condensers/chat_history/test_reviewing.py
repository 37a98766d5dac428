"""Results under the quality threshold wait for a person (section 6.4); statistics, audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.condensers.chat_history.talks import history, talk
from uagent_memory.condensers.chat_history import ChatHistory
from uagent_memory.errors import InputError
from uagent_memory.llm import ScriptedModel

POOR = "Somebody asked about something, and somebody answered at length."
GOOD = (
    "The user asked how to make src/import_1.py and src/import_2.py faster. The assistant: the "
    "importer opens a new connection for every row; use one connection for the whole run."
)


def _poor(folder: Path) -> ChatHistory:
    made = history(folder, talk(6), model=ScriptedModel(POOR), compression_batch_size=4)
    assert made.compress_now().status == "review"
    return made


def test_a_poor_result_waits(tmp_path: Path) -> None:
    """The history is as it was; the queue holds the text and its metrics, after a restart too."""
    _poor(tmp_path)
    again = ChatHistory("helper", "h1", tmp_path)
    (review,) = again.review_queue
    assert again.messages == talk(6)
    assert review.content == POOR
    assert review.quality < 0.6
    assert again.stats().under_review == 1
    assert [item.under_review for item in again.display_items()][:5] == [True] * 4 + [False]


def test_what_waits_is_not_compressed_again(tmp_path: Path) -> None:
    """Another call looks past it."""
    made = _poor(tmp_path)
    assert made.compress_now().status != "compressed"
    assert len(made.review_queue) <= 2
    assert made.messages == talk(6)


def test_it_can_be_approved_as_it_is_or_corrected(tmp_path: Path) -> None:
    """A person's word stands, marked as such; the originals are behind it."""
    made = _poor(tmp_path)
    assert made.approve("r1", GOOD) == "c1"
    assert made.messages[0]["content"].endswith(GOOD)
    assert made.review_queue == ()
    assert made.audit_log[-1].action == "approve"
    assert made.audit_log[-1].method == "review"
    assert made.restore() == talk(6)[:4]


def test_it_can_be_rejected(tmp_path: Path) -> None:
    """The messages are free again."""
    made = _poor(tmp_path)
    with pytest.raises(InputError, match="blank"):
        made.approve("r1", "  ")
    made.reject("r1")
    assert made.review_queue == ()
    assert made.compress_now().reviews == ("r2",)


def test_statistics_match_what_happened(tmp_path: Path) -> None:
    """Counts and tokens agree with the messages; the audit log names no content."""
    made = history(tmp_path, talk(12))
    before = made.tokens
    outcome = made.compress_now(target_tokens=before // 2)
    stats = made.stats()
    assert stats.messages == len(made.messages)
    assert stats.summaries == stats.passes == len(outcome.compressions)
    assert stats.original_messages == outcome.messages
    assert stats.tokens == outcome.tokens_after == made.tokens
    assert stats.tokens_uncompressed == before
    assert stats.reduction == pytest.approx(1 - made.tokens / before)
    assert 0.6 <= stats.keyword_retention <= 1
    entries = [entry for entry in made.audit_log if entry.action == "compress"]
    assert [entry.compression_id for entry in entries] == list(outcome.compressions)
    assert sum(entry.messages for entry in entries) == outcome.messages
    assert "importer" not in str(made.audit_log)


def test_targets_follow_quality_when_asked(tmp_path: Path) -> None:
    """Self-optimisation: off by default; poor results make it gentler, good ones bolder."""
    from uagent_memory.condensers.chat_history import CompressionConfig
    from uagent_memory.condensers.chat_history.targets import adapted

    off, on = CompressionConfig(), CompressionConfig(self_optimisation=True)
    assert adapted(off, [0.1] * 5) == off
    assert adapted(on, []) == on
    assert adapted(on, [0.61] * 5).target_compression_ratio == pytest.approx(0.4)
    assert adapted(on, [0.95] * 2).target_compression_ratio == pytest.approx(0.7)
    assert adapted(on, [0.95] * 50).target_compression_ratio == pytest.approx(0.8)
