"""The index of methods, one table for each axis."""
