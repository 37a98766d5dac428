"""Stream editors that change files where they are: `sed -i`, `perl -pi`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.known_lines import KnownLines
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.sed_effect import Step as LineStep
from uagent_memory.analyzer.observations.shell.sed_effect import after
from uagent_memory.analyzer.observations.shell.sed_script import line_commands
from uagent_memory.analyzer.observations.shell.shell import Word
from uagent_memory.analyzer.observations.shell.steps import Script, operands
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Hunk, TextSpan

__all__ = [
    "backup_suffix",
    "edit_of",
    "edits_in_place",
    "scripts_and_files",
    "told_by",
    "undoing",
    "unquoted",
]

_AT = r"(?:\d+|\$|/(?:[^/\\\n]|\\.){0,400}/)"
_ADDRESS = rf"\s*(?P<at>{_AT}(?:,\s*\+?{_AT})?)?\s*(?:\{{(?:\s*[nNpP]\s*;)*\s*)?"
_SUBSTITUTION = re.compile(
    rf"{_ADDRESS}s(?P<mark>[/|#@!:,])(?P<old>(?:(?!(?P=mark))[^\\\n]|\\.){{0,400}})(?P=mark)"
    r"(?P<new>(?:(?!(?P=mark))[^\\\n]|\\[\s\S]){0,4000})(?P=mark)[gpIiMme\d]*\s*(?:[;\n}]|\Z)"
)
_PUT_IN = re.compile(
    rf"{_ADDRESS}(?P<verb>[aic])(?:\\{{1,2}}\n|(?=[ \t\\])|(?(at)(?=.)|(?!)))"
    r"[ \t]*\\{0,2}(?P<new>.+)",
    re.DOTALL,
)
_WIPE = re.compile(r"/(?P<words>(?:[^/\\\n]){1,200})/d\s*\Z")
_PATTERN = re.compile(r"\\|\.[*+]|\[|^\^|\$$")
_BREAK = re.compile(r"\\{1,2}n|\\{0,2}\n")
_REFERS = re.compile(r"\\|(?<!&)&(?!&)")
_SPELLED = re.compile(r"\\[\s\S]|(?<!&)&(?!&)")
_TELLING = 8
_ESCAPED = re.compile(r"\\")
_INCLUDED = re.compile(r"(?:-i|--include) inplace|(?:-iinplace|--include=inplace) .*", re.DOTALL)
_EXTENDED = re.compile(r"-[a-zA-Z]*[Er][a-zA-Z]*|--regexp-extended")
_SED = frozenset(("sed", "gsed"))
_SUFFIX = re.compile(r"(?:-[a-z]*i|--in-place=)(\.\w{1,12}|~)")


def edits_in_place(program: Program) -> bool:
    """`-i`, `-i.bak`, `-pi`, `--in-place`."""
    if program.base not in strings("shell", "writes", "in_place"):
        return False
    if program.base in strings("shell", "writes", "including"):
        return any(
            _INCLUDED.fullmatch(f"{a.text} {b.text}") for a, b in pairwise(program.arguments)
        )
    return any(
        flag.startswith(("-i", "--in-place")) or (not flag.startswith("--") and "i" in flag[1:4])
        for flag in program.flags()
    )


def backup_suffix(program: Program) -> str:
    """The end of the name under which the editor keeps what was there; "" if it does not."""
    texts = (word.text for word in program.arguments)
    return next((found[1] for text in texts if (found := _SUFFIX.fullmatch(text))), "")


def scripts_and_files(program: Program) -> tuple[list[Word], list[Word]]:
    """The editor's scripts (after `-e`, or the first operand) and the files it works on."""
    options = strings("shell", "reads", "script_options")
    if program.base in strings("shell", "writes", "including"):
        words = operands(program.arguments, strings("shell", "writes", "including_options"))
        return words[:1], words[1:]
    given = [
        value
        for option, value in pairwise(program.arguments)
        if option.text in options or (option.text.startswith("-") and option.text.endswith("e"))
    ]
    words = [word for word in operands(program.arguments, options) if word.text]
    scripts = frozenset(given)
    words = [word for word in words if word not in scripts]
    return (given, words) if given else (words[:1], words[1:])


def edit_of(
    program: Program,
    script: Script,
    quote: Callable[[int, int], TextSpan],
    known: KnownLines,
    content: Callable[[str], Sequence[TextSpan]],
) -> tuple[Edit, KnownLines]:
    """What the editor's scripts exchange, and what is known of the file afterwards.

    Of scripts that hold nothing only the shell knows; `content` gives the lines of a file that
    one of them puts in.
    """
    given, _ = scripts_and_files(program)
    texts = [unquoted(script.word(word), quote) for word in given if word.plain]
    is_read = program.base in _SED and len(texts) == len(given) and not _is_extended(program)
    steps = _line_steps(texts, quote, content) if is_read else None
    if steps is None:
        return told_by(program, script, quote), KnownLines()
    return after(steps, known)


def _is_extended(program: Program) -> bool:
    """Its patterns are of another kind, of which no line is matched here."""
    return any(_EXTENDED.fullmatch(flag) for flag in program.flags())


def told_by(program: Program, script: Script, quote: Callable[[int, int], TextSpan]) -> Edit:
    """What the editor's scripts exchange by their own words, whatever the file holds."""
    given, _ = scripts_and_files(program)
    texts = [unquoted(script.word(word), quote) for word in given if word.plain]
    return Edit(tuple(hunk for text in texts for hunk in _exchanged(text, quote)))


