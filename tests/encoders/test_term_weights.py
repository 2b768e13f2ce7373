import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from tests.contract import parametrize_with_contract

from hedgerow import load_model, save_model
from hedgerow.encoders import TermWeights
from hedgerow.saving import ModelFileError


@parametrize_with_contract([TermWeights()])
def test_the_contract(estimator, check):
    check(estimator)


def test_the_check_value():
    """A word three times in a document, in 10 of 100 documents: 3 ln 10."""
    counts = np.zeros((100, 1))
    counts[:10] = 1
    counts[0] = 3
    assert TermWeights().fit_transform(counts)[0, 0] == pytest.approx(6.9077552790, abs=1e-10)


def test_words_of_all_documents_weigh_nothing_and_words_of_none_are_left_out():
    counts = pd.DataFrame({"the": [1, 2], "never": [0, 0], "ball": [0, 3]})
    weights = TermWeights().set_output(transform="pandas").fit(counts)
    assert weights.get_feature_names_out().tolist() == ["the", "ball"]
    assert weights.n_documents_.tolist() == [2, 1]
    assert weights.support_.tolist() == [True, False, True]
    assert weights.transform(counts).to_dict("list") == {
        "the": [0.0, 0.0],
        "ball": [0.0, pytest.approx(3 * np.log(2))],
    }


def test_it_is_what_scikit_learn_computes_without_smoothing():
    """TfidfTransformer weighs by 1 + ln(N / N_w), so subtracting the counts gives ours."""
    counts = np.random.default_rng(0).poisson(0.5, (40, 12))
    theirs = TfidfTransformer(norm=None, smooth_idf=False).fit_transform(counts).toarray() - counts
    np.testing.assert_allclose(TermWeights().fit_transform(counts), theirs, atol=1e-12)


@pytest.mark.parametrize("make", [sparse.csr_array, sparse.csc_array, sparse.coo_matrix, sparse.csr_matrix])
def test_sparse_counts_stay_sparse(make):
    counts = np.random.default_rng(1).poisson(0.3, (30, 8)).astype(float)
    counts[:, 3] = 0
    weights = TermWeights().fit(make(counts))
    found = weights.transform(make(counts))
    assert sparse.issparse(found)
    assert found.nnz == np.count_nonzero(counts)
    np.testing.assert_allclose(found.toarray(), TermWeights().fit_transform(counts))


def test_weights_of_documents_repeat_them():
    counts = np.random.default_rng(2).poisson(0.5, (20, 6))
    times = np.random.default_rng(3).integers(0, 4, 20)
    weighted = TermWeights().fit(counts, sample_weight=times)
    repeated = TermWeights().fit(np.repeat(counts, times, axis=0))
    np.testing.assert_allclose(weighted.weights_, repeated.weights_)
    np.testing.assert_array_equal(weighted.support_, repeated.support_)


def test_stored_zeros_are_no_documents():
    counts = sparse.csr_array((np.array([0.0, 2.0, 1.0]), ([0, 1, 2], [0, 0, 0])), shape=(3, 1))
    assert TermWeights().fit(counts).n_documents_.tolist() == [2.0]


def test_counts_are_not_negative():
    with pytest.raises(ValueError, match="Negative values in data passed to TermWeights, such as -1"):
        TermWeights().fit(np.array([[1.0], [-1.0]]))


def test_it_can_be_kept_in_a_model_file(tmp_path):
    counts = np.random.default_rng(4).poisson(0.5, (20, 6))
    weights = TermWeights().fit(counts)
    save_model(weights, tmp_path / "weights.hdg")
    again = load_model(tmp_path / "weights.hdg")
    np.testing.assert_array_equal(again.transform(counts), weights.transform(counts))


@pytest.mark.parametrize("name", ["support_", "weights_", "n_documents_"])
def test_a_damaged_file_is_refused(tmp_path, name):
    weights = TermWeights().fit(np.random.default_rng(4).poisson(0.5, (20, 6)))
    setattr(weights, name, getattr(weights, name)[:-1])
    save_model(weights, tmp_path / "weights.hdg")
    with pytest.raises(ModelFileError, match="these are not weights of words"):
        load_model(tmp_path / "weights.hdg")
