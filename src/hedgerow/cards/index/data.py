"""Data: which examples does a member see."""

from hedgerow.cards.index_entry import Factory, Listing

# fmt: off
METHODS = (
    Listing("bagging", "Bagging", Factory("BaggingClassifier", n_estimators=100), also="Bootstrap"),
    Listing("unique-bootstrap", "Unique bootstrap",
            Factory("EnsembleClassifier", resampling="unique_bootstrap"), home="UniqueBootstrap"),
    Listing("adaboost", "AdaBoost", Factory("AdaBoostClassifier", n_estimators=100), home="AdaBoost",
            also="exponential_loss"),
    Listing("arc-x4", "Arc-x4", Factory("ArcX4Classifier", n_estimators=100), home="ArcX4"),
    Listing("divboost", "DivBoost", Factory("DivBoostClassifier", n_estimators=100, weighting="w2"),
            home="DivBoost", also="weigh_votes margin_p_value weigh_confidence"),
    Listing("boost-by-majority", "Boost by majority",
            Factory("BoostByMajorityClassifier", n_estimators=101, edge=0.05), home="BoostByMajority",
            also="weigh_decisive"),
    Listing("adaboost-r2", "AdaBoost.R2", Factory("AdaBoostR2Regressor", n_estimators=100, loss="linear"),
            home="AdaBoostR2"),
)
