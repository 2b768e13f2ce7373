"""Cards of the methods whose members grow in order, each shaped by what the last ones answered."""

from __future__ import annotations

from hedgerow.cards.card import Card

_THESIS = "J. Rogers, PhD thesis, University of Southampton, 2007"

CARDS = (
    Card(
        name="adaboost",
        title="AdaBoost",
        axis="data",
        idea="Rows that the last member got wrong weigh more for the next, and good members count more in the vote.",
        paper=(
            "Y. Freund and R. Schapire, Experiments with a new boosting algorithm, ICML, 1996; J. Zhu, H. Zou, "
            "S. Rosset and T. Hastie, Multi-class AdaBoost, Statistics and Its Interface 2, 2009."
        ),
        use="AdaBoostClassifier(n_estimators=100)",
        provides=("AdaBoostClassifier", "AdaBoost", "exponential_loss"),
        equations=(
            "a = log((1 - e) / e) + log(K - 1); wrong rows are multiplied by exp(a); with two classes a member "
            "weighs a / 2. Rogers 2007, eq. 2.8-2.11."
        ),
        differences=(
            "After a perfect member, or one no better than chance, the weights start again instead of ending the "
            "ensemble, up to max_restarts times in a row; a perfect one counts as if e were 1 / (2 N). Weights are "
            "kept as logarithms."
        ),
        complexity="T times the learner, one after the other, and O(N K) per member.",
        see=("divboost", "arc-x4", "adaboost-r2", "bagging"),
    ),
    Card(
        name="arc-x4",
        title="Arc-x4",
        axis="data",
        idea="A row that m members have got wrong weighs 1 + m^4, and all members count the same.",
        paper="L. Breiman, Arcing classifiers, Annals of Statistics 26, 1998, pp. 801-849.",
        use="ArcX4Classifier(n_estimators=100)",
        provides=("ArcX4Classifier", "ArcX4"),
        equations="w = 1 + m^4. Rogers 2007, eq. 2.12.",
        differences="The exponent is a parameter; weights of the user multiply those of the method.",
        complexity="T times the learner, one after the other.",
        see=("adaboost", "divboost"),
    ),
    Card(
        name="divboost",
        title="DivBoost",
        axis="data",
        idea="Rows about which the members are divided weigh more, and rows that all of them get wrong are let go.",
        paper=f"{_THESIS}, section 4.2.3.",
        use='DivBoostClassifier(n_estimators=100, weighting="w2")',
        provides=(
            "DivBoostClassifier",
            "DivBoost",
            "weigh_votes",
            "margin_p_value",
            "weigh_confidence",
        ),
        equations=(
            "With H of n votes for the true class: W1 = 2^-n sum_{j <= min(H, n - H)} C(n, j); "
            "W2 = 2^-n C(n, H). Rogers 2007, eq. 4.18 and 4.24-4.26."
        ),
        differences=(
            "The printed listing compares H with the final number of members; the number so far is meant. For more "
            "than two classes n counts the votes for the true class and for its strongest rival. Logarithms keep any "
            "number of members from overflowing."
        ),
        complexity="T times the learner, one after the other, and O(N K) per member.",
        see=("adaboost", "boost-by-majority"),
    ),
    Card(
        name="boost-by-majority",
        title="Boost by majority",
        axis="data",
        idea="A row weighs as much as the coming vote is likely to decide about it, in an ensemble of fixed size.",
        paper=(
            "Y. Freund, Boosting a weak learning algorithm by majority, Information and Computation 121, 1995, "
            "pp. 256-285."
        ),
        use="BoostByMajorityClassifier(n_estimators=101, edge=0.05)",
        provides=("BoostByMajorityClassifier", "BoostByMajority", "weigh_decisive"),
        equations=(
            "w = C(n, k) (1/2 + edge)^k (1/2 - edge)^(n - k), k = floor(T/2) - r, n = T - t - 1. "
            "Rogers 2007, eq. 4.19 and 4.20."
        ),
        differences=(
            "The default edge is ours. With more than two classes a row is taken to need half of the votes. The "
            "ensemble ends when everything is decided."
        ),
        complexity="At most T times the learner, one after the other.",
        see=("adaboost", "divboost"),
    ),
    Card(
        name="adaboost-r2",
        title="AdaBoost.R2",
        axis="data",
        idea="Rows whose value the last member missed by far weigh more, and a weighted median answers.",
        paper=(
            "H. Drucker, Improving regressors using boosting techniques, ICML, 1997; C. Pardo et al., Random oracles "
            "for regression ensembles, SUEMA, 2010."
        ),
        use='AdaBoostR2Regressor(n_estimators=100, loss="linear")',
        provides=("AdaBoostR2Regressor", "AdaBoostR2"),
        equations="w is multiplied by b^(1 - L), b = m / (1 - m) with m the weighted mean of the losses L in [0, 1].",
        differences=(
            "Rows may be weighted instead of drawn; rows of weight 0 do not set the largest error; errors within "
            "rounding are none."
        ),
        complexity="T times the learner, one after the other; the median sorts T answers per row.",
        see=("adaboost",),
    ),
    Card(
        name="required-weight",
        title="Required weight of a row",
        axis="reading",
        idea="How much of the weight a row needs before members drawn by weight get it right more often than not.",
        paper=f"{_THESIS}, section 4.2.",
        use="resampling.required_weight(accuracy_in=0.9, accuracy_out=0.3, n_draws=100)",
        provides=("required_weight", "in_bag_probability"),
        equations="s > 1 - (1 - (1/2 - P2) / (P1 - P2))^(1/N). Rogers 2007, eq. 4.8-4.16.",
        differences="0 where no weight is needed, 1 where none is enough.",
        complexity="O(1) per row.",
        see=("adaboost", "divboost"),
    ),
)
