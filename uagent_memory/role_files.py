"""Reads role files: the shipped ones, and folders that add to them and override them by name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from uagent_memory.config import PREFIX, Settings, config_error, read_toml
from uagent_memory.errors import ConfigError
from uagent_memory.resources import is_folder, no_folder, resource_directory
from uagent_memory.roles import MustGet, RoleProfile, RoleRegistry, find_clash, folded
from uagent_memory.segment_name import SegmentName

__all__ = ["ROLES_VARIABLE", "RoleSource", "load_roles", "roles_from", "shipped_roles"]

ROLES_VARIABLE = PREFIX + "ROLES"

_SEGMENTS = {name.name.lower(): name for name in SegmentName}
_OWN_WORDS = frozenset(("aliases", "title"))
"""What a role does not take over from the one it extends: they name that one."""
_SHOWN_STEPS = 8
"""Names of a circle that its error spells out."""


class _RoleFile(BaseModel):
    """The keys of a role file; the file's name is the role's name."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    extends: str | None = None
    title: str = ""
    aliases: list[str] = []
    keywords: list[str] = []
    stage: str = "general"
    next_stage: str = ""
    shares: dict[str, float] = {}
    must_get: list[str] = []
    contract: str = ""
    tools: list[str] = []

    @field_validator("shares")
    @classmethod
    def _known_segments(cls, shares: dict[str, float]) -> dict[str, float]:
        for key in shares:
            if key not in _SEGMENTS:
                raise ValueError(f"unknown segment {key!r}; allowed: {', '.join(_SEGMENTS)}")
        return shares

    @field_validator("must_get")
    @classmethod
    def _known_kinds(cls, kinds: list[str]) -> list[str]:
        for kind in kinds:
            if kind not in set(MustGet):
                raise ValueError(f"unknown kind {kind!r}; allowed: {', '.join(MustGet)}")
        return kinds


class _Definition(NamedTuple):
    """One role file of one layer, not yet resolved."""

    name: str
    source: Path
    content: _RoleFile


Layers = Mapping[str, Sequence[_Definition]]
"""The definitions of each role, lowest layer first."""
_Values = dict[str, object]
_Resolved = dict[Path, _Values]
"""What each file says together with those that it builds on."""


def load_roles(
    paths: Iterable[str | Path] = (),
    *,
    settings: Settings | None = None,
    environ: Mapping[str, str] | None = None,
) -> RoleRegistry:
    """All roles of the search path.

    Folders are searched in this order, and the first that has a role file wins over the later
    ones: `paths`, the environment's `UAGENT_MEMORY_ROLES` (separated as PATH is), the settings'
    `roles`, the shipped folder. A file may say `extends = "<role>"`: keys it does not name come
    from that role; a file that extends its own name builds on the next folder's file.

    Args:
        paths: folders given by the caller.
        settings: whose `roles` to use; none if None.
        environ: the environment; `os.environ` if None.

    Raises:
        ConfigError: a folder is not there, or a role file is wrong: names file, key and what is
            allowed.
    """
    variable = (os.environ if environ is None else environ).get(ROLES_VARIABLE, "")
    configured = settings.roles if settings is not None else ()
    folders = (
        *map(Path, _folders(paths)),
        *(Path(folder) for folder in variable.split(os.pathsep) if folder.strip()),
        *configured,
    )
    return _registry(folders) if folders else shipped_roles()


RoleSource: TypeAlias = RoleRegistry | str | Path | Iterable[str | Path]
"""Known roles, or one or several folders of role files that add to the shipped ones."""


def roles_from(source: RoleSource | None, *, settings: Settings) -> RoleRegistry:
    """The registry a caller means; that of the search path if None.

    Raises:
        ConfigError: as `load_roles`.
    """
    if isinstance(source, RoleRegistry):
        return source
    return load_roles(_folders(source), settings=settings)


def _folders(source: str | Path | Iterable[object] | None) -> Iterator[str | Path]:
    if isinstance(source, str | Path):
        yield source
        return
    if isinstance(source, Mapping) or not isinstance(source, Iterable | None):
        raise ConfigError(f"roles {source!r}: give a registry, or folders of role files")
    for folder in source or ():
        if not isinstance(folder, str | Path):
            raise ConfigError(f"roles: {folder!r} is no folder of role files")
        yield folder


@cache
def shipped_roles() -> RoleRegistry:
    """The roles that come with the package."""
    return _registry(())


def _registry(folders: Sequence[Path]) -> RoleRegistry:
    layers: dict[str, list[_Definition]] = {}
    ranks: dict[Path, int] = {}
    for rank, folder in enumerate((resource_directory("roles"), *reversed(folders))):
        ranks[folder] = rank
        for definition in _definitions(folder):
            layers.setdefault(definition.name, []).append(definition)
    tops = {name: stack[-1] for name, stack in layers.items()}
    done: _Resolved = {}
    profiles = [_profile(name, layers, done) for name in layers]
    names = _Names(tops, ranks)
    profiles = [_yielding(profile, tops, names) for profile in profiles]
    _check_words(profiles, tops)
    return RoleRegistry(profiles)


