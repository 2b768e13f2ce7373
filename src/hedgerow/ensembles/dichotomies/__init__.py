"""Many classes by models that tell two sets of them apart: nested dichotomies, and a model for every pair of classes."""
