"""Originals come back byte for byte; the file is checked; deletion is for good (I11-I13)."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.condensers.chat_history.talks import Clock, everything, history, said, talk, with_tools
from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig, MessageState
from uagent_memory.errors import InputError, UnknownReference


def _bytes(messages: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(message) for message in messages]


ODD = [
    said(
        "user",
        "key order, floats, \u2028, emoji 🙂, lone \ud800 surrogate, \u0000",
        0,
        z=1,
        a=[1.0],
    ),
    said("assistant", talk(1)[1]["content"] * 3, 1, token_usage={"prompt_tokens": 1}),
    said("user", "And " * 100, 2),
    said("assistant", talk(1, zh=True)[1]["content"] * 3, 3),
]


@pytest.mark.parametrize("messages", [talk(6), talk(6, zh=True), with_tools(3), ODD])
def test_originals_come_back_byte_for_byte(tmp_path: Path, messages: list[dict[str, Any]]) -> None:
    """After a restart too, whatever stands in them."""
    fields: dict[str, Any] = {
        "preserve_recent_turns": 0,
        "batch_fraction": 1.0,
        "compression_batch_size": 40,
    }
    history(tmp_path, messages, **fields).compress_now()
    again = ChatHistory("helper", "h1", tmp_path, CompressionConfig(**fields))
    assert len(again.messages) == 1
    assert _bytes(again.restore()) == _bytes(messages)
    assert _bytes(ChatHistory("helper", "h1", tmp_path).messages) == _bytes(messages)


def test_restored_messages_are_exempt(tmp_path: Path) -> None:
    """What was brought back is not compressed again, also after a restart (I13)."""
    made = history(tmp_path, talk(10))
    made.compress_now()
    back = made.restore("c1")
    again = ChatHistory("helper", "h1", tmp_path, clock=Clock())
    again.compress_now(target_tokens=1)
    assert again.messages[: len(back)] == back
    assert any("is_compressed" in message for message in again.messages)


def test_deleted_originals_are_gone(tmp_path: Path) -> None:
    """From the file as well; the summary stays, and restoring says why it cannot."""
    made = history(tmp_path, talk(10))
    made.compress_now()
    gone = talk(10)[1]["content"]
    text = made.path.read_text("utf-8")
    assert gone in text
    made.delete_originals("c1")
    assert gone not in made.path.read_text("utf-8")
    assert "is_compressed" in made.messages[0]
    with pytest.raises(UnknownReference, match="not kept"):
        made.restore("c1")
    assert made.restore() == []
    assert made.audit_log[-1].action == "delete_originals"


def test_without_originals_nothing_is_kept(tmp_path: Path) -> None:
    """`keep_originals=False`: the summary is all there is."""
    made = history(tmp_path, talk(10), keep_originals=False)
    made.compress_now()
    assert talk(10)[1]["content"] not in made.path.read_text("utf-8")
    with pytest.raises(UnknownReference, match="not kept"):
        made.restore("c1")


def test_unknown_names_are_said(tmp_path: Path) -> None:
    """A summary or review that is not there."""
    made = history(tmp_path, talk(2))
    for call in (made.restore, made.delete_originals, made.approve, made.reject):
        with pytest.raises(UnknownReference, match="it has none"):
            call("c9")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace('"version": 1', '"version": 2'), "version 2"),
        (lambda text: text[: len(text) // 2], "damaged"),
        (lambda text: "", "it is empty"),
        (lambda text: "\x00\xff", "no chat history"),
        (lambda text: "[]", "no chat history"),
        (lambda text: text.replace('"counters"', '"contours"'), "damaged: counters: missing"),
        (
            lambda text: text.replace('"messages": [', '"messages": [5,'),
            r"messages\.0: give an object",
        ),
        (
            lambda text: text.replace('"messages": [', '"messages": 5, "x": ['),
            "messages: give a list",
        ),
        (lambda text: text.replace('"seq": 2', '"seq": "two"'), r"messages\.1\.seq: give a whole"),
        (lambda text: text.replace('"audit": [', '"audit": [null], "x": ['), r"audit\.0: give an"),
        (lambda text: text.replace('"role": "user"', '"role": "queen"'), "damaged"),
        (lambda text: text.replace('"agent_name": "helper"', '"agent_name": "x"'), "history of"),
    ],
)
def test_a_wrong_file_is_refused_and_left_alone(tmp_path: Path, change: Any, told: str) -> None:
    """Another version, a broken file, another agent's: an error that names the file."""
    path = history(tmp_path, talk(2)).path
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    before = path.read_bytes()
    with pytest.raises(InputError, match=told) as caught:
        ChatHistory("helper", "h1", tmp_path)
    assert path.name in str(caught.value)
    assert path.read_bytes() == before


def test_different_agents_have_different_files(tmp_path: Path) -> None:
    """Names with signs that paths do not take, and names that would collide."""
    names = [("a/b", "1"), ("a_b", "1"), ("a", "b@1"), ("a@b", "1"), ("..", "x"), ("助手", "甲")]
    for number, name in enumerate(names):
        ChatHistory(*name, tmp_path).add_message({"role": "user", "content": f"{number}"})
    assert len(list(tmp_path.glob("*.json"))) == len(names)
    for number, name in enumerate(names):
        assert ChatHistory(*name, tmp_path).messages[0]["content"] == f"{number}"


