"""Compiled kernels: arrays in, arrays out. The only package that imports Numba; it imports nothing of hedgerow."""
