import pytest

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import check
from hedgerow.views import AllFeatures, Subspace

SUBSPACE = "hedgerow.views.columns:Subspace"
VIEWS = Axis(
    "view",
    {"half": SUBSPACE, "root": SUBSPACE},
    (AllFeatures, Subspace),
    "an object",
    {"root": {"max_features": "sqrt"}},
)


def test_a_shorthand_makes_a_value_and_an_object_is_copied():
    assert VIEWS.resolve("half").max_features == 0.5
    assert VIEWS.resolve("root").max_features == "sqrt"
    given = Subspace(3)
    assert VIEWS.resolve(given) is not given
    assert VIEWS.resolve(given).max_features == 3


@pytest.mark.parametrize("wrong", ["all", None, Subspace, 3])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"^view=.* must be 'half' or 'root', or an object$"):
        VIEWS.resolve(wrong)
    with pytest.raises(ValueError, match=r"^kind=.* must be 'half' or 'root', or an object$"):
        check("kind", wrong, VIEWS)


def test_the_parameters_of_a_value_are_checked():
    with pytest.raises(
        ValueError, match=r"^max_features=0 must be an int of 1 or more, or a share in \(0, 1\]"
    ):
        VIEWS.resolve(Subspace(0))
