"""What one hand-off may spend on a model: calls, tokens and money, set aside before each call."""

from __future__ import annotations

from dataclasses import dataclass

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.llm.protocol import Usage

__all__ = ["Allowance", "Prices"]

MILLION = 1_000_000
CACHE_READ, CACHE_WRITE = 0.1, 1.25
"""Of the price of an input token."""


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million tokens; 0: not known."""

    input: float = 0.0
    output: float = 0.0

    @classmethod
    def of(cls, settings: Settings) -> Prices:
        """The settings' prices.

        Raises:
            ConfigError: a cap on the cost without both prices.
        """
        prices = cls(settings.model_price_input, settings.model_price_output)
        if settings.model_cost and not prices.are_known:
            raise ConfigError(
                f"model_cost = {settings.model_cost}: a cap on the cost needs the prices: set "
                "model_price_input and model_price_output (US dollars per million tokens)"
            )
        return prices

    @property
    def are_known(self) -> bool:
        return self.input > 0 and self.output > 0

    def cost(self, usage: Usage) -> float | None:
        """US dollars; None where no prices are known."""
        if not self.are_known:
            return None
        read = usage.cache_read_tokens * CACHE_READ + usage.cache_write_tokens * CACHE_WRITE
        given = (usage.input_tokens + read) * self.input
        return (given + usage.output_tokens * self.output) / MILLION


class Allowance:
    """Counts down; a call whose most expensive end does not fit is not made."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._prices = Prices.of(settings)
        self._calls = 0
        self._tokens = 0
        self._cost = 0.0

    def reserve(self, most: Usage) -> str:
        """Set a call aside; "" if it may be made, else which cap is in the way.

        Args:
            most: the tokens it could take.
        """
        settings, cost = self._settings, self._prices.cost(most) or 0.0
        if self._calls + 1 > settings.model_calls:
            return f"the cap of {settings.model_calls} calls is reached"
        if self._tokens + most.total > settings.model_tokens:
            return f"the cap of {settings.model_tokens} tokens leaves no room for it"
        if settings.model_cost and self._cost + cost > settings.model_cost:
            return f"the cap of {settings.model_cost} US dollars leaves no room for it"
        self._calls += 1
        self._tokens += most.total
        self._cost += cost
        return ""

    def settle(self, most: Usage, used: Usage) -> None:
        """Give back what a call did not take; one that failed without usage counts as whole."""
        if used.total:
            self._tokens += used.total - most.total
            self._cost += (self._prices.cost(used) or 0.0) - (self._prices.cost(most) or 0.0)

    def cost(self, usage: Usage) -> float | None:
        return self._prices.cost(usage)
