"""Whether the user did it or the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrong_actors"]

USER = re.compile(r"\b(?:the )?(?:user|customer|client)\b(?!['’]?s\b)|用户|客户", re.IGNORECASE)
AGENT = re.compile(r"\b(?:the )?(?:agent|assistant)\b(?!['’]?s\b)|代理|助手", re.IGNORECASE)
SELF = re.compile(r"\b(?:I|I['’](?:ve|ll|m|d)|my|mine|me)\b|我(?!们)", re.IGNORECASE)
MEANT = re.compile(
    r"\b(?:user|customer|client|you|your|they|their)\b|用户|客户|你|您|他们", re.IGNORECASE
)
"""Whoever is spoken of or to may be the user."""
DOES = (
    r"\s+(?:(?:has|have|had|already|also|then|explicitly)\s+)*"
    r"(?!should|could|would|must|might|ought|did\b|had\b|was\b|is\b)"
    r"([a-z]+(?:ed|s|wn|de|te|en|an|pt|ve|d|t)\b)"
)
USER_DOES = re.compile(
    rf"\bthe (?:user|customer|client){DOES}|^(?:用户|客户)[^，。；]", re.IGNORECASE
)
AGENT_DOES = re.compile(rf"\bthe (?:agent|assistant){DOES}|^(?:代理|助手)[^，。；]", re.IGNORECASE)


def wrong_actors(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    by_user = [x for line in sources if _is_users(line) for x in sentences(line.support)]
    by_agent = [x for line in sources if not _is_users(line) for x in sentences(line.support)]
    told = (*by_user, *by_agent)
    for clause in clauses(text):
        if AGENT_DOES.search(clause):
            near = nearest(clause, told)
            if near and all(_names_user(x) or (SELF.search(x) and x in by_user) for x in near):
                yield f"it was the user: {clause[:80]}"
        elif USER_DOES.search(clause):
            near = nearest(clause, told)
            if near and all(_names_agent(x) or (SELF.search(x) and x not in by_user) for x in near):
                yield f"it was not the user: {clause[:80]}"
            elif not by_user and not any(map(MEANT.search, told)):
                yield f"no source speaks of the user: {clause[:80]}"


def _is_users(line: DraftLine) -> bool:
    return line.is_users or "user" in line.speakers


def _names_user(clause: str) -> bool:
    return USER.search(clause) is not None and AGENT.search(clause) is None


def _names_agent(clause: str) -> bool:
    return AGENT.search(clause) is not None and USER.search(clause) is None
