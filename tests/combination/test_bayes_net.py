import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import brier_score_loss, roc_auc_score
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB

from hedgerow.combination import AccuracyWeightedMean, BayesNetCombiner, combine
from hedgerow.combination.output_tables import JointTable, NaiveTables
from hedgerow.datasets import load
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.outputs import Outputs


def make_outputs(n_rows=200, n_members=2, seed=0, **choices):
    """Members of two classes: the first knows who is low, the others who is high."""
    generator = np.random.default_rng(seed)
    truth = generator.random(n_rows) < 0.4
    heights = np.clip(
        0.5 + 0.25 * (2 * truth - 1) + 0.3 * generator.standard_normal((n_members, n_rows)), 0, 1
    )
    return Outputs.from_predictions(
        np.stack([1 - heights, heights], axis=2), truth.astype(int), classes=[0, 1], **choices
    )


def test_check_value_f6c():
    """The mean of the table's answer, .62, and the vote's, .558824."""
    rule = BayesNetCombiner(vote_share=0.5).fit(make_outputs())
    rule.accuracies_ = np.array([0.9, 0.8])
    flat = np.full((8, 8), 0.62)
    rule.network_ = JointTable(np.zeros((2, 8, 8)), flat, np.ones((8, 8)), 0.0)
    asked = np.array([[[0.3, 0.7]], [[0.6, 0.4]]])
    assert_allclose(rule.combine(asked), [[1 - 0.589412, 0.589412]], atol=1e-6)


def test_two_members_of_two_classes_have_a_table_and_others_naive_bayes():
    assert isinstance(BayesNetCombiner().fit(make_outputs()).network_, JointTable)
    assert isinstance(BayesNetCombiner().fit(make_outputs(n_members=3)).network_, NaiveTables)
    assert isinstance(BayesNetCombiner().fit(make_outputs(n_members=1)).network_, NaiveTables)
    three = Outputs.from_predictions(np.full((2, 6, 3), 1 / 3), [0, 1, 2] * 2, classes=[0, 1, 2])
    assert isinstance(BayesNetCombiner().fit(three).network_, NaiveTables)


def test_published_and_recommended_smoothing_by_hand():
    outputs = make_outputs()
    first, second = np.minimum(7, np.floor(8 * outputs.probabilities[:, :, 1])).astype(int)
    counts = np.zeros((2, 8, 8))
    np.add.at(counts, (outputs.truth, first, second), 1)
    raw = np.divide(counts[1], counts.sum(axis=0), out=np.zeros((8, 8)), where=counts.sum(axis=0) > 0)
    published = BayesNetCombiner(smooth="mean").fit(outputs)
    recommended = BayesNetCombiner().fit(outputs)
    vote = AccuracyWeightedMean().fit(outputs).combine(outputs.probabilities)[:, 1]
    by_mean = published.combine(outputs.probabilities)[:, 1]
    by_counts = recommended.combine(outputs.probabilities)[:, 1]
    for row in range(0, 200, 7):
        near = np.s_[max(0, first[row] - 1) : first[row] + 2, max(0, second[row] - 1) : second[row] + 2]
        assert by_mean[row] == pytest.approx(raw[near].mean())
        positive, rows = counts[1][near].sum(), counts.sum(axis=0)[near].sum()
        assert by_counts[row] == pytest.approx((positive + 3 * vote[row]) / (rows + 3))


def test_half_a_vote_is_half_way():
    outputs, asked = make_outputs(), make_outputs(seed=3).probabilities
    table, half, vote = (
        BayesNetCombiner(vote_share=share).fit(outputs).combine(asked) for share in (0.0, 0.5, 1.0)
    )
    assert_allclose(half, (table + vote) / 2)
    assert_allclose(vote, AccuracyWeightedMean().fit(outputs).combine(asked))


def test_the_table_knows_whom_to_trust_where():
    """The second member reverses its answer where the first is sure; no mean can use that, a table can."""
    generator = np.random.default_rng(5)
    truth = generator.random(2000) < 0.5
    first = generator.choice([0.1, 0.9], 2000)
    second = np.where((first > 0.5) == truth, 0.8, 0.2)
    outputs = Outputs.from_predictions(
        np.stack([np.column_stack([1 - p, p]) for p in (first, second)]), truth.astype(int)
    )
    assert combine(outputs, BayesNetCombiner().fit(outputs)).error() == 0
    assert combine(outputs, AccuracyWeightedMean().fit(outputs)).error() > 0.2


