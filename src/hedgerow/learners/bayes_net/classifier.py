"""A Bayesian network as a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Flag, Instance, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.seeds import draw_seed
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.bayes_net.columns import code_cells, find_chosen, find_truth_columns, make_variables
from hedgerow.learners.bayes_net.fitting import (
    TrainingRows,
    find_structure,
    learn_hidden_class,
    learn_parameters,
)
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.network import BayesNet
from hedgerow.learners.bayes_net.search import SearchSettings
from hedgerow.learners.bayes_net.variables import Rows, Variable
from hedgerow.learners.bayes_net.weights_of_evidence import EvidenceWeights, weigh_evidence
from hedgerow.learners.single import OutputsMixin, ProbabilityMixin


@configurable
class BayesNetClassifier(ProbabilityMixin, OutputsMixin, BaseEstimator):
    r"""A Bayesian network over the features and the class, learned or given by an expert.

    .. math:: P(y, x) = P(y \mid \mathrm{pa}(y)) \prod_f P(x_f \mid \mathrm{pa}(f))

    Arcs lead from parents to what depends on them. Categories and booleans are nodes with states, whose tables are
    counted; numbers are linear in the numbers among their parents, with normal errors, by lines of their own for each
    configuration of the states among them. The answer is the class's posterior given what is known of a row, which is
    exact whatever is missing.

    The structure is searched for by random changes, fewer and fewer of which may do harm, on bootstrap samples. The
    graphs found are weighed by how well they explain all rows, and the arcs that are probable enough make the network.

    Parameters
    ----------
    structure : {"learn", "naive", "tan"}, list of arcs, or path, default="learn"
        "naive": the class is the parent of each feature. "tan": with a tree among the features beside it. Arcs are
        pairs, (parent, child), of names or of positions of features; where none of them mentions the class, it is
        made a parent of each feature. A path leads to such arcs in a DOT or BIF file.
    n_operations : int, default=2100
        Changes that a search tries.
    n_bootstrap : int, default=100
        Bootstrap samples; 0 for one search on the rows themselves.
    criterion : {"bic", "aic"}, default="bic"
        What graphs are scored by: the log likelihood less, for each parameter, half the logarithm of the number of
        rows, or 1.
    max_parents : int, default=3
        Most parents of a node in a search; a class that is attached afterwards is one more.
    learn_on : class label or None, default=None
        A class: the arcs among the features are learned from its rows alone, such as healthy people, and the class is
        then made a parent of each. None: the class is a node as any other, learned from all rows.
    hidden_class : bool, default=False
        Whether nobody's class is taken to be known: the rows are divided by EM into as many states as there are
        classes, and labels only say which state is which. A structure is then learned from the features alone.
    smoothing : float, default=1.0
        Rows added to each cell of a table; and to each line of a number that has several, as rows that look like all
        rows together. 0 is maximum likelihood.
    search : {"annealing", "climbing"}, default="annealing"
        As in the paper; or by the best change each time, and again after each of ten short annealed searches of
        `n_operations` changes. Climbing finds better graphs of twenty nodes and more, and is meant for
        ``n_bootstrap=0``.
    swap : {"exchange", "reverse"}, default="exchange"
        What the third kind of change is in annealing: two nodes change places, or an arc is turned.
    averaging : {"posterior", "uniform"}, default="posterior"
        How the graphs of the samples are weighed: by their posterior on all rows, or alike, which makes an arc's
        probability the share of the samples that found it.
    threshold : float, default=0.5
        Least probability of an arc.
    class_name : str, default="class"
        What the class is called in arcs and in the graph.
    discrete_features : list of names or positions, mask, or None, default=None
        Features given as numbers which are states.
    max_iter : int, default=200
        Most rounds of EM.
    tol : float, default=1e-6
        Gain of the log likelihood, as a share of itself, below which EM ends.
    n_init : int, default=5
        Starts of EM with a hidden class, each from other clusters; the likeliest is kept.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_
        As for `LocalExpertsClassifier`.
    graph_ : ArcGraph
        The arcs, each with its probability: ``graph_.frame()``, ``graph_.to_dot()``.
    network_ : BayesNet
        The graph with the distributions: ``network_.frame(name)``.
    loglikelihood_ : ndarray
        Log likelihood of the training rows, with what smoothing adds, after each round of EM: it never falls. One
        number, the likelihood, where nothing is missing.
    n_iter_ : int
        Rounds of EM.

    See Also
    --------
    NaiveBayesClassifier, hedgerow.displays.BayesNetDisplay

    Notes
    -----
    The paper gives the number of operations and of samples. Open in it, and chosen here: the temperature falls from 10
    to 0.018, however many operations there are; graphs of different samples are scored again on all rows before they
    are weighed; the final graph has the arcs with a probability of 0.5, by decreasing probability and without a
    circle; the class is attached as a parent of all features. Variables with states depend on states alone, so an arc
    from a number to one is refused.

    Where cells are missing, a search sees each row five times, filled in by draws from a network that was found in the
    same way before, as in structural EM (Friedman 1997). Distributions are then learned by EM from the rows as they
    are, in which rows with the same gaps are treated together. For "tan" two features are compared in the rows that
    have both. A state that was not there to be learned counts as missing. Where what is known of a row is impossible,
    the answer is the share of each class. Weights count as repeated rows: of those that add up to 1 nothing is learned
    but the tables.

    Formula::

        BIC = sum over families of [ sum n_ijk log(n_ijk / n_ij) - (log n) / 2 (r - 1) q ];
        P(arc) = sum_g w_g [arc in g], w_g ~ exp(BIC_g) prod_i 1 / C(V - 1, |Pa_i|).

    Cost: O(N) for each family that a search meets for the first time; others are remembered. Rows of states that are
    alike are counted together, and a bootstrap sample is a list of weights. An answer takes the class's blanket, or a
    tree of cliques where values are missing.

    **Tree-augmented naive Bayes (TAN).** Naive Bayes in which each feature may depend on one other feature as well.

    The tree that joins the features is the one whose neighbours tell most of each other within the classes. Features
    with states are a tree of their own, of which the numbers are branches.

    Formula::

        I(X; Y | C) = sum p(x, y, c) log [ p(x, y | c) / (p(x | c) p(y | c)) ]; the maximum spanning tree of these.

    Cost: One pass over the rows for each pair of features.

    Paper: N. Friedman, D. Geiger and M. Goldszmidt, Bayesian network classifiers, Machine Learning 29, 1997,
    pp. 131-163.

    References
    ----------
    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA, 2010.

    N. Friedman, D. Geiger and M. Goldszmidt, Bayesian network classifiers, Machine Learning 29, 1997.

    N. Friedman and D. Koller, Being Bayesian about network structure, Machine Learning 50, 2003.

    N. Friedman, Learning belief networks in the presence of missing values and hidden variables, ICML, 1997.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"rain": [True, True, False, False] * 25, "wet": [True, True, False, True] * 25})
    >>> y = ["slippery", "slippery", "dry", "dry"] * 25
    >>> net = BayesNetClassifier([("rain", "wet"), ("wet", "class")]).fit(X, y)
    >>> net.graph_.frame()
       from     to  probability
    0  rain    wet          1.0
    1   wet  class          1.0
    >>> net.predict_proba(pd.DataFrame({"rain": [True], "wet": [None]})).round(2)  # rain makes it wet, most probably
    array([[0.35, 0.65]])
    """

    structure: Any = parameter(
        Instance(
            "'learn', 'naive', 'tan', a list of arcs, or the path of a DOT or BIF file",
            kind=str | list | tuple,
        ),
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
    search: str = parameter(Word("annealing", "climbing"), default="annealing")
    swap: str = parameter(Word("exchange", "reverse"), default="exchange")
    averaging: str = parameter(Word("posterior", "uniform"), default="posterior")
    threshold: float = parameter(Number(0, 1, closed="right"), default=0.5)
    class_name: str = parameter(Instance("a name", kind=str), default="class")
    discrete_features: Sequence[Any] | None = parameter(
        Instance("names, positions or a mask of features", kind=Sequence | np.ndarray) | None, default=None
    )
    max_iter: int = parameter(Count(), default=200)
    tol: float = parameter(Number(0, closed="left"), default=1e-6)
    n_init: int = parameter(Count(), default=5)
    random_state: Any = None
    n_jobs: int | None = None

    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    graph_: ArcGraph = fitted()
    network_: BayesNet = fitted()
    loglikelihood_: NDArray[np.float64] = fitted()
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
        data = TrainingRows(variables, rows, training.row_weights).merge()
        seed = int(draw_seed(self.random_state)[0])
        with ONE_THREAD:
            graph = self._find_graph(data, training, seed)
            self.network_, history = self._learn(data, graph, seed)
        self.graph_, self.loglikelihood_ = graph, np.array(history)
        training.keep_classes(self)
        return self

    def check_together(self) -> None:
        """Refuse a structure that reads classes which are hidden."""
        if self.hidden_class and (self.structure == "tan" or self.learn_on is not None):
            given = "structure='tan'" if self.structure == "tan" else f"learn_on={self.learn_on!r}"
            raise ValueError(f"{given} reads the classes, which hidden_class=True hides")
        if self.learn_on is not None and self.structure != "learn":
            raise ValueError(f"learn_on={self.learn_on!r} needs structure='learn'; it is {self.structure!r}")

    def check_loaded(self) -> None:
        """Refuse a network that is not one of these features and classes."""
        if hasattr(self, "network_"):
            names = [each.name for each in self.network_.variables]
            label = self.network_.variables[-1]
            fits = len(names) == self.n_features_in_ + 1 and label.n_states == len(self.classes_)
            if not fits or self.graph_.names != tuple(names):
                raise ValueError("this network does not have the features and classes of the classifier")

    def log_likelihood(self, X: Any, y: ArrayLike | None = None) -> NDArray[np.float64]:
        """Logarithm of the probability (of numbers: of the density) of each row; what is missing is summed over.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), default=None
            Their classes; None to sum over these.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self.network_.find_log_likelihood(self._read(X, y))

    def explain(self, X: Any) -> EvidenceWeights:
        """Tell which evidence moved the answer: by how much each feature raises the log odds of each class.

        In naive Bayes these weights add up to the log odds, less those of the classes before anything is known; where
        features depend on each other they need not.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        EvidenceWeights
            ``explain(X).frame(row)`` has the features that moved the answer most first.
        """
        rows = self._read(X)
        weights, log_odds = weigh_evidence(self.network_, rows, self._label)
        return EvidenceWeights(self.graph_.names[:-1], self.classes_, weights, log_odds)

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
        X : DataFrame or ndarray of shape (n_samples, n_features)
            The features, as `fit` took them; states that are words are categories.
        y : ndarray of shape (n_samples,)
            Class labels.
        """
        check_is_fitted(self, "network_")
        drawn = self.network_.sample(n_samples, random_state)
        labels = drawn.pop(self.class_name)
        y = self.classes_[self.network_.read(labels.to_frame()).codes[-1]]
        return (drawn if hasattr(self, "feature_names_in_") else drawn.to_numpy(np.float64)), y

    @property
    def n_iter_(self) -> int:
        """Rounds of EM; 1 where nothing is missing, and one pass is enough."""
        return max(len(self.loglikelihood_) - 1, 1)

    @property
    def _label(self) -> int:
        return len(self.network_.variables) - 1

    def _name_variables(
        self, training: TrainingSet, is_truth: NDArray[np.bool_] | None
    ) -> tuple[Variable, ...]:
        names = training.names
        if self.class_name in names:
            raise ValueError(
                f"a feature is called {self.class_name!r}, as the class is; pass another class_name"
            )
        chosen = find_chosen(self.discrete_features, names, training.feature_names is not None)
        features = make_variables(training.X, training.row_weights, names, self._encoding, chosen, is_truth)
        return (*features, Variable(self.class_name, tuple(training.classes.tolist())))

    def _find_graph(self, data: TrainingRows, training: TrainingSet, seed: int) -> ArcGraph:
        if self.learn_on is not None:
            code = np.flatnonzero(training.classes == self.learn_on)
            if not code.size:
                listed = ", ".join(map(repr, training.classes.tolist()))
                raise ValueError(f"learn_on={self.learn_on!r} is not a class; there are {listed}")
            data = data.keep(data.rows.codes[data.label] == code[0])
            if not len(data.rows):
                raise ValueError(f"learn_on={self.learn_on!r} is a class without a row that has a weight")
        settings = SearchSettings(
            self.search,
            self.n_operations,
            self.n_bootstrap,
            self.max_parents,
            self.swap,
            self.averaging,
            self.threshold,
        )
        features_only = self.hidden_class or self.learn_on is not None
        return find_structure(
            data, self.structure, self.criterion, self.smoothing, settings, seed, self.n_jobs, features_only
        )

    def _learn(self, data: TrainingRows, graph: ArcGraph, seed: int) -> tuple[BayesNet, list[float]]:
        if self.hidden_class:
            return learn_hidden_class(data, graph, self.smoothing, self.max_iter, self.tol, self.n_init, seed)
        return learn_parameters(data, graph, self.smoothing, self.max_iter, self.tol)

    def _read(self, X: Any, y: ArrayLike | None = None) -> Rows:
        matrix = read_rows(self, X, "network_")
        codes = None
        if y is not None:
            labels = np.asarray(y)
            if labels.shape != (len(matrix),):
                raise ValueError(f"y has shape {labels.shape}; {len(matrix)} rows ask for ({len(matrix)},)")
            codes = np.minimum(np.searchsorted(self.classes_, labels), len(self.classes_) - 1)
            codes = np.where(self.classes_[codes] == labels, codes, -1)
        return self._code(matrix, self.network_.variables, codes)

    def _code(
        self, X: NDArray[np.floating[Any]], variables: Sequence[Variable], y: NDArray[np.intp] | None = None
    ) -> Rows:
        cells = code_cells(X, variables[:-1], self._encoding)
        of_class = np.full(len(cells), np.nan) if y is None else y.astype(np.float64)
        return Rows.of(variables, np.column_stack([cells, of_class]))

    def _predict_outputs(self, X: Any) -> NDArray[np.float64]:
        rows = self._read(X)
        logs = self.network_.find_posterior(rows, self._label)
        found = np.exp(logs)
        found[~np.isfinite(logs).any(axis=1)] = self.class_prior_
        return found

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
