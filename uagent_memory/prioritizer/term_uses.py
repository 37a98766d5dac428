"""Where a history uses each term: counts and last places by speaker, and the state of its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from uagent_memory.analyzer.types import ContextAnalysis, MessageAnalysis
from uagent_memory.facts import CHANGED_STATUSES, FactKind, FileValue
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author

__all__ = ["NEVER", "TermUse", "term_uses"]

_USER, _SYSTEM, _AGENT, _PARENT = Author.USER, Author.SYSTEM, Author.AGENT, Author.PARENT

NEVER = -1


@dataclass(slots=True)
class TermUse:
    """Where one term was used: counts and last message index by place, over one history."""

    first: int
    last: int
    messages: int = 0
    user: int = 0
    agent: int = 0
    arguments: int = 0
    output: int = 0
    last_user: int = NEVER
    last_agent: int = NEVER
    last_arguments: int = NEVER
    last_output: int = NEVER
    in_first_user: bool = False
    in_last_user: bool = False
    changed_file: bool = False
    """It names a file that the session changed."""
    read_file: bool = False
    """It names a file that was read and not changed."""


def term_uses(analysis: ContextAnalysis) -> dict[str, TermUse]:
    """Every term of a history with its uses, by first appearance."""
    uses = _mentions(analysis.messages)
    for fact in analysis.ledger.of(FactKind.FILE):
        for name in _names(fact):
            use = uses.get(name)
            if use is not None:
                use.changed_file |= fact.status in CHANGED_STATUSES
                use.read_file |= fact.status not in CHANGED_STATUSES
    return uses


def _mentions(messages: Sequence[MessageAnalysis]) -> dict[str, TermUse]:
    uses: dict[str, TermUse] = {}
    users = [m.index for m in messages if m.message.author is _USER]
    first_user, last_user = (users[0], users[-1]) if users else (NEVER, NEVER)
    for analysis in messages:
        index, author = analysis.index, analysis.message.author
        for term, count in analysis.terms.items():
            use = uses.get(term)
            if use is None:
                use = uses[term] = TermUse(index, index)
            in_call = analysis.call_terms.get(term, 0)
            use.messages += 1
            use.last = index
            if in_call:
                use.arguments += in_call
                use.last_arguments = index
            spoken = count - in_call
            if not spoken:
                continue
            if author is _USER or author is _SYSTEM:
                use.user += spoken
                use.last_user = index
                use.in_first_user |= index == first_user
                use.in_last_user |= index == last_user
            elif author is _AGENT or author is _PARENT:
                use.agent += spoken
                use.last_agent = index
            else:
                use.output += spoken
                use.last_output = index
    return uses


def _names(file: Fact) -> Iterator[str]:
    """A file's key, its bare name, and the ways it was spelled."""
    yield file.key
    yield file.key.rpartition("/")[2]
    for seen in file.history:
        if isinstance(seen.value, FileValue) and seen.value.spelled:
            yield seen.value.spelled
