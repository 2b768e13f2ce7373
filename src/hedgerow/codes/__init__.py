"""The label axis: which question a member is asked."""

from hedgerow.codes.decoding import score_by_group
from hedgerow.codes.identity import Identity
from hedgerow.codes.protocol import Code
from hedgerow.codes.registry import CODES, resolve_code

__all__ = ["CODES", "Code", "Identity", "resolve_code", "score_by_group"]
