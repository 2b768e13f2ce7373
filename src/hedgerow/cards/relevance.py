"""Cards of what forests know about features, and of forests that use it."""

from __future__ import annotations

from hedgerow.cards.card import Card

_THESIS = (
    "J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006; J. Rogers, PhD "
    "thesis, University of Southampton, 2007, ch. 7."
)

CARDS = (
    Card(
        name="forest-relevance",
        title="Forest relevance",
        axis="reading",
        idea="A feature matters when its splits teach more about unseen rows than those of its shuffled twins.",
        paper=_THESIS,
        use="ForestRelevance(n_estimators=50).fit(X, y).relevance_",
        provides=("ForestRelevance", "RelevanceDisplay", "GainDensityDisplay"),
        equations=(
            "IG(f) = sum phi(l) IG(l) / sum phi(l), over the nodes l that drew f; t = (lesson - lesson of twins) / "
            "spread between shuffles. Published test: eq. 7.15-7.18."
        ),
        differences=(
            "The published test takes nodes of overlapping samples for independent, and its null is too small, so that "
            "irrelevant features pass; it is kept as null='midpoint'. By default shuffled twins of all columns "
            "compete in "
            "every tree, and the variance between shuffles is part of the test. Gains are those that the first feature "
            "drawn at a node offers, so nodes may try several."
        ),
        complexity="One forest on twice as many columns, about 1.5 times the time of a random forest.",
        see=(
            "node-complexity",
            "irrelevant-gain",
            "local-relevance",
            "relevance-forest",
            "relevance-selector",
        ),
    ),
    Card(
        name="local-relevance",
        title="Local relevance",
        axis="reading",
        idea="What a feature's splits taught about one row.",
        paper="J. Rogers, PhD thesis, University of Southampton, 2007, sections 7.5 and 8.7.",
        use="ForestRelevance(n_estimators=50).fit(X, y).explain(0)",
        provides=("ForestRelevance", "LocalRelevanceDisplay"),
        equations="FR(f, j) = mean over splits on f that row j passes of Info(j, l) - Info(j, child), eq. 7.23, 7.24.",
        differences=(
            "Also for rows that the trees have not seen, for many classes and for regression, where information is the "
            "squared distance to the mean."
        ),
        complexity="One pass of the rows down the trees; 8 bytes a cell.",
        see=("forest-relevance", "contextual-relevance"),
    ),
    Card(
        name="node-complexity",
        title="Node complexity",
        axis="reading",
        idea="Weigh a gain by the information in the order of the node's labels, mirror images being the same.",
        paper=_THESIS,
        use="node_complexity([2, 3])",
        provides=("node_complexity",),
        equations="phi = log2 M - (1 - A/M), M arrangements, A of them palindromes. Rogers 2007, eq. 7.1-7.5.",
        differences="Any number of classes; regression log2(n!) - 1; rows are counted, not weights.",
        complexity="O(K) a node, in log space.",
        see=("forest-relevance",),
    ),
    Card(
        name="irrelevant-gain",
        title="Expected gain of an irrelevant feature",
        axis="reading",
        idea="The best of many useless cuts looks useful; subtract what chance gives.",
        paper=_THESIS,
        use="expected_irrelevant_gain([10, 100], [5, 50])",
        provides=("expected_irrelevant_gain",),
        equations="P(best <= g) = share of lattice paths through cells of gain <= g. Rogers 2007, eq. 7.10-7.14.",
        differences=(
            "Exact (beyond 48 rows a fit within 0.1 %) instead of the middle of two bounds, which is up to 12 % "
            "too small "
            "for balanced nodes. A permutation null serves ties, categories, many classes and regression."
        ),
        complexity="Table look-up; about 10 ms for 100,000 nodes.",
        see=("forest-relevance", "node-complexity"),
    ),
    Card(
        name="relevance-forest",
        title="Relevance forest",
        axis="recipe",
        idea="Draw the feature of a node by what is known about the features, for all rows or for those of the node.",
        paper=_THESIS,
        use='RelevanceForestClassifier(sampling="local", n_evaluation_trees=50)',
        provides=("RelevanceForestClassifier", "RelevanceForestRegressor", "SamplingDisplay"),
        equations=(
            "v = clip(mid, low, high), eq. 7.7-7.9; v ~ lambda Imp0 + sum Gain, eq. 7.6; "
            "v(f, l) ~ max(0, sum_j FR(f, j)), eq. 7.25; test, eq. 7.15-7.18."
        ),
        differences=(
            "Distributions are found again every 16 trees, so that threads stay busy. Selection tests against shuffled "
            "twins; the published null is a choice. One observation weighs 0.1 of the training set's complexity. "
            "Regression is added."
        ),
        complexity="One forest; two with an evaluation forest, and O(n F) per node for local sampling.",
        see=("random-forest", "forest-relevance"),
    ),
    Card(
        name="relevance-selector",
        title="Selection by forest relevance",
        axis="features",
        idea="Keep the features that pass the test of relevance.",
        paper=_THESIS,
        use="RelevanceSelector(n_estimators=50).fit_transform(X, y)",
        provides=("RelevanceSelector",),
        equations="Keep f where p(f) < alpha, as it is or adjusted by Holm or Benjamini-Hochberg.",
        differences=(
            "The test is that of forest relevance. Groups pass or fail together, by Bonferroni within the group."
        ),
        complexity="That of forest relevance, without the local part.",
        see=("forest-relevance",),
    ),
)
