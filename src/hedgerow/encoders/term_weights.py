"""Counts of words to weights: how often a word stands in a document, times how telling it is that it does."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_rows


@configurable
class TermWeights(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    r"""Weigh the counts of words by how few documents have the word.

    .. math:: X(d, w) = n(w, d) \, \ln(N / N_w),

    where :math:`n(w, d)` is how often the word :math:`w` stands in the document :math:`d`, :math:`N` the number of
    documents and :math:`N_w` that of documents with the word. A word of every document weighs nothing.

    Attributes
    ----------
    weights_ : ndarray of shape (n_kept,)
        The factor of each word that is kept, :math:`\ln(N / N_w)`.
    n_documents_ : ndarray of shape (n_kept,)
        Documents with each of these words, :math:`N_w`; with weights of rows, the sum of their weights.
    support_ : ndarray of bool of shape (n_features,)
        Words that stand in some document; the others are left out, because nothing is known of them.

    See Also
    --------
    encode_texts, top_words

    Notes
    -----
    The source calls this inverse document frequency, and leaves the base of the logarithm open. It is the
    product of term frequency and inverse document frequency, with the natural logarithm; another base only rescales
    all columns. Unlike scikit-learn's ``TfidfTransformer`` nothing is smoothed and rows keep their lengths. New
    documents are weighed by the documents that were fitted.

    Formula: Rogers 2007, eq. 9.1.

    Cost: One pass over the stored cells.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 9.1.

    Examples
    --------
    >>> counts = np.array([[3, 1, 1], [0, 2, 1], [0, 0, 4]])
    >>> TermWeights().fit_transform(counts).round(3)
    array([[3.296, 0.405, 0.   ],
           [0.   , 0.811, 0.   ],
           [0.   , 0.   , 0.   ]])
    """

    weights_: NDArray[np.float64] = fitted()
    n_documents_: NDArray[np.float64] = fitted()
    support_: NDArray[np.bool_] = fitted()
    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()

    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Count the documents of each word.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_documents, n_words)
            Counts.
        y : None
            Not used.
        sample_weight : array-like of shape (n_documents,), default=None
            Weights of the documents.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(self, X, None, sample_weight, task=None, numbers_only=True)
            self._encoding = None
            counts = _check_counts(training.X)
            rows = training.row_weights
            present: Any = counts > 0
            n_documents = np.asarray(present.T @ rows, np.float64).ravel()
            self.support_ = n_documents > 0
            self.n_documents_ = n_documents[self.support_]
            self.weights_ = np.log(np.maximum(rows.sum() / self.n_documents_, 1.0))
        return self

    def transform(self, X: Any) -> Any:
        """Weigh the counts of documents.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_documents, n_words)
            Counts.

        Returns
        -------
        ndarray or sparse matrix of shape (n_documents, n_kept)
            Sparse, in rows, where X is.
        """
        check_is_fitted(self, "weights_")
        counts = _check_counts(read_rows(self, X, "weights_"))
        if not hasattr(counts, "tocsr"):
            return counts[:, self.support_] * self.weights_
        kept = sparse.csr_array(counts)[:, np.flatnonzero(self.support_)]
        weighed = kept.astype(np.float64) * self.weights_
        return sparse.csr_array(weighed)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[np.object_]:
        """Return the names of the columns that are kept.

        Parameters
        ----------
        input_features : array-like of str or None, default=None
            The names of the columns of X; None for those that were fitted.

        Returns
        -------
        ndarray of str
        """
        check_is_fitted(self, "weights_")
        return np.asarray(super().get_feature_names_out(input_features))[self.support_]

    def check_loaded(self) -> None:
        """Refuse arrays that do not fit each other.

        Raises
        ------
        ValueError
            If there is no weight for a word that is kept, or none of the words is told of.
        """
        n_kept = int(self.support_.sum())
        if len(self.support_) != self.n_features_in_ or {len(self.weights_), len(self.n_documents_)} != {
            n_kept
        }:
            raise ValueError("these are not weights of words: the arrays do not fit each other")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.positive_only = True
        return tags


def _check_counts(counts: Any) -> Any:
    cells = counts.data if hasattr(counts, "tocsr") else counts
    if cells.size and cells.min() < 0:
        raise ValueError(
            f"Negative values in data passed to TermWeights, such as {cells.min():g}; a count is 0 or more"
        )
    return counts
