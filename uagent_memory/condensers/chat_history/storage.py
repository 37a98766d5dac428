"""HistoryStorage: a history's state in memory and on the disk, always the same."""

from __future__ import annotations

import re
from pathlib import Path

from uagent_memory.condensers.chat_history.document import Identity, decode, encode
from uagent_memory.condensers.chat_history.durable_file import DurableFile, FileOperations
from uagent_memory.condensers.chat_history.state import HistoryState
from uagent_memory.errors import InputError, UAgentMemoryError
from uagent_memory.stores import StoreConflict

__all__ = ["HistoryNotWritten", "HistoryStorage", "file_name"]

UNSAFE = re.compile(r"[^\w.-]|^\.")


class HistoryNotWritten(UAgentMemoryError):
    """The disk refused; the history is as it was."""


def file_name(identity: Identity) -> str:
    """`NAME@ID.json`, other signs percent-encoded: different identities, different names."""
    return f"{'@'.join(UNSAFE.sub(_encoded, part) for part in identity)}.json"


def _encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02x}" for byte in match.group().encode("utf-8", "surrogatepass"))


class HistoryStorage:
    """One writer; a file that someone else replaced is not overwritten."""

    def __init__(
        self, path: Path, identity: Identity | None, files: FileOperations | None = None
    ) -> None:
        """Read the file, or begin an empty history.

        Raises:
            InputError: the file is no history, damaged, of another version or another agent's; or
                it is not there and no identity was given.
        """
        self._file = DurableFile(path, files)
        try:
            data = self._file.read()
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"cannot be read: {reason}", source=str(path)) from error
        if data is None:
            if identity is None:
                raise InputError("there is no such chat history", source=str(path))
            self.identity, self.state = identity, HistoryState()
            return
        self.identity, self.state = decode(data, source=str(path))
        if identity is not None and identity != self.identity:
            name, number = self.identity
            raise InputError(f"this is the history of {name!r}, {number!r}", source=str(path))

    @property
    def path(self) -> Path:
        return self._file.path

    def save(self, state: HistoryState) -> None:
        """Make a state the history's: on return it is on the disk, on an error nothing changed.

        Raises:
            StoreConflict: another process has written the file.
            HistoryNotWritten: the disk refused.
        """
        try:
            with self._file.locked():
                if self._file.is_foreign:
                    reason = "another process has changed it: open it again"
                    raise StoreConflict(f"{self.path}: {reason}")
                self._file.write(encode(self.identity, state))
        except OSError as error:
            reason = error.strerror or str(error)
            raise HistoryNotWritten(
                f"{self.path}: cannot be written: {reason}; the history is as it was"
            ) from error
        self.state = state
