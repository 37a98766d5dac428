"""The model as a text file that people can read: need.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from uagent_memory.prioritizer.need_model import NeedModel

__all__ = ["Origin", "as_toml"]


@dataclass(frozen=True, slots=True)
class Origin:
    """What a model was trained on."""

    cases: Mapping[str, int]
    """Per source."""
    terms: int
    needed: int
    seed: int
    digest: str
    """Hash of the sessions read."""


def as_toml(model: NeedModel, origin: Origin) -> str:
    """Equal for equal models and origins: no date."""
    return "\n".join((*_header(origin), *_body(model))) + "\n"


def _header(origin: Origin) -> Iterator[str]:
    yield "# Expected need: the chance that the next role writes a term (path, identifier, number)"
    yield "# again. A logistic model; the features are described in term_features.py."
    yield "# Written by `python -m benchmarks train`; do not edit."
    sources = ", ".join(f"{name} {count}" for name, count in origin.cases.items())
    yield f"# n: {sum(origin.cases.values())} cases ({sources}),"
    yield f"# {origin.terms} terms, {origin.needed} of them needed next"
    yield f"# seed: {origin.seed}; data: {origin.digest}"


def _body(model: NeedModel) -> Iterator[str]:
    yield f"version = {model.version}"
    yield f"intercept = {model.intercept}"
    yield ""
    yield "[weights]"
    yield from (f"{name} = {weight}" for name, weight in model.weights.items())
    yield ""
    yield "[settings]"
    settings = model.settings
    yield f"recent_characters = {settings.recent_characters}    # half of `recent` nearness"
    yield f"wide_characters = {settings.wide_characters}     # half of `wide` nearness"
    yield f"far_share = {settings.far_share}               # last seen before this last share: far"
    yield f"far_boost = {settings.far_boost}               # far needs are few and easily drowned"
