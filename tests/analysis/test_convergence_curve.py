import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_classification
from sklearn.ensemble import ExtraTreesClassifier
from tests.analysis.drawn import few

from hedgerow.analysis.convergence_curve import convergence
from hedgerow.analysis.voting import majority_error, plurality_error
from hedgerow.outputs import Outputs

RIGHT = st.lists(st.floats(0, 1), min_size=1, max_size=6)


@few
@given(RIGHT, st.integers(1, 40))
def test_errors_are_mean_errors_of_juries(right, n_members):
    found = convergence(right, [n_members])
    wrong = 1 - np.array(right)
    errors = majority_error(n_members, wrong)
    limits = np.where(np.abs(wrong - 0.5) < 1e-12, 0.5, wrong > 0.5)
    assert_allclose(found.error, errors.mean(), atol=1e-12)
    assert_allclose(found.limit, limits.mean(), atol=1e-12)
    assert_allclose(found.unsettled, np.abs(errors - limits).mean(), atol=1e-12)


@few
@given(RIGHT)
def test_more_members_settle_more_rows(right):
    assert (np.diff(convergence(right, np.arange(1, 25)).unsettled) <= 1e-12).all()


@few
@given(st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), min_size=1, max_size=3))
def test_the_error_is_as_near_to_its_limit_as_the_rows_are_settled(votes):
    shares = np.array(votes) / np.sum(votes, axis=1, keepdims=True)
    found = convergence(shares, [1, 4, 15])
    assert (np.abs(found.error - found.limit) <= found.unsettled + 1e-12).all()


@few
@given(st.lists(st.floats(0, 1), min_size=1, max_size=4), st.floats(0.02, 0.4))
def test_the_smallest_size_that_is_enough(right, distance):
    found = convergence(right, [1])
    needed = found.members_needed(distance, max_members=60)
    sizes = np.arange(1, 61)
    unsettled = convergence(right, sizes).unsettled
    enough = sizes[unsettled <= distance]
    assert needed == (enough[0] if enough.size else None)


def test_an_answer_one_can_check():
    found = convergence([0.6], [1])
    assert found.members_needed(0.05) == 67
    assert majority_error(67, 0.4) <= 0.05 < majority_error(65, 0.4)
    assert convergence([0.5001]).members_needed(0.01) is None
    with pytest.raises(ValueError, match=r"n_members=2\.5 must be whole numbers"):
        convergence([0.6], 2.5)
    with pytest.raises(ValueError, match="distance=0 must be a number above 0"):
        found.members_needed(0)


def test_ties_stay_ties():
    found = convergence([[0.4, 0.4, 0.2], [0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]], [101])
    assert_allclose(found.limit, np.mean([1 / 2, 1 / 2, 2 / 3]))
    assert_allclose(found.unsettled, 0.0, atol=1e-3)
    assert convergence([0.5]).members_needed(1e-9) == 1


def test_the_frame():
    frame = convergence([[0.5, 0.3, 0.2], [0.9, 0.1, 0.0]], [1, 9], sample_weight=[3, 1]).frame()
    assert list(frame.columns) == ["n_members", "error", "excess", "unsettled"]
    errors = [
        np.average(plurality_error(size, [[0.5, 0.3, 0.2], [0.9, 0.1, 0.0]]), weights=[3, 1])
        for size in (1, 9)
    ]
    assert_allclose(frame["error"], errors)
    assert_allclose(frame["excess"], errors)
    assert convergence([0.7]).n_members[-1] == 201


def test_vote_shares_of_a_forest_foretell_smaller_ones():
    X, y = make_classification(600, 8, n_informative=4, n_classes=3, flip_y=0.2, random_state=0)
    labels = np.array(["x", "y", "z"])[y]
    forest = ExtraTreesClassifier(400, max_depth=6, random_state=0).fit(X[:300], labels[:300])
    outputs = Outputs.from_estimator(forest, X[300:], labels[300:], probabilities=False)
    found = convergence(outputs, [1, 5, 25])
    rng = np.random.default_rng(0)
    for size, error in zip(found.n_members, found.error, strict=True):
        wrong = [
            (few.consensus() != few.truth).mean()
            for few in (outputs.select(rng.permutation(400)[:size]) for _ in range(40))
        ]
        assert_allclose(error, np.mean(wrong), atol=0.02)


def test_out_of_bag_rows_and_weights_of_outputs_count():
    outputs = Outputs.from_predictions(
        [[0, 1, 0], [0, 0, 1]], [0, 0, 0], predicted=[[1, 1, 0], [1, 1, 0]], sample_weight=[1.0, 2.0, 5.0]
    )
    found = convergence(outputs, [1])
    assert_allclose(found.error, (1 * 0 + 2 * 0.5) / 3)
    assert_array_equal(found.share.sum(), 1.0)
