import os

import hypothesis
import matplotlib as mpl
import pytest

mpl.use("Agg")

# The first example of a kernel compiles it, so no deadline; the same examples in every run.
hypothesis.settings.register_profile("hedgerow", deadline=None, derandomize=True, print_blob=True)
# Other examples in every run, and more of them: see `make fresh`.
hypothesis.settings.register_profile(
    "fresh", deadline=None, derandomize=False, max_examples=300, print_blob=True
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "hedgerow"))


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")
