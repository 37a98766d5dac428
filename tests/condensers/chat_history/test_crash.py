"""A history survives a crash inside every step of a write: nothing acknowledged is lost."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.condensers.chat_history.crash_disk import CrashDisk, Killed
from tests.condensers.chat_history.talks import Clock, everything, said, talk
from uagent_memory.condensers.chat_history import (
    ChatHistory,
    CompressionConfig,
    HistoryNotWritten,
)
from uagent_memory.condensers.chat_history.durable_file import OsFiles
from uagent_memory.stores import StoreConflict

KILLS = 200
FOLDER = Path("/histories")
CONFIG = CompressionConfig(preserve_recent_turns=1, batch_fraction=1.0)
TURNS = 3
TALK = talk(TURNS)


def _open(disk: CrashDisk) -> ChatHistory:
    return ChatHistory("helper", "h1", FOLDER, CONFIG, clock=Clock(), files=disk)


def _converse(disk: CrashDisk, acknowledged: list[dict[str, object]]) -> None:
    """Add one by one, compress, go on, restore, delete."""
    made = _open(disk)
    for message in TALK:
        acknowledged += made.add_messages([message])
    assert made.compress_now().status == "compressed"
    acknowledged.append(made.add_message(said("user", "And now?", 9)))
    made.restore()
    acknowledged.append(made.add_message(said("assistant", "Now we measure.", 10)))


WRITES = len(TALK) + 4
"""Of one conversation."""


@pytest.mark.parametrize("operation", ["write", "fsync", "rename", "fsync_folder"])
def test_200_kills_lose_nothing(operation: str) -> None:
    """Each kill at another place; the file opens, with all that was acknowledged, in order."""
    chance = random.Random(operation)
    pieces = 3 if operation == "write" else 1
    kills = lost = unreadable = 0
    while kills < KILLS:
        disk, acknowledged = CrashDisk(), list[dict[str, object]]()
        number = chance.randint(1, WRITES * pieces)
        disk.kill_at(operation, number, chance.choice((0.0, chance.random(), 1.0)))
        try:
            _converse(disk, acknowledged)
        except Killed:
            kills += 1
        else:
            pytest.fail(f"{operation} {number} was never reached")
        try:
            again = _open(disk.after_the_crash(chance))
        except Exception:  # noqa: BLE001 - counted
            unreadable += 1
            continue
        held = everything(again)
        lost += held[: len(acknowledged)] != acknowledged or len(held) > len(acknowledged) + 1
        again.add_message(said("user", "Still here?", 11))
        assert everything(again)[-1]["content"] == "Still here?"
    assert (kills, lost, unreadable) == (KILLS, 0, 0)


def test_the_crash_disk_can_lose_data() -> None:
    """The measure itself: a writer that renames without flushing loses acknowledged bytes."""
    chance = random.Random(7)
    losses = 0
    for _ in range(40):
        disk = CrashDisk({FOLDER / "a": b"old"})
        number = disk.create(FOLDER / "b")
        disk.write(number, b"new content")
        disk.close(number)
        disk.rename(FOLDER / "b", FOLDER / "a")
        disk.fsync_folder(FOLDER)
        losses += disk.after_the_crash(chance).read(FOLDER / "a") != b"new content"
    assert losses > 20


CHILD = """
import os, sys
from pathlib import Path
from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig
from uagent_memory.condensers.chat_history.durable_file import OsFiles

operation, number, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]

