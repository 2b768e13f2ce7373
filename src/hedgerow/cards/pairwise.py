"""Cards of many classes by two-class models."""

from __future__ import annotations

from hedgerow.cards.card import Card

_ROZZA = (
    "A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, DDAG K-TIPCAC: an ensemble method for protein "
    "subcellular localization, SUEMA, 2010"
)

CARDS = (
    Card(
        name="nested-dichotomies",
        title="Ensembles of nested dichotomies (END)",
        axis="recipe",
        idea="Part the classes in two again and again, by random trees, and multiply the answers along each path.",
        paper=(
            "E. Frank and S. Kramer, Ensembles of nested dichotomies for multi-class problems, ICML, 2004, pp. 305-312."
        ),
        use="NestedDichotomiesClassifier(n_estimators=20)",
        provides=("NestedDichotomiesClassifier",),
        equations=(
            "P(c) = product over the nodes above c of P(side of c | node), averaged over trees drawn uniformly from "
            "the (2 K - 3)!! there are."
        ),
        differences=(
            "The same question in two trees has one model. Hedgerow's trees answer by default, unpruned; the paper "
            "has C4.5 and logistic regression."
        ),
        complexity=(
            "At most T (K - 1) models. A tree of K classes shows a row to about sqrt(pi K) models while they are "
            "grown, on average, and to K - 1 when it is asked."
        ),
        see=("ddag", "pairwise-coupling"),
    ),
    Card(
        name="ddag",
        title="Decision directed acyclic graph (DDAG)",
        axis="recipe",
        idea="Learn a model for each pair of classes, and let classes meet in a knockout until one is left.",
        paper=(
            "J. Platt, N. Cristianini and J. Shawe-Taylor, Large margin DAGs for multiclass classification, NIPS 12, "
            "2000, pp. 547-553."
        ),
        use="DDAGClassifier()",
        provides=("DDAGClassifier", "PairwiseClassifier"),
        equations="Of the first and the last class on a list the loser is struck off, K - 1 times.",
        differences=(
            "Any learner, hedgerow's tree by default. Probabilities are those of all pairs, coupled. "
            "PairwiseClassifier has the same models and counts the votes of all of them."
        ),
        complexity="K (K - 1) / 2 models of 2 N / K rows each; a row is shown to K - 1 of them.",
        see=("pairwise-coupling", "nested-dichotomies", "tipcac"),
    ),
    Card(
        name="pairwise-coupling",
        title="Pairwise coupling",
        axis="combination",
        idea="Find the class probabilities that agree best with what was said of every pair of classes.",
        paper=(
            "T. Hastie and R. Tibshirani, Classification by pairwise coupling, Annals of Statistics 26, 1998, "
            "pp. 451-471."
        ),
        use='PairwiseClassifier(decision="coupling")',
        provides=("PairwiseClassifier", "couple_pairs"),
        equations="sum_j n_ij r_ij = sum_j n_ij p_i / (p_i + p_j) for all i.",
        differences=(
            "The paper's rounds need thousands of steps where pairs are nearly sure; Newton's method on log p finds "
            "the same answer in about ten. Pairs are kept within [1e-7, 1 - 1e-7]."
        ),
        complexity="O(N K^3) with a few steps, all rows at once; O(K^2) memory a row, in blocks of rows.",
        see=("ddag", "platt-scaling"),
    ),
    Card(
        name="platt-scaling",
        title="Platt scaling",
        axis="combination",
        idea="Turn a score into a probability by a logistic curve, fitted to rows whose class is known.",
        paper=(
            "J. Platt, Probabilistic outputs for support vector machines and comparisons to regularized likelihood "
            "methods, Advances in Large Margin Classifiers, 2000; H.-T. Lin, C.-J. Lin and R. Weng, A note on Platt's "
            "probabilistic outputs for support vector machines, Machine Learning 68, 2007, pp. 267-276."
        ),
        use="fit_platt(X[:, 0], y == 1)",
        provides=("fit_platt", "PlattScaling"),
        equations="p = 1 / (1 + exp(A s + B)), targets (N+ + 1) / (N+ + 2) and 1 / (N- + 2).",
        differences="Scores are standardised first, which changes nothing but the arithmetic. Rows may have weights.",
        complexity="O(N) a step of Newton's method, about ten of them.",
        see=("pairwise-coupling",),
    ),
    Card(
        name="tipcac",
        title="TIPCAC and K-TIPCAC",
        axis="learner",
        idea=(
            "Whiten the widest directions only, look at the subspace of the class means, and tell each pair of "
            "classes apart along a line there, plain or through a kernel."
        ),
        paper=f"{_ROZZA}.",
        use='TIPCACClassifier(kernel="rbf")',
        provides=("TIPCACClassifier",),
        equations=(
            "W = q_d U Q^-1 U' + I - U U', d = (log2 N)^2; w = W^2 (mean_A - mean_B). With a kernel alpha = n - A "
            "((1 - lambda_d / lambda_i) A' n), d by a share 0.955 of the spectrum."
        ),
        differences=(
            "The kernel matrix is centred and its retained spectrum scaled, so that a linear kernel gives TIPCAC; "
            'spectrum="unit" is as printed. The threshold lies in the widest of the best gaps; the mean of the best '
            'thresholds (threshold="paper") can be worse than any of them. The width of the kernel follows the data. '
            "Probabilities, by Platt scaling and coupling, votes, and thresholds for rare classes are additions."
        ),
        complexity=(
            "A truncated SVD, O(N F d), and an eigenproblem of O((N_i + N_j)^3) for each pair of classes with a "
            "kernel. A row is compared with each training row once, for all pairs together."
        ),
        see=("ddag", "platt-scaling", "pairwise-coupling"),
    ),
)
