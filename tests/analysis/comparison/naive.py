"""Slow, obvious twins of the comparison's tests."""

import math
from itertools import product


def rank_row(row, higher_is_better):
    """One more than the number of better scores, and half of the tied others."""
    ranks = []
    for place, score in enumerate(row):
        better = sum((other > score) if higher_is_better else (other < score) for other in row)
        tied = sum(other == score for position, other in enumerate(row) if position != place)
        ranks.append(1 + better + tied / 2)
    return ranks


def friedman(ranks, tie_correction=False):
    n, k = len(ranks), len(ranks[0])
    means = [sum(row[j] for row in ranks) / n for j in range(k)]
    chi2 = 12 * n / (k * (k + 1)) * (sum(mean**2 for mean in means) - k * (k + 1) ** 2 / 4)
    if tie_correction:
        ties = sum(row.count(rank) ** 3 - row.count(rank) for row in ranks for rank in set(row))
        if ties < n * (k**3 - k):
            chi2 /= 1 - ties / (n * k * (k**2 - 1))
    return chi2


def wilcoxon_exact(differences):
    """Try all signs of the differences."""
    used = [d for d in differences if d != 0]
    ranks = rank_row([abs(d) for d in used], higher_is_better=False)
    total = sum(ranks)
    smaller = min(sum(r for r, d in zip(ranks, used, strict=True) if d > 0), total - sum(
        r for r, d in zip(ranks, used, strict=True) if d > 0))  # fmt: skip
    sums = [
        sum(r for r, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product((False, True), repeat=len(used))
    ]
    return min(1.0, 2 * sum(s <= smaller for s in sums) / len(sums))


def sign_test(wins, ties, losses):
    n = wins + ties + losses
    successes = max(wins, losses) + ties // 2
    return min(1.0, 2 * sum(math.comb(n, count) for count in range(successes, n + 1)) / 2**n)


def holm(p_values):
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for step, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - step) * p_values[place]))
        adjusted[place] = worst
    return adjusted


def corrected_t(differences, test_to_train):
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    return mean / math.sqrt((1 / n + test_to_train) * variance)


def five_by_two(differences):
    spreads = [sum((p - (a + b) / 2) ** 2 for p in (a, b)) for a, b in differences]
    t = differences[0][0] / math.sqrt(sum(spreads) / 5)
    f = sum(p**2 for pair in differences for p in pair) / (2 * sum(spreads))
    return t, f
