"""Speech that was written down."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.speech import clauses, spoken_words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("{vocalsound} Uh .", ""),
        ("[laughter]", ""),
        ("嗯，呃。【笑声】", ""),
        ("Uh , we order {pause} nine hinges .", "we order [...] nine hinges ."),
        ("OK . So the lid {disfmarker} {pause} uh the lid is glued .", "the lid is glued ."),
        ("We t {disfmarker} take the the brass one .", "We t [...] take the the brass one ."),
        ("那么，嗯，我们[笑声]把预算定为三十万。", "我们 [...] 把预算定为三十万。"),
        ("对，铰链由小周去买。", "铰链由小周去买。"),
        ("The list[0] of parts stays.", "The list[0] of parts stays."),
        ("Sound the alarm.", "Sound the alarm."),
    ],
)
def test_notes_and_noises_are_cut(said: str, words: str) -> None:
    """The gap is marked where words stand on both sides and nothing is said again."""
    assert spoken_words(said) == words


@pytest.mark.parametrize(
    "said",
    [
        "Uh {pause} the {disfmarker} the pump is {pause} um {pause} loud , {vocalsound} I mean .",
        "呃，这个泵{停顿}呃，实在是{停顿}太吵了，我们【掌声】换一个。",
    ],
)
def test_every_piece_between_gaps_is_literal(said: str) -> None:
    """Nothing is put together across a cut."""
    pieces = [piece.strip() for piece in spoken_words(said).split("[...]")]
    assert len(pieces) > 1
    assert all(piece in said for piece in pieces)


@pytest.mark.parametrize(
    "text",
    [
        "We took the steel frame , and the workshop bent it twice , but the hinge held .",
        "我们先用了钢的框架，车间弯了两次，铰链还是没有断，所以这个月就照这样做下去。",
    ],
)
def test_a_long_sentence_is_cut_between_clauses(text: str) -> None:
    """The stretches cover it without a gap; a short one is whole."""
    cut = list(clauses(text, most=len(text) // 2))
    assert len(cut) > 1
    assert "".join(text[start:end] for start, end in cut) == text
    assert all(text[end - 1] in " ，" for _, end in cut[:-1])
    assert list(clauses(text, most=len(text))) == [(0, len(text))]


def test_no_stretch_begins_with_what_leans_on_the_one_before() -> None:
    """A "which" says nothing of what it is about."""
    text = "We took the frame of the old steel lamp, which the workshop had bent twice this May."
    assert list(clauses(text, most=60)) == [(0, len(text))]


def test_what_holds_no_clause_is_not_cut() -> None:
    """Better long than in the middle of a word."""
    text = "a" * 50 + "的" * 50
    assert list(clauses(text, most=30)) == [(0, 100)]
