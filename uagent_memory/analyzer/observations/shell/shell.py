"""A shell script taken apart: pipelines of simple commands, with the place of every word.

Not a full grammar: quoting, expansions, here-documents, redirections, operators, groups, functions
and the keywords of compound commands are recognised; nothing is expanded but variables that the
script itself sets to plain words. One pass, linear, any input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.shell.quoting import closing, closing_brace, heredoc_end
from uagent_memory.analyzer.observations.shell.shell_branches import Branches
from uagent_memory.analyzer.observations.shell.shell_commands import (
    Link,
    Pipeline,
    Redirect,
    Simple,
)
from uagent_memory.analyzer.observations.shell.shell_variables import ASSIGNMENT, Variables
from uagent_memory.analyzer.observations.shell.shell_words import Word, WordReader

__all__ = ["Link", "Pipeline", "Redirect", "Simple", "Word", "parse"]

_BLANK = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_OPERATOR = re.compile(r"&&|\|\||;;|\|&|[;|&\n()]")
_REDIRECT = re.compile(r"(\d*)(&>>|&>|<<<|<<-|<<|>>|>&|<&|<>|>\||>|<)")
_SUBSTITUTED = ("<(", ">(")
_HEREDOC_WORD = re.compile(r"[ \t]*(['\"]?)\\?([^\s'\";|&<>()]+)\1")
_FUNCTION = re.compile(
    r"(?:function[ \t]+)?([\w-]+)[ \t]*\([ \t]*\)\s*\{|function[ \t]+([\w-]+)\s*\{"
)
_LEADING = frozenset(("do", "then", "else", "elif", "if", "while", "until", "{", "!", "time"))
_CLOSING = frozenset(("done", "fi", "}", "esac"))
_DECLARING = frozenset(("export", "local", "declare", "readonly", "typeset"))
_DEEPEST = 3
_MOST_CALLS = 50


def parse(text: str, arguments: Sequence[Word] = ()) -> list[Pipeline]:
    """The pipelines of a script in order.

    Args:
        text: The script.
        arguments: The words that it is run with, `$1` first.
    """
    variables = Variables(text)
    variables.set_arguments(arguments)
    pipelines: list[Pipeline] = []
    for simple in _Reader(text, variables).read():
        if simple.link == "|" and pipelines:
            pipelines[-1].simples.append(simple)
        else:
            pipelines.append(Pipeline([simple]))
    return pipelines


class _Reader(WordReader):
    def __init__(self, text: str, variables: Variables) -> None:
        super().__init__(text, 0, len(text))
        self._depth = 0
        self._link: Link = ""
        self._now = Simple()
        self._waiting: list[tuple[Simple, str]] = []  # here-documents whose text is still to come
        self._variables = variables
        self._branches = Branches()
        self._functions: dict[str, tuple[int, int]] = {}
        self._unended = False
        self._inside = 0
        self._calls = 0

    def read(self) -> Iterator[Simple]:
        text = self._text
        while self._at < self._end:
            if blank := _BLANK.match(text, self._at, self._end):
                self._at = blank.end()
            elif text[self._at] == "#" and (self._at == 0 or text[self._at - 1] in " \t\n;"):
                self._skip_comment()
            elif text.startswith(_SUBSTITUTED, self._at):
                self._take(self._substitution())
            elif redirect := _REDIRECT.match(text, self._at, self._end):
                self._redirect(redirect)
            elif not self._now.words and self._defines():
                continue
            elif operator := _OPERATOR.match(text, self._at, self._end):
                yield from self._operate(operator)
            else:
                self._take(self._word())
        yield from self._finish("")

    def _substitution(self) -> Word:
        """`<(command)`: a word that stands for what another command prints."""
        start = self._at
        self._at = min(closing(self._text, start + 1), self._end)
        return Word(self._text[start : self._at], start, self._at, plain=False)

    def _defines(self) -> bool:
        """Steps over a function's definition and remembers where its commands stand."""
        found = None if self._unended else _FUNCTION.match(self._text, self._at, self._end)
        if found is None:
            return False
        end = closing_brace(self._text, found.end(), self._end)
        if end < 0:
            self._unended = True
            return False
        self._functions[found[1] or found[2]] = (found.end(), end)
        self._at = end + 1
        return True

    def _called(self, call: Simple) -> Iterator[Simple]:
        """The commands of a function, with the words of its call."""
        self._calls += 1
        stay = self._at, self._end, self._variables, self._now, self._link
        self._variables = self._variables.with_arguments(call.words[1:])
        self._at, self._end = self._functions[call.program]
        self._now, self._link = Simple(branch=call.branch), call.link
        self._inside += 1
        yield from self.read()
        self._inside -= 1
        self._at, self._end, self._variables, self._now, self._link = stay

    def _skip_comment(self) -> None:
        end = self._text.find("\n", self._at, self._end)
        self._at = self._end if end < 0 else end

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
            elif sign == ";;":
                self._branches.enter(sign)
                self._now.branch = self._branches.now

    def _finish(self, link: Link) -> Iterator[Simple]:
        """Ends the command under way; `link` joins it to the next one."""
        now, before = self._now, self._link
        first = now.program
        if first in _CLOSING:
            self._branches.leave(first)
            now.words = []
        elif first == "for":
            self._variables.loop(now.words)
            now.words = []
        elif first == "case":
            self._branches.enter("case")
            now.words = []
        elif not (now.words or now.redirects) and link != ";":
            self._link = link or before
            return
        self._now, self._link = Simple(branch=self._branches.now), link
        if now.words or now.redirects:
            now.link, now.depth = before, self._depth
            yield from self._done(now)

    def _done(self, now: Simple) -> Iterator[Simple]:
        """A command, or what the function does that it calls."""
        for word in now.words[1:] if now.program in _DECLARING else ():
            if ASSIGNMENT.match(word.text):
                self._variables.assign(word)
        deep = self._inside >= _DEEPEST or self._calls >= _MOST_CALLS
        if now.program in self._functions and not deep:
            yield from self._called(now)
        else:
            yield now

    def _take(self, word: Word) -> None:
        now = self._now
        if not now.words:
            if word.text in _LEADING and self._text[word.start : word.end] == word.text:
                self._branches.enter(word.text)
                now.branch = self._branches.now
                return
            if ASSIGNMENT.match(word.text):
                self._variables.assign(word)
                return
        if now.start < 0:
            now.start = word.start
        now.end = max(now.end, word.end)
        now.words.extend(self._variables.expanded(word))

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
        if self._at < self._end and not _OPERATOR.match(self._text, self._at):
            before = self._at
            target = self._word()
            if self._at > before:
                for word in self._variables.expanded(target):
                    now.redirects.append(Redirect(op, found.group(1), word))
        now.end = max(now.end, self._at)

    def _read_heredocs(self) -> None:
        for simple, tag in self._waiting:
            end, after = heredoc_end(self._text, self._at, tag)
            simple.body = (self._at, end)
            self._at = after
        self._waiting.clear()
