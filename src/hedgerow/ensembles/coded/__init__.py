"""Ensembles whose members are asked two-class questions that the columns of a code pose."""