class Dying(OsFiles):
    count = 0
    def _step(self, name, work):
        if name == operation:
            Dying.count += 1
            if Dying.count == number:
                work()
                os._exit(9)

    def write(self, descriptor, data):
        self._step("write", lambda: os.write(descriptor, data[: len(data) // 2]))
        return super().write(descriptor, data)

    def fsync(self, descriptor):
        self._step("fsync", lambda: None)
        super().fsync(descriptor)

    def rename(self, source, target):
        self._step("rename", lambda: None)
        super().rename(source, target)
        self._step("renamed", lambda: None)

config = CompressionConfig(preserve_recent_turns=1, batch_fraction=1.0)
history = ChatHistory("helper", "h1", folder, config, files=Dying())
for n in range(6):
    role = "assistant" if n % 2 else "user"
    history.add_message({"role": role, "content": f"message {n} " + "and many more words. " * 40})
    print(n, flush=True)
history.compress_now()
print("compressed", flush=True)
os._exit(1)
"""


@pytest.mark.parametrize("operation", ["write", "fsync", "rename", "renamed"])
@pytest.mark.parametrize("number", [4, 7])
def test_a_killed_process_leaves_a_history(tmp_path: Path, operation: str, number: int) -> None:
    """A real process that dies inside a write: what it printed as done is on the disk."""
    pieces = 3 if operation == "write" else 1
    done = subprocess.run(
        [sys.executable, "-c", CHILD, operation, str(number * pieces), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 9, done.stderr
    printed = done.stdout.split()
    again = ChatHistory("helper", "h1", tmp_path)
    held = [str(message["content"]) for message in everything(again)]
    told = [line for line in printed if line.isdigit()]
    assert len(held) in (len(told), len(told) + 1)
    assert [text.split()[1] for text in held][: len(told)] == told
    again.add_message({"role": "user", "content": "still here"})
    assert again.messages[-1]["content"] == "still here"


def test_new_folders_are_made_and_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each new folder's entry is on the disk before the file is."""
    from uagent_memory.condensers.chat_history.durable_file import OsFiles

    flushed: list[Path] = []
    plain = OsFiles.fsync_folder

    def noted(files: OsFiles, folder: Path) -> None:
        flushed.append(folder)
        plain(files, folder)

    monkeypatch.setattr(OsFiles, "fsync_folder", noted)
    folder = tmp_path / "a" / "b"
    ChatHistory("helper", "h1", folder).add_message({"role": "user", "content": "hello"})
    assert flushed == [tmp_path, tmp_path / "a", folder]


def test_of_two_writers_at_the_same_moment_one_is_told(tmp_path: Path) -> None:
    """The second waits until the first has written, and then sees that the file has changed."""
    told: list[BaseException] = []
    threads: list[threading.Thread] = []

    def write_too() -> None:
        try:
            second.add_message({"role": "user", "content": "second"})
        except StoreConflict as error:
            told.append(error)

    class Slow(OsFiles):
        def create(self, path: Path) -> int:
            if not threads:
                threads.append(threading.Thread(target=write_too))
                threads[0].start()
                threads[0].join(timeout=0.2)
            return super().create(path)

    first = ChatHistory("helper", "h1", tmp_path, files=Slow())
    second = ChatHistory("helper", "h1", tmp_path)
    first.add_message({"role": "user", "content": "first"})
    threads[0].join()
    assert len(told) == 1
    held = ChatHistory("helper", "h1", tmp_path).messages
    assert [message["content"] for message in held] == ["first"]


def test_after_a_refused_write_another_writer_is_seen(tmp_path: Path) -> None:
    """A disk that was full once does not make a history overwrite what came meanwhile."""

    class Full(OsFiles):
        full = False

        def write(self, descriptor: int, data: bytes) -> int:
            if self.full:
                raise OSError(28, "No space left on device")
            return super().write(descriptor, data)

    disk = Full()
    mine = ChatHistory("helper", "h1", tmp_path, files=disk)
    mine.add_message({"role": "user", "content": "one"})
    disk.full = True
    with pytest.raises(HistoryNotWritten):
        mine.add_message({"role": "user", "content": "two"})
    disk.full = False
    ChatHistory("helper", "h1", tmp_path).add_message({"role": "user", "content": "theirs"})
    with pytest.raises(StoreConflict):
        mine.add_message({"role": "user", "content": "two"})
