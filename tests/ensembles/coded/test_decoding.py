import numpy as np
from numpy.testing import assert_allclose
from sklearn.datasets import load_digits

from hedgerow.codes import Decoding, class_separability
from hedgerow.ensembles.coded.code_matrix import learn_decoding, weigh_columns
from hedgerow.ensembles.coded.ecoc import ECOCClassifier
from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.out_of_bag import OutOfBag
from hedgerow.foundation.training_set import TrainingSet

X, y = load_digits(return_X_y=True)
ECOC = ECOCClassifier(n_estimators=12, random_state=0).fit(X, y)


SEEN = np.stack([np.isin(np.arange(len(y)), rows) for rows in ECOC.estimators_samples_])


def rows_of(weights=None, n_jobs=1, seen=SEEN):
    training = TrainingSet.of(X, y, n_classes=10, weights=weights)
    return OutOfBag(ECOC.members_, training, np.packbits(seen, axis=1), None, n_jobs)


def test_blocks_of_rows_are_counted_together():
    sides = predict_sides(ECOC.members_, X).T
    for weights in (None, np.random.default_rng(0).random(len(y))):
        expected = class_separability(sides, y, ECOC.code_matrix_, sample_weight=weights)
        for n_jobs in (1, 2):
            found = weigh_columns(rows_of(weights, n_jobs), ECOC.code_matrix_, out_of_bag=False)
            assert_allclose(found, expected)


def test_out_of_bag_only_unseen_rows_count():
    expected = class_separability(predict_sides(ECOC.members_, X).T, y, ECOC.code_matrix_, seen=~SEEN.T)
    assert_allclose(weigh_columns(rows_of(), ECOC.code_matrix_, out_of_bag=True), expected)


def test_scores_are_calibrated_on_all_rows_where_none_is_out_of_bag():
    honest, all_seen = Decoding(), Decoding()
    learn_decoding(honest, ECOC.code_matrix_, rows_of())
    learn_decoding(all_seen, ECOC.code_matrix_, rows_of(seen=np.ones_like(SEEN)))
    scores = np.eye(10)
    assert (all_seen.share_out(scores).max(axis=1) > honest.share_out(scores).max(axis=1)).all()
