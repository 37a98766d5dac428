"""Sessions from files: which format, which session, and what is wrong with a file."""

from __future__ import annotations

import errno
import gzip
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.formats.claude_lines import SESSION, ClaudeLog
from uagent_memory.errors import InputError, SeveralSessions
from uagent_memory.formats import FormatName, list_sessions, read_file
from uagent_memory.messages import Role


def record(name: str, *contents: str, **fields: Any) -> dict[str, Any]:
    messages: list[dict[str, Any]] = [
        {
            "role": "user",
            "agent": "human",
            "content": content,
            "tool_calls": [],
            "tool_call_id": None,
            "timestamp": None,
        }
        for content in contents or ("hi",)
    ]
    return {"id": name, "source": "test", "licence": "MIT", "messages": messages, **fields}


def write(folder: Path, *lines: Any, name: str = "file.jsonl") -> Path:
    path = folder / name
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


OPENAI = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        ],
    },
    {"role": "tool", "tool_call_id": "c", "content": "ok"},
]
ANTHROPIC = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "ok"}]},
]


@pytest.mark.parametrize(
    ("items", "name"), [(OPENAI, FormatName.OPENAI), (ANTHROPIC, FormatName.ANTHROPIC)]
)
def test_messages_in_every_container(
    tmp_path: Path, items: list[dict[str, Any]], name: FormatName
) -> None:
    """One a line, in a list, in a request body, spread over lines, packed: the same messages."""
    body = {"model": "m", "messages": items}
    paths = [
        write(tmp_path, *items, name="lines.jsonl"),
        write(tmp_path, "", *items, "", name="blank.jsonl"),
        write(tmp_path, items, name="list.json"),
        write(tmp_path, json.dumps(items, indent=2), name="spread.json"),
        write(tmp_path, body, name="body.json"),
        write(tmp_path, json.dumps(body, indent=1), name="spread_body.json"),
    ]
    packed = tmp_path / "lines.jsonl.gz"
    packed.write_bytes(gzip.compress(paths[0].read_bytes()))
    sessions = [read_file(path) for path in (*paths, packed)]
    assert {session.format for session in sessions} == {name}
    assert {session.messages for session in map(_hashable, sessions)} == {
        _hashable(sessions[0]).messages
    }
    assert [m.role for m in sessions[0].messages] == [Role.USER, Role.ASSISTANT, Role.TOOL]
    assert sessions[0].messages[2].tool_name == "f"


class _hashable:  # noqa: N801 - a key, not a type
    def __init__(self, session: Any) -> None:
        self.messages = tuple(message.model_dump_json() for message in session.messages)


def test_ids_of_files_without_one(tmp_path: Path) -> None:
    """A conversation is named for its file, a body for its place."""
    lines = write(tmp_path, *OPENAI, name="monday.jsonl")
    assert read_file(lines).id == "monday"
    assert read_file(lines, session=1).id == "monday"
    assert read_file(lines, session="monday").id == "monday"
    assert read_file(write(tmp_path, {"messages": OPENAI})).id == "session-1"
    with pytest.raises(InputError, match="no session 'tuesday': the file holds one, 'monday'"):
        read_file(lines, session="tuesday")


def test_a_recorded_session(tmp_path: Path) -> None:
    """Messages, role prefix, and what the session says of itself, licence and answer left out."""
    path = write(tmp_path, record("s1", "one", "two", lang="zh", task="t", answer={"a": 1}))
    session = read_file(path, role="planner")
    assert (session.id, session.format) == ("s1", FormatName.UAGENT)
    assert [m.id for m in session.messages] == ["planner/m1", "planner/m2"]
    assert session.metadata == {"source": "test", "lang": "zh", "task": "t"}
    assert (session.skipped, session.warnings) == (0, ())


def test_one_of_several_sessions(tmp_path: Path) -> None:
    """By id, by number, by a number as text; an id that is a number goes before the number."""
    path = write(tmp_path, record("a", "A"), record("b", "B"), record("1", "C"))
    chosen = [read_file(path, session=wanted) for wanted in ("b", 2, "2", "1", 3)]
    assert [session.messages[0].text for session in chosen] == ["B", "B", "B", "C", "C"]


