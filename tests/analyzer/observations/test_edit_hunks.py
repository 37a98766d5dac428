"""Hunks and the names that edits define, take away and touch."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analyzer.observations.exchanges import file_value, statuses
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.files.edits import compared, split_lines
from uagent_memory.analyzer.observations.files.symbols import definitions
from uagent_memory.facts import FactKind, Status, TextSpan
from uagent_memory.messages import Span


def text(content: str, start: int = 0) -> TextSpan:
    return TextSpan(content, Span("m1", "call:0", start, start + len(content)))


@pytest.mark.parametrize(
    ("path", "code", "names"),
    [
        (
            "a.py",
            (
                "LIMIT = 3\nclass Cart:\n    size: int = 0\n"
                "    async def total(self):\n        x = 1\ndef test_total(): ..."
            ),
            ["LIMIT", "Cart", "size", "total", "test_total"],
        ),
        (
            "a.go",
            (
                "type Cart struct {\n\tSize int\n}\nfunc (c *Cart) Total() int {\n"
                "\treturn x\n}\nfunc New() *Cart {\nconst Max = 3"
            ),
            ["Cart", "Size", "Total", "New", "Max"],
        ),
        (
            "a.ts",
            (
                "export interface Cart {\nexport const add = (x: number) => x\n"
                "class Shop {\n  total(a: number): number {\ntest('adds', () => {"
            ),
            ["Cart", "add", "Shop", "total", "adds"],
        ),
        (
            "a.rs",
            (
                "pub struct Cart {\nimpl Cart {\n    pub fn total(&self) -> u32 {\n"
                "const MAX: u8 = 3;"
            ),
            ["Cart", "total", "MAX"],
        ),
        (
            "A.java",
            (
                "public class Cart {\n    private static final int MAX = 3;\n"
                "    public int total(List<Item> items) {"
            ),
            ["Cart", "MAX", "total"],
        ),
        (
            "a.cpp",
            "#define MAX 3\nstruct cart {\nint total(const cart& c) {\n  return 3;",
            ["MAX", "cart", "total"],
        ),
        ("a.rb", "module Shop\n  def self.total(x)\n  MAX = 3", ["Shop", "total", "MAX"]),
        ("a.sh", "MAX=3\ntotal() {\nfunction add {", ["MAX", "total", "add"]),
        (
            "a.sql",
            "CREATE TABLE IF NOT EXISTS carts (\ncreate index carts_by_user on carts",
            ["carts", "carts_by_user"],
        ),
        ("a.yaml", "jobs:\n  build:\n    - run: x", ["jobs", "build"]),
        ("a.toml", "[tool.x]\nlimit = 3", ["tool.x", "limit"]),
        ("a.md", "# Cart 购物车\ntext\n## Totals", ["Cart 购物车", "Totals"]),
        ("a.bin", "def f(): ...", []),
    ],
)
def test_definitions_by_language(path: str, code: str, names: list[str]) -> None:
    """The extension tells the language; names are quoted from their lines."""
    found = definitions(split_lines(text(code, 7)), path)
    assert [one.name.text for one in found] == names
    for one in found:
        assert code[one.name.span.start - 7 : one.name.span.end - 7] == one.name.text


def test_names_brought_and_taken_away() -> None:
    """Defined is what is new, removed what is gone, touched what holds the change."""
    s = SessionBuilder()
    s.run(
        "Edit",
        "The file shop/cart.py has been updated.",
        file_path="shop/cart.py",
        old_string="def total(items):\n    return 0\n\ndef old(): ...",
        new_string="def total(items):\n    return sum(items)\n\ndef fresh(): ...",
    )
    value = file_value(s, "shop/cart.py")
    assert [name.text for name in value.defined] == ["fresh"]
    assert [name.text for name in value.removed] == ["old"]
    assert statuses(s, FactKind.SYMBOL) == {
        "shop/cart.py::fresh": Status.CREATED,
        "shop/cart.py::old": Status.DELETED,
        "shop/cart.py::total": Status.MODIFIED,
    }


def test_a_refused_edit_defines_nothing() -> None:
    """No symbols of what did not happen."""
    s = SessionBuilder()
    s.run(
        "Edit",
        "String to replace not found",
        file_path="a.py",
        old_string="x",
        new_string="def f(): ...",
    )
    assert statuses(s, FactKind.SYMBOL) == {}


def test_scratch_files_have_no_symbols() -> None:
    """Names in temporary scripts are nobody's concern."""
    s = SessionBuilder()
    s.run(
        "Write",
        "File created successfully at: /tmp/x.py",
        file_path="/tmp/x.py",
        content="def f(): ...",
    )
    assert statuses(s, FactKind.SYMBOL) == {}


lines = st.lists(st.sampled_from(["a", "b", "", "  c", "def f():", "甲"]), max_size=12)


@given(lines, lines)
@settings(max_examples=100, deadline=None)
def test_hunks_turn_old_into_new(old: list[str], new: list[str]) -> None:
    """Taking the removed lines out and putting the added ones in gives the new text."""
    before, after = split_lines(text("\n".join(old))), split_lines(text("\n".join(new)))
    left = [line.text for line in before]
    for hunk in compared(before, after, "a.py").hunks:
        for line in hunk.removed:
            left.remove(line.text)
        left.extend(line.text for line in hunk.added)
    assert sorted(left) == sorted(line.text for line in after)


def test_equal_texts_have_no_hunks() -> None:
    """Nothing changed, nothing shown."""
    same = split_lines(text("a\nb"))
    assert compared(same, same, "a.py").hunks == ()


def test_a_big_rewrite_is_one_hunk() -> None:
    """Large differences are not compared line by line."""
    old = split_lines(text("\n".join(f"old {n}" for n in range(900))))
    new = split_lines(text("\n".join(f"new {n}" for n in range(900))))
    (hunk,) = compared(old, new, "a.py").hunks
    assert (len(hunk.removed), len(hunk.added)) == (900, 900)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("src/store.go", "var _ Store = (*File)(nil)"),
        ("src/store.py", "def _(row):"),
        ("src/store.ts", "const _ = load();"),
    ],
)
def test_a_blank_name_is_none(path: str, code: str) -> None:
    """What is thrown away is not defined. 丢弃的值不算。"""
    kept = code.replace("_", "rows", 1)
    names = [found.name.text for found in definitions(split_lines(text(f"{code}\n{kept}")), path)]
    assert names == ["rows"]
