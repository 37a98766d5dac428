"""Settings: one frozen object, from defaults, the project's TOML, environment and arguments."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from pydantic import Field, SecretStr, ValidationError

from uagent_memory.complaints import plainly
from uagent_memory.errors import ConfigError
from uagent_memory.knobs import Knobs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "ModelMode",
    "ProfileName",
    "Settings",
    "config_error",
    "load_settings",
    "project_file",
    "read_toml",
    "unknown_variables",
]

ProfileName: TypeAlias = Literal["learned", "uagent", "equal"]
ModelMode: TypeAlias = Literal["off", "auto", "all"]

PREFIX = "UAGENT_MEMORY_"
OWN_FILE = "uagent-memory.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "uagent-memory"


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's top table.

    Raises:
        ConfigError: it cannot be read, is not UTF-8 or not TOML; names the file and the reason.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise ConfigError(f"{path}: nested too deeply to be read") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 text: give a TOML file") from error
    except ValueError as error:
        raise ConfigError(f"{path}: cannot be read as TOML: {error}") from error


_DEFAULTS = read_toml(Path(__file__).with_name("defaults.toml"))


class Settings(Knobs):
    """The core's knobs. `Settings()` holds the shipped defaults and reads nothing else."""

    role: str = Field(default=_DEFAULTS["role"], min_length=1)
    """Role of a command that names none."""
    ratio: float = Field(default=_DEFAULTS["ratio"], gt=0, le=1)
    """Tokens kept / tokens in, where neither a budget nor a ratio is given."""
    short_session: int = Field(default=_DEFAULTS["short_session"], ge=0)
    """Tokens up to which a session stays whole if its must-keep facts miss the default ratio."""
    passes: int = Field(default=_DEFAULTS["passes"], ge=1, le=16)
    """Most rounds of generating and validating."""
    profile: ProfileName = Field(default=_DEFAULTS["profile"], validate_default=True)
    """How scores are weighed: `learned` (the ranker), `uagent` (the document), `equal`."""
    threshold: float = Field(default=_DEFAULTS["threshold"], gt=0, le=1)
    """Share of the window at which `AgentMemory.needs_compression` says yes."""
    open_call_patience: int = Field(default=_DEFAULTS["open_call_patience"], ge=1)
    """Agent messages after which a tool call without a result no longer holds its place."""
    recall_limit: int = Field(default=_DEFAULTS["recall_limit"], ge=200)
    """Most characters (code points) of an original in one answer of the recall tool."""
    input_limit: int = Field(default=_DEFAULTS["input_limit"], ge=1)
    """Most bytes of a session that is read from a file, unpacked."""
    roles: tuple[Path, ...] = Field(default=tuple(_DEFAULTS["roles"]), validate_default=True)
    """Folders of role files; an earlier one wins over a later one, all over the shipped roles."""
    prompts: tuple[Path, ...] = Field(default=tuple(_DEFAULTS["prompts"]), validate_default=True)
    """Folders of prompt templates, searched the same way."""
    mask_secrets: bool = _DEFAULTS["mask_secrets"]
    """Stand-ins in place of keys, tokens and passwords, in every result and for every model."""
    model_mode: ModelMode = Field(default=_DEFAULTS["model_mode"], validate_default=True)
    """Which segments a model may rewrite: none, the important ones, all."""
    model_name: str = _DEFAULTS["model_name"]
    model_base_url: str = _DEFAULTS["model_base_url"]
    model_key: SecretStr = SecretStr(_DEFAULTS["model_key"])
    model_importance: float = Field(default=_DEFAULTS["model_importance"], ge=0, le=1)
    """In mode `auto`, the importance above which a segment's model is asked."""
    model_calls: int = Field(default=_DEFAULTS["model_calls"], ge=0)
    """Most calls per hand-off."""
    model_tokens: int = Field(default=_DEFAULTS["model_tokens"], ge=0)
    """Most tokens per hand-off, sent and received."""
    model_cost: float = Field(default=_DEFAULTS["model_cost"], ge=0)
    """Most US dollars per hand-off; 0: no cap. A cap needs the two prices."""
    model_price_input: float = Field(default=_DEFAULTS["model_price_input"], ge=0)
    """US dollars per million tokens; 0: not known."""
    model_price_output: float = Field(default=_DEFAULTS["model_price_output"], ge=0)
    model_concurrency: int = Field(default=_DEFAULTS["model_concurrency"], ge=1, le=64)
    """Segments that are rewritten side by side."""
    model_input: int = Field(default=_DEFAULTS["model_input"], ge=200)
    """Most tokens of a segment's text in one request."""
    model_seconds: float = Field(default=_DEFAULTS["model_seconds"], gt=0, le=86_400)
    """Seconds of one attempt; a segment, with its retries, may take three times as long."""


