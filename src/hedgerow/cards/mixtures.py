"""Cards of the mixtures of experts."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="mixture-of-experts",
        title="Mixture of experts",
        axis="learner",
        idea="Let experts share out the rows between them, and train a gate that says who is to be asked about a row.",
        paper=(
            "R. Jacobs, M. Jordan, S. Nowlan and G. Hinton, Adaptive mixtures of local experts, Neural Computation "
            "3, 1991, pp. 79-87."
        ),
        use="MixtureOfExpertsClassifier(branching=4)",
        provides=("MixtureOfExpertsClassifier", "MixtureOfExpertsRegressor"),
        equations=(
            "P(y|x) = sum_j g_j(x) P_j(y|x), g = softmax(V x); credit h_j = g_j P_j / sum_k g_k P_k. M-step: expert j "
            "is fitted with weights h_j, the gate to the soft targets h."
        ),
        differences=(
            "Any learner is an expert. An expert or a gate is replaced only by one that makes its rows likelier, so "
            "the likelihood never falls, whatever the learner. Starts are random prototypes; the round, and the start, "
            "that is best for rows held out is kept. The variance of values has a floor, probabilities a doubt of 1e-6."
        ),
        complexity=(
            "A round is one fit of each expert and up to 50 steps of O(N D J) for the gates, D columns and J experts; "
            "50 rounds and two starts at most by default."
        ),
        see=("hierarchical-mixture-of-experts", "prototype-mixture", "random-oracle"),
    ),
    Card(
        name="hierarchical-mixture-of-experts",
        title="Hierarchical mixture of experts",
        axis="learner",
        idea="Put gates above gates: a tree with soft branches, and an expert at each leaf.",
        paper=(
            "M. Jordan and R. Jacobs, Hierarchical mixtures of experts and the EM algorithm, Neural Computation 6, "
            "1994, pp. 181-214."
        ),
        use="MixtureOfExpertsClassifier(branching=(2, 2))",
        provides=("MixtureOfExpertsClassifier", "MixtureOfExpertsRegressor"),
        equations=(
            "P = sum_i g_i sum_j g_j|i P_ij; the gate of module i is fitted to h_j|i with row weights h_i, so its "
            "logits have the slope h_i (h_j|i - g_j|i)."
        ),
        differences=(
            "Any number of levels, any number of branches at each. Otherwise as for the mixture of experts."
        ),
        complexity="That of a mixture with as many experts as the tree has leaves.",
        see=("mixture-of-experts", "prototype-mixture"),
    ),
    Card(
        name="prototype-mixture",
        title="Mixture of random prototype-based experts (HMRPE)",
        axis="learner",
        idea=(
            "Draw a few rows as prototypes and let nearness to them weigh the experts, in training and in answering; "
            "train only the gate above several such modules."
        ),
        paper=(
            "G. Armano and N. Hatami, Hierarchical mixture of random prototype-based experts, SUEMA (workshop of ECML "
            "PKDD), 2010."
        ),
        use="PrototypeMixtureClassifier(n_modules=2, n_experts=3)",
        provides=("PrototypeMixtureClassifier", "PrototypeMixtureRegressor"),
        equations=(
            "o(x) = sum_m g_m(x) sum_i h_mi(x) o_mi(x), h_i = (1 - d_i / sum_k d_k) / (N - 1); static gates give "
            "2k / (N (N + 1)) to rank k, the nearest being rank N."
        ),
        differences=(
            "The paper's dynamic weights sum to N - 1, and its listing draws prototypes for every row; here they sum "
            "to 1, and prototypes are drawn once for a module. Static constants are a choice of this library. The gate "
            "above learns from out-of-fold answers unless joint=True. Experts are any learners; winner, softmax and "
            "power gates, values and averages over repeats are additions."
        ),
        complexity=(
            "One fit of each expert, and as many again for each fold where the gate learns out of fold; gates of a "
            "module cost one matrix product."
        ),
        see=("mixture-of-experts", "random-oracle"),
    ),
    Card(
        name="small-network",
        title="Small network",
        axis="learner",
        idea="One hidden layer, fitted to rows with weights of any size: an expert for mixtures.",
        paper=(
            "D. Rumelhart, G. Hinton and R. Williams, Learning representations by back-propagating errors, Nature 323, "
            "1986, pp. 533-536; D. Liu and J. Nocedal, On the limited memory BFGS method for large scale optimization, "
            "Mathematical Programming 45, 1989, pp. 503-528."
        ),
        use="SmallNetworkClassifier(n_hidden=5)",
        provides=("SmallNetworkClassifier", "SmallNetworkRegressor"),
        equations=(
            "sum_n w_n loss_n + decay/2 |W|^2 with sum w = 1; the loss is the cross-entropy of a softmax, or half the "
            "squared error of the standardised target."
        ),
        differences=(
            "All rows at once and L-BFGS instead of steps row by row. Columns are standardised within; missing "
            "numbers lie at the mean. Without hidden units it is a logistic or a ridge regression."
        ),
        complexity="O(N D H + N H K) a step, D columns and H hidden units; 200 steps at most by default.",
        see=("mixture-of-experts", "prototype-mixture"),
    ),
)
