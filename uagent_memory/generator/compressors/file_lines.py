"""What a file's line in the ledger says: its spelling, its sources, the lines worth showing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.fact_name import symbol_key
from uagent_memory.facts import Change, FactKind, FileValue, Status, SymbolValue, TextSpan
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.compressors.net_changes import ChangedLine, net_lines
from uagent_memory.generator.evidence.code_lines import is_closing, is_constant, is_import
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = [
    "TAKEN_BACK",
    "best_spelling",
    "changed_lines",
    "is_fragment",
    "is_prose_file",
    "is_undone",
    "line_around",
    "line_factor",
    "naming",
    "shown_path",
    "small_change",
    "state_sources",
    "symbols_of",
    "telling_line",
    "told_lines",
    "touched_names",
    "unique",
]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_SIGN = re.compile(r"\w+|[^\w\s]")
TAKEN_BACK = (Status.REVERTED, Status.STASHED)


def state_sources(view: GeneratorView, fact: Fact) -> tuple[Span, ...]:
    """Where the state comes from: without what came to nothing, such as a stash and its return.

    Looks at a file that was changed, and edits that were refused, are no part of it. A script may
    change a file that only its own text names: then that place is one, too.
    """
    changes = [seen for seen in fact.standing if seen.change in EFFECTIVE]
    standing = tuple(dict.fromkeys(seen.span for seen in changes or fact.standing))
    if fact.status in TAKEN_BACK or not standing:
        return fact.sources
    return naming(view, fact, best_spelling(view, fact), standing)


def naming(
    view: GeneratorView, fact: Fact, path: str, sources: tuple[Span, ...]
) -> tuple[Span, ...]:
    """Sources of a file's line, with a place that spells its path where none of them does.

    A file that was moved with its folder may have had the name before, as another one.
    """
    if any(path in view.quote(span) for span in sources):
        return sources
    before = view.analysis.ledger.get(FactKind.FILE, path)
    history = (*(before.history if before else ()), *fact.history)
    named = (seen.span for seen in reversed(history) if path in view.quote(seen.span))
    return (*islice(named, 1), *sources)


def line_factor(view: GeneratorView, sign: str, line: str) -> float:
    factors = view.settings.factor
    gone = factors.removed_line if sign == "-" else 1.0
    if is_import(line):
        return gone * factors.import_line
    return gone * (factors.constant_line if is_constant(line) else 1.0)


def best_spelling(view: GeneratorView, fact: Fact) -> str:
    """Of the ways the session spells a file the one most likely to be typed again.

    Where that ends a longer one that is likely to be typed, too, the longer one says both.
    """
    spellings = {fact.value.path: None} if isinstance(fact.value, FileValue) else {}
    for seen in fact.history:
        if isinstance(seen.value, FileValue) and seen.value.spelled.endswith(seen.value.path):
            spellings[seen.value.spelled] = None
    best = max(spellings, key=lambda path: view.need.get(path, 0.0), default=fact.key)
    in_full = (path for path in spellings if path.endswith(f"/{best}"))
    return max(filter(view.paths.is_typed_in_full, in_full), key=len, default=best)


def shown_path(view: GeneratorView, fact: Fact) -> str:
    """The file as the session spells it, without the folder that most files stand in.

    Never less than its place in the project: that folder may lie deep in it.
    """
    spelled = best_spelling(view, fact)
    shown = view.paths.shown(spelled)
    place = fact.value.path if isinstance(fact.value, FileValue) else ""
    return place if len(shown) < len(place) < len(spelled) and spelled.endswith(place) else shown


def line_around(view: GeneratorView, span: Span) -> Span:
    """The line that a span begins in."""
    message = view.message_of(span)
    text = message.part(span.part) if message else ""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.start)
    line = text[start : len(text) if end < 0 else end]
    start += len(line) - len(line.lstrip())
    return Span(span.message_id, span.part, start, start + len(line.strip()))


def touched_names(view: GeneratorView, fact: Fact) -> Iterator[TextSpan]:
    """Names in the file whose insides were edited."""
    for symbol in view.changed_symbols.get(fact.key, ()):
        name = value_as(symbol, SymbolValue).name
        if view.quote(symbol.last.span) == name:
            yield TextSpan(name, symbol.last.span)
    for seen in fact.standing:
        if isinstance(seen.value, FileValue):
            yield from seen.value.within


def symbols_of(view: GeneratorView, fact: Fact, name: TextSpan) -> Iterator[Fact]:
    """The name's own fact, if it has one."""
    symbol = view.analysis.ledger.get(FactKind.SYMBOL, symbol_key(fact.key, name.text))
    if symbol is not None:
        yield symbol


def unique(names: Iterable[TextSpan]) -> list[TextSpan]:
    return list({name.text: name for name in names}.values())


def _is_quotable(view: GeneratorView, line: str) -> bool:
    """Neither a mere bracket nor too long."""
    settings = view.settings
    least, most = settings.changed_lines.least_characters, settings.limits.quote_characters
    return least <= len(line) <= most and not is_closing(line)


