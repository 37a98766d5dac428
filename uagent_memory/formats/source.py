"""Files and streams as lines: plain or gzip, with every fault as one InputError."""

from __future__ import annotations

import gzip
import io
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias, cast

from uagent_memory.errors import ConfigError, InputError
from uagent_memory.formats.allowance import Allowance, check_blank_lines, check_line
from uagent_memory.given import is_whole

__all__ = ["PathOrStream", "Source", "SourceLine", "opened", "read_text"]

PathOrStream: TypeAlias = str | Path | BinaryIO
"""A path, or a stream of bytes such as `sys.stdin.buffer`."""

GZIP = b"\x1f\x8b"
PACKED = ".gz"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
JSON_BEGINS = (b"{", b"[", BYTE_ORDER_MARK)
OTHER_ENCODINGS = (
    ("UTF-32", re.compile(rb"\xff\xfe\0\0|\0\0\xfe\xff|[^\0]\0\0\0|\0\0\0[^\0]")),
    ("UTF-16", re.compile(rb"\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0]")),
)
"""How a text in another encoding begins: with its mark, or with two characters of JSON."""
HEAD = 4096
STREAM = "<stdin>"


class SourceLine(NamedTuple):
    """One line that is not blank; lines count from 1, blank ones too."""

    number: int
    raw: bytes


class Source:
    """An open file or stream."""

    def __init__(self, name: str, stream: BinaryIO, *, limit: int) -> None:
        """`limit`: most bytes of a line, unpacked."""
        self.name = name
        self._limit = limit
        self._stream = stream

    @property
    def stem(self) -> str:
        """The file's name without folders and without `.jsonl`, `.json` and `.gz`."""
        stem = Path(self.name).name.strip("<>")
        for suffix in (".gz", ".jsonl", ".ndjson", ".json"):
            stem = stem.removesuffix(suffix)
        return stem or self.name

    def lines(self) -> Iterator[SourceLine]:
        """The lines, one at a time.

        Raises:
            InputError: they cannot be unpacked or read, or are no text.
        """
        for number, raw in enumerate(self.raw_lines(), 1):
            line = raw.removeprefix(BYTE_ORDER_MARK) if number == 1 else raw
            if line.strip():
                yield SourceLine(number, line)

    def raw_lines(self) -> Iterator[bytes]:
        """Every line as it stands, its end too; raises as `lines`."""
        try:
            self._check_encoding()
            yield from self._read_lines()
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(
                f"cannot be unpacked ({error}): the gzip file is damaged or cut off",
                source=self.name,
            ) from None
        except OSError as error:
            raise InputError(_reason(error), source=self.name) from None

    def _read_lines(self) -> Iterator[bytes]:
        number = blank = 0
        while raw := self._stream.readline(self._limit + 1):
            number += 1
            blank += raw.isspace()
            check_blank_lines(blank, source=self.name)
            check_line(raw, number, limit=self._limit, source=self.name)
            yield raw

    def _check_encoding(self) -> None:
        head = _head(self._stream, HEAD)
        other = next((name for name, begin in OTHER_ENCODINGS if begin.match(head)), None)
        if other is not None:
            raise InputError(f"{other} text: save it as UTF-8", source=self.name)
        if self._is_misnamed(head):
            raise InputError(
                f"its name ends in {PACKED}, but it is no gzip file: pack it or rename it",
                source=self.name,
            )
        if b"\0" in head:
            raise InputError(
                "binary data, not text: give JSON or JSON lines, plain or gzip", source=self.name
            )

    def _is_misnamed(self, head: bytes) -> bool:
        """Neither packed, as its name says, nor JSON all the same."""
        packed = isinstance(self._stream, gzip.GzipFile) or not self.name.endswith(PACKED)
        return not (packed or head.lstrip().startswith(JSON_BEGINS) or not head.strip())


@contextmanager
def opened(path: PathOrStream, *, limit: int) -> Iterator[Source]:
    """Open a path or take a stream; a stream is left open, gzip is unpacked by its first bytes.

    Raises:
        InputError: it is not there or cannot be read.
        ConfigError: the limit is no number of bytes.
    """
    if not is_whole(limit) or limit < 1:
        raise ConfigError(f"limit {limit!r}: give a whole number of bytes above 0")
    limit = min(limit, sys.maxsize - 1)
    if isinstance(path, str | Path):
        with _file(Path(path)) as stream, _unpacked(stream, str(path)) as lines:
            yield Source(str(path), lines, limit=limit)
        return
    given = getattr(path, "name", None)
    name = given if isinstance(given, str) else STREAM
    with _unpacked(_bytes(path, name), name) as lines:
        yield Source(name, lines, limit=limit)


def read_text(path: PathOrStream, *, limit: int) -> str:
    """All of a file or stream as text, unpacked if it is gzip.

    Args:
        path: of the file, or a stream of bytes.
        limit: most bytes, unpacked.

    Raises:
        InputError: it is not there, cannot be unpacked, is too long or no UTF-8 text.
    """
    lines: list[bytes] = []
    with opened(path, limit=limit) as source:
        allowance = Allowance(source.name, limit)
        for raw in source.raw_lines():
            allowance.take(raw)
            lines.append(raw)
        try:
            return b"".join(lines).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                f"not UTF-8 text (byte {error.start + 1}): save it as UTF-8", source=source.name
            ) from None


def _file(path: Path) -> BinaryIO:
    try:
        if path.is_dir():
            raise InputError("a folder, not a file: name one of its files", source=str(path))
        return path.open("rb")
    except ValueError:
        raise InputError("not a possible file name", source=repr(str(path))) from None
    except OSError as error:
        raise InputError(_reason(error), source=str(path)) from None


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file: check the path"
    return f"cannot be read: {error.strerror or error}"


def _bytes(stream: object, name: str) -> BinaryIO:
    """A stream of bytes that can be looked into: as it is, or read to its end."""
    inner = getattr(stream, "buffer", stream)
    if isinstance(inner, io.BufferedReader | io.BytesIO):
        return inner
    if not hasattr(inner, "read"):
        raise InputError(f"a {type(stream).__name__} is neither a path nor a stream")
    try:
        content = inner.read()
    except OSError as error:
        raise InputError(_reason(error), source=name) from None
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return io.BytesIO(raw)


@contextmanager
def _unpacked(stream: BinaryIO, name: str) -> Iterator[BinaryIO]:
    try:
        begin = _head(stream, len(GZIP))
    except OSError as error:
        raise InputError(_reason(error), source=name) from None
    if begin != GZIP:
        yield stream
        return
    with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
        yield cast(BinaryIO, unpacked)


def _head(stream: BinaryIO, size: int) -> bytes:
    """The next bytes, at most `size`, without taking them."""
    if isinstance(stream, io.BufferedReader | gzip.GzipFile):
        return stream.peek(size)[:size]
    begin = stream.tell()
    head = stream.read(size)
    stream.seek(begin)
    return head
