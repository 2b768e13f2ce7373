"""The obvious, slow twins of the measures: one row after the other, in plain Python."""

import math
from itertools import combinations

NAN = float("nan")


def rows_of(outputs, *members):
    """Answers, truth and weight of the rows about which all the given members predict."""
    found = []
    for row in range(outputs.n_samples):
        if outputs.predicted is None or all(outputs.predicted[member, row] for member in members):
            answers = [outputs.answers[member, row].item() for member in members]
            truth = None if outputs.truth is None else outputs.truth[row].item()
            weight = 1.0 if outputs.sample_weight is None else float(outputs.sample_weight[row])
            if weight > 0:
                found.append((*answers, truth, weight))
    return found


def predicting_members(outputs, row):
    return [t for t in range(outputs.n_members) if outputs.predicted is None or outputs.predicted[t, row]]


def weight_of(outputs, row):
    return 1.0 if outputs.sample_weight is None else float(outputs.sample_weight[row])


def judged_rows(outputs, at_least=1):
    return [
        row
        for row in range(outputs.n_samples)
        if len(predicting_members(outputs, row)) >= at_least and weight_of(outputs, row) > 0
    ]


def mean(pairs):
    """Weighted mean of (value, weight); NaN of nothing."""
    pairs = list(pairs)
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else NAN


def pearson(pairs):
    """Correlation of (a, b, weight); NaN without variance."""
    centre_a, centre_b = mean((a, w) for a, _, w in pairs), mean((b, w) for _, b, w in pairs)
    both = mean(((a - centre_a) * (b - centre_b), w) for a, b, w in pairs)
    spread = (
        mean(((a - centre_a) ** 2, w) for a, _, w in pairs),
        mean(((b - centre_b) ** 2, w) for _, b, w in pairs),
    )
    if math.isnan(both) or min(spread) < 1e-24:
        return NAN
    return both / math.sqrt(spread[0] * spread[1])


def table(outputs, i, j):
    """n11, n10, n01, n00 of a pair."""
    counts = dict.fromkeys([(True, True), (True, False), (False, True), (False, False)], 0.0)
    for a, b, truth, weight in rows_of(outputs, i, j):
        counts[a == truth, b == truth] += weight
    return tuple(counts.values())


def agreement(outputs, i, j):
    return mean((a == b, w) for a, b, _, w in rows_of(outputs, i, j))


def disagreement(outputs, i, j):
    return mean((a != b, w) for a, b, _, w in rows_of(outputs, i, j))


def kappa(outputs, i, j):
    rows = rows_of(outputs, i, j)
    if not rows:
        return NAN
    agree = mean((a == b, w) for a, b, _, w in rows)
    chance = sum(
        mean((a == k, w) for a, _, _, w in rows) * mean((b == k, w) for _, b, _, w in rows)
        for k in range(outputs.n_classes)
    )
    return 1.0 if chance > 1 - 1e-12 else (agree - chance) / (1 - chance)


def correctness_kappa(outputs, i, j):
    n11, n10, n01, n00 = table(outputs, i, j)
    n = n11 + n10 + n01 + n00
    if n == 0:
        return NAN
    chance = ((n00 + n01) * (n00 + n10) + (n10 + n11) * (n01 + n11)) / n**2
    return 1.0 if chance > 1 - 1e-12 else ((n00 + n11) / n - chance) / (1 - chance)


def correctness_disagreement(outputs, i, j):
    return mean(((a == y) != (b == y), w) for a, b, y, w in rows_of(outputs, i, j))


def q(outputs, i, j):
    n11, n10, n01, n00 = table(outputs, i, j)
    below = n11 * n00 + n01 * n10
    return (n11 * n00 - n01 * n10) / below if below else NAN


def correlation(outputs, i, j):
    return pearson([(float(a == y), float(b == y), w) for a, b, y, w in rows_of(outputs, i, j)])


def double_fault(outputs, i, j):
    return mean((y not in (a, b), w) for a, b, y, w in rows_of(outputs, i, j))


def coincident_errors(outputs, i, j):
    n11, n10, n01, n00 = table(outputs, i, j)
    if n11 + n10 + n01 + n00 == 0:
        return NAN
    below = n10 + n01 + 2 * n00
    return 2 * n00 / below if below else 0.0


def distance(outputs, i, j):
    square = mean(((a - b) ** 2, w) for a, b, _, w in rows_of(outputs, i, j))
    return NAN if math.isnan(square) else math.sqrt(square)


