"""Reads what the hot path logged. Writes nothing."""
