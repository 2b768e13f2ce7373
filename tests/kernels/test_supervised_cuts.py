import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal
from tests.kernels.tables import examples

from hedgerow._kernels.supervised_cuts import cut_by_description
from hedgerow.trees.estimators import DecisionTreeClassifier


def bits_of(labels, weights):
    counts = np.bincount(labels, weights)
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum()), int((counts > 0).sum())


def naive(values, labels, weights):
    """All cuts of a stretch and of its two sides, by the formula."""
    edges = np.flatnonzero(values[1:] > values[:-1]) + 1
    (entropy, k), total = bits_of(labels, weights), weights.sum()
    if k < 2 or edges.size == 0:
        return []

    def saved(edge):
        sides = ((labels[part], weights[part]) for part in (slice(edge), slice(edge, None)))
        return total * entropy - sum(side[1].sum() * bits_of(*side)[0] for side in sides)

    savings = np.array([saved(edge) for edge in edges])
    edge = edges[np.flatnonzero(savings >= savings.max() - 1e-9)[0]]
    (left, k1), (right, k2) = bits_of(labels[:edge], weights[:edge]), bits_of(labels[edge:], weights[edge:])
    cost = np.log2(max(total - 1, 1)) + np.log2(3.0**k - 2) - k * entropy + k1 * left + k2 * right
    if saved(edge) < cost:
        return []
    below, above = (
        naive(values[part], labels[part], weights[part]) for part in (slice(edge), slice(edge, None))
    )
    return [*below, (values[edge - 1] + values[edge]) / 2, *above]


def cut(values, labels, weights, n_classes, n_tabled=50):
    x = np.arange(1.0, n_tabled)
    logarithms = np.concatenate([[0.0], x * np.log2(x)])
    cuts, open_ends = np.empty(len(values)), np.empty(len(values) + 1, np.int64)
    n_cuts = cut_by_description(values, labels, weights, logarithms, n_classes, open_ends, cuts)
    return cuts[:n_cuts]


@examples(60)
@given(st.integers(1, 60), st.integers(1, 5), st.integers(1, 12), st.booleans(), st.data())
def test_cuts_are_those_of_the_twin(n_rows, n_classes, n_values, weighted, data):
    seed = data.draw(st.integers(0, 10**6))
    generator = np.random.default_rng(seed)
    values = np.sort(data.draw(hnp.arrays(np.int64, n_rows, elements=st.integers(0, n_values - 1)))).astype(
        float
    )
    labels = np.minimum(values * n_classes // n_values, n_classes - 1).astype(np.int64)
    noisy = generator.random(n_rows) < 0.2
    labels[noisy] = generator.integers(0, n_classes, noisy.sum())
    weights = generator.integers(1, 4, n_rows).astype(float) if weighted else np.ones(n_rows)
    assert_array_equal(cut(values, labels, weights, n_classes), naive(values, labels, weights))


def test_cuts_are_those_of_a_tree_on_one_column():
    generator = np.random.default_rng(0)
    for n_classes in (2, 3, 12):
        labels = generator.integers(0, n_classes, 400)
        values = np.round(generator.normal(size=400) + 0.8 * (labels % 4), 1)
        order = np.argsort(values, kind="stable")
        tree = DecisionTreeClassifier(pruning="mdl", random_state=0).fit(values[:, None], labels)
        thresholds = tree.flat_tree_.threshold
        expected = np.sort(thresholds[~np.isnan(thresholds)])
        assert expected.size
        found = cut(values[order], labels[order], np.ones(400), n_classes)
        assert_array_equal(found, expected)


def test_logarithms_that_are_not_tabled_are_computed():
    labels = np.repeat([0, 1], 100)
    for n_tabled in (2, 300):
        assert_array_equal(cut(np.arange(200.0), labels, np.ones(200), 2, n_tabled), [99.5])


def test_a_cut_never_lies_at_the_upper_value():
    lower = 1.0
    upper = np.nextafter(lower, 2.0)
    values, labels = np.repeat([lower, upper], 20), np.repeat([0, 1], 20)
    assert_array_equal(cut(values, labels, np.ones(40), 2), [lower])
