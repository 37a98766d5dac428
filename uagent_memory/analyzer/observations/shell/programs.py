"""Which program a simple command runs, and what it checks."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.files.paths import is_scratch, normal
from uagent_memory.analyzer.observations.shell.shell import Simple, Word
from uagent_memory.analyzer.observations.tables import strings, table

__all__ = [
    "CheckKind",
    "Program",
    "check_kind",
    "program_of",
    "valued_options",
]

CheckKind: TypeAlias = Literal["", "test", "lint", "type", "build", "all"]
"""What a run checks; "all" for a project's own task that runs everything."""


class Program(NamedTuple):
    """A program with its subcommand, as normalised, and the words that follow."""

    name: str
    arguments: tuple[Word, ...]
    family: str = ""
    """Whose verdict lines it prints (`verdicts.toml`); "" if that is not known."""
    kind: CheckKind = ""
    script: str = ""
    """For an interpreter: the script that it runs, as spelled."""

    @property
    def base(self) -> str:
        """The program without its subcommand."""
        return self.name.partition(" ")[0]

    @property
    def checks(self) -> bool:
        return bool(self.kind)

    @property
    def reads(self) -> bool:
        """Its output is the text of files or a listing, not a report on its own work."""
        names = strings("shell", "program", "readers")
        subcommands = strings("shell", "program", "reading_subcommands")
        return self.base in names or self.name in subcommands or self.name[:_LONG] in subcommands

    @property
    def tests_itself(self) -> bool:
        """It runs one file of tests: what else is tested in the project it does not reach."""
        stem = posixpath.splitext(posixpath.basename(self.script))[0].lower()
        if self.kind != "test" or not re.fullmatch(table("shell")["task"]["one_test"], stem):
            return False
        return strings("shell", "task", "starting_others").isdisjoint(_WORD.findall(stem))

    @property
    def inline(self) -> bool:
        """An interpreter that runs code typed on the command line."""
        typed = not self.script and any(
            word.text in strings("shell", "program", "inline") for word in self.arguments
        )
        return typed and self.among("program", "interpreters")

    def flags(self) -> frozenset[str]:
        return frozenset(word.text for word in self.arguments if word.text.startswith("-"))

    def among(self, *keys: str) -> bool:
        """Whether a list of `shell.toml` names it, with or without its subcommand."""
        names = strings("shell", *keys)
        return self.name in names or self.base in names


_LONG = 60
_WORD = re.compile(r"[a-z0-9]+")
_TASK_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+")


def program_of(simple: Simple) -> Program:
    """The program that does the work: wrappers and `python -m` are taken off."""
    words = _unwrapped(simple.words)
    if not words:
        return Program("", ())
    first = _base_name(words[0].text)
    if first in strings("shell", "program", "interpreters"):
        return _interpreted(_plain_interpreter(first), words[1:])
    return _checked(*_with_subwords(first, words[1:]), "")


def _unwrapped(words: Sequence[Word]) -> list[Word]:
    left = list(words)
    names = table("shell")["program"]
    while left:
        first = posixpath.basename(left[0].text)
        second = left[1].text if len(left) > 1 else ""
        if first in names["wrappers"] and len(left) > 1:
            left = _after_options(left[1:])
        elif first in names["wrappers_with_number"] and len(left) > 1:
            left = _after_options(left[1:])[1:]
        elif first in names["wrappers_with_run"] and second in names["run_words"]:
            left = _after_options(left[2:])
        else:
            break
    return left


def _after_options(words: list[Word]) -> list[Word]:
    at = 0
    while at < len(words) - 1 and (words[at].text.startswith("-") or "=" in words[at].text):
        at += 1
    return words[at:]


def _base_name(word: str) -> str:
    """`.venv/bin/pytest` is pytest; `./scripts/run.sh` stays scripts/run.sh."""
    path = normal(word) or word
    head, _, last = path.rpartition("/")
    return last if head.endswith("bin") and path not in _checks() else path


def _plain_interpreter(name: str) -> str:
    return "python" if name.startswith("python") else name


