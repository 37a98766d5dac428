"""FILE observations of edit, write, patch and read tools."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analyzer.observations.exchanges import (
    commands,
    file_value,
    files,
    ledger,
    observe_exchanges,
)
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver
from uagent_memory.facts import Change, FactKind, FileValue, Status
from uagent_memory.messages import Author, Role, ToolCall

EDIT: dict[str, Any] = {
    "file_path": "src/app.py",
    "old_string": "a = 1\nb = 2",
    "new_string": "a = 1\nb = 3",
}
UPDATED = "The file src/app.py has been updated successfully."


def edited(answer: str, *, is_error: bool | None = None, **arguments: Any) -> SessionBuilder:
    s = SessionBuilder()
    s.run("Edit", answer, is_error=is_error, **(EDIT | arguments))
    return s


@pytest.mark.parametrize("answer", [UPDATED, "文件已更新", "修改成功", "", "ok"])
def test_a_plain_answer_means_that_the_edit_took_place(answer: str) -> None:
    """An edit tool that reports no trouble has changed the file."""
    assert files(edited(answer)) == {"src/app.py": Status.MODIFIED}


@pytest.mark.parametrize(
    "answer",
    [
        "<tool_use_error>String to replace not found in file.\nString: a = 1</tool_use_error>",
        "<tool_use_error>File has not been read yet. Read it first before writing to it.",
        "No replacement was performed, old_str `a = 1` did not appear verbatim in src/app.py.",
        "The user doesn't want to proceed with this tool use. The tool use was rejected",
        "Permission for this tool use was denied.",
        "Error: ENOENT: no such file or directory",
        "Edit blocked by hook: no edits on Friday",
        "用户拒绝了这次修改",
        "错误：未找到要替换的文本",
        "修改失败：文件不存在",
    ],
)
def test_failed_and_refused_edits_change_nothing(answer: str) -> None:
    """What failed, was denied or was not found is an attempt, in either language."""
    assert files(edited(answer)) == {"src/app.py": Status.UNCHANGED}


def test_an_error_mark_outweighs_the_words() -> None:
    """`is_error` of the provider counts whatever the text says."""
    assert files(edited(UPDATED, is_error=True)) == {"src/app.py": Status.UNCHANGED}


def test_words_of_failure_inside_a_shown_file_do_not_count() -> None:
    """A success that shows the file's text is a success."""
    answer = f"{UPDATED} Here's the result:\n  1\traise Error: 'not found'\n  2\t# 失败"
    assert files(edited(answer)) == {"src/app.py": Status.MODIFIED}


def test_an_edit_without_an_answer_is_refused() -> None:
    """A call that nobody has answered changed nothing, as far as anyone knows."""
    s = SessionBuilder()
    s.agent("", s.call("Edit", **EDIT))
    assert files(s) == {"src/app.py": Status.UNCHANGED}


def test_an_edit_to_the_same_text_is_refused() -> None:
    """Old equal to new is no change."""
    assert files(edited(UPDATED, new_string=EDIT["old_string"])) == {"src/app.py": Status.UNCHANGED}


def test_hunks_hold_the_changed_lines_only() -> None:
    """Common lines are trimmed; each line has its own address in the call."""
    s = edited(UPDATED)
    (hunk,) = file_value(s, "src/app.py").hunks
    assert [line.text for line in hunk.removed] == ["b = 2"]
    assert [line.text for line in hunk.added] == ["b = 3"]
    message = s.messages[0]
    assert all(message.quote(line.span) == line.text for line in hunk.removed + hunk.added)


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("Write", {"file_path": "a.py", "content": "x = 1"}, Status.CREATED),
        ("create_file", {"path": "a.py", "content": "x = 1"}, Status.CREATED),
        ("write_to_file", {"path": "a.py", "content": "x = 1"}, Status.CREATED),
        (
            "str_replace_editor",
            {"command": "create", "path": "a.py", "file_text": "x"},
            Status.CREATED,
        ),
        (
            "str_replace_based_edit_tool",
            {"command": "str_replace", "path": "a.py", "old_str": "x", "new_str": "y"},
            Status.MODIFIED,
        ),
        (
            "str_replace_editor",
            {"command": "insert", "path": "a.py", "insert_line": 1, "new_str": "y"},
            Status.MODIFIED,
        ),
        ("file_editor", {"command": "view", "path": "a.py"}, Status.READ),
        (
            "MultiEdit",
            {"file_path": "a.py", "edits": [{"old_string": "x", "new_string": "y"}]},
            Status.MODIFIED,
        ),
        (
            "NotebookEdit",
            {"notebook_path": "a.py", "new_source": "y", "cell_id": "3"},
            Status.MODIFIED,
        ),
        (
            "edit_file",
            {"target_file": "a.py", "old_string": "x", "new_string": "y"},
            Status.MODIFIED,
        ),
        ("replace_in_file", {"path": "a.py", "search": "x", "replace": "y"}, Status.MODIFIED),
        ("delete_file", {"path": "a.py"}, Status.DELETED),
        ("read_file", {"path": "a.py"}, Status.READ),
        ("mcp__files__read_text_file", {"path": "a.py"}, Status.READ),
        ("Grep", {"pattern": "x", "path": "a.py"}, Status.READ),
    ],
)
def test_tools_of_many_harnesses(name: str, arguments: dict[str, Any], status: Status) -> None:
    """The tools of the common harnesses are known by name and arguments."""
    s = SessionBuilder()
    s.run(name, "", **arguments)
    assert files(s) == {"a.py": status}


