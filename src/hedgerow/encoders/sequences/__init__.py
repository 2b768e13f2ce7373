"""Proteins as rows of a table: letters, files, labels, near copies, and what a sequence is made of."""
