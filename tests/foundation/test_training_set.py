import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.validation import validate_data

from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.foundation.training_set import (
    TrainingSet,
    are_repeats,
    check_values,
    has_several_columns,
    learn_encoding,
    read_features,
    read_rows,
    read_several_targets,
    read_target,
    read_weights,
)

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
    with pytest.raises(
        ValueError, match=r"shape == \(2,\), expected \(3,\): pass one weight for each of the 3 rows"
    ):
        read_weights([1, 2], 3)
    with pytest.raises(ValueError, match=r"Negative values in data passed to `sample_weight`, such as -1"):
        read_weights([1, -1, 1], 3)
    with pytest.raises(ValueError, match="zero for every row"):
        read_weights([0, 0, 0], 3)


@pytest.mark.parametrize(
    ("y", "task", "classes"),
    [
        (["b", "a", "b"], "auto", ["a", "b"]),
        (pd.Series(["b", "a"], dtype="category"), "auto", ["a", "b"]),
        ([True, False], "auto", [False, True]),
        ([0, 1, 2, 0, 1, 2], "auto", [0, 1, 2]),
        ([0.5, 1.5, 2.5], "auto", None),
        ([0, 1, 2, 0, 1, 2], "regression", None),
        (range(50), "auto", None),
        ([*range(25), *range(25)], "classification", list(range(25))),
    ],
)
def test_the_task_is_found_or_told(y, task, classes):
    target, found = read_target(y, task)
    assert target.dtype.kind == ("f" if classes is None else "i")
    assert (found is None) == (classes is None)
    if classes is not None:
        assert found.tolist() == classes
        assert found[target].tolist() == list(y)


@pytest.mark.parametrize(
    ("y", "task", "message"),
    [
        ([1.0, np.nan], "auto", "NaN"),
        (np.array(["a", None, "b"], dtype=object), "auto", "y is missing in 1 of 3 rows, first in row 1"),
        (["a", "a"], "auto", "one class only, .*'a'"),
        ([2.5, 2.5], "regression", r"one value only, 2.5 \(n_samples=2\)"),
        ([0.5, 1.5, 2.5], "classification", "continuous"),
        ([0, 1], "clasification", "must be 'auto', 'classification' or 'regression'"),
    ],
)
def test_what_cannot_be_a_target_is_refused(y, task, message):
    with pytest.raises(ValueError, match=message):
        read_target(y, task)


def test_a_training_set_from_a_file_fits_together():
    good = TrainingSet.of(np.eye(3), np.array([0, 1, 1]), n_classes=2, is_categorical=np.zeros(3, bool))
    good.check_loaded()
    for wrong in ({"y": np.array([0, 1])}, {"is_categorical": np.zeros(2, bool)}, {"weights": np.ones(4)}):
        with pytest.raises(ValueError, match="its arrays do not fit each other"):
            replace(good, **wrong).check_loaded()
    with pytest.raises(ValueError, match="a class that is not there"):
        replace(good, y=np.array([0, 1, 2])).check_loaded()
    with pytest.raises(ValueError, match="a class that is not there"):
        replace(good, y=np.array([0, 0.5, 1])).check_loaded()


@pytest.mark.parametrize("size", [2**62, 1e308, 5e-324, 1e-310, 1.0])
def test_weights_of_any_size_have_a_sum(size):
    weights = read_weights(np.array([size, size, 0.0]), 3)
    assert 2 <= weights.sum() < 4
    assert weights[0] == weights[1] > weights[2] == 0


def test_ordinary_weights_are_as_they_were():
    weights = np.array([2.0**31, 0.25, 0.0])
    np.testing.assert_array_equal(read_weights(weights, 3), weights)


def test_a_few_whole_weights_are_repeats():
    assert are_repeats(np.array([16.0, 16.0]))
    assert not are_repeats(np.array([16.0, 17.0]))
    assert not are_repeats(np.array([0.5]))


def test_a_weight_that_is_lost_in_the_sum_is_none():
    np.testing.assert_array_equal(read_weights([1e300, 1e-300, 1e290], 3) > 0, [True, False, True])


@pytest.mark.parametrize("size", [1e307, 1e51, 1e-51, 5e-324])
def test_values_that_cannot_be_squared_are_refused(size):
    with pytest.raises(ValueError, match="only values from 1e-50 to 1e50"):
        read_target([size, 0.0, -size / 2], "regression")
    check_values(np.zeros(3))


def test_several_targets_are_read_column_by_column():
    frame = pd.DataFrame({"answer": ["yes", "no", "yes"], "level": [3, 1, 2]})
    assert has_several_columns(frame)
    codes, classes = read_several_targets(frame, "classification")
    assert codes.tolist() == [[1, 2], [0, 0], [1, 1]]
    assert [each.tolist() for each in classes] == [["no", "yes"], [1, 2, 3]]
    values, none = read_several_targets([[1, 2], [3, 4]], "regression")
    assert (values.tolist(), none) == ([[1.0, 2.0], [3.0, 4.0]], None)
    with pytest.raises(ValueError, match="only values from 1e-50 to 1e50"):
        read_several_targets([[1.0, 1e51], [1.0, 2.0]], "regression")


def _rows():
    X = np.random.default_rng(0).normal(size=(6, 3))
    holes, infinite, huge = X.copy(), X.copy(), X.copy()
    holes[1, 1], infinite[2, 0], huge[:2] = np.nan, np.inf, 1.7e308
    both = holes.copy()
    both[0, 0] = -np.inf
    tables = [X, holes, infinite, huge, both, X[:0], X[:, :2], X[0], np.asfortranarray(X), X[::2, ::-1]]
    tables += [X.astype(kind) for kind in ("f4", ">f8", "f2", "i8", "O")]
    return [*tables, np.ma.masked_array(X), X.tolist(), pd.DataFrame(X), pd.DataFrame(X, columns=list("abc"))]


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("learner", [KNeighborsClassifier(), None])
@pytest.mark.parametrize("position", range(len(_rows())))
def test_rows_are_read_as_scikit_learn_reads_them(position, learner, named):
    X = _rows()[0]
    ensemble = EnsembleClassifier(learner, n_estimators=2)
    ensemble.fit(pd.DataFrame(X, columns=list("abc")) if named else X, [0, 1] * 3)
    rows = _rows()[position]

    def read(read_with):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                table = read_with()
            except ValueError as error:
                return str(error)
        return table.dtype.str, table.tobytes("F"), [str(warning.message) for warning in caught]

    expected = read(
        lambda: validate_data(
            ensemble,
            rows,
            reset=False,
            dtype=[np.float64, np.float32],
            ensure_all_finite=True if learner else "allow-nan",
        )
    )
    assert read(lambda: read_rows(ensemble, rows)) == expected
