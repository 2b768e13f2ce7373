"""Cards of the single trees: how they split, and when they stop."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="decision-tree",
        title="Decision tree",
        axis="learner",
        idea=(
            "Cut the table in two, again and again, at the value of one feature that makes both halves "
            "purest, and answer with the majority or the mean of the leaf a row falls into."
        ),
        paper=(
            "L. Breiman, J. Friedman, R. Olshen and C. Stone, Classification and Regression Trees, "
            "Wadsworth, 1984; J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann, 1993 "
            "(gain ratio)."
        ),
        use='DecisionTreeClassifier(criterion="entropy")',
        provides=("DecisionTreeClassifier", "DecisionTreeRegressor"),
        equations=(
            "Gain = Imp(node) - sum_c (n_c / n) Imp(c), with Imp one of entropy -sum_k p_k log2 p_k, Gini "
            "1 - sum_k p_k^2, sum-minority 1 - max_k p_k, variance; gain ratio = information gain / "
            "-sum_c (n_c / n) log2(n_c / n). Rogers 2007, eq. 2.16-2.22."
        ),
        differences=(
            "Entropy is the default. Thresholds lie halfway between neighbouring values of the node. Equal "
            "gains go to the lowest feature where all are tried, to the first drawn where some are, and "
            "within a feature to the lowest threshold. Large nodes compare features in up to 256 bins of "
            "ranks, and cut only the best one exactly. Splits without gain are "
            "allowed while a node is impure, which exclusive-or needs. Missing values take the side that "
            "gains more; categories split by subset. Sum-minority is extended from two classes to many."
        ),
        complexity="Time O(F N log N) for a balanced tree, memory O(N) beside the coded table.",
        see=("mdl-stopping", "reduced-error-pruning", "random-forest"),
    ),
    Card(
        name="mdl-stopping",
        title="MDL-stopped tree",
        axis="learner",
        idea=(
            "Accept a split only if it shortens the description of the labels by more bits than it costs "
            "to write down."
        ),
        paper=(
            "U. Fayyad and K. Irani, Multi-interval discretization of continuous-valued attributes for "
            "classification learning, IJCAI 1993; J. Rogers, PhD thesis, University of Southampton, 2007, "
            "ch. 2."
        ),
        use='DecisionTreeClassifier(pruning="mdl")',
        provides=("DecisionTreeClassifier",),
        equations=(
            "Accept iff n IG >= log2(n-1) + log2(3^k - 2) - k Ent(l) + k1 Ent(l1) + k2 Ent(l2) + fcost. "
            "Rogers 2007, eq. 2.23-2.24; fcost is the price of naming the feature."
        ),
        differences=(
            "The order of growth is not published; the features already used are shared by the whole "
            "tree, so it matters: nodes are visited breadth first and, of the features whose best cut pays "
            "for itself, the one with the largest gain is taken. Fractional weights are scaled to sum to "
            "the number of rows. Classification only, as in the paper."
        ),
        complexity="That of a decision tree, usually on far fewer nodes.",
        see=("decision-tree", "reduced-error-pruning"),
    ),
    Card(
        name="reduced-error-pruning",
        title="Reduced-error pruning",
        axis="learner",
        idea=(
            "Grow on two thirds of the rows; from the leaves up, undo each split that does not help the "
            "held-out third."
        ),
        paper=(
            "J. R. Quinlan, Simplifying decision trees, International Journal of Man-Machine Studies 27, "
            "1987, pp. 221-234."
        ),
        use='DecisionTreeRegressor(pruning="reduced_error")',
        provides=("DecisionTreeClassifier", "DecisionTreeRegressor"),
        equations=(
            "Replace a node by a leaf iff its error on the held-out rows does not grow; as a leaf with "
            "mean c the squared error is sum w y^2 - 2 c sum w y + c^2 sum w."
        ),
        differences=(
            "One post-order sweep. Nodes that no held-out row reaches are pruned. The leaves are refitted "
            "with all rows afterwards, as REPTree does."
        ),
        complexity="O(N depth) to route the held-out rows once, O(nodes) to prune.",
        see=("decision-tree", "mdl-stopping"),
    ),
    Card(
        name="top-k-splits",
        title="Top-k splits (randomised C4.5)",
        axis="learner",
        idea="At each node, list the k best splits and take one of them at random.",
        paper=(
            "T. Dietterich, An experimental comparison of three methods for constructing ensembles of "
            "decision trees: bagging, boosting, and randomization, Machine Learning 40, 2000, pp. "
            "139-157."
        ),
        use='DecisionTreeClassifier(split="top_k")',
        provides=("DecisionTreeClassifier", "DecisionTreeRegressor"),
        equations="k = 20 in the paper; k = 1 is the ordinary tree.",
        differences=(
            "Attributes are ranked, not cuts: a feature enters the list once, with its best cut, so one "
            "cannot fill the list by itself. Where the list holds splits that gain, one without gain is not "
            "drawn."
        ),
        complexity="That of a decision tree that tries every feature.",
        see=("decision-tree", "extra-trees", "pert"),
    ),
    Card(
        name="pert",
        title="PERT: perfect random trees",
        axis="learner",
        idea=(
            "Draw two rows of different classes and one feature, and cut at a random point between their "
            "values."
        ),
        paper=(
            "A. Cutler and G. Zhao, PERT: perfect random tree ensembles, Computing Science and Statistics "
            "33, 2001, pp. 490-497."
        ),
        use='DecisionTreeClassifier(split="pert")',
        provides=("DecisionTreeClassifier", "DecisionTreeRegressor"),
        equations="threshold = alpha a(f) + (1 - alpha) b(f), alpha uniform on (0, 1).",
        differences=(
            "When the two rows agree on the feature, or one of them misses it, another feature is drawn; "
            "after ten pairs that no feature parts the node becomes a leaf. With max_features above 1 the best "
            "of that many cuts is kept. Regression draws two rows with different targets."
        ),
        complexity="O(N depth): one cut per node, and nothing to compare it with.",
        see=("extra-trees", "top-k-splits"),
    ),
)
