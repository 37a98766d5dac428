"""The key that re-runs of a command share."""

from __future__ import annotations

from collections.abc import Container, Sequence
from hashlib import blake2b

from uagent_memory.analyzer.observations.shell.programs import Program, program_of
from uagent_memory.analyzer.observations.shell.shell import Pipeline
from uagent_memory.analyzer.observations.tables import table

__all__ = ["command_key", "shortened"]


def command_key(pipeline: Pipeline, program: Program, directory: str, body: str = "") -> str:
    """What re-runs share: a check's without pipes and verbosity, any other's whole pipeline.

    Args:
        pipeline: The commands joined by pipes.
        program: The first one's program.
        directory: Where it ran, relative to the project; "" at its root.
        body: A here-document that the program reads as its script.
    """
    parts = [_simple_key(program, trimmed=program.checks)]
    if not program.checks:
        parts += [_simple_key(program_of(simple), trimmed=False) for simple in pipeline.simples[1:]]
    key = " | ".join(filter(None, parts))
    if body:
        key = f"{key} #{_digest(body)}"
    return shortened(f"cd {directory} && {key}" if directory else key)


def _simple_key(program: Program, *, trimmed: bool) -> str:
    words = [word.text for word in program.arguments]
    key = table("shell")["key"]
    kept = (
        _without(words, key["volatile"], key["volatile_with_value"], key["volatile_prefixes"])
        if trimmed
        else _without(words, (), key["patience"], ())
    )
    return " ".join((program.name, *kept)).strip()


def _without(
    words: Sequence[str], single: Container[str], valued: Container[str], prefixes: Sequence[str]
) -> list[str]:
    """Without some options, and the values of those that have one (`--wait 5`, `--wait=5`)."""
    kept: list[str] = []
    is_value = False
    for word in words:
        if is_value:
            is_value = False
            continue
        option, joined, _ = word.partition("=")
        if option in valued:
            is_value = not joined
        elif word not in single and not word.startswith(tuple(prefixes)):
            kept.append(word)
    return kept


def shortened(key: str) -> str:
    """A key on one line; a long one ends in a digest of the whole."""
    flat = " ".join(key.split())
    limits = table("shell")["key"]
    if len(flat) <= limits["longest"]:
        return flat
    return f"{flat[: limits['kept']]} #{_digest(flat)}"


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
