"""A disk on which the first files do not fit."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

from fsspec.implementations.local import LocalFileSystem


class FullDisk(LocalFileSystem):  # type: ignore[misc]
    """Refuses to write the first five Parquet files; ``counter`` has a letter for each that was begun."""

    cachable = False

    def __init__(self, counter: str) -> None:
        super().__init__()
        self.counter = Path(counter)

    def _open(self, path: str, mode: str = "rb", block_size: Any = None, **options: Any) -> Any:
        if mode == "wb" and ".parquet" in path:
            with self.counter.open("a") as file:
                file.write("x")
            if self.counter.stat().st_size <= 5:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        return super()._open(path, mode, block_size, **options)
