"""A file that is either as it was or as it should be, whatever moment the machine stops.

Written aside, flushed to the disk, renamed over the old one, and the folder flushed: only then is
the new content acknowledged.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from uagent_memory.condensers.chat_history.file_lock import lock

__all__ = ["DurableFile", "FileOperations", "OsFiles"]

PIECE = 1 << 20
"""Most bytes of one write."""


class FileOperations(Protocol):
    """What a durable file asks of the system; tests put faults into it."""

    def read(self, path: Path) -> bytes | None:
        """All bytes; None if there is no such file."""
        ...

    def create(self, path: Path) -> int:
        """A descriptor of a new, empty file in place of any that was there."""
        ...

    def write(self, descriptor: int, data: bytes) -> int:
        """Write some of the bytes; how many."""
        ...

    def fsync(self, descriptor: int) -> None: ...

    def close(self, descriptor: int) -> None: ...

    def rename(self, source: Path, target: Path) -> None: ...

    def fsync_folder(self, folder: Path) -> None: ...

    def stamp(self, path: Path) -> tuple[int, ...]:
        """What changes when another process replaces the file; empty if there is none."""
        ...

    def locked(self, path: Path) -> AbstractContextManager[None]:
        """Nobody else holds the file meanwhile; its folder is made if it is not there."""
        ...


class OsFiles:
    """The operating system's files."""

    def read(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def create(self, path: Path) -> int:
        self._make(path.parent)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)

    def _make(self, folder: Path) -> None:
        """Folders that are not there yet, each flushed into the one above it."""
        if not folder.is_dir():
            self._make(folder.parent)
            folder.mkdir(exist_ok=True)
            self.fsync_folder(folder.parent)

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def rename(self, source: Path, target: Path) -> None:
        source.replace(target)

    def fsync_folder(self, folder: Path) -> None:
        if os.name == "nt":  # folders cannot be opened there
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def stamp(self, path: Path) -> tuple[int, ...]:
        try:
            found = path.stat()
        except FileNotFoundError:
            return ()
        return found.st_ino, found.st_size, found.st_mtime_ns

    @contextmanager
    def locked(self, path: Path) -> Iterator[None]:
        self._make(path.parent)
        flags = os.O_RDWR | os.O_CREAT | _BINARY
        descriptor = os.open(path.parent / f".{path.name}.lock", flags, 0o600)
        try:
            lock(descriptor)
            yield
        finally:
            os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)


class DurableFile:
    """One file with one writer at a time."""

    def __init__(self, path: Path, files: FileOperations | None = None) -> None:
        self.path = path
        self._files = OsFiles() if files is None else files
        self._aside = path.parent / f".{path.name}.tmp"
        self._stamp: tuple[int, ...] | None = None

    def read(self) -> bytes | None:
        """The content; None if the file is not there. What a dead writer left aside is ignored."""
        data = self._files.read(self.path)
        self._stamp = self._files.stamp(self.path)
        return data

    @property
    def is_foreign(self) -> bool:
        """Whether another writer has replaced the file since it was last read or written here."""
        return self._stamp is not None and self._files.stamp(self.path) != self._stamp

    def locked(self) -> AbstractContextManager[None]:
        """Held from the look at `is_foreign` to the end of the write, so that of two writers one is
        told."""
        return self._files.locked(self.path)

    def write(self, chunks: Iterable[bytes]) -> None:
        """Replace the content. On return it is on the disk; on any error the old one may stand.

        Raises:
            OSError: the system's.
        """
        files = self._files
        self._stamp = None
        try:
            descriptor = files.create(self._aside)
            try:
                for chunk in chunks:
                    self._write_all(descriptor, chunk)
                files.fsync(descriptor)
            finally:
                files.close(descriptor)
            files.rename(self._aside, self.path)
            files.fsync_folder(self.path.parent)
        finally:
            self._stamp = files.stamp(self.path)

    def _write_all(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._files.write(descriptor, bytes(view[:PIECE])) :]
