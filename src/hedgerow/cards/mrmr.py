"""Cards of minimum redundancy, maximum relevance, and its ensembles."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="minimum-redundancy",
        title="Minimum redundancy, maximum relevance (mRMR)",
        axis="features",
        idea=(
            "Choose features one after the other, each for what it tells about the target over what it shares with "
            "those chosen before."
        ),
        paper=(
            "C. Ding and H. Peng, Minimum redundancy feature selection from microarray gene expression data, Journal "
            "of Bioinformatics and Computational Biology 3, 2005."
        ),
        use="MRMRSelector().fit(X, y).order_",
        provides=("MRMRSelector",),
        equations=(
            "Next: argmax Cor(f, y) / mean over chosen g of |Cor(f, g)|, or the difference of the two; F and Pearson "
            "for numbers, mutual information for categories."
        ),
        differences=(
            "Redundancy has a floor of 1e-12 by default, where the authors' program adds 0.01. Numbers and "
            "categories together are compared on one scale: correlation, correlation ratio, symmetrical "
            "uncertainty. Fixed features are chosen first. A missing number is the mean of its column. Scores "
            "that differ by rounding are equal, and the lower column wins."
        ),
        complexity="O(N p k) for k of p features: one pass over the table for each feature that is chosen.",
        see=("fast-ensemble-mrmr",),
    ),
    Card(
        name="fast-ensemble-mrmr",
        title="Fast ensembles of mRMR",
        axis="features",
        idea=(
            "Run mRMR without each of e parts of the rows, from sums of all rows less those of the part, and keep what "
            "most runs choose."
        ),
        paper=(
            "B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA workshop, "
            "Barcelona, 2010; Y. Saeys, T. Abeel and Y. Van de Peer, Robust feature selection using ensemble "
            "feature selection techniques, ECML PKDD 2008 (bagged)."
        ),
        use='MRMRSelector(ensemble="fast", n_parts=20).fit(X, y).stability_',
        provides=("MRMRSelector",),
        equations=(
            "R without part b = (Sxy - Sx Sy / N) / sqrt((Sxx - Sx^2 / N)(Syy - Sy^2 / N)), every S a sum over all "
            "rows less that of the part. Correlations to expect: p + (k-1)(p - k/2)(1 - (1-r)^e) / r with "
            "r = 2 J / (1 + J)."
        ),
        differences=(
            "The printed F statistic lacks a square, the printed split sums do not make a correlation, and the "
            "printed cost exceeds what one run needs; all three are put right. Rows are dealt to parts in turn. The "
            "paper leaves the combination open: here votes, then mean place, then relevance. Only the products that a "
            "run asks for are made: those of all rows once for each feature that any run chooses, and those of its "
            "part for the run that chose it. Weights, missing values and categories are extensions."
        ),
        complexity=(
            "O(N p (d + k)) for d distinct features that the e runs choose, and O(e p k) for the scores; d is k where "
            "the runs agree, and e k at most."
        ),
        see=("minimum-redundancy",),
    ),
)
