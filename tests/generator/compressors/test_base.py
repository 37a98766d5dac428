"""What the compressors share."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generator.views import view_of
from tests.sessions import team_session
from uagent_memory.facts import CommandValue, FactKind, FileValue
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors import COMPRESSORS
from uagent_memory.generator.compressors.base import newest_first, one_line, quoted, value_as
from uagent_memory.segments import SegmentName


def test_every_segment_has_a_compressor() -> None:
    """Eight segments, and the latest user message before all of them."""
    assert {compressor.segment for compressor in COMPRESSORS} == set(SegmentName)
    assert COMPRESSORS[0].segment is SegmentName.USER_MESSAGES


@given(st.text())
def test_code_style_never_changes_the_text(text: str) -> None:
    """It stands whole between two fences that it does not hold."""
    shown = quoted(text)
    fence = "`" * ((len(shown) - len(text)) // 2)
    assert text in shown
    assert shown.strip("` ") == text.strip("` ")
    assert "`" not in text or fence not in text


def test_backticks_get_a_longer_fence() -> None:
    """A blank keeps a backtick at the margin apart from the fence."""
    assert quoted("a`b") == "``a`b``"
    assert quoted("`ls`") == "`` `ls` ``"


def test_lines_become_one() -> None:
    """Runs of white space are one blank, in either language."""
    assert one_line(" a\n\tb  c ") == "a b c"
    assert one_line("第一行\n第二行") == "第一行 第二行"


def test_a_value_of_the_wrong_kind_is_an_error() -> None:
    """The message names the fact and what it holds."""
    (fact, *_) = view_of(team_session(padding="none")).analysis.ledger.of(FactKind.FILE)
    assert value_as(fact, FileValue).path == fact.key
    with pytest.raises(TypeError, match="holds a FileValue"):
        value_as(fact, CommandValue)


def test_the_newest_fact_comes_first() -> None:
    """By the last message that says something of it."""
    view = view_of(team_session(padding="none"))
    facts = newest_first(view, view.analysis.ledger.of(FactKind.FILE))
    assert [fact.last.seq for fact in facts] == sorted(
        (fact.last.seq for fact in facts), reverse=True
    )


def test_what_the_receiver_must_get_is_worth_more() -> None:
    """The same fact counts more, and is preferred, for a role that must get it."""
    compressor = COMPRESSORS[-1]
    session = team_session(padding="none")
    tester, general = view_of(session, to="tester"), view_of(session)
    fact = next(
        fact
        for fact in tester.analysis.ledger
        if tester.must_get(fact) and not general.must_get(fact)
    )
    assert compressor.keep_for(tester, fact) is Keep.RECEIVER
    assert compressor.keep_for(general, fact) is Keep.OPTIONAL
    assert compressor.keep_for(tester) is Keep.OPTIONAL
    unasked = copy(tester)
    unasked.scores = replace(tester.scores, must_get=frozenset())
    plain = compressor.fact_worth(unasked, fact)
    factor = tester.settings.worth.receiver
    assert compressor.fact_worth(tester, fact) == pytest.approx(plain * factor)
