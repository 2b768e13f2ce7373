"""Polynomials for what chance gains, written by tools/fit_chance.py; see classes.py and values.py."""

from __future__ import annotations

import numpy as np

SMALLEST, LARGEST = 49, 131072  # rows of the nodes that the two-class tables were fitted to
MOST_VALUES = 1073741824  # rows of the largest node that the value tables were fitted to

# fmt: off
# Chebyshev coefficients: lines in ln ln n, columns in ln i / ln(n/2)
TWO_CLASS_MEAN = np.array(
    [[ 4.9182581,  1.309458 , -0.2377308, -0.0048542, -0.0013992, -0.0046891, -0.0002915, -0.0019026],
     [ 0.7803717,  0.6091961, -0.1417501,  0.0213444, -0.0046727, -0.0029184,  0.0022707, -0.0002709],
     [ 0.0250787, -0.0013766, -0.0165698,  0.0124122, -0.0026064, -0.0006702,  0.0007233,  0.0007257],
     [-0.0008247, -0.0049082, -0.0007272,  0.0017338, -0.0005308, -0.000078 ,  0.0002226, -0.0001597]]
)
TWO_CLASS_VARIANCE = np.array(
    [[ 5.6591885,  1.2270173, -0.339717 ,  0.1052589, -0.0286761, -0.0133239, -0.0161746,  0.004288 ],
     [ 0.7566657,  0.337267 , -0.275196 ,  0.0886534,  0.0128463,  0.0020533, -0.0059719, -0.0132361],
     [-0.0575249, -0.0481517, -0.0029892,  0.0064746, -0.0104373,  0.0095868, -0.0004957, -0.0028352],
     [ 0.0020015, -0.0077967,  0.0075384,  0.0010401, -0.0037629, -0.0002966,  0.0010012,  0.0006733]]
)

# Chebyshev coefficients in ln ln n, of the expected largest Z^2 and Z^4
VALUE_SECOND = np.array(
    [ 4.446967 ,  3.8857438,  0.3052932, -0.1490026,  0.0013073,  0.0174551, -0.0007321, -0.0025116,
     -0.000364 ,  0.0007865]
)
VALUE_FOURTH = np.array(
    [32.6140167, 38.803384 ,  9.3399918, -0.36497  , -0.4286694,  0.1485489,  0.0588936, -0.0264255,
     -0.0174599,  0.0062357]
)
