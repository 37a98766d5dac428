"""The command line: `uagent-memory`, or `python -m uagent_memory`."""

from uagent_memory.cli.entry import main

__all__ = ["main"]