def _definitions(folder: Path) -> list[_Definition]:
    if not is_folder(folder):
        raise no_folder(folder, "role")
    return [_definition(path) for path in sorted(folder.glob("*.toml"))]


def _definition(path: Path) -> _Definition:
    content = read_toml(path)
    try:
        return _Definition(path.stem, path, _RoleFile.model_validate(content))
    except ValidationError as error:
        raise config_error(error, source=str(path), allowed=_RoleFile.model_fields) from error


def _profile(name: str, layers: Layers, done: _Resolved) -> RoleProfile:
    top = layers[name][-1]
    values = _resolved(top, layers, done)
    if not values.get("shares"):
        raise ConfigError(
            f"{top.source}: shares: missing; give each segment a share, or take over those of "
            'another role: extends = "general"',
            role=name,
        )
    try:
        return RoleProfile.model_validate({"name": name, **values})
    except ValidationError as error:
        raise config_error(error, source=str(top.source)) from error


class _Names:
    """The names of the roles, by how far down the search path the folder of their file stands."""

    def __init__(self, tops: Mapping[str, _Definition], ranks: Mapping[Path, int]) -> None:
        self.rank = {name: ranks[top.source.parent] for name, top in tops.items()}
        self._ranks: dict[str, set[int]] = {}
        for name, rank in self.rank.items():
            self._ranks.setdefault(folded(name), set()).add(rank)

    def elsewhere(self, word: str, rank: int, *, higher: bool) -> bool:
        """Whether a role of another folder has this name; `higher`: of one that wins over it."""
        found = self._ranks.get(folded(word), set())
        return any(other > rank if higher else other != rank for other in found)


def _yielding(profile: RoleProfile, tops: Mapping[str, _Definition], names: _Names) -> RoleProfile:
    """Without the aliases that another folder made the name of a role of its own.

    What a role's own file states yields only to a folder that wins over its own.
    """
    own = names.rank[profile.name]
    stated = tops[profile.name].content.aliases
    aliases = tuple(
        alias
        for alias in profile.aliases
        if not names.elsewhere(alias, own, higher=alias in stated)
    )
    return profile.model_copy(update={"aliases": aliases})


def _resolved(definition: _Definition, layers: Layers, done: _Resolved) -> _Values:
    """Its own keys over those of the roles it extends, one after the other."""
    chain = {definition.source: definition}
    while definition.source not in done and definition.content.extends is not None:
        definition = _base(definition, layers)
        if definition.source in chain:
            raise _circle(definition, list(chain.values()))
        chain[definition.source] = definition
    inherited: _Values = {}
    below = ""
    for step in reversed(chain.values()):
        if step.source not in done:
            if step.name != below:
                inherited = {key: inherited[key] for key in inherited.keys() - _OWN_WORDS}
            done[step.source] = {**inherited, **_own(step)}
        inherited, below = done[step.source], step.name
    return inherited


def _own(definition: _Definition) -> _Values:
    """What the file itself states."""
    own = definition.content.model_dump(exclude_unset=True, exclude={"extends"})
    if "shares" in own:
        own["shares"] = {_SEGMENTS[key]: share for key, share in own["shares"].items()}
    if "contract" in own:
        own["contract"] = own["contract"].strip()
    return own


def _circle(again: _Definition, chain: list[_Definition]) -> ConfigError:
    names = [step.name for step in chain[chain.index(again) :]]
    if len(names) > _SHOWN_STEPS:
        names = [*names[: _SHOWN_STEPS - 1], f"... ({len(names) - _SHOWN_STEPS:,} more)", names[-1]]
    way = " -> ".join((*names, again.name))
    return ConfigError(
        f"{again.source}: extends: goes round in a circle: {way}; "
        "take `extends` out of one of these files"
    )


def _base(definition: _Definition, layers: Layers) -> _Definition:
    """The definition that it extends: its own name means the layer below."""
    extends = definition.content.extends or ""
    stack = layers.get(extends, ())
    if extends == definition.name:
        stack = stack[: stack.index(definition)]
    if not stack:
        raise ConfigError(
            f"{definition.source}: extends: no role file {extends!r} to build on; "
            f"there are: {', '.join(sorted(layers.keys() - {definition.name}))}"
        )
    return stack[-1]


def _check_words(profiles: Iterable[RoleProfile], tops: Mapping[str, _Definition]) -> None:
    """The registry's own check, here with the files that clash."""
    clash = find_clash(profiles)
    if clash is not None:
        raise ConfigError(
            f"{tops[clash.second].source}: aliases: {clash.word!r} already names the role "
            f"{clash.first!r} ({tops[clash.first].source}); take it out of one of the two",
            role=clash.second,
        )
