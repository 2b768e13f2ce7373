from hedgerow.foundation.table_errors import ColumnTypeError as ColumnTypeError
from hedgerow.foundation.table_errors import ColumnWarning as ColumnWarning
from hedgerow.foundation.table_errors import MissingFileError as MissingFileError
from hedgerow.foundation.table_errors import TableError as TableError
from hedgerow.tables.table_reader import OpenedTable as OpenedTable
from hedgerow.tables.table_reader import open_table as open_table
