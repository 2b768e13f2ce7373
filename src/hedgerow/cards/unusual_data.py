"""Cards of the methods that make rows up, set rows aside or pass rows on."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="decorate",
        title="DECORATE",
        axis="recipe",
        idea=(
            "Let each member learn all rows and made-up rows that contradict the ensemble so far, and keep it "
            "only if the ensemble errs no more on the real rows."
        ),
        paper=(
            "P. Melville and R. Mooney, Constructing diverse classifier ensembles using artificial training "
            "examples, IJCAI 2003, pp. 505-510; J. Rogers, PhD thesis, University of Southampton, 2007, ch. 3."
        ),
        use="DecorateClassifier(n_estimators=15, max_trials=50)",
        provides=("DecorateClassifier",),
        equations=(
            "Numbers ~ Normal(mean, sd), categories ~ (count + 1) / (n + categories); "
            "P(label k) = (1 / P_k) / sum_j (1 / P_j), P_k the mean probability of the ensemble."
        ),
        differences=(
            "Every probability below 0.001 counts as 0.001, not only zeros. Values are missing as often as in "
            "their column. Weights of rows are an extension; a made-up row has the mean weight. The learner is a "
            "tree with leaves of two rows, since C4.5 is not part of this package."
        ),
        complexity="At most max_trials fits of (1 + artificial_ratio) N rows, one after the other.",
        see=("bagging",),
    ),
    Card(
        name="robust-tree",
        title="Robust tree",
        axis="learner",
        idea=(
            "Drop the rows that a pruned tree gets wrong and grow it again, until it is right about all rows "
            "that are left."
        ),
        paper="G. John, Robust decision trees: removing outliers from databases, KDD 1995, pp. 174-179.",
        use="RobustTreeClassifier()",
        provides=("RobustTreeClassifier",),
        equations="D_{s+1} = {i in D_s : h_s(x_i) = y_i}, until D_{s+1} = D_s.",
        differences=(
            "It also ends before a class would vanish, and before more than max_removed of the weight is dropped. "
            "Any learner may take the place of C4.5; the default is a tree stopped by description length."
        ),
        complexity="One fit per round on a table that is coded once; usually two to five rounds.",
        see=("mdl-stopping", "reduced-error-pruning"),
    ),
    Card(
        name="leaf-cover",
        title="Rules from largest leaves",
        axis="learner",
        idea=(
            "Make the largest leaf of a pruned tree a rule, set its rows aside, and go on with a tree of the rows "
            "that are left."
        ),
        paper=(
            "E. Frank and I. Witten, Generating accurate rule sets without global optimization, ICML 1998, pp. "
            "144-151; J. Rogers, PhD thesis, University of Southampton, 2007, ch. 4."
        ),
        use="LeafCoverClassifier()",
        provides=("LeafCoverClassifier",),
        equations="H(x) = the class of the first rule that covers x, else the most frequent class.",
        differences=(
            "Trees are grown in full, where PART grows only what it needs to find a leaf. A tree of a single "
            "leaf is the last rule, for all rows that are left."
        ),
        complexity="One tree per rule, on ever fewer rows of a table that is coded once.",
        see=("decision-tree", "mdl-stopping", "cautious-delegation"),
    ),
    Card(
        name="cautious-delegation",
        title="Cautious classifiers that delegate",
        axis="recipe",
        idea=(
            "Answer the rows of which a learner is most confident, and train the next learner on the others, to "
            "which they are passed on."
        ),
        paper=(
            "C. Ferri, P. Flach and J. Hernandez-Orallo, Delegating classifiers, ICML 2004; J. Rogers, PhD "
            "thesis, University of Southampton, 2007, ch. 4."
        ),
        use="CautiousClassifier(coverage=0.5, max_stages=2)",
        provides=("CautiousClassifier",),
        equations="gamma = max{g : #{i : conf(x_i) >= g} >= p N}. Rogers 2007, eq. 4.7.",
        differences=(
            "p is 0.5, and there are two stages; the papers leave both open. Confidences may be found in folds "
            "(cv), which learners that are surer of what they have learned need."
        ),
        complexity="One fit per stage, on ever fewer rows; as many more as there are folds.",
        see=("leaf-cover", "triskel"),
    ),
    Card(
        name="triskel",
        title="TRISKEL",
        axis="recipe",
        idea=(
            "Trust two learners of opposite bias where they agree, and give the rows on which they do not to an "
            "unbiased arbiter that learns those alone."
        ),
        paper=(
            "R. Khoussainov, A. Hess and N. Kushmerick, Ensembles of biased classifiers, ICML 2005, pp. 425-432; "
            "J. Rogers, PhD thesis, University of Southampton, 2007, ch. 4."
        ),
        use="TriskelClassifier(bias=5.0)",
        provides=("TriskelClassifier",),
        equations="H(x) = h_P(x) where h_P(x) = h_N(x), else arbiter(x).",
        differences=(
            "More than two classes have a pair of learners each, and a row is settled where exactly one class "
            "convinces both of its pair. The bias is a weight of 5 that is scaled not to look like more rows."
        ),
        complexity="Two fits for two classes, 2 K for K, in each round; and one of the arbiter.",
        see=("cautious-delegation",),
    ),
)
