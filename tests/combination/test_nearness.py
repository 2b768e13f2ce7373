import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.combination.nearness import LeafNearness, LocalEvidence, RowNearness
from hedgerow.tables import distances


def draw_evidence(seed, n_rows=9, n_members=4, n_features=3, by_leaves=True):
    generator = np.random.default_rng(seed)
    places = (
        generator.integers(0, 3, (n_rows, n_members)) if by_leaves else generator.random((n_rows, n_features))
    )
    return LocalEvidence(
        places,
        generator.integers(0, 2, (n_members, n_rows)).astype(float),
        generator.random((n_members, n_rows)) < 0.5,
        generator.integers(0, 3, n_rows).astype(float),
    )


def local_losses_naively(evidence, similarity):
    """Weighted mean of the losses of each member, (n_members, n_new), from similarities (n_new, n_rows)."""
    means = np.full((len(evidence.losses), len(similarity)), np.nan)
    for t, (losses, predicted) in enumerate(zip(evidence.losses, evidence.predicted, strict=True)):
        for x, alike in enumerate(similarity):
            weights = [s * w * o for s, w, o in zip(alike, evidence.sample_weight, predicted, strict=True)]
            if sum(weights) > 0:
                means[t, x] = sum(w * e for w, e in zip(weights, losses, strict=True)) / sum(weights)
    return means


@settings(max_examples=50)
@given(seed=st.integers(0, 10_000), power=st.sampled_from([1.0, 3.0]), n_leaves=st.integers(1, 5))
def test_leaves_equal_their_twin(seed, power, n_leaves):
    evidence = draw_evidence(seed)
    new = np.random.default_rng(seed + 1).integers(0, n_leaves, (5, 4))  # some leaves hold no known row
    may_predict = np.random.default_rng(seed + 2).random((4, 5)) < 0.7
    similarity = [
        [np.mean((a == b) & predicted) ** power for b in evidence.places]
        for a, predicted in zip(new, may_predict.T, strict=True)
    ]
    found = LeafNearness.learn(evidence, power).local_losses(new, may_predict)
    assert_allclose(found, local_losses_naively(evidence, similarity), atol=1e-12)


@settings(max_examples=50)
@given(seed=st.integers(0, 10_000), n_neighbours=st.integers(1, 5))
def test_rows_equal_their_twin(seed, n_neighbours):
    evidence = draw_evidence(seed, by_leaves=False)
    if not evidence.predicted.any():
        return
    new = np.random.default_rng(seed + 1).random((5, 3))
    scale = evidence.places.std(axis=0, ddof=1)
    pool = min(9, int(np.ceil(2 * n_neighbours / evidence.predicted.mean())))
    expected = np.full((4, 5), np.nan)
    for x, row in enumerate(new):
        apart = np.sqrt((((evidence.places - row) / scale) ** 2).sum(axis=1))
        near = sorted(range(9), key=lambda i: (apart[i], i))[:pool]
        for t in range(4):
            asked = [i for i in near if evidence.predicted[t, i]][:n_neighbours]
            weights = [evidence.sample_weight[i] / (1 + apart[i]) for i in asked]
            if sum(weights) > 0:
                expected[t, x] = np.average(evidence.losses[t, asked], weights=weights)
    assert_allclose(
        RowNearness.learn(evidence, n_neighbours).local_losses(new, np.ones((4, 5), bool)),
        expected,
        atol=1e-12,
    )


def test_similarity_with_a_pencil():
    # three of four leaves shared is 0.75, and 0.421875 cubed; a member is right, wrong and right at 0.75, 0.25 and 0.5
    places = np.array([[1, 2, 5, 4], [9, 9, 3, 9], [1, 2, 9, 9]])
    evidence = LocalEvidence(places, np.array([[0.0, 1.0, 0.0]] * 4), np.ones((4, 3), bool), np.ones(3))
    losses = LeafNearness.learn(evidence, 3.0).local_losses(np.array([[1, 2, 3, 4]]), np.ones((4, 1), bool))
    cubes = np.array([0.421875, 0.015625, 0.125])
    assert_allclose(losses, cubes[1] / cubes.sum())
    assert_allclose(1 - 2 * losses, 0.944444444444444, atol=1e-12)


@pytest.mark.parametrize("density", [0.0, 1.1])
def test_neither_blocks_nor_how_sums_are_taken_change_the_result(density, monkeypatch):
    evidence = draw_evidence(3, n_rows=40)
    new = np.random.default_rng(1).integers(0, 4, (30, 4))
    predicted = np.random.default_rng(2).random((4, 30)) < 0.8
    whole = LeafNearness.learn(evidence, 3.0).local_losses(new, predicted)
    rows, new_rows = draw_evidence(3, n_rows=40, by_leaves=False), np.random.default_rng(1).random((30, 3))
    whole_rows = RowNearness.learn(rows, 3).local_losses(new_rows, predicted)
    monkeypatch.setattr("hedgerow.combination.nearness._MAX_DENSITY", density)
    monkeypatch.setattr(distances, "_MAX_BLOCK_CELLS", 7 * 40)
    assert_allclose(LeafNearness.learn(evidence, 3.0).local_losses(new, predicted), whole)
    assert_allclose(RowNearness.learn(rows, 3).local_losses(new_rows, predicted), whole_rows)


def test_evidence_of_parts_is_that_of_the_whole():
    evidence = draw_evidence(5)
    parts = [
        LocalEvidence(
            evidence.places[part],
            evidence.losses[:, part],
            evidence.predicted[:, part],
            evidence.sample_weight[part],
        )
        for part in (slice(0, 4), slice(4, 9))
    ]
    merged = LocalEvidence.merge(parts)
    for name in ("places", "losses", "predicted", "sample_weight"):
        assert_allclose(getattr(merged, name), getattr(evidence, name))
    assert_allclose(merged.predicted_weight, [s @ evidence.sample_weight for s in evidence.predicted])


def test_a_member_that_never_spoke_has_the_losses_of_all():
    evidence = LocalEvidence(
        np.zeros((3, 2), int),
        np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]),
        np.array([[True, True, True], [False, False, False]]),
        np.array([1.0, 1.0, 2.0]),
    )
    assert_allclose(evidence.overall(), [0.75, 0.75])