def _interpreted(name: str, words: list[Word]) -> Program:
    """An interpreter with a module, a script, or a text of its own."""
    for at, word in enumerate(words):
        if word.text == "-m" and name == "python" and at + 1 < len(words):
            module = words[at + 1].text
            return _checked(*_with_subwords(module, words[at + 2 :]), "")
        if not word.text.startswith("-"):
            script = _base_name(word.text)
            family, kind = _check_of(posixpath.basename(script), "")
            kind = kind or _script_kind(script) or _flagged(name, words[:at])
            return Program(name, tuple(words), family, kind, word.text)
        if word.text in strings("shell", "program", "inline"):
            break
    return Program(name, tuple(words), kind=_flagged(name, words))


def _with_subwords(name: str, words: list[Word]) -> tuple[str, tuple[Word, ...]]:
    """Takes the subcommand's words into the name."""
    counts: Mapping[str, int] = table("shell")["program"]["subwords"]
    rest = list(words)
    while count := counts.get(name, 0):
        for _ in range(count):
            at = _next_word(name, rest)
            if at < 0:
                return name, tuple(rest)
            name = f"{name} {rest[at].text}"
            rest = rest[:at] + rest[at + 1 :]
    return name, tuple(rest)


def _next_word(name: str, words: Sequence[Word]) -> int:
    """Where the next word stands that is no option and no option's value; -1 if none does."""
    valued = valued_options(name.partition(" ")[0])
    skip = False
    for at, word in enumerate(words):
        if skip:
            skip = False
        elif word.text in valued:
            skip = True
        elif not word.text.startswith("-") and "=" not in word.text:
            return at if len(word.text) < _LONG and "\n" not in word.text else -1
    return -1


def valued_options(program: str) -> frozenset[str]:
    """Options of a program that take the next word as their value."""
    if program == "git":
        return strings("shell", "git", "value_options")
    return frozenset(table("shell")["program"]["valued_options"].get(program, ()))


def _checked(name: str, arguments: tuple[Word, ...], script: str) -> Program:
    base = name.partition(" ")[0]
    family, certain = _check_of(name, base)
    kind = check_kind(name)
    if kind and not certain and base in strings("shell", "task", "own_verdict"):
        family = _checks()[f"{base} test"][0]
    return Program(name, arguments, family, kind or _flagged(name, arguments), script)


def _flagged(name: str, arguments: Sequence[Word]) -> CheckKind:
    """`nginx -t` checks a configuration, `nginx` does not."""
    flags = table("shell")["flagged_checks"].get(name.partition(" ")[0], ())
    words = (*(word.text for word in arguments), *name.split()[1:], "")
    return "lint" if any(flag in words for flag in flags) else ""


def check_kind(name: str) -> CheckKind:
    """What a program of that normalised name checks; "" if its name does not tell."""
    _, kind = _check_of(name, name.partition(" ")[0])
    return kind or _task_kind(name) or _script_kind(name)


@cache
def _checks() -> Mapping[str, tuple[str, CheckKind]]:
    return {
        program: (check["family"], check["kind"])
        for check in table("shell")["check"]
        for program in check["programs"]
    }


def _check_of(name: str, base: str) -> tuple[str, CheckKind]:
    checks = _checks()
    if found := checks.get(name):
        return found
    if base != name and base not in strings("shell", "task", "runners"):
        return checks.get(base, ("", ""))
    return checks.get(posixpath.basename(name), ("", ""))


def _task_kind(name: str) -> CheckKind:
    """What `make lint` or `mise run test:ci` checks, by the words of the task's name."""
    tasks = table("shell")["task"]
    runner = max((r for r in tasks["runners"] if name.startswith(f"{r} ")), key=len, default="")
    if not runner:
        return ""
    words = [word.lower() for word in _TASK_WORD.findall(name[len(runner) :])]
    kinds: tuple[CheckKind, ...] = ("test", "lint", "type", "build", "all")
    return next((kind for kind in kinds if any(word in tasks[kind] for word in words)), "")


def _script_kind(path: str) -> CheckKind:
    """A script or program named for tests, such as `run_tests.sh`."""
    if " " in path or not ("/" in path or "." in path):
        return ""
    words = _WORD.findall(posixpath.basename(path).lower())
    if is_scratch(path) and "." not in posixpath.basename(path):
        return ""
    return "test" if strings("shell", "task", "script_words").intersection(words) else ""
