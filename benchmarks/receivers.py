"""One history handed to tester, reviewer and planner: what each gets of what it must get.

For each receiver, the facts of the kinds that its role file must get. They *fit* as long as their
words, in the order of their scores, stay within the budget less the bare frame. Of those: the share
that its own hand-off says, and the share that the other receivers' hand-offs say. `alone` counts
only kinds that no other of the receivers must get. A hand-off says a fact if an entry carries it,
or if its words stand in an entry's text. Where a session is so short that everybody's must-get
facts fit together, all hand-offs say the same of them: such sessions are counted as `level`.

Changed files are held against the recorded edit calls, without the library's own ledger: a file
counts as changed if an edit call of it was not answered with an error.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.edits import FileCounts, count_files
from benchmarks.sessions import Recorded, recorded_sessions
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.brief import prepare
from uagent_memory.compressor import EngineCompressor
from uagent_memory.errors import BudgetError
from uagent_memory.inputs import Inputs
from uagent_memory.ledger import Fact
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.prioritizer.settings import PrioritizerSettings
from uagent_memory.role_files import load_roles
from uagent_memory.roles import MustGet, RoleProfile
from uagent_memory.segments import CompressedContext, Entry
from uagent_memory.tokens import default_counter
from uagent_memory.validator.fact_texts import fact_texts

__all__ = ["Contrast", "Outcome", "Share", "main", "measure"]

RECEIVERS = ("tester", "reviewer", "planner")
FILES_BUDGET = 4_000
GOAL = 0.9
MARKS = str.maketrans("", "", "`\\")
"""What a rendering puts around a fact's own words."""


