"""Error-correcting output codes: the classes split in two in many ways, and the class whose word is nearest."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import resolve_decoding
from hedgerow.codes.decoder import DECODINGS, Decoding
from hedgerow.codes.protocol import CODES
from hedgerow.combination import MeanProbability
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Flag, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.resampling import Bootstrap, Full


@configurable
class ECOCClassifier(EnsembleClassifier):
    r"""Members that each part the classes in two, decoded to the class whose row of the code is nearest.

    A code gives each class a word of -1 and +1, and each member learns one letter of it. Words that differ in many
    letters survive some wrong answers. The class c of a row has the score

    .. math:: F_c = 1 - \sum_j w_{cj} |s_j - z_{cj}|

    with answers s and letters z in [0, 1]; the weights are equal, or large where a column separates the class well.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns a column; hedgerow's decision tree when None. Probabilities are used where it has them, else its
        decision function, cut to [-1, 1], else the sides that it predicts.
    code : str, array or object, default="even_partitions"
        The questions: "even_partitions" (random halves of the classes), "random_partitions", "dense_random",
        "sparse_random", "maximal_distance", "exhaustive", "one_vs_rest", "one_vs_one", "binary", "gray"; a matrix of
        -1, 0 (class left out) and +1, one row for each class; or an object of `hedgerow.codes`.
    n_estimators : int or None, default=None
        Number of columns, and so of members; None for the code's own number, 200 for even partitions. The columns of a
        code of fixed length, such as "one_vs_rest", are taken in turn until all members have one.
    bootstrap : bool, default=True
        Whether each member sees a bootstrap sample of the rows, drawn again where a side of its question is missing.
    decoding : str or Decoding, default="l1"
        What is near: "hamming", "l1", "euclidean", "attenuated" (Euclidean, without the classes that a column leaves
        out), "linear", "exponential", "hinge", "probabilistic", or `hedgerow.codes.Decoding`, which then
        replaces the next three parameters.
    weights : {"csep"} or None, default=None
        "csep": columns count for a class as they separate it in training.
    csep_rows : {"training", "oob"}, default="training"
        Rows that these weights come from: all, as in the paper, or for each column those out of its bag.
    calibration : {"softmax", "platt"} or None, default="softmax"
        How scores become probabilities, learned from out-of-bag scores where there are any. `predict` follows the
        scores; with "platt" the most probable class may be another one.
    oob_score, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    code_matrix_ : ndarray of shape (n_classes, n_estimators)
        The code.
    code_ : object
        What made it, with what it has learned where it learns.
    class_weights_ : ndarray of shape (n_classes, n_estimators) or None
        How much each column counts for each class.
    classes_, estimators_, estimators_samples_, oob_score_, oob_decision_function_, feature_importances_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    class_separability, RandomPartitions, DenseRandom, OneVsOne

    Notes
    -----
    Two classes have one question: with `bootstrap` all members learn it, which is bagging; without there is one member.
    ``ECOCClassifier(MLPClassifier((16,)), weights="csep")`` is what Smith and Windeatt propose. Rows of classes that a
    column leaves out are not seen by its member. Missing values are accepted where the learner accepts them.
    Predictions are soft. A class that a column leaves out counts one half, or not at all (attenuated). Probabilities
    are a softmax or Platt curves of the scores, fitted to out-of-bag scores.

    Formula::

        A code whose closest rows differ in d places forgives floor((d - 1) / 2) wrong letters. Distances: Hamming, L1,
        Euclidean; losses -z, exp(-z), max(0, 1 - z) of z = answer times letter; -log of the product of chances.

    Cost: A learner on two classes for each column; decoding N rows is a product of N x T and T x K.

    References
    ----------
    T. Dietterich and G. Bakiri, Solving multiclass learning problems via error-correcting output codes, Journal of
    Artificial Intelligence Research 2, 1995, pp. 263-286.

    E. Allwein, R. Schapire and Y. Singer, Reducing multiclass to binary: a unifying approach for margin classifiers,
    Journal of Machine Learning Research 1, 2000.

    R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers, SUEMA, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> X, y = load_digits(return_X_y=True)
    >>> ecoc = ECOCClassifier(n_estimators=50, weights="csep", oob_score=True, random_state=0).fit(X, y)
    >>> ecoc.code_matrix_.shape, ecoc.oob_score_ > 0.93
    ((10, 50), True)
    """

    code: Any = "even_partitions"
    n_estimators: int | None = None
    bootstrap: bool = parameter(Flag(), default=True)
    decoding: Any = parameter(DECODINGS, default="l1")
    weights: Literal["csep"] | None = parameter(Decoding._parameters["weights"], default=None)
    csep_rows: Literal["training", "oob"] = parameter(Decoding._parameters["csep_rows"], default="training")
    calibration: Literal["softmax", "platt"] | None = parameter(
        Decoding._parameters["calibration"], default="softmax"
    )

    warm_start: ClassVar[bool] = False  # type: ignore[misc]  # a code is made as a whole

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Score the classes; the larger, the nearer.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            For two classes, of shape (n_samples,): the score of the second less that of the first.
        """
        scores = self.score_classes(X)
        return scores[:, 1] - scores[:, 0] if self.n_classes_ == 2 else scores

    def score_classes(self, X: Any) -> NDArray[np.float64]:
        """Score each class, also where there are two.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._combine(X)

    def fit_rows(self, training: TrainingSet) -> Self:
        """Fit to rows that have been read already, for an estimator that makes classes of its own.

        Parameters
        ----------
        training : TrainingSet
            The rows, and the class of each.

        Returns
        -------
        self
        """
        check_parameters(self)
        self.n_features_in_, self._encoding = training.n_features, None
        training.keep_classes(self)
        self._fit(training, self._choices())
        return self

    def score_rows(self, training: TrainingSet, *, out_of_bag: bool) -> NDArray[np.float64]:
        """Score each class for the rows of `fit_rows`.

        Parameters
        ----------
        training : TrainingSet
            The rows.
        out_of_bag : bool
            Whether only the members score a row that were not fitted on it; NaN where all were.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        if out_of_bag:
            return self._leave_out(training).combine([self._combination])
        return self.score_classes(training.X)

    @property
    def class_weights_(self) -> NDArray[np.float64] | None:
        """How much each column counts for each class; None for equally much."""
        weights: NDArray[np.float64] | None = self._combination.class_weights_  # type: ignore[attr-defined]
        return weights

    def _choices(self) -> Choices:
        resampling = Bootstrap() if self.bootstrap else Full()
        if self.n_classes_ == 1:  # a single class has no code, and one member is enough
            return Choices(self.estimator, resampling, MeanProbability())
        decoding = resolve_decoding(
            self.decoding, weights=self.weights, csep_rows=self.csep_rows, calibration=self.calibration
        )
        return Choices(self.estimator, resampling, decoding, code=CODES.resolve(self.code))

    def _count_columns(self, n_classes: int) -> int | None:
        return 1 if n_classes == 2 and not self.bootstrap else self.n_estimators
