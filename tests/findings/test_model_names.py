from sklearn.pipeline import Pipeline

from hedgerow import RandomForestClassifier
from hedgerow.findings.model_names import name_class


def test_a_pipeline_within_a_pipeline_has_the_name_of_its_model():
    inner = Pipeline([("forest", RandomForestClassifier())])
    assert name_class(Pipeline([("all", inner)])) == "RandomForestClassifier"
    assert name_class(RandomForestClassifier()) == "RandomForestClassifier"
