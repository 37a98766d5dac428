"""How far each message of a batch is to be reduced (sections 3.1 and 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.material import BatchMaterial
from uagent_memory.condensers.chat_history.settings import chat_settings

__all__ = ["adapted", "rooms"]


def rooms(material: BatchMaterial, config: CompressionConfig) -> list[int]:
    """Most tokens that each record of the batch may keep.

    A role's target reduction, less for important messages and more for old ones, then all moved
    together so that the batch as a whole meets the overall target; a role leaves its target by no
    more than the document's ranges allow. A merge shares out its own room.
    """
    batch, settings = material.batch, chat_settings().importance
    mean = fmean(material.importance)
    wanted: list[float] = []
    bounds: list[tuple[float, float]] = []
    for record, tokens, age, importance in zip(
        batch.records, batch.tokens, batch.ages, material.importance, strict=True
    ):
        base = config.reduction_of(record.role.value)
        moved = base + settings.age_span * (age - 0.5)
        moved -= settings.importance_span * (importance - mean)
        reduction = min(max(moved, settings.least), settings.most)
        wanted.append(tokens * (1 - reduction))
        slack = settings.role_slack
        bounds.append((tokens * max(1 - base - slack, 0.0), tokens * min(1 - base + slack, 1.0)))
    aim = material.tokens * (1 - config.target_compression_ratio)
    if batch.room is not None:
        return _scaled(wanted, batch.room)
    factor = aim / sum(wanted) if sum(wanted) else 1.0
    return [
        max(int(min(max(room * factor, low), high)), 1)
        for room, (low, high) in zip(wanted, bounds, strict=True)
    ]


def _scaled(wanted: Sequence[float], room: int) -> list[int]:
    total = sum(wanted)
    return [int(share * room / total) if total else 0 for share in wanted]


def adapted(config: CompressionConfig, qualities: Sequence[float]) -> CompressionConfig:
    """With `self_optimisation`, the overall target moved by the quality of the last results.

    Down by a step for each poor one, up for each very good one, within bounds.
    """
    if not config.self_optimisation or not qualities:
        return config
    settings = chat_settings().adapting
    moved = 0.0
    for quality in qualities[-settings.sample :]:
        if quality < config.quality_threshold + settings.margin:
            moved -= settings.step
        elif quality >= settings.good:
            moved += settings.step
    moved = min(max(moved, -settings.bound), settings.bound)
    target = min(max(config.target_compression_ratio + moved, settings.step), 1 - settings.step)
    return config.changed(target_compression_ratio=target)
