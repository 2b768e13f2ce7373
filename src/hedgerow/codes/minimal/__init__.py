"""Minimal codes, bred for the data, and support vector machines that are tuned in the same way."""

from hedgerow.codes.minimal.design import MinimalCode
from hedgerow.codes.minimal.genetic import GeneticAlgorithm
from hedgerow.codes.minimal.pbil import PBIL
from hedgerow.codes.minimal.tuned_svc import TunedSVC
from hedgerow.codes.minimal.words import count_minimal_codes, list_minimal_codes

__all__ = [
    "PBIL",
    "GeneticAlgorithm",
    "MinimalCode",
    "TunedSVC",
    "count_minimal_codes",
    "list_minimal_codes",
]
