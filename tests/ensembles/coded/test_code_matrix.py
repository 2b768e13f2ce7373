import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import BaseEstimator
from sklearn.naive_bayes import GaussianNB

from hedgerow.codes import DenseRandom, OneVsOne, OneVsRest, RandomPartitions
from hedgerow.ensembles.coded.code_matrix import make_code_matrix
from hedgerow.foundation.training_set import TrainingSet

X = np.arange(12.0).reshape(6, 2)
y = np.array([0, 0, 1, 1, 2, 2])


class Listening(BaseEstimator):
    """A design that keeps what it was told."""

    def learn(self, X, y, n_classes, **told):
        self.told = {"X": X, "y": y, **told}
        return np.array([[1, 1], [1, -1], [-1, 1]])


def make(design, n_members=None, n_classes=3, is_categorical=None, target=y):
    return make_code_matrix(
        design,
        n_members,
        TrainingSet.of(X, target, n_classes=n_classes, is_categorical=is_categorical),
        estimator=GaussianNB(),
        generator=np.random.RandomState(0),
        n_jobs=1,
    )


def test_a_design_is_as_long_as_wanted_or_as_itself():
    assert make(DenseRandom(10), 3).shape == (3, 3)
    assert make(DenseRandom(10)).shape == (3, 3)
    assert make(RandomPartitions(), 17).shape == (3, 17)


def test_columns_of_a_fixed_code_are_repeated():
    code = make(OneVsRest(), 7)
    assert_array_equal(code, (2 * np.eye(3) - 1)[:, [0, 1, 2, 0, 1, 2, 0]])


def test_two_classes_are_split_in_one_way():
    code = make(DenseRandom(), 4, n_classes=2, target=y // 2)
    assert_array_equal(code, [[-1] * 4, [1] * 4])


def test_a_design_that_learns_sees_the_table():
    design = Listening()
    assert make(design).shape == (3, 2)
    assert design.told["X"] is X
    assert isinstance(design.told["estimator"], GaussianNB)
    assert make(design, 4).shape == (3, 4)


def test_categories_are_shown_as_indicators():
    design = Listening()
    make(design, is_categorical=np.array([True, False]))
    assert design.told["X"].shape == (6, 7)


def test_too_few_members_are_refused():
    with pytest.raises(
        ValueError, match=r"n_estimators=2 members cannot learn the 3 columns that code=OneVsOne"
    ):
        make(OneVsOne(), 2)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="y has only one class; use code=None"):
        make(OneVsOne(), n_classes=1)


def test_a_design_with_the_wrong_rows_is_refused():
    with pytest.raises(ValueError, match="made 3 rows for 4 classes"):
        make(Listening(), n_classes=4)
