from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.prioritizer.contexts import context, seen
from uagent_memory.facts import FactKind, FileValue, MentionValue
from uagent_memory.prioritizer.references import (
    CrossReferenceDetector,
    CrossReferences,
    ReferenceKind,
)

FILE = (FactKind.FILE, "src/a.py")


def small() -> CrossReferences:
    """A request, a call with its result, two later mentions, one of them printed."""
    s = SessionBuilder()
    s.user("Fix src/a.py")
    s.run("Read", "src/a.py: x = 1", file_path="src/a.py")
    s.agent("src/a.py is wrong; x = 1")
    s.user("And now src/b.py")
    file = [
        seen(message, FactKind.FILE, "src/a.py", FileValue(path="src/a.py"))
        for message in s.messages[:3]
    ]
    return CrossReferenceDetector().detect(
        context(
            s.messages,
            terms={
                0: ["src/a.py"],
                1: ["src/a.py"],
                2: ["src/a.py", "x"],
                3: ["src/a.py", "x"],
                4: ["src/b.py"],
            },
            facts=file,
        )
    )


def test_mentions_go_to_the_first_and_the_previous_message() -> None:
    """Printed text refers to nothing but can be referred to."""
    found = {
        (edge.source, edge.target)
        for edge in small().edges
        if edge.kind is ReferenceKind.MENTION and isinstance(edge.target, str)
    }
    assert found == {("m2", "m1"), ("m4", "m1"), ("m4", "m3")}


def test_counts_are_distinct_later_messages() -> None:
    """A message counts once however many terms it repeats; a call's own result does not count."""
    assert small().reference_count == (2, 0, 1, 0, 0)


def test_a_result_points_to_its_call_and_a_fact_to_its_first_message() -> None:
    """Two further kinds of edges."""
    edges = {(edge.source, edge.target) for edge in small().edges if edge.kind != "mention"}
    assert edges == {("m3", "m2"), (FILE, "m1")}


def test_facts_are_referred_to_by_showing_and_by_naming() -> None:
    """Messages after the first that observe the fact or write its name."""
    found = small()
    assert found.fact_reference_count == {FILE: 3}
    assert found.fact_centrality == {FILE: 1.0}


def test_what_much_comes_back_to_is_central() -> None:
    """The request leads; what nobody mentions has 0."""
    centrality = small().centrality
    assert centrality[0] == max(centrality) == 1.0
    assert centrality[3] == centrality[4] == 0.0


def test_commonplace_terms_link_nothing() -> None:
    """A term in every message says nothing about any of them."""
    s = SessionBuilder()
    for _ in range(50):
        s.user("main")
    terms = {index: ["main"] for index in range(50)}
    found = CrossReferenceDetector().detect(context(s.messages, terms=terms))
    assert set(found.reference_count) == {0}


def test_orphans_and_foreign_messages_are_no_trouble() -> None:
    """A result without a call, and a fact of an earlier hand-off."""
    s = SessionBuilder()
    elsewhere = s.user("id-7")
    lonely = s.result(s.call("Read"), "id-7")
    answer = s.user("id-7 again")
    fact = seen(elsewhere, FactKind.IDENTIFIER, "id-7", MentionValue(literal="id-7"))
    found = CrossReferenceDetector().detect(
        context([lonely, answer], terms={0: ["id-7"], 1: ["id-7"]}, facts=[fact])
    )
    assert found.reference_count == (1, 0)
    assert found.fact_reference_count == {(FactKind.IDENTIFIER, "id-7"): 1}


def test_an_empty_context_has_no_references() -> None:
    """Nothing in, nothing out."""
    found = CrossReferenceDetector().detect(context([]))
    assert (found.reference_count, found.centrality, found.edges) == ((), (), ())


def test_the_graph_is_made_on_demand() -> None:
    """networkx gets the same edges, and the graph has no cycle."""
    import networkx as nx

    found = small()
    graph = found.graph
    assert found.graph is graph
    assert set(graph.edges) == {(edge.source, edge.target) for edge in found.edges}
    assert nx.is_directed_acyclic_graph(graph)


def test_importing_the_detector_does_not_load_networkx() -> None:
    """The graph library is loaded only when a graph is asked for."""
    import subprocess

    code = "import sys, uagent_memory.prioritizer.prioritizer; print('networkx' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


TERMS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=4), max_size=12)


@settings(max_examples=100, deadline=None)
@given(TERMS)
def test_references_are_bounded_acyclic_and_deterministic(terms: list[list[str]]) -> None:
    """Centrality in 0..1, at most two targets a term, edges backwards only, equal for equal."""
    s = SessionBuilder()
    for index in range(len(terms)):
        (s.user if index % 3 else s.agent)("text")
    analysis = context(s.messages, terms=dict(enumerate(terms)))
    found = CrossReferenceDetector().detect(analysis)
    assert found == CrossReferenceDetector().detect(analysis)
    assert all(0.0 <= value <= 1.0 for value in found.centrality)
    for index, own in enumerate(terms):
        targets = [edge.target for edge in found.edges if edge.source == f"m{index + 1}"]
        assert len(targets) <= 2 * len(set(own))
        assert all(int(str(target)[1:]) <= index for target in targets)


@settings(max_examples=50, deadline=None)
@given(TERMS)
def test_one_sweep_is_the_fixed_point(terms: list[list[str]]) -> None:
    """Ranks by one sweep equal those of an iteration until nothing changes."""
    from uagent_memory.prioritizer.links import Links
    from uagent_memory.prioritizer.references import _sweep
    from uagent_memory.prioritizer.settings import PrioritizerSettings

    s = SessionBuilder()
    for _ in terms:
        s.agent("text")
    links = Links(
        context(s.messages, terms=dict(enumerate(terms))), PrioritizerSettings.load().references
    )
    swept, _ = _sweep(links, 0.85)
    ranks = [1.0] * len(terms)
    for _ in range(len(terms) + 1):
        ranks = [
            1.0
            + sum(
                0.85 * ranks[source] * targets[index] / sum(targets.values())
                for source, targets in enumerate(links.mentions)
                if index in targets
            )
            for index in range(len(terms))
        ]
    assert swept == pytest.approx(ranks)
