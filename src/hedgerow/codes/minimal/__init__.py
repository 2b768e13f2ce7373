"""Minimal codes, bred for the data, and support vector machines that are tuned in the same way."""
