"""Hand-offs that hold their messages whole: how they are written, and opened again.

What is too short to compress is passed on as it is: one JSON object per message, which no text
inside can break out of. Whoever compresses the receiver's context reads the messages themselves,
each by its own author, in the place of the hand-off: nothing is quoted inside a quotation, however
often it is passed on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.authorship import command_arguments, harness_spans
from uagent_memory.masking import STAND_IN, Masker
from uagent_memory.messages import Author, Message, MessageKind, Role
from uagent_memory.render.marks import END_MARK, HANDOFF_TITLE, MESSAGES_HEADING
from uagent_memory.render.visible import visible_text

__all__ = ["WHOLE", "is_programs", "opened", "opened_pins", "packed", "said", "whole_lines"]

_HANDOFF = MessageKind.HANDOFF

WHOLE = "whole"
"""Key of `Message.meta`: the messages that a delivered hand-off holds, exactly as they were."""

_TITLE = re.compile(rf"\s*# {re.escape(HANDOFF_TITLE)} (?P<sender>.+?) → .*\n")
_HEADING = f"\n## {MESSAGES_HEADING}\n"
_AUTHORS = {
    Role.SYSTEM: Author.SYSTEM,
    Role.USER: Author.USER,
    Role.ASSISTANT: Author.AGENT,
    Role.TOOL: Author.TOOL,
}
_INJECTED = (Author.USER, Author.PARENT)
_LEFT_OUT = frozenset(("seq", "item", "blocks", "meta", "source_id", "timestamp"))


def opened(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages, with those that a hand-off holds whole in its place.

    Their ids name the log they come from (`planner/m1`); a message that arrives by two ways, or
    comes back to its sender, is there once, also where its secrets were masked on the way. Where
    nothing is to open the messages are the same.
    """
    held = [_held(message) for message in messages]
    if not any(held):
        return tuple(messages)
    read = [
        one
        for message, inner in zip(messages, held, strict=True)
        for one in (opened(inner) if inner else (message,))
    ]
    found = _Found(_masker(read))
    for one in read:
        found.add(one)
    return tuple(found.messages)


def opened_pins(pins: Sequence[str], messages: Sequence[Message]) -> tuple[str, ...]:
    """What is to be kept, with the messages of a pinned hand-off that is opened in its place."""
    inner: dict[str, tuple[str, ...]] = {}
    for message in messages:
        ids = tuple(one.id for one in _held(message))
        if ids:
            inner[message.id] = inner[message.short_id] = ids
    return tuple(pin for given in pins for pin in inner.get(given, (given,)))


def said(message: Message) -> str:
    """A message's text without what a program put in; of a slash command what was typed.

    What a program says in plain words, as a code executor does, is said: under its own name.
    """
    if message.author is Author.HARNESS:
        if typed := command_arguments(message.text):
            return message.text[slice(*typed)]
        return "" if message.text.lstrip().startswith(("<", "[")) else message.text
    spans = harness_spans(message.text) if message.author in _INJECTED else ()
    if not spans:
        return message.text
    ends = (0, *(end for _, end in spans))
    starts = (*(start for start, _ in spans), len(message.text))
    return "".join(message.text[end:start] for end, start in zip(ends, starts, strict=True)).strip()


def is_programs(message: Message) -> bool:
    """Whether nobody typed a word of it: the program alone speaks."""
    return message.author is Author.HARNESS and command_arguments(message.text) is None


def whole_lines(
    messages: Sequence[Message], *, log: str, pinned: AbstractSet[str] = frozenset()
) -> Iterator[str]:
    """One line of JSON per message that says or calls something; ids of `log` are short.

    Of the messages whose ids are pinned every word stands, also what a program put in.
    """
    for message in messages:
        text = message.text if message.id in pinned else said(message)
        if not (text.strip() or message.tool_calls or message.role is Role.TOOL):
            continue
        home, _, short = message.id.rpartition("/")
        harness = message.author is Author.HARNESS
        author = Author.USER if harness and not is_programs(message) else message.author
        fields = message.model_dump(mode="json", exclude_defaults=True, exclude=set(_LEFT_OUT))
        fields |= {"id": short if home in ("", log) else message.id, "text": text}
        fields["author"] = author.value
        if author is _AUTHORS[message.role]:
            del fields["author"]
        yield _visible(json.dumps(fields, ensure_ascii=False))


