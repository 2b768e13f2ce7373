import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow import load_model, save_model
from hedgerow.codes.decoder import Decoding
from hedgerow.codes.label_sets import score_groups
from hedgerow.codes.separability import class_separability
from hedgerow.combination.platt import fit_platt
from hedgerow.datasets import make_label_sets
from hedgerow.ensembles import ECOCClassifier
from hedgerow.learners import NetworkClassifier
from hedgerow.many_labels import LabelSetECOCClassifier
from hedgerow.trees.estimators import DecisionTreeClassifier

sample = make_label_sets(240, n_labels=5, n_topics=6, distance=1.5, flip=0.0, random_state=0)
X, Y, X_new = sample.X[:160], sample.Y[:160], sample.X[160:]
TREE = DecisionTreeClassifier(max_depth=4)


def make(**options):
    return LabelSetECOCClassifier(TREE, **{"n_estimators": 25, "random_state": 0} | options)


def test_scores_of_a_table_are_those_of_the_pencil():
    Z = np.array([[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1]])
    y = [0, 0, 1, 1, 2, 2, 2]
    S = np.array(
        [[0.1, 0.9, 0.6, 0.2], [0.4, 0.7, 0.3, 0.6], [0.8, 0.2, 0.9, 0.5], [0.3, 0.1, 0.7, 0.1], [0.9, 0.8, 0.4, 0.9],
         [0.6, 0.4, 0.2, 0.8], [0.2, 0.9, 0.6, 0.7]]
    )  # fmt: skip
    code = (2 * Z - 1).astype(np.int8)
    weights = class_separability(2 * S - 1, y, code)
    assert_allclose(weights[:2], [[0.3, 0.4, 0.15, 0.15], [0.15, 0.4, 0.3, 0.15]])
    F = Decoding(weights="csep").bind(code, weights).combine((2 * S - 1).T)
    assert_allclose(F[0], [0.84, 0.355, 0.4541666667])
    assert_array_equal(F.argmax(axis=1), [0, 2, 1, 1, 2, 2, 0])
    assert_allclose(score_groups(F, [[1, 0], [1, 1], [0, 1]])[0], [0.3983333333, 0.2697222222])


def test_it_is_an_output_code_of_label_sets_with_a_curve_for_each_label():
    model = make().fit(X, Y)
    sets, codes = np.unique(Y, axis=0, return_inverse=True)
    ecoc = ECOCClassifier(
        TREE, n_estimators=25, weights="csep", calibration=None, oob_score=True, random_state=0
    )
    ecoc.fit(X, codes.ravel())
    assert_array_equal(model.label_sets_, sets)
    assert_array_equal(model.ecoc_.code_matrix_, ecoc.code_matrix_)
    F = ecoc.decision_function(X_new)
    assert_array_equal(model.ecoc_.decision_function(X_new), F)
    in_bag = np.zeros((25, 160), bool)
    for seen, rows in zip(in_bag, ecoc.estimators_samples_, strict=True):
        seen[rows] = True
    sides = np.stack([2 * tree.predict_proba(X)[:, 1] - 1 for tree in ecoc.estimators_])
    known = (
        Decoding(weights="csep")
        .bind(ecoc.code_matrix_, ecoc.class_weights_)
        .combine(sides, (~in_bag).astype(float))
    )
    out_of_bag = known @ sets / len(sets)
    covered = ~in_bag.all(axis=0)
    for label, chances in enumerate(model.predict_proba(X_new).T):
        curve = fit_platt(out_of_bag[covered, label], Y[covered, label] == 1)
        assert_allclose(chances, curve(F @ sets[:, label] / len(sets)), atol=1e-9)
    assert_array_equal(model.predict(X_new), model.predict_proba(X_new) > 0.5)


def test_curves_of_the_paper_are_fitted_to_training_scores():
    model = make(calibration_rows="training").fit(X, Y)
    scores = score_groups(model.ecoc_.decision_function(X), model.label_sets_)
    for curve, column, truth in zip(model.curves_, scores.T, Y.T, strict=True):
        expected = fit_platt(column, truth == 1)
        assert_allclose([curve.slope, curve.offset], [expected.slope, expected.offset], rtol=1e-6)
    assert model.curves_ != make().fit(X, Y).curves_


