"""Additive models: each round adds what the rounds before have left unexplained."""
