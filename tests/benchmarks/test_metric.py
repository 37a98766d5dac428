"""Recall, ctx and far against examples counted by hand, Chinese included."""

from __future__ import annotations

import pytest

from benchmarks.quality.atoms import atoms, holds
from benchmarks.quality.copied import copied_atoms, grams_of
from benchmarks.quality.measure import HistoryIndex, measure
from benchmarks.quality.needs import Needs, common_atoms, needs_of
from benchmarks.quality.record import message_text
from benchmarks.quality.tokens import count, cut, cut_tail
from tests.benchmarks.small_sessions import said

HISTORY = [
    said("user", "Set retry_limit to 250 in src/app.py before the release of Friday"),
    said("assistant", "then the worker reads queue_name from config.toml each time"),
    said("user", "x" * 400),
    said("assistant", "at last the cache keeps max_items for the whole session"),
]
FAR = frozenset({"retry_limit", "250", "src/app.py", "queue_name"})
NEEDS = Needs(FAR | {"max_items"}, FAR)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see src/app.py:14 and tests/", {"src/app.py"}),
        ("Release 2.14.1 took 12.5 s for 1,200 rows, 99 bad", {"12.5", "1,200"}),
        ("load_rows() of MyClass.method, camelCase", {"load_rows", "MyClass.method", "camelCase"}),
        ("  12→value_a = 1\n", {"value_a"}),
        ("由「项目组7」负责，预算 307 万元", {"「项目组7」", "307"}),
        ("get https://example.org/a?b=1. Now", {"https://example.org/a?b=1"}),
        ("nothing special here at all 42", set()),
    ],
)
def test_atoms_are_literals_that_must_be_exact(text: str, expected: set[str]) -> None:
    """Paths, names, numbers of three digits or with decimals, addresses, quoted terms."""
    assert expected <= atoms(text)
    assert all(len(atom) > 2 for atom in atoms(text))
    assert "42" not in atoms(text)


def test_an_atom_counts_as_a_whole_word_only() -> None:
    """Inside a longer word it is another word; Chinese text needs no blanks around it."""
    assert holds("use retry_limit.", "retry_limit")
    assert not holds("use retry_limits", "retry_limit")
    assert not holds("a_retry_limit", "retry_limit")
    assert holds("由「项目组7」负责", "「项目组7」")


def test_needs_are_used_later_known_before_and_not_commonplace() -> None:
    """What only the future knows, or everyone uses, is no need."""
    history = [said("user", "src/app.py uses retry_limit and common_name")]
    future = [
        said("tool", "retry_limit = 3"),
        said("assistant", "I change src/app.py, common_name and new_name"),
    ]
    known = frozenset({"src/app.py", "retry_limit", "common_name"})
    found = needs_of(history, future, frozenset({"common_name"}), known=known)
    assert found.wanted == {"src/app.py"}
    assert found.far == {"src/app.py"}


def test_only_twenty_agent_messages_count() -> None:
    """What an agent writes later than that is no need of the hand-off."""
    history = [said("user", "first_name second_name")]
    future = [said("assistant", f"step {n}") for n in range(19)]
    future += [said("assistant", "first_name"), said("assistant", "second_name")]
    known = frozenset({"first_name", "second_name"})
    assert needs_of(history, future, frozenset(), known=known).wanted == {"first_name"}


def test_commonplace_is_more_than_a_sixth_of_at_least_eight_sessions() -> None:
    """Two of ten sessions are commonplace at 15 %, one is not; few sessions say nothing."""
    sessions = [frozenset({"a_b"}), frozenset({"a_b", "c_d"}), *[frozenset[str]()] * 8]
    assert common_atoms(sessions) == {"a_b"}
    assert common_atoms(sessions[:7]) == frozenset()


def test_recall_ctx_and_far_by_hand() -> None:
    """Two of five needs, one of them in a copied run, one of them far."""
    index = HistoryIndex.of(HISTORY, NEEDS)
    assert index.copied == NEEDS.wanted
    found = measure("Set retry_limit to something\nlist: max_items", index)
    assert found.recall == pytest.approx(2 / 5)
    assert found.ctx == pytest.approx(1 / 5)
    assert (found.far_kept, found.far_all) == (1, 4)


def test_a_bare_list_earns_no_ctx() -> None:
    """All identifiers, no copied run: recall 1, ctx 0."""
    found = measure(" | ".join(sorted(NEEDS.wanted)), HistoryIndex.of(HISTORY, NEEDS))
    assert (found.recall, found.ctx) == (1.0, 0.0)


def test_the_history_itself_has_everything() -> None:
    """The whole text scores 1 in all three."""
    text = "\n".join(map(message_text, HISTORY))
    found = measure(text, HistoryIndex.of(HISTORY, NEEDS))
    assert (found.recall, found.ctx, found.far_kept) == (1.0, 1.0, 4)


def test_chinese_runs_need_six_characters() -> None:
    """Five tokens are no copied run, six are (a bracket is one); a line break ends a run."""
    source = grams_of("这次预算由「项目组7」负责到底")
    assert copied_atoms("由「项目组7」", {"「项目组7」"}, source)
    assert not copied_atoms("「项目组7」", {"「项目组7」"}, source)
    assert not copied_atoms("预算由\n「项目组7」\n负责到底", {"「项目组7」"}, source)


def test_arguments_are_read_decoded_and_as_sent() -> None:
    """Quoting a call in either form is a copied run."""
    call = {"id": "c", "name": "Edit", "arguments": '{"path": "a/b.py", "old": "first_value here"}'}
    history = [said("assistant", "", tool_calls=[call])]
    assert message_text(history[0]) == "\nEdit path: a/b.py\nold: first_value here"
    needs = Needs(frozenset({"a/b.py"}), frozenset())
    assert HistoryIndex.of(history, needs).copied == {"a/b.py"}
    sent = '{"path": "a/b.py", "old": "first_value'
    assert copied_atoms(sent, {"a/b.py"}, HistoryIndex.of(history, needs).grams)


def test_cutting_is_exact_in_tokens() -> None:
    """The first and the last tokens, never one more, Chinese included."""
    text = "The quick brown fox 跳过了那只懒狗 and ran on. " * 40
    for budget in (1, 7, 50):
        assert text.startswith(cut(text, budget))
        assert text.endswith(cut_tail(text, budget))
        assert count(cut(text, budget)) <= budget
        assert budget - 3 <= count(cut_tail(text, budget)) <= budget
    assert cut(text, 0) == cut_tail(text, 0) == ""
    assert cut(text, 10_000) == cut_tail(text, 10_000) == text
