"""Cards of the combination axis."""

from __future__ import annotations

from hedgerow.cards.card import Card

_KUNCHEVA = "L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004"
_KITTLER = (
    "J. Kittler, M. Hatef, R. Duin and J. Matas, On combining classifiers, IEEE Transactions on Pattern Analysis "
    "and Machine Intelligence 20, 1998, pp. 226-239"
)
_ROGERS = "J. Rogers, PhD thesis, University of Southampton, 2007"

CARDS = (
    Card(
        name="voting",
        title="Plurality and weighted vote",
        axis="combination",
        idea="Each member names one class, and the class with the most members, or the most weight, wins.",
        paper=f"{_KUNCHEVA}, sections 4.2 and 4.3.",
        use='EnsembleClassifier(combination="vote")',
        provides=("EnsembleClassifier", "Vote", "WeightedVote"),
        equations="argmax_k sum_t w_t [h_t(x) = k]. Rogers 2007, eq. 2.3 and 2.9.",
        differences=(
            "The sources leave a tie open: it goes to the class with the larger training weight, then to the lower "
            "index. Sums of weights that differ by rounding alone are ties."
        ),
        complexity="O(T N K); the members' answers are summed and never held together.",
        see=("veto", "borda-count", "confidence-weighting", "fixed-rules"),
    ),
    Card(
        name="veto",
        title="Veto",
        axis="combination",
        idea="A class that too many members refuse is out, and another rule decides among the rest.",
        paper=(
            f"{_KUNCHEVA}, section 5.2; E. Baharad and S. Nitzan, The inverse plurality rule - an axiomatization, "
            "Social Choice and Welfare 25, 2005, pp. 173-178."
        ),
        use='EnsembleClassifier(combination="veto")',
        provides=("EnsembleClassifier", "Veto"),
        equations="Class k is out where sum_t w_t [p_tk <= refusal] > tolerated sum_t w_t.",
        differences=(
            "The literature has the veto of a zero in a product and the inverse plurality; here the refusals that are "
            "tolerated are a parameter. If every class is out, those refused least stay. A member never refuses its "
            "own choice."
        ),
        complexity="O(T N K) above the rule inside.",
        see=("voting", "fixed-rules"),
    ),
    Card(
        name="borda-count",
        title="Borda count",
        axis="combination",
        idea="Each member ranks the classes, and a class gets a point for every class it is put above.",
        paper=(
            "T. K. Ho, J. Hull and S. Srihari, Decision combination in multiple classifier systems, IEEE Transactions "
            "on Pattern Analysis and Machine Intelligence 16, 1994, pp. 66-75."
        ),
        use='EnsembleClassifier(combination="borda")',
        provides=("EnsembleClassifier", "BordaCount"),
        equations="B_k = sum_t w_t (#{j : p_tj < p_tk} + #{j != k : p_tj = p_tk} / 2).",
        differences="Classes that a member finds equally probable share their points. Members have weights.",
        complexity="O(T N K log K).",
        see=("voting", "fixed-rules"),
    ),
    Card(
        name="fixed-rules",
        title="Mean, product, minimum, maximum, median and trimmed mean",
        axis="combination",
        idea="Summarise the members' probabilities of each class, or their values, by a statistic.",
        paper=f"{_KITTLER}; {_KUNCHEVA}, section 5.2.",
        use='EnsembleClassifier(combination="product")',
        provides=(
            "EnsembleClassifier",
            "EnsembleRegressor",
            "Mean",
            "MeanProbability",
            "Product",
            "Minimum",
            "Maximum",
            "Median",
            "WeightedMedian",
            "TrimmedMean",
        ),
        equations="Product: s_k = prod_t p_tk^(w_t / sum w), divided by its sum over the classes.",
        differences=(
            "All take weights and silent members; a weight of 2 is two members. The product has a floor under the "
            "probabilities and is a geometric mean, which decides alike and does not saturate. Trimming cuts weight, "
            "so that a member may be cut in part. Where every class has a zero, the mean decides."
        ),
        complexity="O(T N K), with sorting O(T log T N K); blocks of rows bound the memory.",
        see=("voting", "borda-count"),
    ),
    Card(
        name="confidence-weighting",
        title="Votes weighted by leaf size or purity",
        axis="combination",
        idea="A member's answer about a row counts by the purity, or the size, of the leaf that gives it.",
        paper=f"{_ROGERS}, section 2.4.",
        use='EnsembleClassifier(combination="confidence_weighted")',
        provides=("EnsembleClassifier", "ConfidenceWeighted"),
        equations="argmax_k sum_t c_t(x) [h_t(x) = k], with c = m / n, (m + 1) / (n + K) or n.",
        differences=(
            "Any rule may be weighted, not only the vote. The size is training weight. The smoothed purity is an "
            "addition."
        ),
        complexity="A second walk down the trees where the size is needed.",
        see=("voting",),
    ),
    Card(
        name="naive-bayes-combination",
        title="Naive-Bayes combination",
        axis="combination",
        idea=(
            "Read each member's answer as what it usually means, by its confusion matrix, as if the members erred "
            "independently of each other."
        ),
        paper=(
            f"{_KUNCHEVA}, section 4.4; D. Titterington et al., Comparison of discrimination techniques applied to a "
            "complex data set of head injured patients, Journal of the Royal Statistical Society A 144, 1981, "
            "pp. 145-175."
        ),
        use='EnsembleClassifier(combination="naive_bayes")',
        provides=("EnsembleClassifier", "NaiveBayesCombination"),
        equations="P(k | s) = P(k) (prod_t (c_tks + 1/K) / (N_tk + 1))^B, divided by its sum over the classes.",
        differences=(
            "In an ensemble the matrices are counted out of bag, each member on the rows it did not see; the "
            "out-of-bag score of a tenth of the rows uses matrices counted on the others."
        ),
        complexity="O(T N K) to count and to combine, T K^2 numbers.",
        see=("decision-templates", "voting"),
    ),
    Card(
        name="decision-templates",
        title="Decision templates",
        axis="combination",
        idea="A row belongs to the class whose mean table of the members' probabilities is most like the row's own.",
        paper=(
            "L. Kuncheva, J. Bezdek and R. Duin, Decision templates for multiple classifier fusion: an experimental "
            "comparison, Pattern Recognition 34, 2001, pp. 299-314."
        ),
        use='EnsembleClassifier(combination="decision_templates")',
        provides=("EnsembleClassifier", "DecisionTemplates"),
        equations="S_k(x) = 1 - (1 / (T K)) sum_t sum_j (P_tj(x) - D_ktj)^2.",
        differences=(
            "Templates are means of out-of-bag answers in an ensemble; silent members are left out of the comparison. "
            "Scores are similarities divided by their sum. The paper's fuzzy set measures are left out, but for one "
            "that decides as city-block distance does."
        ),
        complexity="O(T N K) to learn, O(T N K^2) to combine.",
        see=("naive-bayes-combination",),
    ),
    Card(
        name="cautious-classifier",
        title="Cautious classifier",
        axis="reading",
        idea="Answer the share of the rows of which the ensemble is most confident, and leave the others alone.",
        paper=(
            f"C. Ferri, P. Flach and J. Hernandez-Orallo, Delegating classifiers, ICML, 2004; {_ROGERS}, ch. 4; "
            "Y. Geifman, G. Uziel and R. El-Yaniv, Bias-reduced uncertainty estimation for deep neural classifiers, "
            "ICLR, 2019."
        ),
        use="abstain(outputs, coverage=0.9)",
        provides=(
            "abstain",
            "cautious_threshold",
            "risk_coverage",
            "Abstention",
            "RiskCoverage",
        ),
        equations="gamma = max{g : #{i : c_i >= g} >= p N}, the ceil(p N)-th largest confidence. Rogers 2007, eq. 4.7.",
        differences=(
            "The printed condition is read as a set. Rows as confident as the threshold are all answered. Row weights "
            "count. Only the single stage: nothing is delegated."
        ),
        complexity="O(N log N).",
        see=("voting",),
    ),
)
