import itertools
import time

import numpy as np
import pytest
from scipy import sparse

from hedgerow.encoders import encode_texts, top_words
from hedgerow.encoders.topic_words import find_cuts, find_gains


def entropy(labels):
    shares = np.bincount(labels) / len(labels)
    return -sum(share * np.log2(share) for share in shares if share > 0)


def gain_of(column, is_topic):
    """The best gain of any cut, cut by cut."""
    best = 0.0
    for low, high in itertools.pairwise(np.unique(column)):
        above = column > (low + high) / 2
        parted = sum(side.mean() * entropy(is_topic[side]) for side in (above, ~above))
        best = max(best, entropy(is_topic) - parted)
    return best


def draw(seed, n=40, n_words=30, n_topics=4, negative=False):
    rng = np.random.default_rng(seed)
    X = rng.poisson(0.4, (n, n_words)) * rng.integers(1, 4, n_words).astype(float)
    if negative:
        X -= rng.poisson(0.3, X.shape)
    X[:, 0], X[:, 1], X[:, 2] = 0.0, 5.0, rng.normal(size=n)
    return X, rng.integers(0, n_topics, n)


@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_best_gain_is_that_of_all_cuts_of_the_dense_column(seed, negative):
    X, codes = draw(seed, negative=negative)
    expected = [[gain_of(column, (codes == topic).astype(int)) for column in X.T] for topic in range(4)]
    np.testing.assert_allclose(find_gains(sparse.csr_array(X), codes), expected, atol=1e-12)
    np.testing.assert_allclose(find_gains(X, codes), expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_cuts_count_the_documents_above_them(seed):
    X, codes = draw(seed, negative=True)
    cuts = find_cuts(sparse.csc_array(X), codes)
    assert len(cuts.columns) == sum(len(np.unique(column)) - 1 for column in X.T)
    for topic in range(4):
        above = [
            int((X[codes == topic, column] > cut).sum())
            for column, cut in zip(cuts.columns, cuts.thresholds, strict=True)
        ]
        assert cuts.count_above(topic).tolist() == above


def test_stored_zeros_and_cells_stored_twice_change_nothing():
    X, codes = draw(0)
    rows, columns = np.indices(X.shape)
    twice = (np.r_[X.ravel() / 2, X.ravel() / 2], (np.tile(rows.ravel(), 2), np.tile(columns.ravel(), 2)))
    odd = sparse.coo_array(twice, shape=X.shape)
    np.testing.assert_array_equal(find_gains(odd, codes), find_gains(X, codes))


def test_an_example_by_hand():
    """Six documents; for topic a, "ball" cuts 2 | 4 clean, "net" finds one of the two."""
    X = np.array([[2, 1, 1], [1, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 2], [0, 0, 1]])
    found = top_words(X, list("aabbcc"), d=2, words=["ball", "net", "the"])
    frame = found.frame().set_index(["topic", "rank"])
    whole = entropy(np.array([1, 1, 0, 0, 0, 0]))
    assert frame.loc[("a", 1), "word"] == "ball"
    assert frame.loc[("a", 1), "gain"] == pytest.approx(whole)
    assert frame.loc[("a", 1), "cut"] == 0.5
    # One of a above, one of a and four others below.
    assert frame.loc[("a", 2), "word"] == "net"
    assert frame.loc[("a", 2), "gain"] == pytest.approx(whole - 5 / 6 * entropy(np.array([1, 0, 0, 0, 0])))
    assert frame.loc[("a", 2), ["share_inside", "share_outside"]].tolist() == [0.5, 0.0]
    # Topic c: "the" above 1.5 holds one of c; "ball" is what c lacks.
    assert found["c"] == ("the", "ball")


def test_ties_go_to_the_more_frequent_word_and_then_to_the_alphabet():
    # For topic a the columns "zebra" and "ape" are complements of each other: the same gain.
    X = np.array([[1, 0, 1], [1, 0, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]])
    topics = list("aabbb")
    assert top_words(X, topics, d=3, words=["zebra", "yak", "ape"])["a"] == ("yak", "ape", "zebra")
    assert top_words(X, topics, d=1, words=["zebra", "yak", "ape"])["a"] == ("yak",)


def test_words_that_tell_nothing_are_not_listed():
    found = top_words(np.array([[1, 3], [0, 3]]), ["a", "b"], words=["net", "the"])
    assert found.lists == {"a": ("net",), "b": ("net",)}


def test_a_scale_of_the_columns_changes_nothing():
    """So the base of the logarithm in the weights, which the source leaves open, does not matter."""
    X, codes = draw(1)
    scaled = X * np.random.default_rng(0).uniform(0.1, 9.0, X.shape[1])
    first, second = (top_words(table, codes, d=5) for table in (X, scaled))
    assert first.lists == second.lists


def test_texts_bring_their_words_and_topics():
    terms = encode_texts(["ball net", "ball goal", "judge court"], topics=["sport", "sport", "law"])
    assert top_words(terms, d=1).lists == {"law": ("ball",), "sport": ("ball",)}
    assert repr(top_words(terms, d=2)) == "TopWords: up to 2 words for each of 2 topics"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"topics": None}, "needs the topics"),
        ({"topics": ["a", "a"]}, "two topics or more, but all 2 are about 'a'"),
        ({"words": ["only"]}, "words has 1 names, but X has 2 columns"),
        ({"d": 0}, "d=0 must be an int of 1 or more"),
    ],
)
def test_what_does_not_fit_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        top_words(**({"X": np.eye(2), "topics": ["a", "b"]} | given))


def test_time_grows_with_the_cells_not_with_the_table():
    rng = np.random.default_rng(0)
    X = sparse.random_array((5000, 20000), density=0.002, rng=rng, format="csr")
    started = time.process_time()
    top_words(X, rng.integers(0, 5, 5000))
    assert time.process_time() - started < 5.0  # cut by cut it would be minutes
