"""Tests of conditional independence, for many variables at once."""
