import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.forest.ace_rounds import ACERound, ACERounds, Levels, remove_redundant, try_target
from hedgerow.selection.forest.contrasts import CodedTable, ContrastForest, ContrastGrower
from hedgerow.selection.forest.residuals import Target


def make_round(number, target, importances, relevant, dropped_for, masking, n_targets=1):
    importances = np.array(importances)
    p_values = np.where(relevant, 0.001, 0.4)
    return ACERound(
        number, target, importances, np.full(len(importances), 0.1), p_values, p_values, np.array(relevant, bool),
        np.array(dropped_for), np.array(masking), np.array(masking) > 0.25, n_targets,
    )  # fmt: skip


@pytest.fixture
def rounds():
    first = make_round(
        1, "y", [[0.5, 0.2, 0.6, 0.0], [0.7, 0.2, 0.4, 0.0]], [1, 1, 1, 0], [0, 1, 0, -1],
        [[0.5, 0.0, 0.4], [0.1, 0.2, 0.0], [0.3, 0.0, 0.5]],
    )  # fmt: skip
    second = make_round(
        2, "residual", [[0.1, 0.2, 0.0, 0.0], [0.1, 0.2, 0.0, 0.0]], [0, 1, 0, 0], [-1, 1, -1, -1], [[0.2]], 3
    )
    return ACERounds(("a", "b", "c", "d"), (first, second))


def test_who_is_kept_and_who_is_masked(rounds):
    assert rounds[0].kept.tolist() == [True, True, False, False]
    assert rounds[0].masked.tolist() == [False, False, True, False]
    assert len(rounds) == 2
    assert [each.number for each in rounds] == [1, 2]


def test_p_values_are_adjusted_for_the_targets_of_a_round(rounds):
    np.testing.assert_allclose(rounds[0].adjusted, [0.001, 0.001, 0.001, 0.4])
    np.testing.assert_allclose(rounds[1].adjusted, [1.0, 0.003, 1.0, 1.0])


def test_the_frame_says_it_all(rounds):
    frame = rounds.frame()
    assert list(frame) == [
        "round", "target", "feature", "importance", "contrast", "t", "p_value", "relevant", "kept", "masked_by",
    ]  # fmt: skip
    assert frame["feature"].tolist() == ["a", "c", "b", "d", "b", "a", "c", "d"]
    assert frame["masked_by"].tolist() == ["", "a", "", "", "", "", "", ""]
    assert frame["importance"].tolist()[:2] == [0.6, 0.5]


def test_replicates_are_listed_one_by_one(rounds):
    frame = rounds.replicates()
    assert len(frame) == 2 * 2 * 4
    line = frame.query("round == 1 and replicate == 1 and feature == 'c'").iloc[0]
    assert (line["importance"], line["contrast"]) == (0.4, 0.1)


def test_masking_has_the_most_important_first(rounds):
    expected = pd.DataFrame(
        [[0.5, 0.4, 0.0], [0.3, 0.5, 0.0], [0.1, 0.0, 0.2]], index=["a", "c", "b"], columns=["a", "c", "b"]
    )
    pd.testing.assert_frame_equal(rounds.masking(), expected)
    pd.testing.assert_frame_equal(rounds.masks(), expected > 0.25)


def test_the_summary_tells_when_and_by_whom(rounds):
    summary = rounds.summarise()
    assert summary["round"].tolist() == [1, 1, 0, 0]
    assert summary["masked_by"].tolist() == ["", "", "a", ""]


def test_nothing_relevant_has_no_masking():
    nothing = make_round(1, "y", [[0.1]], [0], [-1], np.zeros((0, 0)))
    assert ACERounds(("a",), (nothing,)).masking().empty


def test_quantiles_by_pencil():
    contrasts = np.arange(1, 11) / 10
    assert Levels(0.05).bound(contrasts) == pytest.approx(0.955)
    assert Levels(0.25).bound(contrasts) == pytest.approx(0.775)
    assert Levels(0.0).bound(contrasts) == 1.0
    assert Levels().bound(np.array([[0.3], [0.4]])).tolist() == [0.3, 0.4]  # a single contrast


