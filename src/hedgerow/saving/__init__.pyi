from hedgerow.saving.archive import ModelFileError as ModelFileError
from hedgerow.saving.model_file import read_manifest as read_manifest
