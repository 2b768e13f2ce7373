"""The study of mixtures runs, its tables say what was found, and the page says no more than that."""

import numpy as np
import pandas as pd
from studies import prototype_mixtures
from studies.mixture_pages import mixture_accuracies, mixture_comparison, mixture_times
from studies.store import load

STANDARD = prototype_mixtures.STANDARD
FOUND = pd.DataFrame(
    {
        "data": np.repeat(["a", "b", "c"], 2),
        "method": [STANDARD, "other"] * 3,
        "accuracy": [0.9, 0.95, 0.8, 0.7, 0.6, 0.65],
        "accuracy_standard_deviation": 0.01,
        "seconds": [2.0, 1.0, 2.0, 1.0, 2.0, 3.0],
    }
)


def test_tables_say_who_won():
    told = mixture_comparison(FOUND).set_index("method")
    assert told.loc["other", "more, less accurate"] == "2, 1"
    assert told.loc["other", "more accurate and faster"] == "1"
    assert told.loc["other", "share of its time"] == "0.83"
    assert told.loc[STANDARD, "share of its time"] == "1.00"
    assert mixture_accuracies(FOUND).set_index("method").loc["other", "a"] == "**95.0 ± 1.0**"
    assert mixture_times(FOUND).set_index("method").loc[STANDARD, "c"] == "2.00"


def test_a_quick_study_has_every_method():
    found = prototype_mixtures.run(True)
    assert list(found["method"]) == list(prototype_mixtures.METHODS)
    assert (found["accuracy"] > 0.8).all()


def test_the_stored_study_is_of_eight_data_sets():
    stored = load("prototype_mixtures")
    assert set(stored["data"]) == set(prototype_mixtures.DATA)
    assert set(stored["method"]) == set(prototype_mixtures.METHODS)
