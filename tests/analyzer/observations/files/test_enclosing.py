"""The function that an edit stands in, where a look at the file has shown it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.analyzer.observations.files.enclosing import Look
from uagent_memory.facts import TextSpan
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.messages import Span

PYTHON = """import csv


class Importer:
    def read(self, path):
        rows = list(csv.reader(open(path)))
        return rows[1:]

    def store(
        self,
        row,
    ) -> None:
        self.kept.append(row)


LIMITS = {
    "rows": 10,
}
"""
GO = """package store

type Store struct {
\tname string
}

func (s *Store) Write(path string) error {
\t// 写入文件
\treturn os.WriteFile(path, s.data, 0o644)
}

var defaults = []string{
\t"one",
}
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "name"),
    [
        ("src/load.py", PYTHON, "        return rows[1:]", "        return rows", "read"),
        ("src/load.py", PYTHON, "        self.kept.append(row)", "        self.keep(row)", "store"),
        ("src/load.py", PYTHON, '    "rows": 10,', '    "rows": 20,', ""),
        ("src/load.py", PYTHON, "import csv", "import json", ""),
        (
            "store/store.go",
            GO,
            "\treturn os.WriteFile(path, s.data, 0o644)",
            "\treturn nil",
            "Write",
        ),
        ("store/store.go", GO, "\tname string", "\tname string\n\tsize int", "Store"),
        ("store/store.go", GO, '\t"one",', '\t"two",', ""),
    ],
)
def test_an_edit_is_told_with_what_it_stands_in(
    path: str, text: str, old: str, new: str, name: str
) -> None:
    """Only where the lines between are deeper than its head."""
    line = file_line(path, numbered(text), old, new)
    assert line == f"`{path}` modified" + (f"; changes {name}" if name else "")


def test_nothing_is_told_of_lines_that_are_not_shown() -> None:
    """Nor of those that stand in the file twice."""
    shown = numbered(PYTHON).splitlines()
    gap = "\n".join((*shown[:5], *shown[6:]))
    old, new = "        return rows[1:]", "        return rows"
    assert "changes" not in file_line("src/load.py", gap, old, new)
    twice = PYTHON + "\n\ndef other(rows):\n    if rows:\n        return rows[1:]\n"
    assert "changes" not in file_line("src/load.py", numbered(twice), old, new)


def test_a_name_that_the_edit_itself_holds_is_enough() -> None:
    old = "    def read(self, path):\n        rows = list(csv.reader(open(path)))"
    new = "    def read(self, path, limit):\n        rows = list(csv.reader(open(path)))"
    line = file_line("src/load.py", numbered(PYTHON), old, new)
    assert line == "`src/load.py` modified; changes read"


def test_a_look_without_lines_holds_nothing() -> None:
    assert Look({}).holder("a.py", ["return 1"], 4) is None
    line = TextSpan("    return 1", Span("m1", "text", 0, 12))
    assert Look({1: line}).holder("a.py", ["return 1"], 4) is None


def numbered(text: str) -> str:
    return "\n".join(f"{n:6}\t{line}" for n, line in enumerate(text.splitlines(), start=1))


def file_line(path: str, shown: str, old: str, new: str) -> str:
    s = SessionBuilder()
    s.user("Change it. 请修改。")
    s.run("Read", shown, file_path=path)
    s.run("Edit", "Done.", file_path=path, old_string=old, new_string=new)
    lines = texts_of(proposed(FilesCompressor(), s.messages))
    return next(line for line in lines if " modified" in line)
