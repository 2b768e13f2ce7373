"""What a protein is made of, as numbers: amino acids, pairs of neighbours, and how properties follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from hedgerow.encoders.sequences.amino_acids import (
    AMINO_ACIDS,
    LETTERS,
    NAMES,
    PAIRS_OF_PROPERTIES,
    PROPERTIES,
    measure_differences,
    share_letters,
)
from hedgerow.encoders.sequences.residues import Residues
from hedgerow.foundation.constraints import Count, Many, Number, Word, check_parameters
from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.wording import count

PARTS = ("composition", "dipeptides", "pseudo")
_PROPERTY = Word(*PROPERTIES)
_AT_ONCE = 512  # sequences


@configurable
class ProteinComposition(TransformerMixin, BaseEstimator):
    r"""Proteins as rows of numbers: amino acid composition, dipeptides and pseudo amino acid composition.

    The shares of the twenty amino acids say nothing of their order. The shares of the 400 pairs of neighbours say
    something, and Chou's pseudo composition says, for each lag up to `n_lags`, how unlike the residues are that are so
    far apart,

    .. math:: \theta_j = \frac{1}{L - j} \sum_{i=1}^{L-j} \frac{1}{|G|} \sum_{p \in G}
              ( p(R_i) - p(R_{i+j}) )^2,

    for a group :math:`G` of properties, each with mean 0 and standard deviation 1 over the amino acids. The default is
    the 20 + 400 + 3 x 25 = 495 columns of Rozza et al.

    Parameters
    ----------
    parts : list of {"composition", "dipeptides", "pseudo"}, default=("composition", "dipeptides", "pseudo")
        Which columns, in this order.
    n_lags : int, default=25
        The largest lag of the pseudo composition, Chou's lambda.
    weight : float, default=0.05
        How much the order counts beside the composition in the pseudo composition, Chou's w.
    properties : list of str or of lists of str, default=PAIRS_OF_PROPERTIES
        Groups of properties, each of which gives `n_lags` columns: "hydrophobicity", "hydrophilicity", "mass" (of the
        side chain), "pK1", "pK2" and "pI". The default is three pairs; ``[["hydrophobicity", "hydrophilicity",
        "mass"]]`` is Chou's group.
    n_jobs
        As for `TIPCACClassifier`.

    See Also
    --------
    encode_sequences : The same from a FASTA file, with labels and a filter of near copies.
    TIPCACClassifier : The classifier that these columns were used with.

    Notes
    -----
    Nothing is learned, so `fit` only checks. Lower case is read as capitals; gaps and the stop at the end are taken
    out. B, Z and J count as half of each of the two amino acids that they stand for, U as cysteine, O as lysine. X and
    a stop inside a sequence are unknown: they count nowhere, and neither do pairs with one of them. Shares are of what
    is known. A lag that no two known residues of a sequence have is missing (NaN), and left out of the sum over lags;
    so a sequence of L residues lacks the lags from L on, and one without residues lacks everything.

    The pseudo composition is given by its part on order alone, because the other part is the composition over the same
    sum. Groups are those of the paper; Chou's is one of three properties. Values are those of AAindex where it
    has them (`PROPERTIES`).

    Formula::

        x_j = w theta_j / (1 + w sum theta), theta_j = mean over i of the mean over properties p of
        (p(R_i) - p(R_(i + j)))^2, j = 1..lambda

    Cost: O(L lambda) for a sequence of L residues.

    References
    ----------
    K.-C. Chou, Prediction of protein cellular attributes using pseudo-amino acid composition, Proteins 43, 2001, pp.
    246-255.

    S. Kawashima, P. Pokarowski, M. Pokarowska, A. Kolinski, T. Katayama and M. Kanehisa, AAindex: amino acid index
    database, progress report 2008, Nucleic Acids Research 36, 2008, pp. D202-D205.

    A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, DDAG K-TIPCAC: an ensemble method for protein
    subcellular localization, SUEMA, 2010.

    Examples
    --------
    >>> encoder = ProteinComposition(["composition", "pseudo"], n_lags=2, properties=["hydrophobicity"])
    >>> encoder.fit_transform(["AAAK"])[0, [0, 8, 20, 21]].round(3)
    array([0.75 , 0.25 , 0.066, 0.099])
    >>> names = ProteinComposition().fit(["MKV"]).get_feature_names_out()
    >>> len(names), names[[0, 20, 420, 494]].tolist()
    (495, ['Ala', 'Ala-Ala', 'hydrophobicity & hydrophilicity, lag 1', 'mass & pI, lag 25'])
    """

    parts: Any = parameter(Many(Word(*PARTS)), default=PARTS, kw_only=False)
    n_lags: int = parameter(Count(), default=25)
    weight: float = parameter(Number(0, closed="left"), default=0.05)
    properties: Any = parameter(Many(_PROPERTY | Many(_PROPERTY)), default=PAIRS_OF_PROPERTIES)
    n_jobs: int | None = None

    def fit(self, X: Any, y: Any = None) -> Self:
        """Check the parameters; there is nothing to learn.

        Parameters
        ----------
        X : list of str, Series or data frame of one column
            Sequences of one-letter codes.
        y : None
            Not read.

        Returns
        -------
        self
        """
        check_parameters(self)
        list_sequences(X)
        return self

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Encode sequences.

        Parameters
        ----------
        X : list of str, Series or data frame of one column
            Sequences of one-letter codes.

        Returns
        -------
        ndarray of shape (n_samples, n_columns)
            Shares between 0 and 1; NaN where a sequence is too short.
        """
        check_parameters(self)
        return self.transform_residues(Residues.read(list_sequences(X)))

    def transform_residues(self, residues: Residues) -> NDArray[np.float64]:
        """Encode sequences whose letters have been read."""
        differences = measure_differences(self._list_groups()).reshape(len(LETTERS) ** 2, -1)
        n_sequences = residues.lengths.size
        table = np.empty((n_sequences, self._n_features_out))

        def fill(start: int) -> None:
            table[start : start + _AT_ONCE] = self._encode_block(residues, start, differences)

        for _ in map_in_threads(fill, [(start,) for start in range(0, n_sequences, _AT_ONCE)], self.n_jobs):
            pass
        return table

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Names of the columns.

        Parameters
        ----------
        input_features : None
            Not read.

        Returns
        -------
        ndarray of str
            An amino acid, two neighbours, or properties and a lag.
        """
        pseudo = [
            f"{' & '.join(group)}, lag {lag}"
            for group in self._list_groups()
            for lag in range(1, self.n_lags + 1)
        ]
        names = {
            "composition": list(NAMES),
            "dipeptides": [f"{first}-{second}" for first in NAMES for second in NAMES],
            "pseudo": pseudo,
        }
        return np.array([name for part in self.parts for name in names[part]], dtype=object)

    @property
    def _n_features_out(self) -> int:
        n_amino_acids = len(AMINO_ACIDS)
        sizes = (n_amino_acids, n_amino_acids**2, len(self.properties) * self.n_lags)
        return sum(dict(zip(PARTS, sizes, strict=True))[part] for part in self.parts)

    def _list_groups(self) -> tuple[tuple[str, ...], ...]:
        return tuple((group,) if isinstance(group, str) else tuple(group) for group in self.properties)

    def _encode_block(
        self, residues: Residues, start: int, differences: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        from hedgerow._kernels.residue_counts import count_residues

        starts = residues.starts[start : start + _AT_ONCE + 1]
        n, n_letters, shares = starts.size - 1, len(LETTERS), share_letters()
        known = shares.sum(axis=1)
        letters, pairs = np.zeros((n, n_letters), np.int64), np.zeros((n, n_letters**2), np.int64)
        n_lags = self.n_lags if "pseudo" in self.parts else 0
        unlike, apart = np.zeros((n, n_lags, differences.shape[1])), np.zeros((n, n_lags))
        weights = np.outer(known, known).ravel()
        count_residues(residues.codes, starts, differences, weights, letters, pairs, unlike, apart)
        blocks = {
            "composition": lambda: _to_shares(letters @ shares),
            "dipeptides": lambda: _to_shares(
                (shares.T @ pairs.reshape(n, n_letters, n_letters) @ shares).reshape(n, -1)
            ),
            "pseudo": lambda: self._weigh_lags(unlike, apart),
        }
        return np.hstack([blocks[part]() for part in self.parts])

    def _weigh_lags(self, unlike: NDArray[np.float64], apart: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chou's numbers of each group, from sums over pairs; lags without a pair stay missing."""
        theta = np.full_like(unlike, np.nan)
        np.divide(unlike, apart[:, :, None], out=theta, where=apart[:, :, None] > 0)
        order = self.weight * theta
        weighed = order / (1.0 + np.nansum(order, axis=1, keepdims=True))
        return np.asarray(weighed.transpose(0, 2, 1).reshape(len(weighed), -1))

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        tags.requires_fit = False
        return tags


def _to_shares(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Counts over their sum; missing where nothing is known."""
    sums = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, sums, out=np.full_like(counts, np.nan), where=sums > 0))


def list_sequences(X: Any) -> Sequence[Any]:
    """The sequences in what users pass: a list, an array, a Series, or a data frame of one column.

    Examples
    --------
    >>> list_sequences(np.array([["MKV"], ["AL"]]))
    ['MKV', 'AL']
    """
    if isinstance(X, str):
        raise ValueError("X is one string; pass a list of sequences. A file is read by encode_sequences.")
    if is_frame(X):
        X = to_pandas(X)
    values = np.asarray(X, dtype=object) if not isinstance(X, list | tuple) else X
    if isinstance(values, np.ndarray):
        if values.ndim != 1 and not (values.ndim == 2 and values.shape[1] == 1):
            raise ValueError(f"X has the shape {values.shape}; pass one column of sequences")
        values = values.ravel().tolist()
    if not values:
        raise ValueError(f"{count(0, 'sequence')} were passed; at least 1 is needed")
    return values
