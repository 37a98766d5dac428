"""Hand-made labels: where a session states a constraint, a decision, an error, a task.

One JSON file per session, `SOURCE/ID.json`. It holds addresses, never text of the session: the
text is read from the data when it is needed, and a hash says whether it is still the same text.
FORMAT.md in `benchmarks/labels` describes it for people.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.record import RawMessage, calls, message_text
from benchmarks.quality.sessions import RecordedSession

__all__ = [
    "DEFAULT_LABELS",
    "STATUSES",
    "Label",
    "LabelFile",
    "LabelKind",
    "Place",
    "label_path",
    "part_text",
    "read_labels",
]

LabelKind: TypeAlias = Literal["constraint", "decision", "error", "task"]
STATUSES: Mapping[str, tuple[str, ...]] = {
    "constraint": ("active", "lifted", "superseded"),
    "decision": ("active", "superseded", "rejected"),
    "error": ("open", "fixed"),
    "task": ("pending", "in_progress", "waiting", "done", "cancelled"),
}
"""What a label of each kind may say, as of the end of the session."""
DEFAULT_LABELS = Path(__file__).resolve().parents[1] / "labels"
HASH_LENGTH = 16


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Model):
    """Code points start..end of a part ("text", "call:0" ...) of the n-th message, from 0."""

    message: int = Field(ge=0)
    part: str = Field(default="text", pattern=r"^(text|call:\d+)$")
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    sha256: str = Field(min_length=HASH_LENGTH, max_length=HASH_LENGTH)
    """The first digits of the hash of the text (UTF-8)."""

    @classmethod
    def of(cls, message: int, part: str, start: int, text: str) -> Place:
        end = start + len(text)
        return cls(message=message, part=part, start=start, end=end, sha256=_hash(text))

    def text(self, session: RecordedSession) -> str:
        """The text at this place.

        Raises:
            SuiteError: the session has no such place, or another text stands there now.
        """
        where = f"session {session.id}, message {self.message}, {self.part}"
        if self.message >= len(session.messages):
            raise SuiteError(f"{where}: the session has {len(session.messages)} messages only")
        found = part_text(session.messages[self.message], self.part)[self.start : self.end]
        if _hash(found) != self.sha256:
            raise SuiteError(f"{where}: the labelled text is not there; label it anew")
        return found


class Label(_Model):
    """One fact. Its spans together state it; `also` are other places that state it as well."""

    kind: LabelKind
    status: str
    spans: tuple[Place, ...] = Field(min_length=1)
    also: tuple[Place, ...] = ()

    @model_validator(mode="after")
    def _known_status(self) -> Label:
        if self.status not in STATUSES[self.kind]:
            known = ", ".join(STATUSES[self.kind])
            raise ValueError(f"status {self.status!r} of a {self.kind}: use one of {known}")
        return self


class LabelFile(_Model):
    """The labels of one session."""

    session: str
    source: str
    messages: int = Field(gt=0)
    """How many the session had when it was labelled."""
    complete: tuple[LabelKind, ...] = ()
    """Kinds of which every fact of the session is labelled: only they can judge precision."""
    labels: tuple[Label, ...] = ()


def part_text(message: RawMessage, part: str) -> str:
    """The text that a label's part names; "" if the message has no such part.

    A call's text is its name and decoded arguments, as everywhere in the suite.
    """
    if part == "text":
        return message.get("content") or ""
    made, number = calls(message), int(part.removeprefix("call:"))
    if number >= len(made):
        return ""
    return message_text({**message, "content": "", "tool_calls": [made[number]]})[1:]


def label_path(folder: Path, session: RecordedSession) -> Path:
    """Where the labels of a session are kept; what no file name can hold becomes `_`."""
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in session.id)
    return folder / session.source / f"{name}.json"


def read_labels(folder: Path) -> dict[str, LabelFile]:
    """All label files below a folder, by session.

    Raises:
        SuiteError: a file is no label file; names it and the reason.
    """
    if not folder.is_dir():
        raise SuiteError(f"--labels {folder}: no such folder")
    return {file.session: file for file in map(_read, sorted(folder.rglob("*.json")))}


def _read(path: Path) -> LabelFile:
    try:
        return LabelFile.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise SuiteError(f"{path}: no label file: {error}") from error


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:HASH_LENGTH]


def texts(file: LabelFile, session: RecordedSession) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """Each label with the texts of its spans, then of its other places."""
    for label in file.labels:
        yield label, tuple(place.text(session) for place in (*label.spans, *label.also))