def test_several_sessions_without_a_choice(tmp_path: Path) -> None:
    """The error carries all ids and its text at most twenty."""
    path = write(tmp_path, *(record(f"s{number}") for number in range(25)))
    with pytest.raises(SeveralSessions) as caught:
        read_file(path)
    assert len(caught.value.sessions) == 25
    assert "s19, ... and 5 more" in str(caught.value)
    assert "s20" not in str(caught.value)


def test_an_unknown_session_names_near_ones(tmp_path: Path) -> None:
    """A mistyped or shortened id is answered with those like it."""
    path = write(tmp_path, record("parser-repair-7f3a"), record("cache-work-1122"))
    for wanted in ("parser-repair-7f3b", "7F3A"):
        with pytest.raises(InputError, match="near it: parser-repair-7f3a"):
            read_file(path, session=wanted)
    with pytest.raises(InputError, match=r"no session '9'; it holds parser-repair-7f3a, cache"):
        read_file(path, session="9")
    with pytest.raises(InputError, match="no session 3: it holds 2, from 1 on"):
        read_file(path, session=3)
    with pytest.raises(InputError, match="no session 0: it holds 2, from 1 on"):
        read_file(path, session=0)


def test_other_sessions_are_not_parsed(tmp_path: Path) -> None:
    """Choosing one session reads past the others, broken ones included."""
    broken = '{"id": "broken", "messages": [oops'
    path = write(tmp_path, record("a"), broken, record("c", "C"))
    assert read_file(path, session="c").messages[0].text == "C"
    assert read_file(path, session=3).messages[0].text == "C"
    with pytest.raises(InputError, match=r"file\.jsonl:2: not valid JSON"):
        read_file(path, session="broken")


def test_the_list_of_sessions(tmp_path: Path) -> None:
    """Id, number, count of messages and format of each."""
    path = write(tmp_path, record("a", "1", "2"), record("b"))
    assert [(s.id, s.number, s.items, s.format) for s in list_sessions(path)] == [
        ("a", 1, 2, FormatName.UAGENT),
        ("b", 2, 1, FormatName.UAGENT),
    ]
    log = ClaudeLog()
    log.user("hi")
    path.write_text(log.text, encoding="utf-8")
    assert [(s.id, s.format) for s in list_sessions(path)] == [(SESSION, FormatName.CLAUDE_CODE)]


def test_a_broken_session_in_the_list(tmp_path: Path) -> None:
    """It is an error, or passed over when lenient; numbers still count it."""
    path = write(tmp_path, record("a"), "{oops", record("c"))
    with pytest.raises(InputError, match=":2: "):
        list_sessions(path)
    assert [(s.id, s.number) for s in list_sessions(path, lenient=True)] == [("a", 1), ("c", 3)]
    assert read_file(path, session=3).id == "c"


@pytest.mark.parametrize("role", [["user"], {"a": 1}, [None], 5])
def test_a_role_that_is_no_text_is_passed_over_when_lenient(tmp_path: Path, role: Any) -> None:
    """In a body, too, whose format is made out by its roles."""
    messages = [{"role": role, "content": "x"}, {"role": "user", "content": "Fix a.py."}]
    path = tmp_path / "body.json"
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    with pytest.raises(InputError, match="message 1"):
        read_file(path)
    read = read_file(path, lenient=True)
    assert ([m.text for m in read.messages], read.skipped) == (["Fix a.py."], 1)


