"""File names as agents spell them, brought to one key per file.

Agents name one file in several ways: absolute in an edit tool, relative to the project in a shell,
relative to a directory they changed to. A `PathBook` follows each agent's working directory and
finds the project's root (stated, or by a relative name that ends an absolute one); keys are
relative to the root where it is known. A file keeps the key under which it was first seen.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.holding import holds_any

__all__ = ["FILE_BELOW", "PathBook", "Place", "is_scratch", "looks_like_path", "normal"]


class Place(NamedTuple):
    """A file: its key, how to show it (a substring of `spelled`), and the source's spelling."""

    key: str
    path: str
    spelled: str


_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_QUOTES = "\"'`“”‘’"
_NOT_PATH = re.compile(r"[\s*?$|<>=;,(){}\[\]!^\x00\"'`\\]|^-|^\W+$|://|^\d+(?:\.\d+)*$|@")


def normal(spelled: str) -> str:
    """A path without quotes, `./`, `//`, `..` and backslashes; "" if nothing is left."""
    path = spelled.strip().strip(_QUOTES)
    if path.startswith("file://"):
        path = path.removeprefix("file://")
    if _DRIVE.match(path) or ("\\" in path and "/" not in path):
        path = path.replace("\\", "/")
    if path.startswith(("$HOME/", "${HOME}/")):
        path = "~/" + path.partition("/")[2]
    if not path or "\n" in path or "\x00" in path:
        return ""
    path = posixpath.normpath(path)
    return path[1:] if path.startswith("//") else path


def looks_like_path(word: str) -> bool:
    """Whether a shell word can be a file's name: no options, globs, expressions or bare numbers."""
    return bool(word) and len(word) < _LONGEST and not _NOT_PATH.search(word)


_LONGEST = 400


def is_absolute(path: str) -> bool:
    return path.startswith(("/", "~/")) or path == "~" or bool(_DRIVE.match(path))


@lru_cache(maxsize=4096)
def is_scratch(key: str) -> bool:
    """A temporary file, outside the project by its place."""
    return any(fnmatchcase(key, pattern) for pattern in strings("shell", "paths", "scratch"))


def _may_be_root(path: str) -> bool:
    patterns = strings("shell", "paths", "never_root")
    return not is_scratch(path) and not any(fnmatchcase(path, p) for p in patterns)


@cache
def _stated_root() -> re.Pattern[str]:
    return either(table("tools")["session"]["directory"])


@cache
def _stated_directory() -> re.Pattern[str]:
    return either(table("tools")["answer"]["directory"])


