"""Cards of additive models: each round adds what the rounds before have left unexplained."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="lsboost",
        title="LsBoost",
        axis="recipe",
        idea=(
            "Each round fits a stump to the residuals of least squares and takes a short step along it; a penalty on "
            "the squared step is a learning rate."
        ),
        paper=(
            "J. Friedman, Greedy function approximation: a gradient boosting machine, Annals of Statistics 29, 2001, "
            "pp. 1189-1232; P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient "
            "boosting machines, SUEMA workshop, Barcelona, 2010."
        ),
        use="LsBoostClassifier(l2=100)",
        provides=("LsBoostClassifier", "LsBoostRegressor"),
        equations="h = argmax |sum u h| over stumps in {-1, +1}; rho = sum u h / (N + l2): a rate of N / (N + l2).",
        differences=(
            "More than two classes have one model each, against the rest. Trees and values: each leaf takes the step "
            "sum u / (rows + l2). Probabilities are (F + 1) / 2, bent at the ends."
        ),
        complexity="Stumps: the columns are sorted once, then N F per round and class.",
        see=("rpboost", "logitboost"),
    ),
    Card(
        name="rpboost",
        title="RpBoost",
        axis="recipe",
        idea=(
            "LsBoost, where each round sees the data through a fresh random projection, so that stumps are oblique "
            "cuts and features are read together."
        ),
        paper=(
            "P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient boosting "
            "machines, SUEMA workshop, Barcelona, 2010."
        ),
        use="RpBoostClassifier(n_estimators=100, learning_rate=0.5)",
        provides=("RpBoostClassifier", "RpBoostRegressor"),
        equations="Z = X R with R of F x d, entries normal, +-1 or uniform; then a round of LsBoost on Z.",
        differences=(
            "Features are standardised first. The matrix in the printed step is read as the answers of the stumps, "
            "without which the step is no minimiser. Several classes share the projections; values are an extension."
        ),
        complexity="N F d + N d log N per round; a round keeps one column of R.",
        see=("lsboost", "random-projection"),
    ),
    Card(
        name="random-projection",
        title="Random projection",
        axis="features",
        idea="Give each member its own random mixtures of all the features.",
        paper=(
            "P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient boosting "
            "machines, SUEMA workshop, Barcelona, 2010."
        ),
        use='EnsembleClassifier(view="projection", n_estimators=10)',
        provides=("RandomProjection",),
        equations="Z = X R; R of F x d with normal, sign, uniform or orthonormal columns.",
        differences=(
            "Features are standardised first, missing numbers become medians. Mixtures are rounded to 2^-30 of a "
            "standard deviation, so that sums which are equal on paper are equal."
        ),
        complexity="N F d per member, and a coded table each; R is drawn again from the seed.",
        see=("rpboost", "random-subspace"),
    ),
    Card(
        name="logitboost",
        title="LogitBoost",
        axis="recipe",
        idea="Each round is a step of Newton's method towards the maximum likelihood of an additive logistic model.",
        paper=(
            "J. Friedman, T. Hastie and R. Tibshirani, Additive logistic regression: a statistical view of boosting, "
            "Annals of Statistics 28, 2000, pp. 337-407."
        ),
        use="LogitBoostClassifier(n_estimators=50)",
        provides=("LogitBoostClassifier",),
        equations="Algorithms 3 and 6: fit f to (y - p) / (p (1 - p)) with weights p (1 - p).",
        differences="None: responses are cut off at 4. Two classes report the log-odds, twice the F of the paper.",
        complexity="T regression trees per class, on one coded table.",
        see=("lsboost",),
    ),
    Card(
        name="iterated-bagging",
        title="Iterated bagging",
        axis="recipe",
        idea="Bag the target, then the residuals of the rows out of bag, and so on; bias falls, and variance too.",
        paper=(
            "L. Breiman, Using iterated bagging to debias regressions, Machine Learning 45, 2001, pp. 261-277; C. "
            "Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles, SUEMA "
            "workshop, Barcelona, 2010."
        ),
        use="IteratedBaggingRegressor(n_stages=3)",
        provides=("IteratedBaggingRegressor",),
        equations="y_(j+1) = y_j - out-of-bag answer of stage j; stop when its mean square is 1.1 times the least.",
        differences=(
            "Rows in every bag of a stage get the answer of its members. Stages are compared from the first on, since "
            "the mean square of y depends on the origin. Any resampling that leaves rows out, and any view, will do."
        ),
        complexity="Bagging, once per stage.",
        see=("bagging",),
    ),
)
