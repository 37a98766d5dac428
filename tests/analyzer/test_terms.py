"""Atoms and content words of a text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer import terms
from uagent_memory.analyzer.terms import content_words, terms_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see src/app/main.go:12 now", ["src/app/main.go"]),
        ("in ./run.sh and ~/notes/a.md", ["./run.sh", "~/notes/a.md"]),
        ("open README.md, then my-file.toml.", ["README.md", "my-file.toml"]),
        ("call load_table() and HTTPServer.do()", ["load_table", "HTTPServer.do"]),
        (
            "useState parseHTML MyClass HTTPServer",
            ["useState", "parseHTML", "MyClass", "HTTPServer"],
        ),
        ("os.path.join and _private_name", ["os.path.join", "_private_name"]),
        ("order #K4471902, commit 9f03c2d7", ["#K4471902", "9f03c2d7"]),
        ("at v1.2.3 or 2.0.0-rc.1", ["v1.2.3", "2.0.0-rc.1"]),
        ("it cost 12.5. Then 1,234,567 or 404.", ["12.5", "1,234,567", "404"]),
        ("85% in 120ms, 3s, 4GB", ["85%", "120ms", "3s", "4GB"]),
        ("on 2024-01-02", ["2024-01-02", "2024"]),
        ("get https://a.example/b?c=d&e=f.", ["https://a.example/b?c=d&e=f"]),
        ("mail a.b@example.com", ["a.b@example.com"]),
        ("请看foo.py的第二行", ["foo.py"]),
        ("票价762元，评分4.5分", ["762元", "4.5分"]),
        ("他提到“边缘计算”的问题", ["“边缘计算”"]),
    ],
)
def test_atoms(text: str, expected: list[str]) -> None:
    """Paths, names, ids, numbers with units, URLs and quoted terms, spelled as they stand."""
    assert sorted(terms_of(text)) == sorted(expected)


def test_atoms_among_plain_words() -> None:
    """Runs of plain words hide no atom beside them, whatever parts the words."""
    text = "see a.py, then x.\nRun fooBar, b_c. a word,a.py end.a and 1,000 more"
    assert terms_of(text) == {"a.py": 2, "fooBar": 1, "b_c": 1, "end.a": 1, "1,000": 1}


def test_counts() -> None:
    """Each atom with how often it stands."""
    assert terms_of("a_b, a_b; c_d") == {"a_b": 2, "c_d": 1}


def test_plain_words_and_small_numbers_are_none() -> None:
    """Ordinary words, capitals, and numbers below three digits say nothing by themselves."""
    assert terms_of("The API has 12 Users and 7 IDs") == {}


@pytest.mark.parametrize("mark", ["→", "\t", ":"])
def test_listing_prefixes_are_no_facts(mark: str) -> None:
    """Line numbers of a file viewer or of grep are left out."""
    assert terms_of(f"   123{mark}return x\n   124{mark}done") == {}


def test_encoded_data_is_skipped() -> None:
    """A word of hundreds of characters is data, not a name."""
    assert terms_of("QUJD/+" * 200) == {}


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="aB1_./-#@:,%中元“” \n", max_size=60))
def test_atoms_stand_in_the_text(text: str) -> None:
    """Every atom is a substring of the text, and the same text gives the same atoms."""
    terms = terms_of(text)
    assert all(term and term in text for term in terms)
    assert list(terms_of(text).items()) == list(terms.items())


def test_content_words() -> None:
    """Lower-case words without stop words; contractions of stop words go, too."""
    assert content_words("The Parser doesn't handle Unicode") == ("parser", "handle", "unicode")


def test_content_words_of_chinese_are_pairs() -> None:
    """Pairs of characters without function characters."""
    assert content_words("修复的缓存") == ("修复", "缓存")
    assert content_words("用redis缓存") == ("redis", "缓存")


@pytest.mark.parametrize(
    "word",
    ["load_cart_12", "a_b", "abc1", "x86_64", "12.5", "4813", "log4j2", "sync_sha_0f", "v1_2"],
)
def test_words_that_are_one_atom_are_told_at_a_glance(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The glance tells what the grammar of atoms tells."""
    assert terms.WHOLE.fullmatch(word)
    glanced = terms._atoms(word)
    monkeypatch.setattr(terms, "WHOLE", re.compile("(?!)"))
    assert terms._atoms(word) == glanced == (word,)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aB1_./-#@+~%:,;!\"'()[] \n\t", max_size=60))
def test_a_plain_text_is_cut_as_any_other(text: str) -> None:
    """The quick cut of an ASCII text gives the atoms and content words that the patterns give."""
    atoms = [atom for word in filter(None, terms.WORD.findall(text)) for atom in terms._atoms(word)]
    assert [atom for word in terms._words(text) for atom in terms._atoms(word)] == atoms
    stop = terms._stop_words()[0]
    spoken = [word for word in terms.LETTERS.findall(text.lower()) if len(word) > 1]
    assert content_words(text) == tuple(word for word in spoken if word not in stop)


@pytest.mark.parametrize(
    "text",
    ["So we stay with it, ok?", "I THINK SO TOO.", "那么我们就这样，好吧", "it's - uh - fine"],
)
def test_a_turn_of_talk_has_no_terms(text: str) -> None:
    """Found out at once."""
    assert terms_of(text) == {}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("so use readFile", "readFile"),
        ("so use HTTPServer", "HTTPServer"),
        ("it is run.py", "run.py"),
        ("in src/app", "src/app"),
        ("at a@b.org", "a@b.org"),
        ("it is max_size", "max_size"),
        ("说「合同」吧", "「合同」"),
        ("to 150", "150"),
    ],
)
def test_each_kind_of_term_has_a_sign(text: str, term: str) -> None:
    """Without which no text is taken apart."""
    assert term in terms_of(text)
