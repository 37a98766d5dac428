"""Units of a message: sentences, list items, code, commands, tracebacks ... with exact spans.

`split_units` looks at one message, `split_all` at many; `link_results` then tells each command
where its output stands, which takes the messages around it. Together the units of a message's text
cover all of it that is not blank, except harness text and marks without words (fences around shell
text, prompt signs, horizontal rules, lines that hold nothing but a tag, "THOUGHT:" at the start of
an agent's text).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from uagent_memory.analyzer.bulk import is_dump
from uagent_memory.analyzer.call_parts import call_parts
from uagent_memory.analyzer.cued import with_cues
from uagent_memory.analyzer.shapes import (
    answer_lines,
    is_report,
    report_end,
    shape_settings,
    thought_mark_end,
)
from uagent_memory.analyzer.splitter import Splitter
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.authorship import harness_spans
from uagent_memory.messages import Author, Message, Role, Span
from uagent_memory.pairing import CallAt, pair_calls

__all__ = ["link_results", "split_all", "split_units"]

_Key: TypeAlias = tuple[str, Author, Role, str | None, int | None]
_COMMAND = UnitKind.COMMAND
_AGENT, _USER = Author.AGENT, Author.USER


def split_all(messages: Sequence[Message]) -> list[tuple[Unit, ...]]:
    """`split_units` of each; a text that comes again (a prompt, "ok" in talk) is split once."""
    keys = [_key(number, message) for number, message in enumerate(messages)]
    first: dict[_Key, Message] = {}
    for key, message in zip(keys, messages, strict=True):
        first.setdefault(key, message)
    bare = [_bare_units(message) for message in first.values()]
    cued = with_cues(bare, [message.author for message in first.values()])
    known = dict(zip(first, cued, strict=True))
    return [
        known[key]
        if first[key] is message
        else tuple([_addressed(unit, message.id) for unit in known[key]])
        for key, message in zip(keys, messages, strict=True)
    ]


def split_units(message: Message) -> tuple[Unit, ...]:
    """The units of all parts of a message, part by part and in order; none overlaps another.

    People's and agents' text is split fully. Tool output, fetched pages and long pasted dumps are
    split into runs of bounded size. Of a call, the shell command is a unit, and prose arguments (a
    plan, an order to another agent, a final answer) are split as text.
    """
    (units,) = split_all((message,))
    return units


def _key(number: int, message: Message) -> _Key:
    """All that its units depend on but their address; of a message with calls, its own number."""
    own = number if message.tool_calls else None
    return (message.text, message.author, message.role, message.tool_name, own)


def _bare_units(message: Message) -> list[Unit]:
    """Units as yet without cues."""
    units: list[Unit] = []
    for start, end in _own_stretches(message):
        units.extend(_text_units(message, start, end))
    for part in call_parts(message) if message.tool_calls else ():
        if part.is_command:
            span = Span(message.id, part.name, part.start, part.end)
            units.append(Unit(_COMMAND, span, message.quote(span), Cue.NONE))
        else:
            text = message.part(part.name)
            splitter = Splitter(message.id, message.author, part.name, text)
            units.extend(splitter.prose(part.start, part.end))
    return units


def link_results(
    units: Sequence[tuple[Unit, ...]], messages: Sequence[Message]
) -> list[tuple[Unit, ...]]:
    """The same units, each command with the span of its output where one is known.

    Args:
        units: `split_units` of each message.
        messages: the messages, in order.

    A call's command gets the result that answers the call by its id. A single command in the text
    of an agent who called no tool gets the tool message right after it.
    """
    answers = pair_calls(messages).answers.items()
    results = {at: _whole(messages[index]) for index, at in answers if messages[index].tool_call_id}
    linked = []
    for index, (message, own) in enumerate(zip(messages, units, strict=True)):
        following = messages[index + 1] if index + 1 < len(messages) else None
        of_calls = [results.get(CallAt(index, n)) for n in range(len(message.tool_calls))]
        linked.append(_linked(own, of_calls, following))
    return linked


def _linked(
    units: tuple[Unit, ...],
    results: Sequence[Span | None],
    following: Message | None,
) -> tuple[Unit, ...]:
    commands = [unit for unit in units if unit.kind is _COMMAND]
    if not commands:
        return units
    calls = {f"call:{n}": result for n, result in enumerate(results)}
    if (
        len(commands) == 1
        and not calls
        and following is not None
        and following.role is Role.TOOL
        and not following.tool_call_id
    ):
        calls = {"text": _whole(following)}
    return tuple(
        unit._replace(result=calls[unit.span.part])
        if unit.kind is _COMMAND and unit.result is None and calls.get(unit.span.part)
        else unit
        for unit in units
    )


def _whole(message: Message) -> Span:
    return Span(message.id, "text", 0, len(message.text))


def _own_stretches(message: Message) -> list[tuple[int, int]]:
    """The stretches of the text between what a program put in, without "THOUGHT:" at its start, and
    of another agent's report without what the harness puts below it."""
    text = message.text
    position = thought_mark_end(text) if message.author is _AGENT else 0
    last = report_end(text) if is_report(message) else len(text)
    injected = harness_spans(text)
    if not injected:
        return [(position, last)] if position < last else []
    own = []
    for start, end in sorted(injected):
        if start > position:
            own.append((position, start))
        position = max(position, end)
    if position < last:
        own.append((position, last))
    return [(start, min(end, last)) for start, end in own if start < last]


