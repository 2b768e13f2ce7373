"""The label axis: which question a member is asked.

What every ensemble needs is here; designs and what belongs to them are loaded when they are named.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hedgerow.codes.columns import Columns
from hedgerow.codes.decoder import Decoding, resolve_decoding
from hedgerow.codes.decoding import score_by_group
from hedgerow.codes.identity import Identity
from hedgerow.codes.protocol import CODES, Code, CodeMatrix, Design, LearnedDesign
from hedgerow.codes.rules import measure_distances

if TYPE_CHECKING:
    from hedgerow.codes.binary import BinaryCode, GrayCode
    from hedgerow.codes.dense_random import DenseRandom
    from hedgerow.codes.discriminant import Discriminant
    from hedgerow.codes.distances import count_correctable, min_row_distance, row_distances
    from hedgerow.codes.exhaustive import Exhaustive
    from hedgerow.codes.given import GivenCode
    from hedgerow.codes.label_sets import score_groups
    from hedgerow.codes.maximal_distance import MaximalDistance
    from hedgerow.codes.minimal import (
        PBIL,
        GeneticAlgorithm,
        MinimalCode,
        TunedSVC,
        count_minimal_codes,
        list_minimal_codes,
    )
    from hedgerow.codes.one_vs_one import OneVsOne
    from hedgerow.codes.one_vs_rest import OneVsRest
    from hedgerow.codes.random_partitions import RandomPartitions
    from hedgerow.codes.separability import class_separability
    from hedgerow.codes.sparse_random import SparseRandom
    from hedgerow.codes.validity import check_code, is_valid, repair

_HOME = {
    "BinaryCode": "binary",
    "DenseRandom": "dense_random",
    "Discriminant": "discriminant",
    "Exhaustive": "exhaustive",
    "GeneticAlgorithm": "minimal",
    "GivenCode": "given",
    "GrayCode": "binary",
    "MaximalDistance": "maximal_distance",
    "MinimalCode": "minimal",
    "OneVsOne": "one_vs_one",
    "OneVsRest": "one_vs_rest",
    "PBIL": "minimal",
    "RandomPartitions": "random_partitions",
    "SparseRandom": "sparse_random",
    "TunedSVC": "minimal",
    "check_code": "validity",
    "class_separability": "separability",
    "count_correctable": "distances",
    "count_minimal_codes": "minimal",
    "is_valid": "validity",
    "list_minimal_codes": "minimal",
    "min_row_distance": "distances",
    "repair": "validity",
    "row_distances": "distances",
    "score_groups": "label_sets",
}

__all__ = [
    "CODES",
    "PBIL",
    "BinaryCode",
    "Code",
    "CodeMatrix",
    "Columns",
    "Decoding",
    "DenseRandom",
    "Design",
    "Discriminant",
    "Exhaustive",
    "GeneticAlgorithm",
    "GivenCode",
    "GrayCode",
    "Identity",
    "LearnedDesign",
    "MaximalDistance",
    "MinimalCode",
    "OneVsOne",
    "OneVsRest",
    "RandomPartitions",
    "SparseRandom",
    "TunedSVC",
    "check_code",
    "class_separability",
    "count_correctable",
    "count_minimal_codes",
    "is_valid",
    "list_minimal_codes",
    "measure_distances",
    "min_row_distance",
    "repair",
    "resolve_decoding",
    "row_distances",
    "score_by_group",
    "score_groups",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"hedgerow.codes.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