def test_display_items_fold_and_unfold(tmp_path: Path) -> None:
    """Folded: as sent. Unfolded: each summary with its originals behind it."""
    made = history(tmp_path, talk(10))
    made.compress_now()
    folded, unfolded = made.display_items(), made.display_items(unfolded=True)
    assert [item.message for item in folded] == made.messages
    assert folded[0].state is MessageState.COMPRESSED
    assert folded[0].can_unfold
    assert {item.compression_id for item in unfolded[:7]} == {"c1"}
    assert [item.message for item in unfolded[1:]] == talk(10)


@pytest.mark.parametrize("zh", [False, True])
def test_a_system_message_between_compressed_ones_keeps_its_place(
    tmp_path: Path, *, zh: bool
) -> None:
    """Unfolded and restored it stands between the messages that the summary covers."""
    asked, told, *rest = talk(2, zh=zh)
    messages = [asked, said("system", "Answer in one line.", 1), told, *rest]
    made = history(tmp_path, messages, preserve_recent_turns=1, batch_fraction=1.0)
    assert made.compress_now().status == "compressed"
    assert made.messages[0]["compression_info"]["original_message_count"] == 2
    assert made.messages[1] == messages[1]
    items = made.display_items(unfolded=True)
    assert [item.compression_id for item in items] == ["c1", "c1", "", "c1", "", ""]
    assert everything(made) == messages
    assert made.restore() == [asked, told]
    assert made.messages == messages


def test_a_merge_leaves_what_stands_between_its_summaries_in_place(tmp_path: Path) -> None:
    """System messages and restored ones between merged summaries come out in their own order."""
    rules = [said("system", f"Rule {n}: answer in one line.", 0) for n in range(6)]
    messages = [m for n, pair in enumerate(_pairs(talk(6))) for m in (pair[0], rules[n], pair[1])]
    made = history(tmp_path, messages, preserve_recent_turns=0, compression_batch_size=1)
    for _ in range(4):
        made.compress_now()
    made.restore("c2")
    config = CompressionConfig(
        token_threshold=20, preserve_recent_turns=0, compression_batch_size=40
    )
    made = ChatHistory("helper", "h1", tmp_path, config, clock=Clock())
    made.compress_now(target_tokens=1)
    assert "merge" in [entry.action for entry in made.audit_log]
    assert everything(made) == messages
    made.restore()
    assert made.messages == messages


@pytest.mark.parametrize("zh", [False, True])
def test_a_merge_of_summaries_that_reach_past_each_other_is_in_order(
    tmp_path: Path, *, zh: bool
) -> None:
    """What the newest ask held back is merged later, between the messages on both its sides."""
    answers = [message["content"] for message in talk(4, zh=zh)[1::2]]
    roles = ("user", "user", "assistant", "assistant")
    messages = [
        said(role, text, n) for n, (role, text) in enumerate(zip(roles, answers, strict=True))
    ]
    made = history(
        tmp_path,
        messages,
        token_threshold=20,
        preserve_recent_turns=1,
        compression_batch_size=1,
        batch_fraction=1.0,
    )
    for _ in range(3):
        made.compress_now()
    assert _covered(made) == [((1, 3), (1, 3))]
    made.add_messages(talk(1, zh=zh))
    made.compress_now()
    assert _covered(made) == [((1, 3), (1, 3)), ((2,), (2,))]
    made.compress_now()
    assert _covered(made) == [((1, 2, 3), (1, 2, 3))]
    assert everything(made) == [*messages, *talk(1, zh=zh)]


def _covered(made: ChatHistory) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Of each summary: what it covers, and the places of the originals behind it."""
    found = [record.compression for record in made.snapshot()[0].summaries]
    return [(one.covers, tuple(o.seq for o in one.originals or ())) for one in found if one]


def _pairs(messages: list[dict[str, Any]]) -> list[tuple[dict[str, Any], ...]]:
    return list(zip(messages[::2], messages[1::2], strict=True))


AMID = [("add", role, talk(1)[1]["content"]) for role in ("user", "system", "assistant", "user")]
ROLES = st.sampled_from(["system", "user", "assistant"])
TEXTS = st.sampled_from([message["content"] for message in (*talk(4), *talk(4, zh=True))])
STEPS = st.sampled_from(["add", "add", "add", "send", "compress", "restore", "off", "on", "reopen"])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(STEPS, ROLES, TEXTS), max_size=40))
@example([*AMID, ("compress", "user", "")])
@example([*AMID, *AMID, *[("compress", "user", "")] * 4, ("restore", "user", ""), *AMID])
def test_every_message_is_there_once_whatever_happens(
    steps: list[tuple[str, str, str]],
) -> None:
    """No gap and no overlap, in order; system messages stand whole (I11, I15)."""
    with tempfile.TemporaryDirectory() as name:
        config = CompressionConfig(
            token_threshold=300, preserve_recent_turns=1, compression_cooldown=1, batch_fraction=0.5
        )
        clock = Clock()
        made = ChatHistory("helper", "h1", name, config, clock=clock)
        added = []
        for step, role, text in steps:
            clock.move(1)
            if step == "add":
                added.append(made.add_message({"role": role, "content": text}))
            elif step == "send":
                made.messages_to_send()
            elif step == "compress":
                made.compress_now()
            elif step == "restore":
                made.restore()
            elif step == "reopen":
                made = ChatHistory("helper", "h1", name, made.compression_config, clock=clock)
            else:
                (made.enable_compression if step == "on" else made.disable_compression)()
            assert everything(made) == added
            system = [message for message in added if message["role"] == "system"]
            assert [m for m in made.messages if m["role"] == "system"] == system
            covered = [m["compression_info"] for m in made.messages if "is_compressed" in m]
            plain = [m for m in made.messages if "is_compressed" not in m]
            assert len(plain) + sum(i["original_message_count"] for i in covered) == len(added)
        made.restore()
        assert made.messages == added
