"""What git commands do to the files in the working tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.folders import goes_into, moved_along
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.git_tree import Changed, covered
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.shell import Word
from uagent_memory.analyzer.observations.shell.steps import Step, operands
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change, TextSpan

__all__ = ["git_acts"]

_HEAD = ("HEAD", "@")
_FORCED = frozenset(("-f", "--force"))
_WILD = "*?["
_HERE = ("", ".", "..")
_EVERYTHING = (".", ":/")
_NUMBER = re.compile(r"\d{1,4}")
_BACK = re.compile(r"(?:HEAD|@)(?:~(?P<count>\d{0,4})|(?P<carets>\^{1,20}))")
_ALL = 10_000


def git_acts(step: Step, program: Program, scene: Scene) -> Iterator[FileAct]:
    """The acts of a git command; also keeps track of what is staged, committed and stashed."""
    hand = _Git(step, program, scene)
    verb, _, rest = program.name.removeprefix("git ").partition(" ")
    hand.look(verb)
    match hand.does(verb):
        case "checkout" | "restore":
            yield from hand.revert()
        case "reset":
            yield from hand.reset()
        case "revert":
            yield from hand.take_back()
        case "rm":
            yield from hand.remove()
        case "mv":
            yield from hand.move()
        case "clean":
            yield from hand.clean()
        case "stash":
            yield from hand.stash(rest)
        case "add" | "stage":
            hand.stage()
        case "commit":
            hand.commit()


class _Git:
    def __init__(self, step: Step, program: Program, scene: Scene) -> None:
        self._step = step
        self._program = program
        self._scene = scene
        self._git = scene.files.git
        self.words = operands(
            [word for word in program.arguments if word.plain],
            strings("shell", "git", "value_options"),
        )

    def does(self, verb: str) -> str:
        """The verb; "commit" of one that goes on after a conflict."""
        return "commit" if self._program.flags() & strings("shell", "git", "going_on") else verb

    def each(self, change: Change, words: Sequence[Word]) -> Iterator[FileAct]:
        for word in words:
            if (place := self._place(word)) is not None:
                at = self._step.script.word(word).span
                yield FileAct(place, change, self._program.name, at)

    def all(self, change: Change, files: Sequence[tuple[str, TextSpan]]) -> Iterator[FileAct]:
        """The same for files that the command does not name."""
        simple = self._step.simple
        at = self._step.script.quote(simple.start, simple.end).span
        for key, path in files:
            yield FileAct(Place(key, path.text, path.text), change, self._program.name, at)

    def _place(self, word: Word) -> Place | None:
        return self._scene.paths.place(word.text, self._step.directory)

    def revert(self) -> Iterator[FileAct]:
        """`git checkout -- f`, `git checkout f`, `git restore f`; `.` for all."""
        flags = self._program.flags()
        if "--staged" in flags and "--worktree" not in flags:
            return
        named, source = self._asked_back()
        if not self.words and flags & _FORCED and self._program.name == "git checkout":
            yield from self.all(Change.REVERTED, self._git.dirty())
        change = Change.MODIFIED if source and not source.startswith(_HEAD) else Change.REVERTED
        changed = cache(self._git.dirty if source else self._git.unstaged)
        if any(word.text in _EVERYTHING for word in named):
            files = changed()
            if not source:
                self._git.take_from_index([key for key, _ in self._git.indexed()])
            yield from self.all(change, files)
            return
        for word in named:
            several = self._several(word, changed)
            if several:
                yield from self.all(change, several)
            elif source or not self._is_indexed(word):
                yield from self.each(change, (word,))
            else:
                self._git.take_from_index(self._keys((word,)))

    def _asked_back(self) -> tuple[Sequence[Word], str]:
        """The files to bring back, and where from: "" is the index."""
        texts = [word.text for word in self._program.arguments]
        source = next((t.partition("=")[2] for t in texts if t.startswith("--source=")), "")
        if "--staged" in texts:
            source = source or _HEAD[0]
        if "--" in texts:
            rest = self._program.arguments[texts.index("--") + 1 :]
            named = [word for word in rest if word.plain]
            return named, next((word.text for word in self.words if word not in named), source)
        named = self.words
        if self._program.name == "git checkout":
            if len(named) > 1 and not self._changed(named[0]):
                source, named = named[0].text, named[1:]
            named = [w for w in named if w.text == "." or self._changed(w) or self._is_folder(w)]
        return named, source

    def _is_indexed(self, word: Word) -> bool:
        """The index holds a change of the file: taken from there it still is a changed one."""
        place = self._place(word)
        return place is not None and self._git.is_indexed(place.key)

    def _several(self, word: Word, changed: Callable[[], Changed]) -> Changed:
        """The changed files that a folder or a pattern stands for; none of a file's own name."""
        if any(mark in word.text for mark in _WILD):
            return [item for item in changed() if fnmatchcase(item[0], f"*{word.text}")]
        place = self._place(word)
        if place is None or self._scene.files.knows(place.key):
            return []
        names = (name for name in word.text.split("/") if name not in _HERE)
        folder = f"/{'/'.join(names)}/"
        return [item for item in changed() if folder in f"/{item[0]}/"]

    def reset(self) -> Iterator[FileAct]:
        """`--hard` takes changes away; any other reset leaves the files as they are."""
        self._git.drop_commits(sum(_commits_before(word.text) for word in self.words[:1]))
        if "--hard" in self._program.flags():
            yield from self.all(Change.REVERTED, self._git.dirty())
        elif "--soft" not in self._program.flags():
            self._git.unstage()

    def take_back(self) -> Iterator[FileAct]:
        """`git revert HEAD~n`; of any other commit it is not known what it holds."""
        if self._program.flags() & strings("shell", "git", "unfinished"):
            return
        for word in self.words[-1:]:
            number = 0 if word.text in _HEAD else _commits_before(word.text)
            if number or word.text in _HEAD:
                yield from self.all(Change.REVERTED, self._git.take_back(number))

    def remove(self) -> Iterator[FileAct]:
        if self._program.flags().isdisjoint(("--cached", "-n")):
            yield from self.each(Change.DELETED, self.words)

    def commit(self) -> None:
        flags = self._program.flags()
        if "--amend" in flags:
            self._git.drop_commits(1)
        short = "".join(flag for flag in flags if not flag.startswith("--"))
        self._git.commit(every="a" in short or bool(flags & {"--all", "--amend"}))

    def _is_folder(self, word: Word) -> bool:
        return word.text.endswith("/") or any(mark in word.text for mark in _WILD)

    def _changed(self, word: Word) -> bool:
        """Whether a word names a file that this session knows, not a branch."""
        place = self._place(word)
        return place is not None and self._scene.files.has_met(place.key)

    def move(self) -> Iterator[FileAct]:
        if len(self.words) < len(("from", "to")):
            return
        *sources, target = self.words
        folder = goes_into(target.text, len(sources), self._scene, self._step.directory)
        for word in sources:
            old, new = self._place(word), self._place(target)
            if old is not None and folder:
                name = old.key.rpartition("/")[2]
                into = f"{target.text.rstrip('/')}/{name}"
                new = self._scene.paths.place(into, self._step.directory)
            if old is not None and new is not None:
                at = self._step.script.words(word, target)
                act = FileAct(old, Change.RENAMED, self._program.name, at, renamed_to=new)
                yield from moved_along(act, self._scene.files)

    def look(self, verb: str) -> None:
        """What a command shows of edits before it, or keeps later looks from showing."""
        if verb in strings("shell", "git", "unseen"):
            self._scene.files.blind.forget()
        elif verb in ("diff", "status"):
            self._compare(verb)

    def _compare(self, verb: str) -> None:
        """`git diff` and `git status` that find nothing: edits that they would show were none."""
        step, exchange, flags = self._step, self._step.script.exchange, self._program.flags()
        if step.piped or step.simple.redirects or exchange.answer is None:
            return
        printed = exchange.result[slice(*exchange.outcome.body)].strip()
        if verb == "status":
            brief = flags & strings("shell", "git", "brief")
            nothing = not printed if brief else _says(printed, "clean")
        else:
            nothing = not (printed or flags & strings("shell", "git", "comparing_else"))
        if not nothing:
            return
        named = [word for word in self.words if word.text not in _HEAD]
        all_of_them = verb == "status" or len(named) < len(self.words)
        files = self._git.dirty() if all_of_them else self._git.unstaged()
        if all(self._under((word,), files) for word in named):
            self._scene.files.nothing_changed(key for key, _ in self._under(named, files))

    def stage(self) -> None:
        flags = self._program.flags()
        named = {word.text for word in self.words}
        whole = bool(flags & {"-A", "--all", "-u"} or named.intersection(_EVERYTHING))
        self._git.stage(None if whole else self._keys(self.words))

    def _keys(self, words: Sequence[Word]) -> list[str]:
        return [place.key for word in words if (place := self._place(word)) is not None]

    def _under(self, words: Sequence[Word], files: Changed) -> Changed:
        """Those of the files that the words name; all where there are no words."""
        if not words or any(word.text in _EVERYTHING for word in words):
            return files
        keys = frozenset(self._keys(words))
        return [item for item in files if covered(item[0], keys)]

    def clean(self) -> Iterator[FileAct]:
        """Files that git does not know go."""
        short = "".join(flag for flag in self._program.flags() if not flag.startswith("--"))
        if "f" in short and "n" not in short:
            yield from self.all(Change.REVERTED, self._under(self.words, self._git.untracked()))

    def stash(self, verb: str) -> Iterator[FileAct]:
        match verb:
            case "" | "push" | "save":
                yield from self._set_aside([] if verb == "save" else self._paths())
            case "pop" | "apply":
                back = self._git.unstash(self._stash_number(), keep=verb == "apply")
                yield from self.all(Change.RESTORED, back)
            case "drop" | "clear":
                gone = self._git.drop_stash(self._stash_number(), every=verb == "clear")
                yield from self.all(Change.REVERTED, gone)

    def _paths(self) -> list[Word]:
        options = strings("shell", "git", "value_options") | strings(
            "shell", "git", "stash_options"
        )
        return operands([word for word in self._program.arguments if word.plain], options)

    def _set_aside(self, paths: Sequence[Word]) -> Iterator[FileAct]:
        result = self._step.script.exchange.result
        files = self._git.dirty()
        if _says(result, "nothing_to_stash"):
            self._scene.files.nothing_changed(key for key, _ in self._under(paths, files))
            return
        if self._program.flags() & strings("shell", "git", "stash_untracked"):
            files = [*files, *self._git.untracked()]
        taken = self._under(paths, files)
        if taken or _says(result, "stashed"):
            self._git.stash(taken)
        yield from self.all(Change.STASHED, taken)

    def _stash_number(self) -> int:
        """The n of `stash@{n}`; 0 is the newest."""
        texts = (word.text for word in self._program.arguments if not word.text.startswith("-"))
        found = _NUMBER.search(next(texts, ""))
        return int(found.group()) if found else 0


def _says(result: str, what: str) -> bool:
    return any(words in result for words in strings("shell", "git", what))


def _commits_before(target: str) -> int:
    """How many commits a reset takes off; all where it goes to a remote's state."""
    if target.startswith(tuple(strings("shell", "git", "remotes"))):
        return _ALL
    found = _BACK.fullmatch(target)
    if found is None:
        return 0
    return len(found["carets"]) if found["carets"] else int(found["count"] or 1)
