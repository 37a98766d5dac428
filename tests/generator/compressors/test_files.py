"""Segment 3."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.file_lines import best_spelling, shown_path
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

UPDATED = "The file has been updated successfully."


def test_a_changed_file_is_a_must_and_degrades_to_its_state() -> None:
    """Path, state and names; the short form without the names."""
    s = SessionBuilder()
    s.user("Add a class.")
    s.run(
        "Write",
        "File created successfully at: src/limits.py",
        file_path="src/limits.py",
        content="class TokenBucket:\n    def take(self): ...\n",
    )
    (file, *_) = proposed(FilesCompressor(), s.messages)
    assert file.keep is Keep.CHANGED_FILE
    assert file.text.startswith("`src/limits.py` created")
    assert "adds TokenBucket, take" in file.text
    assert file.short == "`src/limits.py` created"


def test_a_change_without_names_keeps_its_most_telling_line() -> None:
    """Code before comments, brackets never; it is required with the file."""
    s = SessionBuilder()
    s.user("把 app.rate_limit 改为 60。")
    s.run(
        "Edit",
        UPDATED,
        file_path="conf/app.ini",
        old_string="# 速率\napp.rate_limit = 50\n}",
        new_string="# 速率\n# app.rate_limit\napp.rate_limit = 60\n}",
    )
    lines = [c for c in proposed(FilesCompressor(), s.messages) if c.parent is not None]
    assert [c.text for c in lines if c.keep is Keep.CHANGED_FILE] == ["+ app.rate_limit = 60"]
    assert "- app.rate_limit = 50\n+ app.rate_limit = 60" in [c.text for c in lines]
    assert not [c for c in lines if c.text.endswith("}")]


def test_read_files_share_one_list() -> None:
    """What was only read is listed, never required."""
    s = SessionBuilder()
    s.user("Look around.")
    for name in ("src/a.py", "文档/说明.md"):
        s.run("Read", "1→text", file_path=name)
    candidates = proposed(FilesCompressor(), s.messages)
    assert {c.keep for c in candidates} == {Keep.OPTIONAL}
    assert {c.joins for c in candidates} == {"only_read"}
    assert sorted(texts_of(candidates)) == [
        "Read, not changed: `src/a.py`",
        "Read, not changed: `文档/说明.md`",
    ]


@pytest.mark.parametrize(
    ("ask", "lead"),
    [("Where is limit set?", "Found, not opened: "), ("limit 在哪里设置？", "搜到，未打开：")],
)
def test_what_a_search_found_was_not_read(ask: str, lead: str) -> None:
    s = SessionBuilder()
    s.user(ask)
    s.run("Grep", "src/a.py:3:limit = 1\nsrc/b.py:8:limit = 2", pattern="limit", path="src")
    s.run("Read", "8→limit = 2", file_path="src/b.py")
    told = texts_of(proposed(FilesCompressor(), s.messages))
    assert f"{lead}`src/a.py`" in told
    assert not any(text.startswith(lead) and "b.py" in text for text in told)


def test_a_refused_edit_is_not_listed_as_a_change() -> None:
    """Nothing happened to the file."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.run(
        "Edit",
        "The user doesn't want to proceed with this tool use.",
        is_error=True,
        file_path="src/a.py",
        old_string="a = 1",
        new_string="a = 2",
    )
    assert not texts_of(proposed(FilesCompressor(), s.messages), kind="quote")


def test_the_spelling_is_one_of_the_sessions() -> None:
    """Whichever is likelier to be typed again: never one made up."""
    s = SessionBuilder()
    s.system("Working directory: /home/dev/shop\n")
    s.user("Fix src/app.py.")
    s.run(
        "Edit", UPDATED, file_path="/home/dev/shop/src/app.py", old_string="a", new_string="b = 1"
    )
    view = view_of(s.messages)
    (fact,) = view.analysis.ledger.of(FactKind.FILE)
    assert best_spelling(view, fact) in ("src/app.py", "/home/dev/shop/src/app.py")


