import numpy as np
import pytest
from numba import config


@pytest.fixture(autouse=True)
def _wrap_around():
    """Compiled integers wrap around in silence; with the JIT off they are NumPy scalars, which warn."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture
def compiled_only():
    """Skip what takes minutes as plain Python."""
    if config.DISABLE_JIT:
        pytest.skip("too large for plain Python")
