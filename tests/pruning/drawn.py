"""Outputs drawn by hypothesis, and the error of a committee found the obvious way."""

import numpy as np
from hypothesis import strategies as st

from hedgerow.outputs import Outputs

# Five trees and eight rows of Elghazel, Aussem & Perraud's method, worked with a pencil.
SAID = ["10000011", "00101111", "01011100", "11000101", "10001010"]
PENCIL = Outputs.from_predictions([list(answers) for answers in SAID], truth=list("00001111"))


@st.composite
def outputs(draw, *, values=False, weighted=True, abstaining=True, max_members=7, max_rows=12):
    """Members that are somewhat better than chance; with weights and silence now and then."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_members, n_rows = draw(st.integers(1, max_members)), draw(st.integers(1, max_rows))
    said = {}
    if values:
        truth = generator.normal(size=n_rows).round(1)
        answers = (truth + generator.normal(size=(n_members, n_rows))).round(1)
        said["answers"], said["truth"], said["classes"] = answers, truth, None
    else:
        n_classes = draw(st.integers(2, 4))
        truth = generator.integers(n_classes, size=n_rows)
        guess = generator.integers(n_classes, size=(n_members, n_rows))
        said["answers"] = np.where(generator.random((n_members, n_rows)) < 0.4, truth, guess).astype(np.uint8)
        said["truth"], said["classes"] = truth.astype(np.uint8), np.arange(n_classes)
    if weighted and draw(st.booleans()):
        said["sample_weight"] = generator.integers(1, 4, n_rows).astype(float)
    if weighted and draw(st.booleans()):
        said["weights"] = generator.integers(1, 4, n_members).astype(float)
    if abstaining and draw(st.booleans()):
        said["predicted"] = generator.random((n_members, n_rows)) < 0.6
    return Outputs(**said)


def naive_error(given, committee):
    """Count the votes of a committee, given as a list of members, row by row."""
    weights = given.row_weights()
    combination_weights = given.member_weights()
    lost = total = 0.0
    for row in range(given.n_samples):
        predicting = [t for t in committee if given.predicted is None or given.predicted[t, row]]
        if not predicting:
            continue
        total += weights[row]
        if given.classes is None:
            mean = sum(combination_weights[t] * given.answers[t, row] for t in predicting) / sum(
                combination_weights[t] for t in predicting
            )
            lost += weights[row] * (mean - given.truth[row]) ** 2
        else:
            votes = [
                sum(combination_weights[t] for t in predicting if given.answers[t, row] == k)
                for k in range(given.n_classes)
            ]
            lost += weights[row] * (votes.index(max(votes)) != given.truth[row])
    if total == 0:
        return np.nan
    return lost / total if given.classes is not None else np.sqrt(lost / total)
