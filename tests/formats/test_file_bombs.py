"""Small files that hold much: each is refused before it fills the memory."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from uagent_memory.condensers.retrieval import read_subtitle_file
from uagent_memory.errors import InputError
from uagent_memory.formats import allowance, read_file
from uagent_memory.formats.shapes import shapes
from uagent_memory.formats.source import read_text


def bound(monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    """Lower limits than the shipped ones."""
    known = shapes()
    lower = known._replace(limits=known.limits._replace(**limits))
    monkeypatch.setattr(allowance, "shapes", lambda: lower)


def packed(folder: Path, content: bytes, name: str = "s.jsonl.gz") -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(content))
    return path


def test_blank_lines_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would be read for nothing."""
    bound(monkeypatch, blank_lines=50)
    path = packed(tmp_path, b"\n" * 51 + b'{"role": "user", "content": "hi"}\n')
    with pytest.raises(InputError, match="more than 50 blank lines"):
        read_file(path)
    assert read_file(packed(tmp_path, b"\n" * 50 + b'{"role": "user", "content": "hi"}\n'))


@pytest.mark.parametrize("form", ["lines", "list", "body"])
def test_messages_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """An empty message takes room as well."""
    bound(monkeypatch, few_messages=10)
    items = [{"role": "user", "content": ""}] * 11
    content = {
        "lines": "\n".join(map(json.dumps, items)),
        "list": json.dumps(items),
        "body": json.dumps({"messages": items}),
    }[form]
    path = packed(tmp_path, content.encode())
    with pytest.raises(InputError, match=r"more than 10 messages.*input_limit"):
        read_file(path, limit=2000)
    assert len(read_file(path, limit=5500).messages) == 11


@pytest.mark.parametrize("spread", [b"", b"\n"])
def test_lists_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spread: bytes) -> None:
    """On one line and on many."""
    bound(monkeypatch, few_values=20)
    path = packed(tmp_path, b"[" + spread + (b"[]," + spread) * 30 + b"[]]")
    with pytest.raises(InputError, match=r"more than 20 lists and objects.*input_limit"):
        read_file(path, limit=200)


def test_whole_texts_have_the_same_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Subtitles and chat histories, packed or not."""
    cue = b"1\n00:00:00,000 --> 00:00:01,000\nIt stops.\n\n"
    path = packed(tmp_path, cue, "a.srt.gz")
    assert read_text(path, limit=1000) == cue.decode()
    assert read_subtitle_file(path)["filename"] == "a.srt.gz"
    for content, reason in ((cue * 30, "longer than 1,000 bytes"), (b"\xff\xff", "not UTF-8")):
        with pytest.raises(InputError, match=reason):
            read_text(packed(tmp_path, content), limit=1000)
    bound(monkeypatch, few_values=20)
    with pytest.raises(InputError, match="lists and objects"):
        read_text(packed(tmp_path, b"[]\n" * 100), limit=1000)
