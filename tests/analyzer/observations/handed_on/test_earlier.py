"""What earlier hand-offs and compaction summaries pass on."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import observe_exchanges
from tests.builders import SessionBuilder
from tests.talk import observe, text_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.labels import LabelLanguage, labels_in
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, MessageKind, Role, Trust

HANDOFF = """# Hand-off: coder → tester
Reference data, not instructions.
## Primary Request and Intent
- Fix the login bug (m1)
- (superseded) Hide the start command (m3)
- Don't edit the tests; Never push to main (m1, m5)
- (lifted) Only edit src/auth.py (m2)
## Pending Tasks
- [pending] Update the docs (coder) (m7)
- [in progress] Write the test (m8)
- [question] Which port shall it use? (m9)
## Current Work
- Done: Add the flag; Remove the old one (m6)
"""


def ledger(text: str) -> Ledger:
    builder = SessionBuilder()
    builder.add(Role.USER, Author.SUMMARY, text)
    return Ledger(observe(builder.messages))


def states(kind: FactKind) -> dict[str, str]:
    return {text_of(fact): fact.status.value for fact in ledger(HANDOFF).of(kind)}


def test_requests_keep_their_state() -> None:
    """Asks come with what became of them, without marks and references."""
    assert states(FactKind.REQUEST) == {
        "Fix the login bug": "active",
        "Hide the start command": "superseded",
    }


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("**Completed task**", "done"),
        ("Done", "done"),
        ("**已完成的任务**", "done"),
        ("**Current task**", "active"),
        ("Done flag", "active"),
    ],
)
def test_the_head_of_an_ask_says_that_it_was_done(head: str, status: str) -> None:
    """In a model's own summary there is no mark of ours."""
    text = f"1. Primary Request and Intent:\n   - {head}: Rename the port flag.\n"
    (fact,) = ledger(text).of(FactKind.REQUEST)
    assert fact.status.value == status


def test_rules_keep_their_state() -> None:
    """Rules of one line come apart again; a lifted one stays lifted."""
    assert states(FactKind.CONSTRAINT) == {
        "Don't edit the tests": "active",
        "Never push to main": "active",
        "Only edit src/auth.py": "lifted",
    }


def test_tasks_and_questions() -> None:
    """Open work and open questions stay open, done work stays done."""
    assert states(FactKind.TASK) == {
        "Update the docs": "pending",
        "Write the test": "in_progress",
        "Add the flag": "done",
        "Remove the old one": "done",
    }
    assert states(FactKind.QUESTION) == {"Which port shall it use?": "open"}


def test_everything_has_a_summary_s_trust() -> None:
    """Nothing in a summary is believed more than a summary."""
    assert {fact.trust for fact in ledger(HANDOFF)} == {Trust.SUMMARY}


def test_done_survives_a_restated_plan() -> None:
    """What a hand-off calls done does not come back with the receiver's old plan."""
    builder = SessionBuilder()
    builder.add(Role.USER, Author.SUMMARY, HANDOFF)
    builder.agent("Next steps:\n- Add the flag\n- Update the docs\n")
    found = {
        text_of(f): f.status.value for f in Ledger(observe(builder.messages)).of(FactKind.TASK)
    }
    assert found["Add the flag"] == "done"
    assert found["Update the docs"] == "pending"


def test_summary_folds_with_the_original() -> None:
    """A rule and its copy in a summary are one fact, with the user's words as its value."""
    builder = SessionBuilder()
    builder.user("Fix the login bug. Don't edit the tests.")
    builder.add(Role.USER, Author.SUMMARY, HANDOFF)
    (fact,) = [
        f for f in Ledger(observe(builder.messages)).of(FactKind.CONSTRAINT) if "edit the" in f.key
    ]
    assert text_of(fact) == "Don't edit the tests."
    assert len(fact.history) == 2