def test_levels_are_divided_by_the_number_of_tests():
    assert Levels(alpha=0.05).of(10) == pytest.approx(0.005)
    assert Levels(alpha=0.05, bonferroni=False).of(10) == 0.05
    assert Levels().of(0) == 0.05


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(250, 6))
    X[:, 5] = X[:, 0]  # a copy
    y = X[:, 0] + X[:, 1] + 0.3 * rng.normal(size=250)
    table = CodedTable.from_matrix(X, np.zeros(6, bool))
    return ContrastGrower(table, None, ContrastForest(20), 8, 1), Target(
        "y", ((y - y.mean()) / y.std())[:, None]
    )


def test_a_copy_is_dropped_for_the_other(problem):
    found = try_target(*problem[:1], Levels(), problem[1], 1, 0, 1, np.zeros(6, bool))
    assert np.flatnonzero(found.relevant).tolist() == [0, 1, 5]
    best, copy = (0, 5) if found.kept[0] else (5, 0)
    assert found.dropped_for[copy] == best
    assert found.kept.tolist() != found.relevant.tolist()
    assert (found.dropped_for[[2, 3, 4]] == -1).all()
    assert found.masking.shape == found.masks.shape == (3, 3)
    assert found.masks[0, 2]
    assert found.masks[2, 0]
    # The copy stands in for the feature as well as itself; the independent one does not.
    assert found.masking[0, 2] == pytest.approx(found.masking[0, 0])
    assert found.masking[0, 1] < 0.5 * found.masking[0, 0]
    assert found.importances.shape == (8, 6)
    assert found.contrasts.shape == (8,)


@pytest.mark.parametrize("known", [0, 5])
def test_what_is_known_drops_its_copy(problem, known):
    before = np.arange(6) == known
    found = try_target(*problem[:1], Levels(), problem[1], 2, 0, 1, before)
    assert found.kept[known]
    assert found.dropped_for[5 - known] == known


def test_noise_is_not_relevant(problem):
    grower, target = problem
    noise = Target("noise", np.random.default_rng(5).normal(size=target.outputs.shape))
    found = try_target(grower, Levels(0.0), noise, 1, 0, 1, np.zeros(6, bool))
    assert not found.relevant.any()
    assert (found.dropped_for == -1).all()
    assert found.masking.shape == (0, 0)


def keep_naively(importances, masks):
    """Tuv et al. 2009: take the best, drop what it masks, go on."""
    left, kept = sorted(range(len(importances)), key=lambda f: -importances[f]), []
    while left:
        best = left.pop(0)
        kept.append(best)
        left = [f for f in left if not masks[best, f]]
    return sorted(kept)


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_it_is_the_greedy_elimination(seed, n):
    rng = np.random.default_rng(seed)
    importances, masks = rng.integers(0, 5, n).astype(float), rng.random((n, n)) < 0.3
    dropped_for = remove_redundant(importances, masks)
    kept = np.flatnonzero(dropped_for == np.arange(n)).tolist()
    assert kept == keep_naively(importances, masks)
    for feature in set(range(n)) - set(kept):
        assert dropped_for[feature] in kept
        assert masks[dropped_for[feature], feature]


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_known_features_stay_whatever_masks_them(seed, n):
    rng = np.random.default_rng(seed)
    known = rng.random(n) < 0.5
    dropped_for = remove_redundant(rng.random(n), np.ones((n, n), bool), known)
    kept = dropped_for == np.arange(n)
    assert kept[known].all()
    assert kept.sum() == max(known.sum(), 1)


def test_a_known_feature_does_not_drop_what_outdoes_it():
    masks, known = np.ones((2, 2), bool), np.array([True, False])
    outdone = np.array([[False, True], [False, False]])
    assert remove_redundant(np.array([1.0, 9.0]), masks, known).tolist() == [0, 0]
    assert remove_redundant(np.array([1.0, 9.0]), masks, known, outdone).tolist() == [0, 1]


def test_nothing_is_changed():
    masks, outdone = np.ones((2, 2), bool), np.ones((2, 2), bool)
    remove_redundant(np.ones(2), masks, np.array([True, False]), outdone)
    assert masks.all()
    assert outdone.all()
