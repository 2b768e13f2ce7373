"""Cards of the comparison of methods."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="comparison-over-datasets",
        title="Comparison over data sets",
        axis="reading",
        idea=(
            "Rank the methods on each data set, ask whether any differ, and then which, with tests that only need "
            "the data sets to be independent."
        ),
        paper=(
            "J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine "
            "Learning Research 7, 2006, pp. 1-30."
        ),
        use="compare(scores)",
        provides=("compare", "CriticalDifferenceDisplay"),
        equations=(
            "chi2 = 12 N / (k (k+1)) (sum R_j^2 - k (k+1)^2 / 4); F = (N-1) chi2 / (N (k-1) - chi2); "
            "CD = q sqrt(k (k+1) / (6 N)); sign test N/2 + 1.96 sqrt(N)/2."
        ),
        differences=(
            "Wilcoxon signed-rank tests with Holm's adjustment decide about pairs, because mean-rank tests depend on "
            "which other methods take part (Benavoli et al. 2016); Nemenyi's and Bonferroni-Dunn's are reported. "
            "Wilcoxon drops zeros, is exact up to 25 differences without ties, and else normal with continuity "
            "correction. A pair is called different only if Friedman's test rejects too, and only if so many data "
            "sets could show it. Ranks of a row must sum to k(k+1)/2, so tied methods cannot be given the smallest "
            "of their places. Rows with gaps are left out of ranks."
        ),
        complexity="O(N k log k) for the ranks, O(k^2 N log N) for the pairs.",
        see=("comparison-over-folds",),
    ),
    Card(
        name="comparison-over-folds",
        title="Comparison over folds of one data set",
        axis="reading",
        idea=(
            "Folds share training rows, so widen the variance of the mean difference by the ratio of test to "
            "training rows."
        ),
        paper=(
            "C. Nadeau and Y. Bengio, Inference for the generalization error, Machine Learning 52, 2003, pp. "
            "239-281."
        ),
        use="compare(scores, n_folds=10)",
        provides=("compare",),
        equations=(
            "t = mean / sqrt((1/J + n_test/n_train) s^2) with J-1 degrees of freedom; 5x2 cross-validation: "
            "t = p_11 / sqrt(mean s_i^2) (Dietterich 1998), F = sum p_ij^2 / (2 sum s_i^2) (Alpaydin 1999)."
        ),
        differences=(
            "The sizes are read from cross_validate(..., return_indices=True) or must be given; they are never "
            "guessed. After 5x2 cross-validation Alpaydin's F decides. Pairs are adjusted by Holm. A difference "
            "without any spread over the folds is not called shown."
        ),
        complexity="O(k^2 J).",
        see=("comparison-over-datasets",),
    ),
)
