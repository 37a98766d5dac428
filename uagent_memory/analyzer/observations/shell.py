"""A shell script taken apart: pipelines of simple commands, with the place of every word.

Not a full grammar: quoting, expansions, here-documents, redirections, operators, groups and the
keywords of compound commands are recognised; nothing is expanded but variables that the script
itself sets to plain words. One pass, linear, any input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.quoting import closing, heredoc_end

__all__ = ["Link", "Pipeline", "Redirect", "Simple", "Word", "parse"]

Link: TypeAlias = Literal["", "&&", "||", ";", "|"]


class Word(NamedTuple):
    """A word after quote removal; `plain` if it holds no expansion and no glob."""

    text: str
    start: int
    end: int
    plain: bool = True


class Redirect(NamedTuple):
    op: str
    fd: str
    target: Word


@dataclass(slots=True)
class Simple:
    """One command with its words (assignments before the program are left out)."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    body: tuple[int, int] | None = None
    """Where the here-document's text stands."""
    start: int = -1
    end: int = -1
    link: Link = ""
    """What joins it to the command before it."""
    depth: int = 0
    """How many subshells it stands in."""
    conditional: bool = False
    """In a branch of an `if`: it may not have run."""

    @property
    def program(self) -> str:
        return self.words[0].text if self.words else ""


@dataclass(slots=True)
class Pipeline:
    simples: list[Simple]

    @property
    def link(self) -> Link:
        return self.simples[0].link

    @property
    def start(self) -> int:
        return self.simples[0].start

    @property
    def end(self) -> int:
        return self.simples[-1].end


_BLANK = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_PLAIN = re.compile(r"[^\s'\"\\`$|&;<>()]+")
_OPERATOR = re.compile(r"&&|\|\||;;|\|&|[;|&\n()]")
_REDIRECT = re.compile(r"(\d*)(&>>|&>|<<<|<<-|<<|>>|>&|<&|<>|>\||>|<)")
_HEREDOC_WORD = re.compile(r"[ \t]*(['\"]?)\\?([^\s'\";|&<>()]+)\1")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")
_IN_QUOTES = re.compile(r'[^"\\$`]+')
_GLOB = frozenset("*?[{")
_LEADING = frozenset(("do", "then", "else", "elif", "if", "while", "until", "{", "!", "time"))
_BRANCH = frozenset(("then", "else", "elif"))
_CLOSING = frozenset(("done", "fi", "}", "esac"))


