import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from hedgerow.selection.unsupervised.agreement import (
    adjusted_rand_index,
    average_information,
    count_meetings,
    rand_index,
)

LABELS, CLUSTERS = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 1, 2, 2, 0]
MEMBERS = np.array([[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]]).T


def information(one, other, weights=None):
    partition, labels = (np.unique(each, return_inverse=True)[1] for each in (one, other))
    return average_information(partition, labels[:, None], weights)


def test_pencil_example():
    assert rand_index(LABELS, CLUSTERS) == pytest.approx(0.7555555555555555, rel=1e-14)
    assert adjusted_rand_index(LABELS, CLUSTERS) == pytest.approx(0.39114391143911437, rel=1e-14)
    assert information(LABELS, CLUSTERS) == pytest.approx(0.5962367203014027, rel=1e-12)
    shares = count_meetings(LABELS, CLUSTERS) / 10
    expected = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    present = shares > 0
    bits = (shares[present] * np.log2(shares[present] / expected[present])).sum()
    assert bits == pytest.approx(0.9219280948873627, rel=1e-12)


def test_information_of_members():
    assert average_information(np.array([0, 0, 1, 1, 1]), MEMBERS) == pytest.approx(1.0)
    assert average_information(np.array([0, 0, 1, 2, 2]), MEMBERS) == pytest.approx(0.7987327627644502)


LISTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30)


@given(LISTS)
def test_scikit_learn_has_the_same_numbers(pairs):
    one, other = np.array(pairs).T
    assert rand_index(one, other) == pytest.approx(metrics.rand_score(one, other))
    assert adjusted_rand_index(one, other) == pytest.approx(metrics.adjusted_rand_score(one, other))
    expected = metrics.normalized_mutual_info_score(one, other, average_method="geometric")
    assert information(one, other) == pytest.approx(expected, abs=1e-7)


@given(LISTS, st.randoms())
def test_whole_weights_are_repeats_and_names_do_not_matter(pairs, random):
    one, other = np.array(pairs).T
    counts = np.array([random.randint(1, 3) for _ in one])
    for measure in (rand_index, adjusted_rand_index, information):
        repeated = measure(np.repeat(one, counts), np.repeat(other, counts))
        assert measure(one, other, counts.astype(float)) == pytest.approx(repeated)
        assert measure(7 - one, other) == pytest.approx(measure(one, other))


def test_a_single_cluster_says_nothing():
    assert information([0, 0, 0], [0, 1, 2]) == 0.0
    assert information([0, 0, 0], [5, 5, 5]) == 1.0
    assert adjusted_rand_index([0, 0, 0], [1, 1, 1]) == 1.0
