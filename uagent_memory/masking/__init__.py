"""Secrets out of everything that leaves: stand-ins in results and in what a model is sent."""

from __future__ import annotations

from uagent_memory.masking.finder import Secret, find_secrets
from uagent_memory.masking.masker import STAND_IN, Masker

__all__ = ["STAND_IN", "Masker", "Secret", "find_secrets"]
