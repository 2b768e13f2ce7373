"""Many classes by models that tell two sets of them apart: nested dichotomies, or one model for each pair of classes."""
