"""The catalog agrees with what it lists."""

import pytest

from hedgerow import datasets
from hedgerow.datasets import DatasetError, load, names

LISTED = [entry for entry in names().itertuples(index=False) if not entry.name.startswith("keel:")]


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.name)
def test_every_listed_set_loads_with_the_listed_size(entry):
    table = load(entry.name)
    assert (*table.features.shape, table.task) == (entry.rows, entry.columns, entry.task)


def test_every_generator_is_listed():
    listed = {f"make_{entry.name}" for entry in LISTED if entry.source == "generator"}
    has_many_labels = {"make_label_sets"}  # no single target, so no table
    assert listed == {name for name in datasets.__all__ if name.startswith("make_")} - has_many_labels


def test_generators_take_options_and_seeds():
    first, again = (load("friedman", n_samples=30, random_state=1) for _ in range(2))
    assert first.features.equals(again.features)
    assert len(first) == 30


@pytest.mark.parametrize(("name", "meant"), [("irsi", "iris"), ("twonorms", "twonorm"), ("Votes", "votes")])
def test_an_unknown_name_gets_the_nearest(name, meant):
    with pytest.raises(DatasetError, match=rf"no data set '{name}'\. Did you mean '{meant}'"):
        load(name)
