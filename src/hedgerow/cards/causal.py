"""Cards of the selectors that look for causes and effects, and of their baseline."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="grow-shrink",
        title="Grow-Shrink (GS)",
        axis="features",
        idea="Features in a fixed order join the Markov blanket of the target, and superfluous ones leave it.",
        paper=(
            "D. Margaritis and S. Thrun, Bayesian network induction via local neighborhoods, Advances in Neural "
            "Information Processing Systems, 1999."
        ),
        use='CausalSelector("gs").fit_transform(X, y)',
        provides=("CausalSelector",),
        equations=(
            "X joins if it depends on y given the blanket B so far, and leaves if it is independent of y given B "
            "without X. G2 = 2 n ln 2 I(X;y|B), I in bits, with (|X|-1)(|y|-1) prod|B| degrees of freedom."
        ),
        differences=(
            "The fixed order is that of the information with the target. A test with fewer than five rows per "
            "degree of freedom is not made, and the feature does not join. All pairs can be tried where no single "
            "feature depends (pairs=True)."
        ),
        complexity="O(F N) for each member of the blanket; all features are tested at once.",
        see=("iamb", "pc-algorithm", "hybrid-causal-selection"),
    ),
    Card(
        name="iamb",
        title="Incremental association Markov blanket (IAMB, Inter-IAMB)",
        axis="features",
        idea=(
            "The feature that tells most about the target, given the Markov blanket so far, joins it, and "
            "superfluous ones leave it."
        ),
        paper=(
            "I. Tsamardinos, C. Aliferis and A. Statnikov, Algorithms for large scale Markov blanket discovery, "
            "FLAIRS conference, 2003."
        ),
        use='CausalSelector("iamb", test="mixed").fit_transform(X, y)',
        provides=("CausalSelector", "blanket_recovery"),
        equations="The next to join is argmax I(X;y|B) of the features that depend on y given B.",
        differences=(
            "Only features for which independence is rejected compete, so that one with too many values for the "
            "rows does not end the search. All pairs can be tried where no single feature depends (pairs=True)."
        ),
        complexity="O(F N) for each member of the blanket. Inter-IAMB shrinks after each newcomer.",
        see=("grow-shrink", "max-min-parents-and-children", "hiton"),
    ),
    Card(
        name="max-min-parents-and-children",
        title="Max-min parents and children (MMPC)",
        axis="features",
        idea=(
            "Find the causes and effects of the target: features that no small set of other candidates separates "
            "from it, those first whose weakest association is strongest."
        ),
        paper=(
            "I. Tsamardinos, L. Brown and C. Aliferis, The max-min hill-climbing Bayesian network structure "
            "learning algorithm, Machine Learning 65, 2006."
        ),
        use='CausalSelector("mmpc", max_condition=3).fit_transform(X, y)',
        provides=("CausalSelector",),
        equations="The next to join is argmax over X of the least I(X;y|S) over all subsets S of the members.",
        differences="Associations are compared by their information in bits, not by p-values.",
        complexity=(
            "O(F N) for each subset of at most max_condition members, and as much again for each member, to see "
            "whether the target is its neighbour in turn."
        ),
        see=("hiton", "iamb"),
    ),
    Card(
        name="hiton",
        title="HITON",
        axis="features",
        idea=(
            "Find the causes and effects of the target in the order of their association with it, then the other "
            "causes of its effects."
        ),
        paper=(
            "C. Aliferis, I. Tsamardinos and A. Statnikov, HITON: a novel Markov blanket algorithm for optimal "
            "variable selection, AMIA symposium, 2003; C. Aliferis, A. Statnikov, I. Tsamardinos, S. Mani and X. "
            "Koutsoukos, Local causal and Markov blanket induction, Journal of Machine Learning Research 11, 2010."
        ),
        use='CausalSelector("hiton").fit_transform(X, y)',
        provides=("CausalSelector",),
        equations=(
            "X is a spouse if it is a neighbour of a neighbour Z, independent of y given S, and dependent given S "
            "and Z."
        ),
        differences=(
            "The semi-interleaved search of 2010, with mutual neighbours only; spouses by the rule of Pena et al. "
            "2007, which lets in no others."
        ),
        complexity="That of MMPC, for the target, its neighbours and their neighbours.",
        see=("max-min-parents-and-children", "iamb"),
    ),
    Card(
        name="pc-algorithm",
        title="The PC algorithm",
        axis="features",
        idea=(
            "Learn a graph of causes and effects: start with all edges, take away those that a small set of "
            "neighbours explains, and direct what the rest allows."
        ),
        paper=(
            "P. Spirtes and C. Glymour, An algorithm for fast recovery of sparse causal graphs, Social Science "
            "Computer Review 9, 1991; D. Colombo and M. Maathuis, Order-independent constraint-based causal "
            "structure learning, Journal of Machine Learning Research 15, 2014."
        ),
        use='CausalSelector("pc", test="fisher-z").fit(X, y).graph_.frame()',
        provides=("CausalSelector", "CausalGraph"),
        equations=(
            "i and j are separated if they are independent given a subset S of the neighbours of one of them; "
            "i -> k <- j if i - k - j, i and j have no edge and k is not in S; further directions by Meek 1995, "
            "rules 1 and 2."
        ),
        differences=(
            "The stable variant. Of the sets of one size that separate a pair the one counts that does it best. "
            "Edges that samples would have point both ways, or in a circle, have no direction. An edge that cannot "
            "be tested stays."
        ),
        complexity="O(F^2 N) for single features, O(F d^k N) for sets of k of d neighbours.",
        see=("three-phase-dependency-analysis", "hybrid-causal-selection"),
    ),
    Card(
        name="three-phase-dependency-analysis",
        title="Three-phase dependency analysis (TPDA)",
        axis="features",
        idea="Learn a graph by drafting a tree of the strongest edges, thickening it, and thinning it.",
        paper=(
            "J. Cheng, R. Greiner, J. Kelly, D. Bell and W. Liu, Learning Bayesian networks from data: an "
            "information-theory based approach, Artificial Intelligence 137, 2002."
        ),
        use='CausalSelector("tpda", prefilter="fcbf").fit_transform(X, y)',
        provides=("CausalSelector", "CausalGraph"),
        equations=(
            "An edge x - y is not needed if I(x;y|C) vanishes for the neighbours C of x, or of y, on paths between "
            "them, or for what is left of C when one variable after another goes whose loss lowers it most."
        ),
        differences=(
            "At most the eight strongest neighbours are conditioned on, and fewer where rows are few. The second, "
            "exhaustive thinning is left out. Any of the tests takes the place of the threshold."
        ),
        complexity="O(F^2 N) for the draft, and a few tests for each dependent pair.",
        see=("pc-algorithm", "hybrid-causal-selection"),
    ),
    Card(
        name="hybrid-causal-selection",
        title="Hybrid correlation and causal selection (H-PC, H-TPDA, H-GS, H-IAMB)",
        axis="features",
        idea="Remove redundant features by a correlation filter first, so that causal methods can bear the rest.",
        paper=(
            "R. Duangsoithong and T. Windeatt, Hybrid correlation and causal feature selection for ensemble "
            "classifiers, in Ensembles in Machine Learning Applications, Springer, 2011."
        ),
        use='CausalSelector("pc", prefilter="fcbf", keep="connected").fit_transform(X, y)',
        provides=("CausalSelector",),
        equations=(
            "A better feature f covers g if SU(f, g) >= SU(g, y); PC and TPDA keep what a path joins to the target."
        ),
        differences=(
            'G2 with a level is the default; test="mi" with a threshold of 0.01 bits is the paper\'s. What graphs '
            'keep is the blanket by default; keep="connected" is the paper\'s.'
        ),
        complexity="O(F N) for each feature that the filter keeps, then that of the method on what is left.",
        see=("pc-algorithm", "three-phase-dependency-analysis", "grow-shrink", "iamb"),
    ),
    Card(
        name="svm-rfe",
        title="Recursive elimination with support vector machines (SVM-RFE)",
        axis="features",
        idea="Fit a linear support vector machine, drop the feature with the smallest weight, and fit again.",
        paper=(
            "I. Guyon, J. Weston, S. Barnhill and V. Vapnik, Gene selection for cancer classification using support "
            "vector machines, Machine Learning 46, 2002."
        ),
        use="SVMRFESelector(10, step=0.1).fit_transform(X, y)",
        provides=("SVMRFESelector",),
        equations="The feature with the smallest sum of w^2, over the one-versus-rest problems, goes.",
        differences=(
            "The columns of a category go together. Targets of values have a machine for regression, an extension."
        ),
        complexity="One machine for each step; a share as step makes their number logarithmic in F.",
        see=("iamb",),
    ),
)
