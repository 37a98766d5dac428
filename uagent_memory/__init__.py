"""Deterministic eight-segment hand-offs for teams of agents."""
