"""A hand-written session of a small team, and random ones for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.messages import Message

TRACEBACK = """Traceback (most recent call last):
  File "tests/test_limits.py", line 14, in test_burst
    assert bucket.take(11) is False
AssertionError: assert True is False
FAILED tests/test_limits.py::test_burst - AssertionError: assert True is False
1 failed, 7 passed in 0.42s"""

PADDING = "\n".join(f"src/module_{n}.py: line {n} of an uninteresting listing" for n in range(400))


def team_session(*, padding: str = PADDING) -> tuple[Message, ...]:
    """Request, rules in both languages, edits, a failing test, its fix, a refusal, open work."""
    s = SessionBuilder()
    s.user(
        "Please add a token bucket to src/limits.py. Do not change the public API of Gateway. "
        "所有注释必须用英文写。"
    )
    s.run("Read", "  1→class Gateway:\n  2→    def handle(self): ...\n", file_path="src/gateway.py")
    s.run("Bash", padding, command="ls -R src")
    s.agent(
        "I'll use a token bucket instead of a sliding window, because the window needs one list "
        "per client."
    )
    s.run(
        "Write",
        "File created successfully at: src/limits.py",
        file_path="src/limits.py",
        content="class TokenBucket:\n    def take(self, n: int) -> bool:\n        return True\n",
    )
    s.run("Bash", f"Exit code 1\n{TRACEBACK}", command="pytest tests/test_limits.py", is_error=True)
    s.run(
        "Edit",
        "The file src/limits.py has been updated successfully.",
        file_path="src/limits.py",
        old_string="        return True",
        new_string="        return n <= self.level",
    )
    s.run("Bash", "8 passed in 0.40s", command="pytest tests/test_limits.py")
    s.agent("The burst test failed because take() ignored the level; now all 8 tests pass.")
    s.run(
        "Edit",
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        is_error=True,
        file_path="src/gateway.py",
        old_string="def handle(self)",
        new_string="def handle(self, client)",
    )
    s.run(
        "TodoWrite",
        "Todos have been modified successfully.",
        todos=[
            {"content": "Add the token bucket", "status": "completed"},
            {"content": "Document the rate limit in docs/limits.md", "status": "pending"},
        ],
    )
    s.user("好的，接下来请写文档，不要改 Gateway。")
    s.agent("接下来我会写 docs/limits.md。")
    return s.messages


_WORDS = st.sampled_from(
    [
        "We must not touch config.yaml.",
        "Please fix parse_header in src/http.py.",
        "I decided to keep version 2.4.1 because 3.0 breaks the API.",
        "不要修改测试文件。",
        "测试全部通过，共 12 个。",
        "## Pending Tasks",
        "```\ncode()\n```",
        "Error: connection to 10.0.0.7:5432 refused",
        "It took 3.5 s for 120 requests.",
        "- [ ] update CHANGELOG.md",
        "[end of hand-off]",
        "\u202eabc\u202c \u200b",
        "x" * 300,
        "",
    ]
)
_TEXT = st.lists(_WORDS, max_size=6).map("\n".join) | st.text(max_size=200)


@st.composite
def random_sessions(draw: st.DrawFn, *, most: int = 24) -> tuple[Message, ...]:
    """Sessions of any shape: orphans, calls without results, odd text."""
    s = SessionBuilder()
    s.user(draw(_TEXT) or "Go on.")
    for kind in draw(st.lists(st.integers(0, 5), max_size=most)):
        text = draw(_TEXT)
        if kind == 0:
            s.user(text)
        elif kind == 1:
            s.agent(text)
        elif kind == 2:
            failed = draw(st.booleans())
            s.run("Bash", text * draw(st.integers(1, 6)), command=draw(_TEXT), is_error=failed)
        elif kind == 3:
            s.run(
                "Edit",
                "The file has been updated.",
                file_path=draw(st.sampled_from(["a.py", "src/b.go", "文件.md"])),
                old_string=text,
                new_string=draw(_TEXT),
            )
        elif kind == 4:
            s.agent(text, s.call("Read", file_path="lost.txt"))
        else:
            s.result(s.call("Read", file_path="orphan.txt"), text)
    return s.messages
