"""How far a measurement is from what is normal for such a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import column_or_1d
from sklearn.utils.validation import check_is_fitted

from hedgerow.encoders.columns import find_columns, name_columns
from hedgerow.foundation.constraints import Flag, Instance, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.foundation.wording import suggest

if TYPE_CHECKING:
    import pandas as pd


@configurable
class NormalLimits(TransformerMixin, BaseEstimator):
    r"""How far a measurement lies above the limit of what is normal, for a person of that age, or an eye of that size.

    Whether a value is small depends on who it is of: the rim of a large disc is large, and the rim shrinks with age. A
    regression of the measurement on such covariates, fitted on healthy controls only, says what to expect, and its
    prediction interval how far healthy people are from that. The value that goes on is the distance to the limit of
    the interval: below 0 the measurement is outside normal limits.

    With covariates :math:`z`, coefficients :math:`b` and residual standard deviation :math:`s` of n controls, the lower
    limit is

    .. math:: z'b - t_{n-p,\,(1 + c) / 2}\; s \sqrt{1 + z'(Z'Z)^{-1} z}.

    Parameters
    ----------
    covariates : list of columns, default=()
        Columns, by name or by number, that say what is normal; an intercept is always there. All other columns are
        measurements.
    controls : label or None, default=None
        Label of the healthy rows in y; None where all rows are of controls.
    coverage : float, default=0.95
        c, share of controls inside the interval; half of the others lie below it, half above.
    log : bool, default=False
        Whether the logarithm of the measurements is regressed, and the distance is one of logarithms.
    limit : {"lower", "upper"}, default="lower"
        The limit from which the distance is taken: above the lower one, where small values are a sign of disease, or
        below the upper one. Either way a positive value is within the limit.

    Attributes
    ----------
    coefficients_ : ndarray of shape (n_measurements, n_covariates + 1)
        Intercept and slopes of each measurement.
    residual_sd_ : ndarray of shape (n_measurements,)
        Standard deviation of the controls around the regression.
    n_controls_ : ndarray of shape (n_measurements,)
        Number of controls whose measurement and covariates are all known.
    measurements_, covariates_ : ndarray of int
        Numbers of the columns.
    n_features_in_, feature_names_in_
        Number of columns that `fit` saw, and their names.

    See Also
    --------
    SectorMeans

    Notes
    -----
    Where a measurement or a covariate is missing, so is the distance. Covariates that follow from others add nothing:
    coefficients are those of least norm. Limits hold for one new control; fitted on the rows that are to be judged,
    they would learn what disease looks like, and in cross-validation they belong inside the pipeline. The paper takes
    its limits from a published regression of another group of people, which is not repeated here.

    Formula::

        value - lower limit, or log(value) - lower limit of the logarithm; Moorfields regression analysis has log rim
        area, age and disc area.

    Cost: O(N p^2) to fit, O(N p) a measurement to transform.

    References
    ----------
    G. Wollstein, D. Garway-Heath and R. Hitchings, Identification of early glaucoma cases with the scanning laser
    ophthalmoscope, Ophthalmology 105, 1998, pp. 1557-1563.

    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> import pandas as pd
    >>> eyes = pd.DataFrame({"age": [40.0, 50, 60, 70, 45, 65], "rim": [1.7, 1.55, 1.5, 1.35, 1.6, 0.9]})
    >>> seen = ["well"] * 5 + ["ill"]
    >>> limits = NormalLimits(["age"], "well").set_output(transform="pandas").fit(eyes, seen)
    >>> limits.transform(eyes).iloc[-1].round(2)
    rim   -0.4
    Name: 5, dtype: float64
    >>> limits.frame()[["measurement", "controls", "intercept", "age"]].round(3)
      measurement  controls  intercept    age
    0         rim         5      2.097 -0.011
    """

    covariates: Sequence[Any] = parameter(
        Instance("a list of columns", kind=list | tuple | np.ndarray), default=(), kw_only=False
    )
    controls: Any = parameter(default=None, kw_only=False)
    coverage: float = parameter(Number(0, 1, closed="neither"), default=0.95)
    log: bool = parameter(Flag(), default=False)
    limit: str = parameter(Word("lower", "upper"), default="lower")

    coefficients_: NDArray[np.float64] = fitted()
    residual_sd_: NDArray[np.float64] = fitted()
    n_controls_: NDArray[np.intp] = fitted()
    measurements_: NDArray[np.intp] = fitted()
    covariates_: NDArray[np.intp] = fitted()
    n_features_in_: int = fitted()
    _spreads: NDArray[np.float64] = fitted()  # of the covariates, (Z'Z)^-1, for each measurement
    _degrees: NDArray[np.intp] = fitted()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = self.controls is not None
        return tags

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike | None = None) -> Self:
        """Fit one regression for each measurement, on the controls.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Measurements and covariates; values may be missing.
        y : array-like of shape (n_samples,), default=None
            Who is a control, where `controls` is a label.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, y, task=None, numbers_only=True)
        names, n_features = training.feature_names, training.n_features
        self.covariates_ = find_columns(self.covariates, names, n_features, "covariates")
        self.measurements_ = np.setdiff1d(np.arange(n_features), self.covariates_)
        if not len(self.measurements_):
            raise ValueError(
                f"covariates={self.covariates!r} are all of the columns (n_features={n_features}); at least one must "
                "be a measurement"
            )
        table = training.X[self._find_controls(y, training.n_samples)].astype(np.float64)
        design = self._make_design(table)
        fits = [
            self._regress(design, table[:, column], name_columns(self)[column])
            for column in self.measurements_
        ]
        self.coefficients_ = np.array([fit[0] for fit in fits])
        self.residual_sd_ = np.array([fit[1] for fit in fits])
        self._spreads = np.array([fit[2] for fit in fits])
        self._degrees = np.array([fit[3] for fit in fits])
        self.n_controls_ = np.array([fit[4] for fit in fits])
        return self

    def _find_controls(self, y: ArrayLike | None, n_samples: int) -> NDArray[np.bool_]:
        if self.controls is None:
            return np.ones(n_samples, np.bool_)
        if y is None:
            raise ValueError(f"controls={self.controls!r} is a label of y, but the target y is None; pass y")
        labels = np.asarray(column_or_1d(y))
        found = labels == self.controls
        if not found.any():
            known = sorted(set(map(str, labels.tolist())))
            raise ValueError(
                f"controls={self.controls!r} is not a label of y. {suggest(str(self.controls), known)}"
            )
        return np.asarray(found)

    def _make_design(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack([np.ones(len(table)), table[:, self.covariates_]])

    def _read_measurement(self, values: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        if not self.log:
            return values
        if (values <= 0).any():
            raise ValueError(
                f"log=True needs measurements above 0, but column {name!r} holds {np.nanmin(values):g}; set log=False, "
                "or make such values missing"
            )
        return np.log(values)

    def _regress(
        self, design: NDArray[np.float64], values: NDArray[np.float64], name: str
    ) -> tuple[NDArray[np.float64], float, NDArray[np.float64], int, int]:
        measured = self._read_measurement(values, name)
        known = np.isfinite(measured) & np.isfinite(design).all(axis=1)
        Z, v = design[known], measured[known]
        n_least = design.shape[1] + 1
        if len(v) < n_least:
            raise ValueError(
                f"column {name!r} is known of {len(v)} controls (n_samples={len(values)}), but a limit with "
                f"{design.shape[1] - 1} covariates needs at least {n_least}"
            )
        scale = np.maximum(np.abs(Z).max(axis=0), np.finfo(float).tiny)
        inverse = np.linalg.pinv(Z / scale)
        coefficients = (inverse @ v) / scale
        degrees = len(v) - int(np.linalg.matrix_rank(Z / scale))
        residual_sd = float(np.sqrt(((v - Z @ coefficients) ** 2).sum() / max(degrees, 1)))
        spread = (inverse @ inverse.T) / np.outer(scale, scale)
        return coefficients, residual_sd, spread, degrees, len(v)

    def transform(self, X: Any) -> Any:
        """Measure how far each measurement is within its limit.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Measurements and covariates.

        Returns
        -------
        ndarray of shape (n_samples, n_measurements)
            Below 0 outside the limit; NaN where the measurement or a covariate is missing.
        """
        check_is_fitted(self)
        table = read_features(self, X, None, reset=False).astype(np.float64)
        names = name_columns(self)
        values = np.column_stack(
            [self._read_measurement(table[:, column], names[column]) for column in self.measurements_]
        )
        distances = values - self._find_limits(table)
        return distances if self.limit == "lower" else -distances

    def limits(self, X: Any) -> NDArray[np.float64]:
        """The limit of each measurement, in its own unit.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows, of which the covariates are read.

        Returns
        -------
        ndarray of shape (n_samples, n_measurements)
        """
        check_is_fitted(self)
        found = self._find_limits(read_features(self, X, None, reset=False).astype(np.float64))
        return np.exp(found) if self.log else found

    def _find_limits(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        design = self._make_design(table)
        expected = design @ self.coefficients_.T
        leverage = np.einsum("np,mpq,nq->nm", design, self._spreads, design)
        reach = stats.t.ppf((1.0 + self.coverage) / 2.0, self._degrees) * self.residual_sd_
        margin = reach * np.sqrt(1.0 + np.maximum(leverage, 0.0))
        return np.asarray(expected - margin if self.limit == "lower" else expected + margin)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[Any]:
        """Names of the measurements.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of all columns.
        """
        check_is_fitted(self)
        return np.array(name_columns(self, input_features), dtype=object)[self.measurements_]

    def frame(self) -> pd.DataFrame:
        """One row per measurement: its controls, the intercept and slopes, and the standard deviation around them."""
        import pandas as pd

        check_is_fitted(self)
        slopes = ["intercept", *np.array(name_columns(self), dtype=object)[self.covariates_]]
        return pd.DataFrame(
            {"measurement": self.get_feature_names_out(), "controls": self.n_controls_}
            | {name: self.coefficients_[:, place] for place, name in enumerate(slopes)}
            | {"residual_sd": self.residual_sd_}
        )
