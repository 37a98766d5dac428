"""Sentence and clause spans: English, Chinese, mixed, and what must never be cut."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.sentences import (
    MASKED,
    MASKED_MARKS,
    NEVER_SKIPPED,
    clause_spans,
    sentence_spans,
)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["v1.2.3 fixed it.", "See foo.py.", "Then run it."],
        ["README.md is new.", "Node.js is old.", "The end."],
        ["Use fmt.Println now.", "os.Path.Join is next to object.Tree."],
        ["Dr. Smith said e.g. nothing.", "J. Smith came."],
        ["The U.S. team agreed.", "It costs $3.50."],
        ["Approx. 10 items, i.e. few.", "Fig. 3 shows them."],
        ["Wait... really?!", "Yes."],
        ["See https://a.example/b.html?c=d.", "Done!"],
        ["Use `a.b. C`.", "Then `x`!", "Good."],
        ["**All pass.**", "Next: lint.", "*Done.*", "OK."],
        ['He asked: "Is it ok? Yes."', "She left."],
        ["It is (really. Yes.) here.", "Bye."],
        ["OK .", "So we go .", "Yeah ."],
        ["Read .env.", "And ./run.sh too."],
        ["I own a FRITZ!Box.", "It waits 2+4+...+256 seconds.", "Yes."],
        ["It has an alarm.", "(1) is brittle; (2) is slow.", "I take (2)."],
        ["All good!", "✅ Next: it runs.", "Great 😀.", "Done."],
    ],
)
def test_english(parts: list[str]) -> None:
    """Names, versions, decimals, abbreviations, URLs and quotations hold no sentence end."""
    assert sentences(" ".join(parts)) == parts


@pytest.mark.parametrize(
    "parts",
    [
        ["修复了v1.2.3。", "请看foo.py！", "真的？", "好。"],
        ["第一，这样；", "第二，那样；", "第三。"],
        ["“好的。”", "他说。", "“走吧！”"],
        ["他说「行。真的」就走了。", "结束。"],
        ["我用pytest跑了测试。", "All 12 passed。", "下一步改foo.go。"],
        ["比如A.B公司。", "地址是http://a.example/b.html。", "好"],
        ["真的吗？！", "是的……嗯。", "好！"],
    ],
)
def test_chinese_and_mixed(parts: list[str]) -> None:
    """。！？； end sentences without a space after them, but not inside quotation marks."""
    assert sentences("".join(parts)) == parts


def test_semicolons_end_chinese_sentences() -> None:
    """Each of a list of clauses parted by ； is a sentence."""
    assert sentences("第一，这样；第二，那样。") == ["第一，这样；", "第二，那样。"]


def test_numbers_stay_with_what_they_count() -> None:
    """An inline enumeration keeps its numbers."""
    assert sentences("1. First item. 2. Second item.") == ["1. First item.", "2. Second item."]


def test_a_part_of_a_text() -> None:
    """Start and end bound the search; offsets are those of the whole text."""
    text = "Zero. One. Two. Three."
    assert [text[a:b] for a, b in sentence_spans(text, 6, 15)] == ["One.", "Two."]
    assert sentence_spans("   ") == []


@pytest.mark.parametrize("piece", ["`", "(", "a. ", "。", "“", "`a` ", "e.g. ", "* ", "a.b"])
def test_long_texts_of_one_kind(piece: str) -> None:
    """Marks without end are no trap: what is not blank is covered, and it stays quick."""
    text = piece * 20_000
    spans = sentence_spans(text)
    assert sum(text[a:b].count(piece.strip()[-1]) for a, b in spans) == text.count(
        piece.strip()[-1]
    )


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab.。，！？；“”（）`*() \nZ1中文…\ud800", max_size=80))
def test_sentences_cover_all_that_is_not_blank(text: str) -> None:
    """Spans are trimmed, ordered, apart, and leave nothing out but white space."""
    rest, previous = list(text), 0
    for start, end in sentence_spans(text):
        assert previous <= start < end
        assert text[start:end] == text[start:end].strip()
        rest[start:end] = " " * (end - start)
        previous = end
    assert not "".join(rest).strip()


def test_clauses_are_cut_at_marks() -> None:
    """A run-on speech turn falls into clauses of at most about the limit."""
    text = "我们先看数据，然后再看问题，" * 20
    pieces = [text[a:b] for a, b in clause_spans(text, 0, len(text), 60)]
    assert "".join(pieces) == text
    assert all(len(piece) <= 60 and piece.endswith("，") for piece in pieces)


def test_clauses_keep_numbers_and_words() -> None:
    """No cut inside 1,000 or 10:30, and none inside a word."""
    text = "it was 1,000 and 10:30 " * 20
    pieces = [text[a:b] for a, b in clause_spans(text, 0, len(text), 50)]
    assert len(pieces) > 3
    assert all(word in ("it", "was", "1,000", "and", "10:30") for p in pieces for word in p.split())


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab，、,; 1中", max_size=300), st.integers(min_value=9, max_value=60))
def test_clauses_cover_all_that_is_not_blank(text: str, limit: int) -> None:
    """Clauses are ordered, leave nothing out, and none is longer than twice the limit."""
    rest, previous = list(text), 0
    for start, end in clause_spans(text, 0, len(text), limit):
        assert previous <= start < end <= start + 2 * limit
        rest[start:end] = " " * (end - start)
        previous = end
    assert not "".join(rest).strip()


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("**1. Stale comment** is valid. Go.", ["**1. Stale comment** is valid.", "Go."]),
        ("**1. 注释过期**，确实。好。", ["**1. 注释过期**，确实。", "好。"]),
        ("do 1.+2. and leave 3. for later", ["do 1.+2. and leave 3. for later"]),
        ("See e.g. The Times for it. Go.", ["See e.g. The Times for it.", "Go."]),
        ("Das gilt z. B. Hier. Gut.", ["Das gilt z. B. Hier.", "Gut."]),
        ("Use v1. for now.", ["Use v1. for now."]),
        ("每人 2. 5 元。选 1. 和 2. 两个方案。", ["每人 2. 5 元。", "选 1. 和 2. 两个方案。"]),
        (
            "It has two parts:1. The flag is lost 2. The hook overwrites it.",
            ["It has two parts:1. The flag is lost", "2. The hook overwrites it."],
        ),
        ("Please do 2. It is more important.", ["Please do 2.", "It is more important."]),
        ("Do 1. and 2. The rest waits.", ["Do 1. and 2.", "The rest waits."]),
    ],
)
def test_list_numbers_and_abbreviations_inside_a_paragraph(text: str, sentences: list[str]) -> None:
    """A number stays with what it counts, an abbreviation with what it introduces."""
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@given(st.text(alphabet="ab1 .*_~`()（）-/文", max_size=30))
@settings(max_examples=300, deadline=None)
def test_the_fast_mask_hides_what_the_full_one_hides(text: str) -> None:
    """Where neither initials nor addresses stand, both patterns say the same."""
    if NEVER_SKIPPED.search(text) is None:
        full = [(m.span(), m.lastgroup) for m in MASKED.finditer(text)]
        assert [(m.span(), m.lastgroup) for m in MASKED_MARKS.finditer(text)] == full


@pytest.mark.parametrize("word", ["excl", "incl", "approx", "inkl"])
def test_short_forms_before_a_capital_end_nothing(word: str) -> None:
    """ "26.10 EUR, excl. VAT" is one sentence."""
    text = f"It costs 26.10 EUR, {word}. VAT of the country."
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "one", ["The loader reads row 12 of it.", "我们先检查模块，然后修复错误。"]
)
def test_a_very_long_paragraph_is_cut_between_sentences(one: str) -> None:
    """It is handed to the splitter in pieces."""
    between = " " if one.isascii() else ""
    assert sentences(between.join([one] * 2000)) == [one] * 2000


def test_pieces_without_a_sentence_are_cut_at_a_blank() -> None:
    text = "word " * 5000
    assert all(text[end - 1] == "d" for _, end in sentence_spans(text))


def test_a_blank_that_is_missing_behind_an_exclamation() -> None:
    """It ends a sentence where a new one begins behind it."""
    assert sentences("I found it!The lamp is out.") == ["I found it!", "The lamp is out."]
