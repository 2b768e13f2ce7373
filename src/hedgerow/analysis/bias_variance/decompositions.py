"""Bias and variance of classes and of values, elementwise in what each row could have been and what was predicted.

A row of classes has P(Y), the probabilities of its true class, and P(H), the shares of the classes that models from
different training sets predict. S(Y) is the likeliest class, S(H) the main prediction. Of values there are squared
and absolute loss: James' terms under both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.constraints import Word, check

Ties = Literal["lowest", "average"]
Terms = dict[str, NDArray[np.float64]]  # the name of a term and its value for each row; "error" comes first
_ROUNDING = 1e-12  # shares that differ by less are the same number of votes


def check_ties(ties: Any) -> Ties:
    """Refuse an unknown rule for ties."""
    check("ties", ties, Word(*get_args(Ties)))
    checked: Ties = ties
    return checked


@dataclass(frozen=True, eq=False)
class ClassShares:
    """The two distributions of each row.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_classes)
        Probabilities of the true class, P(Y).
    predicted : ndarray of shape (n_rows, n_classes)
        Shares of the predicted classes, P(H).
    n_predictions : ndarray of shape (n_rows,)
        Number of predictions behind each row's shares.
    ties : {"lowest", "average"}, default="lowest"
        Which of several likeliest classes is S(Y) or S(H): the lowest, or all of them in equal parts.
    """

    truth: NDArray[np.float64]
    predicted: NDArray[np.float64]
    n_predictions: NDArray[np.intp]
    ties: Ties = "lowest"

    @cached_property
    def likeliest(self) -> NDArray[np.float64]:
        """S(Y) as weights of the classes."""
        return find_modes(self.truth, self.ties)

    @cached_property
    def main(self) -> NDArray[np.float64]:
        """S(H) as weights of the classes."""
        return find_modes(self.predicted, self.ties)

    @cached_property
    def hit(self) -> NDArray[np.float64]:
        """Probability that an answer is the true class."""
        return dot(self.truth, self.predicted)

    @cached_property
    def agree(self) -> NDArray[np.float64]:
        """Whether the main prediction is the likeliest class; the probability of it where classes tie."""
        return dot(self.likeliest, self.main)

    @cached_property
    def noise(self) -> NDArray[np.float64]:
        """Error of the best possible answer."""
        return 1 - dot(self.truth, self.likeliest)


def find_modes(shares: NDArray[np.float64], ties: Ties) -> NDArray[np.float64]:
    """Weights of the classes with the largest share: 1 for the lowest of them, or equal parts.

    Whatever is linear in the weights is then averaged over the ties by the formula for a single mode.

    Examples
    --------
    >>> shares = np.array([[0.4, 0.4, 0.2]])
    >>> find_modes(shares, "lowest"), find_modes(shares, "average")
    (array([[1., 0., 0.]]), array([[0.5, 0.5, 0. ]]))
    """
    tied = shares >= shares.max(axis=1, keepdims=True) - _ROUNDING
    if ties == "lowest":
        tied &= np.arange(shares.shape[1]) == tied.argmax(axis=1)[:, None]
    return np.asarray(tied / tied.sum(axis=1, keepdims=True))


def dot(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scalar product of each row of one table with the same row of another."""
    return np.asarray(np.einsum("nk,nk->n", left, right))


def james(shares: ClassShares) -> Terms:
    """Decompose the error by what the main prediction and straying from it add (James 2003)."""
    best, of_main = 1 - shares.noise, dot(shares.truth, shares.main)
    return {
        "error": 1 - shares.hit,
        "noise": shares.noise,
        "systematic_effect": best - of_main,
        "variance_effect": of_main - shares.hit,
        "bias": 1 - shares.agree,
        "variance": 1 - dot(shares.predicted, shares.main),
    }


def kohavi_wolpert(shares: ClassShares) -> Terms:
    """Decompose the error by squared distances of shares (Kohavi & Wolpert 1996)."""
    return {
        "error": 1 - shares.hit,
        "noise": (1 - dot(shares.truth, shares.truth)) / 2,
        "squared_bias": ((shares.truth - shares.predicted) ** 2).sum(axis=1) / 2,
        "variance": (1 - dot(shares.predicted, shares.predicted)) / 2,
    }


def kohavi_wolpert_unbiased(shares: ClassShares) -> Terms:
    """Correct the squared bias for the number of predictions; the variance gets what the bias loses."""
    if shares.n_predictions.min() < 2:
        row = int(shares.n_predictions.argmin())
        raise ValueError(
            "the unbiased Kohavi-Wolpert terms need two predictions or more of every row, but row "
            f"{row} of the test rows has {shares.n_predictions[row]}; raise n_replicates, or use "
            "definition='kohavi_wolpert'"
        )
    terms = kohavi_wolpert(shares)
    # E (P_R - P)^2 = P (1 - P) / R, of which P_R (1 - P_R) / (R - 1) is an unbiased estimate.
    excess = terms["variance"] / (shares.n_predictions - 1)
    terms["squared_bias"] = terms["squared_bias"] - excess
    terms["variance"] = terms["variance"] + excess
    return terms


def breiman(shares: ClassShares) -> Terms:
    """Book the error above the noise by whether a row's main prediction is the likeliest class (Breiman 1996)."""
    excess = 1 - shares.noise - shares.hit
    return {
        "error": 1 - shares.hit,
        "noise": shares.noise,
        "bias": (1 - shares.agree) * excess,
        "variance": shares.agree * excess,
    }


