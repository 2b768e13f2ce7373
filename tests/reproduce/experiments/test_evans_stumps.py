from hedgerow.reproduce.experiments.evans_stumps import bag_stumps, read_cell
from hedgerow.reproduce.tables import find_table


def test_every_answer_of_the_lecture_comes_out():
    found = bag_stumps("vote", 0, 0)
    table = find_table("evans-bagging-stumps")
    assert len(table.cells) == 130
    assert all(found[read_cell(cell).quantity] == cell.value for cell in table.cells)