@pytest.mark.parametrize("said", ["I look at {} first.", "先看 {} 这个文件。"])
def test_a_file_is_named_by_its_place_in_the_project(said: str) -> None:
    """The folder that most files stand in may lie deep: what stands below it tells too little."""
    s = SessionBuilder()
    s.user("Find old sessions, too. 也要找到旧会话。")
    s.agent(said.format("src/app/session/state.go"))
    folder = "/home/dev/shop/src/app"
    paths = [f"{folder}/{name}" for name in ("session/state.go", "hooks.go", "hooks_test.go")]
    for path in paths:
        s.edit(path, "func Old() int {", "func Found() int {")
    view = view_of(s.messages)
    view.need = dict.fromkeys(paths, 0.1)
    assert view.paths.root == f"{folder}/"
    named = [shown_path(view, fact) for fact in view.analysis.ledger.of(FactKind.FILE)]
    assert any(path.endswith("src/app/session/state.go") for path in named)
    assert all("src/app/" in path for path in named)


def test_a_function_whose_inside_was_edited_is_named() -> None:
    """Its own line is the same before and after; a new one is told as added only."""
    s = SessionBuilder()
    s.user("限流要支持突发。Allow bursts.")
    s.run(
        "Edit",
        UPDATED,
        file_path="src/limits.py",
        old_string="def take_token(n):\n    return n > 0",
        new_string="def refill(n):\n    return n\n\n\ndef take_token(n):\n    return n >= 0",
    )
    (file, *_) = proposed(FilesCompressor(), s.messages)
    assert "；新增 refill" in file.text
    assert file.text.endswith("；改动 take_token")
    assert "take_token" in [s.messages[1].quote(span) for span in file.sources]


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- src/a.py",
        "git restore src/a.py",
        "git checkout .",
        "git checkout -f",
        "git checkout -- src",
        "git checkout -- '*.py'",
        "git reset --hard",
    ],
)
def test_what_is_reverted_was_not_modified_many_times(command: str) -> None:
    """A revert is the file's state, whatever came before; later edits count anew."""
    s = edited_often()
    s.run("Bash", "", command=command, is_error=False)
    assert heads(s) == ["`src/a.py` reverted"]
    s.edit("src/a.py", "x = 0", "端口 = 9")
    assert heads(s) == ["`src/a.py` modified"]


def test_an_edit_back_is_a_revert() -> None:
    """In one step or in several."""
    s = edited_often()
    s.edit("src/a.py", "x = 3", "x = 0")
    assert heads(s) == ["`src/a.py` reverted"]
    s = edited_often()
    for n in (3, 2, 1):
        s.edit("src/a.py", f"x = {n}", f"x = {n - 1}")
    assert heads(s) == ["`src/a.py` reverted"]
    s = edited_often()
    s.edit("src/a.py", "x = 3", "x = 1")
    assert heads(s) == ["`src/a.py` modified 4 times"]


def test_a_stash_that_is_popped_brings_the_edits_back() -> None:
    """They are shown again, with their number."""
    s = edited_often()
    s.run("Bash", "", command="git stash && pytest && git stash pop", is_error=False)
    assert heads(s) == ["`src/a.py` modified 3 times"]


def edited_often() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Fix it. 请修复。")
    s.run("Read", "x = 0\n", file_path="src/a.py")
    for n in range(3):
        s.edit("src/a.py", f"x = {n}", f"x = {n + 1}")
    return s


def heads(s: SessionBuilder) -> list[str]:
    return [c.text for c in proposed(FilesCompressor(), s.messages) if c.kind == "file"]


