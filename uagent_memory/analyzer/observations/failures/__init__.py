"""Errors and tests in outputs, and what closes them."""
