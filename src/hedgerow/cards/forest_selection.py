"""Cards of the selectors that ask trees and forests."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="single-tree-selection",
        title="Selection by a single tree",
        axis="features",
        idea=(
            "Grow one tree that splits only where that pays, and keep the features it uses, could have used, or "
            "uses often."
        ),
        paper=(
            "C. Cardie, Using decision trees to improve case-based learning, ICML 1993; L. Frey, D. Fisher, I. "
            "Tsamardinos, C. Aliferis and A. Statnikov, Identifying Markov blankets with decision tree induction, "
            "ICDM 2003; J. Rogers, PhD thesis, University of Southampton, 2007, sections 6.4 and 8.4."
        ),
        use='TreeSelector("feasible").fit_transform(X, y)',
        provides=("TreeSelector",),
        equations=(
            "Feasible at a node: n IG >= log2(n-1) + log2(3^k - 2) - k Ent(l) + k1 Ent(l1) + k2 Ent(l2) + fcost, "
            "with the features and splits the tree had by then; Rogers 2007, eq. 2.23-2.24. Frequency of f: the "
            "share of splits on f."
        ),
        differences=(
            "A frequency is cut off at an equal share, 1/F, by default. Values are cut at their quantiles into "
            "four classes, which is an extension. A tree that does not split keeps all features, with a warning."
        ),
        complexity=(
            "That of one tree; 'feasible' looks at every feature of every split again, O(F N) for each of the few."
        ),
        see=("mdl-stopping", "artificial-contrasts"),
    ),
    Card(
        name="artificial-contrasts",
        title="Artificial contrasts with ensembles (ACE)",
        axis="features",
        idea=(
            "Keep the features that matter more than shuffled copies, drop those that a better one can stand in "
            "for, take away what is explained, and look again."
        ),
        paper=(
            "E. Tuv, A. Borisov, G. Runger and K. Torkkola, Feature selection with ensembles, artificial variables, "
            "and redundancy elimination, Journal of Machine Learning Research 10, 2009; H. Deng, S. Davila, G. "
            "Runger and E. Tuv, Learning Markov blankets for continuous or discrete networks via feature selection, "
            "SUEMA workshop, Barcelona, 2010."
        ),
        use="ACESelector(n_estimators=20, random_state=0).fit(X, y).rounds_",
        provides=("ACESelector",),
        equations=(
            "VI(X) = sum of impurity decreases over the nodes split on X; keep X if a paired t-test of VI(X) against "
            "the 95 % quantile of the contrasts' VI over R replicates has p < alpha / M. Masking M_ij = sum over "
            "nodes split on X_i of dI max(lambda(X_j | X_i), 0), lambda = (min side - disagreement) / min side; "
            "Deng et al. 2010, eq. 1-5."
        ),
        differences=(
            "Level and quantile, one letter in the paper, are two parameters. Gains count by the node's share of "
            "the rows. A node with fewer than five rows out of bag is a leaf; judged in the bag, a number among "
            "coins, all of them noise, was selected in 20 of 20 tables, otherwise in none. Features found before "
            "join the masking of later rounds, so that a copy is not found twice, and predict the residuals "
            "together. Later rounds of a classification follow the residual of each class, with log-odds that grow "
            "by Newton steps. P-values take the table as given: of features that are noise, about one in a hundred "
            "passes."
        ),
        complexity="Each round grows 2 R forests of T trees on twice the features, on codes of eight bits.",
        see=("single-tree-selection", "random-forest"),
    ),
)
