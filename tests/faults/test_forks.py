import json

import pytest
from tests.faults.forks import MODELS
from tests.faults.sample import sample


def end(warm, folder, function, *arguments):
    warm.start(folder, ["call", f"tests.faults.forks:{function}", *arguments])
    code = warm.wait(150)
    assert code == 0, (folder / "said").read_text()
    return json.loads((folder / "ended.json").read_text())


@pytest.mark.parametrize("n_jobs", sample(["1", "2"], ["2"]))
@pytest.mark.parametrize("name", sample(MODELS, ["forest"]))
def test_forked_processes_fit_and_answer_alike(warm, tmp_path, name, n_jobs):
    assert end(warm, tmp_path, "fork_after_fit", name, n_jobs) == {
        "os.fork": "same",
        "multiprocessing": "same",
        "beside a thread": "same",
    }


def test_a_process_forked_within_a_fit_of_another_thread_fits(warm, tmp_path):
    assert end(warm, tmp_path, "fork_within_a_fit") == {"within a fit": "same"}


def test_processes_of_loky_fit_and_answer_alike(warm, tmp_path):
    assert end(warm, tmp_path, "hand_to_loky") == {"loky": "same"}