def test_apply_patch_in_both_forms() -> None:
    """`*** Begin Patch` and unified diffs: created, changed, deleted, moved."""
    sections = (
        "*** Begin Patch\n*** Add File: src/new.py\n+def fresh():\n+    return 1\n"
        "*** Update File: src/old.py\n*** Move to: src/renamed.py\n"
        "@@ def f():\n-    x = 1\n+    x = 2\n"
        "*** Delete File: src/gone.py\n*** End Patch"
    )
    diff = "--- a/lib/a.c\n+++ b/lib/a.c\n@@ -1,2 +1,2 @@\n int x;\n-int y;\n+int z;\n"
    s = SessionBuilder()
    s.run("apply_patch", "Done!", input=sections)
    s.run("apply_patch", "Done!", input=diff)
    assert files(s) == {
        "src/new.py": Status.CREATED,
        "src/old.py": Status.RENAMED,
        "src/renamed.py": Status.MODIFIED,
        "src/gone.py": Status.DELETED,
        "lib/a.c": Status.MODIFIED,
    }
    assert [name.text for name in file_value(s, "src/new.py").defined] == ["fresh"]
    (hunk,) = file_value(s, "lib/a.c").hunks
    assert [line.text for line in hunk.added] == ["int z;"]


@pytest.mark.parametrize("answer", ["Success. Updated the following files:", "成功"])
def test_a_patch_typed_as_the_words_of_a_command(answer: str) -> None:
    """Codex runs `["apply_patch", PATCH]` with its shell."""
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x = 1\n+x = 2\n*** End Patch"
    s = SessionBuilder()
    s.run("shell", answer, command=["apply_patch", patch], workdir="/w")
    (hunk,) = file_value(s, "/w/a.py" if "/w/a.py" in files(s) else "a.py").hunks
    assert [line.text for line in hunk.added] == ["x = 2"]
    assert commands(s) == {}


def test_a_tool_that_exchanges_blocks_in_one_argument() -> None:
    """`replace_in_file` of Cline: the blocks stand in `diff`."""
    diff = "------- SEARCH\nx = 1\n=======\nx = 2  # 二\n+++++++ REPLACE"
    s = SessionBuilder()
    s.run("replace_in_file", "Updated", path="a.py", diff=diff)
    (hunk,) = file_value(s, "a.py").hunks
    assert [line.text for line in (*hunk.removed, *hunk.added)] == ["x = 1", "x = 2  # 二"]


def test_a_failed_patch_changes_nothing() -> None:
    """A patch that did not apply leaves every file as it was."""
    s = SessionBuilder()
    s.run(
        "apply_patch",
        "Error: invalid context at line 3",
        input="*** Begin Patch\n*** Delete File: a.py\n*** End Patch",
    )
    assert files(s) == {"a.py": Status.UNCHANGED}


def test_taking_an_edit_back_reverts_the_file() -> None:
    """The inverse of the only edit leaves the file as it was; a further edit changes it again."""
    s = edited(UPDATED)
    s.run(
        "Edit",
        UPDATED,
        **(EDIT | {"old_string": EDIT["new_string"], "new_string": EDIT["old_string"]}),
    )
    assert files(s) == {"src/app.py": Status.REVERTED}
    s.run("Edit", UPDATED, **EDIT)
    assert files(s) == {"src/app.py": Status.MODIFIED}


def test_taking_one_of_two_edits_back_leaves_a_change() -> None:
    """Another edit remains in the file."""
    s = edited(UPDATED)
    s.run("Edit", UPDATED, file_path="src/app.py", old_string="c", new_string="d")
    s.run(
        "Edit",
        UPDATED,
        **(EDIT | {"old_string": EDIT["new_string"], "new_string": EDIT["old_string"]}),
    )
    assert files(s) == {"src/app.py": Status.MODIFIED}


def test_undo_edit_reverts() -> None:
    """The editor's own undo takes the last change back."""
    s = SessionBuilder()
    path = "/repo/src/a.py"
    s.run(
        "str_replace_editor",
        "The file has been edited.",
        command="str_replace",
        path=path,
        old_str="x",
        new_str="y",
    )
    s.run("str_replace_editor", "Last edit undone successfully.", command="undo_edit", path=path)
    assert files(s) == {path: Status.REVERTED}


