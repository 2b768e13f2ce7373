"""Shapley values: contributions of the features of a row, which add up to the answer of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.foundation.training_set import read_rows
from hedgerow.foundation.wording import list_names
from hedgerow.relevance.shapley_games import BackgroundRows, Game, TrainingWeights
from hedgerow.relevance.shapley_sums import sum_contributions
from hedgerow.relevance.tree_readers import find_reader, read_sum
from hedgerow.relevance.tree_sums import NotASumError, TreeSum, Unit


@dataclass(frozen=True, eq=False)
class ShapValues:
    """What each feature contributes to a model's answers about some rows. Made by `shap_values`.

    For every row and output, ``base`` and the values of all features add up to what the model says.

    Parameters
    ----------
    values : ndarray of shape (n_samples, n_features) or (n_samples, n_features, n_outputs)
        The contributions; a last axis where there are several outputs.
    base : float or ndarray of shape (n_outputs,)
        What the model says if it knows nothing about a row.
    interactions : ndarray of shape (n_samples, n_features, n_features) or with n_outputs at the end, or None
        Contributions of pairs, half of each at [i, j] and half at [j, i], and on the diagonal what a feature
        contributes alone. A line adds up to the value of its feature. None where not asked for.
    table : DataFrame
        The rows, as they were passed.
    outputs : tuple
        The classes; empty where there is one output.
    unit : {"probability", "vote share", "value", "score"}
        What the answers are.
    n_background : int or None
        Number of background rows whose values stood in for unknown ones; None where training weights did.

    Examples
    --------
    >>> shap = ShapValues(np.array([[0.5, -0.2]]), 1.0, None, pd.DataFrame({"a": [3.0], "b": ["x"]}), (), "value", None)
    >>> shap.predictions, shap.frame().columns.tolist()
    (array([1.3]), ['a', 'b'])
    >>> shap.explain(0)
      feature value  contribution
    0       a   3.0           0.5
    1       b     x          -0.2
    """

    values: NDArray[np.float64]
    base: Any
    interactions: NDArray[np.float64] | None
    table: pd.DataFrame
    outputs: tuple[Any, ...]
    unit: Unit
    n_background: int | None

    @property
    def names(self) -> tuple[str, ...]:
        """The features."""
        return tuple(str(name) for name in self.table.columns)

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, features, and outputs where there are several."""
        return self.values.shape

    @property
    def predictions(self) -> NDArray[np.float64]:
        """What the model says about each row, (n_samples,) or (n_samples, n_outputs)."""
        return np.asarray(self.base + self.values.sum(axis=1))

    def frame(self, output: Any = None) -> pd.DataFrame:
        """The contributions to one output, a row per row and a column per feature.

        Parameters
        ----------
        output : label, default=None
            The class; of two classes None is the second.
        """
        return pd.DataFrame(self.pick(output), index=self.table.index, columns=list(self.names))

    def explain(self, row: Any, output: Any = None) -> pd.DataFrame:
        """What the features contribute to the answer about one row, the largest contribution first.

        Parameters
        ----------
        row : int or label
            The row: its label in the data frame, or its number where there are no labels.
        output : label, default=None
            The class; of two classes None is the second.

        Returns
        -------
        DataFrame
            Columns ``feature``, ``value`` and ``contribution``.
        """
        place = self.find_row(row)
        told = pd.DataFrame(
            {
                "feature": list(self.names),
                "value": [self.table.iat[place, column] for column in range(self.table.shape[1])],
                "contribution": self.pick(output)[place],
            }
        )
        order = np.argsort(-told["contribution"].abs().to_numpy(), kind="stable")
        return told.iloc[order].reset_index(drop=True)

    def summarise(self, output: Any = None) -> pd.DataFrame:
        """Mean size of the contributions of each feature, the largest first.

        Parameters
        ----------
        output : label, default=None
            The class; of two classes None is the second.

        Returns
        -------
        DataFrame
            Columns ``feature`` and ``size``, the mean over the rows of the absolute contribution.
        """
        size = np.abs(self.pick(output)).mean(axis=0)
        frame = pd.DataFrame({"feature": list(self.names), "size": size})
        return frame.sort_values("size", ascending=False, kind="stable", ignore_index=True)

    def explanation(self) -> Any:
        """The same as a ``shap.Explanation``, for the plots of shap, which must be installed."""
        try:
            from shap import Explanation  # type: ignore[import-untyped]
        except ImportError as error:
            raise ImportError(
                "explanation() makes an object of the package shap, which is not installed; install it, or use frame() "
                "and displays.ShapDisplay"
            ) from error
        base = np.broadcast_to(self.base, (len(self.values), *np.shape(self.base))).copy()
        coded = self.table.apply(
            lambda column: column if pd.api.types.is_numeric_dtype(column) else column.astype(str)
        )
        return Explanation(
            values=self.values,
            base_values=base,
            data=coded.to_numpy(),
            feature_names=list(self.names),
            output_names=[str(label) for label in self.outputs] or None,
        )

    def find_output(self, output: Any = None) -> int | None:
        """Place of an output; None where there is one only.

        Parameters
        ----------
        output : label, default=None
            The class; of two classes None is the second.
        """
        if not self.outputs:
            if output is not None:
                raise ValueError(
                    f"there is one output, a {self.unit}, and none is called {output!r}; leave output=None"
                )
            return None
        if output is None and len(self.outputs) <= 2:
            return len(self.outputs) - 1
        if output not in self.outputs:
            raise ValueError(f"output={output!r} must be one of the classes {list_names(self.outputs)}")
        return self.outputs.index(output)

    def pick(self, output: Any = None) -> NDArray[np.float64]:
        """The contributions to one output, (n_samples, n_features).

        Parameters
        ----------
        output : label, default=None
            The class; of two classes None is the second.
        """
        place = self.find_output(output)
        return self.values if place is None else self.values[:, :, place]

    def find_row(self, row: Any) -> int:
        """Place of a row, by its label.

        Parameters
        ----------
        row : int or label
            The row.
        """
        found = np.flatnonzero(self.table.index == row)
        if found.size != 1:
            count = "no row is" if found.size == 0 else f"{found.size:,} rows are"
            first, last = self.table.index[[0, -1]]
            raise KeyError(
                f"{count} named {row!r}; the {len(self.table):,} rows are named {first!r} to {last!r}"
            )
        return int(found[0])

    def __repr__(self) -> str:
        lends = "training weights" if self.n_background is None else f"{self.n_background:,} background rows"
        of = f" for {len(self.outputs)} classes" if self.outputs else ""
        return f"<ShapValues of a {self.unit}: {len(self.values):,} rows, {len(self.names)} features{of}, by {lends}>"


