"""Generators with a known truth: which columns matter, and how small the error can get."""
