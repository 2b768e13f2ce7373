"""Nothing that a user computes changes unseen: see ``python -m tests.golden.regenerate``."""

import pytest
from tests.golden.cases import CASES, EXCEPTIONS, FAMILIES, names_of_cases
from tests.golden.digest import compare, digest
from tests.golden.public import find_public, public_names
from tests.golden.regenerate import ask_case, read_digests

KEPT = read_digests()


def test_every_public_estimator_selector_and_measure_has_a_case():
    missing = set(public_names()) - names_of_cases() - set(EXCEPTIONS)
    assert not missing, f"write a case for {sorted(missing)}, or name the reason in EXCEPTIONS"


def test_an_exception_is_public_and_has_no_case():
    for name in EXCEPTIONS:
        find_public(name)
    assert not set(EXCEPTIONS) & names_of_cases()


def test_every_case_is_of_a_public_object_and_kept():
    for name in names_of_cases():
        find_public(name)
    assert set(KEPT) == set(CASES)
    assert len(CASES) == sum(len(family) for family in FAMILIES.values())


@pytest.mark.parametrize("name", CASES)
def test_it_says_what_it_said(name):
    changes = compare(name, KEPT[name], ask_case(name))
    assert not changes, "\n".join(changes)


def test_changes_are_told_in_words():
    old = {"predict": [*"aab"], "score": 0.5, "error": 2.0}
    new = {"predict": [*"abb"], "score": 0.25, "error_": 2.0}
    assert compare("Case", digest(as_arrays(old)), digest(as_arrays(new))) == [
        "Case: 1 of 3 of predict differ",
        "Case: score: 0.5 -> 0.25",
    ]


def as_arrays(said):
    import numpy as np

    return {name: np.asarray(each) for name, each in said.items()}
