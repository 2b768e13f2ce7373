"""Compiled kernels: arrays in, arrays out. The only package that imports Numba; it imports nothing of hedgerow."""

import gc

# Loading Numba makes many objects and no garbage; a collector that looks for some takes a sixth of a first fit.
_was_enabled = gc.isenabled()
gc.disable()
try:
    import numba as numba
finally:
    if _was_enabled:
        gc.enable()
