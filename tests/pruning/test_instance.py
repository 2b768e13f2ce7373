import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgerow.outputs import Outputs
from hedgerow.pruning import InstanceSelection

LINE = np.arange(6.0)[:, None]
# One member that is right about the first three rows.
RIGHT = Outputs.from_predictions([[1, 1, 1, 0, 0, 0]], truth=[1] * 6)


def test_who_is_right_about_which_row():
    said = Outputs.from_predictions([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 0]], truth=[0, 1, 1, 1])
    assert said.correct().T.astype(int).tolist() == [[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 1, 0]]


def test_the_published_example_of_ml_knn():
    chooser = InstanceSelection(n_neighbours=2).learn(RIGHT, LINE)
    assert chooser.neighbours.count(None).tolist() == [[2, 2, 1, 1, 0, 0]]
    np.testing.assert_allclose(
        chooser.scores(np.array([[1.4], [2.6], [4.2]])), [[0.75, 0.5, 0.25]], rtol=1e-12
    )


def naive_scores(said, X, new, k, smoothing):
    """ML-kNN with loops."""
    right = said.answers == said.truth
    spread = [X[:, f].std(ddof=1) if np.ptp(X[:, f]) > 0 else 1.0 for f in range(X.shape[1])]

    def count(row, member, skip):
        near = sorted(
            (i for i in range(len(X)) if i != skip),
            key=lambda i: (
                round(sum(((row[f] - X[i, f]) / spread[f]) ** 2 for f in range(X.shape[1])), 9),
                i,
            ),
        )
        return sum(bool(right[member, i]) for i in near[:k])

    scores = np.empty((said.n_members, len(new)))
    for member in range(said.n_members):
        tables = {True: [0.0] * (k + 1), False: [0.0] * (k + 1)}
        for i in range(len(X)):
            tables[bool(right[member, i])][count(X[i], member, i)] += said.row_weights()[i]
        yes, no = sum(tables[True]), sum(tables[False])
        prior = (smoothing + yes) / (2 * smoothing + yes + no)
        for place, row in enumerate(new):
            d = count(row, member, None)
            one = prior * (smoothing + tables[True][d]) / (smoothing * (k + 1) + yes)
            other = (1 - prior) * (smoothing + tables[False][d]) / (smoothing * (k + 1) + no)
            scores[member, place] = one / (one + other)
    return scores


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 3), st.booleans())
def test_scores_are_those_of_the_loops(seed, k, weighted):
    generator = np.random.default_rng(seed)
    X, truth = generator.normal(size=(14, 2)), generator.integers(2, size=14)
    answers = np.where(generator.random((3, 14)) < 0.6, truth, 1 - truth)
    weights = generator.integers(1, 4, 14) if weighted else None
    said = Outputs.from_predictions(answers, truth, classes=[0, 1], sample_weight=weights)
    new = generator.normal(size=(5, 2))
    chooser = InstanceSelection(n_neighbours=k, smoothing=0.5).learn(said, X)
    np.testing.assert_allclose(chooser.scores(new), naive_scores(said, X, new, k, 0.5), rtol=1e-9)


def test_silent_members_are_judged_by_the_rows_they_have_not_seen():
    predicted = np.array([[True, False, True, True, False, True]])
    said = Outputs.from_predictions(RIGHT.answers, RIGHT.truth, predicted=predicted)
    chooser = InstanceSelection(n_neighbours=2).learn(said, LINE)
    # next to 0.9: rows 0 and 2, as row 1 was seen; next to 4.1: rows 3 and 5
    assert chooser.neighbours.count(np.array([[0.9], [4.1]])).tolist() == [[2, 0]]


def two_experts():
    """One member knows the left half of a line, the other the right half."""
    X = np.linspace(-1, 1, 40)[:, None]
    truth = np.tile([0, 1], 20)
    left = X[:, 0] < 0
    return X, Outputs.from_predictions(
        [np.where(left, truth, 1 - truth), np.where(left, 1 - truth, truth)], truth
    )


@pytest.mark.parametrize("rule", ["ml_knn", "knora_e", "knora_u", "overall_local_accuracy"])
@pytest.mark.parametrize("threshold", [0.5, "precision"])
def test_experts_are_heard_where_they_know(rule, threshold):
    X, said = two_experts()
    chooser = InstanceSelection(rule, n_neighbours=4, threshold=threshold).learn(said, X)
    combination_weights = chooser.choose(np.array([[-0.8], [0.8]]))
    assert combination_weights.argmax(axis=0).tolist() == [0, 1]
    assert combination_weights[0, 0] > combination_weights[1, 0]
    assert (combination_weights.sum(axis=0) > 0).all()


def test_somebody_is_always_heard():
    said = Outputs.from_predictions([[0, 0, 0, 0], [0, 0, 0, 0]], truth=[1, 1, 1, 1], classes=[0, 1])
    for rule in ("ml_knn", "knora_e", "knora_u", "overall_local_accuracy"):
        chooser = InstanceSelection(rule, n_neighbours=2).learn(said, np.arange(4.0)[:, None])
        assert (chooser.choose(np.array([[1.5]])) > 0).all()


@pytest.mark.parametrize(
    "bad",
    [{"rule": "lca"}, {"n_neighbours": 0}, {"smoothing": 0.0}, {"threshold": 1.5}, {"threshold": "best"}],
)
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        InstanceSelection(**bad).learn(RIGHT, LINE)