class PathBook:
    """Working directories, the project's root and the keys of files, as one log unfolds."""

    def __init__(self) -> None:
        self._root = ""
        self._sure = False
        self._directories: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        self._absolute: dict[str, list[str]] = {}  # by file name
        self._relative: dict[str, list[str]] = {}
        self._folders: set[str] = set()
        self._persistent = True
        self._hint = ""
        self._mentioned: dict[str, list[str]] = {}

    @property
    def root(self) -> str:
        """The project's directory; "" while unknown."""
        return self._root

    def read_prompt(self, text: str) -> None:
        """Looks for a stated working directory in a prompt."""
        words = table("tools")["session"]
        text = text[: words["head"]]
        if holds_any(text, words["new_shell"]):
            self._persistent = False
        if self._sure or not holds_any(text, words["directory_needles"]):
            return
        if found := _stated_root().search(text):
            self._settle(normal(next(filter(None, found.groups())).rstrip(".,;")), sure=True)

    def read_speech(self, text: str) -> None:
        """Takes relative names in prose as a hint at the root, for showing files only."""
        if self._root or not FILE_BELOW.search(text, 0, _PROSE):
            return
        for name, path in _relative_names(text):
            mentions = self._mentioned.setdefault(name, [])
            if path not in mentions and len(mentions) < _PAIRS:
                mentions.append(path)
                for absolute in self._absolute.get(name, ()):
                    self._suggest(absolute, path)

    def _suggest(self, absolute: str, relative: str) -> None:
        """The shortest root that a mention supports."""
        root = absolute[: -len(relative) - 1]
        shorter = not self._hint or self._hint.startswith(f"{root}/")
        if shorter and absolute.endswith(f"/{relative}") and _may_be_root(root):
            self._hint = root

    def read_frames(self, text: str, script: str) -> None:
        """Finds the root where a traceback spells the script that was run from it in full."""
        name = normal(script)
        at = text.find(f'/{name}"') if name and not self._root and not is_absolute(name) else -1
        start = text.rfind(_FRAME, max(0, at - _EDGE), at) if at > 0 else -1
        if start >= 0 and is_absolute(text[start + len(_FRAME) : at]):
            self._settle(normal(text[start + len(_FRAME) : at]), sure=False)

    def read_answer(self, agent: str, text: str) -> None:
        """Takes the working directory from what a harness prints below an output."""
        tail = text[-_EDGE:]
        if "irectory:" not in tail and "cwd" not in tail:
            return
        for found in _stated_directory().finditer(tail):
            directory = normal(next(filter(None, found.groups())))
            if is_absolute(directory):
                self._directories[agent] = directory
                self._settle(directory, sure=not self._sure)

    def directory(self, agent: str) -> str:
        """Where an agent works now; "" is where it began."""
        return self._directories.get(agent, "")

    def enter(self, agent: str, directory: str) -> None:
        """Remembers where a command left its agent; a no-op where every command starts anew."""
        if self._persistent:
            self._directories[agent] = directory

    def changed(self, directory: str, spelled: str) -> str:
        """The directory that `cd spelled` leads to from `directory`."""
        path = normal(spelled)
        if not path or path == "~" or spelled.strip() == "-":
            return directory if spelled.strip() == "-" else "~"
        if not is_absolute(path):
            if self._begins_anew(directory, path):
                self._persistent = False
                self._directories.clear()
                return directory
            return _joined(directory, path)
        self._settle(path, sure=False)
        return path

    def _begins_anew(self, directory: str, path: str) -> bool:
        """`cd app` is said in `app` where every command starts in the folder above."""
        inside = directory == path or directory.endswith(f"/{path}")
        return inside and path[:1] != "." and _joined(directory, path) not in self._folders

    def place_of_tool(self, spelled: str, agent: str) -> Place | None:
        """The file that a tool works on: of a shell's folder it need not know anything."""
        directory, path = self.directory(agent), normal(spelled)
        folder = posixpath.dirname(path)
        if folder and folder in self._folders and _joined(directory, folder) not in self._folders:
            directory = ""
        return self.place(spelled, directory)

    def place(self, spelled: str, directory: str = "") -> Place | None:
        """The file that a spelling means when said in `directory`; None if it cannot be one."""
        path = normal(spelled)
        if not path or path in (".", "/", "~", ".."):
            return None
        full = path if is_absolute(path) else _joined(directory, path)
        self._learn(full)
        key = self._key(full)
        below = self._below_root(full)
        if not below and self._hint and full.startswith(f"{self._hint}/"):
            below = full[len(self._hint) + 1 :]
        return Place(key, _shown(spelled, below or key), spelled)

    def _key(self, full: str) -> str:
        below = self._below_root(full)
        known = self._keys.get(full) or (self._keys.get(below) if below else None)
        key = known or below or full
        self._keys[full] = key
        self._folders.update((posixpath.dirname(full), posixpath.dirname(key)))
        if below:
            self._keys[below] = key
        return key

    def _below_root(self, full: str) -> str:
        """The name relative to the root; "" if it does not lie below, or the root is unknown."""
        if not is_absolute(full):
            return full
        inside = bool(self._root) and full.startswith(f"{self._root}/")
        return full[len(self._root) + 1 :] if inside else ""

    def _learn(self, full: str) -> None:
        """Finds the root where a relative name of two or more steps ends an absolute one."""
        if self._sure or full in self._keys:
            return
        name = posixpath.basename(full)
        if is_absolute(full):
            self._absolute.setdefault(name, []).append(full)
            for mention in self._mentioned.get(name, ()):
                self._suggest(full, mention)
            pairs = [(full, relative) for relative in self._relative.get(name, ())]
        else:
            self._relative.setdefault(name, []).append(full)
            pairs = [(absolute, full) for absolute in self._absolute.get(name, ())]
        for absolute, relative in pairs[-_PAIRS:]:
            if "/" in relative and absolute.endswith(f"/{relative}"):
                self._settle(absolute[: -len(relative) - 1], sure=False)

    def _settle(self, root: str, *, sure: bool) -> None:
        """Takes a root: a sure one for good, of the others the first or one that contains it."""
        if self._sure or not root or not (sure or _may_be_root(root)):
            return
        if sure or not self._root or self._root.startswith(f"{root}/"):
            self._root, self._sure = root, sure
            for known in list(self._keys):
                if is_absolute(known) and (below := self._below_root(known)):
                    self._keys.setdefault(below, self._keys[known])
                elif not is_absolute(known):
                    self._keys.setdefault(f"{root}/{known}", self._keys[known])


_EDGE = 400
_PAIRS = 8
_PROSE = 20_000
_FRAME = 'File "'
FILE_BELOW = re.compile(r"/[\w.-]*\.\w")
"""Without it there is no relative name of a file; much faster to look for."""
_RELATIVE = re.compile(
    r"(?:\w++[^\w@./-]++)++|(?<![\w/.~@:-])(?P<path>(?:[\w@.-]++/)+[\w.-]+\.\w{1,6})\b"
)
"""A relative name; or a run of words that begin none."""


@lru_cache(maxsize=1)
def _relative_names(text: str) -> Sequence[tuple[str, str]]:
    """Relative names in prose, each after its last part; two books read a message in turn."""
    found = (match["path"] for match in _RELATIVE.finditer(text, 0, _PROSE))
    return [(posixpath.basename(path), path) for path in found if path is not None]


def _joined(directory: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(directory, path)) if directory else path


def _shown(spelled: str, below: str) -> str:
    """The longest ending of the key that stands in the source's own spelling."""
    bare = spelled.strip().strip(_QUOTES)
    if bare.replace("\\", "/").endswith(below):
        return bare[len(bare) - len(below) :]
    clean = bare
    while clean.startswith(("./", ".\\")):
        clean = clean[2:].lstrip("/")
    return clean or bare
