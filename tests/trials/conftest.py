import pytest
from tests.trials.patients import make_patients

from hedgerow import read_table
from hedgerow.tables import ColumnWarning


@pytest.fixture
def patients():
    return make_patients()


@pytest.fixture
def classes(patients):
    with pytest.warns(ColumnWarning):
        return read_table(patients.drop(columns="cost"), "outcome", name="patients")


@pytest.fixture
def numbers(patients):
    with pytest.warns(ColumnWarning):
        return read_table(patients.drop(columns="outcome"), "cost", name="patients")
