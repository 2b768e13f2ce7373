"""Cards of the five-choice engine and the recipes on it."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="five-choice-engine",
        title="The five-choice ensemble",
        axis="recipe",
        idea=(
            "An ensemble is five choices: which rows, which features, which question, which learner, and "
            "how the answers are combined; name one of each and the engine does the rest."
        ),
        paper=(
            "T. Dietterich, Ensemble methods in machine learning, Multiple Classifier Systems, LNCS 1857, "
            "2000, pp. 1-15; J. Rogers, PhD thesis, University of Southampton, 2007, ch. 3."
        ),
        use='EnsembleClassifier(resampling="bootstrap", view="subspace")',
        provides=("EnsembleClassifier", "EnsembleRegressor"),
        equations="H(x) = combine(h_1(view_1(x)), ..., h_T(view_T(x))).",
        differences=(
            "Bags and views are drawn again from each member's seed when they are asked for; they are not "
            "stored."
        ),
        complexity="T times the learner; members that do not depend on each other are fitted in parallel.",
        see=("bagging", "random-subspace", "random-forest"),
    ),
    Card(
        name="first-choice",
        title="The first choice",
        axis="recipe",
        idea=(
            "Disagree in three ways at once: DivBoost's weights, features turned to principal axes, and two trees "
            "behind a random oracle as each member."
        ),
        paper=(
            "A mixture of J. Rogers, PhD thesis, University of Southampton, 2007 (DivBoost); J. Rodriguez, "
            "L. Kuncheva and C. Alonso, IEEE PAMI 28, 2006 (rotation forest); L. Kuncheva and J. Rodriguez, IEEE "
            "TKDE 19, 2007 (oracles)."
        ),
        use="HedgerowClassifier(n_estimators=100)",
        provides=("HedgerowClassifier",),
        equations="p(x) = mean over t of p_t,s(x)(R_t x), s(x) the side of member t's hyperplane that R_t x is on.",
        differences=(
            "Nobody has published this mixture. It was chosen by its rank on 26 data sets and confirmed on 17 "
            "others; see the study page about ensembles."
        ),
        complexity="T times two trees on half of the rows each, one member after the other; about 15 random forests.",
        see=("divboost", "rotation-forest", "random-oracle"),
    ),
    Card(
        name="first-choice-for-numbers",
        title="The first choice for numbers",
        axis="recipe",
        idea="Bag trees that draw one cut at random for each feature and take the best of them.",
        paper=(
            "P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42; "
            "L. Breiman, Bagging predictors, Machine Learning 24, 1996, pp. 123-140."
        ),
        use="HedgerowRegressor(n_estimators=100)",
        provides=("HedgerowRegressor",),
        equations="f(x) = mean over t of the leaf means of tree t, grown on a bootstrap sample.",
        differences=(
            "The authors of extra trees use all rows for each tree. Chosen by its rank on 18 problems and confirmed "
            "on 18 others; see the study page about ensembles."
        ),
        complexity="T trees of O(N F log N), without sorting; members are independent.",
        see=("extra-trees", "bagging", "first-choice"),
    ),
    Card(
        name="bagging",
        title="Bagging",
        axis="data",
        idea="Fit each member on as many rows as there are, drawn with replacement, and let them vote.",
        paper="L. Breiman, Bagging predictors, Machine Learning 24, 1996, pp. 123-140.",
        use="BaggingClassifier(n_estimators=100)",
        provides=("BaggingClassifier", "BaggingRegressor", "Bootstrap"),
        equations="P(row out of bag) = (1 - 1/N)^N, about 0.368. Rogers 2007, eq. 2.1-2.3.",
        differences=(
            'Probabilities are averaged unless combination="vote". A member that misses a class gives it '
            "probability 0. Weights are drawing probabilities."
        ),
        complexity="T times the learner.",
        see=("unique-bootstrap", "random-forest", "random-subspace"),
    ),
    Card(
        name="unique-bootstrap",
        title="Unique bootstrap",
        axis="data",
        idea="Draw a bootstrap sample and keep each drawn row once.",
        paper="J. Rogers, PhD thesis, University of Southampton, 2007, ch. 7.",
        use='EnsembleClassifier(resampling="unique_bootstrap")',
        provides=("EnsembleClassifier", "EnsembleRegressor", "UniqueBootstrap"),
        equations="About 63.2 % of the rows: 1 - (1 - 1/N)^N.",
        differences=(
            "None. Repeated rows tie, which inflates the gains of irrelevant features; tests of relevance "
            "need the rows to be distinct, and accuracy does not suffer."
        ),
        complexity="That of bagging, on fewer rows.",
        see=("bagging",),
    ),
    Card(
        name="random-subspace",
        title="Random subspace",
        axis="features",
        idea="Give each member all rows but only a random subset of the features.",
        paper=(
            "T. K. Ho, The random subspace method for constructing decision forests, IEEE Transactions on "
            "Pattern Analysis and Machine Intelligence 20, 1998, pp. 832-844."
        ),
        use="RandomSubspaceClassifier(n_estimators=100)",
        provides=("RandomSubspaceClassifier", "RandomSubspaceRegressor", "Subspace"),
        equations="Half of the features by default, rounded up. Rogers 2007, eq. 3.30.",
        differences="Subsets are column lists, so that all trees share one coded table.",
        complexity="T times the learner on the chosen columns.",
        see=("attribute-bagging", "bagging", "random-forest"),
    ),
    Card(
        name="attribute-bagging",
        title="Attribute bagging",
        axis="features",
        idea="Random subspaces whose common size is found by trial first.",
        paper=(
            "R. Bryll, R. Gutierrez-Osuna and F. Quek, Attribute bagging: improving accuracy of "
            "classifier ensembles by using random feature subsets, Pattern Recognition 36, 2003, pp. "
            "1291-1302."
        ),
        use='RandomSubspaceClassifier(max_features="search")',
        provides=("RandomSubspaceClassifier", "RandomSubspaceRegressor"),
        equations="The size with the best score of a small trial ensemble; ties go to the smaller size.",
        differences=(
            "Every size is tried up to 20 features, about 15 sizes above. All members vote; none is "
            "ranked out."
        ),
        complexity="A trial ensemble per size, then T times the learner.",
        see=("random-subspace",),
    ),
)
