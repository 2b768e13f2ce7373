"""Cards of the measures of diversity."""

from __future__ import annotations

from hedgerow.cards.card import Card

_KUNCHEVA = (
    "L. I. Kuncheva and C. J. Whitaker, Measures of diversity in classifier ensembles and their relationship "
    "with the ensemble accuracy, Machine Learning 51, 2003, pp. 181-207"
)
_ROGERS = "J. Rogers, PhD thesis, University of Southampton, 2007"

CARDS = (
    Card(
        name="diversity-report",
        title="Diversity report",
        axis="reading",
        idea="How good the members are, how alike, and what their differences bring, in two numbers and a sentence.",
        paper=f"{_KUNCHEVA}; {_ROGERS}, section 3.3.",
        use="diversity_report(outputs)",
        provides=("diversity_report", "DiversityReport"),
        equations="Classes: mean error and mean kappa; values: error^2 = member error^2 - spread^2.",
        differences="Every measure stands beside its range and the value to expect of independent members.",
        complexity="That of the pairwise measures and O(T N K).",
        see=("pairwise-diversity", "ensemble-diversity", "ambiguity-decomposition"),
    ),
    Card(
        name="pairwise-diversity",
        title="Pairwise diversity",
        axis="reading",
        idea=(
            "Two members are alike as far as they give the same answers, or are right and wrong about the same "
            "rows; the ensemble's value is the mean over its pairs."
        ),
        paper=f"{_KUNCHEVA}; {_ROGERS}, section 3.3; J. Cohen, A coefficient of agreement for nominal scales, 1960.",
        use='diversity.pairwise(outputs, "kappa")',
        provides=("pairwise", "count_pairs", "PairCounts"),
        equations=(
            "With n11, n10, n01, n00 rows on which both, one, the other or none is right: Q = (n11 n00 - n10 n01) / "
            "(n11 n00 + n10 n01), coincident errors = 2 n00 / (n10 + n01 + 2 n00). Rogers 2007, eq. 3.13 and "
            "3.18-3.22."
        ),
        differences=(
            "A pair is judged on the rows about which both speak. Undefined pairs are left out of the mean and "
            "counted, or given a value. Kappa is that of the answers, for any number of classes; the thesis's, of "
            "being right, is correctness_kappa. Eq. 3.13 lacks a square root."
        ),
        complexity=(
            "O(T^2 N / 64): rows are bits, and a word of 64 costs one AND and one count. With weights of rows it "
            "is a matrix product."
        ),
        see=("diversity-report", "ensemble-diversity", "kappa-error-diagram"),
    ),
    Card(
        name="ensemble-diversity",
        title="Diversity of the whole ensemble",
        axis="reading",
        idea="How many members are right about each row says whether they fail together or in turn.",
        paper=(
            f"{_KUNCHEVA}; D. Partridge and W. Krzanowski, Software diversity: practical statistics for its "
            "measurement and exploitation, Information and Software Technology 39, 1997."
        ),
        use="diversity.generalised_diversity(outputs)",
        provides=(
            "kohavi_wolpert_variance",
            "interrater_kappa",
            "difficulty",
            "generalised_diversity",
            "coincident_failure_diversity",
            "coincident_errors_of_all",
            "correctness_entropy",
        ),
        equations=(
            "KW = mean_x l (T - l) / T^2 = (T - 1) / (2 T) mean disagreement; kappa = 1 - T KW / ((T - 1) p (1 - p)), "
            "with l of T members right about a row and p their mean accuracy. Rogers 2007, eq. 3.23 and 3.27."
        ),
        differences=(
            "Out of bag, T is the number of members that speak about a row; interrater kappa is then Fleiss and "
            "Cuzick's, and measures of coincidence leave out rows about which one speaks alone."
        ),
        complexity="O(T N).",
        see=("pairwise-diversity", "vote-entropy", "sharkey-types"),
    ),
    Card(
        name="vote-entropy",
        title="Vote entropy",
        axis="reading",
        idea="The more evenly the votes about a row spread over the classes, the more the members disagree.",
        paper=(
            "P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature "
            f"selection, ECML 2000; {_ROGERS}, section 3.3."
        ),
        use="diversity.vote_entropy(outputs)",
        provides=("vote_entropy", "vote_ambiguity", "row_confidence"),
        equations="mean_x -sum_k p_k log p_k with p_k the share of votes for class k. Rogers 2007, eq. 3.26-3.29.",
        differences=(
            "Bits by default; Cunningham and Carney's nats with base=math.e. Class probabilities can take the place "
            "of votes, and the members' own doubt can be taken off."
        ),
        complexity="O(N (T + K)).",
        see=("ensemble-diversity", "ensemble-curve"),
    ),
    Card(
        name="ambiguity-decomposition",
        title="Ambiguity decomposition",
        axis="reading",
        idea="The squared error of a mean is the mean squared error of its members less their spread around it.",
        paper=(
            "A. Krogh and J. Vedelsby, Neural network ensembles, cross validation, and active learning, NIPS 7, 1995."
        ),
        use="diversity.ambiguity_decomposition(outputs)",
        provides=("ambiguity_decomposition", "AmbiguityDecomposition"),
        equations=(
            "(H - y)^2 = sum_t a_t (h_t - y)^2 - sum_t a_t (h_t - H)^2, sum_t a_t = 1. Rogers 2007, eq. 3.1-3.4."
        ),
        differences="Out of bag, the weights of the members that speak about a row are scaled to sum to one.",
        complexity="O(T N).",
        see=("diversity-report", "ensemble-curve"),
    ),
    Card(
        name="strength-and-correlation",
        title="Strength and correlation",
        axis="reading",
        idea="A forest's error is bounded by how strong its trees are together and how much their margins correlate.",
        paper="L. Breiman, Random forests, Machine Learning 45, 2001, pp. 5-32.",
        use="diversity.breiman_bound(outputs)",
        provides=("breiman_bound", "BreimanBound"),
        equations=(
            "error <= rho (1 - s^2) / s^2, s = mean margin, rho = Var(margin) / (mean_t sd_t)^2. Rogers 2007, eq. "
            "3.8-3.16."
        ),
        differences=(
            "The plain mean of pairwise correlations (eq. 3.16) is offered as a description only: with finitely many "
            "members it can fall below the error. A strength that is not positive gives an infinite bound."
        ),
        complexity="O(T N); O(T^2 N / 64) for the pairwise correlation.",
        see=("random-forest", "pairwise-diversity", "tumer-ghosh-correlation"),
    ),
    Card(
        name="tumer-ghosh-correlation",
        title="Error correlation of Tumer and Ghosh",
        axis="reading",
        idea="Errors about the class probabilities that members share do not average out.",
        paper=(
            "K. Tumer and J. Ghosh, Error correlation and error reduction in ensemble classifiers, Connection Science "
            "8, 1996, pp. 385-404."
        ),
        use="diversity.tumer_ghosh_correlation(outputs)",
        provides=("tumer_ghosh_correlation",),
        equations="rho = sum_y P(y) mean_{t != u} corr(e_t^y, e_u^y). Rogers 2007, eq. 3.14.",
        differences="The class indicator stands for the unknown P(y|x). Pairs whose error does not vary are left out.",
        complexity="O(K T N); out of bag O(K T^2 N), by 64 for votes.",
        see=("strength-and-correlation",),
    ),
    Card(
        name="sharkey-types",
        title="Sharkey's four types",
        axis="reading",
        idea="The worst row says whether errors never coincide, are always outvoted, sometimes, or not at all.",
        paper="A. Sharkey and N. Sharkey, Combining diverse neural nets, The Knowledge Engineering Review 12, 1997.",
        use="diversity.sharkey_type(outputs)",
        provides=("sharkey_type", "SharkeyType"),
        equations="I: at most one wrong; II: most right; III: at least one right; IV: none. Rogers 2007, section 3.3.",
        differences="With same_label=True only errors that name the same wrong class coincide.",
        complexity="O(N (T + K)).",
        see=("ensemble-diversity",),
    ),
    Card(
        name="member-diversity",
        title="Distance of a member from the rest",
        axis="reading",
        idea="How often one member contradicts the vote, or the other members on average.",
        paper=(
            "H. Elghazel, A. Aussem and F. Perraud, Trading-off diversity and accuracy for optimal ensemble tree "
            f"selection in random forests, SUEMA 2010; {_ROGERS}, section 3.3."
        ),
        use="diversity.member_disagreement(outputs)",
        provides=("member_ambiguity", "member_disagreement"),
        equations="d_i = sum_x (T - V(x, h_i(x))) / (N (T - 1)), with V the votes. Rogers 2007, eq. 3.24 and 3.25.",
        differences="For values, squared differences take the place of disagreements.",
        complexity="O(T N), without a matrix of pairs.",
        see=("pairwise-diversity",),
    ),
    Card(
        name="ensemble-curve",
        title="Error and diversity against size",
        axis="reading",
        idea="What the first 1, 2, ..., T members are worth together shows when more of them stop helping.",
        paper=f"{_ROGERS}, chapters 5 and 8; C. Pardo et al., Random oracles for regression ensembles, SUEMA 2010.",
        use="diversity.ensemble_curve(outputs)",
        provides=("ensemble_curve", "EnsembleCurve", "EnsembleCurveDisplay"),
        equations="Votes and sums of pairs grow by one member at a time.",
        differences="Rows about which none of the first members speaks are left out at that size.",
        complexity="O(T N + T^2) beside the pairwise counts.",
        see=("vote-entropy", "pairwise-diversity"),
    ),
    Card(
        name="kappa-error-diagram",
        title="Kappa-error diagram",
        axis="reading",
        idea="Every pair of members is a point, placed by how alike the two are and how much they err.",
        paper="D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML 1997, pp. 211-218.",
        use="DiversityErrorDisplay.from_outputs(outputs).plot()",
        provides=("DiversityErrorDisplay",),
        equations="x = kappa of the answers, y = mean error of the two; for values x = root mean square distance.",
        differences="At most 2,000 pairs of an ensemble are drawn, and the centre of all is marked.",
        complexity="That of the pairwise measures.",
        see=("pairwise-diversity",),
    ),
)
