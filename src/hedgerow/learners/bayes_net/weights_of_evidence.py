"""Which evidence moved the answer: by how much each feature changes the odds of each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import log_sum
from hedgerow.learners.bayes_net.network import BayesNet
from hedgerow.learners.bayes_net.variables import Rows

if TYPE_CHECKING:
    import pandas as pd

_LONGEST = 700.0  # log odds that are finite: those of a certain class


@dataclass(frozen=True, eq=False)
class EvidenceWeights:
    """Weights of evidence, in nats: by how much a feature raises the log odds of a class.

    Attributes
    ----------
    names : tuple of str
        The features.
    classes : ndarray of shape (n_classes,)
        The class labels.
    weights : ndarray of shape (n_samples, n_features, n_classes)
        Log odds of the class with all evidence, less those without the feature's. 0 where it is missing.
    log_odds : ndarray of shape (n_samples, n_classes)
        Log odds with all evidence.
    """

    names: tuple[str, ...]
    classes: NDArray[Any]
    weights: NDArray[np.float64]
    log_odds: NDArray[np.float64]

    def frame(self, row: int = 0) -> pd.DataFrame:
        """The weights of one row, the features that moved its likeliest class most first.

        Parameters
        ----------
        row : int, default=0
            Which one.

        Returns
        -------
        DataFrame
            One row for each feature, one column for each class.
        """
        import pandas as pd

        table = pd.DataFrame(self.weights[row], list(self.names), list(self.classes))
        order = np.argsort(-np.abs(self.weights[row][:, self.log_odds[row].argmax()]), kind="stable")
        return table.iloc[order]


def weigh_evidence(
    network: BayesNet, rows: Rows, label: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights of evidence, (n_rows, n_variables - 1, n_classes), and log odds with all evidence, (n_rows, n_classes).

    Examples
    --------
    >>> from hedgerow.learners.bayes_net.bif import read_bif
    >>> net = read_bif('''
    ... variable rain { type discrete [2] { no, yes }; }
    ... variable wet { type discrete [2] { no, yes }; }
    ... probability ( rain ) { table 0.8, 0.2; }
    ... probability ( wet | rain ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }''')
    >>> weights, _ = weigh_evidence(net, net.read([["", "yes"]]), 0)
    >>> np.exp(weights[0, 0]).round(4)  # 0.8 against 0.1
    array([0.125, 8.   ])
    """
    whole = find_log_odds(network.find_posterior(rows, label))
    features = [place for place in range(rows.n_variables) if place != label]
    weights = np.zeros((len(rows), len(features), whole.shape[1]))
    blanket = set(network.graph.blanket(label))
    has_gaps = rows.is_missing[features].any()
    for at, feature in enumerate(features):
        known = np.flatnonzero(rows.codes[feature] >= 0)
        if not known.size or (feature not in blanket and not has_gaps):
            continue
        without = find_log_odds(network.find_posterior(rows.select(known).forget(feature), label))
        weights[known, at] = whole[known] - without
    return weights, whole


def find_log_odds(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds of each state from log probabilities.

    Examples
    --------
    >>> np.exp(find_log_odds(np.log([[0.2, 0.8]]))).round(6)
    array([[0.25, 4.  ]])
    """
    odds = np.zeros_like(logs)
    for state in range(logs.shape[1]):
        others = np.delete(logs, state, axis=1)
        against = log_sum(others, (1,)) if others.shape[1] else np.full(len(logs), -np.inf)
        bounded = np.clip(logs[:, state], -_LONGEST, 0.0), np.clip(against, -_LONGEST, 0.0)
        odds[:, state] = bounded[0] - bounded[1]
    return odds
