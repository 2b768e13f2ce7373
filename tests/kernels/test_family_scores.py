import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.kernels.tables import examples

from hedgerow._kernels.family_scores import score_families
from hedgerow.learners.bayes_net.distributions import learn_distribution, make_pseudo_rows
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.variables import Rows, Variable


def draw_table(seed, n_rows=30, gaps=0.1, widest=5):
    """Three variables with states and three numbers; some cells are missing, and weights may be 0."""
    random = np.random.default_rng(seed)
    cards = random.integers(1, widest, 3)
    variables = (
        *(Variable(f"s{i}", tuple(range(card))) for i, card in enumerate(cards)),
        *map(Variable, "uvw"),
    )
    states = [random.integers(0, card, n_rows).astype(float) for card in cards]
    numbers = random.normal(size=(3, n_rows))
    numbers[2] += numbers[0] * states[0] - numbers[1]
    cells = np.column_stack([*states, *numbers])
    cells[random.random(cells.shape) < gaps] = np.nan
    weights = random.integers(0, 3, n_rows) * random.choice([1.0, 0.37])
    return variables, Rows.of(variables, cells), weights


def naive_score(variables, rows, weights, penalty, smoothing, node, parents):
    """Learn the family's distribution, and add up what it says of the rows that have the family whole."""
    family = Family.of(variables, node, parents)
    sums = family.sum_rows(rows, weights)
    known = (rows.codes[list(family.members)] >= 0).all(axis=0)
    total = weights[known].sum()
    likelihood = 0.0
    if total > 0:
        pseudo = np.zeros(family.shape)
        if not family.n_states:
            inside = Rows(rows.codes[:, known], rows.values[:, known])
            pseudo = make_pseudo_rows(family, inside, weights[known], smoothing)
        learned = learn_distribution(family, sums + pseudo)
        likelihood = learned.sum_log_likelihood(sums) * weights.sum() / total
    return likelihood - penalty * family.n_parameters


def score(variables, rows, weights, penalty, smoothing, nodes, parents):
    table = np.full((len(nodes), 3), -1, np.int32)
    for place, each in enumerate(parents):
        table[place, : len(each)] = sorted(each)
    scores = np.empty(len(nodes))
    n_states = np.array([each.n_states for each in variables], np.int64)
    score_families(
        rows.codes, rows.values, n_states, weights, penalty, smoothing, np.array(nodes), table, scores
    )
    return scores


@examples(60)
@given(st.integers(0, 9999), st.sampled_from([0.0, 1.0, 2.5]), st.sampled_from([0.0, 0.1]))
def test_scores_are_those_of_the_twin(seed, smoothing, gaps):
    variables, rows, weights = draw_table(seed, gaps=gaps)
    weights = weights.astype(float)
    families = [
        (0, []),
        (1, [0]),
        (2, [0, 1]),
        (3, []),
        (4, [3]),
        (5, [3, 4]),
        (5, [1]),
        (5, [0, 3]),
        (5, [0, 1, 4]),
    ]
    if smoothing == 0:  # lines of their own need rows of their own
        families = families[:6]
    nodes, parents = zip(*families, strict=True)
    found = score(variables, rows, weights, 0.7, smoothing, nodes, parents)
    expected = [naive_score(variables, rows, weights, 0.7, smoothing, *each) for each in families]
    assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_many_configurations_are_counted_as_few_are():
    """Their numbers are sorted where a table of all of them would be mostly empty."""
    variables, rows, weights = draw_table(3, n_rows=200, widest=2)
    random = np.random.default_rng(0)
    wide = tuple(Variable(f"s{i}", tuple(range(60))) for i in range(3))
    codes = random.integers(0, 60, (3, 200)).astype(np.int32)
    codes[:, 100:] = codes[:, :100]
    rows = Rows(np.vstack([codes, rows.codes[3:]]), rows.values)
    variables = (*wide, *variables[3:])
    families = [(0, [1, 2]), (5, [0, 1]), (5, [1, 2, 3])]
    nodes, parents = zip(*families, strict=True)
    weights = np.ones(200)
    found = score(variables, rows, weights, 0.01, 1.0, nodes, parents)
    expected = [naive_score(variables, rows, weights, 0.01, 1.0, *each) for each in families]
    assert_allclose(found, expected, rtol=1e-6)


def test_a_family_of_astronomic_size_is_never_taken():
    codes = np.zeros((4, 5), np.int32)
    rows = Rows(codes, np.zeros((4, 5)))
    variables = tuple(Variable(f"s{i}", range(2_000_000)) for i in range(4))
    assert np.isneginf(score(variables, rows, np.ones(5), 1.0, 0.0, [0], [[1, 2, 3]]))[0]
