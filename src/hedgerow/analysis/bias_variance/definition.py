"""What is declared of a definition of bias and variance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Ties = Literal["lowest", "average"]
Terms = dict[str, NDArray[np.float64]]  # the name of a term and its value for each row; "error" comes first


@dataclass(frozen=True)
class Definition:
    """One way to part the expected error into noise, bias and variance.

    Parameters
    ----------
    name : str
        The key, in lower case with underscores.
    title : str
        Whose it is.
    reads : {"classes", "values"}
        Whether it parts the error of classes or of values.
    loss : {"zero_one", "squared", "absolute"}
        What an answer costs.
    compute : callable
        From the two distributions of each row to the terms of each row; "error" is one of them.
    noise, bias, variance : str
        The terms that add up to the error, by what they stand for. Noise is None where the definition does
        not know it and leaves it in the bias.
    words : mapping of str to str
        What each term means.
    paper : str
        Where it is from.
    """

    name: str
    title: str
    reads: Literal["classes", "values"]
    loss: Literal["zero_one", "squared", "absolute"]
    compute: Callable[[Any], Terms]
    noise: str | None
    bias: str
    variance: str
    words: Mapping[str, str]
    paper: str

    @property
    def addends(self) -> tuple[str, ...]:
        """The terms that add up to the error."""
        return tuple(term for term in (self.noise, self.bias, self.variance) if term is not None)
