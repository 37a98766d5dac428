"""Hand-made labels: making, reading and checking them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.label import find, main
from benchmarks.quality.errors import SuiteError
from benchmarks.quality.labels import Label, Place, label_path, read_labels, texts
from benchmarks.quality.sessions import RecordedSession
from tests.benchmarks.small_sessions import chinese, english, write

SESSION = RecordedSession("english", "coding", tuple(english()), {})


def _label(folder: Path, *arguments: str, session: str = "english") -> int:
    data, labels = folder / "data", folder / "labels"
    places = ("--data", str(data), "--labels", str(labels), "--session", session)
    return main([*places, *arguments])


def test_pasted_text_becomes_addresses_without_text(tmp_path: Path) -> None:
    """The file holds no word of the session, and gives the text back from the data."""
    write(tmp_path)
    text = "Do not change\n src/schema.py."
    assert _label(tmp_path, "--kind", "constraint", "--text", text) == 0
    assert _label(tmp_path, "--complete", "constraint,error") == 0
    path = label_path(tmp_path / "labels", SESSION)
    assert "schema" not in path.read_text()
    (file,) = read_labels(tmp_path / "labels").values()
    assert file.complete == ("constraint", "error")
    ((label, found),) = texts(file, SESSION)
    assert (label.kind, label.status) == ("constraint", "active")
    assert found == ("Do not change src/schema.py.",)


def test_places_in_calls_and_chinese_are_found() -> None:
    """Code points, in the decoded arguments too; one message only, if asked."""
    (place,) = find(SESSION, "sed -i s/row/row_id/ src/importer.py")
    assert place.part == "call:0"
    assert place.text(SESSION) == "sed -i s/row/row_id/ src/importer.py"
    talk = RecordedSession("chinese", "talk", tuple(chinese()), {})
    places = list(find(talk, "「项目组7」"))
    assert [place.message for place in places] == [0, 1, 2, 4]
    assert [place.message for place in find(talk, "「项目组7」", message=2)] == [2]


def test_text_that_is_not_there_shows_what_is_near(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written, and the exit code says so."""
    write(tmp_path)
    assert _label(tmp_path, "--kind", "error", "--text", "KeyError comes from load_rows") == 0
    capsys.readouterr()
    assert _label(tmp_path, "--kind", "error", "--text", "the KeyError came from load_rows()") == 1
    assert "message" in capsys.readouterr().out
    (file,) = read_labels(tmp_path / "labels").values()
    assert len(file.labels) == 1


def test_changed_data_is_noticed(tmp_path: Path) -> None:
    """Where another text stands now, the label is refused."""
    write(tmp_path)
    assert _label(tmp_path, "--kind", "task", "--text", "src/part_17.py is next") == 0
    (file,) = read_labels(tmp_path / "labels").values()
    messages = [dict(message) for message in english()]
    messages[file.labels[0].spans[0].message]["content"] = "something else entirely, long enough"
    changed = RecordedSession("english", "coding", tuple(messages), {})
    with pytest.raises(SuiteError, match="label it anew"):
        list(texts(file, changed))
    with pytest.raises(SuiteError, match="messages only"):
        list(texts(file, RecordedSession("english", "coding", (), {})))


def test_all_files_are_checked_against_the_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` counts, `--list` shows the text, `--read` the session."""
    data = write(tmp_path)
    assert _label(tmp_path, "--kind", "decision", "--text", "use batch_size = 500") == 0
    capsys.readouterr()
    assert main(["--data", str(data), "--labels", str(tmp_path / "labels"), "--check"]) == 0
    assert "1 files, 1 labels" in capsys.readouterr().out
    assert _label(tmp_path, "--list") == 0
    assert "decision, active, message 3: use batch_size = 500" in capsys.readouterr().out
    assert _label(tmp_path, "--read") == 0
    assert "--- message 3, assistant" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--kind", "task", "--text", "", "--status", "done"), "--text is empty"),
        (("--kind", "task", "--text", "Please fix", "--status", "open"), "--status open"),
        (("--kind", "task"), "give --kind and --text"),
    ],
)
def test_wrong_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    """Exit code 2, the reason on stderr."""
    write(tmp_path)
    assert _label(tmp_path, *arguments) == 2
    assert says in capsys.readouterr().err


def test_an_unknown_session_is_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Part of an id leads to the whole."""
    write(tmp_path)
    assert _label(tmp_path, "--read", session="engl") == 2
    assert "did you mean one of english?" in capsys.readouterr().err


def test_a_status_must_fit_its_kind(tmp_path: Path) -> None:
    """A label file with an impossible status is refused, with its name."""
    place = Place.of(0, "text", 0, "abc")
    label = Label(kind="error", status="open", spans=(place,)).model_dump()
    body = {"session": "s", "source": "x", "messages": 3, "labels": [{**label, "status": "done"}]}
    (tmp_path / "s.json").write_text(json.dumps(body))
    with pytest.raises(SuiteError, match=r"s\.json.*(?s:.*)use one of open, fixed"):
        read_labels(tmp_path)


def test_labels_in_the_repository_hold_no_text() -> None:
    """Every file below benchmarks/labels can be read: the model has no field for text."""
    folder = Path(__file__).parents[2] / "benchmarks" / "labels"
    assert all(file.messages > 0 for file in read_labels(folder).values())
