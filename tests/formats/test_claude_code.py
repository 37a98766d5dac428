"""Claude Code's session files: the tree, replies in pieces, sub-agents, notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.formats.claude_lines import SESSION, ClaudeLog, text, use
from uagent_memory.errors import InputError
from uagent_memory.formats import FormatName, Session, read_file, read_messages
from uagent_memory.messages import Author, MessageKind, Role


def read(log: ClaudeLog, folder: Path, *, tail: str = "", lenient: bool = False) -> Session:
    path = folder / "log.jsonl"
    path.write_text(log.text + tail, encoding="utf-8")
    return read_file(path, lenient=lenient)


def texts(session: Session) -> list[str]:
    return [message.text for message in session.messages]


def test_a_plain_session(tmp_path: Path) -> None:
    """Prompts, replies, calls and results, with times, sources and the session's facts."""
    log = ClaudeLog()
    log.meta({"type": "summary", "summary": "Parser repair", "leafUuid": "u9"})
    log.meta({"type": "file-history-snapshot", "messageId": "x", "isSnapshotUpdate": False})
    log.user("Fix the parser.")
    log.reply({"type": "thinking", "thinking": "hm", "signature": "s"}, text("Looking."))
    log.reply(use("t1", "Read", file_path="src/parser.py"))
    log.result("t1", "1→def parse():", is_error=False)
    log.add("system", content="Stop hook ran", subtype="stop_hook_summary")
    log.reply(text("Done."))
    session = read(log, tmp_path)
    assert (session.id, session.format) == (SESSION, FormatName.CLAUDE_CODE)
    assert texts(session) == ["Fix the parser.", "Looking.", "", "1→def parse():", "Done."]
    result = session.messages[3]
    assert (result.role, result.tool_name, result.is_error) == (Role.TOOL, "Read", False)
    assert session.messages[1].blocks[0].type == "thinking"
    assert session.messages[0].timestamp is not None
    assert session.messages[0].source_id == "u3"
    assert session.metadata == {
        "cwd": "/srv/app",
        "version": "2.0.1",
        "title": "Parser repair",
        "lines_left_out": {"file-history-snapshot": 1, "summary": 1, "system": 1},
    }
    assert not session.warnings
    assert not session.skipped


def test_the_newest_branch_is_followed(tmp_path: Path) -> None:
    """A prompt the user took back and wrote anew: the older branch is left out, with a count."""
    log = ClaudeLog()
    log.user("Start.")
    before = log.reply(text("Started."))
    log.user("Use YAML.")
    log.reply(text("YAML it is."))
    log.after(before).user("Use TOML.")
    log.reply(text("TOML it is."))
    session = read(log, tmp_path)
    assert texts(session) == ["Start.", "Started.", "Use TOML.", "TOML it is."]
    assert session.warnings == ("2 messages of branches that the user rewound were left out",)


def test_a_rewound_first_prompt_is_left_out(tmp_path: Path) -> None:
    """Two prompts without a parent: the first was taken back."""
    log = ClaudeLog()
    log.user("Frist.")
    log.reply(text("What?"))
    log.after(None).user("First.")
    log.reply(text("Yes."))
    assert texts(read(log, tmp_path)) == ["First.", "Yes."]


def test_a_rewind_behind_the_programs_notes(tmp_path: Path) -> None:
    """Notes between the fork and the prompts do not hide a rewind."""
    log = ClaudeLog()
    log.user("Start.")
    before = log.reply(text("Started."))
    log.add("system", subtype="turn_duration", content="")
    log.user("Old.")
    log.after(before).user("[Request interrupted by user]")
    log.user("New.")
    assert texts(read(log, tmp_path)) == [
        "Start.",
        "Started.",
        "[Request interrupted by user]",
        "New.",
    ]


def test_parallel_calls_lose_no_result(tmp_path: Path) -> None:
    """The chain of the newest line passes one of two parallel results by; both are kept."""
    log = ClaudeLog()
    log.user("Read both.")
    first = log.reply(use("t1", "Read", file_path="a"), reply="msg_1")
    log.reply(use("t2", "Read", file_path="b"), reply="msg_1")
    second = log.leaf
    log.after(first).result("t1", "content of a")
    log.after(second).result("t2", "content of b")
    log.reply(text("Both read."))
    session = read(log, tmp_path)
    assert texts(session) == ["Read both.", "", "content of a", "content of b", "Both read."]
    assert [call.id for call in session.messages[1].tool_calls] == ["t1", "t2"]
    assert not session.warnings


def test_a_reply_beside_a_hooks_note_is_kept(tmp_path: Path) -> None:
    """The program chained the next prompt to its own note: the delivered reply stays."""
    log = ClaudeLog()
    prompt = log.user("Say something.")
    log.reply(text("Something."))
    log.after(prompt).add("system", subtype="stop_hook_summary", content="")
    log.user("And more.")
    assert texts(read(log, tmp_path)) == ["Say something.", "Something.", "And more."]


