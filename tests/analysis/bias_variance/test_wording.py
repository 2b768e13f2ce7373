import numpy as np

from hedgerow.analysis.bias_variance import BiasVariance
from hedgerow.outputs import Outputs

SAID = [[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_classes():
    result = BiasVariance.from_outputs(Outputs.from_predictions(SAID, truth=[0, 0, 1, 1]))
    assert result.sentence() == (
        "A member errs on 40.0 % of 4 rows, the mean of 5 members (standard deviation 22.4 %): noise 0.0 % "
        "(taken as zero), systematic effect 50.0 % and variance effect -10.0 %; straying from the main prediction "
        "helps (James)."
    )
    assert result.decompose("webb").sentence().endswith("): bias 35.0 % and variance 5.0 % (Webb).")


def test_values_and_a_single_model():
    noise = np.array([[0.0, 2.0]])
    outputs = Outputs.from_predictions([[1.5]], truth=[1], regression=True)
    assert BiasVariance.from_outputs(outputs, noise=noise).sentence() == (
        "A member has a mean squared error of 1.25 on 1 row, the mean of 1 members: noise 1 (known), squared bias "
        "0.25 and variance 0 (Squared error)."
    )


def test_rows_that_were_never_asked_about_are_counted():
    outputs = Outputs.from_predictions([[0, 1, 1]], truth=[0, 1, 1], predicted=[[True, False, True]])
    sentence = BiasVariance.from_outputs(outputs).sentence()
    assert "errs on 0.0 % of 2 rows" in sentence
    assert sentence.endswith("; 1 more were never tested on (James).")
