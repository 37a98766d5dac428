"""Reads prompt files: the shipped ones, and folders that replace them or add to them by name."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from jinja2 import TemplateError, TemplateSyntaxError
from pydantic import BaseModel, ConfigDict, ValidationError

from uagent_memory.config import Settings, config_error
from uagent_memory.errors import ConfigError
from uagent_memory.llm.samples import sample_values
from uagent_memory.llm.sandbox import compile_template, render, variables_of
from uagent_memory.resources import is_folder, no_folder, resource_directory

__all__ = ["Prompt", "PromptLibrary", "load_prompts"]

MARK = "+++"
SUFFIX = ".md"
LARGEST_FILE = 200_000
"""Characters of a prompt file."""


class _Head(BaseModel):
    """What stands on top of a prompt file, between two lines of `+++`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    version: int
    description: str = ""
    variables: list[str]
    required: list[str] = []
    """Of a shipped prompt: what its text, and any text in its place, must use."""
    mode: Literal["replace", "append"] = "replace"
    """What the file does to the one of that name further back in the search path."""


class _File(NamedTuple):
    path: Path
    head: _Head
    body: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt, ready to be rendered."""

    name: str
    version: int
    description: str
    variables: tuple[str, ...]
    """What its text may use."""
    sources: tuple[Path, ...]
    """The files it is made of, in the order of its text."""
    text: str
    _template: Any

    def render(self, values: Mapping[str, object]) -> str:
        """The text with its values, blanks at both ends left out.

        Args:
            values: of all variables; more do no harm.

        Raises:
            ConfigError: the template cannot be rendered: what it does, and in which file.
        """
        try:
            return render(self._template, values).strip()
        except TemplateError as error:
            where = ", ".join(map(str, self.sources))
            raise ConfigError(f"{where}: cannot be rendered: {error}") from error


class PromptLibrary:
    """The prompts by name."""

    def __init__(self, prompts: Iterable[Prompt]) -> None:
        self._prompts = {prompt.name: prompt for prompt in prompts}

    def __iter__(self) -> Iterator[Prompt]:
        return iter(self._prompts.values())

    def get(self, name: str) -> Prompt:
        """The prompt of that name.

        Raises:
            ConfigError: there is none; lists the names.
        """
        found = self._prompts.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self._prompts, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise ConfigError(f"no prompt {name!r}{hint}; there are: {', '.join(self._prompts)}")
        return found


def load_prompts(
    paths: Iterable[str | Path] = (), *, settings: Settings | None = None
) -> PromptLibrary:
    """All prompts of the search path.

    Folders are searched in this order: `paths`, the settings' `prompts` (which
    `UAGENT_MEMORY_PROMPTS` overrides when the settings are loaded), the shipped folder. The first
    file of a name wins; one that says `mode = "append"` is put behind the next folder's text.

    Args:
        paths: folders given by the caller.
        settings: whose `prompts` to use; none if None.

    Raises:
        ConfigError: a folder is not there, or a prompt file is wrong: names the file and what is
            wrong with it.
    """
    folders = (*map(Path, paths), *(settings.prompts if settings is not None else ()))
    return _library(folders) if folders else _shipped()


@cache
def _shipped() -> PromptLibrary:
    return _library(())


def _library(folders: Sequence[Path]) -> PromptLibrary:
    shipped = {file.head.name: file for file in _files(resource_directory("prompts"))}
    layers: dict[str, list[_File]] = {name: [] for name in shipped}
    for folder in dict.fromkeys(folders):
        for file in _files(folder):
            if file.head.name not in shipped:
                raise ConfigError(
                    f"{file.path}: name: no prompt {file.head.name!r} is ever used; "
                    f"there are: {', '.join(shipped)}"
                )
            layers[file.head.name].append(file)
    return PromptLibrary(_tried(_prompt(base, layers[name])) for name, base in shipped.items())


def _tried(prompt: Prompt) -> Prompt:
    """A text of one's own is rendered once, so that what stops it is known before it is used."""
    prompt.render(sample_values(prompt.name))
    return prompt


def _files(folder: Path) -> list[_File]:
    if not is_folder(folder):
        raise no_folder(folder, "prompt")
    return [_read(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]


def _read(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read as UTF-8 text: {error}") from error
    if len(text) > LARGEST_FILE:
        raise ConfigError(f"{path}: {len(text)} characters; a prompt may have {LARGEST_FILE}")
    before, first, rest = text.partition(f"{MARK}\n")
    top, second, body = rest.partition(f"\n{MARK}\n")
    if before.strip() or not first or not second:
        raise ConfigError(
            f"{path}: must begin with a line {MARK}, its name, version and variables as TOML, "
            f"and a line {MARK}"
        )
    head = _head(path, top)
    if head.name != path.stem:
        raise ConfigError(f"{path}: name: {head.name!r} is not the file's name, {path.stem!r}")
    return _File(path, head, body)


def _head(path: Path, text: str) -> _Head:
    try:
        return _Head.model_validate(tomllib.loads(text))
    except ValidationError as error:
        raise config_error(error, source=str(path), allowed=_Head.model_fields) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: between the {MARK} lines: no TOML: {error}") from error


def _prompt(base: _File, layers: Sequence[_File]) -> Prompt:
    """The shipped file under those of the search path, nearest first."""
    used: list[_File] = []
    for file in (*layers, base):
        used.insert(0, file)
        if file.head.mode == "replace":
            break
    for file in used:
        _check_variables(file, base.head)
    text = "\n".join(file.body.strip("\n") for file in used) + "\n"
    names = frozenset().union(*(_variables(file) for file in used))
    missing = [name for name in base.head.required if name not in names]
    top = used[-1]
    if missing:
        raise ConfigError(
            f"{top.path}: the text does not use {{{{ {missing[0]} }}}}, and without it the model "
            "would not see what it works on"
        )
    try:
        template = compile_template(text)
    except TemplateSyntaxError as error:
        raise ConfigError(f"{top.path}: {error.message}") from error
    return Prompt(
        name=base.head.name,
        version=top.head.version,
        description=top.head.description or base.head.description,
        variables=tuple(base.head.variables),
        sources=tuple(file.path for file in used),
        text=text,
        _template=template,
    )


def _check_variables(file: _File, offered: _Head) -> None:
    """Declared is what is offered, used is what is declared."""
    declared = file.head.variables
    for name in declared:
        if name not in offered.variables:
            raise ConfigError(
                f"{file.path}: variables: {name!r} is unknown; "
                f"{offered.name} is given: {', '.join(offered.variables)}"
            )
    for name in sorted(_variables(file) - frozenset(declared)):
        known = "declare it in `variables`" if name in offered.variables else "it is unknown"
        raise ConfigError(f"{file.path}: the text uses {{{{ {name} }}}}: {known}")
    for name in declared:
        if name not in _variables(file):
            raise ConfigError(
                f"{file.path}: variables: {name!r} is declared, but the text does not use it"
            )


def _variables(file: _File) -> frozenset[str]:
    try:
        return variables_of(file.body)
    except TemplateSyntaxError as error:
        top = file.path.read_text(encoding="utf-8-sig").partition(f"\n{MARK}\n")[0]
        line = error.lineno + top.count("\n") + 2
        raise ConfigError(f"{file.path}:{line}: {error.message}") from error
