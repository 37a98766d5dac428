from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.prioritizer.contexts import context, seen
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.facts import FactKind, FileValue, MentionValue
from uagent_memory.messages import Message
from uagent_memory.prioritizer.references import (
    CrossReferenceDetector,
    CrossReferences,
    ReferenceKind,
    _scaled,
    _sweep,
)
from uagent_memory.prioritizer.settings import PrioritizerSettings
from uagent_memory.role_files import shipped_roles

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


PATHS = ("src/rows.py", "src/schema.py", "docs/limits.md", "load_rows", "E-1042")
WORDS = st.lists(st.sampled_from((*PATHS, "fix", "fails with", "不要修改", "42")), max_size=6)
STEPS = st.tuples(st.sampled_from(("user", "agent", "read", "edit", "handed")), WORDS)


def build(steps: list[tuple[str, list[str]]]) -> tuple[Message, ...]:
    """A session in which few names turn up again and again."""
    s = SessionBuilder()
    for kind, words in steps:
        text = " ".join(words)
        if kind == "read":
            s.run("Read", text, say=text, file_path=PATHS[len(words) % 3])
        elif kind == "edit":
            path = PATHS[len(words) % 3]
            s.run("Edit", "updated", file_path=path, old_string="1", new_string=text)
        elif kind == "handed":  # a result that is not the tool's own words refers, too
            call = s.call("Task", prompt=text)
            s.agent(text, call)
            s.user(text, tool_call_id=call.id)
        else:
            (s.user if kind == "user" else s.agent)(text)
    return s.messages


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=14))
def test_the_sweep_gives_networkx_own_figures(steps: list[tuple[str, list[str]]]) -> None:
    """On any session: the edges, the counts as in-degrees, the ranks as networkx iterates them.

    Katz centrality over the stochastic graph is PageRank with base 1; networkx's own PageRank
    needs scipy.
    """
    import networkx as nx

    weights = PrioritizerSettings.load().references
    analysis = ContextAnalyzer().analyze_context(
        build(steps), receiver=shipped_roles().get("tester")
    )
    found = CrossReferenceDetector().detect(analysis)
    graph = found.graph
    ids = [seen.message.id for seen in analysis.messages]
    assert set(graph.nodes) == {*ids, *found.fact_reference_count}
    assert set(graph.edges) == {(edge.source, edge.target) for edge in found.edges}
    mentions = nx.DiGraph(
        (e.source, e.target) for e in found.edges if e.kind is ReferenceKind.MENTION
    )
    mentions.add_nodes_from(graph)
    assert [mentions.in_degree(name) for name in ids] == list(found.reference_count)
    assert {
        fact: mentions.in_degree(fact) for fact in found.fact_reference_count
    } == found.fact_reference_count
    if not ids:
        return
    ranks = nx.katz_centrality(
        nx.stochastic_graph(graph, weight="weight"),
        alpha=weights.damping,
        beta=1.0,
        normalized=False,
        max_iter=1000,
        weight="weight",
    )
    swept, facts = _sweep(found.links, weights.damping)
    assert swept == pytest.approx([ranks[name] for name in ids])
    assert facts == pytest.approx([ranks[fact] for fact in found.fact_reference_count])
    assert _scaled(swept) == found.centrality
