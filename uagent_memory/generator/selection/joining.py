"""How the candidates of one entry are joined: on one line, or as the stretches of a speech."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.evidence.json_pieces import holds_fields
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.list_ends import with_ends
from uagent_memory.generator.wording.speech import NOTE_BEGINS
from uagent_memory.messages import Message, Span
from uagent_memory.render.marks import GAP

__all__ = ["Stretch", "is_prose", "on_one_line", "stretches"]

_BETWEEN = re.compile(r"[\w`~]")
_NUMBER = re.compile(r"(\d{1,3})([.)、])")
_BULLET = re.compile(r"[-*+•·–]\s")
"""The mark of an item whose list has no order: on one line it only looks like a dash."""
_MARK = re.compile(r"[(（][^()（）]+[)）] ?")
"""With which a lead begins that says how far what follows still holds."""
_CLAUSE = re.compile(r"[\s，。；！？、：]")
"""It stands in clauses, not in names."""


class Stretch(NamedTuple):
    """Parts of a speech with nothing left out between them, as one text."""

    text: str
    parts: tuple[Candidate, ...]


def is_prose(group: Sequence[Candidate]) -> bool:
    """What was said in several parts, each stretch of which can stand on a line of its own.

    A user's message stays one text, with the mark of each gap.
    """
    first = group[0]
    return len(group) > 1 and first.style == "prose" and first.kind is not EntryKind.USER_MESSAGE


def on_one_line(group: Sequence[Candidate], messages: Mapping[str, Message]) -> str:
    first = group[0]
    if len(group) == 1 and first.kind is not EntryKind.RECORD:
        return with_ends(first.lead + _unmarked(first), group, messages)
    if first.style == "names":
        return first.lead + _messages_named([part.text for part in group])
    if first.style == "list":
        listed = first.lead + _listed([part.text for part in group])
        return f"{listed}; {GAP}" if _leaves_out_records(group, messages) else listed
    if first.style == "code":
        return "\n".join(_told_once([part.text for part in group]))
    return f" {GAP} ".join(stretch.text for stretch in stretches(group, messages))


def _told_once(texts: Sequence[str]) -> Sequence[str]:
    """Without a line that another text shows among its own.

    One line that came in the place of several is put in once.
    """
    told = {line for text in texts if "\n" in text for line in text.split("\n")}
    kept, put_in = [], set[str]()
    for text in texts:
        if text in told:
            continue
        first, *after = text.split("\n")
        if first.startswith("- ") and all(line.startswith("+ ") for line in after):
            after = [line for line in after if line not in put_in]
        put_in.update(after)
        kept.append("\n".join((first, *after)))
    return kept


def stretches(group: Sequence[Candidate], messages: Mapping[str, Message]) -> tuple[Stretch, ...]:
    """What was said, parted where something is left out or another heading begins."""
    alone = _alone(group)
    bullets = [bool(_BULLET.match(part.text)) for part in group]
    unmarked = [a or b for a, b in zip(alone, bullets, strict=True)]
    is_users = group[0].kind is EntryKind.USER_MESSAGE
    texts = [
        _unmarked(part) if bare else part.text for part, bare in zip(group, unmarked, strict=True)
    ]
    told = [([group[0].lead + texts[0]], [group[0]])]
    for at, (before, part) in enumerate(pairwise(group), start=1):
        text = texts[at] if part.lead == before.lead else part.lead + texts[at]
        words, parts = told[-1]
        is_under_another = part.lead not in ("", before.lead) and not is_users
        if is_under_another or not _follows(before, part, messages):
            told.append(([_mark_again(before, part) + text], [part]))
            continue
        if is_users:
            text = _between(before, part, messages) + text
        elif bullets[at - 1] and words[-1][-1:].isalnum():
            words[-1] += ";"
        words.append(text)
        parts.append(part)
    following = [*(parts[0] for _, parts in told[1:]), None]
    return tuple(
        Stretch(with_ends(" ".join(words), parts, messages, after), tuple(parts))
        for (words, parts), after in zip(told, following, strict=True)
    )


def _mark_again(before: Candidate, part: Candidate) -> str:
    """A mark such as "(superseded) " holds for its own line; a heading for those below it, too."""
    mark = _MARK.match(part.lead) if part.lead == before.lead else None
    return mark[0] if mark is not None else ""


def _between(before: Candidate, part: Candidate, messages: Mapping[str, Message]) -> str:
    """What a user said between two parts that follow each other, such as words that only begin a
    sentence: the words themselves, or the mark of a gap where noises stand there, too."""
    last, first = before.text.split(GAP)[-1].strip(), part.text.split(GAP)[0].strip()
    ended, begun = _said(before.sources[-1], messages), _said(part.sources[0], messages)
    if not first or not last or first not in begun or last not in ended:
        return ""
    opening = begun[: begun.index(first)]
    is_cut = not ended.endswith(last) or NOTE_BEGINS.search(opening)
    return f"{GAP} " if is_cut else opening


def _said(span: Span, messages: Mapping[str, Message]) -> str:
    message = messages.get(span.message_id)
    return " ".join(message.quote(span).split()) if message else ""


def _leaves_out_records(group: Sequence[Candidate], messages: Mapping[str, Message]) -> bool:
    """The result that the records are of holds more than these: they are not all there is."""
    message = messages.get(group[0].sources[0].message_id)
    if message is None or group[0].kind is not EntryKind.RECORD:
        return False
    text = message.part(group[0].sources[0].part)
    edges = (0, *(edge for part in group for edge in part.sources[0][2:]), len(text))
    return any(holds_fields(text, *edges[at : at + 2]) for at in range(0, len(edges), 2))


def _follows(before: Candidate, part: Candidate, messages: Mapping[str, Message]) -> bool:
    """The next unit of its message, and nothing stands between them, such as a fence of code."""
    if part.order != (*before.order[:-1], before.order[-1] + 1):
        return False
    start = part.sources[0]
    message = messages.get(start.message_id)
    ends = [span for span in before.sources if span[:2] == start[:2]]
    if message is None or not ends:
        return True
    end = ends[-1]
    return _BETWEEN.search(message.part(start.part), end.end, start.start) is None


def _alone(group: Sequence[Candidate]) -> list[bool]:
    """Which parts stand beside no other item of their list."""
    lists = [part.lead if marker_length(part.text) else None for part in group]
    around = zip([None, *lists], lists, [*lists[1:], None], strict=False)
    alone = [own is None or own not in (before, after) for before, own, after in around]
    for at, (before, part) in enumerate(pairwise(group), start=1):
        if _counts_on(before, part):
            alone[at] = False
            alone[at - 1] = alone[at - 1] and not marker_length(before.text)
    return alone


def _counts_on(before: Candidate, part: Candidate) -> bool:
    """The part is the next item of a numbered list on one line: "... 1. one" | "2. two"."""
    number = _NUMBER.match(part.text)
    if number is None or part.order[-1] != before.order[-1] + 1:
        return False
    earlier = f"{int(number[1]) - 1}{number[2]}"
    return re.search(rf"(?<!\w){re.escape(earlier)}", before.text) is not None


def _unmarked(part: Candidate) -> str:
    """What somebody said, without the mark of a list of which it is no longer an item."""
    if part.kind is not EntryKind.STATEMENT or part.parent is not None:
        return part.text
    return part.text[marker_length(part.text) :] or part.text


def _listed(texts: Sequence[str]) -> str:
    """Each once: names with commas; clauses, which may hold commas themselves, with semicolons."""
    between = "; " if any(map(_CLAUSE.search, texts)) else ", "
    return between.join(dict.fromkeys(text.rstrip(";；") for text in texts))


def _messages_named(texts: Sequence[str]) -> str:
    """Message names, each once; of very many the first ones and the last."""
    names = list(dict.fromkeys(texts))
    most = GeneratorSettings.load().limits.named_messages
    if len(names) > most:
        names[most - 1 : -1] = [GAP]
    return ", ".join(names)
