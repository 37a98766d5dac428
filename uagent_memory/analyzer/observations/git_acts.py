"""What git commands do to the files in the working tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.paths import Place
from uagent_memory.analyzer.observations.programs import Program
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell import Word
from uagent_memory.analyzer.observations.steps import Step, operands
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change, TextSpan

__all__ = ["git_acts"]

_HEAD = ("HEAD", "@")
_FORCED = frozenset(("-f", "--force"))
_WILD = "*?["
_HERE = ("", ".", "..")


def git_acts(step: Step, program: Program, scene: Scene) -> Iterator[FileAct]:
    """The acts of a git command; also keeps track of what is staged, committed and stashed."""
    hand = _Git(step, program, scene)
    verb, _, rest = program.name.removeprefix("git ").partition(" ")
    match verb:
        case "checkout" | "restore":
            yield from hand.revert()
        case "reset":
            yield from hand.reset()
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
        self.words = operands(
            [word for word in program.arguments if word.plain],
            strings("shell", "git", "value_options"),
        )

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
        texts = [word.text for word in self._program.arguments]
        after = texts.index("--") if "--" in texts else -1
        named = self.words
        source = next((t.partition("=")[2] for t in texts if t.startswith("--source=")), "")
        if after >= 0:
            named = [word for word in self._program.arguments[after + 1 :] if word.plain]
            source = next((word.text for word in self.words if word not in named), source)
        elif self._program.name == "git checkout":
            if len(named) > 1 and not self._changed(named[0]):
                source, named = named[0].text, named[1:]
            named = [w for w in named if w.text == "." or self._changed(w) or self._is_folder(w)]
            if not self.words and flags & _FORCED:
                yield from self.all(Change.REVERTED, self._scene.files.dirty(created=False))
        change = Change.MODIFIED if source and not source.startswith(_HEAD) else Change.REVERTED
        if any(word.text in (".", ":/") for word in named):
            yield from self.all(change, self._scene.files.dirty(created=False))
            return
        for word in named:
            several = self._several(word)
            yield from self.all(change, several) if several else self.each(change, (word,))

    def _several(self, word: Word) -> list[tuple[str, TextSpan]]:
        """The changed files that a folder or a pattern stands for; none of a file's own name."""
        dirty = self._scene.files.dirty(created=False)
        if any(mark in word.text for mark in _WILD):
            return [item for item in dirty if fnmatchcase(item[0], f"*{word.text}")]
        place = self._place(word)
        if place is None or self._scene.files.knows(place.key):
            return []
        names = (name for name in word.text.split("/") if name not in _HERE)
        folder = f"/{'/'.join(names)}/"
        return [item for item in dirty if folder in f"/{item[0]}"]

    def reset(self) -> Iterator[FileAct]:
        if "--hard" in self._program.flags():
            yield from self.all(Change.REVERTED, self._scene.files.dirty(created=False))

    def remove(self) -> Iterator[FileAct]:
        if "--cached" not in self._program.flags():
            yield from self.each(Change.DELETED, self.words)

    def commit(self) -> None:
        flags = self._program.flags()
        every = bool(flags & {"-a", "-am", "--all", "--amend"})
        self._scene.files.committed(every=every)

    def _is_folder(self, word: Word) -> bool:
        return word.text.endswith("/") or any(mark in word.text for mark in _WILD)

    def _changed(self, word: Word) -> bool:
        """Whether a word names a file that this session changed, not a branch."""
        place = self._place(word)
        return place is not None and self._scene.files.knows(place.key)

    def move(self) -> Iterator[FileAct]:
        if len(self.words) < len(("from", "to")):
            return
        *sources, target = self.words
        folder = target.text.endswith("/") or len(sources) > 1
        for word in sources:
            old, new = self._place(word), self._place(target)
            if old is not None and folder:
                name = old.key.rpartition("/")[2]
                into = f"{target.text.rstrip('/')}/{name}"
                new = self._scene.paths.place(into, self._step.directory)
            if old is not None and new is not None:
                at = self._step.script.words(word, target)
                yield FileAct(old, Change.RENAMED, self._program.name, at, renamed_to=new)

    def stage(self) -> None:
        flags = self._program.flags()
        named = {word.text for word in self.words}
        whole = bool(flags & {"-A", "--all", "-u"} or named & {".", ":/"})
        keys = [place.key for word in self.words if (place := self._place(word)) is not None]
        self._scene.files.staged(None if whole else keys)

    def clean(self) -> Iterator[FileAct]:
        if any("f" in flag for flag in self._program.flags() if not flag.startswith("--")):
            tracked = {key for key, _ in self._scene.files.dirty(created=False)}
            every = self._scene.files.dirty(created=True)
            yield from self.all(Change.DELETED, [item for item in every if item[0] not in tracked])

    def stash(self, verb: str) -> Iterator[FileAct]:
        files = self._scene.files
        if verb in ("", "push", "save"):
            flags = self._program.flags()
            untracked = bool(flags & {"-u", "--include-untracked", "-a", "--all"})
            yield from self.all(Change.REVERTED, files.stashed(created=untracked))
        elif verb in ("pop", "apply"):
            yield from self.all(Change.MODIFIED, files.unstashed())
