import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.diversity import member_disagreement
from hedgerow.outputs import Outputs
from hedgerow.pruning import FitSelect, choose_members, fitness
from hedgerow.pruning.committee_errors import ClassCommitteeEvaluator, make_evaluator


def test_accuracy_and_diversity_of_the_pencil_example():
    np.testing.assert_allclose(1 - PENCIL.errors(), [0.625, 0.875, 0.5, 0.5, 0.625], rtol=1e-12)
    np.testing.assert_allclose(member_disagreement(PENCIL), [0.5, 0.5625, 0.65625, 0.53125, 0.5], rtol=1e-12)
    np.testing.assert_allclose(fitness(PENCIL, 0.3), [0.747619, 0.9, 0.871429, 0.738095, 0.747619], atol=5e-7)


@pytest.mark.parametrize(
    ("alphas", "order", "curve", "length"),
    [
        ((0.0, 0.1, 0.2), [2, 1, 3, 0, 4], [0.5, 0.75, 0.75, 0.75, 0.875], 5),
        ((0.3, 0.4, 0.5, 0.6), [1, 2, 0, 4, 3], [0.875, 0.75, 1.0, 0.75, 0.875], 3),
        ((0.7, 0.8, 0.9, 1.0), [1, 0, 4, 2, 3], [0.875, 0.75, 0.75, 0.75, 0.875], 1),
    ],
)
def test_the_rankings_of_the_pencil_example(alphas, order, curve, length):
    for alpha in alphas:
        search = choose_members(PENCIL, FitSelect([alpha]))
        assert search.committees[-1].tolist() == order
        np.testing.assert_allclose(1 - search.errors, curve, rtol=1e-12)
        assert len(search.kept) == length


def test_the_choice_of_the_pencil_example():
    search = choose_members(PENCIL, "fitselect")
    assert (search.kept.tolist(), search.error, search.found["alpha"]) == ([1, 2, 0], 0.0, 0.6)
    tried = search.found["tried"]
    assert tried["alpha"] == [i / 10 for i in range(11)]
    np.testing.assert_allclose(tried["error"], [0.125] * 3 + [0.0] * 4 + [0.125] * 4, atol=1e-12)
    assert tried["n_members"] == [5] * 3 + [3] * 4 + [1] * 4


@given(outputs())
def test_all_members_at_once_are_as_accurate_and_diverse_as_one_by_one(said):
    diversity = np.nan_to_num(member_disagreement(said))
    top = diversity.max() if diversity.max() > 0 else 1.0
    np.testing.assert_allclose(fitness(said, 0.0), diversity / top, atol=1e-12)
    accuracy = np.nan_to_num(1 - said.errors())
    top = accuracy.max() if accuracy.max() > 0 else 1.0
    np.testing.assert_allclose(fitness(said, 1.0), accuracy / top, atol=1e-12)


def naive_fitselect(said, alphas):
    """Score every alpha and every length from scratch."""
    errors = said.errors()
    if said.is_classification:
        accuracy = [0.0 if np.isnan(e) else 1 - e for e in errors]
    else:
        worst = np.nanmax(errors) ** 2 if not np.isnan(errors).all() else 0.0
        accuracy = [0.0 if np.isnan(e) else 1 - e**2 / worst if worst else 1.0 for e in errors]
    diversity = np.nan_to_num(member_disagreement(said))
    found = []
    for alpha in alphas:
        tops = max(accuracy), max(diversity)
        fit = [
            round(alpha * (a / tops[0] if tops[0] else 0) + (1 - alpha) * (d / tops[1] if tops[1] else 0), 12)
            for a, d in zip(accuracy, diversity, strict=True)
        ]
        order = sorted(range(said.n_members), key=lambda t: -fit[t])
        curve = [naive_error(said, order[: size + 1]) for size in range(len(order))]
        curve = [np.inf if np.isnan(e) else round(e, 12) for e in curve]
        size = curve.index(min(curve))
        found.append((min(curve), size + 1, -alpha, order[: size + 1]))
    return min(found, key=lambda each: each[:3])


@given(st.one_of(outputs(), outputs(values=True)))
def test_it_finds_what_trying_everything_finds(said):
    alphas = [0.0, 0.3, 0.5, 1.0]
    search = choose_members(said, FitSelect(alphas))
    error, _, alpha, kept = naive_fitselect(said, alphas)
    assert search.kept.tolist() == kept
    assert search.found["alpha"] == -alpha
    np.testing.assert_allclose(np.nan_to_num(search.error, nan=np.inf), error, atol=1e-9)


@given(outputs(weighted=False, abstaining=False), st.randoms())
def test_relabelled_rows_change_nothing(said, shuffler):
    rows = list(range(said.n_samples))
    shuffler.shuffle(rows)
    found, expected = choose_members(said.select_rows(rows)), choose_members(said)
    assert found.kept.tolist() == expected.kept.tolist()


def test_lengths_are_multiples_of_the_step():
    assert len(choose_members(PENCIL, FitSelect(step=2)).kept) in (2, 4)
    assert len(choose_members(PENCIL, FitSelect(step=10)).kept) == 5
    assert len(choose_members(PENCIL, FitSelect(), n_members=2).kept) == 2


def test_several_ensembles_share_one_alpha_and_equal_rankings_are_followed_once(monkeypatch):
    evaluators = [make_evaluator(PENCIL), make_evaluator(PENCIL.select_rows([7, 6, 5, 4, 3, 2, 1, 0]))]
    calls, along = [], ClassCommitteeEvaluator.along
    monkeypatch.setattr(
        ClassCommitteeEvaluator, "along", lambda evaluator, order: calls.append(1) or along(evaluator, order)
    )
    searches = FitSelect().search_together(evaluators)
    assert {search.found["alpha"] for search in searches} == {0.6}
    assert [search.kept.tolist() for search in searches] == [[1, 2, 0], [1, 2, 0]]
    assert len(calls) == 3 + 3  # eleven alphas make three rankings of each


def test_members_that_are_all_alike_are_pruned_to_one():
    same = Outputs.from_predictions([[0, 1, 1]] * 4, truth=[0, 1, 0])
    assert choose_members(same).kept.tolist() == [0]


@pytest.mark.parametrize("bad", [{"alphas": [1.2]}, {"alphas": []}, {"step": 0}, {"step": 1.5}])
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        choose_members(PENCIL, FitSelect(**bad))