def test_streams(tmp_path: Path) -> None:
    """Bytes, packed bytes, text streams and open files are read and left open."""
    text = json.dumps(record("a"))
    packed = gzip.compress(text.encode())
    streams: list[Any] = [io.BytesIO(text.encode()), io.BytesIO(packed), io.StringIO(text)]
    for stream in streams:
        assert read_file(stream).id == "a"
        assert not stream.closed
    with write(tmp_path, record("a")).open("rb") as opened:
        assert read_file(opened).id == "a"
    with write(tmp_path, record("a")).open(encoding="utf-8") as opened_text:
        assert read_file(opened_text).id == "a"  # type: ignore[arg-type]
    with pytest.raises(InputError, match="<stdin>: it is empty"):
        read_file(io.BytesIO(b""))
    with pytest.raises(InputError, match="neither a path nor a stream"):
        read_file(7)  # type: ignore[arg-type]


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    """Files that begin with the UTF-8 mark are read."""
    path = tmp_path / "bom.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(record("a")).encode())
    assert read_file(path).id == "a"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b" \n\n", "it is empty"),
        (b"hello", "not valid JSON: expecting value at column 1"),
        (b'{"role":\n\n', ":1: not valid JSON: expecting value at column 9"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary data"),
        ("hi".encode("utf-16"), "UTF-16 text: save it as UTF-8"),
        ('{"role": "user"}'.encode("utf-16-le"), "UTF-16 text: save it as UTF-8"),
        ('{"role": "user"}'.encode("utf-16-be"), "UTF-16 text: save it as UTF-8"),
        ('{"role": "user"}'.encode("utf-32"), "UTF-32 text: save it as UTF-8"),
        ('{"role": "user"}'.encode("utf-32-le"), "UTF-32 text: save it as UTF-8"),
        (b'{"role": "user"} {"role": "user"}', ":1: more than one JSON value (at column 18)"),
        (b'{"role": "user"},\n{"role": "user"}', ":1: more than one JSON value (at column 17)"),
        (b'{"role": "user"}\r{"role": "user"}\r', "these end in a carriage return"),
        (b'{\n"role": "user"\n}\n{\n"role": "user"\n}', ":4: more than one JSON value"),
        (b'{"role": "user"} # hello', ":1: not valid JSON: more text behind the value"),
        ('{"id": "ä"}'.encode("latin-1"), "not UTF-8 text (byte 9)"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"role": ' + b"1" * 5000 + b"}", "too many digits"),
        (b'{"role": "user", "content": "x', "not valid JSON: unterminated string"),
        (b"[]", "an empty list, in no known format"),
        (b"[1, 2]", "a list that begins with a number"),
        (b"7", "a number, in no known format"),
        (b'"text"', "a text, in no known format"),
        (b"{}", "an empty object, in no known format"),
        (b'{"a": 1, "b": 2}', "an object with 'a', 'b', in no known format"),
        (b'{"messages": "hi"}', "an object whose `messages` is a text, not a list"),
        (b'{"messages": []}', "holds no messages"),
        (b'{"id": "s", "messages": [5]}', "message 1: a number, not a message"),
        (b'{"id": "s", "messages": [{"role": "x"}]}', "message 1: its role 'x' is not known"),
        (b'[{"role": "user"}, {"content": "x"}]', "message 2: it has no `role`"),
        (b'{\n "messages": [\n  {"role": oops}\n ]\n}', "3: not valid JSON"),
        (b'{\n\n "messages": [\n\n  {"role": oops}\n ]\n}', "5: not valid JSON"),
    ],
)
def test_bad_files_give_one_clear_error(tmp_path: Path, content: bytes, reason: str) -> None:
    """Whatever is wrong, the error names the file and says why."""
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert str(caught.value).startswith(str(path))
    assert reason in str(caught.value)


def test_bad_lines_are_named_or_passed_over(tmp_path: Path) -> None:
    """A line's number and reason; lenient reads the rest and counts."""
    lines = [
        {"role": "user", "content": "one"},
        "{broken",
        {"role": "wizard"},
        [1],
        "\u2028 not json",
        {"role": "user", "content": "two"},
    ]
    path = write(tmp_path, *lines)
    with pytest.raises(InputError, match=r"file\.jsonl:2: not valid JSON.*lenient=True"):
        read_file(path)
    session = read_file(path, lenient=True)
    assert [m.text for m in session.messages] == ["one", "two"]
    assert session.skipped == 4
    assert session.warnings[0].startswith("passed over 4, the first: line 2: not valid JSON")


def test_many_broken_lines(tmp_path: Path) -> None:
    """Thousands of broken lines, the first one too, are passed over one by one."""
    path = write(tmp_path, *["{broken"] * 3000, {"role": "user", "content": "two"})
    session = read_file(path, lenient=True)
    assert (session.skipped, len(session.messages)) == (3000, 1)
    with pytest.raises(InputError, match="no line of it can be read"):
        read_file(write(tmp_path, "{broken", "oops"), lenient=True)


def test_a_bad_message_inside_a_session(tmp_path: Path) -> None:
    """Lenient passes over the message and keeps the session."""
    body = record("s", "one", "two")
    body["messages"].insert(1, {"role": "user", "content": 5})
    path = write(tmp_path, body)
    with pytest.raises(InputError, match=r"file\.jsonl:1: message 2: `content` holds a number"):
        read_file(path)
    session = read_file(path, lenient=True)
    assert [m.text for m in session.messages] == ["one", "two"]
    assert session.skipped == 1


