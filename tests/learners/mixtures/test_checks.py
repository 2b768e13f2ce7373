import pytest

from hedgerow.learners.mixtures.checks import check_choice, check_share


@pytest.mark.parametrize("value", [-0.1, 1.1, "a", float("nan"), None], ids=str)
def test_a_share_is_a_number_between_bounds(value):
    with pytest.raises(ValueError, match=r"decay=.* is not a number from 0 to 1; pass one"):
        check_share("decay", value, 1.0)
    assert check_share("decay", 1, 1.0) == 1.0


def test_a_choice_is_one_of_some_words():
    assert check_choice("variance", "each", ("common", "each")) == "each"
    for value in ("none", 3):
        with pytest.raises(ValueError, match=r"is not known; use one of \['common', 'each'\]"):
            check_choice("variance", value, ("common", "each"))
