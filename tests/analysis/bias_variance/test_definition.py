from hedgerow.analysis.bias_variance.definitions import DEFINITIONS


def test_a_definition_without_noise_has_two_addends():
    assert DEFINITIONS["james"].addends == ("noise", "systematic_effect", "variance_effect")
    assert DEFINITIONS["webb"].addends == ("bias", "variance")
