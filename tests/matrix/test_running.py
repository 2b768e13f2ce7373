from tests.matrix.running import Worker, count, list_pairs, run_pairs
from tests.matrix.scenarios import list_scenarios


def test_a_worker_answers_and_refuses():
    found = dict(run_pairs(list_pairs(["NearestClassifier"], ["ordinary", "no rows"]), 1))
    assert found["NearestClassifier", "ordinary"] == "answer"
    assert found["NearestClassifier", "no rows"].startswith("refusal: ValueError")
    assert count(found.values()) == {"answer": 1, "refusal": 1}


def test_a_worker_that_takes_too_long_is_replaced():
    worker = Worker(limit=0.01)
    try:
        assert worker.ask(("NearestClassifier", "ordinary")) == "fault: no answer in 0.01 s"
        worker.limit = 60.0
        assert worker.ask(("NearestClassifier", "ordinary")) == "answer"
    finally:
        worker.close()


def test_there_are_at_least_a_hundred_scenarios_for_each_task():
    assert min(len(list_scenarios(task)) for task in ("classes", "values", "labels", "rows")) >= 100
