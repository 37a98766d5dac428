"""Who wrote a message, by its role, its recorded speaker and its text."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from uagent_memory.authorship import Authorship, authorship
from uagent_memory.formats.draft import Draft
from uagent_memory.formats.shapes import shapes
from uagent_memory.messages import Author, Message, MessageKind, Role

__all__ = ["draft_authorship", "speaking_agents"]

_ASSISTANT, _TOOL, _SYSTEM = Role.ASSISTANT, Role.TOOL, Role.SYSTEM
_USER = Author.USER


def speaking_agents(messages: Iterable[Draft | Message]) -> frozenset[str]:
    """Names under which some message of the role "assistant" speaks."""
    people = shapes().speakers.people
    return frozenset(
        message.agent
        for message in messages
        if message.role is _ASSISTANT and message.agent and message.agent not in people
    )


def draft_authorship(draft: Draft, *, agents: AbstractSet[str]) -> Authorship:
    """Author and kind of a draft; `agents` are the names that speak as assistants.

    A message of the role "user" is a person's unless something says otherwise: a recorded
    hand-off, a speaker who is an agent, or text that a program put in.
    """
    stated = _stated(draft)
    if stated is not None:
        return stated
    if draft.role is _ASSISTANT:
        handoff = _is_handoff(draft, spoken_by_agent=True)
        return Authorship(Author.AGENT, MessageKind.HANDOFF if handoff else draft.kind)
    by_text = draft.by_text or authorship(draft.text)
    if draft.role is _SYSTEM:
        return by_text if by_text.author is Author.SUMMARY else Authorship(Author.SYSTEM)
    return _of_user_role(draft, by_text, agents)


def _stated(draft: Draft) -> Authorship | None:
    """What its reader, its role or its recorded speaker says."""
    speakers = shapes().speakers
    if draft.author is not None:
        return Authorship(draft.author, draft.kind)
    if draft.role is _TOOL:
        return Authorship(Author.TOOL)
    if draft.agent in speakers.harness or draft.meta.get("is_demo") is True:
        return Authorship(Author.HARNESS)
    if draft.agent in speakers.compaction:
        return Authorship(Author.SUMMARY, MessageKind.SUMMARY)
    return None


def _of_user_role(draft: Draft, by_text: Authorship, agents: AbstractSet[str]) -> Authorship:
    if by_text.author is not _USER and not draft.meta.get("handoff"):
        return by_text
    named = draft.agent is not None and draft.agent not in shapes().speakers.people
    if draft.agent in agents or _is_handoff(draft, spoken_by_agent=named):
        return Authorship(Author.PARENT, MessageKind.HANDOFF)
    return by_text


def _is_handoff(draft: Draft, *, spoken_by_agent: bool) -> bool:
    """Recorded as one, or words that an agent addresses to another."""
    return draft.meta.get("handoff") is True or (spoken_by_agent and draft.to is not None)
