"""Ensembles whose members learn problems of two classes, which the columns of a code make."""
