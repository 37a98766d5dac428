"""What a tool said of the change that it made."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.generator.standing.acknowledged import acknowledgement

PATH = "/work/shop/app.py"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (f"The file {PATH} has been updated successfully.", f"The file {PATH} has been updated"),
        (f"File created successfully at: {PATH}", f"File created successfully at: {PATH}"),
        (f"文件 {PATH} 已更新。共 3 行", f"文件 {PATH} 已更新"),
        (f"已写入 {PATH}", f"已写入 {PATH}"),
        (f"Edited {PATH}\n1 def saved(): ...", f"Edited {PATH}"),
    ],
)
def test_the_words_that_say_it_and_the_path(answer: str, told: str) -> None:
    """In either order, as they stand; the rest of the answer is left out."""
    s = SessionBuilder()
    result = s.run("Edit", answer, file_path=PATH)
    found = acknowledgement(result, PATH)
    assert found is not None
    assert found.text == told
    assert result.quote(found.span) == told


@pytest.mark.parametrize(
    "answer",
    [
        "ok",
        "The file has been updated.",
        f"Nothing to do in {PATH}",
        f"没有改动 {PATH}",
        f"{PATH}: {'note ' * 30} was updated",
        f"ok\nThe file {PATH} has been updated.",
    ],
)
def test_other_answers_say_nothing_of_it(answer: str) -> None:
    s = SessionBuilder()
    assert acknowledgement(s.run("Edit", answer, file_path=PATH), PATH) is None


@pytest.mark.parametrize("rest", [".bak created", "i has been updated", "/x.py updated", " 已备份"])
def test_another_files_name_that_begins_alike_is_not_meant(rest: str) -> None:
    s = SessionBuilder()
    assert acknowledgement(s.run("Edit", f"Backup {PATH}{rest}", file_path=PATH), PATH) is None
