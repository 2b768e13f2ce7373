import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.datasets import make_proteins
from hedgerow.datasets.generators.proteins import PLACES


def test_places_have_the_published_numbers():
    sample = make_proteins(random_state=0)
    frame = sample.frame()
    assert frame["place"].value_counts().to_dict() == PLACES
    assert sum(PLACES.values()) == len(frame) == 5091
    lengths = frame["sequence"].str.len()
    assert (lengths.min(), lengths.max() <= 1500) == (60, True)
    assert 330 < lengths.median() < 390
    assert set("".join(frame["sequence"][:200])) == set("ACDEFGHIKLMNPQRSTVWY")


def test_a_small_place_stays_as_it_is():
    counts = make_proteins(0.1, random_state=0).frame()["place"].value_counts()
    assert counts["nucleus"] == 108
    assert counts.min() == 13
    assert make_proteins(0.01, fewest=3, random_state=0).frame()["place"].value_counts().min() == 3


def test_proteins_of_several_places_are_as_many_as_published():
    sample = make_proteins(0.1, several=True, random_state=0)
    numbers = np.bincount([len(each) for each in sample.places])
    assert numbers[2:].tolist() == [50, 3, 1]
    assert all(len(set(each)) == len(each) for each in sample.places)


def test_sequences_follow_their_chains():
    """Of one place, without a spread: the pairs are as frequent as the chain says."""
    sample = make_proteins(0.3, spread=0, contrast=0.5, order=0.5, random_state=0)
    letters = "ACDEFGHIKLMNPQRSTVWY"
    counts = np.zeros((20, 20))
    for sequence, places in zip(sample.sequences, sample.places, strict=True):
        if places == ("nucleus",):
            codes = [letters.index(letter) for letter in sequence]
            np.add.at(counts, (codes[:-1], codes[1:]), 1)
    chain = sample.chains[list(PLACES).index("nucleus")]
    assert_allclose(chain.sum(axis=1), 1)
    errors = (counts / counts.sum(axis=1, keepdims=True) - chain) / np.sqrt(
        chain * (1 - chain) / counts.sum(axis=1, keepdims=True)
    )
    assert errors.std() == pytest.approx(1, abs=0.12)


def test_the_likeliest_place_is_found_where_chains_are_all_that_differs():
    sample = make_proteins(0.02, spread=0, contrast=0.4, order=0.4, random_state=0)
    found = np.array(sample.place_names)[sample.log_likelihoods().argmax(axis=1)]
    assert (found == [places[0] for places in sample.places]).mean() > 0.98


def test_a_seed_draws_the_same_again():
    first, again, other = (make_proteins(0.01, fewest=1, random_state=seed) for seed in (1, 1, 2))
    assert first.sequences == again.sequences
    assert first.sequences != other.sequences


def test_a_size_that_cannot_be_is_named():
    with pytest.raises(ValueError, match="scale=0"):
        make_proteins(0)
    with pytest.raises(ValueError, match="spread=-1"):
        make_proteins(0.1, spread=-1)
