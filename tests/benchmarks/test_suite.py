"""The whole suite on three small sessions: figures, page, comparison, errors."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks.quality.command import main
from benchmarks.quality.compare import differences
from benchmarks.quality.errors import SuiteError
from benchmarks.quality.page import page
from benchmarks.quality.peers.protocol import Peer
from benchmarks.quality.peers.registry import OURS, PEERS
from benchmarks.quality.record import RawMessage
from benchmarks.quality.report import Report, read_report
from benchmarks.quality.suite import Options, run
from tests.benchmarks.small_sessions import write, write_probes


def _silent(_what: str, _total: int, items: object, /) -> object:
    return items


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("suite")
    absent = Peer("absent", "package", "", lambda: _never, ("no_such_module",), "no-such")
    peers = (OURS["learned"], PEERS["masking"], PEERS["identifier-dump"], absent)
    options = Options(peers, (1_000,), data=write(folder), probes=write_probes(folder))
    return run(options, shown=_silent)  # type: ignore[arg-type]


def _never(history: Sequence[RawMessage], budget: int) -> str:
    raise AssertionError


def _value(report: Report, section: str, measure: str, compressor: str, source: str) -> float:
    (found,) = [
        figure
        for figure in report.figures
        if (figure.section, figure.measure, figure.compressor, figure.source)
        == (section, measure, compressor, source)
    ]
    return found.value


def test_every_figure_has_its_n(report: Report) -> None:
    """Cuts, compactions, probes, survival, structure and cost are all there."""
    assert {figure.section for figure in report.figures} == {
        "cuts", "recorded", "probes", "survival", "structure", "cost"
    }  # fmt: skip
    assert all(figure.n > 0 for figure in report.figures)
    assert report.sessions == {"coding": 2, "talk": 1}
    assert len(report.data_hash) == 16


def test_shares_are_shares_and_faults_are_none(report: Report) -> None:
    """Nothing is above 1, and our hand-offs have no fault of structure."""
    shares = [f.value for f in report.figures if f.section not in ("structure", "cost")]
    assert all(0 <= share <= 1 for share in shares)
    assert all(figure.value == 0 for figure in report.where("structure"))


def test_an_identifier_dump_earns_recall_but_no_ctx(report: Report) -> None:
    """The figures tell evidence from a bare list."""
    assert _value(report, "cuts", "recall", "identifier-dump", "all") > 0.5
    assert _value(report, "cuts", "ctx", "identifier-dump", "all") < 0.2
    assert _value(report, "cuts", "ctx", "uagent-memory learned", "all") > 0.2


def test_the_recorded_summary_is_measured_at_its_own_size(report: Report) -> None:
    """It answers the question that its text answers, and only that."""
    (probe,) = [
        f for f in report.where("probes", source="all")
        if f.compressor == "recorded summary"
    ]  # fmt: skip
    assert probe.value == 0.5
    assert report.missed_probes["recorded summary"] == {"k0": (2,)}
    assert _value(report, "recorded", "recall", "recorded summary", "all") < 1


def test_a_missing_peer_is_named(report: Report) -> None:
    """Skipped, with how to install it."""
    (note,) = [note for note in report.notes if note.about == "absent"]
    assert "no_such_module is not installed" in note.text
    assert "absent" not in report.settings.compressors


def test_the_same_run_gives_the_same_figures(report: Report, tmp_path: Path) -> None:
    """All but the times; in several processes too."""
    peers = (OURS["learned"], PEERS["masking"], PEERS["identifier-dump"])
    options = Options(peers, (1_000,), data=write(tmp_path), probes=write_probes(tmp_path), jobs=2)
    again = run(options, shown=_silent)  # type: ignore[arg-type]
    assert differences(report, again) == []
    assert again.data_hash == report.data_hash


def test_a_comparison_says_what_got_better(report: Report) -> None:
    """Larger shares and fewer faults are better; the largest change comes first."""
    figures = [
        f.model_copy(update={"value": f.value + change})
        for f, change in zip(report.figures, (-0.1, 0.25, *[0] * len(report.figures)), strict=False)
    ]
    old = report.model_copy(update={"figures": tuple(figures)})
    worse, better = differences(old, report)
    assert (worse.better, round(worse.change, 2)) == (False, -0.25)
    assert (better.better, round(better.change, 2)) == (True, 0.1)


def test_a_report_is_read_back(report: Report, tmp_path: Path) -> None:
    """What was written is what is read; anything else is named."""
    path = tmp_path / "quality.json"
    path.write_text(report.model_dump_json())
    assert read_report(path) == report
    path.write_text(json.dumps({"format": 1}))
    with pytest.raises(SuiteError, match="no report of this suite"):
        read_report(path)
    path.write_text(report.model_copy(update={"format": 9}).model_dump_json())
    with pytest.raises(SuiteError, match="report format 9"):
        read_report(path)
    with pytest.raises(SuiteError, match="cannot be read"):
        read_report(tmp_path / "gone.json")


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.targets += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "line"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_asks_nothing_of_the_network(report: Report) -> None:
    """Well-formed, plots inline, no script, link or import, both colour schemes."""
    html = page(report)
    tags = _Tags()
    tags.feed(html)
    assert tags.open == []
    assert tags.targets == []
    assert "svg" in tags.seen
    assert "script" not in tags.seen
    assert not re.search(r"https?://|@import|url\(", html)
    assert "prefers-color-scheme: dark" in html


def test_names_from_data_are_escaped(report: Report) -> None:
    """A source called like a tag is shown, not run."""
    evil = report.model_copy(update={"sessions": {"<script>": 1}})
    assert "<script>" not in page(evil)


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables on stdout, two files, and a comparison with the run before."""
    data, out = write(tmp_path), tmp_path / "out"
    common = ["--data", str(data), "--out", str(out), "--budgets", "1000", "--peers", "none"]
    assert main(common) == 0
    assert "recall / ctx / far" in capsys.readouterr().out
    assert (out / "quality.html").is_file()
    assert main([*common, "--limit", "1", "--compare", str(out / "quality.json")]) == 0
    assert "the sessions are not the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--data", "nowhere"], "nowhere: not there"),
        (["--peers", "maskin"], "did you mean masking"),
        (["--profiles", "best"], "no profile 'best'"),
        (["--compare", "nowhere.json"], "cannot be read"),
        (["--labels", "nowhere"], "--labels nowhere: no such folder"),
    ],
)
def test_wrong_input_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    """Exit code 2, and the reason on stderr."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1


def test_a_failing_compressor_ends_nothing(tmp_path: Path) -> None:
    """It is noted, and its text counts as empty."""

    def broken(history: Sequence[RawMessage], budget: int) -> str:
        raise RuntimeError("no luck")

    name = "masking"
    peer = replace(PEERS[name], make=lambda: broken)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PEERS, name, peer)
        options = Options((peer,), (1_000,), data=write(tmp_path))
        report = run(options, shown=_silent)  # type: ignore[arg-type]
    assert _value(report, "cuts", "recall", name, "all") == 0
    assert any("RuntimeError: no luck" in note.text for note in report.notes)
