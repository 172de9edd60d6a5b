"""Many games on many machines, by Ray: the same results as on one machine.

Games follow from a seed and their numbers, so it does not matter where they are played. Each function joins the cluster of
RAY_ADDRESS or starts one on this machine. A range that a worker or a machine loses is played again. docs/CLUSTER.md has the
details, and ``python -m hule.ray`` the same as a command.
"""

try:
    import ray as _ray
except ImportError as error:
    raise ImportError("hule.ray needs Ray: pip install hule[ray]") from error

from .dataset import DatasetError, dataset
from .many import arena, batch, round_robin
from .parts import WorkerError
from .state import StateError

__all__ = ["DatasetError", "StateError", "WorkerError", "arena", "batch", "dataset", "round_robin"]

del _ray