def test_scores_stay_below_one_half_without_curves():
    plain, model = make(calibration=None).fit(X, Y), make().fit(X, Y)
    assert plain.curves_ is None
    scores = plain.predict_proba(X_new)
    rare = model.label_sets_.mean(axis=0) <= 0.5
    assert rare.any()
    assert (scores[:, rare] < 0.5).all()
    errors = [(each.predict(X_new) != sample.Y[160:]).mean() for each in (model, plain)]
    assert errors[0] < 0.6 * errors[1]
    # A curve that rises changes no order.
    order = [np.argsort(each.predict_proba(X_new)[:, 0], kind="stable") for each in (model, plain)]
    assert model.curves_[0].slope < 0
    assert_array_equal(*order)


def test_bootstraps_and_weights_can_be_left_out():
    full = make(bootstrap=False, weights=None).fit(X, Y)
    assert full.ecoc_.class_weights_ is None
    assert_array_equal(full.ecoc_.estimators_samples_[0], np.arange(160))
    # All members have seen all rows: the curves have no others.
    same = make(bootstrap=False, weights=None, calibration_rows="training").fit(X, Y)
    assert full.curves_ == same.curves_
    weighted = make(bootstrap=False).fit(X, Y)
    assert_allclose(weighted.ecoc_.class_weights_.sum(axis=1), 1)


def test_networks_learn_by_default():
    model = LabelSetECOCClassifier(n_estimators=8, random_state=0).fit(X, Y)
    assert isinstance(model.ecoc_.estimators_[0], NetworkClassifier)
    assert (model.predict(X_new) == sample.Y[160:]).mean() > 0.8
    assert LabelSetECOCClassifier().get_params()["n_estimators"] == 200


def test_the_best_set_is_an_answer_too():
    model = make(decision="set").fit(X, Y)
    assert_array_equal(model.predict(X_new), model.label_sets_[model.ecoc_.predict(X_new)])
    assert_array_equal(model.predict_proba(X_new), make().fit(X, Y).predict_proba(X_new))


@pytest.mark.parametrize("n_sets", [1, 2])
def test_one_set_and_two_sets_are_enough(n_sets):
    few = np.array([[1, 0, 1], [0, 0, 1]])[:n_sets]
    labels = few[np.arange(60) % n_sets]
    model = make().fit(X[:60] + 3.0 * labels[:, :1], labels)
    answers = model.predict(X[:60] + 3.0 * labels[:, :1])
    assert_array_equal(answers[:, 1:], labels[:, 1:])
    assert (answers == labels).mean() > 0.9


def test_a_learned_threshold_keeps_the_number_of_labels():
    rare = make(threshold="pcut").fit(X, Y)
    assert abs(rare.predict(X).sum(axis=1).mean() - Y.sum(axis=1).mean()) < 0.5


def test_a_model_file_answers_the_same(tmp_path):
    for model in (make(), LabelSetECOCClassifier(n_estimators=6, calibration=None, random_state=0)):
        model.fit(*sample.frames())
        save_model(model, tmp_path / "units.hdg")
        loaded = load_model(tmp_path / "units.hdg")
        frame = sample.frames()[0]
        assert_array_equal(loaded.predict_proba(frame), model.predict_proba(frame))
        assert loaded.curves_ == model.curves_
        assert loaded.label_names_.tolist() == ["y1", "y2", "y3", "y4", "y5"]


def test_rows_with_categories_and_gaps_are_taken():
    import pandas as pd

    frame = pd.DataFrame(X).rename(columns=str)
    frame["kind"] = pd.Categorical(np.where(X[:, 0] > 0, "big", "small"))
    frame.loc[3, "1"] = np.nan
    assert (
        LabelSetECOCClassifier(n_estimators=4, random_state=0).fit(frame, Y).predict(frame).shape == Y.shape
    )
