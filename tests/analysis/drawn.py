"""Outputs of classes as hypothesis draws them: some weighted, some out of bag."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from hedgerow.outputs import Outputs

few = settings(max_examples=40)  # the inputs are small, and their kinds are few


@st.composite
def outputs(draw):
    n_members, n_rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    classes = ["a", "b", "c"][: draw(st.integers(1, 3))]

    def rows(of, size):
        return draw(st.lists(of, min_size=size, max_size=size))

    weights, sample_weight = rows(st.integers(0, 3), n_members), rows(st.integers(0, 3), n_rows)
    predicted = np.array([rows(st.booleans(), n_rows) for _ in range(n_members)])
    weights[0] = sample_weight[0] = 1
    predicted[0, 0] = True  # somebody counts about some row that counts
    chosen = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    return Outputs.from_predictions(
        [rows(st.sampled_from(classes), n_rows) for _ in range(n_members)],
        rows(st.sampled_from(classes), n_rows),
        classes=classes,
        weights=np.array(weights, dtype=float) if chosen[0] else None,
        sample_weight=np.array(sample_weight, dtype=float) if chosen[1] else None,
        predicted=predicted if chosen[2] else None,
    )
