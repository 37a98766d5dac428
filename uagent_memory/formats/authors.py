"""Who wrote a message, by its role, its recorded speaker and its text (architecture, idea 9)."""

from __future__ import annotations

from collections.abc import Iterable, Set

from uagent_memory.authorship import Authorship, authorship
from uagent_memory.formats.draft import Draft
from uagent_memory.formats.shapes import shapes
from uagent_memory.messages import Author, Message, MessageKind, Role

__all__ = ["draft_authorship", "speaking_agents"]


def speaking_agents(messages: Iterable[Draft | Message]) -> frozenset[str]:
    """Names under which some message of the role "assistant" speaks."""
    people = shapes().speakers.people
    return frozenset(
        message.agent
        for message in messages
        if message.role is Role.ASSISTANT and message.agent and message.agent not in people
    )


def draft_authorship(draft: Draft, *, agents: Set[str]) -> Authorship:
    """Author and kind of a draft; `agents` are the names that speak as assistants.

    A message of the role "user" is a person's unless something says otherwise: a recorded
    hand-off, a speaker who is an agent, or text that a program put in.
    """
    if draft.author is not None:
        return Authorship(draft.author, draft.kind)
    if draft.role is Role.TOOL:
        return Authorship(Author.TOOL)
    speakers = shapes().speakers
    if draft.agent in speakers.harness or draft.meta.get("is_demo") is True:
        return Authorship(Author.HARNESS)
    if draft.agent in speakers.compaction:
        return Authorship(Author.SUMMARY, MessageKind.SUMMARY)
    if draft.role is Role.ASSISTANT:
        return Authorship(Author.AGENT, MessageKind.HANDOFF if _is_handoff(draft) else draft.kind)
    by_text = authorship(draft.text)
    if draft.role is Role.SYSTEM:
        return by_text if by_text.author is Author.SUMMARY else Authorship(Author.SYSTEM)
    return _of_user_role(draft, by_text, agents)


def _of_user_role(draft: Draft, by_text: Authorship, agents: Set[str]) -> Authorship:
    if by_text.author is not Author.USER and not draft.meta.get("handoff"):
        return by_text
    if _is_handoff(draft) or draft.agent in agents:
        return Authorship(Author.PARENT, MessageKind.HANDOFF)
    return by_text


def _is_handoff(draft: Draft) -> bool:
    return draft.meta.get("handoff") is True or draft.to is not None
