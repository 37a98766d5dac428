"""All compressors by name, in the order of the tables."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import get_args

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.peers import packages, simple
from benchmarks.quality.peers.ours import Ours
from benchmarks.quality.peers.protocol import Compressor, Peer
from uagent_memory.config import ProfileName

__all__ = ["OURS", "PEERS", "RECORDED", "chosen"]

RECORDED = "recorded summary"
"""Not a compressor: the summaries that stand in the sessions."""


def _plain(function: Compressor) -> Callable[[], Compressor]:
    return lambda: function


def _ours(profile: ProfileName) -> Peer:
    name = f"uagent-memory {profile}"
    return Peer(name, "ours", f"this library, profile {profile}", lambda: Ours(profile))


OURS = {profile: _ours(profile) for profile in get_args(ProfileName)}
_BASELINES = (
    ("masking", simple.masking, "first message + last tokens, old tool output masked"),
    ("head+tail", simple.head_and_tail, "first message + last tokens"),
    ("last-tokens", simple.last_tokens, "last tokens only"),
    ("identifier-dump", simple.identifier_dump, "bare literals; shows what recall alone is worth"),
    ("word-salad", simple.word_salad, "a literal and two frequent neighbours a line"),
)
_PACKAGES = (
    (
        "langchain",
        packages.langchain,
        "ClearToolUsesEdit + trim_messages",
        ("langchain", "langchain_core"),
        "langchain",
    ),
    ("distil", packages.distil, "distil-llm", ("distil",), "distil-llm"),
    ("distil+masking", packages.distil_masked, "distil-llm, masked", ("distil",), "distil-llm"),
    ("vecr", packages.vecr, "vecr-compress", ("vecr_compress",), "vecr-compress"),
    ("headroom", packages.headroom, "headroom-ai without its model", ("headroom",), "headroom-ai"),
)
PEERS = {
    peer.name: peer
    for peer in (
        *(Peer(name, "baseline", what, _plain(run)) for name, run, what in _BASELINES),
        *(
            Peer(name, "package", what, _plain(run), modules, distribution)
            for name, run, what, modules, distribution in _PACKAGES
        ),
    )
}


def chosen(names: Sequence[str]) -> list[Peer]:
    """The peers named, or all of them for "all", none for "none".

    Raises:
        SuiteError: no peer has such a name.
    """
    if list(names) == ["all"]:
        return list(PEERS.values())
    if list(names) == ["none"]:
        return []
    for name in names:
        if name not in PEERS:
            near = difflib.get_close_matches(name, PEERS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(PEERS)}"
            raise SuiteError(f"--peers: no peer is called {name!r}; {hint}")
    return [PEERS[name] for name in PEERS if name in names]