def parse(text: str) -> list[Pipeline]:
    """The pipelines of a script in order."""
    pipelines: list[Pipeline] = []
    for simple in _Reader(text).read():
        if simple.link == "|" and pipelines:
            pipelines[-1].simples.append(simple)
        else:
            pipelines.append(Pipeline([simple]))
    return pipelines


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._link: Link = ""
        self._now = Simple()
        self._waiting: list[tuple[Simple, str]] = []  # here-documents whose text is still to come
        self._variables: dict[str, list[Word]] = {}
        self._branches = 0

    def read(self) -> Iterator[Simple]:
        text, size = self._text, len(self._text)
        while self._at < size:
            if blank := _BLANK.match(text, self._at):
                self._at = blank.end()
            elif text[self._at] == "#" and (self._at == 0 or text[self._at - 1] in " \t\n;"):
                self._skip_comment()
            elif redirect := _REDIRECT.match(text, self._at):
                self._redirect(redirect)
            elif operator := _OPERATOR.match(text, self._at):
                yield from self._operate(operator)
            else:
                self._take(self._word())
        yield from self._finish("")

    def _skip_comment(self) -> None:
        end = self._text.find("\n", self._at)
        self._at = len(self._text) if end < 0 else end

    def _operate(self, operator: re.Match[str]) -> Iterator[Simple]:
        sign = operator.group()
        self._at = operator.end()
        if sign == "(":
            yield from self._finish(self._link)
            self._depth += 1
        elif sign == ")":
            yield from self._finish(";")
            self._depth = max(0, self._depth - 1)
        elif sign in ("&&", "||"):
            yield from self._finish("&&" if sign == "&&" else "||")
        else:
            yield from self._finish("|" if sign in ("|", "|&") else ";")
            if sign == "\n":
                self._read_heredocs()

    def _finish(self, link: Link) -> Iterator[Simple]:
        """Ends the command under way; `link` joins it to the next one."""
        now = self._now
        if now.words and now.words[0].text == "for":
            self._loop(now.words)
        elif now.words and now.words[0].text in _CLOSING:
            self._branches -= now.words[0].text == "fi" and self._branches > 0
        elif now.words or now.redirects:
            now.link, now.depth = self._link, self._depth
            yield now
        elif link != ";":
            self._link = link or self._link
            return
        self._now = Simple(conditional=now.conditional and self._branches > 0)
        self._link = link

    def _loop(self, words: list[Word]) -> None:
        """`for x in a b`: remembers what x stands for."""
        if len(words) > len(("for", "x", "in")) and words[2].text == "in":
            self._variables[words[1].text] = [word for word in words[3:] if word.plain]

    def _take(self, word: Word) -> None:
        now = self._now
        if not now.words:
            if word.text in _LEADING and word.plain:
                self._branches += word.text == "if"
                now.conditional = word.text in _BRANCH or (now.conditional and self._branches > 0)
                return
            if _ASSIGNMENT.match(word.text):
                self._assign(word)
                return
        if now.start < 0:
            now.start = word.start
        now.end = max(now.end, word.end)
        now.words.extend(self._expanded(word))

    def _assign(self, word: Word) -> None:
        name, _, value = word.text.partition("=")
        if word.plain and value and self._text.endswith(value, word.start, word.end):
            self._variables[name] = [Word(value, word.end - len(value), word.end)]

    def _expanded(self, word: Word) -> list[Word]:
        """A word that is one variable of the script's own: its values."""
        if not word.plain and (name := _VARIABLE.fullmatch(word.text)):
            return self._variables.get(name.group(1) or name.group(2), [word])
        return [word]

    def _redirect(self, found: re.Match[str]) -> None:
        op, now = found.group(2), self._now
        if now.start < 0:
            now.start = found.start()
        self._at = found.end()
        if op in ("<<", "<<-"):
            if tag := _HEREDOC_WORD.match(self._text, self._at):
                self._at = tag.end()
                self._waiting.append((now, tag.group(2)))
            now.end = max(now.end, self._at)
            return
        if blank := _BLANK.match(self._text, self._at):
            self._at = blank.end()
        if self._at < len(self._text) and not _OPERATOR.match(self._text, self._at):
            before = self._at
            target = self._word()
            if self._at > before:
                for word in self._expanded(target):
                    now.redirects.append(Redirect(op, found.group(1), word))
        now.end = max(now.end, self._at)

    def _read_heredocs(self) -> None:
        for simple, tag in self._waiting:
            end, after = heredoc_end(self._text, self._at, tag)
            simple.body = (self._at, end)
            self._at = after
        self._waiting.clear()

    def _word(self) -> Word:
        text, start, parts, plain = self._text, self._at, [], True
        while self._at < len(text):
            char = text[self._at]
            if char in " \t\r\n;|&<>()":
                break
            piece, literal = self._piece(char)
            parts.append(piece)
            plain = plain and literal
        return Word("".join(parts), start, self._at, plain)

    def _piece(self, char: str) -> tuple[str, bool]:
        text, at = self._text, self._at
        if char == "'":
            end = text.find("'", at + 1)
            self._at = len(text) if end < 0 else end + 1
            return text[at + 1 : self._at - (end >= 0)], True
        if char == '"':
            return self._double()
        if char == "\\":
            self._at = min(at + 2, len(text))
            return ("" if text[at + 1 : at + 2] == "\n" else text[at + 1 : at + 2]), True
        if char in "$`":
            return self._expansion(), False
        plain = _PLAIN.match(text, at)
        self._at = plain.end() if plain else at + 1
        piece = text[at : self._at]
        return piece, not _GLOB.intersection(piece)

    def _double(self) -> tuple[str, bool]:
        """A double-quoted string; the position is at its opening quote."""
        text, parts, plain = self._text, [], True
        self._at += 1
        while self._at < len(text):
            char = text[self._at]
            if char == '"':
                self._at += 1
                break
            if char == "\\":
                parts.append(text[self._at + 1 : self._at + 2])
                self._at += 2
            elif char in "$`":
                parts.append(self._expansion())
                plain = False
            elif stretch := _IN_QUOTES.match(text, self._at):
                parts.append(stretch.group())
                self._at = stretch.end()
        self._at = min(self._at, len(text))
        return "".join(parts), plain

    def _expansion(self) -> str:
        """`$name`, `${...}`, `$(...)` or a backquoted command, as it stands."""
        text, at = self._text, self._at
        if text.startswith("$(", at):
            self._at = closing(text, at + 1)
        elif text.startswith("${", at):
            end = text.find("}", at)
            self._at = len(text) if end < 0 else end + 1
        elif text[at] == "`":
            end = text.find("`", at + 1)
            self._at = len(text) if end < 0 else end + 1
        else:
            name = _VARIABLE.match(text, at)
            self._at = name.end() if name else at + 1
        return text[at : self._at]