def is_prose_file(view: GeneratorView, fact: Fact) -> bool:
    """It is written to be read: a plan, notes, a guide."""
    path = fact.value.path if isinstance(fact.value, FileValue) else fact.key
    return path.lower().endswith(view.settings.changed_lines.prose)


def changed_lines(view: GeneratorView, fact: Fact) -> Iterator[ChangedLine]:
    """The lines of the standing changes, first those that were printed after a script's.

    Of a pattern that an editor replaced, the line that it made says more; what was put in and is
    printed as taken out stands no more.
    """
    printed = view.printed_changes.of(fact)
    number = len(fact.standing)
    yield from (ChangedLine(number, *change) for change in printed)
    whole = "\n".join(change.line.text for change in printed)
    lines = net_lines(fact)
    for changed in _said_lines(lines) if is_prose_file(view, fact) else lines:
        if changed.line.text.strip() not in whole:
            yield changed


def _said_lines(lines: Iterable[ChangedLine]) -> Iterator[ChangedLine]:
    """Of what is written to be read the sentences; an example only where a change is no more."""
    for _, change in groupby(lines, key=lambda changed: (changed.number, changed.sign)):
        together = list(change)
        yield from list(_outside_fences(together)) or together


def _outside_fences(lines: Sequence[ChangedLine]) -> Iterator[ChangedLine]:
    """Without the examples; all where a fence is open at the end: its other half is not here."""
    if len([one for one in lines if _FENCE.match(one.line.text)]) % 2:
        yield from lines
        return
    fence = ""
    for changed in lines:
        mark = _FENCE.match(changed.line.text)
        if mark is None and not fence:
            yield changed
        elif mark is not None:
            fence = _after(fence, mark[1])


def _after(fence: str, mark: str) -> str:
    """The fence that is open behind a mark; only one as long as the open one closes it."""
    if not fence:
        return mark
    return "" if mark.startswith(fence) else fence


def small_change(view: GeneratorView, fact: Fact) -> int | None:
    """How many different lines, mere brackets aside, a small change put in; None of a larger one.

    Of that nobody takes a few lines for all.
    """
    lines = changed_lines(view, fact)
    texts = {changed.line.text.strip() for changed in lines if changed.sign == "+"}
    count = sum(bool(text) and not is_closing(text) for text in texts)
    return count if count <= view.settings.changed_lines.small else None


def told_lines(view: GeneratorView, fact: Fact, *, once: bool = True) -> Iterator[ChangedLine]:
    """Those that may be shown, each once; of a line that is gone also the one that replaced it.

    A line whose place something took that cannot be shown is not told: the change would read as
    if the line had only been taken away.
    """
    seen: set[str] = set()
    for changed in changed_lines(view, fact):
        bare = changed.line.text.strip()
        became = [line for line in changed.became if _is_quotable(view, line.text.strip())]
        if (
            (once and bare in seen)
            or not _is_quotable(view, bare)
            or bool(became) < bool(changed.became)
        ):
            continue
        seen.add(bare)
        likest = max(became, key=lambda line: _likeness(bare, line.text), default=None)
        yield changed._replace(became=() if likest is None else (likest,))


def is_undone(view: GeneratorView, fact: Fact) -> bool:
    """Of all that its changes put in or took out no line but brackets is left."""
    changes = [seen for seen in fact.standing if seen.change is Change.MODIFIED]
    values = [seen.value for seen in changes if isinstance(seen.value, FileValue)]
    hunks = [hunk for value in values for hunk in value.hunks]
    lines = (line.text.strip() for hunk in hunks for line in (*hunk.added, *hunk.removed))
    told = bool(hunks) and all(value.hunks for value in values)
    tells = told and any(_is_quotable(view, line) for line in lines)
    left = (changed.line.text for changed in changed_lines(view, fact))
    return tells and not any(any(map(str.isalnum, line)) for line in left)


def is_fragment(view: GeneratorView, fact: Fact, line: str) -> bool:
    """A piece of a line, too short to tell without its command what a stream editor changed."""
    if not line or len(line) >= view.settings.changed_lines.fragment:
        return False
    values = (seen.value for seen in fact.standing)
    return any(
        isinstance(value, FileValue)
        and value.how in strings("shell", "writes", "in_place")
        and any(line == put.text.strip() for hunk in value.hunks for put in hunk.added)
        for value in values
    )


def _likeness(line: str, other: str) -> float:
    """Of the words and signs of two lines the share that they have in common, 0..1."""
    first, second = set(_SIGN.findall(line)), set(_SIGN.findall(other))
    return len(first & second) / max(len(first | second), 1)


def telling_line(view: GeneratorView, fact: Fact) -> str:
    """The changed line that covers most need; code before comments, what came before what went."""
    best, most = "", -1.0
    for _, sign, line, became in told_lines(view, fact):
        bare = line.text.strip()
        worth = sum(view.targets(bare, words=False).values())
        worth *= view.settings.factor.removed_line if sign == "-" else 1.0
        if bare.startswith(view.settings.changed_lines.comments):
            worth *= view.settings.factor.comment_line
        if worth > most:
            best, most = became[0].text.strip() if became else bare, worth
    return best
