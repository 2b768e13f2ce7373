import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import class_outputs, few, repeat_rows, value_outputs

from hedgerow.diversity import ambiguity_decomposition, ensemble_curve, pairwise, vote_entropy
from hedgerow.diversity.curves import mean_of_first_pairs
from hedgerow.outputs import Outputs


def weighted(outputs, given_weights):
    return replace(outputs, weights=np.arange(1.0, outputs.n_members + 1)) if given_weights else outputs


@few
@given(class_outputs(truth=True), st.booleans())
def test_every_size_is_what_so_many_members_alone_would_give(outputs, given_weights):
    outputs = weighted(outputs, given_weights)
    frame = ensemble_curve(outputs, ["disagreement", "kappa", "q", "correlation"]).frame()
    assert frame.index.tolist() == list(range(1, outputs.n_members + 1))
    for size in frame.index:
        first = outputs.select(slice(size))
        here = frame.loc[size]
        assert here["error"] == pytest.approx(naive.vote_error(first), nan_ok=True)
        errors = first.errors()
        known = errors[~np.isnan(errors)]
        assert here["member_error"] == pytest.approx(known.mean() if known.size else np.nan, nan_ok=True)
        assert here["vote_entropy"] == pytest.approx(vote_entropy(first), abs=1e-9, nan_ok=True)
        for measure in ("disagreement", "kappa", "q", "correlation"):
            assert here[measure] == pytest.approx(pairwise(first, measure).mean, abs=1e-9, nan_ok=True)


@few
@given(value_outputs(), st.booleans())
def test_every_size_of_regressors(outputs, given_weights):
    outputs = weighted(outputs, given_weights)
    frame = ensemble_curve(outputs, ["distance"]).frame()
    assert frame.columns.tolist() == ["error", "member_error", "distance", "ambiguity"]
    for size in frame.index:
        first = outputs.select(slice(size))
        parts, here = ambiguity_decomposition(first), frame.loc[size]
        assert here["error"] ** 2 == pytest.approx(parts.error, abs=1e-9, nan_ok=True)
        assert here["member_error"] ** 2 == pytest.approx(parts.member_error, abs=1e-9, nan_ok=True)
        assert here["ambiguity"] == pytest.approx(parts.ambiguity, abs=1e-9, nan_ok=True)
        assert here["distance"] == pytest.approx(pairwise(first, "distance").mean, abs=1e-9, nan_ok=True)


@few
@given(class_outputs(truth=True, weights=True) | value_outputs(weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    found, expected = ensemble_curve(outputs).frame(), ensemble_curve(repeat_rows(outputs)).frame()
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_stretches_of_rows_add_up():
    """More rows than one stretch holds."""
    rng = np.random.default_rng(0)
    n = 9000
    truth = rng.integers(0, 3, n)
    answers = np.where(rng.random((3, n)) < 0.5, truth, rng.integers(0, 3, (3, n)))
    outputs = Outputs.from_predictions(answers, truth=truth)
    curve = ensemble_curve(outputs).frame()
    assert curve.loc[3, "error"] == pytest.approx((outputs.consensus() != truth).mean())
    assert curve.loc[3, "vote_entropy"] == pytest.approx(vote_entropy(outputs))


def test_undefined_pairs_can_be_given_a_value():
    outputs = Outputs.from_predictions([[1, 1, 1], [1, 0, 1], [0, 1, 1]], truth=[1, 1, 1])
    assert np.isnan(ensemble_curve(outputs).curves["q"][:2]).all()
    assert ensemble_curve(outputs).curves["q"][2] == -1.0
    np.testing.assert_allclose(ensemble_curve(outputs, undefined=0.0).curves["q"][1:], [0.0, -1 / 3])


def test_the_logarithm_has_the_base_asked_for():
    outputs = Outputs.from_predictions([[0], [1]])
    assert ensemble_curve(outputs, base=math.e).curves["vote_entropy"][1] == pytest.approx(math.log(2))


@pytest.mark.parametrize(
    ("regression", "columns"), [(False, ["disagreement", "kappa", "vote_entropy"]), (True, ["ambiguity"])]
)
def test_without_the_truth_there_are_no_errors(regression, columns):
    outputs = Outputs.from_predictions([[0, 1], [1, 1]], regression=regression)
    assert ensemble_curve(outputs).frame().columns.tolist() == columns


def test_a_measure_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="measure='distance' is one for values"):
        ensemble_curve(Outputs.from_predictions([[0, 1], [1, 1]]), ["distance"])


def test_means_of_pairs_grow_with_the_members():
    matrix = np.array([[0.0, np.nan, 1.0], [np.nan, 0.0, 2.0], [1.0, 2.0, 0.0]])
    np.testing.assert_allclose(mean_of_first_pairs(matrix), [np.nan, np.nan, 1.5])
    np.testing.assert_allclose(mean_of_first_pairs(matrix, undefined=6.0), [np.nan, 6.0, 3.0])


def test_a_diversity_that_helps_shows_in_the_curve():
    """Condorcet: independent members of accuracy 0.6 get ever better."""
    rng = np.random.default_rng(0)
    outputs = Outputs((rng.random((51, 2000)) < 0.6).astype(np.uint8), np.arange(2), np.ones(2000, np.uint8))
    error = ensemble_curve(outputs).curves["error"]
    assert error[50] < 0.1 < error[10] < error[0]