def error_covariance(outputs, i, j):
    rows = rows_of(outputs, i, j)
    first, second = mean((a - y, w) for a, _, y, w in rows), mean((b - y, w) for _, b, y, w in rows)
    return mean(((a - y - first) * (b - y - second), w) for a, b, y, w in rows)


def error_correlation(outputs, i, j):
    return pearson([(a - y, b - y, w) for a, b, y, w in rows_of(outputs, i, j)])


PAIRWISE = {
    measure.__name__: measure
    for measure in (
        agreement, disagreement, kappa, correctness_kappa, correctness_disagreement, q, correlation, double_fault,
        coincident_errors, distance, error_covariance, error_correlation,
    )
}  # fmt: skip


def mean_of_pairs(outputs, name):
    values = [PAIRWISE[name](outputs, i, j) for i, j in combinations(range(outputs.n_members), 2)]
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else NAN


def right_and_speaking(outputs, at_least=1):
    """(right members, predicting members, weight) of each row."""
    return [
        (
            sum(outputs.answers[t, row] == outputs.truth[row] for t in predicting_members(outputs, row)),
            len(predicting_members(outputs, row)),
            weight_of(outputs, row),
        )
        for row in judged_rows(outputs, at_least)
    ]


def kohavi_wolpert_variance(outputs):
    return mean((right * (T - right) / T**2, w) for right, T, w in right_and_speaking(outputs))


def interrater_kappa(outputs):
    rows = right_and_speaking(outputs)
    T = mean((predicting, w) for _, predicting, w in rows)
    p = sum(right * w for right, _, w in rows) / sum(predicting * w for _, predicting, w in rows)
    within = mean((right * (predicting - right) / predicting, w) for right, predicting, w in rows)
    below = (T - 1) * p * (1 - p)
    return 1 - within / below if below > 1e-12 else NAN


def difficulty(outputs):
    rows = [(right / T, w) for right, T, w in right_and_speaking(outputs)]
    centre = mean(rows)
    return mean(((share - centre) ** 2, w) for share, w in rows)


def generalised_diversity(outputs):
    """Draw a row, then one or two different members, in every possible way."""
    one, two = [], []
    for row in judged_rows(outputs, at_least=2):
        wrong = {t: outputs.answers[t, row] != outputs.truth[row] for t in predicting_members(outputs, row)}
        one.append((sum(wrong.values()) / len(wrong), weight_of(outputs, row)))
        pairs = list(combinations(wrong, 2))
        two.append((sum(wrong[t] and wrong[u] for t, u in pairs) / len(pairs), weight_of(outputs, row)))
    return 1 - mean(two) / mean(one) if one and mean(one) > 0 else NAN


def coincident_failure_diversity(outputs):
    rows = right_and_speaking(outputs, at_least=2)
    if not rows:
        return NAN
    failed = [(right / (T - 1), w) for right, T, w in rows if right < T]
    return mean(failed) if failed else 0.0


def coincident_errors_of_all(outputs):
    rows = right_and_speaking(outputs, at_least=2)
    if not rows:
        return NAN
    lost = sum(T * w for right, T, w in rows if right == 0)
    mixed = sum(w for right, T, w in rows if 0 < right < T)
    return lost / (lost + mixed) if lost + mixed else 0.0


def correctness_entropy(outputs):
    return mean(
        (min(right, T - right) / (T // 2) if T > 1 else 0.0, w) for right, T, w in right_and_speaking(outputs)
    )


CORRECTNESS = {
    measure.__name__: measure
    for measure in (
        kohavi_wolpert_variance, interrater_kappa, difficulty, generalised_diversity, coincident_failure_diversity,
        coincident_errors_of_all, correctness_entropy,
    )
}  # fmt: skip


def votes(outputs, row, weighted=True):
    """Votes for each class about a row."""
    found = [0.0] * outputs.n_classes
    for t in predicting_members(outputs, row):
        found[outputs.answers[t, row]] += (
            float(outputs.weights[t]) if weighted and outputs.weights is not None else 1.0
        )
    return found


def vote(outputs, row):
    """The class with the most votes, the lower one of two that are equal; None without votes."""
    found = votes(outputs, row)
    return found.index(max(found)) if sum(found) > 0 else None


def vote_error(outputs):
    return mean(
        (vote(outputs, row) != outputs.truth[row], weight_of(outputs, row))
        for row in range(outputs.n_samples)
        if vote(outputs, row) is not None
    )


def entropy(shares, base=2.0):
    return -sum(share * math.log(share, base) for share in shares if share > 0)


def row_vote_entropy(outputs, row):
    found = votes(outputs, row)
    return entropy([count / sum(found) for count in found]) if sum(found) > 0 else NAN
