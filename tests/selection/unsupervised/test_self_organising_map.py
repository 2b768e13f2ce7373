import numpy as np
import pytest
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_clustered

from hedgerow.selection.unsupervised import SelfOrganisingMap
from hedgerow.selection.unsupervised.agreement import adjusted_rand_index
from hedgerow.selection.unsupervised.self_organising_map import lay_grid


def expected_failures(estimator):
    why = "units begin at rows that are drawn, and their number follows the number of rows"
    return {"check_sample_weight_equivalence_on_dense_data": why}


@parametrize_with_contract([SelfOrganisingMap(n_epochs=10)], expected_failed_checks=expected_failures)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_clusters_are_found():
    X, kinds = make_clustered(150, 3)
    found = SelfOrganisingMap(3, random_state=0).fit(X)
    assert adjusted_rand_index(kinds, found.labels_) == 1.0
    np.testing.assert_array_equal(found.predict(X), found.labels_)
    assert len(found.units_) == len(found.grid_) >= 5 * np.sqrt(150) - 1
    assert (found.unit_labels_ >= 0).all()


def test_neighbours_on_the_grid_are_neighbours_in_the_table():
    """What makes it a map: the order of a line of units is the order of the values."""
    values = np.random.default_rng(0).random((200, 1))
    chain = SelfOrganisingMap(2, n_units=3, random_state=0).fit(values)
    assert chain.grid_.tolist() == [[0, 0], [0, 1], [0, 2]]
    steps = np.diff(chain.units_[:, 0])
    assert (steps > 0).all() or (steps < 0).all()


def test_a_narrow_map_is_k_means():
    """At the end a unit is nearly the mean of its own rows: h falls to exp(-2) at the next unit."""
    X, kinds = make_clustered(90, 3)
    found = SelfOrganisingMap(3, n_units=3, random_state=0).fit(X)
    means = np.stack([X[kinds == kind].mean(axis=0) for kind in range(3)])
    apart = np.linalg.norm(found.units_[:, None] - means, axis=2).min(axis=1)
    assert apart.max() < 4.0


def test_grids_are_nearly_square():
    assert [len(lay_grid(n)) for n in (1, 2, 4, 10, 50)] == [1, 2, 4, 12, 56]
    assert lay_grid(50).max(axis=0).tolist() == [6, 7]


def test_equal_rows_are_one_cluster():
    assert not SelfOrganisingMap(3).fit(np.ones((10, 2))).labels_.any()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"n_clusters": 0}, "n_clusters=0"), ({"n_epochs": 0}, "n_epochs=0"), ({"n_units": 0}, "or None")],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        SelfOrganisingMap(**parameters).fit(np.ones((5, 2)))
