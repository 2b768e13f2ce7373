"""TIPCAC: classes told apart along whitened Fisher directions, plainly or through a kernel."""

from hedgerow.learners.tipcac.classifier import TIPCACClassifier

__all__ = ["TIPCACClassifier"]