def shap_values(
    model: Any, X: Any, background: Any = None, *, interactions: bool = False, n_jobs: int | None = None
) -> ShapValues:
    r"""Exact Shapley values of a tree, a forest or boosted trees, of any depth.

    How much of the answer about a row does each feature account for? Features are made known to the model one after
    the other, and each is credited with the change it makes; averaged over all orders. So contributions add up to the
    answer less what the model says when nothing is known. A feature that the model does not split on contributes
    nothing. They say what the model does, not whether it is right, which is what `LocalRelevance` tells, and not what
    would happen if somebody changed a feature of the world.

    What stands in for a feature that is not known yet makes two kinds of values. Without a background, a split on it
    sends the row to both sides, by the share of the training rows that went there (path-dependent values): columns that
    go together share credit. With a background, its value is taken from each background row in turn, and the answers
    are averaged (interventional values): credit goes only to the columns that the model reads, at the price of rows
    that mix values which may never occur together.

    Parameters
    ----------
    model : estimator
        A fitted tree, a forest, bagging or AdaBoost of trees, random subspaces, an ensemble pruned of them, iterated
        bagging, or additive boosting of trees; of stumps with a background only.
    X : array-like or data frame of shape (n_samples, n_features)
        The rows to explain.
    background : array-like or data frame of shape (n_background, n_features), default=None
        Rows that lend values; all of them are used, and a hundred are usually enough. None for path-dependent values.
    interactions : bool, default=False
        Whether to find what pairs of features contribute as well: n_features times as many numbers.
    n_jobs : int or None, default=None
        Threads. The values do not depend on their number, nor on which rows are explained together.

    Returns
    -------
    ShapValues

    See Also
    --------
    LocalRelevance, ForestRelevance

    Notes
    -----
    Where probabilities are averaged they are explained, otherwise shares of votes, values, or the scores of additive
    models. Missing values and categories go where the trees send them.

    Formula::

        H(t) = what the model is expected to say if each feature is known with chance t;
        value of i = integral over t from 0 to 1 of dH / dt_i (Owen 1972).

    Along a path H is a polynomial in t, so a few points of Gauss and Legendre's sum give the integral exactly. Eight
    rows walk a tree side by side, and every split is visited once.

    Cost: O(T N L D) additions and multiplications for N rows, T trees with L leaves and D features on a path, in lanes
    of eight; with m background rows O(T N m) walks of one row with another, each through the leaves that mixtures of
    the two reach. Pairs cost another factor of the depth. Memory: the result, and some 100 MB.

    References
    ----------
    L. S. Shapley, A value for n-person games, Contributions to the Theory of Games 2, 1953, pp. 307-317.

    G. Owen, Multilinear extensions of games, Management Science 18, 1972, pp. 64-79.

    S. M. Lundberg et al., From local explanations to global understanding with explainable AI for trees, Nature Machine
    Intelligence 2, 2020, pp. 56-67.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("iris")
    >>> forest = RandomForestClassifier(random_state=0).fit(table.features, table.target)
    >>> shap = shap_values(forest, table.features)
    >>> shap
    <ShapValues of a probability: 150 rows, 4 features for 3 classes, by training weights>
    >>> bool(np.allclose(shap.predictions, forest.predict_proba(table.features)))
    True
    """
    total, reader = _read_sum(model, needs_weights=background is None), find_reader(model)
    rows = _read_matrix(reader, X)
    lenders = None if background is None else _read_matrix(reader, background)
    game: Game = TrainingWeights() if lenders is None else BackgroundRows(lenders)
    found = sum_contributions(total, rows, game, with_pairs=interactions, n_jobs=n_jobs)
    is_single = not total.outputs
    return ShapValues(
        values=found.values[:, :, 0] if is_single else found.values,
        base=float(found.base[0]) if is_single else found.base,
        interactions=found.pairs if found.pairs is None or not is_single else found.pairs[:, :, :, 0],
        table=_keep_table(reader, X, rows),
        outputs=total.outputs,
        unit=total.unit,
        n_background=None if lenders is None else len(lenders),
    )


