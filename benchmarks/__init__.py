"""Measurements of uagent-memory. `python -m benchmarks` lists them."""
