"""A forest that tells the rows from rows whose features know nothing of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.ensembles.forest import RandomForestClassifier
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty
from hedgerow.selection.unsupervised.scree import SCREE_RULES, ScreeRule, keep_before_scree

if TYPE_CHECKING:
    import pandas as pd


@configurable
class UnsupervisedForestSelector(Selector):
    """Keep the features by which a random forest tells the rows from synthetic ones (Breiman & Cutler 2003).

    Every column of the synthetic rows is drawn from the same column of the table, independently of the others. Only how
    features go together can tell the two kinds apart, so the features that do are those that the rows' structure is
    made of. Those before the scree of the importances are kept.

    Parameters
    ----------
    forest : RandomForestClassifier or None, default=None
        The forest. None has 500 trees.
    importance : {"permutation", "impurity"}, default="permutation"
        Accuracy that is lost out of bag when a feature is shuffled; or the impurity that splits on it take away.
    rule : {"acceleration", "double"}, default="acceleration"
        Where the scree begins; see `keep_before_scree`.
    fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        What is kept, with a warning, when no feature has an importance above zero.
    random_state : int, RandomState or None, default=None
        For the synthetic rows, and for a forest that has none of its own.
    n_jobs : int or None, default=None
        Number of threads, for a forest that has none of its own.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The features before the scree, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        The importances.
    p_values_ : None
        The scree rule has no p-values.
    forest_ : RandomForestClassifier
        The forest; the rows are class 0, the synthetic ones class 1.
    oob_error_ : float
        Its error out of bag. Near one half the two kinds cannot be told apart, and importances mean nothing.

    See Also
    --------
    RandomForestClassifier, ClusterEnsembleSelector

    Notes
    -----
    Missing values are drawn like others; trees send them to a side of their own. Weights are chances to be drawn for a
    synthetic row, and weights of the rows for the trees; the synthetic rows weigh as much together. Negative
    importances do not count as importances for the scree rule. An error out of bag near one half says that nothing can
    be told apart; it is kept in ``oob_error_``.

    Formula::

        Dissimilarity of two rows: sqrt(1 - share of trees in which they meet in a leaf).

    Cost: A forest on 2 N rows.

    References
    ----------
    L. Breiman and A. Cutler, Random forests manual, 2003.

    T. Shi and S. Horvath, Unsupervised learning with random forest predictors, Journal of Computational and Graphical
    Statistics 15, 2006.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(150, 6))
    >>> X[:, 3] = X[:, 1] + 0.1 * rng.normal(size=150)
    >>> selector = UnsupervisedForestSelector(RandomForestClassifier(50), random_state=0).fit(X)
    >>> selector.get_support(indices=True)
    array([1, 3])
    """

    forest: RandomForestClassifier | None = parameter(default=None, kw_only=False)
    importance: Literal["permutation", "impurity"] = parameter(
        Word("permutation", "impurity"), default="permutation"
    )
    rule: ScreeRule = parameter(SCREE_RULES, default="acceleration")
    when_empty: WhenEmpty = "all"
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "see whether oob_error_ is well below one half"
    task: ClassVar[str] = "none"  # type: ignore[misc]

    _keeps_models: ClassVar[bool] = True
    forest_: RandomForestClassifier = fitted()
    oob_error_: float = fitted()
    _is_categorical: NDArray[np.bool_] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        generator = check_random_state(self.random_state)
        self.forest_ = self._make_forest(generator)
        seed = generator.randint(2**31 - 1, size=2)
        made = synthesise_rows(training.X, np.random.default_rng(seed[0]), training.weights)
        self._is_categorical = training.categorical
        rows = self._show(np.concatenate([training.X, made]))
        kinds = np.repeat([0, 1], training.n_samples)
        weights = None
        if training.weights is not None:
            weights = np.concatenate([training.weights, np.full(len(made), training.weights.mean())])
        self.forest_.fit(rows, kinds, sample_weight=weights)
        self.oob_error_ = 1.0 - float(self.forest_.oob_score_)
        if self.importance == "permutation":
            lost = self.forest_.oob_permutation_importance(
                rows, kinds, n_repeats=1, random_state=int(seed[1])
            )
            frame = lost.frame().set_index("feature")["importance"]
            scores = frame.loc[_name_columns(training.n_features)].to_numpy(np.float64)
        else:
            scores = np.asarray(self.forest_.feature_importances_, np.float64)
        return SelectionResult(scores, keep_before_scree(np.maximum(scores, 0.0), self.rule))

    def _make_forest(self, generator: np.random.RandomState) -> RandomForestClassifier:
        if self.forest is not None and not isinstance(self.forest, RandomForestClassifier):
            raise TypeError(
                f"forest={self.forest!r} is not a RandomForestClassifier of hedgerow; pass one, or None"
            )
        forest = RandomForestClassifier(500) if self.forest is None else clone(self.forest)
        if not forest.bootstrap:
            raise ValueError("forest has bootstrap=False, so no row is out of bag; pass bootstrap=True")
        forest.set_params(oob_score=True)
        seed = generator.randint(2**31 - 1)
        if forest.random_state is None:
            forest.set_params(random_state=seed)
        if forest.n_jobs is None:
            forest.set_params(n_jobs=self.n_jobs)
        return forest

    def _show(self, table: NDArray[np.floating[Any]]) -> pd.DataFrame:
        """The table as the forest reads it: codes as categories."""
        import pandas as pd

        columns: dict[str, Any] = {}
        for name, values, categorical in zip(
            _name_columns(table.shape[1]), table.T, self._is_categorical, strict=True
        ):
            columns[name] = pd.Categorical(values) if categorical else values
        return pd.DataFrame(columns)

    def dissimilarity(self, X: Any) -> NDArray[np.float64]:
        """How far rows are apart for the forest: the root of the share of trees in which they do not meet in a leaf.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_samples)
            As `sklearn.cluster.AgglomerativeClustering` takes it with ``metric="precomputed"``.
        """
        check_is_fitted(self)
        rows = self._show(read_features(self, X, self._encoding, reset=False))
        return turn_apart(self.forest_.proximity(rows))


def synthesise_rows(
    X: NDArray[np.floating[Any]], rng: np.random.Generator, weights: NDArray[np.float64] | None = None
) -> NDArray[np.floating[Any]]:
    """Draw every column anew from itself, with replacement, so columns no longer go together.

    Examples
    --------
    >>> made = synthesise_rows(np.array([[1.0, 10.0], [2.0, 20.0]]), np.random.default_rng(1))
    >>> set(made[:, 0].tolist()) <= {1.0, 2.0}, set(made[:, 1].tolist()) <= {10.0, 20.0}
    (True, True)
    """
    chances = None if weights is None else weights / weights.sum()
    return np.stack([rng.choice(column, len(column), p=chances) for column in X.T], axis=1)


def turn_apart(proximity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Dissimilarity sqrt(1 - proximity) (Shi & Horvath 2006).

    Examples
    --------
    >>> turn_apart(np.array([1.0, 0.75, 0.0]))
    array([0. , 0.5, 1. ])
    """
    return np.sqrt(np.maximum(1.0 - proximity, 0.0))


def _name_columns(n_features: int) -> list[str]:
    """Names that are distinct whatever the user's are."""
    return [f"x{place}" for place in range(n_features)]