def _text_units(message: Message, start: int, end: int) -> Iterable[Unit]:
    text, author = message.text, message.author
    if _is_printed(message):
        return Splitter(message.id, author, "text", text).bulk(start, end)
    return _written_units(Splitter(message.id, author, "text", text), author, text, start, end)


def _written_units(
    splitter: Splitter, author: Author, text: str, start: int, end: int
) -> Iterable[Unit]:
    """What somebody wrote, with the dumps and pages in it."""
    if is_dump(text, start, end):
        return _printed_units(splitter, author, text, start, end)
    page = _page_start(author, text, start, end)
    if page < end:
        printed = _printed_units(splitter, author, text, page, end)
        return [*splitter.prose(start, page), *printed]
    return splitter.prose(start, end)


def _addressed(unit: Unit, message_id: str) -> Unit:
    """The same unit in a message."""
    kind, (_, part, start, end), text, cue, lead, lead_span, result = unit
    new = tuple.__new__
    span = new(Span, (message_id, part, start, end))
    lead_span = lead_span and Span(message_id, *lead_span[1:])
    result = result and Span(message_id, *result[1:])
    return new(Unit, (kind, span, text, cue, lead, lead_span, result))


def _printed_units(
    splitter: Splitter, author: Author, text: str, start: int, end: int
) -> Iterator[Unit]:
    """Bulk text in a message that somebody wrote, and an agent's answer between its lines."""
    answers = answer_lines(text, start, end) if author is _AGENT else []
    for first, last in answers:
        yield from splitter.bulk(start, first)
        yield from splitter.prose(first, last)
        start = last
    yield from splitter.bulk(start, end)


def _is_printed(message: Message) -> bool:
    """Whether a program printed the text, rather than a person or an agent writing it."""
    if message.author is _USER:
        return False
    if message.author is not Author.TOOL and message.role is not Role.TOOL:
        return False
    settings = shape_settings()
    return message.tool_name not in settings.report_tools | settings.answer_tools


def _page_start(author: Author, text: str, start: int, end: int) -> int:
    """Where a fetched page begins inside an agent's text; `end` if it holds none."""
    if author not in (_AGENT, Author.PARENT):
        return end
    places = [
        place for mark in shape_settings().page_marks if (place := text.find(mark, start, end)) >= 0
    ]
    return max(text.rfind("\n", start, min(places)) + 1, start) if places else end
