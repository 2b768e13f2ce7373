"""Model files: one file, a manifest and arrays, which can be read without running anything that stands in it."""

from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.model_file import load_model, read_manifest, save_model

__all__ = ["ModelFileError", "load_model", "read_manifest", "save_model"]
