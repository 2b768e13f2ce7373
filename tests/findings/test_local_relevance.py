from types import SimpleNamespace

import numpy as np
import pytest

from hedgerow import ForestRelevance
from hedgerow.datasets import make_simple
from hedgerow.findings.local_relevance import tell_rows


@pytest.fixture(scope="module")
def sample():
    return make_simple(random_state=1)


def test_the_sum_over_features_is_what_a_tree_learns_about_the_row(sample):
    study = ForestRelevance(n_estimators=50, local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    told, local = tell_rows(study), study.local_oob_
    n_rows = len(sample.y)
    seen = np.concatenate(
        [np.unpackbits(block.in_bag, axis=1, count=n_rows) for block in study.evaluation_.blocks]
    )
    for row in (0, 17):
        n_trees = int((seen[:, row] == 0).sum())
        by_hand = [
            value * count / n_trees for value, count in zip(local.values[row], local.counts[row], strict=True)
        ]
        np.testing.assert_allclose(told[row], by_hand, rtol=1e-5)


def test_a_feature_with_few_splits_tells_little(sample):
    study = ForestRelevance(local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    local = np.abs(study.local_oob_.values).mean(axis=0)
    told = np.abs(tell_rows(study)).mean(axis=0)
    # The two features that matter lead the noise by more than they do on average over splits.
    assert told[:2].min() / told[2:].max() > local[:2].min() / local[2:].max()


def test_both_kinds_of_rows_are_counted(sample):
    for local in ("in_bag", "out_of_bag"):
        study = ForestRelevance(n_estimators=50, local=local, random_state=0).fit(sample.X, sample.y)
        assert tell_rows(study).shape == sample.X.shape
    both = ForestRelevance(n_estimators=50, local="both", random_state=0).fit(sample.X, sample.y)
    np.testing.assert_array_equal(tell_rows(both), tell_rows(study))


def test_nothing_kept_is_refused(sample):
    study = ForestRelevance(n_estimators=50, local=None, random_state=0).fit(sample.X, sample.y)
    with pytest.raises(ValueError, match="nothing was kept about single rows"):
        tell_rows(study)


@pytest.mark.parametrize(("is_seen", "told"), [(True, [3.0, 2.0, 0.0]), (False, [0.0, 6.0, 4.0])])
def test_a_sum_is_shared_by_the_trees_that_were_asked(is_seen, told):
    """Of three trees, the first row was in the bags of all, the second in those of two, the third of none."""
    bags = np.array([[1, 1, 0], [1, 1, 0], [1, 0, 0]], np.uint8)
    blocks = [SimpleNamespace(in_bag=np.packbits(part, axis=1)) for part in (bags[:1], bags[1:])]
    counts = np.array([[3], [2], [0]] if is_seen else [[0], [2], [4]])
    values = np.array([[3.0], [2.0], [0.0]] if is_seen else [[0.0], [3.0], [3.0]])
    local = SimpleNamespace(values=values, counts=counts, is_seen=is_seen, shape=(3, 1))
    study = SimpleNamespace(
        local_=local if is_seen else None,
        local_oob_=None if is_seen else local,
        evaluation_=SimpleNamespace(blocks=blocks),
    )
    assert tell_rows(study)[:, 0].tolist() == told