def test_a_reply_in_pieces_is_one_message(tmp_path: Path) -> None:
    """Lines with one reply id are one message; a piece written twice counts once."""
    log = ClaudeLog()
    log.user("Go.")
    log.reply(text("First."), reply="msg_1")
    log.reply(text("First."), use("t1", "Bash", command="ls"), reply="msg_1")
    log.result("t1", "a")
    session = read(log, tmp_path)
    assert texts(session) == ["Go.", "First.", "a"]
    assert [call.id for call in session.messages[1].tool_calls] == ["t1"]
    assert [m.item for m in session.messages] == [0, 1, 3]


def test_compaction_keeps_what_was_before(tmp_path: Path) -> None:
    """The summary is a summary; the lines before it are still read."""
    log = ClaudeLog()
    log.user("Old work.")
    before = log.reply(text("Done."))
    log.after(None).add("system", subtype="compact_boundary", content="", logicalParentUuid=before)
    log.user("Chapter one: we did X.", isCompactSummary=True)
    log.user("New work.")
    session = read(log, tmp_path)
    assert texts(session) == ["Old work.", "Done.", "Chapter one: we did X.", "New work."]
    summary = session.messages[2]
    assert (summary.author, summary.kind) == (Author.SUMMARY, MessageKind.SUMMARY)


def test_a_summary_without_a_boundary_is_no_rewind(tmp_path: Path) -> None:
    """A summary line that has no parent does not hide what stands before it."""
    log = ClaudeLog()
    log.user("Old work.")
    log.reply(text("Done."))
    log.after(None).user("We did X.", isCompactSummary=True)
    log.user("New work.")
    assert texts(read(log, tmp_path)) == ["Old work.", "Done.", "We did X.", "New work."]


def test_authors(tmp_path: Path) -> None:
    """Meta lines and made-up replies are the program's; a queued prompt is the user's."""
    log = ClaudeLog()
    log.user("Caveat text", isMeta=True)
    log.user("<command-name>/exit</command-name>")
    log.user("Hello.")
    log.reply(text("API Error: 529"), isApiErrorMessage=True)
    log.reply(text("No response requested."), reply="m")
    log.lines[-1]["message"]["model"] = "<synthetic>"
    log.add("attachment", attachment={"type": "queued_command", "prompt": "Wait, use TOML."})
    log.add("attachment", attachment={"type": "todo", "prompt": "no"})
    log.reply(text("Hi."))
    session = read(log, tmp_path)
    assert [m.author for m in session.messages] == [
        Author.HARNESS,
        Author.HARNESS,
        Author.USER,
        Author.HARNESS,
        Author.HARNESS,
        Author.USER,
        Author.AGENT,
    ]
    assert session.messages[5].text == "Wait, use TOML."
    assert session.messages[6].agent == "main"


def test_sub_agents_keep_their_words_and_names(tmp_path: Path) -> None:
    """A sub-agent's lines stand where they were written, named by type and id, told by a parent."""
    log = ClaudeLog()
    log.user("Find the cache.")
    call = log.reply(use("t1", "Task", prompt="Look for the cache.", subagent_type="Explore"))
    log.after(None).user("Look for the cache.", isSidechain=True, agentId="ab12")
    log.reply(use("t2", "Grep", pattern="cache"), isSidechain=True, agentId="ab12")
    log.user(
        [{"type": "tool_result", "tool_use_id": "t2", "content": "src/cache.py"}],
        isSidechain=True,
        agentId="ab12",
    )
    log.user("And its tests?", isSidechain=True, agentId="ab12")
    log.reply(text("In src/cache.py."), isSidechain=True, agentId="ab12")
    log.after(call).result("t1", "In src/cache.py.")
    session = read(log, tmp_path)
    prompt, search, found, more, said = session.messages[2:7]
    assert (prompt.author, prompt.kind) == (Author.PARENT, MessageKind.HANDOFF)
    assert (prompt.agent, prompt.to) == ("main", "Explore:ab12")
    assert prompt.meta == {"inside": "t1"}
    assert (search.agent, search.author) == ("Explore:ab12", Author.AGENT)
    assert (found.role, found.tool_name) == (Role.TOOL, "Grep")
    assert (more.author, more.kind) == (Author.PARENT, MessageKind.MESSAGE)
    assert said.agent == "Explore:ab12"
    assert session.messages[0].author is Author.USER
    assert session.messages[-1].tool_name == "Task"


