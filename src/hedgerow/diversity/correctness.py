"""How many members are right about each row, and measures of a whole ensemble that read only that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.measure import Measure
from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class CorrectCounts:
    """How many members are right about each row that some member predicts.

    Parameters
    ----------
    correct : ndarray of int of shape (n_rows,)
        Members that are right.
    predicting : ndarray of int of shape (n_rows,)
        Members that predict.
    weight : ndarray of shape (n_rows,)
        Weight of the row.
    """

    correct: NDArray[np.int64]
    predicting: NDArray[np.int64]
    weight: NDArray[np.float64]

    def together(self) -> CorrectCounts:
        """Only the rows that at least two members predict: of one alone, nothing can coincide."""
        several = self.predicting > 1
        return CorrectCounts(self.correct[several], self.predicting[several], self.weight[several])

    def mean(self, values: NDArray[np.float64]) -> float:
        """Mean over the rows, by weight; NaN without rows."""
        total = self.weight.sum()
        return float(values @ self.weight / total) if total > 0 else np.nan


def count_correct(outputs: Outputs) -> CorrectCounts:
    """Count, for each row, the members that are right and those that predict.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([[0, 1, 1], [0, 0, 1]], truth=[0, 1, 0])
    >>> count_correct(outputs).correct
    array([2, 1, 0])
    """
    truth = outputs.known_truth()
    outputs.known_classes()
    correct = np.zeros(outputs.n_samples, np.int64)
    for member, answers in enumerate(outputs.answers):
        correct += (answers == truth) & outputs.covered()[member]
    predicting = outputs.covered().sum(axis=0)
    predicted = predicting > 0
    return CorrectCounts(correct[predicted], predicting[predicted], outputs.row_weights()[predicted])


def expect_independent(accuracies: NDArray[np.float64]) -> CorrectCounts:
    """The distribution of the number of right members, if each were right independently of the others.

    Examples
    --------
    >>> expect_independent(np.array([0.5, 0.8])).weight
    array([0.1, 0.5, 0.4])
    """
    share = np.ones(1)
    for accuracy in accuracies:
        share = np.convolve(share, [1.0 - accuracy, accuracy])
    n_members = accuracies.size
    return CorrectCounts(np.arange(n_members + 1), np.full(n_members + 1, n_members), share)


def kohavi_wolpert_variance(outputs: Outputs | CorrectCounts) -> float:
    """Variance of being right, of a member drawn at random, averaged over the rows.

    KW = mean_x l(x) (T - l(x)) / T^2, where l(x) of the T members that predict x are right. It is (T - 1) / 2T times
    the mean disagreement in being right where all members predict all rows.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts.

    Returns
    -------
    float
        From 0 (all right or all wrong) to 1/4; higher is more diverse.

    References
    ----------
    R. Kohavi and D. Wolpert, Bias plus variance decomposition for zero-one loss functions, ICML 1996. L. I.
    Kuncheva and C. J. Whitaker, Machine Learning 51, 2003.

    Examples
    --------
    >>> kohavi_wolpert_variance(Outputs.from_predictions([[1, 1], [1, 0]], truth=[1, 1]))
    0.125
    """
    counts = _read(outputs)
    share = counts.correct / counts.predicting
    return counts.mean(share * (1.0 - share))


def interrater_kappa(outputs: Outputs | CorrectCounts) -> float:
    """Agreement of all members in being right, beyond chance.

    kappa = 1 - mean_x l (T - l) / T / ((T - 1) p (1 - p)), with p the mean accuracy of the members. Out of bag, T is
    the row's own number of predicting members, and its mean over the rows where it stands alone (Fleiss & Cuzick 1979).

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts.

    Returns
    -------
    float
        Lower is more diverse, 0 for independent members, 1 if all are always right or wrong together. NaN where all
        answers are right or all wrong, or no two members predict one row.

    References
    ----------
    J. L. Fleiss and J. Cuzick, The reliability of dichotomous judgments: unequal numbers of judges per subject,
    Applied Psychological Measurement 3, 1979. L. I. Kuncheva and C. J. Whitaker, Machine Learning 51, 2003.

    Examples
    --------
    >>> right = [[1, 1, 1, 0], [1, 0, 1, 0]]
    >>> round(interrater_kappa(Outputs.from_predictions(right, truth=[1, 1, 1, 1])), 4)
    0.4667
    """
    counts = _read(outputs)
    predicting = counts.mean(counts.predicting.astype(np.float64))
    accuracy = counts.mean(counts.correct.astype(np.float64)) / predicting
    within = counts.mean(counts.correct * (counts.predicting - counts.correct) / counts.predicting)
    expected = (predicting - 1.0) * accuracy * (1.0 - accuracy)
    return 1.0 - within / expected if expected > 0 else np.nan


def difficulty(outputs: Outputs | CorrectCounts) -> float:
    """Variance over the rows of the share of members that are right (Hansen & Salamon's theta).

    Large where some rows are easy for all and others hard for all; small where each row is hard for other members.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts.

    Returns
    -------
    float
        From 0 to 1/4; lower is more diverse.

    References
    ----------
    L. K. Hansen and P. Salamon, Neural network ensembles, IEEE Transactions on Pattern Analysis and Machine
    Intelligence 12, 1990.

    Examples
    --------
    >>> difficulty(Outputs.from_predictions([[1, 1], [1, 0]], truth=[1, 1]))
    0.0625
    """
    counts = _read(outputs)
    share = counts.correct / counts.predicting
    return counts.mean((share - counts.mean(share)) ** 2)


def generalised_diversity(outputs: Outputs | CorrectCounts) -> float:
    """How seldom a second member fails where a first one does.

    GD = 1 - p(2) / p(1), where p(1) is the probability that a member drawn at random is wrong about a row drawn at
    random, and p(2) that two different ones are.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts. Rows that only one member predicts are left out.

    Returns
    -------
    float
        From 0 (all fail together) to 1 (never two at once); higher is more diverse. NaN where nobody fails.

    See Also
    --------
    pairwise, vote_entropy, sharkey_type

    Notes
    -----
    One of the measures of how many members are right about each row; the others are `kohavi_wolpert_variance`,
    `interrater_kappa`, `difficulty`, `coincident_failure_diversity`, `coincident_errors_of_all` and
    `correctness_entropy`. Out of bag, T is the number of members that predict a row, and measures of coincidence leave
    out rows that one member alone predicts.

    Formula::

        KW = mean_x l (T - l) / T^2 = (T - 1) / (2 T) mean disagreement; kappa = 1 - T KW / ((T - 1) p (1 - p)), with l
        of T members right about a row and p their mean accuracy. Rogers 2007, eq. 3.23 and 3.27.

    Cost: O(T N).

    References
    ----------
    L. I. Kuncheva and C. J. Whitaker, Measures of diversity in classifier ensembles and their relationship with the
    ensemble accuracy, Machine Learning 51, 2003, pp. 181-207.

    D. Partridge and W. Krzanowski, Software diversity: practical statistics for its measurement and exploitation,
    Information and Software Technology 39, 1997.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> generalised_diversity(Outputs.from_predictions([[1, 0, 0], [1, 1, 0]], truth=[1, 1, 1]))
    0.33333333333333337
    """
    counts = _read(outputs).together()
    wrong, predicting = counts.predicting - counts.correct, counts.predicting
    one = counts.mean(wrong / predicting)
    two = counts.mean(wrong * (wrong - 1) / (predicting * (predicting - 1)))
    return 1.0 - two / one if one > 0 else np.nan


def coincident_failure_diversity(outputs: Outputs | CorrectCounts) -> float:
    """How few members fail on the rows on which any fails.

    CFD = sum_{i>=1} p_i (T - i) / (T - 1) / (1 - p_0), where p_i is the share of rows on which exactly i of the T
    members are wrong; 0 where nobody ever fails.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts. Rows that only one member predicts are left out.

    Returns
    -------
    float
        From 0 (all fail together) to 1 (never two at once); higher is more diverse.

    References
    ----------
    D. Partridge and W. Krzanowski, Information and Software Technology 39, 1997.

    Examples
    --------
    >>> coincident_failure_diversity(Outputs.from_predictions([[1, 0, 0], [1, 1, 0]], truth=[1, 1, 1]))
    0.5
    """
    counts = _read(outputs).together()
    failing = (counts.correct < counts.predicting).astype(np.float64)
    spared = counts.mean(failing * counts.correct / (counts.predicting - 1))
    failed = counts.mean(failing)
    return spared / failed if failed > 0 else 0.0 * failed


def coincident_errors_of_all(outputs: Outputs | CorrectCounts) -> float:
    """Share of coincidence in the errors of the whole ensemble (Goebel & Yan).

    T N0 / (N - N0 - N1 + T N0): of N rows, all T members are wrong about N0, and all right about N1. For two
    members it is the pairwise ``"coincident_errors"``.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts. Out of bag, T is the row's own number of predicting members,
        and rows that only one member predicts are left out.

    Returns
    -------
    float
        From 0 (no row defeats all) to 1; lower is more diverse. 0 where nobody errs.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.23.

    Examples
    --------
    >>> coincident_errors_of_all(Outputs.from_predictions([[1, 0, 0], [1, 1, 0]], truth=[1, 1, 1]))
    0.6666666666666666
    """
    counts = _read(outputs).together()
    lost = counts.mean(np.where(counts.correct == 0, counts.predicting, 0).astype(np.float64))
    mixed = counts.mean(((counts.correct > 0) & (counts.correct < counts.predicting)).astype(np.float64))
    return lost / (mixed + lost) if mixed + lost > 0 else 0.0 * lost


def row_correctness_entropy(counts: CorrectCounts) -> NDArray[np.float64]:
    """Kuncheva & Whitaker's ambiguity of each row: min(l, T - l) / floor(T / 2), and 0 where T is 1."""
    fewer = np.minimum(counts.correct, counts.predicting - counts.correct)
    return np.asarray(fewer / np.maximum(counts.predicting // 2, 1))


def correctness_entropy(outputs: Outputs | CorrectCounts) -> float:
    """How evenly members split into right and wrong (Kuncheva & Whitaker's entropy E).

    The mean over the rows of min(l, T - l) / floor(T / 2), where l of the T members that predict are right.

    Parameters
    ----------
    outputs : Outputs or CorrectCounts
        Answers of classes with the truth, or their counts.

    Returns
    -------
    float
        From 0 to 1; higher is more diverse. 0 for a lone member.

    References
    ----------
    L. I. Kuncheva and C. J. Whitaker, Machine Learning 51, 2003. J. Rogers, PhD thesis, University of
    Southampton, 2007, eq. 3.27.

    Examples
    --------
    >>> correctness_entropy(Outputs.from_predictions([[1, 0, 0], [1, 1, 0]], truth=[1, 1, 1]))
    0.3333333333333333
    """
    counts = _read(outputs)
    return counts.mean(row_correctness_entropy(counts))


CORRECTNESS: dict[str, Measure] = {
    "kohavi_wolpert_variance": Measure("Kohavi-Wolpert variance", kohavi_wolpert_variance, 0, 0.25, "higher"),
    "interrater_kappa": Measure("Interrater kappa", interrater_kappa, -1, 1, "lower"),
    "difficulty": Measure("Difficulty", difficulty, 0, 0.25, "lower"),
    "generalised_diversity": Measure("Generalised diversity", generalised_diversity, 0, 1, "higher"),
    "coincident_failure_diversity": Measure(
        "Coincident failure diversity", coincident_failure_diversity, 0, 1, "higher"
    ),
    "coincident_errors_of_all": Measure("Coincident errors of all", coincident_errors_of_all, 0, 1, "lower"),
    "correctness_entropy": Measure("Entropy of Kuncheva and Whitaker", correctness_entropy, 0, 1, "higher"),
}


def _read(outputs: Outputs | CorrectCounts) -> CorrectCounts:
    return outputs if isinstance(outputs, CorrectCounts) else count_correct(outputs)
