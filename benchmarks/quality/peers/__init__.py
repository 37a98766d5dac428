"""Compressors, ours and others', behind one protocol."""
