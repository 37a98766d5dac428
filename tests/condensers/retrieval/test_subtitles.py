"""SRT and WebVTT as retrieval results: times as written, texts without markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from uagent_memory.condensers.retrieval import (
    SummaryCompressor,
    read_subtitle_file,
    read_subtitles,
)
from uagent_memory.errors import InputError

SRT = """\ufeff1
00:00:00,000 --> 00:00:03,500
<i>Hello</i> {\\an8}there,
how are you?

2
00:00:03,500 --> 00:00:08,250
第二句
3
01:00:00,125 --> 01:00:02,000
No blank line before me.


4
00:00:09,000 --> 00:00:10,000

"""
VTT = """WEBVTT - a title

NOTE
00:00:00.000 --> 00:00:09.000 is not a cue

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.250 align:start position:10%
<v Ann>Fish &amp; chips</v> <00:00:02.000><c>now</c>

01:00:00.125 --> 01:00:02.000
- Second
"""


def test_srt() -> None:
    """Numbers, markup and empty cues go; times stay."""
    assert read_subtitles(SRT, filename="a.srt") == {
        "filename": "a.srt",
        "segments": [
            {"index": 0, "start": 0.0, "end": 3.5, "text": "Hello there, how are you?"},
            {"index": 1, "start": 3.5, "end": 8.25, "text": "第二句"},
            {"index": 2, "start": 3600.125, "end": 3602.0, "text": "No blank line before me."},
        ],
    }


def test_vtt() -> None:
    """Notes and styles are no cues; a speaker stands before its words; hours may be missing."""
    assert read_subtitles(VTT, filename="a.vtt")["segments"] == [
        {"index": 0, "start": 1.0, "end": 4.25, "text": "Ann: Fish & chips now"},
        {"index": 1, "start": 3600.125, "end": 3602.0, "text": "- Second"},
    ]


def test_windows_line_ends_and_a_file(tmp_path: Path) -> None:
    """From a file, into the compressor."""
    path = tmp_path / "talk.srt"
    path.write_bytes(SRT.replace("\n", "\r\n").encode())
    text = SummaryCompressor().compress_single_file_results("?", read_subtitle_file(path))
    assert "[文件开始: talk.srt]" in text
    assert "[3600.125-3602.00] No blank line before me." in text


@pytest.mark.parametrize("data", [b"", b"just text\n", b"\xff\xfe\x00", b"WEBVTT\n\nNOTE x\n"])
def test_a_file_without_cues_is_refused(tmp_path: Path, data: bytes) -> None:
    """The error names the file."""
    path = tmp_path / "broken.vtt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"broken\.vtt"):
        read_subtitle_file(path)
    with pytest.raises(InputError, match=r"missing\.vtt"):
        read_subtitle_file(tmp_path / "missing.vtt")
