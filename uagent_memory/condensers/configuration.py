"""Condensers from a TOML file: `[condenser]`, `[llm]`, `[llm.NAME]`, `[core]`, as documented."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from uagent_memory.condensers.dynacontext.condenser import DynaContextCondenser
from uagent_memory.condensers.dynacontext.config import JUDGE_MODEL, DynaContextCondenserConfig
from uagent_memory.condensers.model_configuration import LLMConfig, anthropic_model
from uagent_memory.condensers.protocol import Condenser
from uagent_memory.condensers.semantic.condenser import SemanticCondenser
from uagent_memory.condensers.semantic.config import SemanticCondenserConfig
from uagent_memory.condensers.simple import (
    LLMCondenser,
    LLMCondenserConfig,
    RecentCondenser,
    RecentCondenserConfig,
)
from uagent_memory.condensers.summary.summarizer import ANSWER_TOKENS
from uagent_memory.config import Settings, config_error, read_toml
from uagent_memory.errors import ConfigError
from uagent_memory.llm.protocol import LanguageModel

__all__ = [
    "CondenserConfig",
    "CondenserName",
    "CondenserSetup",
    "LLMConfig",
    "default_setup",
    "load_condenser_setup",
    "make_condenser",
]

CondenserName: TypeAlias = Literal["semantic", "dynacontext", "llm", "recent"]
CondenserConfig: TypeAlias = (
    SemanticCondenserConfig
    | DynaContextCondenserConfig
    | LLMCondenserConfig
    | RecentCondenserConfig
)

MAIN = "main"
"""The main model: `[llm.main]`, else `[llm]` itself, else the one that the caller passes."""
TABLES = ("condenser", "core", "llm", "context_strategy")
_BY_NAME: Mapping[str, type[CondenserConfig]] = {
    "semantic": SemanticCondenserConfig,
    "dynacontext": DynaContextCondenserConfig,
    "llm": LLMCondenserConfig,
    "recent": RecentCondenserConfig,
}


class CondenserSetup(BaseModel):
    """What a file says: which condenser, which models, how much is logged."""

    model_config = ConfigDict(frozen=True)

    condenser: CondenserConfig
    llms: Mapping[str, LLMConfig] = Field(default_factory=dict)
    debug: bool = False
    """Log what becomes of each event (scores and ids, no content)."""
    source: str = "condenser configuration"
    notes: tuple[str, ...] = ()
    """What of the file does not count, for whoever asked for another condenser than it names."""

    def llm(self, name: str | None) -> LLMConfig | None:
        """A model's configuration; None for the main one if there is none.

        Raises:
            ConfigError: the name is another's, and there is no such table.
        """
        if name is None:
            return None
        found = self.llms.get(name)
        if found is None and name != MAIN:
            known = ", ".join(f"[llm.{known}]" for known in self.llms) or "none"
            raise ConfigError(f"{self.source}: no table [llm.{name}]; there are: {known}")
        return found


def load_condenser_setup(path: Path, *, condenser: CondenserName | None = None) -> CondenserSetup:
    """Read a configuration file.

    Args:
        path: the file; other tables than those of a condenser are errors.
        condenser: overrides the file's `type`; fields that this one does not know are left out,
            and `notes` says which.

    Raises:
        ConfigError: names the file, the key and what is allowed.
    """
    data, source = read_toml(path), str(path)
    for name in data:
        if name not in TABLES:
            raise ConfigError(f"{source}: {name}: unknown key; allowed: {', '.join(TABLES)}")
    core = _table(data, "core", source)
    fields = _table(data, "condenser", source)
    stated = _type(data, core, fields, source)
    chosen = condenser or stated
    notes: tuple[str, ...] = ()
    if chosen != stated and ("type" in fields or stated == "dynacontext"):
        fields, notes = _own_fields(fields, str(chosen), source)
    debug = core.pop("debug", False)
    core.pop("context_strategy", None)
    if core or not isinstance(debug, bool):
        key = next(iter(core), "debug")
        raise ConfigError(f"{source}: core.{key}: give debug = true or false, context_strategy")
    setup = CondenserSetup(
        condenser=_checked({**fields, "type": chosen}, source),
        llms=_llms(_table(data, "llm", source), source),
        debug=debug,
        source=source,
        notes=notes,
    )
    setup.llm(getattr(setup.condenser, "llm_config", None))
    return setup


def default_setup(condenser: CondenserName) -> CondenserSetup:
    """A condenser with the documents' defaults and no model."""
    return CondenserSetup(condenser=_checked({"type": condenser}, "defaults"))


