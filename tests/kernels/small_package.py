"""A copy of how kernels are compiled, with one small kernel whose piece can be edited, for processes of its own."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import hedgerow

SOURCE = Path(hedgerow.__file__).parent
COPIED = (
    "_kernels/__init__.py", "_kernels/compilation.py", "_kernels/kernel_cache.py", "_kernels/numba_internals.py",
    "foundation/__init__.py", "foundation/atomic_file.py",
)  # fmt: skip
PIECE = """
from hedgerow._kernels.compilation import piece

@piece
def change(x):
    return x + {amount}
"""
KERNEL = """
from numba import float64
from hedgerow._kernels.compilation import kernel
from hedgerow._kernels.change import change

@kernel(float64(float64))
def compute(x):
    return 2.0 * change(x)
"""
CALL = """
from hedgerow._kernels.small import compute
print(compute(1.0), sum(compute.stats.cache_hits.values()))
"""


@dataclass
class SmallPackage:
    folder: Path

    @classmethod
    def make(cls, folder):
        for name in COPIED:
            place = folder / "package" / "hedgerow" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, place)
        (folder / "package" / "hedgerow" / "__init__.py").touch()
        package = cls(folder)
        (package.kernels / "small.py").write_text(KERNEL)
        package.write_piece(1.0)
        return package

    @property
    def kernels(self):
        return self.folder / "package" / "hedgerow" / "_kernels"

    @property
    def cache(self):
        return self.folder / "cache"

    @property
    def files(self):
        """What lies in the cache."""
        return sorted(path for path in self.cache.rglob("*") if path.is_file())

    def write_piece(self, amount):
        (self.kernels / "change.py").write_text(PIECE.format(amount=amount))

    def start(self, before="", **changes):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HEDGEROW_")}
        environment |= {
            "PYTHONPATH": str(self.folder / "package"),
            "NUMBA_CACHE_DIR": str(self.cache),
            "NUMBA_DISABLE_JIT": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            **changes,
        }
        return subprocess.Popen(
            [sys.executable, "-c", before + CALL], stdout=-1, stderr=-1, text=True, env=environment
        )

    def run(self, before="", **changes):
        """What the kernel answers, how often it came from the cache, and what was said."""
        return finish(self.start(before, **changes))


def finish(process):
    answer, said = process.communicate(timeout=120)
    if process.returncode != 0:
        return None, None, said
    number, n_hits = answer.split()
    return float(number), int(n_hits), said
