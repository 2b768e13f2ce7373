"""Write src/hedgerow/relevance/chance/coefficients.py again: what chance gains, fitted to exact distributions.

Takes about six minutes: `python tools/fit_chance.py`. It says how far the fit is from what it was fitted to.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.polynomial.chebyshev import chebvander, chebvander2d
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray
from scipy.special import gammaln

from hedgerow.relevance.chance.best_cut import best_gain_distribution, exact_moments
from hedgerow.relevance.complexity import entropy_mass

HOME = Path(__file__).resolve().parent.parent / "src/hedgerow/relevance/chance/coefficients.py"
SMALLEST, LARGEST, MOST_VALUES = 49, 2**17, 2**30
SIZES = (49, 56, 64, 80, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384,
         32768, 65536, 131072)  # fmt: skip
VALUE_SIZES = (
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    14,
    20,
    32,
    64,
    128,
    256,
    512,
    1024,
    4096,
    2**14,
    2**17,
    2**20,
    2**24,
    2**30,
)
EVERY_CUT = 128  # nodes of up to so many rows are integrated cut by cut
DISCRETE = 0.5825971579  # -zeta(1/2) / sqrt(2 pi)


def two_class_moments(n: int, rarer: int, n_levels: int) -> tuple[float, float]:
    """Mean and variance of 2 n ln 2 times the best gain.

    Beyond 192 rows the distribution is taken at some levels only. It jumps at the gains of cuts close to the ends,
    which are likely cells; both sides of the largest jumps are levels, and between levels it is all but a line.
    """
    scale = 2 * n * math.log(2)
    if n <= 192:
        mean, variance = exact_moments(n, rarer)
        return mean * scale, variance * scale**2
    cut, positive = np.meshgrid(
        np.arange(1, min(400, n // 2) + 1), np.arange(min(rarer, 400) + 1), indexing="ij"
    )
    cell = (positive <= cut) & (cut - positive <= n - rarer)
    left = np.stack([positive, cut - positive], axis=-1)[cell]
    whole = np.array([rarer, n - rarer])
    gains = 2 * math.log(2) * (entropy_mass(whole) - entropy_mass(left) - entropy_mass(whole - left))
    chance = _log_orders(left) + _log_orders(whole - left)
    top = min(80.0, 2 * math.log(2) * float(entropy_mass(whole)))
    telling = (gains > 1) & (gains < min(top, 30.0))
    jumps = gains[telling][np.argsort(-chance[telling])[:n_levels]]
    grid = [np.linspace(0, 14, n_levels), np.linspace(14, 30, n_levels // 5), np.linspace(30, 80, 25), [top]]
    levels = np.unique(np.concatenate([jumps - 1e-7, jumps + 1e-7, *grid]))
    levels = levels[levels <= top]
    above = 1.0 - best_gain_distribution(n, rarer, levels / scale)
    above[-1] = 0.0
    mean = float(np.trapezoid(above, levels))
    return mean, float(np.trapezoid(2 * levels * above, levels)) - mean**2


def value_moments(n: int) -> tuple[float, float]:
    """Expected maximum of Z^2 and of Z^4."""
    points, weights = leggauss(28)
    levels, weights = 3.3 * (points + 1), 3.3 * weights
    above = np.array([1 - stay_within(n, level) for level in levels])
    return float(2 * levels * above @ weights), float(4 * levels**3 * above @ weights)


def stay_within(n: int, level: float) -> float:
    """Chance that no |Z_k| exceeds a level. In the time ln(k / (n - k)) / 2 they correlate by exp(-dt)."""
    times, shifts = _times(n)
    points, weights = leggauss(140)
    bound = level - shifts[0]
    at, density = bound * points, np.exp(-((bound * points) ** 2) / 2) / math.sqrt(2 * math.pi)
    mass = density * weights * bound
    for shift, step in zip(shifts[1:], np.diff(times), strict=True):
        deviation, bound = math.sqrt(-math.expm1(-2 * step)), level - shift
        if bound <= 0:
            return 0.0
        distance = ((bound * points)[:, None] - math.exp(-step) * at) / deviation
        density = np.exp(-(distance**2) / 2) @ mass / (deviation * math.sqrt(2 * math.pi))
        at, mass = bound * points, density * weights * bound
    return float(mass.sum())


def _times(n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Times of the cuts, and how much the level is lowered there.

    In the middle of a large node the cuts are dense in time. There every hundredth of a unit is looked at, and the
    level is lowered by what is missed between: 0.5826 standard deviations of a step (Broadie, Glasserman and Kou 1997).
    """
    if n <= EVERY_CUT:
        cuts = np.arange(1.0, n)
        return np.log(cuts / (n - cuts)) / 2, np.zeros(n - 1)
    cuts = np.arange(1.0, 51)
    ends = np.log(cuts / (n - cuts)) / 2
    n_steps = math.ceil(-ends[-1] / 0.01)
    step = -ends[-1] / n_steps
    middle = ends[-1] + step * np.arange(1, 2 * n_steps)
    dense = 2 * np.cosh(middle) ** 2 / n
    shifts = np.zeros(2 * ends.size + middle.size)
    shifts[ends.size : -ends.size] = DISCRETE * (math.sqrt(2 * step) - np.sqrt(2 * dense))
    return np.concatenate([ends, middle, -ends[::-1]]), shifts


