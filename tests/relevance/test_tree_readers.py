import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.export.models import (
    CLASSIFIERS,
    REGRESSORS,
    ask,
    list_odd_rows,
    make_classes,
    make_table,
    make_values,
    walk,
)

from hedgerow import (
    BaggingClassifier,
    DecisionTreeClassifier,
    EnsembleClassifier,
    HedgerowClassifier,
    RandomForestClassifier,
)
from hedgerow.boosting import AdaBoostR2Regressor, LogitBoostClassifier, LsBoostClassifier, RpBoostClassifier
from hedgerow.ensembles import RotationForestClassifier
from hedgerow.export import to_matrix
from hedgerow.pruning import FitSelectClassifier, PrunedEnsembleClassifier
from hedgerow.relevance.tree_readers import adds_up_trees, read_sum
from hedgerow.relevance.tree_sums import NotASumError

TABLE = make_table()
NUMBERS = TABLE[["size", "age", "dose"]].fillna(0.0)


def add_up(total, X):
    """The scores, tree by tree and row by row."""
    scores = np.zeros((len(X), total.n_outputs))
    for each in total.trees:
        said = dict(zip(np.flatnonzero(each.tree.is_leaf), each.leaf_values(total.n_outputs), strict=True))
        scores += [said[walk(each.tree, row)] for row in X]
    return total.start + scores / total.divisor


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_the_sum_is_what_a_classifier_computes(name):
    model = CLASSIFIERS[name].fit(TABLE, make_classes(TABLE, 3))
    total, rows = read_sum(model), to_matrix(model, TABLE)[:20]
    rows = np.vstack([rows, list_odd_rows(rows)])
    scores = add_up(total, rows)
    if total.link == "none":
        np.testing.assert_allclose(scores, ask(model.predict_proba, rows), rtol=0, atol=1e-12)
    else:
        scores -= scores.mean(axis=1, keepdims=True) if total.link == "logistic" else 0.0
        scores *= 2 / 3 if total.link == "logistic" else 1.0
        np.testing.assert_allclose(scores, ask(model.decision_function, rows), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", REGRESSORS)
def test_the_sum_is_what_a_regressor_computes(name):
    model = REGRESSORS[name].fit(TABLE, make_values(TABLE))
    rows = to_matrix(model, TABLE)[:20]
    rows = np.vstack([rows, list_odd_rows(rows)])
    np.testing.assert_allclose(add_up(read_sum(model), rows)[:, 0], ask(model.predict, rows), rtol=1e-13)


def test_what_a_member_picks_is_read_in_the_whole_table():
    model = EnsembleClassifier(view="decimation", resampling="full", n_estimators=3, random_state=0)
    model.fit(NUMBERS, make_classes(TABLE, 3))
    np.testing.assert_allclose(
        add_up(read_sum(model), NUMBERS.to_numpy()), model.predict_proba(NUMBERS), atol=1e-12
    )


@pytest.mark.parametrize("boosting", [LogitBoostClassifier, LsBoostClassifier])
def test_additive_models_without_a_tree_and_of_one_class(boosting):
    model = boosting(n_estimators=2).fit([[0.0], [1.0]], [7, 7])
    assert add_up(read_sum(model), np.zeros((2, 1))).tolist() == [[1.0], [1.0]]
    constant = LsBoostClassifier(n_estimators=2).fit([[1.0], [1.0], [1.0]], [0, 1, 1])
    assert add_up(read_sum(constant), np.zeros((1, 1)))[0] == pytest.approx(1 / 3)


def test_a_committee_of_ensembles_is_one_sum():
    model = FitSelectClassifier(RandomForestClassifier(4), random_state=0).fit(
        NUMBERS, make_classes(TABLE, 3)
    )
    assert len(model.committee_.parts) > 1
    np.testing.assert_allclose(
        add_up(read_sum(model), NUMBERS.to_numpy()), model.predict_proba(NUMBERS), atol=1e-12
    )


def choose_by_row():
    forest = RandomForestClassifier(5, random_state=0)
    return PrunedEnsembleClassifier(forest, method="instance", validation="out_of_bag", random_state=0)


REFUSED = {
    "projections": (RpBoostClassifier(n_estimators=2), "read projections of the features"),
    "rotations": (RotationForestClassifier(n_estimators=2), "read mixtures of the features"),
    "first choice": (HedgerowClassifier(2), "read mixtures of the features"),
    "median": (EnsembleClassifier(combination="median", n_estimators=2), r"combined by Median\(\)"),
    "code": (EnsembleClassifier(code="one_vs_rest", n_estimators=3), "questions of a code"),
    "members": (BaggingClassifier(GaussianNB(), n_estimators=2), r"not hedgerow's trees.*\(GaussianNB\)"),
    "pruned members": (
        PrunedEnsembleClassifier(BaggingClassifier(GaussianNB(), n_estimators=3), validation="out_of_bag"),
        r"not hedgerow's trees",
    ),
    "by row": (choose_by_row(), "chooses other members for each row"),
    "boosted": (
        LsBoostClassifier(make_pipeline(StandardScaler(), AdaBoostR2Regressor())),
        r"not hedgerow's trees",
    ),
    "pipeline": (make_pipeline(StandardScaler(), RandomForestClassifier(2)), "not one sum over trees"),
    "naive Bayes": (GaussianNB(), "it is not one sum over trees"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_sum_over_trees_is_refused_with_a_reason(name):
    model, reason = REFUSED[name]
    model.set_params(n_estimators=2) if name == "boosted" else None
    model.fit(NUMBERS.to_numpy(), make_classes(TABLE, 3))
    assert not adds_up_trees(model)
    with pytest.raises(NotASumError, match=reason):
        read_sum(model)


def test_the_weighted_median_is_refused():
    model = AdaBoostR2Regressor(n_estimators=2, random_state=0).fit(NUMBERS, make_values(TABLE))
    with pytest.raises(NotASumError, match=r"combined by WeightedMedian\(\)"):
        read_sum(model)


def test_what_is_not_fitted_or_no_model_is_refused():
    with pytest.raises(NotFittedError):
        read_sum(RandomForestClassifier())
    with pytest.raises(TypeError, match="pass a fitted estimator"):
        read_sum("forest")
    frozen = FrozenEstimator(DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]))
    with pytest.raises(NotASumError, match="not one sum over trees"):
        read_sum(frozen)
