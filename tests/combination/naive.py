"""Slow, obvious twins of the rules: pure Python, one row at a time, a member of weight 2 is written down twice."""

import math
import statistics

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays


def for_each_row(rule, outputs, weights=None):
    """Apply a twin to the predictions for each row, of those who predict, as often as they weigh."""
    n_members, n_rows = outputs.shape[:2]
    weights = np.ones(n_members, int) if weights is None else weights
    results = []
    for row in range(n_rows):
        said = []
        for member in range(n_members):
            weight = weights[member] if weights.ndim == 1 else weights[member][row]
            said += [outputs[member][row].tolist()] * int(weight)
        silence = math.nan if outputs.ndim == 2 else [math.nan] * outputs.shape[2]
        results.append(rule(said) if said else silence)
    return np.array(results)


def mean(said):
    return [sum(column) / len(said) for column in zip(*said, strict=True)]


def choice(probabilities):
    return max(range(len(probabilities)), key=lambda k: (probabilities[k], -k))


def vote(said):
    answers = [choice(each) for each in said]
    return [answers.count(k) / len(said) for k in range(len(said[0]))]


def borda(said):
    n_classes = len(said[0])
    points = [0.0] * n_classes
    for each in said:
        for k in range(n_classes):
            for other in range(n_classes):
                if other != k:
                    points[k] += 1.0 if each[k] > each[other] else 0.5 if each[k] == each[other] else 0.0
    return [point / sum(points) for point in points]


def shares(scores, fallback):
    scores = scores if sum(scores) > 0 else fallback
    return [score / sum(scores) for score in scores]


def by_class(summary):
    """A twin for probabilities from one for values."""
    return lambda said: shares([summary(list(column)) for column in zip(*said, strict=True)], mean(said))


def trimmed(proportion):
    def summary(values):
        total, n = 0.0, len(values)
        for place, value in enumerate(sorted(values)):
            inside = min((place + 1) / n, 1 - proportion) - max(place / n, proportion)
            total += max(inside, 0.0) * value
        return total / (1 - 2 * proportion)

    return summary


def product(floor):
    return by_class(lambda values: math.prod(max(value, floor) for value in values) ** (1 / len(values)))


def veto(tolerated, refusal):
    def rule(said):
        n_classes = len(said[0])
        refused = [
            sum(each[k] <= refusal and each[k] < max(each) for each in said) / len(said)
            for k in range(n_classes)
        ]
        left = [k for k in range(n_classes) if refused[k] <= tolerated]
        left = left or [k for k in range(n_classes) if refused[k] == min(refused)]
        votes, means = vote(said), mean(said)
        return shares(
            [votes[k] if k in left else 0.0 for k in range(n_classes)],
            [means[k] if k in left else 0.0 for k in range(n_classes)],
        )

    return rule


VALUE_TWINS = {
    "maximum": max,
    "mean": statistics.fmean,
    "median": statistics.median,
    "minimum": min,
    "trimmed_mean": trimmed(0.1),
    "weighted_median": statistics.median_low,
}
CLASS_TWINS = {
    "borda": borda,
    "maximum": by_class(max),
    "mean_probability": mean,
    "median": by_class(statistics.median),
    "minimum": by_class(min),
    "product": product(0.001),
    "trimmed_mean": by_class(trimmed(0.1)),
    "veto": veto(0.0, 0.0),
    "vote": vote,
    "weighted_median": by_class(statistics.median_low),
    "weighted_vote": vote,
}


SEVERAL = st.integers(2, 4)


@st.composite
def whole_weights(draw, n_members, n_rows):
    """None, weights of the members, or of each member for each row; whole numbers, zeros among them."""
    shape = draw(st.sampled_from([None, (n_members,), (n_members, n_rows)]))
    return None if shape is None else draw(arrays(np.int8, shape, elements=st.integers(0, 3))).astype(float)


@st.composite
def values_and_weights(draw):
    shape = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    values = draw(arrays(np.int8, shape, elements=st.integers(-4, 4)))
    return values.astype(float), draw(whole_weights(*shape))


@st.composite
def probabilities_and_weights(draw, n_classes=SEVERAL):
    """Few different probabilities, so ties and zeros are common."""
    shape = draw(st.integers(1, 6)), draw(st.integers(1, 3)), draw(n_classes)
    counts = draw(arrays(np.int8, shape, elements=st.integers(0, 3))).astype(float)
    counts[counts.sum(axis=2) == 0, -1] = 1
    return counts / counts.sum(axis=2, keepdims=True), draw(whole_weights(*shape[:2]))
