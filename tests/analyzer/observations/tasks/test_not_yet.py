"""Sentences that say of a check or a commit that it is not done yet."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.observations.tasks.not_yet import NotYet, not_yet_in

RUN, COMMITTED = NotYet(run=True), NotYet(committed=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Nothing is committed yet.", COMMITTED),
        ("The tests have not been run yet.", RUN),
        ("The suite has not been run yet, and nothing has been committed.", NotYet(True, True)),
        ("改动尚未提交。", COMMITTED),
        ("测试还没有跑。", RUN),
        ("测试还没跑，也还没提交。", NotYet(True, True)),
        ("The parser is not fixed yet and the tests have not been run yet.", NotYet()),
        ("解析器还没修，测试也还没跑。", NotYet()),
        ("`git stash` refuses uncommitted changes.", NotYet()),
        ("提交之前会检查格式。", NotYet()),
    ],
)
def test_a_check_or_a_commit_and_nothing_else(text: str, says: NotYet) -> None:
    assert not_yet_in(text) == says