def packed(messages: Sequence[Message]) -> list[dict[str, object]]:
    """The messages as a delivered hand-off keeps them in its `meta`; without thinking."""
    return [
        message.model_dump(mode="json", exclude={"blocks", "meta"}, exclude_defaults=True)
        for message in messages
    ]


def _held(message: Message) -> tuple[Message, ...]:
    """The messages that a hand-off holds whole; none of any other message."""
    if message.kind is not _HANDOFF or message.author is not Author.SUMMARY:
        return ()
    kept = message.meta.get(WHOLE)
    try:
        if kept is not None:
            originals = map(Message.model_validate, kept)
            return tuple(_named(one, one.id.rpartition("/")[0]) for one in originals)
        return tuple(_read(message.text))
    except (ValueError, TypeError, KeyError, RecursionError):
        return ()


def _read(text: str) -> Iterator[Message]:
    title = _TITLE.match(text)
    at = text.find(_HEADING)
    if title is None or at < 0:
        return
    body = text[at + len(_HEADING) :].partition(f"\n{END_MARK}")[0]
    for number, line in enumerate(body.split("\n")):
        fields = json.loads(line)
        if not isinstance(fields, dict):
            raise ValueError("not a message")  # noqa: TRY004 - bad input, not a bad call
        fields.setdefault("author", _AUTHORS[Role(fields["role"])])
        yield _named(Message.model_validate({**fields, "seq": number}), title["sender"])


def _named(message: Message, log: str) -> Message:
    """With ids that say which log they are of: those of calls, too, which may repeat elsewhere."""

    def named(identifier: str) -> str:
        return identifier if "/" in identifier else f"{log}/{identifier}"

    calls = tuple(
        call.model_copy(update={"id": named(call.id)}) if call.id else call
        for call in message.tool_calls
    )
    answers = message.tool_call_id
    return message.model_copy(
        update={
            "id": named(message.id),
            "agent": message.agent or (log if message.role is Role.ASSISTANT else None),
            "tool_calls": calls,
            "tool_call_id": named(answers) if answers else answers,
        }
    )


def _masker(messages: Sequence[Message]) -> Masker:
    """Of all their secrets; of none where no message holds a stand-in for one."""
    has_masked = any("[SECRET:" in message.full_text for message in messages)
    return Masker.of(messages) if has_masked else Masker()


class _Found:
    """Messages under ids of their own, each once, in order."""

    def __init__(self, masker: Masker) -> None:
        """`masker` knows the secrets of the messages: a masked copy of one is no other message."""
        self._masker = masker
        self.messages: list[Message] = []
        self._known: set[tuple[str, Role, str]] = set()
        self._copies: Counter[str] = Counter()

    def add(self, message: Message) -> None:
        """Unless it is there; under another id of its log where a different message has its own."""
        text = self._masker.mask(message.full_text)
        key = (message.id, message.role, STAND_IN.sub(r"[SECRET:\1]", text))
        if key in self._known:
            return
        self._known.add(key)
        self._copies[message.id] += 1
        copy = self._copies[message.id]
        log, _, short = message.id.rpartition("/")
        identifier = message.id if copy == 1 else f"{log or 'log'}.{copy}/{short}"
        changes = {"id": identifier, "seq": len(self.messages)}
        self.messages.append(message.model_copy(update=changes))


def _visible(line: str) -> str:
    """JSON in which characters that a reader would not see are escaped."""
    if visible_text(line) == line:
        return line
    return "".join(
        char if visible_text(f"x{char}x")[1:2] == char else _escaped(char) for char in line
    )


def _escaped(char: str) -> str:
    return json.dumps(char)[1:-1]
