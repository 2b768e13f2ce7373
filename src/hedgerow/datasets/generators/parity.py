"""Exclusive or: features that predict nothing alone and everything together."""

from __future__ import annotations

from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names


def make_parity(
    n_samples: int = 200,
    n_bits: int = 2,
    *,
    n_noise: int = 0,
    random_state: Seed = None,
) -> Sample:
    """Ask whether an odd number of the first bits is set; two bits make it exclusive or.

    Every proper subset of the relevant bits is independent of the class.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows.
    n_bits : int, default=2
        Number of fair bits that decide.
    n_noise : int, default=0
        Number of fair bits that do not.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class +1 for an odd number of set bits, -1 for an even one.

    Examples
    --------
    >>> sample = make_parity(n_bits=3, n_noise=2, random_state=0)
    >>> sample.X.shape, sample.relevant
    ((200, 5), (0, 1, 2))
    """
    bits = check_random_state(random_state).randint(2, size=(n_samples, n_bits + n_noise))
    y = 2 * (bits[:, :n_bits].sum(axis=1) % 2) - 1
    return Sample("parity", bits.astype(float), y, number_names(n_bits + n_noise), tuple(range(n_bits)), 0.0)
