from hedgerow.reproduce.experiments import PROTOCOLS, Experiment
from hedgerow.reproduce.experiments.experiment import in_one_sample
from hedgerow.reproduce.tables import find_table


def test_one_table_is_one_sample():
    assert Experiment("coin 1", lambda *_: {}).sample_of("a", 7) == in_one_sample("a", 7) == 0


def test_names_end_in_a_number():
    assert all(protocol.experiment.name.split()[-1].isdigit() for protocol in PROTOCOLS.values())


def test_every_protocol_reads_its_table():
    for identifier, protocol in PROTOCOLS.items():
        table = find_table(identifier)
        numbers = [
            cell for cell in table.cells if not isinstance(cell.value, str) and cell.quantity != "percent"
        ]
        unread = [cell for cell in numbers if protocol.read(cell) is None]
        assert not unread or table.needs or identifier == "evans-t1", (identifier, unread[:3])


def test_trials_are_limited_where_they_take_long():
    assert PROTOCOLS["deng-t2"].limit_trials(100) == 10
    assert PROTOCOLS["deng-t2"].limit_trials(3) == 3
    assert PROTOCOLS["rogers-5.2"].limit_trials(100) == 100
    assert PROTOCOLS["evans-scalars"].limit_trials(100) == 1