def _log_orders(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(gammaln(counts.sum(axis=-1) + 1) - gammaln(counts + 1).sum(axis=-1))


def _rarer_classes(n: int) -> list[int]:
    """Which counts of the rarer class to fit to: the smallest, and a geometric row up to a half."""
    powers = 14 if n <= 4096 else 10
    sizes = {round((n / 2) ** (j / powers)) for j in range(powers + 1)} | {
        1,
        2,
        3,
        4,
        6,
        8,
        12,
        int(0.4 * n),
        n // 2,
    }
    return sorted(size for size in sizes if size <= n // 2)


def _fit(basis: NDArray[np.float64], values: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    """Least relative squares."""
    found, *_ = np.linalg.lstsq(basis / values[:, None], np.ones(len(values)), rcond=None)
    print(f"{name}: within {np.abs(basis @ found / values - 1).max():.2%}")
    return np.asarray(found)


def _scale(n: NDArray[np.float64], low: int, high: int) -> NDArray[np.float64]:
    return np.asarray(
        2
        * (np.log(np.log(n)) - math.log(math.log(low)))
        / (math.log(math.log(high)) - math.log(math.log(low)))
        - 1
    )


def _write(name: str, values: NDArray[np.float64]) -> str:
    lines = np.array2string(values, separator=", ", precision=7, suppress_small=True, max_line_width=106)
    return f"{name} = np.array(\n    {lines.replace(chr(10), chr(10) + '    ')}\n)\n"


def main() -> None:
    pairs, moments = [], []
    for n in SIZES:
        for rarer in _rarer_classes(n):
            pairs.append((n, rarer))
            moments.append(two_class_moments(n, rarer, 250 if n <= 4096 else 100))
    n, rarer = np.array(pairs, float).T
    basis = chebvander2d(_scale(n, SMALLEST, LARGEST), 2 * np.log(rarer) / np.log(n / 2) - 1, [3, 7])
    mean, variance = (
        _fit(basis, values, f"two classes, {name}").reshape(4, 8)
        for name, values in zip(("mean", "variance"), np.array(moments).T, strict=True)
    )
    basis = chebvander(_scale(np.array(VALUE_SIZES, float), 2, MOST_VALUES), 9)
    powers = np.array([value_moments(n) for n in VALUE_SIZES]).T
    second, fourth = (_fit(basis, values, f"values, Z^{2 * j + 2}") for j, values in enumerate(powers))
    HOME.write_text(
        '"""Polynomials for what chance gains, written by tools/fit_chance.py; see best_cut.py."""\n\n'
        "from __future__ import annotations\n\nimport numpy as np\n\n"
        f"SMALLEST, LARGEST = {SMALLEST}, {LARGEST}  # rows of the nodes that the two-class tables were fitted to\n"
        f"MOST_VALUES = {MOST_VALUES}  # rows of the largest node that the value tables were fitted to\n\n"
        "# fmt: off\n# Chebyshev coefficients: lines in ln ln n, columns in ln i / ln(n/2)\n"
        + _write("TWO_CLASS_MEAN", mean)
        + _write("TWO_CLASS_VARIANCE", variance)
        + "\n# Chebyshev coefficients in ln ln n, of the expected largest Z^2 and Z^4\n"
        + _write("VALUE_SECOND", second)
        + _write("VALUE_FOURTH", fourth),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
