"""One model for every pair of classes, and three ways to a decision."""

from hedgerow.ensembles.pairwise.classifier import DDAGClassifier, PairwiseClassifier

__all__ = ["DDAGClassifier", "PairwiseClassifier"]
