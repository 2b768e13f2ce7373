"""optuna searches over the parameters of a forest."""

import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
optuna = need("optuna")


def test_a_search():
    X, y = load_iris(return_X_y=True)

    def rate(trial):
        forest = RandomForestClassifier(
            n_estimators=trial.suggest_int("n_estimators", 2, 20),
            max_depth=trial.suggest_int("max_depth", 1, 4),
            criterion=trial.suggest_categorical("criterion", ["gini", "entropy"]),
            random_state=0,
        )
        return cross_val_score(forest, X, y, cv=3).mean()

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=0))
    study.optimize(rate, n_trials=6)
    assert study.best_value > 0.9
