"""Cards of searches that try subsets with an estimator, and of ensembles of selectors."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="wrappers",
        title="Wrappers: forward, backward and floating search",
        axis="features",
        idea=(
            "Try subsets of the features with the estimator itself, adding what helps most or removing what is missed "
            "least, and cross-validate the whole search to see what it is worth."
        ),
        paper=(
            "R. Kohavi and G. H. John, Wrappers for feature subset selection, Artificial Intelligence 97, 1997; "
            "P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition "
            "Letters 15, 1994; G. C. Cawley and N. L. C. Talbot, On over-fitting in model selection, JMLR 11, 2010."
        ),
        use='WrapperSelector(estimator, "sffs", random_state=0).fit(X, y).nested_score_',
        provides=("WrapperSelector", "ForwardSearch", "BackwardSearch", "FloatingSearch"),
        equations=(
            "Score(S): mean over folds of the estimator's score on the columns S; without columns that of the "
            "commonest class. Forward: add argmax while the score rises. Backward: remove argmax while it does not "
            "fall. Floating: after each addition remove while score(S - f) > best[|S| - 1]. Optimism: mean over "
            "outer folds of reported less held-out score, with a one-sided t-test."
        ),
        differences=(
            "All subsets are scored on the same folds with the same seeds, each once. A score within the tolerance of "
            "the best is as good, and the smaller subset is kept. Backward search compares with the best score so far, "
            "so small losses do not add up. Floating search ends after five additions without a better subset."
        ),
        complexity=(
            "Forward: about F per feature kept subsets, each with a fit per fold; backward: F (F + 1) / 2 down to "
            "nothing. Nested folds repeat the search once each."
        ),
        see=("random-searches", "parcel", "selector-ensemble"),
    ),
    Card(
        name="random-searches",
        title="Wrappers: random-mutation hill climbing and genetic search",
        axis="features",
        idea="Flip random features, or breed subsets, and keep what scores more.",
        paper=(
            "D. B. Skalak, Prototype and feature selection by sampling and random mutation hill climbing algorithms, "
            "ICML 1994; W. Siedlecki and J. Sklansky, A note on genetic algorithms for large-scale feature selection, "
            "Pattern Recognition Letters 10, 1989."
        ),
        use="WrapperSelector(estimator, HillClimbSearch(n_iter=300, n_starts=4), random_state=0).fit(X, y).history_",
        provides=("HillClimbSearch", "GeneticSearch"),
        equations=(
            "Genetic: population 20, 20 generations, one-point crossover with probability 0.6, mutation 0.033 for each "
            "feature, parents drawn by linearly scaled scores, the best lives on."
        ),
        differences=(
            "No subset is ever empty. Where the number of features is given, hill climbing swaps two features and "
            "genetic search repairs its children. Several climbs run side by side."
        ),
        complexity="Hill climbing: n_iter subsets; genetic: at most 20 x 21, fewer as subsets come back.",
        see=("wrappers", "mask-ensemble", "genetic-masks"),
    ),
    Card(
        name="parcel",
        title="PARCEL: the convex hull of the ROC plane",
        axis="features",
        idea=(
            "Fit classifiers on random subsets, keep those on the convex hull of the ROC plane, and reach every point "
            "between two of them by asking one or the other at random."
        ),
        paper=(
            "M. J. J. Scott, M. Niranjan and R. W. Prager, Realisable classifiers: improving operating performance on "
            "variable cost problems, BMVC 1998."
        ),
        use="ParcelSelector(estimator, random_state=0).fit(X, y).predict_at(X, fpr=0.1)",
        provides=("ParcelSelector", "RocHull"),
        equations=(
            "Between vertices A and B a false positive rate f is realised by asking B with probability "
            "(f - f_A) / (f_B - f_A). (0, 0) and (1, 1) are vertices."
        ),
        differences=(
            "A classifier gives the points of all its thresholds. The features that classifiers on the hull use are "
            "kept, so that it is a selector. The hull is measured again on rows that had no part in the search."
        ),
        complexity="One fit for each subset; the hull of m points takes O(m log m).",
        see=("wrappers",),
    ),
    Card(
        name="selector-ensemble",
        title="Ensembles of selectors",
        axis="features",
        idea="Let a selector select on many samples of the rows, and keep what the selections agree on.",
        paper=(
            "Y. Saeys, T. Abeel and Y. Van de Peer, Robust feature selection using ensemble feature selection "
            "techniques, ECML PKDD 2008; N. Meinshausen and P. Buhlmann, Stability selection, Journal of the Royal "
            "Statistical Society B 72, 2010."
        ),
        use='SelectorEnsemble(selector, resampling="bootstrap", random_state=0).fit(X, y).stability_',
        provides=("SelectorEnsemble",),
        equations=(
            "Votes: the share of selections that have f, kept from 1/2. Mean rank: 1 - (r - 1) / (F - 1). Weighted: "
            "votes in proportion to max(0, (a - b) / (1 - b)), a the accuracy on rows the selection did not see, b "
            "that of the commonest class; R2 for values."
        ),
        differences="The weight of a vote is skill beyond the commonest class, so that a selection by luck has none.",
        complexity="One selection for each sample of the rows.",
        see=("selection-stability", "wrappers"),
    ),
)
