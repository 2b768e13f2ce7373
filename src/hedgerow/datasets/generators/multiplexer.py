"""The multiplexer: which feature matters depends on other features."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed


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