def test_a_line_that_is_no_session(tmp_path: Path) -> None:
    """Among sessions, anything else is named."""
    path = write(tmp_path, record("a"), {"role": "user", "content": "x"})
    with pytest.raises(InputError, match=":2: an object with 'role', 'content', where a session"):
        read_file(path, session=2)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    """A missing file, a folder and an impossible name."""
    with pytest.raises(InputError, match="no such file: check the path"):
        read_file(tmp_path / "missing.jsonl")
    with pytest.raises(InputError, match="a folder, not a file"):
        read_file(str(tmp_path))
    with pytest.raises(InputError, match="not a possible file name"):
        read_file("a\0b")


class _Broken(io.RawIOBase):
    """A stream whose first bytes cannot be read."""

    name = "worn.jsonl"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError(errno.EIO, "Input/output error")


def test_a_fault_in_the_first_bytes_names_the_file() -> None:
    """A disk that fails at once is an error like one that fails later."""
    for stream in (io.BufferedReader(_Broken()), _Broken()):
        with pytest.raises(InputError, match=r"worn\.jsonl: cannot be read: Input/output error"):
            read_file(stream)  # type: ignore[arg-type]


@pytest.mark.parametrize("damage", ["cut", "flipped", "header"])
def test_damaged_gzip(tmp_path: Path, damage: str) -> None:
    """A gzip file that is cut off or corrupt is an error, not a crash."""
    packed = bytearray(gzip.compress(json.dumps(record("a", "words " * 5000)).encode()))
    if damage == "cut":
        packed = packed[:60]
    elif damage == "flipped":
        packed[40] ^= 0xFF
    else:
        packed[2] = 0xEE
    path = tmp_path / "bad.jsonl.gz"
    path.write_bytes(packed)
    with pytest.raises(InputError, match="cannot be unpacked"):
        read_file(path)


def test_characters_that_make_trouble_elsewhere(tmp_path: Path) -> None:
    """Escaped NUL, lone surrogates, line separators and control characters are read."""
    text = r'{"role": "user", "content": "a\u0000b\ud800c\u2028d' + "\x1b[0m" + '"}'
    path = tmp_path / "odd.jsonl"
    path.write_bytes(text.encode())
    (message,) = read_file(path).messages
    assert message.text == "a\0b\ufffdc\u2028d\x1b[0m"
    assert message.model_dump_json()


def test_a_huge_single_line(tmp_path: Path) -> None:
    """A session of megabytes on one line is no trouble."""
    path = write(tmp_path, record("big", "x" * 5_000_000))
    assert len(read_file(path).messages[0].text) == 5_000_000


def test_a_line_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    """Reading is bounded: a line that no session has is not taken into memory."""
    path = write(tmp_path, record("big", "x" * 5000))
    with pytest.raises(InputError, match=r":1: the line is longer than 1,000 bytes.*input_limit"):
        read_file(path, limit=1000)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_small_gzip_of_a_huge_session_is_refused_early(
    tmp_path: Path, indent: int | None
) -> None:
    """What counts is the size unpacked, of one session: several may be longer together."""
    items = [{"role": "user", "content": "a " * 400} for _ in range(50)]
    lines = json.dumps(items, indent=indent) if indent else "\n".join(map(json.dumps, items))
    path = tmp_path / "huge.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode()))
    assert path.stat().st_size < 2000
    with pytest.raises(InputError, match=r"longer than 20,000 bytes, unpacked.*input_limit"):
        read_file(path, limit=20_000)
    several = write(tmp_path, *(record(name, "x" * 800) for name in "abc"))
    assert read_file(several, session="c", limit=1000).id == "c"


@pytest.mark.parametrize(
    "content", ["NaN", "-Infinity", '[{"type": "text", "text": Infinity}]', "[NaN]"]
)
def test_what_is_no_number_is_no_content(tmp_path: Path, content: str) -> None:
    """JSON has no NaN: as content it is a fault, inside a call's arguments a text."""
    path = tmp_path / "session.jsonl"
    path.write_text(f'{{"role": "user", "content": {content}}}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r":1: .* holds the number (NaN|-?Infinity)"):
        read_file(path)
    call = {"id": "c1", "name": "score", "arguments": {"value": math.nan}}
    read = read_file(write(tmp_path, {"role": "assistant", "content": "", "tool_calls": [call]}))
    assert read.messages[0].tool_calls[0].arguments == {"value": "NaN"}
