"""A call's arguments, checked and resolved."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.brief import Brief, prepare
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetError, ConfigError, InputError, UnknownRole
from uagent_memory.inputs import Inputs
from uagent_memory.messages import Message


def messages() -> tuple[Message, ...]:
    s = SessionBuilder()
    s.user("Please add a test. " * 20)
    s.agent("好的，我来写测试。" * 10)
    return s.messages


def brief(**given: object) -> Brief:
    return prepare(messages(), Inputs.of(given, role="coder", ratio=0.5))


def test_a_budget_wins_over_a_ratio() -> None:
    """The target ratio is then what the budget comes to."""
    made = brief(budget=40, ratio=0.9)
    assert made.budget == 40
    assert made.target_ratio == pytest.approx(40 / made.original_tokens)
    assert not made.by_ratio


def test_a_ratio_is_of_the_tokens_that_came_in() -> None:
    """Rounded down, at least one token."""
    made = brief(ratio=0.25)
    assert made.budget == int(made.original_tokens * 0.25)
    assert made.by_ratio
    assert brief(ratio=1e-9).budget == 1


def test_without_either_the_settings_ratio_holds() -> None:
    """The shipped one, or that of the settings given."""
    given = Inputs(settings=Settings(ratio=0.1))
    made = prepare(messages(), given)
    assert made.budget == int(made.original_tokens * 0.1)


def test_the_receiver_is_the_role_itself_by_default() -> None:
    """Then the frame has no contract: nothing is handed over."""
    own, other = brief(), brief(to="tester")
    assert own.sender == own.receiver.name == "coder"
    assert own.frame.contract == ""
    assert other.receiver.name == "tester"
    assert other.frame.contract == other.receiver.contract


def test_what_fits_whole_is_not_compressed() -> None:
    """Only a budget can hold everything; a ratio asks for less in any case."""
    assert brief(budget=100_000).fits_whole
    assert not brief(ratio=1.0).fits_whole
    assert not brief(budget=10).fits_whole


@pytest.mark.parametrize("budget", [0, -1, True, 1.5, "many"])
def test_a_budget_is_a_positive_whole_number(budget: object) -> None:
    """The message shows what was given."""
    with pytest.raises(BudgetError, match="budget"):
        brief(budget=budget)


@pytest.mark.parametrize("ratio", [0, -0.1, 1.01, float("nan"), True])
def test_a_ratio_lies_above_nought_and_at_most_at_one(ratio: float) -> None:
    """The message shows what was given."""
    with pytest.raises(BudgetError, match="ratio"):
        brief(ratio=ratio)


def test_unknown_keys_get_a_hint() -> None:
    """The nearest known one, or all of them."""
    with pytest.raises(ConfigError, match="Did you mean 'budget'"):
        brief(bugdet=3)
    with pytest.raises(ConfigError, match="Known: role, to, budget"):
        brief(zzz=3)


def test_unknown_roles_and_empty_input_are_errors() -> None:
    """Whether they send or receive."""
    with pytest.raises(UnknownRole):
        brief(to="astronaut")
    with pytest.raises(UnknownRole):
        brief(role="astronaut")
    with pytest.raises(InputError, match="no messages"):
        prepare((), Inputs())
