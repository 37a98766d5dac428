"""Claude Code's session files (one JSON object a line) to entries.

Read are the lines of the conversation (claude_tree.py), in file order. Lines of one reply, which
the program writes block by block, become one message again. Sub-agents recorded in the same file
are kept as messages of their own agents (`Type:id`): what they change is changed. What the program
notes for itself (summaries for its list, snapshots, progress, its own system lines) was never sent
to a model and is left out, counted in the metadata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.authorship import authorship
from uagent_memory.formats.chat import read_chat_item
from uagent_memory.formats.claude_threads import MAIN_AGENT, Speaker, speakers
from uagent_memory.formats.claude_tree import kept_lines
from uagent_memory.formats.content import name_text
from uagent_memory.formats.draft import Draft, Entry
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.messages import Author, MessageKind, Role

__all__ = ["ClaudeCodeSession", "is_claude_code_line", "read_claude_code"]

Line = dict[str, JsonValue]

MESSAGES = ("user", "assistant")
MARKS = ("sessionId", "parentUuid", "leafUuid", "isSidechain", "isSnapshotUpdate")
SYNTHETIC = "<synthetic>"
ABOUT = {"cwd": "cwd", "gitBranch": "git_branch", "version": "version"}


class ClaudeCodeSession(NamedTuple):
    id: str | None
    entries: tuple[Entry, ...]
    metadata: Mapping[str, JsonValue]
    warnings: tuple[str, ...]


def is_claude_code_line(value: Mapping[str, object]) -> bool:
    if "role" in value or not isinstance(value.get("type"), str):
        return False
    return any(key in value for key in MARKS)


def read_claude_code(
    lines: Sequence[Line], *, refuse: Callable[[int, MalformedItem], None]
) -> ClaudeCodeSession:
    """The conversation of a session's lines; `Entry.item` is the index of the line.

    `refuse` is told of each line that should hold a message and does not: it raises, or the line
    is left out.
    """
    kept = kept_lines(lines)
    whose = speakers(lines)
    begun: set[str] = set()
    entries: list[Entry] = []
    for index, line in _joined_replies(lines, kept.lines):
        try:
            drafts = _drafts(line, whose[index], begun)
        except MalformedItem as malformed:
            refuse(index, malformed)
            continue
        entries.extend(Entry(index, draft) for draft in drafts)
    rewound = f"{kept.abandoned} messages of branches that the user rewound were left out"
    warnings = (rewound,) if kept.abandoned else ()
    return ClaudeCodeSession(_session_id(lines), tuple(entries), _metadata(lines), warnings)


def _joined_replies(lines: Sequence[Line], kept: Iterable[int]) -> Iterator[tuple[int, Line]]:
    """The lines kept; those of one reply as one line, where the first of them stood."""
    replies: dict[str, Line] = {}
    listed: list[tuple[int, Line]] = []
    for index in kept:
        line = lines[index]
        reply, content = _reply(line)
        if reply is None:
            listed.append((index, line))
        elif reply not in replies:
            replies[reply] = {**line, "message": {**_message(line), "content": list(content)}}
            listed.append((index, replies[reply]))
        else:
            written = _message(replies[reply])["content"]
            assert isinstance(written, list)
            written.extend(block for block in content if block not in written)
    yield from listed


def _reply(line: Line) -> tuple[str | None, list[JsonValue]]:
    """The provider's id of a reply and the blocks of it that this line holds."""
    message = _message(line)
    content = message.get("content")
    if line.get("type") != "assistant" or not isinstance(content, list):
        return None, []
    return name_text(message.get("id")), content


def _message(line: Line) -> Line:
    message = line.get("message")
    return message if isinstance(message, dict) else {}


def _drafts(line: Line, speaker: Speaker, begun: set[str]) -> list[Draft]:
    """The drafts of one line; `begun` holds the sub-agents that have had their prompt."""
    kind = line.get("type")
    if kind == "attachment":
        return _queued(line)
    if kind not in MESSAGES:
        return []
    if not isinstance(line.get("message"), dict):
        raise MalformedItem(f"a line of type {kind!r} has no `message`")
    drafts = read_chat_item({"role": kind, **_message(line), "timestamp": line.get("timestamp")})
    return [_attributed(draft, line, speaker, begun) for draft in drafts]


def _attributed(draft: Draft, line: Line, speaker: Speaker, begun: set[str]) -> Draft:
    meta: dict[str, JsonValue] = {"inside": speaker.inside} if speaker.inside else {}
    draft = draft._replace(source_id=name_text(line.get("uuid")), meta=meta)
    if draft.role is Role.TOOL:
        return draft
    if draft.role is Role.ASSISTANT:
        return draft._replace(agent=speaker.agent, author=_reply_author(line))
    if line.get("isCompactSummary") is True:
        return draft._replace(author=Author.SUMMARY, kind=MessageKind.SUMMARY)
    if line.get("isMeta") is True:
        return draft._replace(author=Author.HARNESS)
    if speaker.is_sub_agent and authorship(draft.text).author is Author.USER:
        first = speaker.agent not in begun
        begun.add(speaker.agent)
        return draft._replace(
            author=Author.PARENT,
            kind=MessageKind.HANDOFF if first else MessageKind.MESSAGE,
            agent=MAIN_AGENT,
            to=speaker.agent,
        )
    return draft


def _reply_author(line: Line) -> Author | None:
    """A reply that the program made up itself, such as "API Error ...", is no agent's."""
    made_up = line.get("isApiErrorMessage") is True or _message(line).get("model") == SYNTHETIC
    return Author.HARNESS if made_up else None


def _queued(line: Line) -> list[Draft]:
    """What a user typed while the agent worked: the program files it as an attachment."""
    attachment = line.get("attachment")
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return []
    if line.get("isMeta") is True or not attachment.get("prompt"):
        return []
    item: Line = {"role": "user", "content": attachment["prompt"]}
    drafts = read_chat_item({**item, "timestamp": line.get("timestamp")})
    return [draft._replace(source_id=name_text(line.get("uuid"))) for draft in drafts]


def _session_id(lines: Sequence[Line]) -> str | None:
    return next(
        (found for line in reversed(lines) if (found := name_text(line.get("sessionId")))), None
    )


def _metadata(lines: Sequence[Line]) -> dict[str, JsonValue]:
    """The newest statement of each fact, the title, and how many lines of which type were left."""
    found: dict[str, JsonValue] = {}
    left: Counter[str] = Counter()
    for line in lines:
        found |= {name: line[key] for key, name in ABOUT.items() if isinstance(line.get(key), str)}
        kind = str(line.get("type"))
        if kind not in MESSAGES:
            left[kind] += 1
        if kind == "summary" and isinstance(line.get("summary"), str):
            found["title"] = line["summary"]
    if left:
        found["lines_left_out"] = dict(sorted(left.items()))
    return found
