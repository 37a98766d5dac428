"""Calls, edits and troubles as the segments tell them; who does the work."""
