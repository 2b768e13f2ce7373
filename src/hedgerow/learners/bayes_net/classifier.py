"""A Bayesian network as a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag, Instance, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.bayes_net.columns import code_cells, find_chosen, find_truth_columns, make_variables
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.network import BayesNet
from hedgerow.learners.bayes_net.structures import make_naive, read_arcs
from hedgerow.learners.bayes_net.variables import Rows, Variable
from hedgerow.learners.single import OutputsMixin, ProbabilityMixin


@configurable
class BayesNetClassifier(ProbabilityMixin, OutputsMixin, BaseEstimator):
    """A Bayesian network over the features and the class.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"colour": ["red", "red", "blue", "red", "blue", "blue"]})
    >>> net = BayesNetClassifier(structure="naive").fit(X, ["yes"] * 4 + ["no"] * 2)
    >>> net.graph_.frame()
        from      to  probability
    0  class  colour          1.0
    """

    structure: Any = parameter(
        Word("learn", "naive", "tan")
        | Instance("a list of arcs", kind=list | tuple)
        | Instance("the path of a DOT or BIF file", kind=str),
        default="learn",
        kw_only=False,
    )
    n_operations: int = parameter(Count(0), default=2100)
    n_bootstrap: int = parameter(Count(0), default=100)
    criterion: str = parameter(Word("bic", "aic"), default="bic")
    max_parents: int = parameter(Count(1, 8), default=3)
    learn_on: Any = parameter(default=None)
    hidden_class: bool = parameter(Flag(), default=False)
    smoothing: float = parameter(Number(0, closed="left"), default=1.0)
    class_name: str = parameter(Instance("a name", kind=str), default="class")
    discrete_features: Sequence[Any] | None = parameter(
        Instance("names, positions or a mask of features", kind=Sequence | np.ndarray) | None, default=None
    )
    random_state: Any = None
    n_jobs: int | None = None

    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    graph_: ArcGraph = fitted()
    network_: BayesNet = fitted()
    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the structure, where it is to be learned, and the distributions.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; categories and booleans are states, all else is numbers. Cells may be missing.
        y : array-like of shape (n_samples,)
            Class labels of any kind.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; whole ones act as repeated rows.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, y, sample_weight, task="classification").drop_weightless()
        variables = self._name_variables(training, find_truth_columns(X))
        rows = self._code(training.X, variables, training.y)
        graph = self._find_graph(training, variables, rows)
        self.network_ = BayesNet.learn(variables, graph, rows, training.row_weights, self.smoothing)
        self.graph_ = graph
        training.keep_classes(self)
        return self

    def sample(self, n_samples: int = 1, random_state: Any = None) -> tuple[Any, NDArray[Any]]:
        """Draw rows and their classes from the network.

        Parameters
        ----------
        n_samples : int, default=1
            How many.
        random_state : int, RandomState or None, default=None
            Where the randomness comes from.

        Returns
        -------
        X : DataFrame of shape (n_samples, n_features)
            The features; states are categories.
        y : ndarray of shape (n_samples,)
            Class labels.
        """
        drawn = self.network_.sample(n_samples, random_state)
        y = self.classes_[drawn.pop(self.class_name).cat.codes.to_numpy()]
        return drawn, y

    def _name_variables(
        self, training: TrainingSet, is_truth: NDArray[np.bool_] | None
    ) -> tuple[Variable, ...]:
        names = training.names
        if self.class_name in names:
            raise ValueError(
                f"a feature is called {self.class_name!r}, as the class is; pass another class_name"
            )
        chosen = find_chosen(self.discrete_features, names, training.feature_names is not None)
        features = make_variables(
            training.X, training.row_weights, names, self._encoding, chosen, is_truth
        )
        return (*features, Variable(self.class_name, tuple(training.classes.tolist())))

    def _code(
        self, X: NDArray[np.floating[Any]], variables: Sequence[Variable], y: NDArray[np.intp] | None = None
    ) -> Rows:
        cells = code_cells(X, variables[:-1], self._encoding)
        of_class = np.full(len(cells), np.nan) if y is None else y.astype(np.float64)
        return Rows.of(variables, np.column_stack([cells, of_class]))

    def _find_graph(self, training: TrainingSet, variables: Sequence[Variable], rows: Rows) -> ArcGraph:
        names = [each.name for each in variables]
        if isinstance(self.structure, list | tuple):
            return read_arcs(self.structure, names, self.class_name)
        return make_naive(names, self.class_name)

    def _predict_outputs(self, X: Any) -> NDArray[np.float64]:
        rows = self._code(read_rows(self, X, "network_"), self.network_.variables)
        logs = self.network_.find_posterior(rows, len(self.network_.variables) - 1)
        found = np.exp(logs)
        impossible = ~np.isfinite(logs).any(axis=1)
        found[impossible] = self.class_prior_
        return found

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
