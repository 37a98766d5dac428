"""Probes: reading them, and what counts as an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.probes import SPAN, Question, answerable, read_probes
from tests.benchmarks.small_sessions import compacted, write_probes

ASKED = (Question(n=4, accept=("9 tests|nine tests", "all pass")),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 tests added, All pass.", True),
        ("all pass; NINE TESTS", True),
        ("9 tests" + " " * SPAN + "all pass", False),
        ("9 tests" + " " * (SPAN - 7) + "all pass", True),
        ("9 tests added", False),
        ("", False),
    ],
)
def test_all_strings_stand_near_one_another(text: str, expected: bool) -> None:
    """Any alternative will do, in any case, within 400 characters."""
    assert answerable(text, ASKED) == {4: expected}


def test_a_folder_is_read_by_key(tmp_path: Path) -> None:
    """Questions with their history, and the summary recorded after it."""
    (probes,) = read_probes(write_probes(tmp_path))
    assert (probes.key, probes.budget, len(probes.questions)) == ("k0", 600, 2)
    assert len(probes.history(compacted())) == 8
    summary = probes.recorded(compacted())
    assert summary is not None
    assert answerable(summary, probes.questions) == {1: True, 2: False}


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    """Missing metadata and wrong shapes are errors that say where."""
    folder = write_probes(tmp_path)
    (folder / "k0_questions.json").write_text('[{"n": 1, "accept": []}]')
    with pytest.raises(SuiteError, match="k0_questions"):
        read_probes(folder)
    (folder / "k0_meta.json").unlink()
    with pytest.raises(SuiteError, match="k0_meta"):
        read_probes(folder)
