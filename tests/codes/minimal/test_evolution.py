import logging

import numpy as np
import pytest

from hedgerow.codes.minimal.evolution import evolve


class Counter:
    """A population whose only individual is its age."""

    def __init__(self):
        self.told = []

    def ask(self):
        return np.array([[len(self.told)]], np.uint8)

    def tell(self, bits, errors):
        self.told.append((bits[0, 0], errors[0]))


def follow(errors, **options):
    options = {"n_generations": len(errors) - 1, "patience": None} | options
    return evolve(Counter(), lambda bits: np.array([errors[bits[0, 0]]], float), **options)


def test_the_first_of_the_best_is_kept():
    found = follow([5, 3, 4, 2, 2])
    assert found.best.tolist() == [3]
    assert found.history.tolist() == [5, 3, 3, 2, 2]
    assert found.ending == "generations"


def test_patience_ends_after_as_many_generations_without_progress():
    found = follow([5, 3, 4, 4, 4, 1], patience=3)
    assert (found.ending, found.history.tolist()) == ("patience", [5, 3, 3, 3, 3])


def test_nothing_is_better_than_no_error():
    found = follow([5, 0, 4, 4])
    assert (found.ending, found.history.tolist()) == ("perfect", [5, 0])


def test_repaired_bits_are_judged_told_and_kept():
    population = Counter()
    found = evolve(
        population,
        lambda bits: bits[:, 0].astype(float),
        n_generations=2,
        patience=None,
        repair=lambda bits: bits + 7,
    )
    assert found.best.tolist() == [7]
    assert population.told == [(7, 7.0), (8, 8.0), (9, 9.0)]


def interrupt_at(generation):
    def judge(bits):
        if bits[0, 0] == generation:
            raise KeyboardInterrupt
        return 5.0 - bits[:, 0]

    return judge


def test_an_interrupt_keeps_the_best_so_far():
    with pytest.warns(UserWarning, match="interrupted after 2 of 9 generations"):
        found = evolve(Counter(), interrupt_at(3), n_generations=9, patience=None)
    assert (found.ending, found.best.tolist(), found.history.tolist()) == ("interrupted", [2], [5, 4, 3])


def test_an_interrupt_of_the_first_generation_goes_through():
    with pytest.raises(KeyboardInterrupt):
        evolve(Counter(), interrupt_at(0), n_generations=9, patience=None)


def test_progress_is_logged_ten_times(caplog):
    with caplog.at_level(logging.INFO, "hedgerow"):
        follow([9] * 101, verbose=True)
    assert len(caplog.messages) in {10, 11}
    assert caplog.messages[-1] == "generation 100 of 100: smallest error 9"
    caplog.clear()
    follow([9, 8, 7])
    assert not caplog.messages
