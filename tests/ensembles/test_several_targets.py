"""Forests of several targets: what scikit-learn promises of them, and what holds for one target."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn import ensemble, tree
from sklearn.metrics import r2_score
from sklearn.model_selection import cross_val_predict

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.saving.model_file import load_model as load
from hedgerow.saving.model_file import save_model as save

CLASSIFIERS = [DecisionTreeClassifier, RandomForestClassifier, ExtraTreesClassifier]
REGRESSORS = [DecisionTreeRegressor, RandomForestRegressor, ExtraTreesRegressor]


def make(kind, **parameters):
    few = {"n_estimators": 5} if "Forest" in kind.__name__ or "Extra" in kind.__name__ else {}
    return kind(**({"random_state": 0} | few | parameters))


def draw(n=90, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    values = np.column_stack([X[:, 0], X[:, 0] + X[:, 1], X[:, 2] ** 2]) + 0.1 * rng.normal(size=(n, 3))
    labels = np.column_stack(
        [np.where(X[:, 0] > 0, "yes", "no"), np.digitize(X[:, 1], [-0.5, 0.5]).astype(str)]
    )
    return X, values, labels


@pytest.mark.parametrize("kind", CLASSIFIERS)
def test_classes_of_each_target(kind):
    X, _, labels = draw()
    model = make(kind).fit(X, labels)
    assert model.n_outputs_ == 2
    assert model.n_classes_ == [2, 3]
    assert [classes.tolist() for classes in model.classes_] == [["no", "yes"], ["0", "1", "2"]]
    shares, logs, predicted = model.predict_proba(X), model.predict_log_proba(X), model.predict(X)
    assert [part.shape for part in shares] == [(90, 2), (90, 3)]
    for part, log in zip(shares, logs, strict=True):
        np.testing.assert_allclose(part.sum(axis=1), 1)
        np.testing.assert_allclose(np.exp(log), part)
    assert predicted.shape == (90, 2)
    assert predicted.dtype == labels.dtype
    assert (predicted == labels).mean() > 0.95
    assert model.feature_importances_.shape == (4,)
    np.testing.assert_allclose(model.feature_importances_.sum(), 1)
    with pytest.raises(ValueError, match="multiclass-multioutput is not supported"):
        model.score(X, labels)
    assert model.fit(X, labels == "yes").score(X, labels == "yes") > 0.95


@pytest.mark.parametrize("kind", REGRESSORS)
def test_values_of_each_target(kind):
    X, values, _ = draw()
    model = make(kind).fit(X, values)
    predicted = model.predict(X)
    assert predicted.shape == (90, 3)
    assert model.n_outputs_ == 3
    assert model.score(X, values) == pytest.approx(r2_score(values, predicted))
    assert model.score(X, values) > 0.85
    assert (model.feature_importances_[:3] > 0.05).all()


@pytest.mark.parametrize("kind", CLASSIFIERS + REGRESSORS)
def test_a_target_twice_is_that_target(kind):
    X, values, labels = draw()
    y = labels[:, 1] if kind in CLASSIFIERS else values[:, 1]
    one, two = make(kind).fit(X, y), make(kind).fit(X, np.column_stack([y, y]))
    np.testing.assert_array_equal(one.apply(X), two.apply(X))
    np.testing.assert_allclose(one.feature_importances_, two.feature_importances_)
    expected = one.predict(X)
    for column in two.predict(X).T:
        if kind in CLASSIFIERS:
            np.testing.assert_array_equal(column, expected)
        else:
            np.testing.assert_allclose(column, expected)


@pytest.mark.parametrize("kind", [RandomForestClassifier, RandomForestRegressor])
def test_out_of_bag(kind):
    X, values, labels = draw()
    y = values if kind is RandomForestRegressor else labels
    model = make(kind, n_estimators=40, oob_score=True).fit(X, y)
    covered = np.arange(len(X))
    in_bag = np.zeros((40, len(X)), bool)
    for line, rows in zip(in_bag, model.estimators_samples_, strict=True):
        line[rows] = True
    outputs = model.member_outputs(X)
    expected = np.stack([outputs[~in_bag[:, row], row].mean(axis=0) for row in covered])
    if kind is RandomForestRegressor:
        np.testing.assert_allclose(model.oob_prediction_, expected)
        assert model.oob_score_ == pytest.approx(r2_score(y, expected))
        return
    assert model.oob_decision_function_.shape == (90, 3, 2)
    np.testing.assert_allclose(model.oob_decision_function_[:, :2, 0], expected[:, :2])
    np.testing.assert_allclose(model.oob_decision_function_[:, :, 1], expected[:, 2:])
    assert (model.oob_decision_function_[:, 2, 0] == 0).all()
    decided = [
        classes[part.argmax(axis=1)]
        for classes, part in zip(model.classes_, (expected[:, :2], expected[:, 2:]), strict=True)
    ]
    assert model.oob_score_ == pytest.approx((np.column_stack(decided) == labels).all(axis=1).mean())
    score = make(kind, n_estimators=40, oob_score=lambda truth, said: float((truth != said).mean()))
    assert score.fit(X, y).oob_score_ == pytest.approx((np.column_stack(decided) != labels).mean())


@pytest.mark.parametrize("kind", [RandomForestClassifier, RandomForestRegressor])
def test_any_number_of_workers_and_a_file_give_the_same(kind, tmp_path):
    X, values, labels = draw()
    y = values if kind is RandomForestRegressor else labels
    model = make(kind).fit(X, y)
    save(model, tmp_path / "model.hdg")
    loaded = load(tmp_path / "model.hdg")
    for other in (make(kind, n_jobs=2).fit(X, y), loaded):
        np.testing.assert_array_equal(other.predict(X), model.predict(X))
        assert other.n_outputs_ == model.n_outputs_
    grown = make(kind, n_estimators=2, warm_start=True).fit(X, y).set_params(n_estimators=5).fit(X, y)
    np.testing.assert_array_equal(grown.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="continues on the same table"):
        grown.set_params(n_estimators=6).fit(X, y[:, :1].repeat(4, axis=1))
    np.testing.assert_array_equal(model.estimators_[0].predict(X).shape, y.shape)


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_weights_are_repeats(kind):
    X, values, labels = draw()
    y = values if kind is DecisionTreeRegressor else labels
    weights = np.random.default_rng(1).integers(0, 4, len(X))
    weighted = make(kind).fit(X, y, weights)
    repeated = make(kind).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights, axis=0))
    same = weighted.predict(X), repeated.predict(X)
    if kind is DecisionTreeClassifier:
        np.testing.assert_array_equal(*same)
    else:
        np.testing.assert_allclose(*same)


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier])
def test_class_weights_multiply_over_targets(kind):
    X, _, labels = draw()
    plain = {"bootstrap": False} if kind is RandomForestClassifier else {}
    given = [{"yes": 3.0}, {"0": 2.0, "2": 0.5}]
    weights = np.where(labels[:, 0] == "yes", 3.0, 1.0) * np.array(
        [{"0": 2.0, "1": 1.0, "2": 0.5}[label] for label in labels[:, 1]]
    )
    for class_weight in (given, "balanced"):
        by_row = weights
        if class_weight == "balanced":
            counts = [{k: (c == k).sum() for k in np.unique(c)} for c in labels.T]
            by_row = np.prod(
                [[90 / (len(n) * n[k]) for k in c] for n, c in zip(counts, labels.T, strict=True)], axis=0
            )
        one = make(kind, class_weight=class_weight, max_depth=3, **plain).fit(X, labels)
        two = make(kind, max_depth=3, **plain).fit(X, labels, by_row)
        for a, b in zip(one.predict_proba(X), two.predict_proba(X), strict=True):
            np.testing.assert_allclose(a, b)
    with pytest.raises(ValueError, match="list of dicts"):
        make(kind, class_weight={"yes": 2.0}).fit(X, labels)
    with pytest.raises(ValueError, match="number of elements in class_weight"):
        make(kind, class_weight=[{"yes": 2.0}]).fit(X, labels)
    with pytest.raises(ValueError, match="class_weight is a list"):
        make(kind, class_weight=[{"yes": 2.0}]).fit(X, labels[:, 0])
    if kind is RandomForestClassifier:
        each = make(kind, class_weight="balanced_subsample").fit(X, labels)
        assert len(each.predict_proba(X)) == 2


def test_frames_keep_the_kind_of_each_column_and_one_column_is_one_target():
    X, values, labels = draw()
    y = pd.DataFrame({"word": labels[:, 0], "number": labels[:, 1].astype(int), "same": 7})
    model = make(RandomForestClassifier).fit(pd.DataFrame(X, columns=list("abcd")), y)
    assert [classes.tolist() for classes in model.classes_] == [["no", "yes"], [0, 1, 2], [7]]
    predicted = model.predict(pd.DataFrame(X, columns=list("abcd")))
    assert predicted.dtype == object
    assert (predicted == y.to_numpy()).mean() > 0.95
    np.testing.assert_array_equal(model.predict_proba(pd.DataFrame(X, columns=list("abcd")))[2], 1)
    regressor = make(RandomForestRegressor).fit(X, pd.DataFrame(values))
    np.testing.assert_array_equal(regressor.predict(X), make(RandomForestRegressor).fit(X, values).predict(X))
    np.testing.assert_array_equal(
        make(RandomForestRegressor).fit(X, values.tolist()).predict(X), regressor.predict(X)
    )
    with pytest.warns(UserWarning, match="column-vector y"):
        single = make(RandomForestRegressor).fit(X, values[:, :1])
    assert single.n_outputs_ == 1
    assert single.predict(X).shape == (90,)


def test_missing_values_and_categories():
    rng = np.random.default_rng(3)
    X, values, _ = draw(200)
    is_absent = rng.random(200) < 0.3
    values[is_absent, 0] += 5
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["kind"] = pd.Categorical(rng.choice(list("stuvw"), 200))
    values[:, 1] += 6 * frame["kind"].isin(["s", "v"])
    frame.loc[is_absent, "d"] = np.nan
    for kind in (DecisionTreeRegressor, RandomForestRegressor, ExtraTreesRegressor):
        model = make(kind, min_samples_leaf=2).fit(frame, values)
        assert model.score(frame, values) > 0.8
        assert model.feature_importances_[3:].min() > 0.05
    for kind in (DecisionTreeClassifier, ExtraTreesClassifier):
        y = np.column_stack([is_absent, frame["kind"].isin(["s", "v"])])
        assert make(kind).fit(frame, y).score(frame, y) == 1


def test_what_is_for_one_target_is_refused():
    X, values, labels = draw()
    with pytest.raises(ValueError, match="Input y contains NaN"):
        make(RandomForestRegressor).fit(X, np.where(values > 1, np.nan, values))
    with pytest.raises(ValueError, match="Unknown label type"):
        make(RandomForestClassifier).fit(X, values)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        make(RandomForestRegressor).fit(X, values[1:])
    with pytest.raises(ValueError, match="criterion='gain_ratio' is for one target"):
        make(RandomForestClassifier, criterion="gain_ratio").fit(X, labels)
    with pytest.raises(ValueError, match="split='pert' is for one target"):
        make(DecisionTreeRegressor, split="pert").fit(X, values)
    with pytest.raises(ValueError, match="pruning='reduced_error' is for one target"):
        make(DecisionTreeRegressor, pruning="reduced_error").fit(X, values)
    with pytest.raises(ValueError, match="out-of-bag importance is for models of one target"):
        make(RandomForestRegressor).fit(X, values).oob_permutation_importance(X, values)


def test_cost_complexity_pruning_takes_leaves_away():
    X, values, labels = draw()
    for kind, y in ((DecisionTreeRegressor, values), (DecisionTreeClassifier, labels)):
        whole, pruned = make(kind).fit(X, y), make(kind, ccp_alpha=0.2).fit(X, y)
        assert 1 < pruned.get_n_leaves() < whole.get_n_leaves()
        assert pruned.predict(X).shape == y.shape
        assert whole.flat_tree_.frame().shape[0] == whole.flat_tree_.node_count


def test_as_accurate_as_scikit_learn():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(400, 6))
    values = np.column_stack([X[:, 0] * X[:, 1], np.sin(2 * X[:, 2]), X[:, 3] + X[:, 0]]) + 0.2 * rng.normal(
        size=(400, 3)
    )
    classes = np.digitize(values, [-0.5, 0.5])
    scores = []
    for kind in (RandomForestRegressor, ensemble.RandomForestRegressor):
        said = cross_val_predict(kind(40, max_features=0.5, random_state=0), X, values, cv=3)
        scores.append(r2_score(values, said))
    assert abs(scores[0] - scores[1]) < 0.04
    scores = []
    for kind in (RandomForestClassifier, ensemble.RandomForestClassifier):
        model = kind(40, criterion="gini", random_state=0).fit(X[:300], classes[:300])
        scores.append((model.predict(X[300:]) == classes[300:]).mean())
    assert abs(scores[0] - scores[1]) < 0.06


def test_a_tree_as_scikit_learn_grows_it():
    """All features: the same parts and, together, the same gain; ties of small nodes may go to other features."""
    X, values, labels = draw(60, seed=2)
    codes = np.column_stack([np.unique(column, return_inverse=True)[1] for column in labels.T])
    for ours, theirs, y in (
        (DecisionTreeRegressor(max_depth=3), tree.DecisionTreeRegressor(max_depth=3), values),
        (
            DecisionTreeClassifier(criterion="gini", max_depth=3),
            tree.DecisionTreeClassifier(max_depth=3),
            codes,
        ),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            one, two = ours.fit(X, y), theirs.set_params(random_state=0).fit(X, y)
        np.testing.assert_allclose(one.predict(X), two.predict(X))
        weight = one.tree_.weighted_n_node_samples
        gained = two.tree_.compute_feature_importances(normalize=False).sum()
        assert (one.flat_tree_.gain * weight).sum() / weight[0] == pytest.approx(gained)
