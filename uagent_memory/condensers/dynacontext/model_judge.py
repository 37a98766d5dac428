"""The model as judge: up to 3K votes on one question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.condensers.asking import Poll, Steps
from uagent_memory.condensers.dynacontext.votes import Ballot, Vote, counted
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.condensers.summary.parts import language_of, parts_settings
from uagent_memory.condensers.summary.request import event_text
from uagent_memory.config import read_toml
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
    found = _decision().findall(reply.text)
    bare = re.fullmatch(rf"\W*({_words('yes', 'no')})\W*", reply.text, re.IGNORECASE)
    word = found[-1] if found else bare[1] if bare else ""
    if not word:
        return Vote("NO", parsed_ok=False, error_type="unparsed")
    reason = _reasoning().search(reply.text)
    return Vote(
        "YES" if re.fullmatch(_words("yes"), word, re.IGNORECASE) else "NO",
        reasoning=reason[1].strip()[:REASON_CHARACTERS] if reason else "",
    )


@cache
def _decision() -> re.Pattern[str]:
    head, word = _words("decision"), _words("yes", "no")
    return re.compile(rf"(?:^|\n)\W*(?:{head})\W*({word})(?!\w)", re.IGNORECASE)


@cache
def _reasoning() -> re.Pattern[str]:
    head = _words("reasoning")
    return re.compile(rf"(?:^|\n)\W*(?:{head})\s*[:：]\s*([^\n]+)", re.IGNORECASE)


@cache
def _words(*names: str) -> str:
    """A pattern for the words of these lists, in either language."""
    data = read_toml(Path(__file__).with_name("model_judge.toml"))
    return any_of(word for name in names for words in data[name].values() for word in words)


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
