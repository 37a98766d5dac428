"""Plurals."""

from __future__ import annotations

import pytest

from uagent_memory.generator.records.word_forms import forms_of, with_forms


@pytest.mark.parametrize(
    ("plural", "word"), [("grills", "grill"), ("boxes", "box"), ("batteries", "battery")]
)
def test_a_plural_speaks_of_its_word(plural: str, word: str) -> None:
    assert word in forms_of(plural)


def test_a_short_word_is_no_plural() -> None:
    assert list(forms_of("bus")) == ["bus"]
    assert with_forms(["is", "茶壶"]) == {"is", "茶壶"}
