"""The description-length rule: a split must save more bits on the labels than it costs to describe."""

from __future__ import annotations

import math

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import LEFT, TOTAL


@piece
def feature_cost(used, n_features, feature):
    """Bits to name the feature: cheap if the tree uses it already (Rogers 2007, eq. 2.24)."""
    n_used, n_splits = 0, used[n_features]
    for f in range(n_features):
        n_used += used[f]
    if used[feature] > 0:
        return math.log2(n_used)
    known = n_splits * math.log2(n_used) if n_used > 0 else 0.0
    return math.log2(n_features) + (n_splits + 1) * math.log2(n_used + 1.0) - known


@piece
def _describe_side(work, n_classes, whole, less, unit):
    """Total weight, number of classes and entropy of `whole` times the node's weights less `less` times those LEFT."""
    weight, present, entropy = 0.0, 0, 0.0
    for k in range(n_classes):
        weight += (
            whole * work.weights[TOTAL * n_classes + k] - less * work.weights[LEFT * n_classes + k]
        ) * unit
    for k in range(n_classes):
        here = (
            whole * work.weights[TOTAL * n_classes + k] - less * work.weights[LEFT * n_classes + k]
        ) * unit
        if here > 0.0:
            present += 1
            entropy -= here / weight * math.log2(here / weight)
    return weight, present, entropy


@piece
def shortens_description(work, rules, feature, used, n_features):
    """Whether the split that sends LEFT left pays for itself (Rogers 2007, eq. 2.23, after Fayyad & Irani 1993)."""
    n_classes, unit = rules.n_classes, rules.unit
    weight, present, entropy = _describe_side(work, n_classes, 1.0, 0.0, unit)
    left_weight, left_present, left_entropy = _describe_side(work, n_classes, 0.0, -1.0, unit)
    right_weight, right_present, right_entropy = _describe_side(work, n_classes, 1.0, 1.0, unit)
    saved = weight * entropy - left_weight * left_entropy - right_weight * right_entropy
    cost = math.log2(max(weight - 1.0, 1.0)) + math.log2(3.0**present - 2.0) - present * entropy
    cost += left_present * left_entropy + right_present * right_entropy
    return saved >= cost + feature_cost(used, n_features, feature)
