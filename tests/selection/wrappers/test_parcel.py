import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.utils.estimator_checks import check_estimator_repr, check_parameters_default_constructible

from hedgerow.datasets import load, make_simple
from hedgerow.selection.wrappers import ParcelSelector, RocHull

SAMPLE = make_simple(300, random_state=0)


def fit(sample=SAMPLE, **parameters):
    parameters = {"estimator": GaussianNB(), "n_subsets": 20, "random_state": 0, **parameters}
    return ParcelSelector(**parameters).fit(sample.X, sample.y)


def test_scikit_learn_knows_it():
    """The checks that fit use three classes, which have no ROC plane; those of the shared base run elsewhere."""
    check_parameters_default_constructible("ParcelSelector", ParcelSelector(GaussianNB()))
    check_estimator_repr("ParcelSelector", ParcelSelector(GaussianNB()))


def test_the_hull_is_that_of_all_points_and_its_classifiers_stand_there():
    selector = fit()
    vertices = selector.vertices_
    assert vertices["fpr"].is_monotonic_increasing
    assert vertices["tpr"].is_monotonic_increasing
    again = RocHull.of(vertices["fpr"], vertices["tpr"])
    assert again.area == pytest.approx(selector.area_)
    assert selector.estimators_[0] is selector.estimators_[-1] is None
    assert [len(features) for features in vertices["features"]] == vertices["n_features"].tolist()
    used = {name for features in vertices["features"] for name in features}
    assert used == set(selector.get_feature_names_out())


def test_more_subsets_only_extend_the_hull():
    few, many = fit(n_subsets=5), fit(n_subsets=40)
    assert many.area_ >= few.area_


def test_rows_that_had_no_part_tell_the_truth():
    """Among noise the hull of many classifiers rises above the diagonal, and its classifiers do not."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(150, 10)), rng.integers(0, 2, 150)
    selector = ParcelSelector(GaussianNB(), n_subsets=60, random_state=0).fit(X, y)
    assert selector.area_ > 0.65
    assert abs(selector.nested_area_ - 0.5) < 0.12
    assert fit(nested=None).nested_area_ is None
    assert "nested_fpr" not in fit(nested=None).vertices_


def test_a_rate_is_realised_by_a_mixture():
    table = load("pima")
    selector = ParcelSelector(GaussianNB(), 10, random_state=0).fit(table.features, table.target)
    negative = np.asarray(table.target) == "neg"
    rates = []
    for fpr in (0.0, 0.1, 0.3, 0.6, 1.0):
        said = selector.predict_at(table.features, fpr, random_state=0) == "pos"
        rates.append(said[negative].mean())
        assert said[negative].mean() == pytest.approx(fpr, abs=0.1)
    assert np.all(np.diff(rates) > 0)


def test_a_rate_keeps_the_features_of_two_classifiers():
    selector = fit(fpr=0.2)
    mixture = selector.hull_.mix(0.2)
    asked = selector.vertices_["features"].iloc[[mixture.first, mixture.second]]
    assert set(selector.get_feature_names_out()) == {name for features in asked for name in features}
    assert set(selector.predict_at(SAMPLE.X, random_state=0)) == {-1, 1}
    with pytest.raises(ValueError, match="pass fpr, the false positive rate"):
        fit().predict_at(SAMPLE.X)


def test_the_class_to_detect():
    one, other = fit(positive=1), fit(positive=-1)
    assert one.area_ == fit().area_
    said = other.predict_at(SAMPLE.X, 0.1, random_state=0)
    assert np.mean(said[SAMPLE.y == 1] == -1) < 0.3
    with pytest.raises(ValueError, match="positive=3 is not one of the classes"):
        fit(positive=3)


@pytest.mark.parametrize("estimator", [KNeighborsClassifier(), NearestCentroid()])
def test_jobs_change_nothing_for_any_classifier(estimator):
    one, two = (fit(estimator=estimator, n_subsets=6, n_jobs=n_jobs) for n_jobs in (1, 2))
    pd.testing.assert_frame_equal(one.vertices_, two.vertices_)
    np.testing.assert_array_equal(one.scores_, two.scores_)


def test_categories_weights_sizes_and_fixed_features():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 200)
    X = pd.DataFrame({"noise": rng.normal(size=200), "word": word, "other": rng.normal(size=200)})
    y = np.where(word == "a", "yes", "no")
    selector = ParcelSelector(GaussianNB(), 10, subset_size=1, fixed_features=["other"], random_state=0)
    selector.fit(X, y, np.ones(200))
    assert list(selector.transform(X)) == ["word", "other"]
    assert all("other" in features for features in selector.vertices_["features"] if features)
    assert (selector.predict_at(X, 0.0, random_state=0) == y).all()
    with pytest.raises(ValueError, match="takes no sample_weight"):
        ParcelSelector(KNeighborsClassifier()).fit(X, y, np.ones(200))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"estimator": LinearRegression()}, "must be a classifier"),
        ({"n_subsets": 0}, "n_subsets=0 must be an int of 1 or more"),
        ({"subset_size": 10}, "subset_size=10 must be an int from 1 to 9"),
        ({"fpr": 1.5}, r"fpr=1.5 must be a number in \[0, 1\]"),
        ({"validation": 0.9}, "together less than 1"),
        ({"nested": 0.0}, r"nested=0.0 must be a number in \(0, 1\)"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        fit(**parameters)


def test_two_classes_are_needed():
    table = load("iris")
    with pytest.raises(ValueError, match="this one has 3 classes; use WrapperSelector"):
        ParcelSelector(GaussianNB()).fit(table.features, table.target)


def test_both_classes_need_a_weight():
    with pytest.raises(ValueError, match="all weight is on one"):
        ParcelSelector(GaussianNB()).fit(SAMPLE.X, SAMPLE.y, sample_weight=SAMPLE.y == SAMPLE.y[0])


def test_rows_of_other_units_are_predicted_in_them():
    X = np.asarray(SAMPLE.X, np.float64) * 2.0**250
    selector = ParcelSelector(KNeighborsClassifier(3), 8, random_state=0).fit(X, SAMPLE.y)
    assert np.mean(selector.predict_at(X, fpr=0.2, random_state=0) == SAMPLE.y) > 0.7
