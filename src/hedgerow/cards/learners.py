"""Cards of the learners beside trees: random oracles, naive Bayes, nearest neighbours."""

from __future__ import annotations

from hedgerow.cards.card import Card

_ORACLE = (
    "L. Kuncheva and J. Rodriguez, Classifier ensembles with a random linear oracle, IEEE Transactions on Knowledge "
    "and Data Engineering 19, 2007, pp. 500-508; C. Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, Random "
    "oracles for regression ensembles, SUEMA 2010."
)

CARDS = (
    Card(
        name="random-oracle",
        title="Random linear oracle",
        axis="learner",
        idea=(
            "Part the space by the plane halfway between two random rows, and give each side a model of its own; the "
            "members of any ensemble then differ more."
        ),
        paper=_ORACLE,
        use="BaggingClassifier(RandomOracleClassifier(), n_estimators=100)",
        provides=("RandomOracleClassifier", "RandomOracleRegressor"),
        equations="x belongs to b iff (b - a) x > (|b|^2 - |a|^2) / 2; halfway it belongs to a.",
        differences=(
            "Numbers are scaled by the extremes of the whole table, once for all members. Different categories are at "
            "distance 1; the regression paper prints the two cases the other way round. Prototypes are drawn with "
            "equal chances from the rows that a member sees, whatever their weights. Where rows do not differ there "
            "is one part; parts below min_samples_part are given up instead of answered by a constant."
        ),
        complexity=(
            "Two fits on disjoint rows, and one matrix product for the sides of all members. The trees of the parts "
            "are grafted into one, so answers cost that product and one more level."
        ),
        see=("prototype-oracle", "bagging", "decision-tree"),
    ),
    Card(
        name="prototype-oracle",
        title="Random prototype oracle",
        axis="learner",
        idea="Part the space among several random rows: each belongs to the nearest, and each part has its own model.",
        paper=(
            "G. Armano and N. Hatami, Hierarchical mixture of random prototype-based experts, SUEMA 2010; the hard "
            "form of its gates."
        ),
        use='RandomOracleClassifier(oracle="prototype")',
        provides=("RandomOracleClassifier", "RandomOracleRegressor", "PrototypeOracle"),
        equations="Part i iff |x - p_i| is smallest. Two prototypes make the linear oracle.",
        differences=(
            "Distances are those of the linear oracle. Only the nearest model answers; gates that mix the answers "
            "are not part of it."
        ),
        complexity="That of the linear oracle, with a matrix product per prototype.",
        see=("random-oracle",),
    ),
    Card(
        name="naive-bayes",
        title="Naive Bayes classifier",
        axis="learner",
        idea="Take features to be independent within each class, and answer the class under which a row is likeliest.",
        paper="J. Rogers, PhD thesis, University of Southampton, 2007, ch. 2.",
        use="RandomSubspaceClassifier(NaiveBayesClassifier(), n_estimators=100)",
        provides=("NaiveBayesClassifier",),
        equations=(
            "argmax_y ln P(y) + sum_f ln P(x_f | y); a category has (count + 1) / (n_y + V_f). Rogers 2007, eq. "
            "2.25-2.28."
        ),
        differences=(
            "The thesis names no densities: numbers are normal within a class, with variances of at least 1e-9 times "
            "the largest, or cut into bins by description length. Missing values are left out of the sum."
        ),
        complexity=(
            "O(N F) to learn once; members on other features add other terms, and members on other rows are one "
            "matrix product of T x N and N x 3 F. Bins are cut anew for each sample of rows."
        ),
        see=("nearest-neighbours", "random-subspace"),
    ),
    Card(
        name="nearest-neighbours",
        title="Nearest neighbours",
        axis="learner",
        idea="Answer with the class that is most frequent among the k nearest known rows.",
        paper=(
            "J. Rogers, PhD thesis, University of Southampton, 2007, ch. 2; S. Bay, Nearest neighbor classification "
            "from multiple feature subsets, Intelligent Data Analysis 3, 1999, pp. 191-209."
        ),
        use="RandomSubspaceClassifier(NearestClassifier(), n_estimators=100)",
        provides=("NearestClassifier",),
        equations="D_S(x, z)^2 = sum over f in S of (x_f - z_f)^2. Rogers 2007, eq. 2.13-2.15 and 3.30.",
        differences=(
            "Numbers are standardised, different categories are at distance 1, missing values at the distance to "
            "expect. Weights are repeats. Of equal distances the first row is nearer; equal shares go to the class "
            "with the larger training weight."
        ),
        complexity="O(N F) for each row and set of features; members on the same features share the distances.",
        see=("naive-bayes", "random-subspace"),
    ),
    Card(
        name="totally-random-trees",
        title="Totally random trees",
        axis="learner",
        idea="Draw the feature and the threshold of every split at random, and look at the target in the leaves only.",
        paper=(
            "P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42 "
            "(the case of one feature a node)."
        ),
        use="ExtraTreesClassifier(max_features=1, n_estimators=500)",
        provides=("ExtraTreesClassifier", "ExtraTreesRegressor"),
        equations="One feature among those that are not constant, and one threshold between its extremes.",
        differences="The target decides when a node is pure, and nothing else.",
        complexity="O(T N depth).",
        see=("extra-trees", "pert"),
    ),
)
