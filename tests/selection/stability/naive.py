"""Slow, obvious twins of the measures of stability."""

from itertools import combinations
from math import sqrt


def as_sets(supports):
    return [{feature for feature, mark in enumerate(row) if mark} for row in supports]


def jaccard(supports):
    pairs = list(combinations(as_sets(supports), 2))
    return sum(len(a & b) / len(a | b) if a | b else 1.0 for a, b in pairs) / len(pairs)


def kuncheva(supports):
    """Kuncheva's own formula where sizes are equal, else the correlation of the marks."""
    p = len(supports[0])
    total, pairs = 0.0, list(combinations(as_sets(supports), 2))
    for a, b in pairs:
        r, k, m = len(a & b), len(a), len(b)
        if k in (0, p) or m in (0, p):
            total += a == b
        elif k == m:
            total += (r * p - k**2) / (k * (p - k))
        else:
            total += (r * p - k * m) / sqrt(k * (p - k) * m * (p - m))
    return total / len(pairs)


def nogueira(supports):
    """Definition 4 of Nogueira, Sechidis & Brown 2018."""
    m, d = len(supports), len(supports[0])
    shares = [sum(row[f] for row in supports) / m for f in range(d)]
    k = sum(shares)
    if k in (0, d):
        return 1.0
    spread = sum(m / (m - 1) * p * (1 - p) for p in shares) / d
    return 1 - spread / (k / d * (1 - k / d))


def nogueira_variance(supports):
    """As printed, with the terms that cancel."""
    m, d = len(supports), len(supports[0])
    shares = [sum(row[f] for row in supports) / m for f in range(d)]
    mean, value = sum(shares), nogueira(supports)
    if mean in (0, d):
        return 0.0
    chance = mean / d * (1 - mean / d)
    parts = []
    for row in supports:
        k = sum(row)
        agreement = sum(mark * share for mark, share in zip(row, shares, strict=True)) / d
        size = value / 2 * (2 * k * mean / d**2 - k / d - mean / d + 1)
        parts.append((agreement - k * mean / d**2 + size) / chance)
    center = sum(parts) / m
    return 4 / m**2 * sum((part - center) ** 2 for part in parts)
