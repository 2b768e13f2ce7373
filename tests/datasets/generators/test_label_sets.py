"""Rows with label sets."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.datasets.generators.label_sets import make_label_sets


def test_a_topic_has_one_set_of_labels():
    sample = make_label_sets(200, flip=0.0, random_state=0)
    assert_array_equal(sample.Y, sample.label_sets[sample.topics])
    assert len(np.unique(sample.label_sets, axis=0)) == 8
    assert sample.label_sets.any(axis=1).all()


@pytest.mark.parametrize("n_labels", [3, 16, 17, 100])
def test_any_number_of_labels(n_labels):
    sample = make_label_sets(50, 4, n_labels, n_topics=7, n_noise_features=2, random_state=0)
    assert sample.X.shape == (50, 6)
    assert sample.Y.shape == (50, n_labels)
    assert len(np.unique(sample.label_sets, axis=0)) == 7


def test_some_labels_are_turned_round():
    sample = make_label_sets(4000, flip=0.1, random_state=0)
    assert abs((sample.label_sets[sample.topics] != sample.Y).mean() - 0.1) < 0.01


def test_labels_depend_on_each_other_where_the_features_are_known():
    """Between two clouds the labels of one or the other are on, never one of each."""
    sample = make_label_sets(3000, 2, 4, n_topics=2, distance=0.3, flip=0.0, random_state=2)
    assert len(np.unique(sample.Y, axis=0)) == 2
    middle = np.abs(sample.X).max(axis=1) < 0.5
    assert 0.3 < sample.topics[middle].mean() < 0.7


def test_frames_and_seeds():
    features, labels = make_label_sets(5, 3, 2, n_topics=2, random_state=1).frames()
    assert [*features, *labels] == ["x1", "x2", "x3", "y1", "y2"]
    assert_array_equal(labels, make_label_sets(5, 3, 2, n_topics=2, random_state=1).Y)


@pytest.mark.parametrize("wrong", [{"n_samples": 0}, {"n_topics": 64}, {"n_topics": 0}, {"flip": 2}])
def test_the_impossible_is_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        make_label_sets(**wrong)
