"""QualityValidator: inventions go, survivors are counted, losses are listed, all is covered."""

from __future__ import annotations

from dataclasses import replace

from tests.sessions import team_session
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.brief import Brief, prepare
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.draft import Draft, Proposal
from uagent_memory.generator.generator import CompressionGenerator
from uagent_memory.inputs import Inputs
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.segments import Entry, Segment, SegmentName
from uagent_memory.validator.original import OriginalProfile
from uagent_memory.validator.types import Verdict
from uagent_memory.validator.validator import QualityValidator

MESSAGES = team_session()


class Bench:
    """A draft of the team's session, and what judges it."""

    def __init__(self, budget: int = 900) -> None:
        self.brief: Brief = prepare(MESSAGES, Inputs(budget=budget))
        receiver = self.brief.receiver
        analysis = ContextAnalyzer().analyze_context(MESSAGES, receiver=receiver)
        priorities = InformationPrioritizer().prioritize_information(analysis, role=receiver)
        generator = CompressionGenerator()
        self.proposal: Proposal = generator.propose(
            analysis,
            priorities,
            receiver=receiver,
            frame=self.brief.frame,
            counter=self.brief.counter,
        )
        self.draft: Draft = generator.generate_compressed_context(
            self.proposal,
            budget=budget,
            counter=self.brief.counter,
            shares=receiver.shares,
        )
        self.original = OriginalProfile.of(analysis, priorities)

    def with_entry(self, text: str, *, must_keep: bool = False) -> Draft:
        """The draft with one more entry, which cites the first message."""
        source = self.draft.segments[0].entries[0].sources
        entry = Entry(text=text, sources=source, kind=EntryKind.NOTE, must_keep=must_keep)
        more = Segment(name=SegmentName.CURRENT_WORK, entries=(entry,))
        return replace(self.draft, segments=(*self.draft.segments, more))

    def judge(self, draft: Draft | None = None) -> Verdict:
        return QualityValidator().validate_compression_quality(
            self.proposal, draft or self.draft, self.original, brief=self.brief, passes=1
        )


def texts(draft: Draft) -> list[str]:
    return [entry.text for segment in draft.segments for entry in segment.entries]


def test_a_draft_of_the_generator_holds_no_inventions() -> None:
    """Nothing is taken out of it, and nothing is warned of."""
    bench = Bench()
    kept = QualityValidator().without_inventions(bench.proposal, bench.draft)
    assert texts(kept) == texts(bench.draft)
    assert kept.warnings == ()


def test_an_invented_literal_costs_the_entry_its_place() -> None:
    """Its segment goes with it if nothing else stands there; the warning names the literal."""
    bench = Bench()
    kept = QualityValidator().without_inventions(
        bench.proposal, bench.with_entry("The port is 54321 in conf/secret.ini.")
    )
    assert texts(kept) == texts(bench.draft)
    (warning,) = kept.warnings
    assert "54321" in warning
    assert "conf/secret.ini" in warning


def test_a_required_entry_with_an_invention_stays_and_is_reported() -> None:
    """It is a fault of ours, which the receipt must show, in either language."""
    bench = Bench()
    kept = QualityValidator().without_inventions(
        bench.proposal, bench.with_entry("端口是 54321。", must_keep=True)
    )
    assert "端口是 54321。" in texts(kept)
    assert len(kept.warnings) == 1


def test_counts_by_kind_cover_the_ledger() -> None:
    """Kept and recoverable facts of each kind add up to the facts."""
    bench = Bench()
    report = bench.judge().report
    ledger = bench.proposal.view.analysis.ledger
    for kind, survival in report.by_kind.items():
        count = sum(fact.kind.value == kind for fact in ledger)
        assert survival.kept + survival.recoverable == count
    assert report.by_kind["constraint"].recoverable == 0


def test_counts_by_segment_cover_the_proposal() -> None:
    """Sub-lines are not counted: they live and die with their entry."""
    bench = Bench()
    report = bench.judge().report
    own = [c for c in bench.proposal.candidates if c.parent is None]
    assert set(report.by_segment) == {name.value for name in SegmentName}
    assert sum(s.kept + s.recoverable for s in report.by_segment.values()) == len(own)


def test_what_was_left_out_is_listed_with_its_place() -> None:
    """As many lines as there are recoverable facts, each with the id of its last message."""
    bench = Bench(budget=390)
    report = bench.judge().report
    away = sum(survival.recoverable for survival in report.by_kind.values())
    assert away > 0
    assert len(report.lost) == min(away, 200)
    ids = {f"({message.short_id})" for message in MESSAGES}
    assert all(line.rpartition(" ")[2] in ids for line in report.lost)


def test_a_fact_whose_words_another_entry_says_is_not_lost() -> None:
    """It is kept if its text stands anywhere in the draft."""
    bench = Bench(budget=390)
    decision = "I'll use a token bucket instead of a sliding window"
    (fact,) = (f for f in bench.proposal.view.analysis.ledger if f.kind.value == "decision")
    whole = " ".join(bench.proposal.view.quote(fact.last.span).split())
    assert whole.startswith(decision)
    after = bench.judge(bench.with_entry(whole)).report.lost
    assert sum(line.startswith("decision") for line in after) == 0


def test_every_message_is_kept_or_covered() -> None:
    """The coverage names each message once; those that an entry cites are kept."""
    report = Bench().judge().report
    assert list(report.coverage) == [message.id for message in MESSAGES]
    assert set(report.coverage.values()) == {"kept", "covered"}
    assert report.coverage["m1"] == "kept"


def test_degraded_musts_make_the_budget_too_small() -> None:
    """The status, the degraded items and the budget that would do."""
    minimum = Bench().judge().report.minimum_budget
    report = Bench(budget=minimum - 1).judge().report
    assert report.status == "budget_too_small"
    assert report.degraded
    assert report.minimum_budget == minimum
    assert Bench(budget=minimum).judge().report.status == "accepted"
