"""Edits that did not take place, and what tools say of those that did."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.quotes import EvidenceQuoter

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
