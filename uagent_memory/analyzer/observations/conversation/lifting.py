"""Rules taken back: "you can edit the tests now" finds the rule that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial

from uagent_memory.analyzer.observations.conversation.held_rules import taken_up
from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.conversation.ties import content_words
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import Change, FactKind
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Trust

__all__ = ["LiftBook", "is_lifting"]

_CONSTRAINT = FactKind.CONSTRAINT


_MOST = 300
"""Newest rules that what gives leave can mean."""


def is_lifting(line: Line) -> bool:
    """It gives leave, or says that a rule no longer holds, and sets no other rule besides."""
    if not _may_give_leave(line):
        return False
    if not line.has("constraints.lift") and _patterns().search(line.text) is None:
        return False
    binds = line.opened_by("constraints.prohibition", "constraints.obligation")
    if binds is not None or line.has("constraints.forbidden", "constraints.bound"):
        return False
    contrast = _contrast().search(line.text)
    modals = line.all("constraints.modal") if contrast else ()
    return not any(contrast.end() <= modal.start for modal in modals if contrast)


def _may_give_leave(line: Line) -> bool:
    """A cheap look, which most lines do not pass."""
    signs = table("constraints")["lift_signs"]
    return line.has("constraints.lift") or holds_any(line.text.casefold(), signs)


@cache
def _patterns() -> re.Pattern[str]:
    return either(table("constraints")["lift_patterns"])


class LiftBook:
    """The rules in force, so that a later "you may edit the tests now" finds the one it means."""

    def __init__(self) -> None:
        self._rules: dict[str, Observation] = {}

    def feed(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        if prose.message.author in (Author.USER, Author.PARENT) and not prose.spoken:
            yield from self.lifts(prose)
            for rule, ask in list(taken_up(self._rules.values(), own)):
                yield follow_up(rule, Change.LIFTED, prose.message, ask.span)
                del self._rules[rule.key]
        for seen in own:
            if seen.kind is _CONSTRAINT:
                self.learn(seen)

    def learn(self, rule: Observation) -> None:
        """Remember a rule; of very many only the newest."""
        self._rules.pop(rule.key, None)
        self._rules[rule.key] = rule
        while len(self._rules) > _MOST:
            del self._rules[next(iter(self._rules))]

    def lifts(self, prose: Prose) -> Iterator[Observation]:
        """The rules known so far that these words take back."""
        for line in prose.lines if self._rules else ():
            if not line.asks and (leave := _leave(line)):
                yield from self._lifted(prose, line, leave)
            elif not line.asks and _is_change(line.text):
                yield from self._changed(prose, line)

    def _lifted(self, prose: Prose, line: Line, leave: str) -> Iterator[Observation]:
        trust = prose.message.trust
        known = [seen for seen in self._rules.values() if seen.trust <= trust]
        meant = max(known, key=partial(_likeness, content_words(leave)), default=None)
        if meant is None or not content_words(meant.key) & content_words(leave):
            return
        if _stands_besides(meant.key, content_words(leave)):
            yield follow_up(meant, Change.MODIFIED, prose.message, line.span)
            return
        yield follow_up(meant, Change.LIFTED, prose.message, line.span)
        del self._rules[meant.key]
        for copy, change in list(self._copies(meant, leave, trust)):
            yield follow_up(copy, change, prose.message, line.span)
            del self._rules[copy.key]

    def _changed(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The user's rule that a line names as changed; what holds now is a rule of its own."""
        words = content_words(line.text)
        known = [seen for seen in self._rules.values() if seen.author is prose.message.author]
        meant = max(known, key=partial(_likeness, words), default=None)
        if meant is None or len(content_words(meant.key) & words) < _NAMED:
            return
        yield follow_up(meant, Change.SUPERSEDED, prose.message, line.span)
        del self._rules[meant.key]

    def _copies(
        self, meant: Observation, leave: str, trust: Trust
    ) -> Iterator[tuple[Observation, Change]]:
        """The same rule in other words; of several rules in one sentence only an agent's."""
        given = _bare_words(leave)
        rule = max(_clauses(meant.key), key=lambda words: len(words & given), default=frozenset())
        core = rule & given
        for seen in self._rules.values():
            clauses = _clauses(seen.key)
            if seen.trust > trust or not core or not any(core <= c <= rule for c in clauses):
                continue
            if len(clauses) == 1:
                yield seen, Change.LIFTED
            elif seen.author is not Author.USER:
                yield seen, Change.SUPERSEDED


