"""Training from the command line: a loadable file, the same bytes twice, honest figures."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.train import main
from tests.benchmarks.train.sessions import write_source
from uagent_memory.prioritizer.need_model import NeedModel


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    write_source(folder, "alpha", "corn", "wheat")
    write_source(folder, "beta", "rye")
    return folder


def test_it_writes_the_same_loadable_weights_twice(data: Path, tmp_path: Path) -> None:
    """Equal data and seed give equal bytes; what is printed only is needed less."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    for out in (first, second):
        assert main(["--data", str(data), "--out", str(out)]) == 0
    assert first.read_bytes() == second.read_bytes()
    model = NeedModel.load(first)
    assert model.weights["output_only"] < 0
    header = first.read_text(encoding="utf-8").splitlines()
    assert any("(alpha 10, beta 5)" in line for line in header if line.startswith("#"))
    assert any("seed: 0; data: " in line for line in header)


def test_other_data_is_named_by_another_hash(data: Path, tmp_path: Path) -> None:
    """The header tells which sessions the weights come from."""
    out = tmp_path / "need.toml"
    seeds = []
    for _ in range(2):
        assert main(["--data", str(data), "--out", str(out)]) == 0
        seeds += [line for line in out.read_text("utf-8").splitlines() if "seed:" in line]
        write_source(data, "beta", "rye", "oats")
    assert seeds[0] != seeds[1]


def test_the_report_holds_out_each_source(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each source is measured with the model that saw it, one that did not, and both profiles."""
    report = tmp_path / "report.json"
    options = ["--data", str(data), "--out", str(tmp_path / "need.toml"), "--report", str(report)]
    assert main([*options, "--cases", "1", "--budgets", "500"]) == 0
    results = json.loads(report.read_text(encoding="utf-8"))
    assert [result["source"] for result in results] == ["alpha", "beta"]
    for result in results:
        assert result["unseen"]["cases"] > 0
        assert result["unseen"]["auc"] > 0.5
        assert list(result["pipelines"]) == ["seen", "unseen", "uagent", "equal"]
        assert {ranked["cases"] for ranked in result["profiles"].values()} == {
            result["unseen"]["cases"]
        }
        assert all(0 <= row["recall"] <= 1 for row in result["pipelines"].values())
    assert "unseen" in capsys.readouterr().out


def test_without_scikit_learn_it_says_what_to_install(
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A clear line instead of a traceback, and no file."""
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    out = tmp_path / "need.toml"
    assert main(["--data", str(data), "--out", str(out)]) == 2
    assert "pip install" in capsys.readouterr().err
    assert not out.exists()


def test_data_without_a_single_case_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sessions too short to be cut teach nothing."""
    line = json.dumps({"id": "s", "messages": [{"role": "user", "content": "Hello"}]})
    (tmp_path / "short.jsonl").write_text(line + "\n", encoding="utf-8")
    assert main(["--data", str(tmp_path), "--out", str(tmp_path / "need.toml")]) == 2
    assert "no case" in capsys.readouterr().err
