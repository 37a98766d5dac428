"""What a command printed, where its answer is JSON that wraps it: Codex's, and others' like it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from uagent_memory.formats.draft import Draft
from uagent_memory.formats.shapes import shapes
from uagent_memory.messages import WRAPPED, Role

__all__ = ["unwrapped"]


def unwrapped(draft: Draft) -> Draft:
    """The answer with what was printed as its text, where it is such JSON; else the same.

    `recall` gives it as it came (`Message.as_sent`).
    JSON with any other field is a tool's own answer and stays as it is.
    """
    if draft.role is not Role.TOOL or not draft.text.startswith("{"):
        return draft
    fields = _fields(draft.text)
    status = _status(fields)
    if status is None:
        return draft
    printed = (fields.get(key) for key in shapes().wrapper.printed)
    text = "\n".join(part.rstrip("\n") for part in printed if isinstance(part, str) and part)
    is_error = status != 0 if draft.is_error is None else draft.is_error
    meta = {**draft.meta, WRAPPED: draft.text}
    return draft._replace(text=text, is_error=is_error, meta=meta)


def _fields(text: str) -> Mapping[str, JsonValue]:
    """The fields of a wrapper; nothing of any other text."""
    known = shapes().wrapper
    if not any(f'"{key}"' in text for key in known.status):
        return {}
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    wraps = isinstance(fields, dict) and any(isinstance(fields.get(k), str) for k in known.printed)
    return fields if wraps and _only(fields, (*known.printed, *known.about)) else {}


def _only(fields: Iterable[str], keys: Iterable[str]) -> bool:
    return {*keys, *shapes().wrapper.status}.issuperset(fields)


def _status(fields: Mapping[str, JsonValue]) -> int | None:
    """The exit status; None where it is not stated, and of what still runs."""
    inner = fields.get("metadata")
    stated = {**inner, **fields} if isinstance(inner, dict) else fields
    found = (stated.get(key) for key in shapes().wrapper.status)
    status = next((code for code in found if type(code) is int), None)
    return status if status is None or status >= 0 else None
