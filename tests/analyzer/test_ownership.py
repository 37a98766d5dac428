"""Which asks and rules are a role's own: what must be kept and what is shown agree on it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.analyzer.ownership import Ownership
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.messages import Author, Role

OTHERS = {
    "en": "Add the missing index. Never delete the backups.",
    "zh": "请补上缺少的索引。绝对不要删除备份。",
}
HEADINGS = {"en": "## User constraints\n- ", "zh": "## 约束\n- "}
PROMPT = "You must answer in one sentence. 你必须用一句话回答。"


def of_others(kind: str, text: str, heading: str = "") -> SessionBuilder:
    """A user's ask, and beside it a text that asks and binds somebody else."""
    s = SessionBuilder()
    if kind == "prompt":
        s.add(Role.SYSTEM, Author.SYSTEM, PROMPT, agent="tester")
        s.add(Role.SYSTEM, Author.SYSTEM, text, agent="archivist")
    s.user("Make the uploads retry. Never touch the cache. 让上传重试，绝对不要改动缓存。")
    s.agent("I will look at it.", agent="main")
    if kind == "brief":
        s.add(Role.USER, Author.PARENT, text, agent="main", to="archivist:a1")
    if kind == "retelling":
        s.add(Role.USER, Author.SUMMARY, heading + text)
    s.agent("The cache has two layers.", agent="main")
    return s


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["brief", "retelling", "prompt"])
def test_what_is_left_out_need_not_be_got(kind: str, language: str) -> None:
    """No ask and no rule of others is must-get, and none is proposed."""
    s = of_others(kind, OTHERS[language], HEADINGS[language])
    view = view_of(s.messages, to="tester")
    facts = [*view.analysis.ledger.of(FactKind.REQUEST)]
    facts += view.analysis.ledger.of(FactKind.CONSTRAINT)
    others = [fact for fact in facts if view.quote(fact.last.span) in OTHERS[language]]
    assert others
    assert not any(map(view.must_get, others))
    shown = " ".join(texts_of(proposed(PrimaryRequestCompressor(), s.messages, to="tester")))
    assert not any(view.quote(fact.last.span) in shown for fact in others)


@pytest.mark.parametrize("kind", ["brief", "retelling", "prompt"])
def test_the_users_rule_must_be_got(kind: str) -> None:
    """Whatever else the log holds."""
    view = view_of(of_others(kind, OTHERS["en"]).messages, to="tester")
    got = [f for f in view.analysis.ledger.of(FactKind.CONSTRAINT) if view.must_get(f)]
    assert "cache" in " ".join(view.quote(fact.last.span) for fact in got)


def test_the_senders_and_the_receivers_prompts_are_their_own() -> None:
    """A hand-off goes on with the rules of the role whose log it is."""
    s = of_others("prompt", OTHERS["en"])
    first, second = (m.id for m in s.messages[:2])

    def others(sender: str, receiver: str) -> frozenset[str]:
        return Ownership.of(s.messages, sender=sender, receiver=receiver).prompts

    assert others("tester", "tester") == {second}
    assert others("archivist", "archivist") == {first}
    assert others("archivist", "tester") == frozenset()
    assert others("reviewer", "reviewer") == {first, second}


def test_other_facts_are_everybodys() -> None:
    """A file that a brief names is no less changed for that."""
    s = of_others("brief", "Add the index to src/store.py. 请在 src/store.py 里加索引。")
    view = view_of(s.messages)
    kinds = {f.kind for f in view.analysis.ledger if view.ownership.is_own(f)}
    unasked = {f.kind for f in view.analysis.ledger} - {FactKind.REQUEST, FactKind.CONSTRAINT}
    assert unasked
    assert unasked <= kinds
