"""Build sets of sessions for the quality suite from public repositories (needs a network).

Each set is converted into the suite's own form, one session a line: {"id", "source", "licence",
"messages": [{"role", "agent", "content", "tool_calls", "tool_call_id"}]}.
Names, addresses and key-like strings stand in these files as they were published: look through a
set before you pass it on. The suite itself never needs this command.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from importlib import resources
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from pydantic import BaseModel, ConfigDict

from benchmarks.converters import CONVERTERS, Converted, Malformed
from benchmarks.quality.errors import SuiteError

__all__ = ["PublicSet", "build", "main", "public_sets"]

TIMEOUT = 60


class PublicSet(BaseModel):
    """A public repository with sessions in it, and who converts its files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    what: str
    licence: str
    archive: str
    """Address of a gzipped tar file of the repository."""
    files: tuple[str, ...]
    """Patterns of the paths, below the archive's top folder, that hold sessions."""
    converter: str


def public_sets() -> dict[str, PublicSet]:
    text = resources.files("benchmarks").joinpath("fetch.toml").read_text(encoding="utf-8")
    sets = (PublicSet.model_validate(one) for one in tomllib.loads(text)["set"])
    return {one.name: one for one in sets}


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _main(options)
    except SuiteError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _main(options: argparse.Namespace) -> int:
    sets = public_sets()
    if not options.sets:
        for one in sets.values():
            print(f"{one.name:<20}{one.licence:<12}{one.what}\n{'':<20}{one.archive}")
        return 0
    for name in options.sets:
        if name not in sets:
            raise SuiteError(f"no set is called {name!r}; there are: {', '.join(sets)}")
    for name in options.sets:
        _fetch(sets[name], options)
    return 0


def _fetch(wanted: PublicSet, options: argparse.Namespace) -> None:
    data = _own_archive(options.archive) if options.archive else _download(wanted)
    count, skipped = build(wanted, data, options.out / f"{wanted.name}.jsonl.gz", options.limit)
    print(f"{wanted.name}: {count} sessions, {skipped} files passed over")


def _own_archive(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SuiteError(f"--archive {path}: cannot be read: {error.strerror}") from error


def _download(wanted: PublicSet) -> bytes:
    try:
        with urlopen(wanted.archive, timeout=TIMEOUT) as response:
            return bytes(response.read())
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise SuiteError(
            f"{wanted.archive} cannot be reached: {reason}. This command needs a network; without "
            "one, fetch the archive elsewhere and give it with --archive FILE"
        ) from error


def build(
    wanted: PublicSet, archive: bytes, out: Path, limit: int | None = None
) -> tuple[int, int]:
    """Convert an archive's sessions into one file.

    Returns:
        How many sessions were written, and how many files held none.

    Raises:
        SuiteError: it is no archive, or nothing in it is a session.
    """
    sessions: list[Converted] = []
    skipped = 0
    for path, text in _members(wanted, archive):
        try:
            sessions.extend(CONVERTERS[wanted.converter](path, text))
        except Malformed:
            skipped += 1
        if limit is not None and len(sessions) >= limit:
            sessions = sessions[:limit]
            break
    if not sessions:
        raise SuiteError(f"{wanted.name}: no session in {', '.join(wanted.files)} of the archive")
    out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.GzipFile(out, "wb", mtime=0) as target:
        for session in sessions:
            record = {**session, "source": wanted.name, "licence": wanted.licence}
            target.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
    return len(sessions), skipped


def _members(wanted: PublicSet, archive: bytes) -> Iterator[tuple[str, str]]:
    """(path, text) of the files that may hold sessions, in the order of their paths."""
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
            members = sorted((m for m in tar if m.isfile()), key=lambda member: member.name)
            for member in members:
                path = member.name.partition("/")[2]
                if any(fnmatch(path, pattern) for pattern in wanted.files):
                    content = tar.extractfile(member)
                    data = content.read() if content else b""
                    yield path, _unzipped(path, data).decode("utf-8", "replace")
    except (tarfile.TarError, zipfile.BadZipFile, OSError, EOFError) as error:
        raise SuiteError(f"{wanted.name}: no gzipped tar archive: {error}") from error


def _unzipped(path: str, data: bytes) -> bytes:
    """The one file in a zip; anything else as it is."""
    if not path.endswith(".zip"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as inner:
        return inner.read(inner.namelist()[0])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks fetch",
        description=__doc__,
        epilog="Without a name it lists the sets.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="sets to build")
    parser.add_argument("--out", type=Path, default=Path("benchmarks-data"), help="folder")
    parser.add_argument("--limit", type=int, help="at most so many sessions of each set")
    parser.add_argument("--archive", type=Path, help="an archive that you have already")
    return parser
