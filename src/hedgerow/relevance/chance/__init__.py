"""What an irrelevant feature gains by chance, because a tree takes the best of many cuts."""
