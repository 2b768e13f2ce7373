import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ensembles.masks.test_evaluation import make_evaluation

from hedgerow.diversity import vote_entropy
from hedgerow.ensembles.masks.candidates import Monitor, choose_members, find_masks
from hedgerow.ensembles.masks.genetic import GeneticMasks
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.ensembles.masks.searches import RandomMasks
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.outputs import Outputs


def test_the_monitor_follows_accuracy_and_entropy():
    rng = np.random.default_rng(0)
    said, truth, weights = rng.integers(0, 3, (6, 20)), rng.integers(0, 3, 20), rng.random(20)
    monitor = Monitor(Scoring(truth, weights, 3, "conditional_entropy"))
    for size in range(1, 7):
        monitor.add(said[size - 1])
        some = Outputs.from_predictions(said[:size], truth, classes=range(3), sample_weight=weights)
        assert monitor.entropies[-1] == pytest.approx(vote_entropy(some), abs=1e-12)
        assert monitor.accuracy == pytest.approx(np.average(some.consensus() == truth, weights=weights))
    assert (
        str(monitor) == f"accuracy {100 * monitor.accuracy:.1f} %, entropy {monitor.entropies[-1]:.3f} bits"
    )


def test_entropy_is_saturated_when_it_has_hardly_grown():
    monitor = Monitor(Scoring(np.zeros(2, int), np.ones(2), 2, "accuracy"))
    monitor.entropies = [0.0, 0.5, 0.6, 0.605]
    assert monitor.is_saturated(1, 0.01)
    assert not monitor.is_saturated(2, 0.01)
    assert not monitor.is_saturated(4, 1.0)
    assert not monitor.is_saturated(None, 1.0)


def run(search=RandomMasks(), n_masks=12, n_without=None, n_jobs=None):  # noqa: B008
    evaluation = make_evaluation()
    with Progress(n_masks, "masks", verbose=False) as progress:
        evaluator, _ = evaluation.open_report(0)
        evaluated = find_masks(search, evaluation, evaluator, draw_seeds(7, n_masks), n_without=n_without,
                            tolerance=0.02, n_jobs=n_jobs, progress=progress)  # fmt: skip
    return evaluated, progress


@pytest.mark.parametrize("search", [RandomMasks(), GeneticMasks(2)], ids=["one by one", "all together"])
def test_answers_are_about_every_mask(search):
    evaluated, progress = run(search)
    evaluator = make_evaluation().open_report(0)[0]
    np.testing.assert_array_equal(evaluated.answers, evaluator.answer(evaluated.masks))
    assert len(evaluated.scores) == 12
    assert progress.n_done == 12
    assert progress.title.startswith("masks (accuracy ")


@pytest.mark.parametrize("search", [RandomMasks(), GeneticMasks(2)], ids=["one by one", "all together"])
def test_growth_stops_at_the_first_saturated_size(search):
    evaluated, progress = run(search, n_masks=60, n_without=3)
    assert 3 < len(evaluated.masks) < 60
    np.testing.assert_array_equal(evaluated.masks, run(search, n_masks=60)[0].masks[: len(evaluated.masks)])
    assert progress.n_done == len(evaluated.masks)


def test_threads_change_nothing():
    one, two = run(n_without=3, n_jobs=1)[0], run(n_without=3, n_jobs=2)[0]
    np.testing.assert_array_equal(one.masks, two.masks)
    np.testing.assert_array_equal(one.answers, two.answers)


@st.composite
def candidates(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, n_rows, n_classes = draw(st.integers(1, 6)), draw(st.integers(1, 12)), draw(st.integers(1, 3))
    weights = rng.integers(1, 4, n_rows) if draw(st.booleans()) else None
    said, truth = rng.integers(0, n_classes, (n, n_rows)), rng.integers(0, n_classes, n_rows)
    return Outputs.from_predictions(said, truth, classes=range(n_classes), sample_weight=weights)


def choose_naively(outputs, n_members, weight):
    chosen = []
    while len(chosen) < min(n_members, outputs.n_members):

        def worth(candidate):
            some = outputs.select([*chosen, candidate])
            return round(float((1 - some.errors()).mean() + weight * vote_entropy(some)), 9)

        left = [candidate for candidate in range(outputs.n_members) if candidate not in chosen]
        chosen.append(max(left, key=lambda candidate: (worth(candidate), -candidate)))
    return chosen


@given(candidates(), st.integers(1, 7), st.sampled_from([0.5, 1.0, 3.0]))
def test_each_next_member_is_the_best_one(outputs, n_members, weight):
    assert choose_members(outputs, n_members, weight).tolist() == choose_naively(outputs, n_members, weight)


@given(candidates())
def test_without_a_weight_the_most_accurate_are_chosen(outputs):
    order = choose_members(outputs, 3)
    assert order.size == min(3, outputs.n_members)
    assert (np.diff(outputs.errors()[order]) >= 0).all()
    left = np.setdiff1d(np.arange(outputs.n_members), order)
    assert all(outputs.errors()[a] <= outputs.errors()[b] for a, b in itertools.product(order, left))


def test_an_infinite_weight_chooses_the_most_diverse():
    said = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 1]]
    outputs = Outputs.from_predictions(said, truth=[0, 0, 0, 0])
    order = choose_members(outputs, 2, np.inf)
    assert order.tolist() == [0, 2]
    assert vote_entropy(outputs.select(order)) == pytest.approx(1.0)
