"""The command line of the suite."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from benchmarks.quality.compare import differences
from benchmarks.quality.errors import SuiteError
from benchmarks.quality.labels import DEFAULT_LABELS
from benchmarks.quality.page import page
from benchmarks.quality.peers.protocol import Peer
from benchmarks.quality.peers.registry import OURS, PEERS, chosen
from benchmarks.quality.progress import shown
from benchmarks.quality.report import Report, read_report
from benchmarks.quality.run import Part
from benchmarks.quality.sessions import default_data
from benchmarks.quality.suite import Options, run
from benchmarks.quality.tables import print_differences, print_report
from uagent_memory.config import ProfileName
from uagent_memory.errors import UAgentMemoryError

__all__ = ["main"]

ABOUT = """\
Measure hand-offs on real sessions, ours beside other compressors.

Every session is cut at 40, 60 and 80 % of its messages, just before an agent speaks. What the next
20 agent messages use of the history - paths, names, numbers - is what was needed:

  recall      share of it that stands in the compressed text
  ctx         of what stands in a copied run of words in the history, the share that also does
              so in the text
  far         recall of what was last mentioned before the last fifth of the history
  answerable  share of a successor's questions (probes) that the text can answer

Where a tool's own summary was recorded, everyone compresses the same history to its size.
Then survival by kind of fact over whole sessions, counts that must be 0, and cost.
"""
MORE = """\
examples:
  python -m benchmarks quality --quick                       a first look, in under a minute
  python -m benchmarks quality --peers all --jobs 2          everything, beside all peers
  python -m benchmarks quality --data ~/my-sessions --peers masking,langchain
  python -m benchmarks quality --compare old.json            what got better or worse

Sessions of your own: a folder of *.jsonl or *.jsonl.gz, one {"id", "messages"} a line, or Claude
Code sessions as they are. Exit codes: 0 done; 2 the input or an option is wrong.
"""
QUICK_LIMIT, QUICK_BUDGETS = 3, (2_000,)
BUDGETS = (1_000, 2_000, 4_000, 8_000)
RESULTS = Path("benchmarks-results")


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _main(options)
    except (SuiteError, UAgentMemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def _main(options: argparse.Namespace) -> int:
    if options.list_peers:
        _list_peers()
        return 0
    old = read_report(options.compare) if options.compare else None
    report = run(_options(options), shown=shown)
    print_report(report)
    if old is not None:
        print_differences(differences(old, report), old, report)
    _write(options.out, report)
    return 0


def _options(given: argparse.Namespace) -> Options:
    data = given.data or default_data()
    limit = given.limit or (QUICK_LIMIT if given.quick else None)
    return Options(
        compressors=_compressors(given),
        budgets=given.budgets or (QUICK_BUDGETS if given.quick else BUDGETS),
        data=given.data,
        sources=tuple(given.sources),
        probes=_folder(given.probes, data.parent / "probes" if data else None, "--probes"),
        labels=_folder(given.labels, DEFAULT_LABELS, "--labels"),
        limit=limit,
        seed=given.seed,
        jobs=given.jobs,
        parts=given.parts,
    )


def _compressors(given: argparse.Namespace) -> tuple[Peer, ...]:
    profiles = [name for name in get_args(ProfileName) if name in given.profiles]
    if unknown := [name for name in given.profiles if name not in OURS]:
        raise SuiteError(f"--profiles: no profile {unknown[0]!r}; there are: {', '.join(OURS)}")
    return (*(OURS[name] for name in profiles), *chosen(given.peers))


def _folder(given: Path | None, usual: Path | None, option: str) -> Path | None:
    """The folder asked for, else the usual one where it is there."""
    if given is not None and not given.is_dir():
        raise SuiteError(f"{option} {given}: no such folder")
    return given or (usual if usual is not None and usual.is_dir() else None)


def _write(folder: Path, report: Report) -> None:
    files = {
        "quality.json": report.model_dump_json(indent=1) + "\n",
        "quality.html": page(report),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise SuiteError(f"--out {folder}: cannot be written: {error.strerror}") from error
    print(f"written: {', '.join(str(folder / name) for name in files)}")


def _list_peers() -> None:
    for peer in PEERS.values():
        missing = f"  (not installed: {peer.distribution})" if peer.missing else ""
        print(f"{peer.name:<17}{peer.what}{missing}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks quality",
        description=ABOUT,
        epilog=MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_argument_group("what is measured")
    what.add_argument("--data", type=Path, help="folder or file of sessions (../shared/data/dev)")
    what.add_argument("--sources", type=_names, default=[], help="only these, by comma")
    what.add_argument("--budgets", type=_numbers, help="tokens, by comma (1000,2000,4000,8000)")
    what.add_argument("--probes", type=Path, help="folder of probes (DATA/../probes)")
    what.add_argument("--labels", type=Path, help="folder of hand-made labels (benchmarks/labels)")
    what.add_argument(
        "--parts", type=_parts, default=get_args(Part), help=f"{','.join(get_args(Part))} (all)"
    )
    what.add_argument("--limit", type=_count, help="at most so many sessions of each source")
    what.add_argument("--seed", type=int, default=7, help="draws the sessions of --limit (7)")
    what.add_argument(
        "--quick", action="store_true", help="3 sessions of each source, at 2,000 tokens"
    )
    who = parser.add_argument_group("who is measured")
    who.add_argument(
        "--profiles", type=_names, default=["learned"], help="ours: learned,uagent,equal (learned)"
    )
    who.add_argument(
        "--peers", type=_names, default=["masking"], help="none, all, or names by comma (masking)"
    )
    who.add_argument("--list-peers", action="store_true", help="name the peers, and stop")
    how = parser.add_argument_group("how")
    how.add_argument("--jobs", type=_count, default=1, help="processes; times are best with 1 (1)")
    how.add_argument("--out", type=Path, default=RESULTS, help=f"folder of the result ({RESULTS})")
    how.add_argument("--compare", type=Path, metavar="OLD.json", help="an earlier quality.json")
    return parser


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _parts(text: str) -> tuple[Part, ...]:
    names = _names(text)
    if unknown := [name for name in names if name not in get_args(Part)]:
        known = ", ".join(get_args(Part))
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is not one of {known}")
    return tuple(part for part in get_args(Part) if part in names)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted({_count(name) for name in _names(text)}))


def _count(text: str) -> int:
    try:
        number = int(text.replace("_", ""))
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return number
