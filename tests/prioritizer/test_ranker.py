"""The ranker: features by hand-computed example, chances, far terms, and broken weights."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from tests.prioritizer.contexts import context, seen
from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.errors import ConfigError
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.messages import Author, Message, Role
from uagent_memory.prioritizer.need_model import NEED_FILE, NeedModel, NeedSettings
from uagent_memory.prioritizer.ranker import TermRanker
from uagent_memory.prioritizer.term_features import FEATURES, Nearness, features
from uagent_memory.prioritizer.term_uses import term_uses

USER, AGENT, TOOL = (
    (Author.USER, Role.USER),
    (Author.AGENT, Role.ASSISTANT),
    (Author.TOOL, Role.TOOL),
)
SETTINGS = NeedSettings(recent_characters=10, wide_characters=100, far_share=0.2, far_boost=2)


def message(number: int, who: tuple[Author, Role], text: str) -> Message:
    return Message(id=f"m{number}", seq=number, author=who[0], role=who[1], text=text)


def analysis() -> ContextAnalysis:
    """Six messages of eleven characters: a user asks, an agent edits, tools print."""
    messages = [
        message(1, USER, "fix a_b now"),
        message(2, AGENT, "a_b in f.py"),
        message(3, TOOL, "x_1 in f.py"),
        message(4, AGENT, "so it works"),
        message(5, TOOL, "x_1 and y_2"),
        message(6, AGENT, "all is done"),
    ]
    terms = {0: ["a_b"], 1: ["a_b", "f.py"], 2: ["x_1", "f.py"], 4: ["x_1", "y_2"]}
    changed = FileValue(path="src/f.py", spelled="f.py")
    facts = [seen(messages[1], FactKind.FILE, "src/f.py", changed, Change.MODIFIED)]
    made = context(messages, terms=terms, facts=facts)
    edit = replace(made.messages[1], call_terms={"f.py": 1})
    return ContextAnalysis((made.messages[0], edit, *made.messages[2:]), made.ledger)


def of(term: str) -> dict[str, float]:
    made = analysis()
    near = Nearness.of(made.messages, recent=10, wide=100)
    return dict(zip(FEATURES, features(term, term_uses(made)[term], near), strict=True))


def test_features_of_a_term_that_user_and_agent_wrote() -> None:
    """Counts, nearness in characters, and the first user message."""
    found = of("a_b")
    log2 = math.log(2)
    assert (found["user"], found["agent"], found["messages"]) == (log2, log2, math.log1p(2))
    assert found["arguments"] == found["output"] == 0
    assert found["recent"] == found["recent_agent"] == 1 / (1 + 44 / 10)
    assert found["recent_user"] == 1 / (1 + 55 / 10)
    assert found["wide_user"] == 1 / (1 + 55 / 100)
    assert found["recent_arguments"] == found["wide_output"] == 0
    assert (found["first_user"], found["last_user"]) == (1, 1)
    assert found["spread"] == 1 / 6
    assert found["length"] == 3 / 60
    assert (found["last_four"], found["agent_last_four"], found["agent_last_twenty"]) == (0, 0, 1)
    assert found["output_only"] == found["changed_file"] == found["read_file"] == 0


def test_features_of_a_changed_file() -> None:
    """Written in a call's arguments, printed later, changed by the session."""
    found = of("f.py")
    assert (found["arguments"], found["agent"], found["output"]) == (math.log(2), 0, math.log(2))
    assert found["recent_arguments"] == 1 / (1 + 44 / 10)
    assert found["recent_output"] == 1 / (1 + 33 / 10)
    assert (found["changed_file"], found["read_file"], found["last_four"]) == (1, 0, 1)


def test_features_of_what_only_tools_printed() -> None:
    """No agent wrote it, so it is recent, but not written."""
    found = of("x_1")
    assert (found["output_only"], found["last_four"]) == (1, 1)
    assert found["agent_last_twenty"] == 0
    assert found["spread"] == 2 / 6


def test_the_chance_is_the_logistic_of_the_weighted_sum() -> None:
    """Far terms count the boost; near ones do not."""
    weights = dict.fromkeys(FEATURES, 0.0) | {"user": 1.0, "output_only": -2.0}
    model = NeedModel(version=2, intercept=-1.0, weights=weights, settings=SETTINGS)
    need = TermRanker(model).rank(analysis())
    assert need["a_b"] == pytest.approx(2 / (1 + math.exp(1 - math.log(2))))
    assert need["x_1"] == pytest.approx(1 / (1 + math.exp(3)))
    assert list(need) == ["a_b", "f.py", "x_1", "y_2"]


def test_the_shipped_weights_prefer_what_agents_write() -> None:
    """A term an agent wrote lately is needed more than one that only tools printed."""
    need = TermRanker().rank(analysis())
    assert need["a_b"] > need["y_2"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("\nuser = ", "\nusers = ", "missing: user; unknown: users"),
        ("intercept = ", "intercept = 'high' #", "intercept: "),
        ("version = 2", "version = 1", "version: "),
        ("far_boost = ", "far_bost = ", "settings.far_bo"),
        ("[weights]", "[weights", "cannot be read as TOML"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The error names the file, the key and what is wrong."""
    text = NEED_FILE.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "need.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        NeedModel.load(broken)
    assert str(broken) in str(caught.value)
    assert told in str(caught.value)
