"""Team roles: what each is for, what it must get, and how it weighs the segments."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from uagent_memory.errors import ConfigError, UnknownRole
from uagent_memory.segment_name import SegmentName

__all__ = ["Clash", "MustGet", "RoleProfile", "RoleRegistry", "find_clash", "folded"]

SHARES_TOLERANCE = 1e-6
ROLE_NAME = re.compile(r"[^\W\d_][\w-]{0,63}")


class MustGet(StrEnum):
    """Kinds of facts that a role file may name under `must_get`."""

    GOALS = "goals"  # active user requests
    CONSTRAINTS = "constraints"
    OPEN_TASKS = "open_tasks"
    OPEN_ERRORS = "open_errors"
    OPEN_QUESTIONS = "open_questions"
    CHANGED_FILES = "changed_files"  # with state
    CHANGES = "changes"  # what changed in them: names, hunks (the diff list)
    FAILING_COMMANDS = "failing_commands"  # with expected and actual
    TEST_RESULTS = "test_results"
    DECISIONS = "decisions"
    REJECTED_OPTIONS = "rejected_options"
    FINDINGS = "findings"
    HANDOFFS = "handoffs"


class RoleProfile(BaseModel):
    """One role file, resolved (`extends` applied)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str = ""
    """Display name in the other language, e.g. 编码专家."""
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    """Both languages; relevance to this role."""
    stage: str = "general"
    next_stage: str = ""
    shares: Mapping[SegmentName, float] = Field(default_factory=dict)
    """Weights of the segments, summing to 1."""
    must_get: tuple[MustGet, ...] = ()
    contract: str = ""
    """What this role is to do and not to do; reaches it word for word in every hand-off."""
    tools: tuple[str, ...] = ()
    """Names of the tools it has; empty: not stated."""

    @field_validator("name")
    @classmethod
    def _name_fits_an_id(cls, name: str) -> str:
        """The name is the part before the slash of every message id."""
        if not ROLE_NAME.fullmatch(name) or name != name.casefold():
            raise ValueError(
                f"{name!r} is no role name: lower-case letters, digits, - and _ are allowed, "
                "at most 64, a letter first"
            )
        return name

    @field_validator("aliases", "keywords")
    @classmethod
    def _words_are_there(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        """An empty word would match everywhere, and no text can be searched for it."""
        for word in words:
            if not word.strip().removesuffix("*").strip("\0 "):
                raise ValueError(f"{word!r} is no word: take it out")
        return words

    @field_validator("shares")
    @classmethod
    def _shares_are_weights(
        cls, shares: Mapping[SegmentName, float]
    ) -> Mapping[SegmentName, float]:
        for segment, share in shares.items():
            if not 0 <= share <= 1:
                raise ValueError(f"the share of {segment.value!r} is {share:g}: allowed are 0 to 1")
        total = math.fsum(shares.values())
        if shares and abs(total - 1) > SHARES_TOLERANCE:
            raise ValueError(f"the shares sum to {total:g}, not 1")
        return shares

    @property
    def words(self) -> tuple[str, ...]:
        """Everything it may be called by: name, title, aliases."""
        return tuple(word for word in (self.name, self.title, *self.aliases) if word)

    def may_have(self, tool: str) -> bool:
        """Whether it has the tool, as far as its role file says."""
        return not self.tools or tool in self.tools


class Clash(NamedTuple):
    """A word that names two roles."""

    word: str
    first: str
    second: str


class RoleRegistry:
    """The known roles, found by name, title or alias in either language, whatever the case.

    Immutable. Iterates over the profiles by name.
    """

    def __init__(self, profiles: Iterable[RoleProfile]) -> None:
        """Raises ConfigError if two roles could be meant by one word."""
        self._profiles = {p.name: p for p in sorted(profiles, key=lambda p: p.name)}
        clash = find_clash(self)
        if clash is not None:
            raise ConfigError(
                f"{clash.word!r} names two roles, {clash.first!r} and {clash.second!r}: "
                "take it out of the aliases of one",
                role=clash.second,
            )
        self._names = {folded(word): role.name for role in self for word in role.words}

    def get(self, word: str) -> RoleProfile:
        """The role of that name, title or alias.

        Raises:
            UnknownRole: there is none; the message has the nearest word and all names.
        """
        spelled = folded(word) if isinstance(word, str) else ""
        name = self._names.get(spelled)
        if name is None:
            near = difflib.get_close_matches(spelled, self._names, n=1)
            hint = f" Did you mean {self._names[near[0]]!r}?" if near else ""
            known = ", ".join(self._profiles) or "none"
            raise UnknownRole(
                f"unknown role {word!r}.{hint} Known roles: {known}. "
                "A role file adds one: name its folder in `roles`, --roles or UAGENT_MEMORY_ROLES.",
                role=str(word),
            )
        return self._profiles[name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._profiles)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and folded(word) in self._names

    def __iter__(self) -> Iterator[RoleProfile]:
        return iter(self._profiles.values())

    def __len__(self) -> int:
        return len(self._profiles)


def find_clash(profiles: Iterable[RoleProfile]) -> Clash | None:
    """The first word that would name two roles."""
    owners: dict[str, str] = {}
    for profile in profiles:
        for word in profile.words:
            owner = owners.setdefault(folded(word), profile.name)
            if owner != profile.name:
                return Clash(word, owner, profile.name)
    return None


def folded(word: str) -> str:
    """One form for `Code Reviewer`, `code_reviewer` and `ｃｏｄｅ-reviewer`."""
    return re.sub(r"[\s_-]+", "-", unicodedata.normalize("NFKC", word).casefold().strip())
