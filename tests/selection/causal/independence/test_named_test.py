import numpy as np
import pytest

from hedgerow.selection.causal import CausalSelector


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"test": "chi"}, "test='chi' must be 'g2', 'mi', 'fisher-z' or 'mixed'"),
        ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
        ({"threshold": 0}, "threshold=0 must be a number above 0"),
        ({"n_bins": 1}, "n_bins=1 must be an int of 2 or more"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    X = np.random.default_rng(0).normal(size=(30, 2))
    with pytest.raises(ValueError, match=message):
        CausalSelector(**parameters).fit(X, X[:, 0] > 0)