def rogers(shares: ClassShares) -> Terms:
    """Book it by whether at least half of the answers are the likeliest class (Rogers 2007, eq. 2.4-2.7)."""
    excess = 1 - shares.noise - shares.hit
    unbiased = dot(shares.likeliest, (shares.predicted >= 0.5 - _ROUNDING).astype(np.float64))
    return {
        "error": 1 - shares.hit,
        "noise": shares.noise,
        "bias": (1 - unbiased) * excess,
        "variance": unbiased * excess,
    }


def domingos(shares: ClassShares) -> Terms:
    """Decompose the error into c1 N + B + c2 V (Domingos 2000).

    The two products need no division: c1 N = P(H = S(Y)) - P(H = Y), and c2 V is V where S(H) = S(Y) and
    -P(H = S(Y)) elsewhere.
    """
    bias = 1 - shares.agree
    variance = 1 - dot(shares.predicted, shares.main)
    right = dot(shares.predicted, shares.likeliest)
    noise_effect = right - shares.hit
    elsewhere = dot(shares.predicted, shares.likeliest * (1 - shares.main))
    variance_effect = shares.agree * variance - elsewhere
    # Without noise or variance a factor is a limit: that of a little of it, spread evenly over the other classes.
    others = max(shares.truth.shape[1] - 1, 1)
    return {
        "error": 1 - shares.hit,
        "noise_effect": noise_effect,
        "bias": bias,
        "variance_effect": variance_effect,
        "noise": shares.noise,
        "variance": variance,
        "noise_factor": _divide(noise_effect, shares.noise, right - (1 - right) / others),
        "variance_factor": _divide(variance_effect, variance, shares.agree - bias / others),
    }


def _divide(
    above: NDArray[np.float64], below: NDArray[np.float64], otherwise: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.asarray(np.divide(above, below, out=otherwise.copy(), where=below > _ROUNDING))


def kong_dietterich(shares: ClassShares) -> Terms:
    """Call the error of the main prediction bias, and the rest variance (Kong & Dietterich 1995)."""
    of_main = dot(shares.truth, shares.main)
    return {"error": 1 - shares.hit, "bias": 1 - of_main, "variance": of_main - shares.hit}


def tibshirani(shares: ClassShares) -> Terms:
    """Decompose the error as James does, under other names (Tibshirani 1996)."""
    terms = james(shares)
    return {
        "error": terms["error"],
        "noise": terms["noise"],
        "bias": terms["systematic_effect"],
        "aggregation_effect": terms["variance_effect"],
        "variance": terms["variance"],
    }


def webb(shares: ClassShares) -> Terms:
    """Decompose the wrong answers by whether they are the main prediction, averaged over ties (Webb 2000)."""
    main = find_modes(shares.predicted, "average")
    bias = dot(main, shares.predicted * (1 - shares.truth))
    return {"error": 1 - shares.hit, "bias": bias, "variance": 1 - shares.hit - bias}


@dataclass(frozen=True, eq=False)
class ValueSpread:
    """What each row's value could have been, and what was predicted.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_possible)
        Equally likely values of the target; a single column where there is no noise.
    mean, variance : ndarray of shape (n_rows,)
        Mean and variance of the predictions.
    n_predictions : ndarray of shape (n_rows,)
        Number of predictions of each row.
    predictions : ndarray of shape (n_replicates, n_rows) or None, default=None
        The predictions themselves, NaN where a row was not predicted; absolute loss needs them.
    """

    truth: NDArray[np.float64]
    mean: NDArray[np.float64]
    variance: NDArray[np.float64]
    n_predictions: NDArray[np.intp]
    predictions: NDArray[np.float64] | None = None


def squared(spread: ValueSpread) -> Terms:
    """Decompose the mean squared error: noise, the squared distance of the means, variance of the predictions."""
    target = spread.truth.mean(axis=1)
    noise = ((spread.truth - target[:, None]) ** 2).mean(axis=1)
    bias = spread.mean - target
    return {
        "error": noise + bias**2 + spread.variance,
        "noise": noise,
        "squared_bias": bias**2,
        "variance": spread.variance,
        "bias": bias,
    }


def absolute(spread: ValueSpread) -> Terms:
    """Decompose the mean absolute error as James does for any symmetric loss; the main prediction is the median."""
    if spread.predictions is None:
        raise ValueError(
            "absolute loss needs every prediction, and they were not kept; call bias_variance with "
            "definition='absolute' or keep_predictions=True"
        )
    target = np.median(spread.truth, axis=1)
    main = np.nanmedian(spread.predictions, axis=0)
    error = np.mean([_distance(spread.predictions, possible) for possible in spread.truth.T], axis=0)
    noise = np.abs(spread.truth - target[:, None]).mean(axis=1)
    of_main = np.abs(spread.truth - main[:, None]).mean(axis=1)
    return {
        "error": error,
        "noise": noise,
        "systematic_effect": of_main - noise,
        "variance_effect": error - of_main,
        "bias": np.abs(target - main),
        "variance": _distance(spread.predictions, main),
    }


def _distance(predictions: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean distance of the predictions of each row from a value."""
    return np.asarray(np.nanmean(np.abs(predictions - values), axis=0))
