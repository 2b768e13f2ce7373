"""The last bits of a matrix product depend on the processor: tests take the sums that every one of x86-64 can make.

OpenBLAS reads this when NumPy is imported, so it stands before all tests and doctests.
"""

import os

os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