def test_counts_make_better_answers_than_the_mean_filter_on_data():
    table = load("ionosphere")
    y = (table.target == "good").to_numpy().astype(int)
    halves = [table.features.iloc[:, start::2].to_numpy() for start in (0, 1)]
    found = {"counts": [], "mean": []}
    for part in range(2):
        known, new = np.arange(len(y)) % 2 == part, np.arange(len(y)) % 2 != part
        seen = np.stack(
            [cross_val_predict(GaussianNB(), X[known], y[known], method="predict_proba") for X in halves]
        )
        asked = np.stack([GaussianNB().fit(X[known], y[known]).predict_proba(X[new]) for X in halves])
        for smooth, scores in found.items():
            rule = BayesNetCombiner(smooth=smooth).fit(
                Outputs.from_predictions(seen, y[known], classes=[0, 1])
            )
            answer = rule.combine(asked)[:, 1]
            scores.append([roc_auc_score(y[new], answer), -brier_score_loss(y[new], answer)])
    assert (np.mean(found["counts"], axis=0) > np.mean(found["mean"], axis=0)).all()


def test_frequent_bins_hold_as_many_rows():
    outputs = make_outputs(n_rows=400)
    rule = BayesNetCombiner(4, binning="frequency").fit(outputs)
    rows = rule.network_.counts.sum(axis=0)
    inside = rows.sum(axis=1)[:3]  # probabilities of exactly 1 all share the last bin
    assert_allclose(inside, 100, atol=1)


def test_labels_of_any_kind_and_weights_through_an_ensemble():
    generator = np.random.default_rng(6)
    X = generator.standard_normal((120, 3))
    y = np.where(X[:, 0] + 0.5 * generator.standard_normal(120) > 0, "ill", "well")
    ensemble = EnsembleClassifier(
        GaussianNB(), combination=BayesNetCombiner(), n_estimators=2, oob_score=True, random_state=0
    )
    with pytest.warns(UserWarning, match="OOB"):
        ensemble.fit(X, y)
    assert isinstance(ensemble.combination_.network_, JointTable)
    assert ensemble.score(X, y) > 0.8
    assert set(ensemble.predict(X)) == {"ill", "well"}


def test_rows_in_parts_are_the_rows_together():
    outputs, rule = make_outputs(), BayesNetCombiner(binning="frequency")
    parts = [rule.tally(outputs.select_rows(np.arange(200) % 3 == part)) for part in range(3)]
    merged = clone(rule).learn(type(parts[0]).merge(parts))
    asked = make_outputs(seed=9).probabilities
    assert_allclose(merged.combine(asked), clone(rule).fit(outputs).combine(asked))


def test_the_table_has_the_names_of_the_members():
    frame = BayesNetCombiner().fit(make_outputs(names=["data", "anatomy"])).frame()
    assert frame.columns[:4].tolist() == ["data from", "data to", "anatomy from", "anatomy to"]
    assert frame["weight"].sum() == 200
    assert len(BayesNetCombiner(5).fit(make_outputs(n_members=3)).frame()) == 3 * 2 * 5
    with pytest.raises(NotFittedError):
        BayesNetCombiner().frame()


def test_members_may_disagree_with_their_own_probabilities():
    """A sharp table turns an answer that both members give around, where the truth was mostly the other."""
    said = np.tile([[[0.4, 0.6]]], (2, 50, 1))
    truth = np.array([0] * 40 + [1] * 10)
    rule = BayesNetCombiner().fit(Outputs.from_predictions(said, truth))
    assert_array_equal(rule.decide(rule.combine(said[:, :1])), [0])


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"window": 2}, "window=2 has no cell in its middle; use an odd number, such as 3"),
        ({"n_bins": 1}, "n_bins=1 must be an int of 2 or more"),
        ({"smooth": "median"}, "smooth='median' must be 'counts' or 'mean'"),
        ({"binning": "age"}, "binning='age' must be 'width' or 'frequency'"),
        ({"vote_share": 1.5}, "vote_share=1.5"),
        ({"prior_weight": -1.0}, "prior_weight=-1.0"),
    ],
)
def test_wrong_parameters_are_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        BayesNetCombiner(**choices).fit(make_outputs())
