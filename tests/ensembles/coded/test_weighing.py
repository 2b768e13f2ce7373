import numpy as np
from numpy.testing import assert_allclose
from sklearn.datasets import load_digits

from hedgerow.codes import class_separability
from hedgerow.ensembles.coded.ecoc import ECOCClassifier
from hedgerow.ensembles.coded.sides import ask_sides
from hedgerow.ensembles.coded.weighing import weigh_columns

X, y = load_digits(return_X_y=True)
ECOC = ECOCClassifier(n_estimators=12, random_state=0).fit(X, y)


def test_blocks_of_rows_are_counted_together():
    sides = ask_sides(ECOC.members_, X).T
    for weights in (None, np.random.default_rng(0).random(len(y))):
        expected = class_separability(sides, y, ECOC.code_matrix_, sample_weight=weights)
        for n_jobs in (1, 2):
            found = weigh_columns(ECOC.members_, X, y, ECOC.code_matrix_, weights, None, n_jobs)
            assert_allclose(found, expected)


def test_out_of_bag_only_unseen_rows_count():
    seen = np.stack([np.isin(np.arange(len(y)), rows) for rows in ECOC.estimators_samples_])
    packed = np.packbits(seen, axis=1)
    expected = class_separability(ask_sides(ECOC.members_, X).T, y, ECOC.code_matrix_, seen=~seen.T)
    assert_allclose(weigh_columns(ECOC.members_, X, y, ECOC.code_matrix_, None, packed, 1), expected)
