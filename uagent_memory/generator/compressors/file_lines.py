"""What a file's line in the ledger says: its spelling, its sources, the lines worth showing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from uagent_memory.fact_name import symbol_key
from uagent_memory.facts import FactKind, FileValue, Status, SymbolValue, TextSpan
from uagent_memory.generator.code_lines import is_closing, is_constant, is_import
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.compressors.net_changes import ChangedLine, net_lines
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = [
    "TAKEN_BACK",
    "best_spelling",
    "changed_lines",
    "is_quotable",
    "line_around",
    "line_factor",
    "shown_path",
    "state_sources",
    "symbols_of",
    "telling_line",
    "told_lines",
    "touched_names",
    "unique",
]

_SIGN = re.compile(r"\w+|[^\w\s]")
TAKEN_BACK = (Status.REVERTED, Status.STASHED)


def state_sources(view: GeneratorView, fact: Fact) -> tuple[Span, ...]:
    """Where the state comes from: without what came to nothing, such as a stash and its return.

    A script may change a file that only its own text names: then that place is one, too.
    """
    standing = tuple(dict.fromkeys(seen.span for seen in fact.standing))
    if fact.status in TAKEN_BACK or not standing:
        return fact.sources
    spelled = best_spelling(view, fact)
    if any(spelled in view.quote(span) for span in standing):
        return standing
    named = (seen.span for seen in reversed(fact.history) if spelled in view.quote(seen.span))
    return (*islice(named, 1), *standing)


def line_factor(view: GeneratorView, sign: str, line: str) -> float:
    factors = view.settings.factor
    gone = factors.removed_line if sign == "-" else 1.0
    if is_import(line):
        return gone * factors.import_line
    return gone * (factors.constant_line if is_constant(line) else 1.0)


def best_spelling(view: GeneratorView, fact: Fact) -> str:
    """Of the ways the session spells a file the one most likely to be typed again."""
    spellings = {fact.value.path: None} if isinstance(fact.value, FileValue) else {}
    for seen in fact.history:
        if isinstance(seen.value, FileValue) and seen.value.spelled.endswith(seen.value.path):
            spellings[seen.value.spelled] = None
    return max(spellings, key=lambda path: view.need.get(path, 0.0), default=fact.key)


def shown_path(view: GeneratorView, fact: Fact) -> str:
    """The file as the session spells it, without the folder that most files stand in.

    Never less than its place in the project: that folder may lie deep in it.
    """
    spelled = best_spelling(view, fact)
    shown = view.display(spelled)
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


def symbols_of(view: GeneratorView, fact: Fact, name: TextSpan) -> Iterator[Fact]:
    """The name's own fact, if it has one."""
    symbol = view.analysis.ledger.get(FactKind.SYMBOL, symbol_key(fact.key, name.text))
    if symbol is not None:
        yield symbol


def unique(names: Iterable[TextSpan]) -> list[TextSpan]:
    return list({name.text: name for name in names}.values())


def is_quotable(view: GeneratorView, line: str) -> bool:
    """Neither a mere bracket nor too long."""
    settings = view.settings
    least, most = settings.changed_lines.least_characters, settings.limits.quote_characters
    return least <= len(line) <= most and not is_closing(line)


def changed_lines(view: GeneratorView, fact: Fact) -> Iterator[ChangedLine]:
    """The lines of the standing changes, first those that were printed after a script's.

    Of a pattern that an editor replaced, the line that it made says more; what was put in and is
    printed as taken out stands no more.
    """
    printed = view.printed_changes.of(fact)
    number = len(fact.standing)
    yield from (ChangedLine(number, *change) for change in printed)
    whole = "\n".join(change.line.text for change in printed)
    for changed in net_lines(fact):
        if changed.line.text.strip() not in whole:
            yield changed


def told_lines(view: GeneratorView, fact: Fact) -> Iterator[ChangedLine]:
    """Those that may be shown, each once; of a line that is gone also the one that replaced it.

    A line whose place something took that cannot be shown is not told: the change would read as
    if the line had only been taken away.
    """
    seen: set[str] = set()
    for changed in changed_lines(view, fact):
        bare = changed.line.text.strip()
        became = [line for line in changed.became if is_quotable(view, line.text.strip())]
        if bare in seen or not is_quotable(view, bare) or bool(became) < bool(changed.became):
            continue
        seen.add(bare)
        likest = max(became, key=lambda line: _likeness(bare, line.text), default=None)
        yield changed._replace(became=() if likest is None else (likest,))


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
