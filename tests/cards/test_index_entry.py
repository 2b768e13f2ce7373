from hedgerow.cards import Call, Factory, Listing


def test_a_factory_reads_as_python():
    factory = Factory("A", [Factory("B", x="y")], z=None)
    assert repr(factory) == 'A([B(x="y")], z=None)'


def test_a_call_reads_as_python():
    assert repr(Call("pairwise", 'outputs, "kappa"')) == 'pairwise(outputs, "kappa")'


def test_a_method_knows_the_counterparts_of_its_classes():
    both = Listing("a", "A", Factory("AClassifier"), also="b c")
    assert both.list_names() == ["AClassifier", "b", "c", "ARegressor"]
    assert Listing("a", "A", Factory("AClassifier"), only="classification").list_names() == ["AClassifier"]


def test_what_an_estimator_is_a_member_of_does_not_belong_to_it():
    member = Listing("m", "M", Factory("BaggingClassifier", Factory("MSelector")), home="MRegressor")
    assert member.list_names() == ["MRegressor", "MClassifier"]
    value = Listing("v", "V", Factory("EnsembleClassifier"), home="V", only="classification")
    assert value.list_names() == ["V", "EnsembleClassifier"]