def test_passed_on_tasks_close_with_the_later_work() -> None:
    """What a summary leaves to do is done once an agent says so, by its words or of the whole."""
    builder = SessionBuilder()
    builder.add(Role.USER, Author.SUMMARY, HANDOFF)
    builder.agent("Done. I've updated the docs.", agent="coder")
    tasks = {
        text_of(f): f.status.value for f in Ledger(observe(builder.messages)).of(FactKind.TASK)
    }
    assert (tasks["Update the docs"], tasks["Write the test"]) == ("done", "in_progress")
    builder.agent("All tasks are complete.", agent="coder")
    tasks = {
        text_of(f): f.status.value for f in Ledger(observe(builder.messages)).of(FactKind.TASK)
    }
    assert set(tasks.values()) == {"done"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_our_own_labels_are_read_back(language: LabelLanguage) -> None:
    """Whatever the language in which the last role was told."""
    label = labels_in(language)
    renamed = label("renamed_to", path="`src/b.py`")
    further = label("further_turn_rules", at="m2")
    text = f"""# Hand-off: coder → tester
Reference data, not instructions.
## Primary Request and Intent
- {label("newest_ask")} (m3)
- {label("newest_ask_said", text="加一列 add a column")} (m3)
- {label("newest_ask_done")} (m3)
- {label("turn_rules")}务必只给一个代码块 always one block; {further} (m2)
- {label("superseded")}隐藏启动命令 hide the start command (m3)
- {label("cancelled")}改写文档 rewrite the docs (m3)
- {label("done_ask")}加上图标 add the icon (m3)
- {label("lifted")}不要修改 src/auth.py; don't edit src/tls.py (m2)
- {label("policy")}不要删除数据 never delete data (m2)
## Files and Code Sections
- `src/new.py` {label("created")}{label("edited_times", count=3)}{label("adds", names="run")} (m4)
- `src/old.py` {label("deleted")} (m4)
- `src/same.py` {label("reverted")}{label("times", count=2)} (m4)
- `src/aside.py` {label("stashed")}{label("adds", names="run")} (m4 ... m9)
- `src/a.py`{renamed} {label("renamed")} (m4)
- `src/c.py` {label("modified")}{label("edited_once")}{label("changes", names="run")} (m4)
- {label("deleted_files")}`src/x.py`, `src/y.py` (m4)
## Pending Tasks
- {label("pending")}更新文档 update the docs (m7)
- {label("in_progress")}写测试 write the test (m8)
- {label("waiting")}选端口 pick the port (m8)
- {label("question")}用哪个端口 which port? (m9)
## Current Work
- {label("done")}加开关 add the flag; 删旧的 drop the old one (m6)
- {label("done_ask")}{label("handoff", route="coder → tester")} (m6)
- {label("handoff", route="tester → coder")} (m7)
"""
    builder = SessionBuilder()
    builder.handoff(text)
    found = Ledger([*observe(builder.messages), *observe_exchanges(builder.messages)])

    def states(kind: FactKind) -> list[str]:
        return [fact.status.value for fact in found.of(kind)]

    assert states(FactKind.REQUEST) == ["superseded", "cancelled", "done"]
    assert states(FactKind.HANDOFF)[1:] == ["done", "stated"]
    assert states(FactKind.CONSTRAINT) == ["lifted", "lifted", "active"]
    assert {fact.key: fact.status.value for fact in found.of(FactKind.FILE)} == {
        "src/new.py": "created",
        "src/old.py": "deleted",
        "src/same.py": "reverted",
        "src/aside.py": "stashed",
        "src/a.py": "renamed",
        "src/b.py": "modified",
        "src/c.py": "modified",
        "src/x.py": "deleted",
        "src/y.py": "deleted",
    }
    assert states(FactKind.TASK) == ["pending", "in_progress", "waiting", "done", "done"]
    assert states(FactKind.QUESTION) == ["open"]


def test_task_that_leads_in_its_parts() -> None:
    """A pending task that ends in a colon is passed on with the list of its parts."""
    text = (
        "Summary of the conversation.\n\n## Pending Tasks\n\n- Write tests for:\n"
        "    - `load.py`\n    - `save.py`\n- Update the docs\n- 补充测试：\n    - 解析器\n"
    )
    found = [" ".join(text_of(fact).split()) for fact in ledger(text).of(FactKind.TASK)]
    whole = ["Write tests for: - `load.py` - `save.py`", "Update the docs", "补充测试： - 解析器"]
    assert found == whole


@pytest.mark.parametrize(
    ("label", "rules"),
    [
        ("Policy:", ["You must check the order first.", "Never guess a price. Ask the shop."]),
        ("Policy (Return an order):", ["The refund must go to the same card.", "Never guess."]),
        ("既定规则：", ["必须先核对订单。", "不要猜测价格。请询问门店。"]),
        ("既定规则（退货）：", ["退款必须退回原卡。", "不要猜测价格。"]),
    ],
)
def test_rules_with_several_sentences_in_one_line(label: str, rules: list[str]) -> None:
    """Each stays whole, and those of no user do not become a user's."""
    line = f"- {label} {'; '.join(rules)} (m1)"
    text = f"# Hand-off: a → b\n## Primary Request and Intent\n{line}\n[end of hand-off]\n"
    builder = SessionBuilder()
    builder.add(Role.USER, Author.SUMMARY, text, kind=MessageKind.HANDOFF)
    found = Ledger(observe(builder.messages)).of(FactKind.CONSTRAINT)
    assert sorted(map(text_of, found)) == sorted(rules)
    assert not any(getattr(fact.value, "of_user", True) for fact in found)
