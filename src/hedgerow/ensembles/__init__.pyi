from hedgerow.ensembles.cautious import CautiousClassifier as CautiousClassifier
from hedgerow.ensembles.coded.ecoc import ECOCClassifier as ECOCClassifier
from hedgerow.ensembles.covering import LeafCoverClassifier as LeafCoverClassifier
from hedgerow.ensembles.decorate import DecorateClassifier as DecorateClassifier
from hedgerow.ensembles.dichotomies.nested import (
    NestedDichotomiesClassifier as NestedDichotomiesClassifier,
)
from hedgerow.ensembles.dichotomies.pairwise import DDAGClassifier as DDAGClassifier
from hedgerow.ensembles.dichotomies.pairwise import PairwiseClassifier as PairwiseClassifier
from hedgerow.ensembles.iterated_bagging import IteratedBaggingRegressor as IteratedBaggingRegressor
from hedgerow.ensembles.masks.classifier import MaskEnsembleClassifier as MaskEnsembleClassifier
from hedgerow.ensembles.masks.genetic import GeneticMasks as GeneticMasks
from hedgerow.ensembles.masks.report import MaskReport as MaskReport
from hedgerow.ensembles.masks.searches import HillClimb as HillClimb
from hedgerow.ensembles.masks.searches import RandomMasks as RandomMasks
from hedgerow.ensembles.robust_tree import RobustTreeClassifier as RobustTreeClassifier
from hedgerow.ensembles.rotation import RandomRotationClassifier as RandomRotationClassifier
from hedgerow.ensembles.rotation import RandomRotationRegressor as RandomRotationRegressor
from hedgerow.ensembles.rotation import RotationForestClassifier as RotationForestClassifier
from hedgerow.ensembles.rotation import RotationForestRegressor as RotationForestRegressor
from hedgerow.ensembles.subspace import RandomSubspaceClassifier as RandomSubspaceClassifier
from hedgerow.ensembles.subspace import RandomSubspaceRegressor as RandomSubspaceRegressor
from hedgerow.ensembles.triskel import TriskelClassifier as TriskelClassifier
