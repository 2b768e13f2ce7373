"""Cards of the filters that compare features with the target and with each other."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="discretisation",
        title="Discretisation",
        axis="features",
        idea="Cut numbers into a few codes: where classes change, into equal widths, or into equal numbers of rows.",
        paper=(
            "U. M. Fayyad and K. B. Irani, Multi-interval discretization of continuous-valued attributes for "
            "classification learning, IJCAI 1993."
        ),
        use='Discretiser("mdl").fit_transform(X, y)',
        provides=("Discretiser",),
        equations=(
            "Cut where IG > (log2(N-1) + log2(3^c - 2) - c H + c1 H1 + c2 H2) / N, and go on in both sides; c, c1 "
            "and c2 classes in the node and its sides."
        ),
        differences=(
            "A target of values is cut at its quantiles first. Missing values get a code of their own, or stay. "
            "Columns with few distinct values can be left as they are."
        ),
        complexity="A sort of each column, and one pass for each cut.",
        see=("mdl-stopping", "fcbf"),
    ),
    Card(
        name="relevance-types",
        title="Strong and weak relevance",
        axis="features",
        idea="From a known joint distribution: whether a feature matters whatever else is known, or only sometimes.",
        paper=(
            "R. Kohavi and G. H. John, Wrappers for feature subset selection, Artificial Intelligence 97, 1997; D. "
            "Koller and M. Sahami, Toward optimal feature selection, ICML 1996; J. Rogers, PhD thesis, University of "
            "Southampton, 2007, chapter 6."
        ),
        use="relevance_type([[[2, 1], [1, 2]], [[1, 2], [2, 1]]], 0)",
        provides=("relevance_type", "is_marginally_relevant", "is_markov_blanket"),
        equations=(
            "Strong: p(y | x, rest) differs from p(y | rest). Weak: not strong, but p(y | x, S) differs from p(y | S) "
            "for some S of the rest. M blankets x: p(rest, y | x, M) = p(rest, y | M)."
        ),
        differences="None; counts are taken for probabilities.",
        complexity="2^F subsets for a feature that is not strongly relevant.",
        see=("koller-sahami", "iamb"),
    ),
    Card(
        name="fcbf",
        title="Fast correlation-based filter (FCBF)",
        axis="features",
        idea="Scan features by relevance, and drop each one that a better one tells more about than it tells about y.",
        paper=(
            "L. Yu and H. Liu, Efficient feature selection via analysis of relevance and redundancy, Journal of "
            "Machine Learning Research 5, 2004; R. Duangsoithong and T. Windeatt, Hybrid correlation and causal "
            "feature selection for ensemble classifiers, SUEMA workshop, Barcelona, 2010."
        ),
        use="FCBFSelector(n_jobs=2).fit(X, y).order_",
        provides=("FCBFSelector",),
        equations=(
            "SU(a, b) = 2 I(a; b) / (H(a) + H(b)). A kept feature f removes every later g with SU(f, g) >= SU(g, y)."
        ),
        differences=(
            "The threshold is 0; 'rank' takes that of the paper for wide tables, the SU of rank F / log2 F. The "
            "print of Duangsoithong & Windeatt compares SU(g, y) with itself; f is meant. Values are cut into "
            "classes."
        ),
        complexity="O(N F) for the relevance, and O(N) for each feature that is left whenever one is kept.",
        see=("cfs", "combined-features", "discretisation"),
    ),
    Card(
        name="cfs",
        title="Correlation-based feature selection (CFS)",
        axis="features",
        idea="Find the subset whose features go with the target and not with each other.",
        paper=(
            "M. A. Hall, Correlation-based feature selection for discrete and numeric class machine learning, ICML "
            "2000; P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern "
            "Recognition Letters 15, 1994."
        ),
        use='CFSSelector("sffs").fit(X, y).merit_',
        provides=("CFSSelector",),
        equations=(
            "Merit(S) = sum of r_fy / sqrt(k + 2 sum of r_fg over the pairs); r is SU for classes, |Pearson| for "
            "values, and for categories among values the mean of |Pearson| over the indicators by their shares."
        ),
        differences=(
            "The print of Duangsoithong & Windeatt lacks a factor k under the root, with which a redundant pair "
            "would beat the better of the two. Floating search also stops when five additions have not raised the "
            "best merit. Of equal merits the smaller subset is taken."
        ),
        complexity=(
            "O(N F) for each feature that enters a subset, O(F) for all additions to a subset; 'genetic' measures "
            "all pairs, O(N F^2)."
        ),
        see=("fcbf", "feature-clusters"),
    ),
    Card(
        name="combined-features",
        title="Redundancy by combined features",
        axis="features",
        idea="Drop a feature only if a better one tells as much alone as the two do together.",
        paper=(
            "L. Yu and H. Liu, Redundancy based feature selection for microarray data, KDD 2004; J. Rogers, PhD "
            "thesis, University of Southampton, 2007, eq. 6.10-6.11."
        ),
        use="CombinedFeatureSelector().fit_transform(X, y)",
        provides=("CombinedFeatureSelector",),
        equations="A kept feature f removes every later g with SU(f, y) >= SU((f, g), y), (f, g) the product variable.",
        differences=(
            "Symmetrical uncertainty by default: the information of a pair is never less than that of one. No "
            "threshold, since a feature can tell something in pairs only. Constants are never kept."
        ),
        complexity="Twice that of the fast correlation-based filter, for each feature kept; it keeps more.",
        see=("fcbf", "focus"),
    ),
    Card(
        name="focus",
        title="FOCUS",
        axis="features",
        idea="Find the smallest set of features on which no two rows agree while their classes differ.",
        paper="H. Almuallim and T. G. Dietterich, Learning with many irrelevant features, AAAI 1991.",
        use="FocusSelector(max_inconsistency=0.1).fit_transform(X, y)",
        provides=("FocusSelector",),
        equations="A set is consistent when the share of rows in a minority, among those that agree on it, is 0.",
        differences=(
            "Pairs of rows that refuted a set are remembered and refute others without a look at the table. A share "
            "of inconsistent rows can be allowed, which is an extension. Without a consistent set all features are "
            "kept, with a warning."
        ),
        complexity="Up to sum over s of C(F, s) sets, so 30 features or max_size.",
        see=("combined-features",),
    ),
    Card(
        name="koller-sahami",
        title="Koller & Sahami's elimination",
        axis="features",
        idea="Drop, one after another, the feature that adds least to the few features most like it.",
        paper="D. Koller and M. Sahami, Toward optimal feature selection, ICML 1996.",
        use="KollerSahamiSelector(n_blanket=2).fit(X, y).eliminated_",
        provides=("KollerSahamiSelector",),
        equations=(
            "delta(f) = sum of P(m, f) KL(P(y | m, f) || P(y | m)) = I(y; f | M), M the K remaining features of the "
            "largest SU with f."
        ),
        differences=(
            "Likeness is symmetrical uncertainty. Without a number of features, elimination ends when a G2 test "
            "rejects that the least feature adds nothing; p-values are not adjusted."
        ),
        complexity="O(N F^2) for all pairs once; O(N) for each blanket, of which each elimination changes a few.",
        see=("fcbf", "feature-clusters"),
    ),
    Card(
        name="feature-clusters",
        title="Clusters of features and their representatives",
        axis="features",
        idea="Cluster features that go together, and keep the one of each cluster that goes most with the target.",
        paper="J. Rogers, PhD thesis, University of Southampton, 2007, chapter 6.",
        use="FeatureClusterSelector(n_clusters=5).fit(X, y).labels_",
        provides=("FeatureClusterSelector",),
        equations="Distance 1 - SU(f, g), or 1 - |Pearson| for values; average linkage.",
        differences="The linkage, which the source leaves open, and a least association for a number, are choices.",
        complexity="O(N F^2) for all pairs, F^2 numbers of memory.",
        see=("cfs", "koller-sahami"),
    ),
)
