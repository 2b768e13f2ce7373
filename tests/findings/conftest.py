import numpy as np
import pandas as pd
import pytest

from hedgerow import read_table


@pytest.fixture
def random():
    return np.random.default_rng(0)


@pytest.fixture
def make_table():
    """Make a table of columns and a target called "target"."""

    def make(target, task=None, **columns):
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return read_table(pd.DataFrame({**columns, "target": target}), "target", task=task, name="made")

    return make


@pytest.fixture
def plain(make_table, random):
    """A table about which nothing is remarkable: two classes, two features that know something."""
    y = np.arange(200) % 2
    return make_table(
        np.where(y == 1, "yes", "no"), a=random.normal(size=200) + y, b=random.normal(size=200) + y
    )
