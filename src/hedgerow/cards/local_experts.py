"""Cards of local experts: partitions of the space with a model for each part."""

from __future__ import annotations

from hedgerow.cards.card import Card

_PAPER = "I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010."

CARDS = (
    Card(
        name="local-experts",
        title="Local experts",
        axis="learner",
        idea=(
            "Part the space by clusters, by clusters within classes and by intervals of a feature, train a model for "
            "each part, and average the three."
        ),
        paper=_PAPER,
        use="LocalExpertsClassifier(n_parts=4)",
        provides=("LocalExpertsClassifier", "LocalExpertsRegressor"),
        equations="MMM: the mean of the outputs of CLU, CL2 and FEA. Section 2 of the paper.",
        differences=(
            "Any base learner; the paper has logistic regressions. The class shares of a part are not corrected unless "
            "that is asked for. The number of parts may be chosen by cross-validation, with one model of all rows "
            "where parts do not pay. All methods are scored alike; the printed gain of the mean seems to come from "
            "scoring it by rounded labels and its parts by soft outputs. Partitions standardise numbers unless told "
            "otherwise. For values, rows between quantiles of the target stand for classes."
        ),
        complexity=(
            "k-means, and about three passes of the learner over the rows; auto costs 12 times as much. Rows are "
            "grouped by expert, and each expert is asked once."
        ),
        see=("cluster-experts", "class-cluster-experts", "feature-experts", "random-oracle"),
    ),
    Card(
        name="cluster-experts",
        title="Experts of clusters (CLU)",
        axis="learner",
        idea="Part the rows by k-means and send a new row to the model of the nearest centre.",
        paper=_PAPER,
        use='LocalExpertsClassifier(partition="clusters", n_parts=4)',
        provides=("LocalExpertsClassifier", "LocalExpertsRegressor", "Clusters"),
        equations="Part i iff |x - c_i| is smallest; halfway, the lower i.",
        differences="k-means starts five times from k-means++. A cluster of one class has a constant answer.",
        complexity="O(N F k) a step of k-means and one matrix product to route; one pass of the learner.",
        see=("local-experts", "prototype-oracle"),
    ),
    Card(
        name="class-cluster-experts",
        title="Experts of class clusters (CL2)",
        axis="learner",
        idea=(
            "Cluster each class by itself, train a model for each combination of one cluster per class, and send a row "
            "to the combination of the nearest."
        ),
        paper=_PAPER,
        use='LocalExpertsClassifier(partition="class-clusters", n_parts=4)',
        provides=("LocalExpertsClassifier", "LocalExpertsRegressor", "ClassClusters"),
        equations="prod_c k_c combinations; the paper's product ends at k_i.",
        differences=(
            "A number of parts is shared out to the classes so that there are no more combinations; of many classes "
            "the largest are parted. Combinations that no training row needs are trained when a new row does, with a "
            "seed of their own, and a bounded number of experts is kept."
        ),
        complexity="Each row is learned by all combinations with its cluster: prod k_c / k_own of them.",
        see=("local-experts", "cluster-experts"),
    ),
    Card(
        name="feature-experts",
        title="Experts of a feature's intervals (FEA)",
        axis="learner",
        idea="Cut one feature into intervals of equal width and train a model for each.",
        paper=_PAPER,
        use='LocalExpertsClassifier(partition="feature", n_parts=4)',
        provides=("LocalExpertsClassifier", "LocalExpertsRegressor", "FeatureIntervals"),
        equations="Interval floor(k (x - min) / (max - min)), the last one closed.",
        differences=(
            "The first feature with enough values unless one is named, as in the paper's experiments. Values outside "
            "the range go to the end intervals, empty intervals to their nearest neighbours, missing "
            "values to the mean."
        ),
        complexity="One pass of the learner.",
        see=("local-experts",),
    ),
    Card(
        name="random-parts",
        title="Random parts (RSS)",
        axis="learner",
        idea="Send rows to parts at random, to see whether local experts gain by where they are or by being several.",
        paper=_PAPER,
        use='LocalExpertsClassifier(partition="random", n_parts=4)',
        provides=("LocalExpertsClassifier", "LocalExpertsRegressor", "RandomParts"),
        equations="Part = hash(x) mod k.",
        differences="A hash of the row takes the place of a draw, so that the same row always goes to the same expert.",
        complexity="One pass of the learner.",
        see=("local-experts",),
    ),
    Card(
        name="prior-correction",
        title="Prior correction",
        axis="learner",
        idea="Turn the probabilities of a model into those it would give if the classes had other shares.",
        paper="G. King and L. Zeng, Logistic regression in rare events data, Political Analysis 9, 2001, pp. 137-163.",
        use='LocalExpertsClassifier(prior_correction="population")',
        provides=("LocalExpertsClassifier", "correct_priors"),
        equations="p_c' ~ p_c tau_c / pi_c; for two classes b_0 - log((1 - tau) / tau * pi / (1 - pi)).",
        differences=(
            "For any number of classes and any model with probabilities. A class that the sample lacks keeps "
            "probability 0, and one class alone is not corrected."
        ),
        complexity="O(N K).",
        see=("local-experts",),
    ),
)
