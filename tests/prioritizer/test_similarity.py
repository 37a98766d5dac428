from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.prioritizer.contexts import context
from uagent_memory.prioritizer.similarity import count_similar


def test_the_same_words_with_other_numbers_are_alike() -> None:
    """Repeated short messages and repeated runs that differ in figures."""
    s = SessionBuilder()
    for text in ("12 passed in 0.3s", "13 passed in 0.9s", "please continue", "", ""):
        s.user(text)
    assert count_similar(context(s.messages).messages) == [1, 1, 0, 0, 0]


def test_the_same_terms_are_alike() -> None:
    """A file read twice has much the same terms, whatever stands between them."""
    s = SessionBuilder()
    for text in ("one", "two", "three"):
        s.user(text)
    terms = [f"term_{n}" for n in range(40)]
    other = [f"other_{n}" for n in range(40)]
    analysis = context(s.messages, terms={0: terms, 1: list(reversed(terms)), 2: other})
    assert count_similar(analysis.messages) == [1, 1, 0]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="ab1 \n\0\ud800中", max_size=8), max_size=8))
def test_likeness_is_mutual(texts: list[str]) -> None:
    """Counts come in whole groups: n messages alike have n - 1 others each."""
    s = SessionBuilder()
    for text in texts:
        s.user(text)
    counts = count_similar(context(s.messages).messages)
    for count in set(counts) - {0}:
        assert counts.count(count) % (count + 1) == 0
