"""Label the facts of a session by hand, for the quality suite.

Read the session (`--read`), then paste the literal text of each constraint, decision, open error or
unfinished task. Its place is found and kept in a label file, which holds addresses and hashes only,
never the text. Say with `--complete` which kinds you have labelled all of: only they can judge
whether what a hand-off claims is true.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import regex

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.labels import (
    DEFAULT_LABELS,
    STATUSES,
    Label,
    LabelFile,
    Place,
    label_path,
    part_text,
    read_labels,
    texts,
)
from benchmarks.quality.overlap import share_of, spaced, terms
from benchmarks.quality.record import calls
from benchmarks.quality.sessions import DataSet, RecordedSession, read_data
from uagent_memory.terminal import safe_text

__all__ = ["find", "main"]

MORE = """\
examples:
  python -m benchmarks label --session ID --read
  python -m benchmarks label --session ID --kind constraint --text "Do not touch the schema"
  python -m benchmarks label --session ID --kind decision --text "Use a bucket" --text "because ..."
  python -m benchmarks label --session ID --kind error --status fixed --text "KeyError: 'id'"
  python -m benchmarks label --session ID --complete constraint,error
  python -m benchmarks label --session ID --list
  python -m benchmarks label --check

Several --text make one label: together they state the fact. `--text -` reads standard input. Where
a text stands more than once, its first place is the label and the others count as well; --message
takes only one. Exit codes: 0 done; 1 the text is not there, nothing was written; 2 wrong input.
"""
NEAREST, LEAST_NEAR = 5, 0.4
SHOWN = 200


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _main(options)
    except SuiteError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _main(options: argparse.Namespace) -> int:
    data = read_data(options.data)
    if options.check:
        return _check(options.labels, data)
    session = _session(data, options.session)
    if options.read:
        _read(session)
        return 0
    path = label_path(options.labels, session)
    file = _existing(path, session)
    if options.list:
        _list(file, session)
        return 0
    if options.complete is not None:
        return _write(path, file.model_copy(update={"complete": tuple(options.complete)}))
    if not options.text or not options.kind:
        raise SuiteError("give --kind and --text, or one of --read, --list, --complete, --check")
    return _add(options, path, file, session)


def _session(data: DataSet, session_id: str | None) -> RecordedSession:
    if session_id is None:
        raise SuiteError("give --session ID")
    session = data.find(session_id)
    if session is None:
        near = [one.id for one in data if session_id in one.id][:NEAREST]
        hint = f"did you mean one of {', '.join(near)}?" if near else "no id is like it"
        raise SuiteError(f"--session {session_id}: not in this data; {hint}")
    return session


def _existing(path: Path, session: RecordedSession) -> LabelFile:
    if path.is_file():
        return read_labels(path.parent)[session.id]
    return LabelFile(session=session.id, source=session.source, messages=len(session.messages))


def _add(options: argparse.Namespace, path: Path, file: LabelFile, session: RecordedSession) -> int:
    spans: list[Place] = []
    also: list[Place] = []
    for given in options.text:
        literal = sys.stdin.read() if given == "-" else given
        places = list(find(session, literal, message=options.message))
        if not places:
            print(f"not in session {session.id}: {safe_text(spaced(literal)[:SHOWN])}")
            _show_nearest(session, literal)
            return 1
        spans.append(places[0])
        also.extend(places[1:] if len(options.text) == 1 else [])
    status = options.status or STATUSES[options.kind][0]
    if status not in STATUSES[options.kind]:
        known = ", ".join(STATUSES[options.kind])
        raise SuiteError(f"--status {status}: a {options.kind} is one of {known}")
    label = Label(kind=options.kind, status=status, spans=tuple(spans), also=tuple(also))
    if any(one.kind == label.kind and one.spans == label.spans for one in file.labels):
        raise SuiteError(f"this {label.kind} is labelled already, in {path}")
    return _write(path, file.model_copy(update={"labels": (*file.labels, label)}))


def _write(path: Path, file: LabelFile) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(file.model_dump_json(indent=1) + "\n", encoding="utf-8")
    print(f"{path}: {len(file.labels)} labels, complete: {', '.join(file.complete) or 'none'}")
    return 0


def find(session: RecordedSession, literal: str, *, message: int | None = None) -> Iterator[Place]:
    """Where a text stands, white space aside; in one message only, if one is given."""
    words = literal.split()
    if not words:
        raise SuiteError("--text is empty")
    pattern = regex.compile(r"\s+".join(map(regex.escape, words)))
    for number, parts in _parts(session):
        if message in (None, number):
            for part, text in parts:
                for found in pattern.finditer(text):
                    yield Place.of(number, part, found.start(), found.group())


def _parts(session: RecordedSession) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    for number, message in enumerate(session.messages):
        names = ["text", *(f"call:{at}" for at in range(len(calls(message))))]
        yield number, [(name, part_text(message, name)) for name in names]


def _show_nearest(session: RecordedSession, literal: str) -> None:
    wanted = terms(literal)
    lines = (
        (share_of(wanted, terms(line)), number, part, line)
        for number, parts in _parts(session)
        for part, text in parts
        for line in text.split("\n")
    )
    nearest = sorted((one for one in lines if one[0] >= LEAST_NEAR), reverse=True)[:NEAREST]
    for share, number, part, line in nearest:
        shown = safe_text(spaced(line)[:SHOWN])
        print(f"  {share:.0%} of its words in message {number}, {part}: {shown}")


def _read(session: RecordedSession) -> None:
    for number, message in enumerate(session.messages):
        who = message.get("agent") or message["role"]
        print(f"--- message {number}, {message['role']} ({safe_text(str(who))})")
        for part, text in _parts_of(session, number):
            if text.strip():
                print(safe_text(text) if part == "text" else f"[{part}] {safe_text(text)}")


def _parts_of(session: RecordedSession, number: int) -> list[tuple[str, str]]:
    only = RecordedSession(session.id, session.source, (session.messages[number],), {})
    return next(_parts(only))[1]


def _list(file: LabelFile, session: RecordedSession) -> None:
    for label, found in texts(file, session):
        where = ", ".join(f"{place.message}" for place in (*label.spans, *label.also))
        shown = " + ".join(spaced(text) for text in found[: len(label.spans)])
        print(f"{label.kind}, {label.status}, message {where}: {safe_text(shown)}")
    print(f"complete: {', '.join(file.complete) or 'none'}")


def _check(folder: Path, data: DataSet) -> int:
    """Every label's text is where the label says.

    Raises:
        SuiteError: the first that is not.
    """
    files = read_labels(folder)
    for file in files.values():
        session = data.find(file.session)
        if session is None:
            print(f"{file.session}: not in this data, not checked")
            continue
        for _ in texts(file, session):
            pass
    print(f"{len(files)} files, {sum(len(file.labels) for file in files.values())} labels")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks label",
        description=__doc__,
        epilog=MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, help="folder or file of sessions (as for quality)")
    parser.add_argument("--session", metavar="ID", help="the session to label")
    parser.add_argument("--labels", type=Path, default=DEFAULT_LABELS, help="(benchmarks/labels)")
    parser.add_argument("--kind", choices=list(STATUSES), help="what the text states")
    parser.add_argument("--status", help="at the session's end; the first of its kind if not given")
    parser.add_argument("--text", action="append", help="literal text; several make one label")
    parser.add_argument("--message", type=int, metavar="N", help="only in this message, from 0")
    parser.add_argument("--complete", type=_kinds, metavar="KINDS", help="labelled exhaustively")
    parser.add_argument("--read", action="store_true", help="print the session, with numbers")
    parser.add_argument("--list", action="store_true", help="print the labels with their text")
    parser.add_argument("--check", action="store_true", help="check all label files")
    return parser


def _kinds(text: str) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",") if kind.strip()]
    if unknown := [kind for kind in kinds if kind not in STATUSES]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is not one of {', '.join(STATUSES)}")
    return kinds