def test_a_second_write_is_compared_with_the_first() -> None:
    """The hunks of a rewrite are its differences."""
    s = SessionBuilder()
    s.run(
        "Write", "File created successfully at: a.py", file_path="a.py", content="one\ntwo\nthree"
    )
    s.run("Write", "The file a.py has been updated.", file_path="a.py", content="one\n2\nthree")
    (hunk,) = file_value(s, "a.py").hunks
    assert [line.text for line in hunk.removed] == ["two"]
    assert [line.text for line in hunk.added] == ["2"]
    assert files(s) == {"a.py": Status.CREATED}


def test_typed_editor_commands_with_the_open_file() -> None:
    """`edit 4:4 ... end_of_edit` changes the file that the answer says is open."""
    s = SessionBuilder()
    call = ToolCall(
        id="c1", name="edit", arguments={"command": "edit 4:4\ndef half(x):\nend_of_edit\n"}
    )
    s.agent("", call)
    s.result(
        call,
        "[File: /repo/src/half.py (9 lines total)]\n4:def half(x):\nFile updated.\n"
        "(Open file: /repo/src/half.py)\n(Current directory: /repo)\nbash-$",
    )
    value = file_value(s, "/repo/src/half.py")
    assert value.path in ("src/half.py", "/repo/src/half.py")
    assert [name.text for name in value.defined] == ["half"]


def test_a_typed_edit_with_a_syntax_error_is_refused() -> None:
    """SWE-agent rejects edits that do not parse."""
    s = SessionBuilder()
    call = ToolCall(id="c1", name="edit", arguments={"command": "edit 4:4\nreturn\nend_of_edit\n"})
    s.agent("", call)
    s.result(
        call,
        "Your proposed edit has introduced new syntax error(s).\n"
        "(Open file: /repo/a.py)\n(Current directory: /repo)",
    )
    assert files(s) == {"/repo/a.py": Status.UNCHANGED}


def test_results_pair_by_id_then_by_order_and_the_first_wins() -> None:
    """Parallel answers in any order, an answer without an id, and a late duplicate."""
    s = SessionBuilder()
    one, two = s.call("Edit", **EDIT), s.call("Edit", **(EDIT | {"file_path": "src/other.py"}))
    s.agent("", one, two)
    s.result(two, UPDATED)
    s.add(Role.TOOL, Author.TOOL, "Error: not found")
    s.result(two, "Error: too late")
    assert files(s) == {"src/other.py": Status.MODIFIED, "src/app.py": Status.UNCHANGED}


def test_open_calls_are_not_kept() -> None:
    """An observer fed bit by bit says the same in the end as one fed at once."""
    s = edited(UPDATED)
    observer = ExchangeObserver()
    first = observer.feed(s.messages[0])
    refused = observer.open_calls()
    rest = observer.feed(s.messages[1])
    assert not first
    assert [seen.change for seen in refused] == [Change.REFUSED]
    assert rest == observe_exchanges(s.messages)
    assert observer.open_calls() == []


def test_raw_string_arguments_do_not_crash() -> None:
    """Arguments that were no valid JSON stay a string."""
    s = SessionBuilder()
    call = ToolCall(id="x", name="Edit", arguments='{"file_path": "a.py", "old')
    s.agent("", call)
    s.result(call, "Error: invalid JSON")
    assert all(fact.kind is not FactKind.FILE for fact in ledger(s))


def test_paths_are_substrings_of_their_spelling() -> None:
    """Absolute and relative spellings are one file, shown relative to the root."""
    s = SessionBuilder()
    s.system("Working directory: /home/dev/shop\n")
    s.run("Read", "1→x", file_path="/home/dev/shop/src/app.py")
    s.run("Edit", UPDATED, **EDIT)
    facts = ledger(s).of(FactKind.FILE)
    assert [(fact.key, fact.status) for fact in facts] == [("src/app.py", Status.MODIFIED)]
    for seen in facts[0].history:
        assert isinstance(seen.value, FileValue)
        assert seen.value.path == "src/app.py"
        assert seen.value.path in seen.value.spelled


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("   180→type Options struct {\n   188→// Dir is a directory for files", Status.READ),
        ("   1→raise Error: no", Status.READ),
        ("# Notes\nThis file does not exist in the wheel.", Status.READ),
        ("# 说明\n文件不存在时返回错误。", Status.READ),
        ("File does not exist.", Status.UNCHANGED),
        ("文件不存在", Status.UNCHANGED),
    ],
)
def test_words_in_a_file_do_not_fail_its_reading(answer: str, status: Status) -> None:
    """What a file that was read says of errors is no error of the reading."""
    s = SessionBuilder()
    s.run("Read", answer, file_path="src/options.go")
    assert files(s) == {"src/options.go": status}


def test_a_patch_without_its_first_line() -> None:
    """The lines that name the files are enough."""
    s = SessionBuilder()
    s.run("apply_patch", "Done.", patch="*** Update File: a.py\n@@\n-x = 1\n+x = 2")
    assert files(s) == {"a.py": Status.MODIFIED}
