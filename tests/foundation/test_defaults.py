import inspect

import pytest
from sklearn.base import BaseEstimator, clone

from hedgerow.foundation.defaults import with_defaults


class Plain(BaseEstimator):
    def __init__(self, size: int = 3, *, rate: float = 0.5, name: str = "a") -> None:
        self.size = size
        self.rate = rate
        self.name = name


@with_defaults(name="b")
class Other(Plain):
    """The same with another name."""


def test_only_the_named_defaults_differ():
    assert Plain().get_params() == {"size": 3, "rate": 0.5, "name": "a"}
    assert Other(1).get_params() == {"size": 1, "rate": 0.5, "name": "b"}
    assert clone(Other(name="c")).name == "c"


def test_names_annotations_and_order_are_the_same():
    plain, other = inspect.signature(Plain.__init__), inspect.signature(Other.__init__)
    assert list(plain.parameters) == list(other.parameters)
    assert [each.annotation for each in plain.parameters.values()] == [
        each.annotation for each in other.parameters.values()
    ]


def test_a_default_of_nothing_is_refused():
    with pytest.raises(TypeError, match=r"\['colour'\] are not keyword-only parameters"):
        with_defaults(colour="red")(Plain)
