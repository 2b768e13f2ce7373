"""The multi-class stand-ins have the published Bayes errors."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from hedgerow.datasets import make_artificial_multi1, make_artificial_multi2


@pytest.mark.parametrize(
    ("make", "n_features", "n_classes", "bayes_error"),
    [(make_artificial_multi1, 2, 5, 0.2176), (make_artificial_multi2, 3, 9, 0.1433)],
)
def test_the_nearest_centre_errs_as_published(make, n_features, n_classes, bayes_error):
    sample = make(200_000, random_state=0)
    assert sample.X.shape[1] == n_features
    assert sample.bayes_error == bayes_error
    centres = np.array([sample.X[sample.y == label].mean(axis=0) for label in range(n_classes)])
    best = cdist(sample.X, centres).argmin(axis=1)
    assert (best != sample.y).mean() == pytest.approx(bayes_error, abs=0.004)
