"""Every public name can be imported, and every estimator, selector, axis value and function can be asked once.

This is what `make matrix` runs with the oldest and the newest versions, where last digits may differ.
"""

import warnings

import pytest
from tests.golden.cases import CASES
from tests.golden.public import find_public, list_public_names
from tests.golden.regenerate import read_digests

KEPT = read_digests()
FIRST = {name.split()[0]: name for name in reversed(CASES) if "refused" not in KEPT[name]}


def test_every_public_name_can_be_imported():
    for name in list_public_names():
        find_public(name)


@pytest.mark.parametrize("name", FIRST)
def test_it_can_be_asked(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = CASES[FIRST[name]]()
    assert said is not None
    assert not isinstance(said, dict) or "refused" not in said