def _line_steps(
    scripts: Sequence[TextSpan],
    quote: Callable[[int, int], TextSpan],
    content: Callable[[str], Sequence[TextSpan]],
) -> list[LineStep] | None:
    """The commands of all scripts; None where one of them is not known."""
    steps: list[LineStep] = []
    for script in scripts:
        commands = line_commands(script.text)
        if commands is None:
            return None
        start = script.span.start
        for command in commands:
            text = quote(start + command.place[0], start + command.place[1])
            hunk = next(_exchanged(text, quote), None)
            added: tuple[TextSpan | None, ...] = ()
            if command.verb in "aic":
                added = tuple(_put_in(text, quote))
            if command.verb == "r" and (lines := tuple(content(command.file))):
                added, hunk = lines, Hunk(added=lines)
            sought = script.text[slice(*command.sought)]
            steps.append(LineStep(command, sought, added, hunk))
    return steps


def _put_in(command: TextSpan, quote: Callable[[int, int], TextSpan]) -> Iterator[TextSpan | None]:
    """Every line of the text that a command puts in; None for what the script spells otherwise."""
    found = _PUT_IN.match(command.text)
    if found is None:
        return
    start, end = (command.span.start + at for at in found.span("new"))
    new = quote(start, end)
    told = {line.span.start: line for line in _lines(new, _ESCAPED)}
    at = 0
    for line in _BREAK.split(new.text):
        at = new.text.index(line, at)
        yield told.get(new.span.start + at)
        at += len(line)


def unquoted(script: TextSpan, quote: Callable[[int, int], TextSpan]) -> TextSpan:
    """Without the quotation marks of a script whose spelling the shell changes."""
    text, at = script.text, script.span
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return quote(at.start + 1, at.end - 1)
    return script


def _exchanged(script: TextSpan, quote: Callable[[int, int], TextSpan]) -> Iterator[Hunk]:
    """The hunks of `s/old/new/`, one after the other, and of a text put in with `a`, `i` or `c`.

    Of a pattern, and of what refers back to one, no line ever stood in the file: none is shown.
    """
    start = script.span.start
    put_in = _PUT_IN.match(script.text)
    if put_in is not None:
        new = quote(start + put_in.start("new"), start + put_in.end("new"))
        yield Hunk((), tuple(_lines(new, _ESCAPED)))
        return
    at = 0
    while found := _SUBSTITUTION.match(script.text, at):
        at = found.end()
        old, new = (quote(start + found.start(p), start + found.end(p)) for p in ("old", "new"))
        added = tuple(_lines(new, _REFERS)) or tuple(_runs(new, old.text))
        is_plain = old.text and not _PATTERN.search(old.text) and (added or not new.text.strip())
        yield Hunk((old,) if is_plain else (), added)
        if at == found.start():
            return


def _runs(new: TextSpan, old: str) -> Iterator[TextSpan]:
    """Of a replacement without a line that stands so in the file: the new words in between."""
    at = 0
    for end in (*(found.start() for found in _SPELLED.finditer(new.text)), len(new.text)):
        run = new.text[at:end].strip()
        if len(run) >= _TELLING and run not in old:
            start = new.span.start + new.text.index(run, at)
            yield TextSpan(run, new.span._replace(start=start, end=start + len(run)))
        at = max(end + 2, at) if new.text[end : end + 1] == "\\" else end + 1


def undoing(script: TextSpan, hunks: Sequence[Hunk]) -> tuple[str, str] | None:
    """What a script exchanges, old and new, as far as it is plain text; None for any other.

    A line put in has no old text. A script that takes lines away by their words has no new one.
    """
    wiped = _WIPE.match(script.text)
    if wiped is not None:
        return None if _PATTERN.search(wiped["words"]) else (wiped["words"], "")
    if len(hunks) != 1:
        return None
    (hunk,) = hunks
    if (deleted := _deleted(script.text, hunk)) is not None:
        return deleted, ""
    put_in = _PUT_IN.match(script.text)
    added = [line.text for line in hunk.added]
    if put_in is not None:
        lines = [line for line in _BREAK.split(put_in["new"]) if line.strip()]
        return ("", "\n".join(added)) if put_in["verb"] != "c" and added == lines else None
    found = _SUBSTITUTION.match(script.text)
    whole = found is not None and hunk.removed and added == [found["new"]]
    return (hunk.removed[0].text, added[0]) if whole else None


def _deleted(script: str, hunk: Hunk) -> str | None:
    """The lines that a script takes out by their numbers, if all of them are known."""
    commands = line_commands(script)
    if not commands or len(commands) > 1 or commands[0].verb != "d" or commands[0].span is None:
        return None
    first, last = commands[0].span
    texts = [line.text for line in hunk.removed]
    if len(texts) <= last - first:
        return None
    return texts[0].strip() if len(texts) == 1 else "\n".join(texts)


def _lines(new: TextSpan, foreign: re.Pattern[str]) -> Iterator[TextSpan]:
    """The lines of a replacement text, those that stand in it as they will in the file."""
    at = 0
    for line in _BREAK.split(new.text):
        start = new.text.index(line, at)
        at = start + len(line)
        if line.strip() and not foreign.search(line):
            first = new.span.start + start
            yield TextSpan(line, new.span._replace(start=first, end=first + len(line)))