@dataclass(frozen=True, slots=True)
class Share:
    """Of `total` facts, `own` stand in the receiver's hand-off, `others` in another's (mean)."""

    total: int = 0
    own: int = 0
    others: float = 0.0

    def __add__(self, other: Share) -> Share:
        return Share(self.total + other.total, self.own + other.own, self.others + other.others)

    @property
    def own_share(self) -> float | None:
        return self.own / self.total if self.total else None

    @property
    def others_share(self) -> float | None:
        return self.others / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Contrast:
    """One receiver, over all sessions."""

    receiver: str
    must_get: int
    """Facts of its must-get kinds."""
    fitting: Share
    alone: Share
    at_goal: int
    """Sessions in which at least 90 % of the fitting facts are kept."""
    sessions: int
    """Sessions in which any fit."""
    ahead: int = 0
    """Of these, sessions in which its own hand-off says more of them than the others' do."""
    level: int = 0
    """Sessions in which all hand-offs say as much."""

    @property
    def behind(self) -> int:
        return self.sessions - self.ahead - self.level

    def __add__(self, other: Contrast) -> Contrast:
        return Contrast(
            self.receiver,
            self.must_get + other.must_get,
            self.fitting + other.fitting,
            self.alone + other.alone,
            self.at_goal + other.at_goal,
            self.sessions + other.sessions,
            self.ahead + other.ahead,
            self.level + other.level,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that was measured."""

    sessions: int
    skipped: int
    """Too short to compress, or longer than the budget by their frame alone."""
    budget: int
    contrasts: tuple[Contrast, ...]
    files: FileCounts
    exact: int
    """Sessions whose minimum budget is accepted, and one token less is not."""
    inexact: tuple[str, ...]


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    sessions = recorded_sessions(options.data, most=options.sessions)
    outcome = measure(sessions, budget=options.budget, check_minimum=options.minimum)
    if options.json:
        print(json.dumps(_plain(outcome), indent=2))
    else:
        print("\n".join(_table(outcome, check_minimum=options.minimum)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks receivers", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--data", type=Path, help="file or folder of sessions (the bundled one)")
    parser.add_argument("--budget", type=int, default=3000, help="tokens of a hand-off (3000)")
    parser.add_argument("--sessions", type=int, help="most sessions of each file (all)")
    parser.add_argument("--minimum", action="store_true", help="check minimum_budget, too")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


def measure(sessions: Iterator[Recorded], *, budget: int, check_minimum: bool = False) -> Outcome:
    """Hand each session to all receivers and add up."""
    totals: dict[str, Contrast] = {}
    files, count, skipped, exact = FileCounts(), 0, 0, 0
    inexact: list[str] = []
    for recorded in sessions:
        bench = _Bench(recorded)
        made = {name: bench.hand_over(name, budget) for name in RECEIVERS}
        handoffs = {name: handoff for name, handoff in made.items() if handoff is not None}
        if len(handoffs) < len(RECEIVERS):
            skipped += 1
            continue
        count += 1
        for contrast in bench.contrasts(handoffs, budget):
            known = totals.get(contrast.receiver)
            totals[contrast.receiver] = known + contrast if known else contrast
        shown = bench.hand_over("general", FILES_BUDGET)
        if shown is not None:
            files += count_files(recorded.messages, shown)
        if check_minimum and bench.is_exact(handoffs[RECEIVERS[0]]):
            exact += 1
        elif check_minimum:
            inexact.append(recorded.name)
    return Outcome(count, skipped, budget, tuple(totals.values()), files, exact, tuple(inexact))


class _Bench:
    """One session; each message is analysed once."""

    def __init__(self, recorded: Recorded) -> None:
        self._messages = recorded.messages
        self._compressor = EngineCompressor()
        self._analyzer = ContextAnalyzer()
        self._roles = load_roles(environ={})
        self._rules = PrioritizerSettings.load().must_get.rules

    def hand_over(self, to: str, budget: int) -> CompressedContext | None:
        """None where the session is too short to compress, or the budget below the frame."""
        try:
            made = self._compressor(
                self._messages, Inputs(role="coder", to=to, budget=budget, roles=self._roles)
            )
        except BudgetError:
            return None
        return None if made.status == "unchanged" else made

    def is_exact(self, handoff: CompressedContext) -> bool:
        """At its minimum the same call is accepted, one token less is not."""
        least = handoff.report.minimum_budget
        at, below = self.hand_over(handoff.to, least), self.hand_over(handoff.to, least - 1)
        whole = least >= handoff.report.original_tokens
        enough = whole if at is None else at.status == "accepted"
        return enough and (below is None or below.status != "accepted")

    def contrasts(
        self, handoffs: Mapping[str, CompressedContext], budget: int
    ) -> Iterator[Contrast]:
        said = {name: _Said(handoff) for name, handoff in handoffs.items()}
        for name in handoffs:
            role = self._roles.get(name)
            facts = self._ranked(role)
            fitting = list(self._fitting(facts, role, budget))
            rivals = [self._roles.get(other).must_get for other in handoffs if other != name]
            only = [kind for kind in role.must_get if all(kind not in kinds for kinds in rivals)]
            share = _share(fitting, name, said)
            alone = _share([f for f in fitting if self._is_of(f, only)], name, said)
            reached = share.total > 0 and share.own >= GOAL * share.total
            any_fit = share.total > 0
            yield Contrast(
                name,
                len(facts),
                share,
                alone,
                at_goal=int(reached),
                sessions=int(any_fit),
                ahead=int(share.own > share.others),
                level=int(any_fit and share.own == share.others),
            )

    def _is_of(self, fact: Fact, kinds: Sequence[MustGet]) -> bool:
        return any(self._rules[kind].covers(fact) for kind in kinds)

    def _ranked(self, role: RoleProfile) -> list[Fact]:
        """The facts that the role must get, best first."""
        analysis = self._analyzer.analyze_context(self._messages, receiver=role)
        scores = InformationPrioritizer().prioritize_information(
            analysis, role=role, profile="learned"
        )
        own = [fact for fact in analysis.ledger if fact.name in scores.must_get]
        return sorted(own, key=lambda f: (-scores.facts[f.kind, f.key].total, f.kind, f.key))

    def _fitting(self, facts: Sequence[Fact], role: RoleProfile, budget: int) -> Iterator[Fact]:
        inputs = Inputs(role="coder", to=role.name, budget=budget, roles=self._roles)
        left = budget - prepare(self._messages, inputs).bare
        counter = default_counter()
        for fact in facts:
            left -= counter.count(_words(fact))
            if left < 0:
                return
            yield fact


class _Said:
    """What a hand-off says."""

    def __init__(self, handoff: CompressedContext) -> None:
        entries = [e for segment in handoff.segments for e in _with_children(segment.entries)]
        self._facts = {name for entry in entries for name in entry.facts}
        self._text = " ".join(" ".join(e.text.translate(MARKS).split()) for e in entries)

    def holds(self, fact: Fact) -> bool:
        """An entry carries it, or its words stand in another's text, as whole words."""
        if fact.name in self._facts:
            return True
        words = re.escape(_words(fact).translate(MARKS))
        return bool(words) and re.search(rf"(?<!\w){words}(?!\w)", self._text) is not None


def _share(facts: Sequence[Fact], name: str, said: Mapping[str, _Said]) -> Share:
    rivals = [other for other in said if other != name]
    held = sum(said[other].holds(fact) for other in rivals for fact in facts)
    own = sum(said[name].holds(fact) for fact in facts)
    return Share(len(facts), own, held / len(rivals))


def _words(fact: Fact) -> str:
    return " ".join(next(fact_texts(fact), "").split())


def _with_children(entries: Sequence[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _with_children(entry.children)


def _plain(outcome: Outcome) -> dict[str, object]:
    plain = asdict(outcome)
    for contrast, shown in zip(outcome.contrasts, plain["contrasts"], strict=True):
        for name in ("fitting", "alone"):
            share: Share = getattr(contrast, name)
            shown[name] |= {"own_share": share.own_share, "others_share": share.others_share}
    return plain


def _table(outcome: Outcome, *, check_minimum: bool) -> Iterator[str]:
    yield (
        f"{outcome.sessions} sessions at {outcome.budget:,} tokens"
        f" ({outcome.skipped} skipped: too short, or no room)"
    )
    yield (
        "receiver   must get   fitting   kept  others   alone   kept  others   at 90 %"
        "   ahead  level  behind"
    )
    for c in outcome.contrasts:
        yield (
            f"{c.receiver:<9}  {c.must_get:>8,}  {c.fitting.total:>8,}"
            f"  {_percent(c.fitting.own_share)}  {_percent(c.fitting.others_share)}"
            f"  {c.alone.total:>6,}  {_percent(c.alone.own_share)}"
            f"  {_percent(c.alone.others_share)}  {f'{c.at_goal}/{c.sessions}':>7}"
            f"  {c.ahead:>6}  {c.level:>5}  {c.behind:>6}"
        )
    files = outcome.files
    yield ""
    yield (
        f"files changed by edit calls, at {FILES_BUDGET:,} tokens: {files.named} of"
        f" {files.changed} named, {files.with_change} with a changed name or line;"
        f" {files.wrong} of {files.failed} named as changed though every edit failed"
    )
    if check_minimum:
        yield f"minimum_budget exact: {outcome.exact} of {outcome.sessions} sessions"
        yield from (f"  not exact: {name}" for name in outcome.inexact)
    yield "kept: share of the fitting facts that the receiver's own hand-off says; others: the same"
    yield "facts in the other receivers' hand-offs; alone: kinds that no other receiver must get;"
    yield "ahead, level, behind: sessions in which its own says more of them than the others' do"
    yield "(mean), as much (in a short session everything fits everywhere), less"


def _percent(share: float | None) -> str:
    return f"{'-' if share is None else f'{share:.1%}':>6}"
