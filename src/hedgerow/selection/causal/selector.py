"""Select the features that a causal search finds around the target."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.causal.graph import CausalGraph, orient
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.independence.protocol import IndependenceTest
from hedgerow.selection.causal.independence.sample_size import choose_bins, count_as_rows
from hedgerow.selection.causal.markov_blanket import grow_shrink, iamb, score_given_kept
from hedgerow.selection.causal.neighbours import hiton, mmpc
from hedgerow.selection.causal.skeleton import pc, tpda
from hedgerow.selection.filters.cfs_search import MeritScale, search_best_first
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet
from hedgerow.selection.filters.fcbf import find_predominant
from hedgerow.selection.selector import SelectionResult, Selector

Method = Literal["gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc", "tpda"]
Keep = Literal["blanket", "adjacent", "connected"]
TestName = Literal["g2", "mi", "fisher-z", "mixed"]

METHODS = ("gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc", "tpda")
TESTS = ("g2", "mi", "fisher-z", "mixed")
KEEPS = ("blanket", "adjacent", "connected")


@configurable
class CausalSelector(Selector):
    """Keep the features that the target depends on whatever else is known.

    Where the independences of the data are those of a graph of causes and effects, the target has a smallest set of
    features given which all others tell nothing: its causes, its effects, and the other causes of its effects. This is
    its Markov blanket. The methods find it, or parts of it, by tests of conditional independence.

    Parameters
    ----------
    method : {"gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc", "tpda"}, default="iamb"
        How to search. "gs" (Grow-Shrink), "iamb" and "inter-iamb" grow the blanket and shrink it; they condition on all
        of it, which takes rows. "mmpc" and "hiton" condition on small sets; "mmpc" finds causes and effects only,
        "hiton" the blanket. "pc" and "tpda" learn the graph of all features, which takes time: see `prefilter`.
    test : {"g2", "mi", "fisher-z", "mixed"}, default="g2"
        How independence is tested. "g2" counts codes, and sees any kind of dependence; numbers are cut into bins. "mi"
        compares the information with `threshold`, which is no test, and is here to replicate papers. "fisher-z" tests
        partial correlations of numbers, and "mixed" those of numbers and categories; they see straight lines.
    alpha : float, default=0.01
        Level of each test; "mi" has none.
    threshold : float, default=0.01
        Bits below which "mi" takes variables to be independent.
    prefilter : {None, "fcbf", "cfs"}, default=None
        "fcbf" removes features first that a better one covers (`FCBFSelector` with threshold 0), which makes "pc" and
        "tpda" feasible for a thousand features: the hybrid methods H-PC, H-TPDA, H-GS, H-IAMB. "cfs" leaves them the
        subset of `CFSSelector`, which is smaller.
    max_condition : int, default=2
        Size of the largest set that "mmpc", "hiton" and "pc" condition on, and that roles are found with.
    pairs : bool, default=False
        Whether "gs", "iamb" and "inter-iamb" try all pairs where no single feature depends, and so find those that tell
        something together only, as in an exclusive or. The level is divided by the number of pairs.
    keep : {"blanket", "adjacent", "connected"}, default="blanket"
        What "pc" and "tpda" keep of their graph: the neighbours of the target and the other causes of its effects; the
        neighbours; or everything that a path joins to the target, as the hybrid methods have it.
    n_bins : int or "auto", default="auto"
        Bins of a number for "g2", "mi" and "fcbf", of about the same number of rows. "auto" is as many as leave five
        rows per degree of freedom to tests given two other features: 2 for 150 rows, 3 for 500, 6 for 5,000 of a target
        of values. Numbers with at most ten distinct values are not cut.
    task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when the target depends on nothing.
    n_jobs : int or None, default=None
        Number of threads, in joblib's sense; "g2" and "mi". The answer is the same for any.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the method found, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Bits that each feature tells about the target, given the others that were found; the strongest of them, as many
        as the rows allow.
    p_values_ : ndarray of shape (n_features,) or None
        P-values of the same tests; None for "mi". They follow a search, and so are too small for the features found.
    roles_ : ndarray of str of shape (n_features,)
        What each feature found is to the target: "parent" (a cause), "child" (an effect), "spouse" (another cause of an
        effect), or "undetermined"; "" for the others.
    graph_ : CausalGraph
        The learned graph; the target comes last. "pc" and "tpda": of all features that passed the prefilter. The
        others: of the features found, by "pc".
    n_bins_ : int
        What "auto" became.

    Notes
    -----
    Roles are read off a graph whose edges are directed where two variables that have no edge meet in a third, and where
    that leads to further directions. They are true if all causes that two features share are in the table, if there is
    no feedback, and if the tests are right. They are seldom known for targets with a single cause.

    Missing values: for "g2" and "mi" they are a value of their own. For "mixed" a missing category is a category, and a
    missing number is the mean, with an indicator column beside it that says so. For "fisher-z" a missing number is the
    mean, which weakens what is there. Weights that are whole are repeats; others count as (sum w)^2 / sum w^2 rows.

    A test with fewer than five rows per degree of freedom ("g2", "mi") is not made: such a feature does not join a
    blanket, and such an edge stays in a graph. A target of values is cut into `n_bins_` classes for "g2" and "mi".

    **Grow-Shrink (GS).** Features in a fixed order join the Markov blanket of the target, and superfluous ones leave
    it.

    The fixed order is that of the information with the target. All pairs can be tried where no single feature depends
    (``pairs=True``).

    Formula::

        X joins if it depends on y given the blanket B so far, and leaves if it is independent of y given B without X.
        G2 = 2 n ln 2 I(X;y|B), I in bits, with (|X|-1)(|y|-1) prod|B| degrees of freedom.

    Cost: O(F N) for each member of the blanket; all features are tested at once.

    Paper: D. Margaritis and S. Thrun, Bayesian network induction via local neighborhoods, Advances in Neural
    Information Processing Systems, 1999.

    **Incremental association Markov blanket (IAMB, Inter-IAMB).** The feature that tells most about the target, given
    the Markov blanket so far, joins it, and superfluous ones leave it.

    Only features for which independence is rejected compete, so one with too many values for the rows does not end
    the search. ``pairs=True`` is as for GS.

    Formula::

        The next to join is argmax I(X;y|B) of the features that depend on y given B.

    Cost: O(F N) for each member of the blanket. Inter-IAMB shrinks after each newcomer.

    Paper: I. Tsamardinos, C. Aliferis and A. Statnikov, Algorithms for large scale Markov blanket discovery, FLAIRS
    conference, 2003.

    **Max-min parents and children (MMPC).** Find the causes and effects of the target: features that no small set of
    other candidates separates from it, those first whose weakest association is strongest.

    Associations are compared by their information in bits, not by p-values.

    Formula::

        The next to join is argmax over X of the least I(X;y|S) over all subsets S of the members.

    Cost: O(F N) for each subset of at most ``max_condition`` members, and as much again for each member, to see whether
    the target is its neighbour in turn.

    Paper: I. Tsamardinos, L. Brown and C. Aliferis, The max-min hill-climbing Bayesian network structure learning
    algorithm, Machine Learning 65, 2006.

    **HITON.** Find the causes and effects of the target in the order of their association with it, then the other
    causes of its effects.

    The semi-interleaved search of 2010, with mutual neighbours only; spouses by the rule of Pena et al. 2007, which
    lets in no others.

    Formula::

        X is a spouse if it is a neighbour of a neighbour Z, independent of y given S, and dependent given S and Z.

    Cost: That of MMPC, for the target, its neighbours and their neighbours.

    Paper: C. Aliferis, I. Tsamardinos and A. Statnikov, HITON: a novel Markov blanket algorithm for optimal variable
    selection, AMIA symposium, 2003; C. Aliferis, A. Statnikov, I. Tsamardinos, S. Mani and X. Koutsoukos, Local causal
    and Markov blanket induction, Journal of Machine Learning Research 11, 2010.

    **The PC algorithm.** Learn a graph of causes and effects: start with all edges, take away those that a small set of
    neighbours explains, and direct what the rest allows.

    The stable variant. Of the sets of one size that separate a pair the one counts that does it best. Edges that
    samples would have point both ways, or in a circle, have no direction. An edge that cannot be tested stays.

    Formula::

        i and j are separated if they are independent given a subset S of the neighbours of one of them; i -> k <- j if
        i - k - j, i and j have no edge and k is not in S; further directions by Meek 1995, rules 1 and 2.

    Cost: O(F^2 N) for single features, O(F d^k N) for sets of k of d neighbours.

    Paper: P. Spirtes and C. Glymour, An algorithm for fast recovery of sparse causal graphs, Social Science Computer
    Review 9, 1991; D. Colombo and M. Maathuis, Order-independent constraint-based causal structure learning, Journal of
    Machine Learning Research 15, 2014.

    **Three-phase dependency analysis (TPDA).** Learn a graph by drafting a tree of the strongest edges, thickening it,
    and thinning it.

    At most the eight strongest neighbours are conditioned on, and fewer where rows are few. The second, exhaustive
    thinning is left out. Any of the tests takes the place of the threshold.

    Formula::

        An edge x - y is not needed if I(x;y|C) vanishes for the neighbours C of x, or of y, on paths between them, or
        for what is left of C when one variable after another goes whose loss lowers it most.

    Cost: O(F^2 N) for the draft, and a few tests for each dependent pair.

    Paper: J. Cheng, R. Greiner, J. Kelly, D. Bell and W. Liu, Learning Bayesian networks from data: an
    information-theory based approach, Artificial Intelligence 137, 2002.

    **Hybrid correlation and causal selection (H-PC, H-TPDA, H-GS, H-IAMB).** Remove redundant features by a correlation
    filter first, so causal methods can bear the rest.

    G2 with a level is the default; ``test="mi"`` with a threshold of 0.01 bits is the paper's. What graphs keep is the
    blanket by default; ``keep="connected"`` is the paper's.

    Formula::

        A better feature f covers g if SU(f, g) >= SU(g, y); PC and TPDA keep what a path joins to the target.

    Cost: O(F N) for each feature that the filter keeps, then that of the method on what is left.

    Paper: R. Duangsoithong and T. Windeatt, Hybrid correlation and causal feature selection for ensemble classifiers,
    in Ensembles in Machine Learning Applications, Springer, 2011.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.causal import CausalSelector
    >>> sample = datasets.make_network(2000, target="G", random_state=0)   # G is the sum of D and E, and noise
    >>> selector = CausalSelector("iamb", test="fisher-z").fit(sample.table().features, sample.y)
    >>> selector.get_feature_names_out().tolist()
    ['D', 'E']
    """

    method: Method = parameter(Word(*METHODS), default="iamb", kw_only=False)
    test: TestName = parameter(Word(*TESTS), default="g2")
    alpha: float = parameter(Number(0, 1, "neither"), default=0.01)
    threshold: float = parameter(Number(0, closed="right"), default=0.01)
    prefilter: Literal["fcbf", "cfs"] | None = parameter(Word(None, "fcbf", "cfs"), default=None)
    max_condition: int = parameter(Count(0), default=2)
    pairs: bool = parameter(Flag(), default=False)
    keep: Keep = parameter(Word(*KEEPS), default="blanket")
    n_bins: int | Literal["auto"] = parameter(Count(2) | Word("auto"), default="auto")
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "fit more rows, raise alpha or try another test"

    graph_: CausalGraph = fitted()
    n_bins_: int = fitted()
    roles_: NDArray[np.str_] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        if self.pairs and self.method not in ("gs", "iamb", "inter-iamb"):
            raise ValueError(
                f"pairs=True is for methods that grow a blanket, not for method={self.method!r}; "
                "choose 'gs', 'iamb' or 'inter-iamb'"
            )
        self.n_bins_ = self._choose_bins(training)
        test = self._choose_test(training)
        candidates = self._filter(training)
        nodes, found, known = self._search(test, training, candidates)
        scores, p_values = score_given_kept(test, training.n_features, known)
        selected = np.isin(np.arange(training.n_features), found)
        # what is found, but neither near the target nor another cause of its effects, has no role that is known
        roles = np.full(training.n_features, "", dtype="<U12")
        roles[nodes] = self.graph_.roles(len(nodes))[:-1]
        roles[selected & (roles == "")] = "undetermined"
        roles[~selected] = ""
        self.roles_ = roles
        details: dict[str, NDArray[Any]] = {"role": self.roles_}
        if self.prefilter is not None:
            details["passed"] = np.isin(np.arange(training.n_features), candidates)
        return SelectionResult(scores, selected, None if self.test == "mi" else p_values, details)

    def _choose_bins(self, training: TrainingSet) -> int:
        if self.n_bins == "auto":
            n_rows = float(count_as_rows(training.weights, training.n_samples).sum())
            return choose_bins(n_rows, training.n_classes)
        return self.n_bins

    def _choose_test(self, training: TrainingSet) -> IndependenceTest:
        if self.test in ("fisher-z", "mixed"):
            return LinearTest.read(training, alpha=self.alpha, uses_z=self.test == "fisher-z")
        threshold = self.threshold if self.test == "mi" else None
        return DiscreteTest.read(
            training, n_bins=self.n_bins_, alpha=self.alpha, threshold=threshold, n_jobs=self.n_jobs
        )

    def _filter(self, training: TrainingSet) -> list[int]:
        if self.prefilter is None:
            return list(range(training.n_features))
        coded = CodedTrainingSet.read(training, "equal_frequency", self.n_bins_, self.n_jobs)
        if self.prefilter == "cfs":
            return sorted(search_best_first(MeritScale(coded)).subset)
        kept, _ = find_predominant(coded.columns, coded.relevance, n_jobs=self.n_jobs)
        return sorted(kept.tolist())

    def _search(
        self, test: IndependenceTest, training: TrainingSet, candidates: list[int]
    ) -> tuple[list[int], list[int], list[int]]:
        """The features in the graph, those found, and those of them to condition on."""
        if self.method not in ("pc", "tpda"):
            found = self._find_blanket(test, training.n_features, candidates)
            nodes = sorted(found)
            self.graph_ = self._learn_graph(test, training, nodes)
            return nodes, found, found
        self.graph_ = self._learn_graph(test, training, candidates)
        centre, numbers = len(candidates), np.array(candidates, np.intp)
        blanket = numbers[self.graph_.blanket(centre)].tolist()
        if self.keep == "blanket":
            return candidates, blanket, blanket
        if self.keep == "connected":
            return candidates, numbers[self.graph_.component(centre)].tolist(), blanket
        adjacent = numbers[self.graph_.neighbours(centre)].tolist()
        return candidates, adjacent, adjacent

    def _find_blanket(self, test: IndependenceTest, target: int, candidates: list[int]) -> list[int]:
        if not candidates:
            return []
        pairs_at = self.alpha if self.pairs else None
        if self.method == "gs":
            return grow_shrink(test, target, candidates, pairs_at=pairs_at)
        if self.method == "mmpc":
            return mmpc(test, target, candidates, self.max_condition)
        if self.method == "hiton":
            return hiton(test, target, candidates, self.max_condition)
        is_interleaved = self.method == "inter-iamb"
        return iamb(test, target, candidates, interleaved=is_interleaved, pairs_at=pairs_at)

    def _learn_graph(self, test: IndependenceTest, training: TrainingSet, features: list[int]) -> CausalGraph:
        variables = [*features, training.n_features]
        skeleton = tpda(test, variables) if self.method == "tpda" else pc(test, variables, self.max_condition)
        names = tuple(training.names[feature] for feature in features)
        return CausalGraph((*names, name_target(names)), orient(skeleton), skeleton.strength)


def name_target(names: tuple[str, ...]) -> str:
    """A name for the target that no feature has.

    Examples
    --------
    >>> name_target(("A", "B")), name_target(("x", "y"))
    ('y', 'y_')
    """
    name = "y"
    while name in names:
        name += "_"
    return name
