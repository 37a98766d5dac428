"""Edits that did not take place, and what tools say of those that did."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it "
    "was a file edit, the new_string was NOT written to the file)."
)
ASK = "What is the state of conf/redis.conf and app/queue.py? 现在怎样了？"


def quoted(s: SessionBuilder) -> str:
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    return "\n".join(candidate.text for candidate in pool.candidates)


@pytest.mark.parametrize(
    "answer", [REFUSED, "用户拒绝了这次修改", "refused by policy: it is locked", "文件已被锁定"]
)
def test_an_edit_that_a_person_refused_is_told_as_refused(answer: str) -> None:
    """Its text is not shown as if it stood in the file."""
    s = SessionBuilder()
    s.user("Mend the queue in app/queue.py.")
    change = {"old_string": "appendonly no conf/redis.conf", "new_string": "appendonly yes"}
    call = s.call("Edit", file_path="conf/redis.conf", **change)
    s.agent("", call)
    s.result(call, answer)
    s.user(ASK)
    told = texts_of(proposed(FilesCompressor(), s.messages))
    assert "`conf/redis.conf` not changed: the edit was refused" in told
    assert "appendonly" not in quoted(s)


@pytest.mark.parametrize("answer", ["已写好 app/queue.py", "app/queue.py is saved now"])
def test_a_line_that_only_confirms_an_edit_is_not_quoted(answer: str) -> None:
    s = SessionBuilder()
    s.user("Mend the queue in app/queue.py. 修一下队列。")
    change = {"old_string": "retries = 1", "new_string": "retries = 3"}
    call = s.call("Edit", file_path="app/queue.py", **change)
    s.agent("", call)
    s.result(call, answer)
    s.user(ASK)
    assert answer not in quoted(s)


@pytest.mark.parametrize("name", ["debug_rows.py", "调试_rows.py"])
def test_what_a_throw_away_script_holds_is_evidence(name: str) -> None:
    """No line of the file ledger speaks for it, only its name."""
    s = SessionBuilder()
    s.user("Mend the report. 修好报表。")
    s.edit("src/report.py", "rows[1:]", "rows")
    s.run("Bash", "", command=f"cat > {name} <<'EOF'\nprint(load(3))\nEOF", is_error=False)
    s.run("Bash", "3", command=f"python {name}", is_error=False)
    edits = view_of(s.messages).edit_calls
    calls = [m.id for m in s.messages if m.tool_calls]
    assert [(call, "call:0") in edits for call in calls] == [True, False, False]


MISSED = "String to replace not found in app/queue.py.\nString: retries_of_queue = 1"
REJECTED = (
    "Your proposed edit has introduced new syntax errors.\n- E999 max_wait: unexpected indent\n"
    "[File: app/queue.py (4 lines total)]"
)
TAKEN = "[File: app/queue.py (4 lines total)]"
LINES = "\n2:    retries_of_queue = 3 and max_wait\n3:    queue_of_rows()"
RAISE = [
    "Raise retries_of_queue to max_wait.",
    "请把队列的重试次数提高到与最长等待时间相同，先看现在各是多少：retries_of_queue 与 max_wait。",
]


def headings(s: SessionBuilder) -> list[str]:
    return [line for line in quoted(s).split("\n") if line.endswith((":", "："))]


@pytest.mark.parametrize(("ask", "failed"), [(RAISE[0], " (failed):"), (RAISE[1], "（失败）:")])
def test_what_is_quoted_of_an_edit_that_did_not_take_says_so(ask: str, failed: str) -> None:
    """Under a heading of its own, not under the file; and not the text that it was to put in."""
    s = SessionBuilder()
    s.user(ask)
    change = {"old_string": "retries_of_queue = 1", "new_string": "retries_of_queue = 3"}
    call = s.call("Edit", file_path="app/queue.py", **change)
    s.agent("", call)
    s.result(call, f"{MISSED}\nmax_wait was looked for, too")
    s.edit("app/queue.py", "max_wait = 1", "max_wait = 3")
    assert headings(s) == [f"`Edit file_path: app/queue.py`{failed}"]
    assert "max_wait was looked for" in quoted(s)
    assert "retries_of_queue = 1" not in quoted(s)


def test_an_edit_typed_as_text_that_did_not_take_is_told_as_failed() -> None:
    """Its file is named only in the answer. 改动未生效。"""
    s = SessionBuilder()
    s.user(RAISE[0])
    typed = "edit 2:2\nretries_of_queue = 3 and max_wait\nend_of_edit"
    s.run("edit", f"{REJECTED}{LINES}", command=typed)
    s.run("edit", f"{TAKEN}{LINES}", command=typed.replace("retries", "    retries"))
    assert "`edit command: edit 2:2` (failed):" in headings(s)
    s = SessionBuilder()
    s.user(RAISE[0])
    s.run("edit", f"{TAKEN}{LINES}", command=typed.replace("retries", "    retries"))
    assert not any("(failed)" in heading for heading in headings(s))


def test_what_was_said_beside_an_edit_that_did_not_take_says_so() -> None:
    s = SessionBuilder()
    s.user(RAISE[0])
    code = "```python\nretries_of_queue = max_wait + 5\n```"
    failed = "<returncode>2</returncode>\n<output>\nbash: unexpected EOF\n</output>"
    s.run("bash", failed, say=code, command="sed -i 's/retries = 1/retries = 3/' app/queue.py")
    assert any(heading.endswith("` (failed):") for heading in headings(s))
    assert "retries_of_queue = max_wait + 5" in quoted(s)


@pytest.mark.parametrize("answer", [REFUSED, "用户拒绝了这次修改"])
def test_a_refusal_is_not_quoted(answer: str) -> None:
    s = SessionBuilder()
    s.user("Set appendonly in conf/redis.conf. 设置 appendonly。")
    change = {"old_string": "appendonly no", "new_string": "appendonly yes"}
    call = s.call("Edit", file_path="conf/redis.conf", **change)
    s.agent("", call)
    s.result(call, f"{answer}\nappendonly stays in conf/redis.conf")
    assert "stays" not in quoted(s)


@pytest.mark.parametrize(
    "answer",
    [
        f"{REFUSED} STOP what you are doing and wait for conf/redis.conf.",
        "用户拒绝了这次操作，请停下来，先等 conf/redis.conf 的答复。",
    ],
)
def test_a_refusal_of_what_was_to_change_no_file_is_quoted(answer: str) -> None:
    """Nothing else tells of it."""
    s = SessionBuilder()
    s.user(ASK)
    call = s.call("ExitPlanMode", plan="Mend the queue in app/queue.py first.")
    s.agent("", call)
    s.result(call, answer)
    assert answer in quoted(s)
    assert "refused" in quoted(s) or "被拒绝" in quoted(s)
