import inspect
import pickle

import pytest
from sklearn.base import BaseEstimator, clone

from hedgerow.foundation.constraints import Count, check_parameters, list_constraints
from hedgerow.foundation.parameters import SHARED, configurable, fitted, parameter


@configurable
class Slice(BaseEstimator):
    """Rows in parts.

    Parameters
    ----------
    n_parts : int, default=5
        How many.

    Attributes
    ----------
    parts_ : list
        The parts.
    """

    n_parts: int = parameter(Count(2), default=5, kw_only=False)
    n_jobs: int | None = None

    parts_: list[int] = fitted()


@configurable
class FinerSlice(Slice):
    """Rows in more parts."""

    n_parts: int = parameter(Count(10), default=50, kw_only=False)
    verbose: int = 0
    kind: str = "rows"


@configurable
class Owed(BaseEstimator):
    """What must be passed.

    Parameters
    ----------
    rule
        No default.
    """

    rule: object = parameter(kw_only=False)


def test_the_constructor_stores_and_no_more():
    assert (
        str(inspect.signature(Slice)).replace("'", "")
        == "(n_parts: int = 5, *, n_jobs: int | None = None) -> None"
    )
    made = Slice(3, n_jobs=2)
    assert vars(made) == {"n_parts": 3, "n_jobs": 2}
    with pytest.raises(TypeError):
        Slice(3, 2)
    with pytest.raises(TypeError, match="rule"):
        Owed()


def test_what_is_fitted_is_no_parameter():
    assert list(Slice().get_params()) == ["n_jobs", "n_parts"]
    assert not hasattr(Slice(), "parts_")
    with pytest.raises(TypeError, match="parts_"):
        Slice(parts_=[])


def test_a_class_below_keeps_the_order_and_changes_defaults():
    assert list(inspect.signature(FinerSlice).parameters) == ["n_parts", "n_jobs", "verbose", "kind"]
    assert FinerSlice().n_parts == 50
    assert Slice().n_parts == 5


def test_constraints_come_from_the_declarations():
    assert list(list_constraints(FinerSlice)) == ["n_parts", "n_jobs"]
    check_parameters(Slice(2))
    with pytest.raises(ValueError, match="n_parts"):
        check_parameters(FinerSlice(9))


def test_scikit_learn_copies_shows_and_pickles_it():
    made = clone(FinerSlice(20, kind="columns"))
    assert made.get_params() == {"n_parts": 20, "kind": "columns", "n_jobs": None, "verbose": 0}
    assert repr(made) == "FinerSlice(kind='columns', n_parts=20)"
    assert pickle.loads(pickle.dumps(made)).get_params() == made.get_params()
    assert made != clone(made)  # two estimators are the same only where they are one
    assert hash(made) == hash(made)


def test_the_docstring_is_completed_from_above_and_from_what_is_shared():
    said = inspect.getdoc(Slice)
    assert said.index("n_parts : int, default=5") < said.index("n_jobs : int") < said.index("Attributes")
    said = inspect.getdoc(FinerSlice)
    assert said.startswith("Rows in more parts.\n\nParameters\n----------\nn_parts : int")
    assert SHARED["n_jobs"] in said
    assert SHARED["verbose"] in said
    assert "kind" not in said


def test_what_is_said_stays_as_it_is():
    assert inspect.getdoc(Owed) == "What must be passed.\n\nParameters\n----------\nrule\n    No default."
