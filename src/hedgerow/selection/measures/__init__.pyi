from hedgerow.selection.measures.contingency import ContingencyTable as ContingencyTable
from hedgerow.selection.measures.contingency import G2Test as G2Test
from hedgerow.selection.measures.contingency import (
    conditional_mutual_information as conditional_mutual_information,
)
from hedgerow.selection.measures.contingency import entropy as entropy
from hedgerow.selection.measures.contingency import g2_test as g2_test
from hedgerow.selection.measures.contingency import mutual_information as mutual_information
from hedgerow.selection.measures.contingency import symmetrical_uncertainties as symmetrical_uncertainties
from hedgerow.selection.measures.contingency import symmetrical_uncertainty as symmetrical_uncertainty
from hedgerow.selection.measures.relevance_types import is_marginally_relevant as is_marginally_relevant
from hedgerow.selection.measures.relevance_types import is_markov_blanket as is_markov_blanket
from hedgerow.selection.measures.relevance_types import relevance_type as relevance_type
