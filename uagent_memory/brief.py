"""The brief: a call's arguments, checked and resolved, as the engine needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetError, InputError
from uagent_memory.given import counter_of, is_number, is_whole, settings_of
from uagent_memory.inputs import Inputs, pins
from uagent_memory.masking import Masker
from uagent_memory.messages import Message
from uagent_memory.render import RECALL_TOOL, Frame, Meter
from uagent_memory.role_files import roles_from
from uagent_memory.roles import RoleProfile
from uagent_memory.stopwatch import Stopwatch
from uagent_memory.tokens import TokenCounter
from uagent_memory.whole import opened

__all__ = ["Brief", "prepare"]


@dataclass(frozen=True)
class Brief:
    """What to compress for whom, and how far."""

    sender: str
    receiver: RoleProfile
    budget: int
    target_ratio: float
    keep: tuple[str, ...]
    counter: TokenCounter
    strict: bool
    settings: Settings
    original_tokens: int
    original_length: int
    by_ratio: bool
    """No budget was given."""
    masker: Masker = field(default_factory=Masker, compare=False, repr=False)
    """Of the secrets of the input; it knows none where masking is off."""
    by_default: bool = False
    """Neither a budget nor a ratio was given: the size is nobody's wish."""
    passes_on: bool = False
    """A hand-off of ours is among the messages: the result cites other logs, too."""
    slack: int = 0
    """Tokens kept free because the counter finds more in a whole than in its lines."""
    tokens_whole: int = 0
    """Of the input with its ids and names, where only a hand-off fits the budget; else 0."""
    watch: Stopwatch = field(default_factory=Stopwatch, compare=False, repr=False)
    """The caller's; without a clock unless the caller brings one."""

    @cached_property
    def frame(self) -> Frame:
        return Frame(
            sender=self.sender,
            receiver=self.receiver.name,
            budget=self.budget,
            original_length=self.original_length,
            original_tokens=self.original_tokens,
            quality=0.0,
            contract=self.receiver.contract if self.receiver.name != self.sender else "",
            offers_recall=self.receiver.may_have(RECALL_TOOL),
            passes_on=self.passes_on,
        )

    @property
    def fits_whole(self) -> bool:
        """Too short to compress: the whole input is within the budget."""
        return self.original_tokens <= self.budget and not self.by_ratio

    @property
    def may_stay_whole(self) -> bool:
        """Short, and of no wanted size: whole is better than without what must be kept."""
        return self.by_default and self.original_tokens <= self.settings.short_session

    @property
    def room(self) -> int:
        """Most tokens of a result worth having: in the budget, and smaller than the input."""
        return min(self.budget, self.input_size - 1) - self.slack

    @property
    def input_size(self) -> int:
        """Tokens that a result has to stay below."""
        return self.tokens_whole or self.original_tokens

    @cached_property
    def bare(self) -> int:
        """Tokens of a hand-off without a single entry."""
        return Meter(self.frame, counter=self.counter).total()


def prepare(
    messages: Sequence[Message], inputs: Inputs, *, watch: Stopwatch | None = None
) -> Brief:
    """Check and resolve a call's arguments.

    Raises:
        InputError: no messages.
        BudgetError: a budget or ratio that is no positive number.
        UnknownReference: something to keep that is no text.
        UnknownRole: see RoleRegistry.get.
        ConfigError: a role file is wrong, or its folder not there; settings or a counter that are
            none.
    """
    if not messages:
        raise InputError("no messages: there is nothing to compress")
    settings = settings_of(inputs.settings)
    roles = roles_from(inputs.roles, settings=settings)
    sender = roles.get(inputs.role)
    receiver = roles.get(inputs.to) if inputs.to is not None else sender
    counter = counter_of(inputs.counter)
    watch = watch or Stopwatch()
    with watch.stage("count"):
        read = opened(messages)
        texts = [message.full_text for message in read]
        tokens = sum(counter.count_many(texts))
    with watch.stage("mask"):
        masker = Masker.of(read) if settings.mask_secrets else Masker()
    ratio = _ratio(inputs.ratio, settings)
    budget = _budget(inputs.budget)
    if budget is None:
        budget = max(int(tokens * ratio), 1)
    return Brief(
        sender=sender.name,
        receiver=receiver,
        budget=budget,
        target_ratio=min(budget, tokens) / tokens if tokens else 1.0,
        keep=pins(inputs.keep),
        counter=counter,
        strict=inputs.strict,
        settings=settings,
        original_tokens=tokens,
        original_length=sum(map(len, texts)),
        by_ratio=inputs.budget is None,
        masker=masker,
        passes_on=any(map(is_own_handoff, messages)),
        watch=watch,
        by_default=inputs.budget is None and inputs.ratio is None,
    )


def _ratio(ratio: float | None, settings: Settings) -> float:
    if ratio is None:
        return settings.ratio
    if not is_number(ratio) or not 0 < ratio <= 1:
        raise BudgetError(f"ratio {ratio!r}: give a number above 0, at most 1 (tokens kept / in)")
    return ratio


def _budget(budget: int | None) -> int | None:
    if budget is None:
        return None
    if not is_whole(budget) or budget <= 0:
        raise BudgetError(f"budget {budget!r}: give a whole number of tokens above 0")
    return budget