@pytest.mark.parametrize(("to", "all_named"), [("reviewer", True), ("planner", False)])
def test_all_changed_names_for_whom_the_changes_are_meant(to: str, *, all_named: bool) -> None:
    """What a file's own line has no room for follows in a line below it."""
    names = [f"step_{number}" for number in range(20)]
    s = SessionBuilder()
    s.user("Add the steps.")
    s.run(
        "Write",
        "File created successfully at: src/steps.py",
        file_path="src/steps.py",
        content="\n".join(f"def {name}():\n    return {name!r}\n" for name in names),
    )
    found = proposed(FilesCompressor(), s.messages, to=to)
    said = {name.key.partition("::")[2] for c in found for name in c.says}
    assert (said >= set(names)) is all_named
    assert said >= set(names[-14:])


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("mv bar.py baz.py", "baz.py"),
        ("mv bar.py sub/", "sub/bar.py"),
        ("mv 'bar.py' 'sub/'", "sub/bar.py"),
        ("mv bar.py other.py 文档", "文档/bar.py"),
        ("git mv bar.py sub/bar.py", "sub/bar.py"),
        ("git mv bar.py sub/", "sub/bar.py"),
        ("git mv bar.py other.py sub", "sub/bar.py"),
    ],
)
@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("Tidy up the folder.", "`bar.py` (renamed to `{}`) renamed"),
        ("请整理这个目录。", "`bar.py`（更名为 `{}`） 已更名"),
    ],
)
def test_a_moved_file_is_one_line_whose_target_traces(
    command: str, target: str, task: str, line: str
) -> None:
    """A move is no edit; the new path has no line of its own and stands in what is cited."""
    s = SessionBuilder()
    s.user(task)
    s.run("Bash", "", command="cat > bar.py <<'EOF'\nimport re\nEOF", is_error=False)
    s.run("Bash", "", command=command, is_error=False)
    files = [c for c in proposed(FilesCompressor(), s.messages) if c.kind == "file"]
    (old,) = [c for c in files if "bar.py" in c.text]
    assert old.text == line.format(target)
    tracer = LiteralTracer.of_messages({message.id: message for message in s.messages})
    assert tracer.untraceable(Entry(text=old.text, sources=old.sources)) == ()
    wrong = old.text.replace(target, f"lib/{target}")
    assert tracer.untraceable(Entry(text=wrong, sources=old.sources)) == (f"lib/{target}",)


def test_edits_of_a_moved_file_are_counted_and_later_ones_are_the_new_paths() -> None:
    """Before the move they are the old path's, after it the new one's."""
    s = edited_often()
    s.run("Bash", "", command="git mv src/a.py src/b.py", is_error=False)
    assert heads(s) == ["`src/a.py` (renamed to `src/b.py`) renamed, edited 3 times"]
    s.run("Edit", UPDATED, file_path="src/b.py", old_string="x = 3", new_string="端口 = 9")
    assert heads(s)[1:] == ["`src/b.py` modified"]


def test_a_name_that_came_and_went_is_not_told() -> None:
    """Of all edits together only what they leave; a name taken away and brought back is changed."""
    s = SessionBuilder()
    s.user("Add a label.")
    s.run("Read", "1→def route(): ...\n2→def size(): ...", file_path="src/tree.py")
    for old, new in (
        ("def route(): ...", "def route(): ...\ndef label(): ...\ndef depth(): ..."),
        ("def label(): ...\n", ""),
        ("def size(): ...", ""),
        ("def depth(): ...", "def depth(): ...\ndef size(of): ..."),
    ):
        s.run("Edit", UPDATED, file_path="src/tree.py", old_string=old, new_string=new)
    (file, *_) = proposed(FilesCompressor(), s.messages)
    assert "label" not in file.text
    assert "adds depth; changes size" in file.text


def test_a_line_that_was_taken_away_is_worth_less_than_the_one_that_came() -> None:
    """The new text is what the next role finds."""
    s = SessionBuilder()
    s.user("把窗口改为 60。")
    s.run(
        "Edit",
        UPDATED,
        file_path="src/window.py",
        old_string="window_size = limit.window_size(50)",
        new_string="window_size = limit.window_size(60)",
    )
    new, old = (c for c in proposed(FilesCompressor(), s.messages) if c.text[:2] in {"+ ", "- "})
    assert new.text.startswith("+")
    assert sum(old.targets.values()) < sum(new.targets.values())


