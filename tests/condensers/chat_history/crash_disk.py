"""A disk on which a process can be killed: what was not flushed may be there, in part or not."""

from __future__ import annotations

import itertools
import random
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path


class Killed(BaseException):
    """The process is gone; nothing after it runs."""


class _Inode:
    def __init__(self) -> None:
        self.written = bytearray()
        self.flushed = b""


class CrashDisk:
    """FileOperations in memory. Kills at the n-th use of an operation: before, inside or after."""

    def __init__(self, names: dict[Path, bytes] | None = None) -> None:
        self._seen: dict[Path, _Inode] = {}
        self._flushed: dict[Path, _Inode] = {}
        for path, data in (names or {}).items():
            inode = _Inode()
            inode.written, inode.flushed = bytearray(data), data
            self._seen[path] = self._flushed[path] = inode
        self._pending: list[tuple[str, Path, Path | None, _Inode]] = []
        self._open: dict[int, _Inode] = {}
        self._numbers = itertools.count(3)
        self._count: dict[str, int] = {}
        self._fault: tuple[str, int, float] | None = None
        self.kills = 0

    def kill_at(self, operation: str, number: int, share: float) -> None:
        """Kill at the number-th use; `share` of a write is done before, 1 kills after the rest."""
        self._fault = (operation, number, share)

    def _due(self, operation: str) -> float | None:
        self._count[operation] = self._count.get(operation, 0) + 1
        if self._fault and self._fault[:2] == (operation, self._count[operation]):
            self.kills += 1
            return self._fault[2]
        return None

    def read(self, path: Path) -> bytes | None:
        inode = self._seen.get(path)
        return None if inode is None else bytes(inode.written)

    def create(self, path: Path) -> int:
        inode, number = _Inode(), next(self._numbers)
        self._seen[path] = inode
        self._pending.append(("link", path, None, inode))
        self._open[number] = inode
        return number

    def write(self, descriptor: int, data: bytes) -> int:
        share = self._due("write")
        if share is not None:
            self._open[descriptor].written += data[: int(len(data) * share)]
            raise Killed
        self._open[descriptor].written += data
        return len(data)

    def fsync(self, descriptor: int) -> None:
        share = self._due("fsync")
        inode = self._open[descriptor]
        if share is not None:
            kept = max(int(len(inode.written) * share), len(inode.flushed))
            inode.flushed = bytes(inode.written[:kept])
            raise Killed
        inode.flushed = bytes(inode.written)

    def close(self, descriptor: int) -> None:
        self._open.pop(descriptor)

    def rename(self, source: Path, target: Path) -> None:
        share = self._due("rename")
        if share is None or share > 0.5:
            inode = self._seen.pop(source)
            self._seen[target] = inode
            self._pending.append(("move", source, target, inode))
        if share is not None:
            raise Killed

    def fsync_folder(self, folder: Path) -> None:
        share = self._due("fsync_folder")
        if share is None or share > 0.5:
            self._apply(len(self._pending))
        if share is not None:
            raise Killed

    def stamp(self, path: Path) -> tuple[int, ...]:
        inode = self._seen.get(path)
        return () if inode is None else (id(inode), len(inode.written))

    def locked(self, path: Path) -> AbstractContextManager[None]:
        del path
        return nullcontext()

    def _apply(self, count: int) -> None:
        for kind, path, target, inode in self._pending[:count]:
            if kind == "move" and target is not None:
                self._flushed.pop(path, None)
                self._flushed[target] = inode
            else:
                self._flushed[path] = inode
        del self._pending[:count]

    def after_the_crash(self, chance: random.Random) -> CrashDisk:
        """What the machine finds when it comes up again."""
        self._apply(chance.randint(0, len(self._pending)))
        found = {}
        for path, inode in self._flushed.items():
            extra = inode.written[len(inode.flushed) :]
            found[path] = inode.flushed + bytes(extra[: chance.randint(0, len(extra))])
        return CrashDisk(found)
