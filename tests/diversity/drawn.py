"""Small outputs that hypothesis draws, and a few that are written down."""

from dataclasses import replace

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from hedgerow.outputs import Outputs

few = settings(max_examples=40)

# Eight rows, three members: who is right (Rogers 2007, section 3.3).
MATRIX = np.array(
    [[1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1], [1, 1, 1], [0, 0, 0], [1, 1, 0]], bool
)


def from_correctness(rows, **given):
    """Outputs about two classes of members that are right where told so; one row of `rows` per row."""
    right = np.asarray(rows).T.astype(np.uint8)
    return Outputs(right, np.array(["no", "yes"]), np.ones(right.shape[1], np.uint8), **given)


def from_table(n11, n00, n10, n01):
    """Two members with these numbers of rows both right, both wrong, only the first and only the second right."""
    return from_correctness(np.repeat([[1, 1], [0, 0], [1, 0], [0, 1]], [n11, n00, n10, n01], axis=0))


@st.composite
def class_outputs(draw, members=(1, 5), rows=(1, 9), classes=(1, 4), truth=None, masks=None, weights=None):
    """Outputs of classes; truth, masks and weights of rows are there or not unless told."""
    shape = draw(st.tuples(st.integers(*members), st.integers(*rows)))
    n_classes = draw(st.integers(*classes))
    labels = st.integers(0, n_classes - 1)
    answers = draw(hnp.arrays(np.uint8, shape, elements=labels))
    outputs = Outputs(answers, np.arange(n_classes))
    if draw(st.booleans()) if truth is None else truth:
        outputs = replace(outputs, truth=draw(hnp.arrays(np.uint8, shape[1], elements=labels)))
    return draw(with_choices(outputs, masks, weights))


@st.composite
def value_outputs(draw, members=(1, 5), rows=(1, 9), truth=True, masks=None, weights=None):
    """Outputs of values; masks and weights of rows are there or not unless told."""
    shape = draw(st.tuples(st.integers(*members), st.integers(*rows)))
    numbers = st.integers(-40, 40).map(lambda number: number / 4)
    outputs = Outputs(draw(hnp.arrays(np.float64, shape, elements=numbers)), None)
    if truth:
        outputs = replace(outputs, truth=draw(hnp.arrays(np.float64, shape[1], elements=numbers)))
    return draw(with_choices(outputs, masks, weights))


@st.composite
def with_choices(draw, outputs, masks, weights):
    if draw(st.booleans()) if masks is None else masks:
        predicted = draw(hnp.arrays(np.bool_, outputs.answers.shape))
        predicted[0, 0] = True
        outputs = replace(outputs, predicted=predicted)
    if draw(st.booleans()) if weights is None else weights:
        given = draw(hnp.arrays(np.int64, outputs.n_samples, elements=st.integers(0, 3)))
        given[0] = max(given[0], 1)
        outputs = replace(outputs, sample_weight=given.astype(float))
    return outputs


def repeat_rows(outputs):
    """The same outputs with rows repeated in place of integer weights."""
    times = outputs.sample_weight.astype(int)
    return replace(outputs.select_rows(np.repeat(np.arange(outputs.n_samples), times)), sample_weight=None)
