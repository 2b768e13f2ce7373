from hedgerow.encoders.images.encoding import encode_images as encode_images
from hedgerow.encoders.images.encoding import read_windows as read_windows
from hedgerow.encoders.images.local_patterns import LocalBinaryPatterns as LocalBinaryPatterns
from hedgerow.encoders.images.windows import align_eyes as align_eyes
