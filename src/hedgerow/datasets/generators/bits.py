"""Fair bits that tell the class together: parity, and the multiplexer."""

from __future__ import annotations

import numpy as np
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


def make_multiplexer(
    n_samples: int = 200,
    n_controls: int = 2,
    *,
    n_noise: int = 0,
    random_state: Seed = None,
) -> Sample:
    """Let control bits choose the input bit that is the class.

    The controls, most significant first, spell the number of the input. All features are relevant, but each
    input only where the controls point at it.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows.
    n_controls : int, default=2
        Number c of control bits; there are ``2^c`` inputs.
    n_noise : int, default=0
        Number of irrelevant bits after them.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class +1 when the chosen input is set, else -1.

    Examples
    --------
    >>> make_multiplexer(n_controls=1, random_state=0).feature_names
    ('control1', 'input0', 'input1')
    """
    n_inputs = 2**n_controls
    bits = check_random_state(random_state).randint(2, size=(n_samples, n_controls + n_inputs + n_noise))
    place_values = 2 ** np.arange(n_controls)[::-1]
    chosen = n_controls + bits[:, :n_controls] @ place_values
    y = 2 * bits[np.arange(n_samples), chosen] - 1
    names = (
        *(f"control{bit}" for bit in range(1, n_controls + 1)),
        *(f"input{bit}" for bit in range(n_inputs)),
        *(f"noise{bit}" for bit in range(1, n_noise + 1)),
    )
    return Sample("multiplexer", bits.astype(float), y, names, tuple(range(n_controls + n_inputs)), 0.0)
