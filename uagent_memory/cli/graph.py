"""The reference graph of a session, as networkx writes and reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uagent_memory.cli.survey import node_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.config import Settings
    from uagent_memory.messages import Message
    from uagent_memory.roles import RoleProfile

__all__ = ["reference_graph"]


def reference_graph(
    messages: Sequence[Message], *, receiver: RoleProfile, settings: Settings
) -> dict[str, object]:
    """Node-link data: `networkx.node_link_graph(data, edges="edges")` makes it a graph again.

    Nodes are messages (m12) and facts (file src/a.py) with `references` and `centrality`, edges
    point from later to earlier with `kind` and `weight`.
    """
    import networkx as nx

    from uagent_memory.analyzer.analyzer import ContextAnalyzer
    from uagent_memory.masking import Masker
    from uagent_memory.prioritizer.prioritizer import InformationPrioritizer

    analysis = ContextAnalyzer().analyze_context(messages, receiver=receiver)
    found = InformationPrioritizer().prioritize_information(
        analysis, role=receiver, profile=settings.profile
    )
    assert found.references is not None
    mask = Masker.of(messages).mask if settings.mask_secrets else str
    graph = nx.relabel_nodes(found.references.graph, lambda node: mask(node_name(node)))
    data: dict[str, object] = nx.node_link_data(graph, edges="edges")
    return data