@pytest.mark.parametrize(
    ("ask", "label"),
    [("Fix it.", "Deleted in the same clean-up: "), ("请修复。", "一并清理：")],
)
def test_what_is_deleted_with_scratch_files_is_told_apart(ask: str, label: str) -> None:
    """Nobody may take it for a part of the project that was removed."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Write", "File created.", file_path="try_it.py", content="open('out.bin', 'w')")
    s.run("Bash", "", command="rm try_it.py out.bin out2.bin")
    led = [c.text for c in proposed(FilesCompressor(), s.messages) if c.lead == label]
    assert led == ["`out.bin`", "`out2.bin`"]


@pytest.mark.parametrize("ask", ["Remove the old reader.", "请删除旧的读取器。"])
def test_a_deleted_file_shows_no_lines_put_in_before(ask: str) -> None:
    """They are gone with it."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Read", "1\tlimit = 1\n", file_path="src/reader.py")
    s.edit("src/reader.py", "limit = 1", "limit_of_reader = 2")
    assert any(
        "limit_of_reader" in text for text in texts_of(proposed(FilesCompressor(), s.messages))
    )
    s.run("Bash", "", command="rm src/reader.py")
    assert not any(
        "limit_of_reader" in text for text in texts_of(proposed(FilesCompressor(), s.messages))
    )


def test_a_file_that_only_a_script_names_cites_the_script() -> None:
    """The call that ran the script says nothing of it."""
    s = SessionBuilder()
    s.user("Fix it. 修好它。")
    s.edit("src/app.py", "y = 1", "y = 2")
    body = "from pathlib import Path\np = Path('src/app.py')\np.write_text(p.read_text() + 'x = 1')"
    s.run("Bash", "", command=f"cat > fix.py <<'EOF'\n{body}\nEOF", is_error=False)
    s.run("Bash", "done", command="git checkout src/app.py && python fix.py", is_error=False)
    (line,) = (c for c in proposed(FilesCompressor(), s.messages) if "src/app.py` mod" in c.text)
    by_id = {message.id: message for message in s.messages}
    assert any("src/app.py" in by_id[span.message_id].quote(span) for span in line.sources)


@pytest.mark.parametrize("note", ["# the sum", "# 求和"])
def test_what_a_script_changed_is_shown_as_it_was_printed(note: str) -> None:
    """The line that holds stands under the file, and not the command, nor a bare piece of it."""
    old, new = f"total = add(rows)  {note}", f"total = sum(rows)  {note}"
    s = SessionBuilder()
    s.user("Mend src/report.py.")
    s.run("bash", f"rows = load()\n{old}\nprint(total)", command="cat src/report.py")
    s.run("bash", "", command="sed -i '2s/add/sum/' src/report.py")
    s.run("bash", f"rows = load()\n{new}\nprint(total)", command="cat src/report.py")
    lines = [c for c in proposed(FilesCompressor(), s.messages) if c.parent is not None]
    assert [c.text for c in lines] == [f"+ {new}", f"- {old}\n+ {new}"]
    assert [c.keep for c in lines] == [Keep.CHANGED_FILE, Keep.OPTIONAL]


def test_what_was_put_in_and_is_printed_as_taken_out_is_not_shown_as_added() -> None:
    """A script replaced what an edit had put in; the newest diff shows both."""
    put, now = "rate = table['rate']  # 速率", "rate = tier.rate  # 速率"
    s = SessionBuilder()
    s.user("Mend src/limits.py. 修复。")
    s.edit("src/limits.py", "rate = 1", put)
    s.run("bash", "", command="sed -i 's/table.*]/tier.rate/' src/limits.py")
    head = "diff --git a/src/limits.py b/src/limits.py\n--- a/src/limits.py\n+++ b/src/limits.py"
    s.run("bash", f"{head}\n@@ -1 +1 @@\n-{put}\n+{now}", command="git diff HEAD~1")
    lines = [c.text for c in proposed(FilesCompressor(), s.messages) if c.parent is not None]
    assert f"+ {now}" in lines
    assert f"+ {put}" not in lines


