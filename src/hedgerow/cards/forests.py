"""Cards of the forests and of what is read from them."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="random-forest",
        title="Random forest",
        axis="recipe",
        idea=(
            "Vote over trees that each see a bootstrap sample and, at every node, only a few features "
            "drawn at random."
        ),
        paper="L. Breiman, Random forests, Machine Learning 45, 2001, pp. 5-32.",
        use="RandomForestClassifier(n_estimators=500)",
        provides=("RandomForestClassifier", "RandomForestRegressor"),
        equations=(
            "Rogers 2007, section 2.5; error <= rho (1 - s^2) / s^2 with strength s and correlation rho."
        ),
        differences=(
            "Constructor names and defaults are scikit-learn's, but for entropy as the criterion. Constant "
            "features do not count as tried; equal gains go to the feature drawn first. Probabilities of the "
            "trees are averaged, votes are not counted. Sparse matrices, several outputs and monotonic_cst "
            "are refused."
        ),
        complexity="Time O(T F N log N); memory O(N) per thread beside the coded table and the trees.",
        see=("bagging", "extra-trees", "oob-permutation-importance", "proximity"),
    ),
    Card(
        name="extra-trees",
        title="Extremely randomised trees",
        axis="recipe",
        idea=(
            "For each feature a node tries, draw one threshold at random, and keep the best of those few "
            "cuts."
        ),
        paper=(
            "P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, "
            "pp. 3-42."
        ),
        use="ExtraTreesClassifier(n_estimators=500)",
        provides=("ExtraTreesClassifier", "ExtraTreesRegressor"),
        equations="threshold uniform between the node's least and largest value of the feature.",
        differences=(
            "Every member sees all rows unless bootstrap=True. With max_features=1 the tree looks at the "
            "target only to stop. Missing values go to a side drawn at random. Defaults are scikit-learn's, "
            "but for entropy as the criterion, and so are not the paper's for regression (5 rows to split)."
        ),
        complexity="O(T F N depth): one pass per candidate and no sorting.",
        see=("random-forest", "pert"),
    ),
    Card(
        name="oob-permutation-importance",
        title="Out-of-bag permutation importance",
        axis="reading",
        idea=(
            "Shuffle one feature and see how much worse the forest answers for the rows each tree has not "
            "seen."
        ),
        paper="L. Breiman, Random forests, Machine Learning 45, 2001, section 10.",
        use="forest.oob_permutation_importance(X, y)",
        provides=("RandomForestClassifier", "RandomForestRegressor"),
        equations="importance(f) = error(out of bag, f shuffled) - error(out of bag).",
        differences=(
            "The ensemble's out-of-bag answer is scored, not each tree's. One permutation of all rows, not "
            "of a tree's out-of-bag rows, serves every feature and tree of a repeat; repeats give the "
            "spread. Where features carry the same information, each scores low, since the others still "
            "speak; a score can be below zero."
        ),
        complexity=(
            "For R repeats each row walks down each tree once, and once more for each feature on its path: "
            "O(R T N depth^2) whatever the number of features."
        ),
        see=("random-forest", "proximity"),
    ),
    Card(
        name="proximity",
        title="Forest proximity",
        axis="reading",
        idea="Two rows are near when many trees send them to the same leaf.",
        paper="L. Breiman and A. Cutler, Setting up, using, and understanding random forests V4.0, 2003.",
        use="forest.proximity(X)",
        provides=("RandomForestClassifier", "RandomForestRegressor"),
        equations="prox(i, j) = (1 / T) sum_t [leaf_t(i) = leaf_t(j)].",
        differences="All trees count, in bag or not.",
        complexity="O(T N depth) to find the leaves, O(T N^2) to compare them.",
        see=("random-forest",),
    ),
)