def make_condenser(
    setup: CondenserSetup,
    *,
    model: LanguageModel | None = None,
    judge: LanguageModel | None = None,
    settings: Settings | None = None,
    environ: Mapping[str, str] | None = None,
    connect: Callable[[LLMConfig], LanguageModel] | None = None,
) -> Condenser:
    """The condenser that a setup describes.

    Args:
        setup: from a file, or made by hand.
        model: used in place of the configured one.
        judge: the same for dynacontext's judge.
        settings: the shipped defaults if None.
        environ: the environment; `os.environ` if None.
        connect: makes a model of its configuration; Anthropic's API if None.

    Raises:
        ConfigError: `llm` without a model, a variable that is not set, a model that cannot be made.
    """
    config = setup.condenser
    known = os.environ if environ is None else environ

    def connected(name: str | None) -> LanguageModel | None:
        found = setup.llm(name)
        if found is None:
            return None
        ready = found.resolved(known, source=f"{setup.source}: llm.{name}")
        return (connect or anthropic_model)(ready)

    if isinstance(config, RecentCondenserConfig):
        return RecentCondenser(config, settings=settings)
    main = model or connected(config.llm_config)
    described = setup.llm(config.llm_config)
    most = described.max_tokens if described is not None else ANSWER_TOKENS
    if isinstance(config, LLMCondenserConfig):
        return LLMCondenser(config, model=main, max_tokens=most, settings=settings)
    if isinstance(config, SemanticCondenserConfig):
        return SemanticCondenser(
            config, model=main, max_tokens=most, debug=setup.debug, settings=settings
        )
    own = connected(JUDGE_MODEL) if JUDGE_MODEL in setup.llms and judge is None else judge
    return DynaContextCondenser(config, model=main, judge=own, max_tokens=most, settings=settings)


def _type(
    data: Mapping[str, Any], core: Mapping[str, Any], fields: Mapping[str, Any], source: str
) -> object:
    """The condenser's name: `context_strategy` and `[condenser] type` must not differ."""
    strategy = data.get("context_strategy", core.get("context_strategy"))
    named = fields.get("type")
    if strategy is not None and named is not None and strategy != named:
        raise ConfigError(
            f"{source}: context_strategy {strategy!r} and condenser.type {named!r}: give one"
        )
    return strategy or named or "semantic"


def _own_fields(
    fields: Mapping[str, Any], condenser: str, source: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The fields of a table for another condenser that this one has too."""
    known = _fields_of(condenser)
    own = {key: value for key, value in fields.items() if key in known}
    other = ", ".join(key for key in fields if key not in known)
    said = f"{source}: condenser: {other} left out: {condenser} has no such setting"
    return own, (said,) if other else ()


def _fields_of(condenser: object) -> Mapping[str, object]:
    config = _BY_NAME.get(str(condenser))
    return config.model_fields if config is not None else {}


def _checked(fields: Mapping[str, Any], source: str) -> CondenserConfig:
    config = _BY_NAME.get(str(fields["type"]))
    if config is None:
        known = ", ".join(_BY_NAME)
        raise ConfigError(f"{source}: condenser.type {fields['type']!r}: give one of {known}")
    try:
        return config.model_validate(fields)
    except ConfigError as error:
        raise ConfigError(
            f"{source}: condenser{str(error).removeprefix(config.__name__)}"
        ) from error


def _llms(table: Mapping[str, Any], source: str) -> dict[str, LLMConfig]:
    """Each `[llm.NAME]` over the fields of `[llm]` itself, which alone are `main`."""
    shared = {key: value for key, value in table.items() if not isinstance(value, dict)}
    named = {key: value for key, value in table.items() if isinstance(value, dict)}
    if shared:
        named.setdefault(MAIN, {})
    found: dict[str, LLMConfig] = {}
    for name, fields in named.items():
        try:
            found[name] = LLMConfig.model_validate({**shared, **fields})
        except ValidationError as error:
            raise config_error(
                error, source=f"{source}: llm.{name}", allowed=LLMConfig.model_fields
            ) from error
    return found


def _table(data: Mapping[str, Any], name: str, source: str) -> dict[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{source}: {name}: must be a table")
    return dict(table)
