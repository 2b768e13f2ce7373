import os

import pytest
from tests.faults.warm_process import WarmProcess


@pytest.fixture(scope="session")
def warm():
    if os.name != "posix":
        pytest.skip("no forks")
    with WarmProcess() as process:
        yield process
