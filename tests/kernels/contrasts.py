"""The obvious, slow twin of contrast forests."""

import numpy as np
from numba import njit

from hedgerow._kernels.contrast_trees import ContrastRules, grow_contrasts
from hedgerow._kernels.feature_draws import draw_uniform
from hedgerow._kernels.short_codes import ABSENT


@njit
def draw(order, state, remaining):
    return draw_uniform(order, state, remaining)


def impurity(targets, weights):
    """Variance of each output, summed."""
    mean = np.average(targets, axis=0, weights=weights)
    return np.average(((targets - mean) ** 2).sum(axis=1), weights=weights)


def decrease(targets, weights, left):
    if not weights[left].any() or not weights[~left].any():
        return 0.0
    share = weights[left].sum() / weights.sum()
    after = share * impurity(targets[left], weights[left])
    after += (1 - share) * impurity(targets[~left], weights[~left])
    return impurity(targets, weights) - after


def cuts(codes, targets, weights, is_categorical):
    """Every cut that is looked at, as a set of codes that go left; what no row has follows the larger side."""
    present = sorted(set(codes) - {ABSENT})
    missing = ABSENT in codes
    if is_categorical:
        for output in range(targets.shape[1]):
            means = {
                c: np.average(targets[codes == c, output], weights=weights[codes == c]) for c in set(codes)
            }
            order = sorted(means, key=lambda c: (means[c], c))
            yield from ({*order[: size + 1]} for size in range(len(order) - 1))
        return
    yield from ({*range(c + 1)} for c in (present if missing else present[:-1]))
    if missing:
        yield from ({*range(c + 1), ABSENT} for c in present[:-1])


def goes_left(codes, left, n_codes, targets_weights, in_codes, is_categorical):
    inside = np.isin(in_codes, list(left))
    heavier = targets_weights[inside].sum() >= targets_weights[~inside].sum()
    absent = {ABSENT} if not is_categorical else {*range(n_codes), ABSENT}
    unseen = absent - set(in_codes)
    return np.isin(codes, list(left - unseen)) | (np.isin(codes, list(unseen)) & heavier)


def association(left, codes, weights, is_categorical):
    """Agreement of the best cut, missing values following the larger side."""
    least = min(weights[left].sum(), weights[~left].sum())
    heavier = weights[left].sum() >= weights[~left].sum()
    agreed = weights[(codes == ABSENT) & (left == heavier)].sum()
    known = codes != ABSENT
    best = 0.0
    if is_categorical:
        for c in set(codes[known]):
            best += max(weights[(codes == c) & left].sum(), weights[(codes == c) & ~left].sum())
    else:
        for c in set(codes[known]):
            side = codes <= c
            best = max(best, weights[known & (side == left)].sum(), weights[known & (side != left)].sum())
    return (least - (weights.sum() - agreed - best)) / least


def grow_naively(codes, traits, targets, bag, row_weights, seed, limits, n_masking):
    importances = np.zeros(len(codes))
    masking = np.zeros((n_masking, len(codes)))
    order, state = np.arange(len(codes), dtype=np.int32), np.array([seed], np.uint64)
    nodes = [(np.flatnonzero(bag), np.flatnonzero((bag == 0) & (row_weights > 0)))]
    while nodes:
        inside, outside = nodes.pop()
        judged = len(outside) >= limits.min_out
        if len(inside) < 2 or not (judged or limits.fall_back) or not np.ptp(targets[inside], axis=0).any():
            continue
        best, best_feature, n_usable, remaining = -np.inf, -1, 0, len(codes)
        while remaining > 0 and n_usable < limits.max_features:
            f = draw(order, state, remaining)
            remaining -= 1
            here, (n_codes, is_categorical) = codes[f, inside], traits[f]
            best_cut, best_score = None, -np.inf
            for cut in cuts(here, targets[inside], bag[inside], is_categorical):
                score = decrease(targets[inside], bag[inside], np.isin(here, list(cut)))
                if score > best_score + 1e-12:
                    best_cut, best_score = cut, score
            if best_cut is None:
                continue
            n_usable += 1
            side = goes_left(codes[f], best_cut, n_codes, bag[inside], here, is_categorical)
            gain = decrease(targets[outside], row_weights[outside], side[outside]) if judged else best_score
            if gain > best + 1e-12:
                best, best_feature, best_side = gain, f, side
        if best_feature < 0:
            continue
        gain = best
        if limits.share:
            judges, counted = (outside, row_weights * (bag == 0)) if judged else (inside, bag)
            gain *= counted[judges].sum() / counted.sum()
        importances[best_feature] += gain
        if best_feature < n_masking and gain > 0:
            for f in range(len(codes)):
                imitation = association(best_side[inside], codes[f, inside], bag[inside], traits[f, 1])
                masking[best_feature, f] += gain * max(imitation, 0.0)
        nodes += [(inside[side[inside]], outside[side[outside]]) for side in (~best_side, best_side)]
    return importances, masking


def grow_once(codes, targets, *, bag=None, categorical=False, n_masking=0, **limits):
    codes = np.atleast_2d(np.array(codes, np.uint8))
    n_columns, n = codes.shape
    traits = np.array([[int(column[column != ABSENT].max(initial=0)) + 1, categorical] for column in codes])
    targets = np.reshape(np.asarray(targets, np.float64), (n, -1))
    given_limits = ContrastRules(
        **({"max_features": n_columns, "min_out": 1, "fall_back": True, "share": True} | limits)
    )
    importances, masking = np.zeros(n_columns), np.zeros((n_masking, n_columns))
    grow_contrasts(
        codes, traits.astype(np.int32), targets, np.atleast_2d(np.ones(n) if bag is None else np.array(bag, float)),
        np.ones(n), np.zeros(1, np.uint64), given_limits, importances, masking,
    )  # fmt: skip
    return importances, masking
