"""Many classes by models that tell two sets of them apart: nested dichotomies, or a model for each pair of classes."""
