"""Numbers with units, identifiers and URLs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.talk import facts, text_of
from uagent_memory.analyzer.observations.conversation import mentions
from uagent_memory.analyzer.observations.conversation.text_marks import NAME_SIGN
from uagent_memory.facts import FactKind, MentionValue


def literals(kind: FactKind, text: str) -> list[str]:
    return [text_of(fact) for fact in facts(kind, ("agent", text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 tests passed in 0.5 s.", ["9 tests", "0.5 s"]),
        ("It used 111.2k tokens and cost $137.94.", ["111.2k tokens", "$137.94"]),
        ("Memory fell by 50% to 1,024 MB.", ["50%", "1,024 MB"]),
        ("We changed 5 callsites in 3 files.", ["5 callsites", "3 files"]),
        ("约 60万个村，合计 3 万亿。", ["60万个村", "3 万亿"]),
        ("耗时 2 小时，人均 50-100元。", ["2 小时", "50-100元"]),
        ("超过 5000 条就超时，3 个文件都要改。", ["5000 条", "3 个文件"]),
        ("In 2021 this is version 3 of it.", []),
        ("See m12 and line 40.", []),
        ("Line 544 checks it, line 38 handles retries; item 3 requires a test.", []),
        ("第 3 个文件有 12 行。", ["12 行"]),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    """A number counts with its unit, exactly as written."""
    assert literals(FactKind.NUMBER, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "`parse_args()` calls readFile and snake_case.",
            ["parse_args()", "readFile", "snake_case"],
        ),
        ("Committed as 4f00ab12 for #58 and SHOP-31.", ["4f00ab12", "#58", "SHOP-31"]),
        ("Order #K5501234 holds item 8800012345.", ["#K5501234", "8800012345"]),
        ("Needs v2.13.2 or 1.2.3-rc1.", ["v2.13.2", "1.2.3-rc1"]),
        ("Set MAX_SIZE in `config.load`.", ["MAX_SIZE", "config.load"]),
        ("A plain English sentence about Paris and NASA.", []),
        ("Look at `src/app/main.py` and `git status`.", []),
    ],
)
def test_identifiers(text: str, expected: list[str]) -> None:
    """Names by form or by backticks; paths, commands and words are none."""
    assert literals(FactKind.IDENTIFIER, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]),
        (
            "[docs](https://example.org/x) and <http://localhost:8080/>",
            ["https://example.org/x", "http://localhost:8080/"],
        ),
        ("见 https://example.org/页面，谢谢", ["https://example.org/页面"]),
        ("a :// b", []),
    ],
)
def test_urls(text: str, expected: list[str]) -> None:
    """A URL ends before the punctuation around it."""
    assert literals(FactKind.URL, text) == expected


def test_mention_has_its_sentence() -> None:
    """A literal comes with the whole sentence that states it, once a message."""
    (fact,) = facts(FactKind.NUMBER, ("agent", "First, 9 tests pass. Then again 9 tests."))
    assert isinstance(fact.value, MentionValue)
    assert fact.value.sentence is not None
    assert fact.value.sentence.text == "First, 9 tests pass."
    assert len(fact.history) == 1


@pytest.mark.parametrize(
    "text",
    [
        "It took 12 ms, then ~3.5 s; US$40 and € 7 for 1,000 rows, -4 °C, a1 2b v1.2.3 $5.",
        "耗时 12 毫秒，共 3 万条，第 3 个，花了￥40 和 7 元；x=5ms，5-7 天。",
        "line 544 fails 3 tests, 10–20 files, 5tests",
    ],
)
def test_numbers_are_found_where_they_can_begin(text: str) -> None:
    """Trying the pattern only there finds what a search of the whole text finds."""
    found = [match.span() for match in mentions._numbers(text)]
    assert found == [match.span() for match in mentions._number().finditer(text)]
    assert found


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abXY1_.-#(), \n", max_size=40))
def test_names_are_found_near_their_signs(text: str) -> None:
    """Looking only at the words with a sign finds the names that looking at all words finds."""
    tokens = (found for found in mentions._TOKEN.finditer(text) if found.lastindex)
    names = [found.start() for found in tokens if mentions._is_name(found[1].rstrip(".-+"))]
    assert [start for start, _ in mentions._names(text, NAME_SIGN.search(text))] == names


@pytest.mark.parametrize(
    "text", ["Exit code 130 indicates a stop.", "From 596 onwards it is wrong."]
)
def test_a_verb_behind_a_number_is_nothing_that_it_counts(text: str) -> None:
    """Nor is a word that tells a direction."""
    assert facts(FactKind.NUMBER, ("agent", text)) == []
