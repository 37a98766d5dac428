"""RelevanceScorer: how much a text matters to the role that will read it.

UAgent document, section 4.3, with its weights divided by their sum (they add up to 1.2). The parts
it leaves open: historical is the share of the text's keys that the role met before, future the
words of the stage that follows. The role part saturates at a few different keywords, because the
lists are longer than the document's and in two languages.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import Lexicon, Match, bounded_samples, load_table
from uagent_memory.analyzer.lexicon_batches import find_each
from uagent_memory.analyzer.once import KnownTexts
from uagent_memory.messages import Message
from uagent_memory.roles import RoleProfile

__all__ = ["RelevanceScorer"]

ROLE, STAGE, NEXT = "role", "stage", "next"
REMEMBERED_ROLES = 4


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    role_weight: float
    stage_weight: float
    historical_weight: float
    future_weight: float
    full_role_keywords: int
    full_stage_matches: int
    neutral: float
    sample_head: int
    sample_tail: int
    stages: Mapping[str, Mapping[str, tuple[str, ...]]]


class _Words(NamedTuple):
    """What the words of a text alone make it worth, each part 0..1."""

    role: float
    stage: float
    future: float


class RelevanceScorer:
    """Weighted sum of role, stage, historical and future relevance."""

    def __init__(self, *, remembered: int = 0) -> None:
        """Read the settings.

        Args:
            remembered: texts that later calls for the same role do not look up again.
        """
        self._remembered = remembered
        self._known: OrderedDict[Lexicon, KnownTexts[_Words]] = OrderedDict()
        s = self._settings = _settings()
        self._weight_sum = s.role_weight + s.stage_weight + s.historical_weight + s.future_weight

    def score_messages(
        self, messages: Sequence[Message], terms: Sequence[Collection[str]], role: RoleProfile
    ) -> list[float]:
        """Relevance of each message of a log to the role, 0..1, at the role's own stage.

        Args:
            messages: what is scored, with the decoded tool calls.
            terms: the keys of each; those of earlier messages count as met.
            role: who will read it.
        """
        texts = [message.full_text for message in messages]
        lexicon = _lexicon(role.keywords, role.stage, role.next_stage)
        known = self._known_of(lexicon)
        words = known.read(lambda different: self._words(different, role, lexicon), texts)
        scores, met = [], set[str]()
        for said, keys in zip(words, terms, strict=True):
            scores.append(self._weighted(said, keys, met))
            met.update(keys)
        return scores

    def _known_of(self, lexicon: Lexicon) -> KnownTexts[_Words]:
        """What is known for receivers with these words, of which a team has a few."""
        known = self._known.setdefault(lexicon, KnownTexts[_Words](self._remembered))
        self._known.move_to_end(lexicon)
        if len(self._known) > REMEMBERED_ROLES:
            self._known.popitem(last=False)
        return known

    def score_relevance(
        self,
        content: str,
        *,
        role: RoleProfile,
        workflow_stage: str,
        next_stage: str = "",
        keys: Collection[str] = (),
        met: AbstractSet[str] = frozenset(),
    ) -> float:
        """Relevance of a text, 0..1.

        Args:
            content: the text.
            role: whose keywords count.
            workflow_stage: the stage the workflow is in; unknown stages have no words.
            next_stage: the stage that follows it.
            keys: atoms of the text (see `terms_of`).
            met: keys that this role met before.
        """
        lexicon = _lexicon(role.keywords, workflow_stage, next_stage)
        (words,) = self._words((content,), role, lexicon)
        return self._weighted(words, keys, met)

    def _weighted(self, words: _Words, keys: Collection[str], met: AbstractSet[str]) -> float:
        settings = self._settings
        weighted = (
            settings.role_weight * words.role
            + settings.stage_weight * words.stage
            + settings.historical_weight * _historical_relevance(keys, met)
            + settings.future_weight * words.future
        )
        return min(weighted / self._weight_sum, 1.0)

    def _words(
        self, contents: Iterable[str], role: RoleProfile, lexicon: Lexicon
    ) -> Iterator[_Words]:
        head, tail = self._settings.sample_head, self._settings.sample_tail
        samples = bounded_samples(contents, head=head, tail=tail)
        nothing = _Words(0.0 if role.keywords else self._settings.neutral, 0.0, 0.0)
        for matches in find_each(lexicon, samples):
            yield (
                nothing
                if not matches
                else _Words(
                    self._role_relevance(matches, role),
                    self._stage_relevance(matches, STAGE),
                    self._stage_relevance(matches, NEXT),
                )
            )

    def _role_relevance(self, matches: Sequence[Match], role: RoleProfile) -> float:
        if not role.keywords:
            return self._settings.neutral
        different = {match.word for match in matches if match.category == ROLE}
        full = min(len(role.keywords), self._settings.full_role_keywords)
        return min(len(different) / full, 1.0)

    def _stage_relevance(self, matches: Sequence[Match], category: str) -> float:
        found = sum(match.category == category for match in matches)
        return min(found / self._settings.full_stage_matches, 1.0)


def _historical_relevance(keys: Collection[str], met: AbstractSet[str]) -> float:
    return sum(map(met.__contains__, keys)) / len(keys) if keys else 0.0


@lru_cache(maxsize=256)
def _lexicon(keywords: tuple[str, ...], stage: str, next_stage: str) -> Lexicon:
    """Keywords match with their inflections: a role file lists "implement", not its forms."""
    return Lexicon(
        {
            ROLE: [keyword if keyword.endswith("*") else f"{keyword}*" for keyword in keywords],
            STAGE: _stage_words(stage),
            NEXT: _stage_words(next_stage),
        }
    )


def _stage_words(stage: str) -> list[str]:
    by_language = _settings().stages.get(stage, {})
    return [word for words in by_language.values() for word in words]


@cache
def _settings() -> _Settings:
    return _Settings.model_validate(load_table("relevance"))
