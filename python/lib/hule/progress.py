"""Progress bars of long work, by tqdm if it is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional

Watch = Optional[Callable[[int, int], None]]
"""Called with how much is done, and of how much."""


def _is_watched() -> bool:
    """Whether a bar is seen: standard error is a terminal, or this is a notebook."""
    stderr = sys.stderr
    return _is_notebook() or (stderr is not None and stderr.isatty())


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and "IPKernelApp" in shell.config


@contextmanager
def bar(progress: bool | None, unit: str) -> Iterator[Watch]:
    """A function that shows progress, or ``None``. By default there is a bar if it is seen and tqdm is installed."""
    if progress is False or (progress is None and not _is_watched()):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise
        yield None
        return
    shown: Any = tqdm(unit=f" {unit}", unit_scale=True, leave=False, dynamic_ncols=True)

    def watch(done: int, total: int) -> None:
        if shown.total is None:
            # What was done before has no part in the rate.
            shown.initial = shown.n = done
        shown.total = total
        shown.update(done - shown.n)

    try:
        yield watch
    finally:
        shown.close()
