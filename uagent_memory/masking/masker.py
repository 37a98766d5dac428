"""Masker: typed stand-ins for the secrets of a history, the same for the same secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from ahocorasick_rs import AhoCorasick, MatchKind
from pydantic import JsonValue

from uagent_memory.masking.continued import continued_secrets
from uagent_memory.masking.finder import anchored, find_secrets
from uagent_memory.messages import Message

__all__ = ["STAND_IN", "Masker"]

STAND_IN = re.compile(r"\[SECRET:([\w-]{1,40}):(\d{1,9})\]")
REPEATED = re.compile(r"(\[SECRET:private-key:\d+\])(?:(?:\s|\\n)*\1)+")
PREFIX = 16
"""Characters by which a long secret is known that was cut off."""
LONG = 20
"""A secret so long is one wherever it stands; a shorter one only as a whole word."""
SHORTEST = 6
"""A shorter one is masked only between the signs it was found between."""
KEY_LINE = 16
AT_ONCE = 256
"""Texts searched in one go."""


class Masker:
    """Replaces the secrets it knows, wherever they stand. Linear; never raises.

    Numbers go on after those of the stand-ins that the history already holds, which an earlier
    hand-off may have brought.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Learn the secrets of some texts, in order."""
        self._stand_ins: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._around: dict[str, tuple[str, str]] = {}
        self._pieces: dict[str, str] = {}
        self._taken: Counter[str] = Counter()
        kept = list(texts)
        for text in kept:
            if "[SECRET:" in text:
                for kind, number in STAND_IN.findall(text):
                    self._taken[kind] = max(self._taken[kind], int(number))
        for first in range(0, len(kept), AT_ONCE):
            batch = kept[first : first + AT_ONCE]
            for number in anchored(batch):
                self._learn(batch[number])

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Masker:
        """A masker for everything that these messages hold."""
        return cls(text for message in messages for _, text in message.parts() if text)

    def _learn(self, text: str) -> None:
        for broken in continued_secrets(text):
            stand_in = self._named(broken.value, broken.kind)
            self._pieces.update((piece, stand_in) for piece in broken.pieces)
        for secret in find_secrets(text):
            if secret.value in self._stand_ins or secret.value.rstrip("\\") in self._pieces:
                continue
            self._named(secret.value, secret.kind)
            before, after = text[secret.start - 1 : secret.start], text[secret.end : secret.end + 1]
            self._around[secret.value] = (before, after)

    def _named(self, value: str, kind: str) -> str:
        """The secret's stand-in, a new one if it is new."""
        if value not in self._stand_ins:
            self._taken[kind] += 1
            self._stand_ins[value] = f"[SECRET:{kind}:{self._taken[kind]}]"
            self._kinds[value] = kind
        return self._stand_ins[value]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many different secrets of each kind are known; never which."""
        return dict(sorted(Counter(self._kinds.values()).items()))

    @cached_property
    def _needles(self) -> dict[str, str]:
        """Text to look for -> stand-in; also in lower case, as keys of facts are written."""
        needles = dict(self._pieces)
        for value, stand_in in self._stand_ins.items():
            if self._kinds[value] == "private-key":
                lines = re.split(r"\s+|\\n", value)
                needles.update((line, stand_in) for line in lines if len(line) >= KEY_LINE)
            elif len(value) >= SHORTEST:
                needles[value] = stand_in
                if len(value) >= LONG:
                    needles.setdefault(value[:PREFIX], stand_in)
            else:
                before, after = self._around.get(value, ("", ""))
                needles[f"{before}{value}{after}"] = f"{before}{stand_in}{after}"
        small = {needle.lower(): stand_in for needle, stand_in in needles.items()}
        return {**small, **needles}

    @cached_property
    def _automaton(self) -> AhoCorasick:
        return AhoCorasick(list(self._needles), matchkind=MatchKind.LeftmostLongest)

    def mask(self, text: str) -> str:
        """The text with a stand-in for every known secret, also one that was cut off."""
        if not self._stand_ins or not text:
            return text
        names = list(self._needles)
        pieces: list[str] = []
        done = 0
        for number, start, found_end in self._automaton.find_matches_as_indexes(text):
            needle, end = names[number], found_end
            if len(needle) == PREFIX:
                end = self._extended(text, start, needle)
            if start < done or not self._is_whole(text, start, end, needle):
                continue
            pieces += (text[done:start], self._needles[needle])
            done = end
        if not pieces:
            return text
        pieces.append(text[done:])
        return REPEATED.sub(r"\1", "".join(pieces))

    def _extended(self, text: str, start: int, prefix: str) -> int:
        """The end of the longest cut-off secret that begins here."""
        longest = len(prefix)
        for value in self._by_prefix.get(prefix, ()):
            size = len(prefix)
            while size < len(value) and text[start + size : start + size + 1] == value[size]:
                size += 1
            longest = max(longest, size)
        return start + longest

    @cached_property
    def _by_prefix(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for value in dict.fromkeys(v for one in self._stand_ins for v in (one, one.lower())):
            found.setdefault(value[:PREFIX], []).append(value)
        return found

    @staticmethod
    def _is_whole(text: str, start: int, end: int, needle: str) -> bool:
        if len(needle) >= PREFIX:
            return True
        left, right = text[start - 1 : start] if start else "", text[end : end + 1]
        return not (
            (_is_word(left) and _is_word(needle[0])) or (_is_word(right) and _is_word(needle[-1]))
        )

    def message(self, message: Message) -> Message:
        """The message with its text and its calls' arguments masked; itself if it holds none.

        What its reader took the text out of is left out: nothing has looked for secrets there.
        """
        message = message.without_wrapper()
        if not self._stand_ins or self.mask(message.full_text) == message.full_text:
            return message
        calls = tuple(
            call.model_copy(update={"arguments": self._json(call.arguments)})
            for call in message.tool_calls
        )
        return message.model_copy(update={"text": self.mask(message.text), "tool_calls": calls})

    def _json(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return self.mask(value)
        if isinstance(value, list):
            return [self._json(item) for item in value]
        if isinstance(value, dict):
            return {self.mask(key): self._json(item) for key, item in value.items()}
        return value


def _is_word(char: str) -> bool:
    return char.isascii() and char.isalnum()