def _read_sum(model: Any, *, needs_weights: bool) -> TreeSum:
    """The model as a sum over trees, or why it has no exact values."""
    try:
        total = read_sum(model)
        if needs_weights and not total.knows_rows:
            raise NotASumError(
                "its stumps do not know how many rows went where, but a background does without, and with "
                "estimator=DecisionTreeRegressor(max_depth=1) its stumps are trees"
            )
    except NotASumError as reason:
        raise NotASumError(
            f"the Shapley values of {type(model).__name__} cannot be read from trees: {reason}; pass a tree, a forest, "
            "an ensemble that averages trees or boosting of trees, or use shap.Explainer(model.predict, X), which asks "
            "any model"
        ) from None
    return total


def _read_matrix(model: Any, X: Any) -> NDArray[np.float64]:
    rows: Any = read_rows(model, X)
    return np.ascontiguousarray(rows.toarray() if hasattr(rows, "toarray") else rows, np.float64)


def _keep_table(model: Any, X: Any, rows: NDArray[np.float64]) -> pd.DataFrame:
    """The rows with names: those of the data frame, of the model, or numbers."""
    if is_frame(X):
        return to_pandas(X)
    names: Sequence[Any] = getattr(
        model, "feature_names_in_", [f"x{place}" for place in range(rows.shape[1])]
    )
    return pd.DataFrame(rows, columns=list(names))