def test_unnamed_sub_agents_are_told_apart(tmp_path: Path) -> None:
    """Threads without ids or a known start get numbers."""
    log = ClaudeLog()
    log.user("Go.")
    for number in (1, 2):
        log.after(None).user(f"Task {number}", isSidechain=True)
        log.reply(text(f"Report {number}"), isSidechain=True)
    session = read(log, tmp_path)
    assert [m.to for m in session.messages if m.author is Author.PARENT] == [
        "sub-agent:1",
        "sub-agent:2",
    ]
    assert {m.kind for m in session.messages if m.author is Author.PARENT} == {MessageKind.HANDOFF}


def test_a_sub_agents_own_file(tmp_path: Path) -> None:
    """A file of nothing but one sub-agent's lines is that sub-agent's session."""
    log = ClaudeLog()
    log.user("Look for the cache.", isSidechain=True, agentId="ab12")
    log.reply(text("Found."), isSidechain=True, agentId="ab12")
    session = read(log, tmp_path)
    assert [m.author for m in session.messages] == [Author.PARENT, Author.AGENT]
    assert session.messages[0].to == "sub-agent:ab12"


def test_a_half_written_last_line_is_tolerated(tmp_path: Path) -> None:
    """The program may still be writing: the rest is read, with a warning."""
    log = ClaudeLog()
    log.user("Hello.")
    log.reply(text("Hi."))
    session = read(log, tmp_path, tail='{"type":"user","uuid":"u9","mess')
    assert texts(session) == ["Hello.", "Hi."]
    assert session.skipped == 1
    assert "line 3 is the last and only half written" in session.warnings[0]


def test_a_broken_line_inside_is_an_error(tmp_path: Path) -> None:
    """Anywhere else a broken line is named, or passed over when lenient."""
    log = ClaudeLog()
    log.user("Hello.")
    broken = '{"type": "user", oops}\n'
    with pytest.raises(InputError, match=r"log\.jsonl:2: not valid JSON"):
        read(log, tmp_path, tail=broken + log.text)
    again = ClaudeLog()
    again.user("More.", uuid="v1", parentUuid="u1")
    session = read(log, tmp_path, tail=broken + again.text, lenient=True)
    assert texts(session) == ["Hello.", "More."]
    assert session.skipped == 1


@pytest.mark.parametrize("message", [None, "Hello.", ["Hello."], 5])
def test_a_message_that_is_none_is_not_silently_lost(tmp_path: Path, message: Any) -> None:
    """An error with its line, or counted when lenient."""
    log = ClaudeLog()
    log.user("Hello.")
    log.add("assistant", message=message)
    with pytest.raises(InputError, match=r"log\.jsonl:2: a line of type 'assistant' has no"):
        read(log, tmp_path)
    session = read(log, tmp_path, lenient=True)
    assert texts(session) == ["Hello."]
    assert session.skipped == 1


def test_a_line_without_its_message_is_an_error(tmp_path: Path) -> None:
    """A line of the conversation that holds none is named by its line."""
    log = ClaudeLog()
    log.user("Hello.")
    log.add("user")
    with pytest.raises(InputError, match=r"log\.jsonl:2: a line of type 'user' has no `message`"):
        read(log, tmp_path)
    assert texts(read(log, tmp_path, lenient=True)) == ["Hello."]


def test_parents_that_are_missing_or_circular(tmp_path: Path) -> None:
    """Odd trees lose no line."""
    log = ClaudeLog()
    log.user("One.", parentUuid="nowhere")
    log.user("Two.", parentUuid="u3")
    log.user("Three.", parentUuid="u2")
    log.user("Four.", parentUuid="u4")
    log.reply(text("Five."), parentUuid=7)
    assert texts(read(log, tmp_path)) == ["One.", "Two.", "Three.", "Four.", "Five."]


def test_lines_without_any_parents_are_all_kept(tmp_path: Path) -> None:
    """An export that says parentUuid: null throughout is one conversation."""
    log = ClaudeLog()
    for words in ("One.", "Two.", "Three."):
        log.after(None).user(words)
    assert texts(read(log, tmp_path)) == ["One.", "Two.", "Three."]


def test_a_long_chain_is_no_recursion(tmp_path: Path) -> None:
    """Thousands of lines in one chain are walked without running out of stack."""
    log = ClaudeLog()
    for number in range(3000):
        log.user(f"{number}", timestamp="2026-03-02T09:00:00Z")
    assert len(read(log, tmp_path).messages) == 3000


def test_lines_in_memory() -> None:
    """The same lines as dicts, as a session store gives them."""
    log = ClaudeLog()
    log.user("Hello.")
    log.reply(text("Hi."))
    assert [m.text for m in read_messages(log.lines, prefix="coder")] == ["Hello.", "Hi."]


def test_a_log_without_a_conversation(tmp_path: Path) -> None:
    """Notes alone are no session."""
    log = ClaudeLog()
    log.meta({"type": "summary", "summary": "t", "leafUuid": "u9"})
    with pytest.raises(InputError, match="no messages"):
        read(log, tmp_path)
