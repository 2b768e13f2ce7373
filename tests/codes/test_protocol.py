import subprocess
import sys

import numpy as np
import pytest

from hedgerow.codes import Design, GivenCode, OneVsRest, is_valid
from hedgerow.codes.member_codes import Identity
from hedgerow.codes.protocol import CODES


@pytest.mark.parametrize("choice", [None, "identity", Identity()])
def test_every_way_to_ask_the_real_question(choice):
    assert isinstance(CODES.resolve(choice), Identity)


@pytest.mark.parametrize("wrong", ["ecoc?", 1, Identity, OneVsRest])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"code=.* must be .*, or None, a matrix"):
        CODES.resolve(wrong)


@pytest.mark.parametrize("name", sorted(CODES.places))
def test_every_design_makes_a_valid_code(name):
    design = CODES.resolve(name)
    if not isinstance(design, Design):
        return  # the identity, and designs that learn
    for n_classes in (3, 5, 8):
        code = design.build(n_classes, None, np.random.RandomState(0))
        assert code.shape[0] == n_classes
        assert is_valid(code) or "partitions" in name  # they ask again when there is nothing new to ask


def test_a_matrix_is_a_code():
    assert isinstance(CODES.resolve([[1], [-1]]), GivenCode)
    assert isinstance(CODES.resolve(np.array([[1], [-1]])), GivenCode)


def test_a_design_is_cloned():
    mine = OneVsRest()
    assert CODES.resolve(mine) is not mine


def test_an_ensemble_without_a_code_loads_no_design():
    program = (
        "import sys\nfrom hedgerow import RandomForestClassifier\n"
        "print(*(name for name in sys.modules if name.startswith('hedgerow.codes.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "hedgerow.codes.member_codes" in loaded
    assert not {
        f"hedgerow.codes.{design}" for design in ("minimal", "discriminant", "exhaustive", "validity")
    } & {*loaded}
