import numpy as np
import pytest
from sklearn.preprocessing import OneHotEncoder

from hedgerow.saving.archive import ModelFileError
from hedgerow.saving.kinds import check_ranges


@pytest.mark.parametrize(
    "settings", [{}, {"drop": "first"}, {"min_frequency": 2}, {"handle_unknown": "ignore"}], ids=str
)
@pytest.mark.parametrize(
    "rows", [[["a"], ["b"], ["b"], ["c"]], [[1.0], [2.0], [2.0], [np.nan]]], ids=["words", "numbers"]
)
def test_an_encoder_writes_to_the_columns_it_has(settings, rows):
    def fit():
        return OneHotEncoder(**settings).fit(rows)

    check_ranges(fit())
    check_ranges(OneHotEncoder())
    few, more, unsorted = fit(), fit(), fit()
    few._n_features_outs, more._n_features_outs = [0], [10**6]
    unsorted.categories_ = [np.array([3.0, 2.0, 1.0])]
    dropped = fit()
    dropped._drop_idx_after_grouping = np.array([-5])
    for wrong in (few, more, unsorted, dropped):
        with pytest.raises(ModelFileError, match="do not fit its categories"):
            check_ranges(wrong)
