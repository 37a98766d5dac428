"""Merges of a long history: bounded work, honest measures, everything restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.condensers.chat_history.talks import history, talk
from uagent_memory.condensers.chat_history.merging import _quoted, held_before, merge_source
from uagent_memory.condensers.chat_history.record import new_record
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.view import Measure
from uagent_memory.tokens import default_counter

RULE = {
    False: "Never write to the table audit_rows while the importer runs.",
    True: "导入运行期间绝对不要写入 audit_rows 表。",
}


@pytest.mark.parametrize("zh", [False, True])
def test_a_long_history_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zh: bool
) -> None:
    """Of old summaries their quotations are read; a user's lasting rule survives every merge."""
    settings = chat_settings()
    batch = settings.batch.model_copy(update={"merge_tokens": 900})
    monkeypatch.setattr(
        "uagent_memory.condensers.chat_history.merging.chat_settings",
        lambda: settings.model_copy(update={"batch": batch}),
    )
    messages = talk(60, zh=zh)
    messages[0]["content"] += f" {RULE[zh]}"
    made = history(tmp_path, messages, token_threshold=1200)
    done = made.compress_now(target_tokens=1)
    assert done.status == "compressed"
    merges = [entry for entry in made.audit_log if entry.action == "merge"]
    assert len(merges) > 3
    assert (merges[-1].keyword_retention or 1) < (merges[0].keyword_retention or 0)
    summaries = [str(m["content"]) for m in made.messages if "is_compressed" in m]
    assert any(RULE[zh] in text for text in summaries)
    assert not any("[COMPRESSED" in text.partition("\n")[2] for text in summaries)
    assert made.restore()
    assert made.messages == messages


def test_the_newest_is_read_again_and_the_rest_quoted(tmp_path: Path) -> None:
    """Work is bounded by tokens; what was quoted keeps its speakers."""
    made = history(tmp_path, talk(30))
    made.compress_now()
    made.compress_now()
    records = tuple(made._storage.state.summaries)
    assert len(records) == 2
    batch = Batch(records, (100, 100), (1.0, 0.5), is_merge=True, room=50)
    source = merge_source(batch, Measure(default_counter()))
    assert source is not None
    inner = [r.compression.originals or () for r in records if r.compression is not None]
    assert len(source.records) == sum(map(len, inner))
    assert held_before(batch) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("lifted", "rules"),
    [
        ("User: You may write to audit_rows now.", "Rules that still hold: Never write to it."),
        ("用户：现在可以写入 audit_rows 了。", "仍然有效的规则：绝对不要写入。"),
    ],
)
def test_the_rules_of_a_summary_were_said_before_its_lines(lifted: str, rules: str) -> None:
    """What a user then lifted is lifted also when the summary is merged."""
    wording = chat_settings().wording["zh" if "用户" in lifted else "en"]
    rule = wording.rules + wording.colon + rules.partition("：" if "：" in rules else ": ")[2]
    record = new_record(0, {"role": "assistant", "content": f"{lifted}\n{rule}"})
    first, second = (str(told.message["content"]) for told in _quoted(record))
    assert first in rule
    assert second in lifted
