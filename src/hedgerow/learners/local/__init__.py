"""Local experts: partitions of the space, and a model for each part."""
