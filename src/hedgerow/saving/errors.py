"""What can be wrong with a model file."""

from __future__ import annotations


class ModelFileError(ValueError):
    """A model cannot be written to a file, or a file is not one that a model can be read from."""
