"""Mask ensembles: every member sees its own subset of the features, and the subsets are searched for."""

from hedgerow.ensembles.masks.classifier import MaskEnsembleClassifier
from hedgerow.ensembles.masks.genetic import GeneticMasks
from hedgerow.ensembles.masks.hill_climb import HillClimb
from hedgerow.ensembles.masks.random_masks import RandomMasks
from hedgerow.ensembles.masks.report import MaskReport

__all__ = ["GeneticMasks", "HillClimb", "MaskEnsembleClassifier", "MaskReport", "RandomMasks"]
