"""The model as judge: up to 3K votes on one question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from uagent_memory.condensers.asking import Poll, Steps
from uagent_memory.condensers.dynacontext.votes import Ballot, Vote, counted
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.condensers.summary.parts import language_of, parts_settings
from uagent_memory.condensers.summary.request import event_text
from uagent_memory.llm.prompts import PromptLibrary
from uagent_memory.llm.protocol import LanguageModel, ModelReply, ModelRequest, Outcome, Turn
from uagent_memory.masking import Masker
from uagent_memory.messages import Message
from uagent_memory.render.quote import fence

__all__ = ["ask_judge", "judge_request", "read_vote"]

CALLS_PER_VOTE = 3
ANSWER_TOKENS = 300
TOTAL_CHARACTERS = 120_000
REASON_CHARACTERS = 500
DECISION = re.compile(
    r"(?:^|\n)\W*(?:DECISION|决定|判断|结论)\W*(YES|NO|是|否)(?!\w)", re.IGNORECASE
)
BARE = re.compile(r"\W*(YES|NO|是|否)\W*", re.IGNORECASE)
REASONING = re.compile(
    r"(?:^|\n)\W*(?:REASONING|REASON|理由|推理)\s*[:：]\s*([^\n]+)", re.IGNORECASE
)
AFFIRMATIVE = ("YES", "是")


def ask_judge(model: LanguageModel, request: ModelRequest, *, voting_k: int) -> Steps[Ballot]:
    """Vote until one side has the majority of `voting_k`, at most three times that many calls."""
    threshold = voting_k // 2 + 1

    def enough(replies: Sequence[ModelReply]) -> bool:
        return counted([read_vote(reply) for reply in replies], threshold).is_decided

    poll = Poll(model, request, most=CALLS_PER_VOTE * voting_k, enough=enough, together=voting_k)
    replies = yield poll
    return counted([read_vote(reply) for reply in replies], threshold)


def read_vote(reply: ModelReply) -> Vote:
    """A failed call and an answer that cannot be read are a NO."""
    if reply.outcome is not Outcome.TEXT:
        return Vote("NO", parsed_ok=False, error_type=reply.outcome.value)
    found = DECISION.findall(reply.text)
    bare = BARE.fullmatch(reply.text)
    word = found[-1] if found else bare[1] if bare else ""
    if not word:
        return Vote("NO", parsed_ok=False, error_type="unparsed")
    reason = REASONING.search(reply.text)
    return Vote(
        "YES" if word.upper() in AFFIRMATIVE else "NO",
        reasoning=reason[1].strip()[:REASON_CHARACTERS] if reason else "",
    )


def judge_request(
    events: Sequence[Message],
    *,
    kinds: Mapping[str, EventKind],
    candidates: int,
    turns: int,
    prompts: PromptLibrary,
    limit: int,
    mask: bool,
) -> ModelRequest:
    """The question, over the newest events that fit into a request."""
    language = language_of(events)
    masker = Masker.of(events) if mask else Masker()
    texts: list[str] = []
    used = 0
    for event in reversed(events):
        text = event_text(event, kinds[event.id], masker=masker, limit=limit)
        used += len(text)
        if texts and used > TOTAL_CHARACTERS:
            break
        texts.append(text)
    values = {
        "events": fence("\n\n".join(reversed(texts))),
        "turns": turns,
        "candidates": candidates,
        "language": parts_settings().phrases(language).language,
    }
    return ModelRequest(
        system=prompts.get(f"condenser.{language}").render(values),
        turns=(Turn("user", prompts.get(f"judge.{language}").render(values)),),
        max_tokens=ANSWER_TOKENS,
    )
