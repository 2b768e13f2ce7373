"""Evidence about ensembles and learners: what they say, how surely, and how they compare."""