@pytest.mark.parametrize(
    ("goal", "task"),
    [
        ("Read the status once, not twice.", "Replace both look-ups by one call."),
        ("状态只读取一次，不再读两次。", "用一次调用替换两次查询。"),
    ],
)
def test_of_a_plan_the_sentences_are_told_and_not_its_examples(goal: str, task: str) -> None:
    """What stands in a fence, and a fence within it, is left out."""
    s = SessionBuilder()
    s.user("Write the plan. 写计划。")
    inner = "```go\nstatus := read()\n```"
    text = f"# Plan 计划\n\n{goal}\n\n````md\n{inner}\nfinished := true\n````\n\n{task}\n"
    s.run("Write", UPDATED, file_path="docs/plan.md", content=text)
    s.run("Write", UPDATED, file_path="src/plan.go", content=f"// {goal}\nstatus := read()\n")
    lines = [c.text for c in proposed(FilesCompressor(), s.messages) if c.parent is not None]
    assert f"+ {goal}" in lines
    assert f"+ {task}" in lines
    assert "+ finished := true" not in lines
    assert lines.count("+ status := read()") == 1


@pytest.mark.parametrize("path", ["README.md", "说明.md"])
def test_an_example_put_into_a_guide_is_a_change(path: str) -> None:
    """Where nothing else changed its lines are told."""
    s = SessionBuilder()
    s.user("Add an example. 加一个例子。")
    s.edit(path, "# Use\n", "# Use\n```sh\nmake every_table\n```\n")
    found = proposed(FilesCompressor(), s.messages)
    assert "+ make every_table" in [c.text for c in found]
    assert not any("taken out again" in c.text for c in found)


@pytest.mark.parametrize("ask", ["Try it out, then clean up.", "试一下，然后清理。"])
def test_a_file_that_went_with_its_folder_cites_where_it_is_named(ask: str) -> None:
    s = SessionBuilder()
    s.user(ask)
    s.edit("src/app.py", "a = 1", "a = 2")
    s.run("Bash", "", command="mkdir -p trial && echo 'x = 1' > trial/probe.py")
    s.run("Bash", "", command="rm -rf trial")
    by_id = {message.id: message for message in s.messages}
    found = proposed(FilesCompressor(), s.messages)
    told = [c for c in found if "trial/probe.py" in c.text]
    for line in told:
        assert any("trial/probe.py" in by_id[n.message_id].quote(n) for n in line.sources)
    assert told


@pytest.mark.parametrize(
    ("ask", "state"), [("Raise the limit.", "modified"), ("请提高上限。", "已修改")]
)
def test_writing_a_script_is_no_change_of_what_it_will_change(ask: str, state: str) -> None:
    """Running it is."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", "limit = 1\n", command="cat src/a.py")
    code = "p = 'src/a.py'\ns = open(p).read()\ns = s.replace('limit = 1', 'limit = 2')\n"
    write = f"cat > fix.py <<'EOF'\n{code}open(p, 'w').write(s)\nEOF"
    s.run("Bash", "", command=write, is_error=False)
    s.run("Bash", "", command="python fix.py", is_error=False)
    (head,) = [text for text in heads(s) if text.startswith("`src/a.py`")]
    assert head == f"`src/a.py` {state}"


def test_a_bare_return_in_the_place_of_a_line_is_a_change() -> None:
    """It is too little to be quoted; what was there before is gone all the same."""
    s = SessionBuilder()
    s.user("Stop the write. 不要写入。")
    s.run(
        "Edit",
        "Done.",
        file_path="store.go",
        old_string="\treturn os.WriteFile(path, data, 0o644)",
        new_string="\treturn nil",
    )
    texts = texts_of(proposed(FilesCompressor(), s.messages))
    assert "`store.go` modified" in texts
