"""Cards of the networks that learn in a few large steps."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="levenberg-marquardt-network",
        title="Network trained by Levenberg and Marquardt's method",
        axis="learner",
        idea=(
            "Fit one hidden layer by least squares, in a few steps that are between Gauss and Newton's and a short one "
            "downhill."
        ),
        paper=(
            "M. Hagan and M. Menhaj, Training feedforward networks with the Marquardt algorithm, IEEE Transactions on "
            "Neural Networks 5, 1994, pp. 989-993; as used by C. Zor, T. Windeatt and B. Yanikoglu, Bias-variance "
            "analysis of ECOC and bagging using neural nets, SUEMA 2010."
        ),
        use="BaggingClassifier(NetworkClassifier(n_hidden=4, epochs=5), n_estimators=25)",
        provides=("NetworkClassifier", "NetworkRegressor"),
        equations=(
            "delta = (J^T J + mu I)^-1 J^T e; mu becomes a tenth if the squared error falls, else ten times as large "
            "and the step is tried again. mu starts at 0.001 and ends training above 10^10; an epoch is one good step."
        ),
        differences=(
            "Outputs are linear, one for two classes. J is never formed: all outputs share one product of slopes. "
            "Initial weights are uniform and small, or Nguyen and Widrow's. Probabilities are the nearest to "
            "(output + 1) / 2. Inputs are standardised by the rows that a network sees; missing numbers lie at "
            "the mean, categories become indicators."
        ),
        complexity=(
            "O(N (F H)^2 + P^3) a step for H nodes and P = H (F + 1) + K (H + 1) weights; more than 2,000 are refused. "
            "Networks of one shape are trained together."
        ),
        see=("bagging", "bias-variance", "naive-bayes"),
    ),
)
