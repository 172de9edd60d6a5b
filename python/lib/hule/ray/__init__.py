"""Many games on many machines, by Ray: the same results as on one machine.

Games follow from a seed and their numbers, so it does not matter where they are played. Each function joins the cluster of
RAY_ADDRESS or starts one on this machine. A range that a worker or a machine loses is played again. docs/CLUSTER.md has the
details, and ``python -m hule.ray`` the same as a command.
"""

import sys as _sys

try:
    import pyarrow as pa
    import ray as _ray
except KeyboardInterrupt:
    # `python -m hule.ray` imports this before it can say anything itself.
    if _sys.argv[:1] == ["-m"]:
        _sys.exit(4)
    raise
except ImportError as error:
    raise ImportError(
        "hule.ray needs Ray and pyarrow: pip install 'hule[ray]', or './python[ray]' in the repository"
    ) from error

from .cluster import ClusterError
from .dataset import DatasetError, dataset
from .many import arena, batch, round_robin
from .parts import WorkerError
from .state import StateError

__all__ = ["ClusterError", "DatasetError", "StateError", "WorkerError", "arena", "batch", "dataset", "round_robin"]

del _ray, _sys, pa
