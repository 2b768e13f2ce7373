import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.neighbors import KNeighborsClassifier

from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights

FRAME = pd.DataFrame({"size": [1.0, 2.0, 3.0], "color": ["red", None, "blue"]})


def test_only_frames_with_categories_are_encoded():
    assert learn_encoding(np.ones((2, 2))) is None
    assert learn_encoding(FRAME[["size"]]) is None
    assert_array_equal(learn_encoding(FRAME).is_categorical, [False, True])


def test_a_frame_becomes_numbers_and_leaves_its_names():
    ensemble = EnsembleClassifier(KNeighborsClassifier())
    table = read_features(ensemble, FRAME, learn_encoding(FRAME), reset=True)
    assert_array_equal(table, [[1, 1], [2, np.nan], [3, 0]])
    assert list(ensemble.feature_names_in_) == ["size", "color"]


def test_missing_numbers_need_a_learner_that_reads_them():
    X = np.array([[1.0, np.nan], [1.0, 2.0]])
    assert_array_equal(read_features(EnsembleClassifier(), X, None, reset=True), X)
    with pytest.raises(ValueError, match="Input X contains NaN"):
        read_features(EnsembleClassifier(KNeighborsClassifier()), X, None, reset=True)


def test_weights_are_checked():
    assert read_weights(None, 3) is None
    assert_array_equal(read_weights([1, 2, 0], 3), [1.0, 2.0, 0.0])
    with pytest.raises(ValueError, match=r"has shape \(2,\); pass one weight for each of the 3 rows"):
        read_weights([1, 2], 3)
    with pytest.raises(ValueError, match="holds -1; weights must not be negative"):
        read_weights([1, -1, 1], 3)
    with pytest.raises(ValueError, match="zero for every row"):
        read_weights([0, 0, 0], 3)
