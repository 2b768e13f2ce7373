from hedgerow.foundation.frames import ColumnTypeError as ColumnTypeError
from hedgerow.foundation.frames import ColumnWarning as ColumnWarning
from hedgerow.foundation.frames import MissingFileError as MissingFileError
from hedgerow.foundation.frames import TableError as TableError
from hedgerow.tables.table_reader import OpenedTable as OpenedTable
from hedgerow.tables.table_reader import open_table as open_table
