"""Many measured points become a few sectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.encoders.columns import find_columns, name_columns
from hedgerow.foundation.constraints import Instance
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_features

Sectors = Mapping[str, Sequence[Any]]


@configurable
class SectorMeans(TransformerMixin, BaseEstimator):
    """The mean of the points of each sector, such as those of a visual field that belong to one bundle of nerve fibres.

    A field of some fifty points, each measured with much noise, becomes a few means that have a meaning: each has its
    counterpart in the retina. A point may be in several sectors or in none.

    Parameters
    ----------
    sectors : mapping of str to list of columns, or None, default=None
        The columns of each sector, by name or by number; None for one sector, ``"all"``, with all columns.

    Attributes
    ----------
    columns_ : list of ndarray
        Numbers of the columns of each sector.
    sector_names_ : list of str
        Names of the sectors, in the order in which they were passed.
    n_features_in_, feature_names_in_
        Number of columns that `fit` saw, and their names.

    See Also
    --------
    NormalLimits

    Notes
    -----
    Missing points are left out of the mean; a sector of which every point is missing has a missing mean. Sensitivities
    in decibel are averaged as they are, as the paper does.

    Cost: O(N F).

    References
    ----------
    D. Garway-Heath, D. Poinoosawmy, F. Fitzke and R. Hitchings, Mapping the visual field to the optic disc in normal
    tension glaucoma eyes, Ophthalmology 107, 2000, pp. 1809-1815.

    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> import pandas as pd
    >>> points = pd.DataFrame({"p1": [30.0, 12.0], "p2": [28.0, None], "p3": [31.0, 29.0]})
    >>> means = SectorMeans({"superior": ["p1", "p2"], "inferior": ["p3"]}).set_output(transform="pandas")
    >>> means.fit_transform(points)
       superior  inferior
    0      29.0      31.0
    1      12.0      29.0
    """

    sectors: Sectors | None = parameter(
        Instance("a mapping from the name of a sector to a list of its columns", kind=Mapping) | None,
        default=None,
        kw_only=False,
    )

    columns_: list[NDArray[np.intp]] = fitted()
    sector_names_: list[str] = fitted()
    n_features_in_: int = fitted()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike | None = None) -> Self:
        """Find the columns of the sectors.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The points.
        y : None
            Not used.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, None, task=None, numbers_only=True)
        sectors = {"all": list(range(training.n_features))} if self.sectors is None else self.sectors
        empty = [name for name, columns in sectors.items() if isinstance(columns, str) or not len(columns)]
        if empty or not sectors:
            raise ValueError(
                f"sectors={self.sectors!r} must have a list of at least one column for each name"
            )
        self.columns_ = [
            find_columns(columns, training.feature_names, training.n_features, f"sectors[{name!r}]")
            for name, columns in sectors.items()
        ]
        self.sector_names_ = [str(name) for name in sectors]
        return self

    def transform(self, X: Any) -> Any:
        """Average the points of each sector.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The points.

        Returns
        -------
        ndarray of shape (n_samples, n_sectors)
        """
        check_is_fitted(self)
        points = read_features(self, X, None, reset=False)
        means = np.full((len(points), len(self.columns_)), np.nan)
        for place, columns in enumerate(self.columns_):
            sector = points[:, columns].astype(np.float64)
            known = np.isfinite(sector)
            sums = np.where(known, sector, 0.0).sum(axis=1)
            np.divide(sums, known.sum(axis=1), out=means[:, place], where=known.any(axis=1))
        return means

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[Any]:
        """Names of the sectors.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of the columns, which are only checked.
        """
        check_is_fitted(self)
        name_columns(self, input_features)
        return np.array(self.sector_names_, dtype=object)
