import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier, VotingClassifier, VotingRegressor
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from hedgerow.combination import (
    Combined,
    ConfidenceWeighted,
    LearnedCombination,
    MeanProbability,
    NaiveBayesCombination,
    Vote,
    WeightedVote,
    combine,
    combined,
    leaf_sizes,
)
from hedgerow.combination.protocol import COMBINATIONS, list_combinations
from hedgerow.outputs import Outputs

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
SAID = [["a", "b", "b", "c"], ["a", "a", "b", "a"], ["b", "a", "b", "b"]]


def test_the_frame_is_for_people():
    outputs = Outputs.from_predictions(SAID, ["a", "a", "b", "c"])
    frame = combine(outputs).frame()
    assert list(frame) == ["answer", "confidence", "truth", "score of a", "score of b", "score of c"]
    assert frame.loc[0, "confidence"] == pytest.approx(2 / 3)
    values = combine(Outputs.from_predictions([[1.0], [3.0]], [2.5], regression=True), "mean").frame()
    pd.testing.assert_frame_equal(values, pd.DataFrame({"answer": [2.0], "truth": [2.5]}))
    assert repr(combine(outputs)) == "<Combined: 4 rows, 3 classes>"


def test_scores_of_any_classifier_may_be_taken():
    model = GaussianNB().fit(X, NAMES)
    taken = Combined.from_scores(model.predict_proba(X), model.classes_, NAMES)
    assert_array_equal(taken.labels(), model.predict(X))
    assert taken.error() == pytest.approx(1 - model.score(X, NAMES))
    holes = np.array([[0.5, 0.5], [np.nan, np.nan]])
    assert_array_equal(Combined.from_scores(holes, ["a", "b"], priors=np.array([1, 2])).labels(), ["b", None])
    margins = Combined.from_scores([[-3.0, -1.0], [2.0, -2.0]], ["a", "b"], ["b", "b"])
    assert_array_equal(margins.confidences(), [-1.0, 2.0])
    assert margins.error() == 0.5
    with pytest.raises(ValueError, match=r"scores have the shape \(2,\)"):
        Combined.from_scores([0.5, 0.5], ["a", "b"])


def test_an_error_needs_the_truth_and_an_answer():
    with pytest.raises(ValueError, match="the truth is needed"):
        combine(Outputs.from_predictions(SAID)).error()
    abstaining = Outputs.from_predictions(SAID, ["a"] * 4, predicted=np.zeros((3, 4), bool))
    assert np.isnan(combine(abstaining).error())


@pytest.mark.parametrize("n_correct", range(6))
def test_the_confidence_of_five_voters(n_correct):
    said = [[1]] * n_correct + [[0]] * (5 - n_correct)
    confidence = combine(Outputs.from_predictions(said, classes=[0, 1])).confidences()[0]
    assert 5 * (2 * confidence - 1) == pytest.approx([5, 3, 1, 1, 3, 5][n_correct])  # Rogers 2007, eq. 3.29


TREES = [DecisionTreeClassifier(max_depth=depth, max_features=1, random_state=depth) for depth in (1, 2, 3)]
PANEL = [("trees", TREES[1]), ("bayes", GaussianNB()), ("near", KNeighborsClassifier(20))]


@pytest.mark.parametrize("weights", [None, [1, 2, 4]])
@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_scikit_learns_voting_says_the_same(voting, weights):
    panel = VotingClassifier(PANEL, voting=voting, weights=weights).fit(X[::2], NAMES[::2])
    outputs = Outputs.from_estimator(panel, X, NAMES)
    rule = "mean_probability" if voting == "soft" else "vote" if weights is None else "weighted_vote"
    answer = combine(outputs, rule)
    assert_array_equal(answer.labels(), panel.predict(X))
    assert answer.error() == pytest.approx(1 - panel.score(X, NAMES))
    if voting == "soft":
        assert_allclose(answer.scores, panel.predict_proba(X))


def test_scikit_learns_boosting_is_a_weighted_vote():
    boosting = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=15, random_state=0)
    outputs = Outputs.from_estimator(boosting.fit(X, NAMES), X)
    assert_array_equal(combine(outputs, "weighted_vote").labels(), boosting.predict(X))
    assert (combine(outputs, "vote").labels() != boosting.predict(X)).any()  # it does not use weights


def test_values_are_averaged_as_scikit_learn_does():
    table, target = load_diabetes(return_X_y=True)
    panel = VotingRegressor([("a", Ridge()), ("b", DecisionTreeRegressor(max_depth=2))], weights=[3, 1])
    outputs = Outputs.from_estimator(panel.fit(table, target), table, target)
    answer = combine(outputs, "mean")
    assert_allclose(answer.labels(), panel.predict(table))
    assert answer.error() == pytest.approx(np.sqrt(np.mean((panel.predict(table) - target) ** 2)))
    with pytest.raises(ValueError, match="carry no confidence"):
        answer.confidences()


