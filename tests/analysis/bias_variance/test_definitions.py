import pytest

from hedgerow.analysis.bias_variance.decompositions import ClassShares, check_ties
from hedgerow.analysis.bias_variance.definitions import (
    DEFINITIONS,
    check_shares,
    decompose,
    resolve_definition,
)


def test_a_definition_without_noise_has_two_addends():
    assert DEFINITIONS["james"].addends == ("noise", "systematic_effect", "variance_effect")
    assert DEFINITIONS["webb"].addends == ("bias", "variance")


@pytest.mark.parametrize("definition", DEFINITIONS.values(), ids=lambda each: each.name)
def test_every_term_has_words_and_every_definition_a_paper(definition):
    import numpy as np

    from hedgerow.analysis.bias_variance.decompositions import ValueSpread

    two = np.array([2, 2])
    given = (
        ClassShares(np.eye(2), np.eye(2), two)
        if definition.reads == "classes"
        else ValueSpread(np.ones((2, 1)), np.ones(2), np.zeros(2), two, np.ones((2, 2)))
    )
    terms = definition.compute(given)
    assert next(iter(terms)) == "error"
    assert set(definition.words) == set(terms)
    assert set(definition.addends) <= set(terms)
    assert definition.paper


def test_james_means_squared_error_for_values():
    assert resolve_definition("james", "values").name == "squared"
    assert resolve_definition("james", "classes").name == "james"


@pytest.mark.parametrize(
    ("name", "reads"), [("breiman", "values"), ("squared", "classes"), ("jams", "classes")]
)
def test_the_wrong_kind_is_refused_with_the_right_ones(name, reads):
    with pytest.raises(ValueError, match=f"definition='{name}' is not one for {reads}; choose from"):
        resolve_definition(name, reads)


def test_what_are_no_probabilities_is_refused():
    assert check_shares([[0.5, 0.5]], "truth").shape == (1, 2)
    with pytest.raises(ValueError, match="truth does not hold probabilities"):
        decompose([[0.5, 0.6]], [[1, 0]])
    with pytest.raises(ValueError, match="predicted does not hold probabilities"):
        decompose([[0.5, 0.5]], [[-0.5, 1.5]])
    with pytest.raises(ValueError, match=r"predicted has the shape \(2,\)"):
        decompose([[0.5, 0.5]], [0.5, 0.5])
    with pytest.raises(ValueError, match=r"truth has the shape \(1, 2\), predicted \(1, 3\)"):
        decompose([[0.5, 0.5]], [[0.5, 0.5, 0]])
    with pytest.raises(ValueError, match="needs n_predictions"):
        decompose([[0.5, 0.5]], [[0.5, 0.5]], "kohavi_wolpert_unbiased")


def test_ties_go_to_the_lowest_or_are_averaged():
    assert decompose([[1, 0]], [[0.5, 0.5]])["bias"] == [0]
    assert decompose([[0, 1]], [[0.5, 0.5]])["bias"] == [1]
    assert decompose([[0, 1]], [[0.5, 0.5]], ties="average")["bias"] == [0.5]
    with pytest.raises(ValueError, match="ties='first' must be 'lowest' or 'average'"):
        check_ties("first")