_NAMED = 2
"""Words of a rule in which it is known again."""
_PARTS = re.compile(
    r"((?:[,;，；、]\s*)?(?:\b(?:and|or|nor)\b|或者?|以及|并且|和|也|而且)|[,;，；、])"
)
"""Between the parts of a rule, with the word that joins them."""
_BINDING = frozenset(
    f"constraints.{name}"
    for name in ("prohibition", "obligation", "forbidden", "bound", "forbidding", "modal")
)
_CLAUSES = re.compile(r"[,;:，；：、]\s*|\band\b")


def _likeness(leave: frozenset[str], seen: Observation) -> tuple[int, int, bool, int]:
    """How well a rule fits what gives leave: by the words they share, and by those it adds."""
    words = content_words(seen.key)
    added = _bare_words(seen.key) - leave
    return len(words & leave), -len(added), seen.author is Author.USER, seen.seq


def _stands_besides(rule: str, leave: frozenset[str]) -> bool:
    """A sentence with several rules binds in another part than the one that is taken back.

    Parts that give a reason or a time are none; behind a mere comma one has words of its own that
    bind.
    """
    reason = _because().search(rule)
    parts = _PARTS.split(rule[: reason.start()] if reason else rule)
    told = [(mark, words) for mark, part in _marked(parts) if (words := _part_words(mark, part))]
    return any(words & leave for _, words in told) and any(not words & leave for _, words in told)


def _marked(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each part with the mark before it."""
    return zip(("and", *parts[1::2]), parts[::2], strict=True)


def _part_words(mark: str, part: str) -> frozenset[str]:
    """What a part of a rule is about; nothing where it only tells something."""
    joined = any(map(str.isalnum, mark))
    binds = joined or any(one.category in _BINDING for one in find(part, "constraints"))
    return _bare_words(part) if binds else frozenset()


@cache
def _because() -> re.Pattern[str]:
    return either(table("constraints")["reasons"], re.IGNORECASE)


@lru_cache(maxsize=1024)
def _clauses(text: str) -> tuple[frozenset[str], ...]:
    """What each clause of a rule is about."""
    return tuple(words for part in _CLAUSES.split(text) if (words := _bare_words(part)))


@lru_cache(maxsize=1024)
def _bare_words(text: str) -> frozenset[str]:
    """What a rule is about, without the words of changing something."""
    return content_words(_touching().sub(" ", text)) - strings("constraints", "touching")


@cache
def _touching() -> re.Pattern[str]:
    return re.compile(table("constraints")["touching_in_chinese"])


def _leave(line: Line) -> str:
    """The part of a line that takes a rule back; "" if none does."""
    if not _may_give_leave(line):
        return ""
    if is_lifting(line):
        return line.text
    contrast = _contrast().search(line.text)
    leave = line.text[: contrast.start()] if contrast else ""
    given = any(phrase.end <= len(leave) for phrase in line.all("constraints.lift"))
    return leave if given or _patterns().search(leave) else ""


def _is_change(text: str) -> bool:
    may_be = holds_any(text.casefold(), table("constraints")["changed_signs"])
    return may_be and _changing().search(text) is not None


@cache
def _changing() -> re.Pattern[str]:
    return either(table("constraints")["changed_patterns"])


@cache
def _contrast() -> re.Pattern[str]:
    return either(table("constraints")["contrasts"], re.IGNORECASE)