def test_answers_weights_silence_and_ties():
    predicted = np.array([[1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 0, 0]], dtype=bool)
    outputs = Outputs.from_predictions(SAID, ["a", "a", "b", "c"], weights=[5, 1, 1], predicted=predicted)
    assert_array_equal(combine(outputs, "vote").labels(), ["a", "a", "b", None])
    assert_array_equal(combine(outputs, "weighted_vote").labels(), ["a", "b", "b", None])
    assert_array_equal(combine(outputs, "vote").answers, [0, 0, 1, -1])
    assert combine(outputs, "vote").error() == 0
    assert combine(outputs, "weighted_vote").error() == pytest.approx(1 / 3)
    two = outputs.select([1, 2])
    assert combine(two).labels()[0] == "a"
    assert combine(two, priors=[1, 2, 0]).labels()[0] == "b"


def test_weights_given_here_replace_those_of_the_outputs():
    outputs = Outputs.from_predictions(SAID, weights=[5, 1, 1])
    assert_array_equal(
        combine(outputs, "weighted_vote", weights=[1, 1, 1]).labels(), combine(outputs).labels()
    )
    by_row = np.array([[0, 1, 1, 1], [0, 1, 1, 0], [1, 0, 1, 0]])
    assert_array_equal(combine(outputs, "weighted_vote", weights=by_row).labels(), ["b", "a", "b", "c"])


def test_row_weights_count_in_the_error():
    outputs = Outputs.from_predictions(SAID, ["a", "a", "a", "a"], sample_weight=[1, 1, 2, 4])
    assert combine(outputs, "vote").error() == pytest.approx(2 / 8)


@pytest.mark.parametrize(
    "rule",
    [
        name
        for name in list_combinations("classes")
        if not isinstance(COMBINATIONS.make(name), LearnedCombination)
    ],
)
def test_blocks_give_what_the_whole_gives(rule, monkeypatch):
    forest = RandomForestClassifier(6, max_depth=3, random_state=0).fit(X, NAMES)
    outputs = Outputs.from_estimator(forest, X, NAMES, out_of_bag=True)
    whole = combine(outputs, rule)
    monkeypatch.setattr(combined, "_MAX_BLOCK_CELLS", 6 * 3 * 17)
    assert_array_equal(combine(outputs, rule).scores, whole.scores)


def test_members_whose_answers_are_not_their_probabilities_vote_by_their_answers():
    outputs = Outputs.from_predictions(np.array([[[0.6, 0.4]], [[0.3, 0.7]], [[0.45, 0.55]]]))
    moved = Outputs(np.array([[1], [1], [1]]), outputs.classes, probabilities=outputs.probabilities)
    assert_allclose(combine(moved, "vote").scores, [[0, 1]])
    assert_allclose(combine(moved, "mean_probability").scores, [[0.45, 0.55]])


def test_members_without_probabilities_are_certain():
    outputs = Outputs.from_predictions(SAID)
    assert_allclose(combine(outputs, "mean_probability").scores, combine(outputs, "vote").scores)


def test_a_rule_that_has_learned_remembers():
    forest = RandomForestClassifier(10, max_depth=2, random_state=0).fit(X[::2], NAMES[::2])
    rule = NaiveBayesCombination().fit(Outputs.from_estimator(forest, X[::2], NAMES[::2], out_of_bag=True))
    answer = combine(Outputs.from_estimator(forest, X[1::2], NAMES[1::2]), rule)
    assert answer.error() < 0.1


def test_confidence_by_leaf_size_works_for_scikit_learns_forests():
    forest = RandomForestClassifier(10, max_depth=2, random_state=0).fit(X, NAMES)
    outputs, sizes = Outputs.from_estimator(forest, X, NAMES), leaf_sizes(forest, X)
    answer = combine(outputs, ConfidenceWeighted("mean_probability", "size"), sizes=sizes)
    assert_allclose(answer.scores, MeanProbability().combine(outputs.probabilities, sizes))
    same = combine(outputs, "mean_probability", weights=sizes)
    assert_allclose(answer.scores, same.scores)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (
            {"combination": "mean"},
            "combination='mean' combines values, but the outputs are classes; use one of",
        ),
        ({"weights": [1, 1, 1]}, r"Vote\(\) does not use weights; use 'weighted_vote'"),
        ({"combination": "median", "weights": [1, 1]}, r"weights has the shape \(2,\); .* \(3,\) are needed"),
        ({"combination": "median", "weights": [1, -1, 1]}, "weights must not be negative"),
        ({"priors": [1]}, r"priors has the shape \(1,\)"),
        ({"combination": ConfidenceWeighted(confidence="size")}, "pass sizes=leaf_sizes"),
        ({"combination": "veto", "sizes": [[1.0]]}, r"sizes has the shape \(1, 1\)"),
        (
            {"combination": "majority"},
            "combination='majority' must be 'accuracy_weighted', 'bayes_net', 'borda'",
        ),
        ({"combination": Vote}, "must be"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_way_out(choices, message):
    with pytest.raises(ValueError, match=message):
        combine(Outputs.from_predictions(SAID), **choices)


def test_values_refuse_rules_for_classes():
    with pytest.raises(
        ValueError, match=r"'vote' combines classes, but the outputs are values; use one of .*'mean'"
    ):
        combine(Outputs.from_predictions([[1.0, 2.0]], regression=True), "vote")


def test_the_rule_that_was_given_is_not_changed():
    rule = WeightedVote()
    combine(Outputs.from_predictions(SAID), rule)
    assert vars(rule) == {}
