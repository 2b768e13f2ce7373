from hedgerow.encoders.normal_limits import NormalLimits as NormalLimits
from hedgerow.encoders.sector_means import SectorMeans as SectorMeans
