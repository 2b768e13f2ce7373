"""Mask ensembles: every member sees its own subset of the features, and the subsets are searched for."""
