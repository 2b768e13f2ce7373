"""Cards of what the votes of an ensemble tell: how surely, how soon, how independently, and about which rows."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="majority-vote",
        title="Majority of independent voters",
        axis="reading",
        idea=(
            "Voters that err independently, and less than half of the time, err far less together; the sum of "
            "the binomial tail says how much."
        ),
        paper=(
            "J. Rogers, PhD thesis, University of Southampton, 2007, ch. 4 and 6; Condorcet's jury theorem."
        ),
        use="majority_error(25, 0.35)",
        provides=("majority_error", "majority_accuracy", "plurality_error"),
        equations=(
            "sum_{i > T/2} C(T, i) e^i (1 - e)^(T - i), half of a tie added for even T; Rogers 2007, eq. 4.21 "
            "and 6.2. 25 voters with an error of 0.35 err in 6.04 % of the cases."
        ),
        differences=(
            "A tie counts one half; the printed sum starts at T/2 and counts it as right (tie_credit=1). "
            "plurality_error is exact for more than two classes, ties by lot."
        ),
        complexity="O(1) for two classes; O(K T^2 log T) per distinct row for more.",
        see=("convergence", "margins"),
    ),
    Card(
        name="convergence",
        title="Convergence of a finite ensemble",
        axis="reading",
        idea=(
            "Each row's share of right votes says how soon more members settle it, so the error of any number "
            "of members, its limit and the number that is enough follow from one ensemble."
        ),
        paper=(
            "L. Breiman, Random forests, Machine Learning 45, 2001, theorem 1.2; J. Rogers, PhD thesis, "
            "University of Southampton, 2007, section 6.2."
        ),
        use="convergence(outputs).members_needed(0.005)",
        provides=("convergence", "Convergence"),
        equations="error(T) = mean_x P(T votes at x are wrong) -> P(margin < 0); Rogers 2007, eq. 3.9 and 6.2.",
        differences=(
            "More than two classes are treated exactly. Enough is when few rows are expected to be right or wrong "
            "otherwise than in the limit, which bounds the distance of the error: rows that turn right and rows "
            "that turn wrong may balance in the error itself."
        ),
        complexity="One plurality error per distinct row and size.",
        see=("majority-vote", "margins", "random-forest"),
    ),
    Card(
        name="margins",
        title="Margins",
        axis="reading",
        idea="Which share of the votes the true class of a row is ahead of, or behind, the next best.",
        paper=(
            "L. Breiman, Random forests, Machine Learning 45, 2001; R. Schapire, Y. Freund, P. Bartlett and W. "
            "S. Lee, Boosting the margin, Annals of Statistics 26, 1998, pp. 1651-1686."
        ),
        use="margins(outputs)",
        provides=(
            "margins",
            "raw_margins",
            "observed_margins",
            "compare_margins",
            "Margins",
            "MarginDisplay",
        ),
        equations=(
            "marg(x, y) = P(h = y) - max_{j != y} P(h = j); strength = mean margin. Rogers 2007, eq. 3.8-3.11, "
            "4.22 and 6.1."
        ),
        differences=(
            "Rows that no member speaks about have no margin; they are counted and left out. The margins that T "
            "members show scatter around the true ones: observed_margins gives their exact distribution."
        ),
        complexity="O(T N).",
        see=("convergence", "majority-vote"),
    ),
    Card(
        name="added-error",
        title="Added error of an average",
        axis="reading",
        idea="How much of the error that members add to the Bayes error is left in their average.",
        paper=(
            "K. Tumer and J. Ghosh, Error correlation and error reduction in ensemble classifiers, Connection "
            "Science 8, 1996, pp. 385-404."
        ),
        use="added_error(outputs)",
        provides=("added_error", "added_error_factor", "effective_members"),
        equations=(
            "(1 + rho (T - 1)) / T of it, rho = sum_y P(y) mean_{t != u} Corr(e_t^y, e_u^y); Rogers 2007, eq. "
            "3.5-3.7 and 3.14."
        ),
        differences=(
            "Without the true class probabilities the labels stand for them, whose noise is common to all "
            "members and raises rho. Pairs of which one never varies are left out and counted."
        ),
        complexity="O(K T^2 N), as matrix products.",
        see=("majority-vote",),
    ),
    Card(
        name="conditional-entropy-error",
        title="Conditional-entropy error",
        axis="reading",
        idea="What remains unknown of one label when the other is given, in place of a count of errors.",
        paper=(
            "P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature "
            "selection, TCD-CS-2000-02, Trinity College Dublin, 2000."
        ),
        use="conditional_entropy_error(outputs)",
        provides=("conditional_entropy_error",),
        equations=(
            "-sum_{c', c} P(c', c) log P(c' | c), eq. 7; the reduction is the members' mean less that of the "
            "vote."
        ),
        differences=(
            "The minus sign, which the paper omits. As printed it is zero for a constant prediction, so the other "
            "direction, truth given prediction, is offered too. Natural logarithms unless a base is given."
        ),
        complexity="O(T N).",
        see=("margins",),
    ),
    Card(
        name="outlier-filter",
        title="Majority and consensus filter",
        axis="reading",
        idea=(
            "Leave out the rows that most of a committee, fitted without them, contradicts: they are probably "
            "mislabelled."
        ),
        paper=(
            "C. Brodley and M. Friedl, Identifying mislabeled training data, Journal of Artificial Intelligence "
            "Research 11, 1999, pp. 131-167; S. Verbaeten and A. Van Assche, Ensemble methods for noise "
            "elimination in classification problems, Multiple Classifier Systems, 2003, pp. 317-325."
        ),
        use="OutlierFilter(DecisionTreeClassifier())",
        provides=(
            "OutlierFilter",
            "find_outliers",
            "committee_outputs",
            "OutlierDisplay",
            "DecisionTreeClassifier",
        ),
        equations=(
            "Outlier iff sum_t I(h_t(x_i) != y_i) >= T_o, with T_o = T/2 (majority) or T (consensus); Rogers 2007, "
            "eq. 4.3-4.5."
        ),
        differences=(
            "A majority is more than one half (ties='include' for the printed rule). Rows are judged by "
            "cross-validation unless out-of-bag or training answers are asked for, and only by members that have "
            "seen their class. No class vanishes: its least contradicted row stays. For values, residuals beyond "
            "three robust standard deviations are votes."
        ),
        complexity="Five fits of the committee by default, and one of the estimator.",
        see=("margins", "random-forest"),
    ),
)
