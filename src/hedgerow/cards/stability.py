"""Cards of the stability of selection."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="selection-stability",
        title="Stability of feature selection",
        axis="reading",
        idea="Run a selector on many parts of the table and measure how much its selections agree beyond chance.",
        paper=(
            "S. Nogueira, K. Sechidis and G. Brown, On the stability of feature selection algorithms, Journal of "
            "Machine Learning Research 18(174), 2018, pp. 1-54."
        ),
        use="selection_stability(selector, X, y)",
        provides=("selection_stability", "StabilityDisplay"),
        equations=(
            "1 - mean_f(M/(M-1) p_f (1-p_f)) / (k/d (1 - k/d)); Jaccard |A and B| / |A or B|; Kuncheva "
            "(r p - k^2) / (k (p-k)); Spearman's correlation of rankings."
        ),
        differences=(
            "Where every run selects nothing, or everything, the stability is 1 instead of undefined. The interval "
            "is cut off at -1/(M-1) and 1. Kuncheva's index is generalised to selections of different sizes as the "
            "correlation of the marks. The mean of Jaccard's index has the factor 2/(l^2-l), where Schowe & Morik "
            "(SUEMA 2010) print 2/(l^2+l)."
        ),
        complexity="M fits of the selector; O(M^2 d) for the pairwise indices, O(M d) for the others.",
    ),
)
