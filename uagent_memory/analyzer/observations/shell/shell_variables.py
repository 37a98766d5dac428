"""What the variables of a shell script stand for, as far as the script itself sets them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from uagent_memory.analyzer.observations.shell.shell_words import VARIABLE, Word

__all__ = ["ASSIGNMENT", "Variables", "is_pattern"]

ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_BRACES = re.compile(r"\{([^{}\s]*,[^{}\s]*)\}")
_OPEN = re.compile(r"[$`{]")
_GLOB = re.compile(r"[*?\[]")
_FIELD = re.compile(r"\S+")
_MOST = 50
"""More words than this come from one word only in a list that nobody names."""
_LONGEST = 1000


def is_pattern(word: Word) -> bool:
    """Whether a word stands for the files that match it."""
    text = word.text
    return not word.plain and bool(_GLOB.search(text)) and not _OPEN.search(text)


class Variables:
    """The values of a script's variables, each a list of words."""

    def __init__(self, text: str, values: Mapping[str, Sequence[Word]] | None = None) -> None:
        self._text = text
        self._values: dict[str, list[Word]] = {k: list(v) for k, v in (values or {}).items()}

    def with_arguments(self, words: Sequence[Word]) -> Variables:
        """For the inside of a function that is called with these."""
        inner = Variables(self._text, self._values)
        inner.set_arguments(words)
        return inner

    def set_arguments(self, words: Sequence[Word]) -> None:
        for number, word in enumerate(words[:9], 1):
            self._values[str(number)] = [word]
        self._values["@"] = list(words)

    def loop(self, words: Sequence[Word]) -> None:
        """`for x in a b`: remembers what x stands for."""
        if len(words) > len(("for", "x", "in")) and words[2].text == "in":
            known = [word for word in words[3:] if word.plain or is_pattern(word)]
            if len(known) == len(words) - len(("for", "x", "in")):
                self._values[words[1].text] = known
            else:
                self._values.pop(words[1].text, None)

    def assign(self, word: Word) -> None:
        """`name=value`; a value that is not known makes the name unknown."""
        name, _, value = word.text.partition("=")
        self._values.pop(name, None)
        whole = word._replace(text=value)
        if word.plain and value:
            at = self._text.rfind(value, word.start, word.end)
            found = whole if at < 0 else Word(value, at, at + len(value))
            self._values[name] = [found]
        elif value and not name.endswith("+"):
            (*values,) = self.expanded(whole)
            if all(one.plain for one in values):
                self._values[name] = values

    def expanded(self, word: Word) -> Iterator[Word]:
        """The words that a word stands for; itself where that is not known."""
        if word.plain or len(word.text) > _LONGEST:
            yield word
            return
        found = VARIABLE.fullmatch(word.text)
        if found is not None or word.text == "$@":
            name = "@" if found is None else found.group(1) or found.group(2)
            for value in self._values.get(name, [word]):
                yield from self._fields(word, value)
            return
        texts = self._composed(word.text)
        for text in texts:
            yield word._replace(text=text, plain=not (_OPEN.search(text) or _GLOB.search(text)))

    def _fields(self, word: Word, value: Word) -> Iterator[Word]:
        """An unquoted list of names in one value is several words."""
        quoted = self._text[word.start : word.start + 1] == '"'
        if quoted or " " not in value.text or not value.plain:
            yield value
            return
        whole = self._text[value.start : value.end] == value.text
        for found in _FIELD.finditer(value.text):
            start, end = value.start + found.start(), value.start + found.end()
            yield Word(found.group(), start, end) if whole else value._replace(text=found.group())

    def _composed(self, text: str) -> list[str]:
        """Braces and known variables put in, all ways."""
        texts = [text]
        for _ in range(_MOST):
            found = VARIABLE.search(texts[0])
            while found is not None and (found.group(1) or found.group(2)) not in self._values:
                found = VARIABLE.search(texts[0], found.end())
            inside = self._choices(found) if found else None
            if found is None:
                found = _BRACES.search(texts[0])
                inside = found.group(1).split(",") if found else None
            if found is None or inside is None or len(texts) * len(inside) > _MOST:
                break
            sign = found.group()
            texts = [one.replace(sign, value, 1) for one in texts for value in inside]
        return texts

    def _choices(self, found: re.Match[str]) -> list[str]:
        return [word.text for word in self._values[found.group(1) or found.group(2)]]
