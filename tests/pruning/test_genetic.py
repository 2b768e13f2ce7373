from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.pruning import GeneticSelection, choose_members


@settings(max_examples=30)
@given(st.one_of(outputs(max_members=5), outputs(values=True, max_members=5)))
def test_it_finds_the_best_of_few_committees(said):
    search = choose_members(said, GeneticSelection(n_generations=20), random_state=0)
    sets = [
        list(c) for size in range(1, said.n_members + 1) for c in combinations(range(said.n_members), size)
    ]
    errors = [naive_error(said, committee) for committee in sets]
    if not np.isnan(errors).all():
        assert search.error == pytest.approx(np.nanmin(errors), abs=1e-9)


def test_it_never_becomes_worse():
    generator = np.random.default_rng(0)
    truth = generator.integers(2, size=80)
    said = type(PENCIL).from_predictions(np.where(generator.random((40, 80)) < 0.6, truth, 1 - truth), truth)
    search = choose_members(said, "genetic", random_state=0)
    assert (np.diff(search.errors) <= 0).all()
    assert search.errors[-1] < search.errors[0]
    assert search.members.tolist() == choose_members(said, "genetic", random_state=0).members.tolist()
    assert len(choose_members(said, "genetic", n_members=5, random_state=0).kept) <= 5


@pytest.mark.parametrize("bad", [{"n_generations": -1}, {"population_size": 1}, {"mutation": 2.0}])
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        choose_members(PENCIL, GeneticSelection(**bad))
