"""What holds for every test."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _logging_as_installed() -> Iterator[None]:
    """No test sees the logging that another one configured."""
    yield
    structlog = sys.modules.get("structlog")
    if structlog is not None:
        structlog.reset_defaults()
