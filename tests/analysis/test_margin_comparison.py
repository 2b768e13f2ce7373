from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.analysis.drawn import few

from hedgerow.analysis.margin_comparison import compare_margins, observed_margins
from hedgerow.analysis.voting import majority_error
from hedgerow.outputs import Outputs


@st.composite
def rows_of_shares(draw, max_classes=4):
    n_classes = draw(st.integers(2, max_classes))
    row = st.lists(st.integers(0, 4), min_size=n_classes, max_size=n_classes).filter(any)
    rows = np.array(draw(st.lists(row, min_size=1, max_size=3)), dtype=float)
    return rows / rows.sum(axis=1, keepdims=True)


def naive_distribution(shares, n_members):
    """Go through every way to vote about every row."""
    found = {}
    for row in shares:
        for votes in product(range(len(row)), repeat=n_members):
            counts = np.bincount(votes, minlength=len(row))
            margin = (counts[0] - counts[1:].max()) / n_members
            found[margin] = found.get(margin, 0.0) + np.prod(row[list(votes)]) / len(shares)
    return {margin: share for margin, share in found.items() if share > 1e-12}


@few
@given(rows_of_shares(), st.integers(1, 4))
def test_the_naive_twin_agrees(shares, n_members):
    found = observed_margins(shares, n_members)
    expected = naive_distribution(shares, n_members)
    kept = found.share > 1e-12
    assert_allclose(found.margin[kept], sorted(expected), atol=1e-12)
    assert_allclose(found.share[kept], [expected[margin] for margin in sorted(expected)], atol=1e-12)


@few
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.integers(1, 120))
def test_few_members_scatter_around_the_true_margins(right, n_members):
    found = observed_margins(right, n_members)
    true = 2 * np.array(right) - 1
    assert_allclose(found.strength, true.mean(), atol=1e-9)
    noise = np.mean(4 * np.array(right) * (1 - np.array(right))) / n_members
    variance = found.share @ (found.margin - found.strength) ** 2
    assert_allclose(variance, true.var() + noise, atol=1e-9)
    wrong = found.share_negative + found.share_zero / 2
    assert_allclose(wrong, majority_error(n_members, 1 - np.array(right)).mean(), atol=1e-9)


def test_weights_are_repeats():
    weighted = observed_margins([[0.5, 0.3, 0.2], [0.9, 0.1, 0.0]], 5, sample_weight=[3, 1])
    repeated = observed_margins([[0.5, 0.3, 0.2]] * 3 + [[0.9, 0.1, 0.0]], 5)
    assert_allclose(weighted.share, repeated.share, atol=1e-14)
    with pytest.raises(ValueError, match="n_members=0 must be whole numbers"):
        observed_margins([0.5], 0)
    with pytest.raises(ValueError, match="must hold 1 weights"):
        observed_margins([0.5], 3, sample_weight=[1, 1])


def test_blocks_change_nothing(monkeypatch):
    shares = np.random.default_rng(0).dirichlet([1, 1, 1], 20)
    whole = observed_margins(shares, 12)
    monkeypatch.setattr("hedgerow.analysis.voting._MAX_BLOCK_CELLS", 3 * 13 * 13)
    assert_allclose(observed_margins(shares, 12).share, whole.share, atol=1e-14)


def vote(probabilities, n_members, rng, **options):
    """Members that draw their votes from the same probabilities; the true class is 0."""
    edges = probabilities.cumsum(axis=1)
    said = (rng.random((n_members, len(probabilities), 1)) > edges).sum(axis=2)
    return Outputs.from_predictions(
        said, np.zeros(len(said[0]), int), classes=np.arange(probabilities.shape[1]), **options
    )


@pytest.mark.parametrize("n_classes", [2, 3])
def test_what_was_expected_is_observed(n_classes):
    rng = np.random.default_rng(1)
    true = rng.dirichlet([3] + [1] * (n_classes - 1), 20_000)
    compared = compare_margins(vote(true, 9, rng), true)
    for margin in (-0.5, -1e-9, 0.0, 0.2, 0.9):
        observed = compared.observed.distribution().at_most(margin)
        assert_allclose(compared.expected.at_most(margin), observed, atol=0.015)
    summary = compared.summary()
    assert_allclose(summary["observed"], summary["expected"], atol=0.015)
    assert 0.3 < compared.regression < 0.95
    assert 0.02 < compared.share_misjudged < 0.3


def test_margins_regress_to_the_mean_by_their_reliability():
    rng = np.random.default_rng(2)
    right = rng.beta(4, 2, 50_000)
    compared = compare_margins(vote(np.column_stack([right, 1 - right]), 7, rng), right)
    true = 2 * right - 1
    reliability = true.var() / (true.var() + np.mean(4 * right * (1 - right)) / 7)
    assert_allclose(compared.regression, reliability, atol=0.02)


def test_rows_may_have_different_numbers_of_votes():
    rng = np.random.default_rng(3)
    true = rng.dirichlet([3, 1], 20_000)
    predicted = rng.random((12, 20_000)) < 0.4
    outputs = vote(true, 12, rng, predicted=predicted)
    compared = compare_margins(outputs, true)
    assert compared.observed.n_silent == np.count_nonzero(~predicted.any(axis=0))
    assert_allclose(compared.expected.share.sum(), 1.0)
    assert_allclose(compared.expected.share_zero, compared.observed.share_zero, atol=0.015)


def test_the_truth_may_come_from_many_more_members():
    rng = np.random.default_rng(4)
    true = rng.dirichlet([3, 1, 1], 300)
    few, many = vote(true, 5, rng), vote(true, 2000, rng)
    by_members, exactly = compare_margins(few, many), compare_margins(few, true)
    assert_allclose(by_members.true.margin, exactly.true.margin, atol=0.08)
    assert_array_equal(by_members.frame()["observed"], exactly.frame()["observed"])
    assert list(by_members.frame().columns) == ["row", "observed", "true"]


def test_the_members_themselves_as_truth():
    outputs = Outputs.from_predictions([[0, 1, 0], [0, 0, 0]], [0, 0, 0])
    compared = compare_margins(outputs, outputs)
    assert compared.share_misjudged == 0
    assert_allclose(compared.regression, 1.0)
    alike = compare_margins(outputs.select_rows([0, 2]), [0.9, 0.8])
    assert np.isnan(alike.regression)


def test_rows_must_be_the_same():
    outputs = Outputs.from_predictions([[0, 1, 0]], [0, 0, 0])
    with pytest.raises(ValueError, match="of 2 rows, the observed ones of 3"):
        compare_margins(outputs, [0.5, 0.5])
    left = Outputs.from_predictions([[0, 1]], [0, 0], predicted=[[1, 0]])
    right = Outputs.from_predictions([[0, 1]], [0, 0], predicted=[[0, 1]])
    with pytest.raises(ValueError, match="no row is predicted on both sides"):
        compare_margins(left, right)