FOLDERS = ("roles", "prompts")


class _Setting(NamedTuple):
    """One value with where it came from, for the error message."""

    key: str
    value: object
    source: str


def load_settings(
    *,
    start: Path | None = None,
    environ: Mapping[str, str] | None = None,
    **arguments: object,
) -> Settings:
    """Settings by precedence: arguments, environment, project TOML, shipped defaults.

    Args:
        start: folder in which the search for the project's file begins; it goes on through the
            parents. The working directory if None.
        environ: the environment; `os.environ` if None. `UAGENT_MEMORY_ROLES` is left to
            `load_roles`, for which it is a layer of its own.
        arguments: settings by name; None means not given.

    Raises:
        ConfigError: an unknown key or a bad value; names where it stands and what is allowed.
    """
    if not isinstance(start, Path | None):
        raise ConfigError(f"start {start!r}: give a pathlib.Path, the folder to begin in")
    if not isinstance(environ, Mapping | None):
        raise ConfigError(f"environ {environ!r}: give a mapping such as os.environ")
    given = [_Setting(key, value, "argument") for key, value in arguments.items()]
    layers = (
        *_from_project(project_file(Path.cwd() if start is None else start)),
        *_from_environment(os.environ if environ is None else environ),
        *(setting for setting in given if setting.value is not None),
    )
    chosen = {setting.key: setting for setting in layers}
    try:
        return Settings.model_validate({key: item.value for key, item in chosen.items()})
    except ValidationError as error:
        source = chosen[str(error.errors()[0]["loc"][0])].source
        raise config_error(error, source=source, allowed=Settings.model_fields) from error


def project_file(start: Path) -> Path | None:
    """The nearest file with settings, from `start` upwards; its own file wins over pyproject."""
    for folder in (start.absolute(), *start.absolute().parents):
        own, shared = folder / OWN_FILE, folder / SHARED_FILE
        if own.is_file():
            return own
        if shared.is_file() and _table(shared) is not None:
            return shared
    return None


def _table(path: Path) -> Mapping[str, Any] | None:
    if path.name == OWN_FILE:
        return read_toml(path)
    tools = read_toml(path).get("tool")
    table = tools.get(TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path}: [tool.{TABLE}] must be a table")
    misspelt = TABLE.replace("-", "_")
    if table is None and isinstance(tools, dict) and misspelt in tools:
        raise ConfigError(f"{path}: [tool.{misspelt}] is not read: call it [tool.{TABLE}]")
    return table


def _from_project(path: Path | None) -> Iterator[_Setting]:
    if path is None:
        return
    for spelled, value in (_table(path) or {}).items():
        key = spelled.replace("-", "_")
        absolute = isinstance(value, list) and key in FOLDERS
        yield _Setting(key, _below(path.parent, value) if absolute else value, str(path))


def _below(folder: Path, values: Iterable[object]) -> list[object]:
    """Folders in a file are relative to that file."""
    return [folder / value if isinstance(value, str) else value for value in values]


def _from_environment(environ: Mapping[str, str]) -> Iterator[_Setting]:
    for key in Settings.model_fields:
        name = PREFIX + key.upper()
        value = environ.get(name, "").strip()
        if value and key != "roles":
            folders = key in FOLDERS
            yield _Setting(
                key, value.split(os.pathsep) if folders else value, f"environment {name}"
            )


def unknown_variables(environ: Mapping[str, str]) -> Iterator[str]:
    """A line for each variable of the environment that looks like a setting and is none."""
    known = [PREFIX + key.upper() for key in Settings.model_fields]
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            yield f"environment {name}: no such setting{hint}: ignored"


def config_error(
    error: ValidationError, *, source: str, allowed: Iterable[str] = ()
) -> ConfigError:
    """A validation error's first complaint, as `source: key: what is wrong; what is allowed`."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = sorted(allowed)
        near = difflib.get_close_matches(key, known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        return ConfigError(f"{source}: {key}: unknown key{hint}; allowed: {', '.join(known)}")
    if first["type"] == "missing":
        return ConfigError(f"{source}: {key}: missing")
    reason = plainly(first["msg"])
    where = f"{source}: {key}" if key else source
    value = "" if first["type"] == "value_error" else f", not {first['input']!r}"
    return ConfigError(f"{where}: {reason}{value}")
