"""Disks on which files cannot be written, or not yet."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import Any

from fsspec.implementations.local import LocalFileSystem


class _Disk(LocalFileSystem):  # type: ignore[misc]
    """``counter`` is a file with a letter for each Parquet file that was begun."""

    cachable = False

    def __init__(self, counter: str) -> None:
        super().__init__()
        self.counter = Path(counter)

    def _open(self, path: str, mode: str = "rb", block_size: Any = None, **options: Any) -> Any:
        file = super()._open(path, mode, block_size, **options)
        if mode == "wb" and ".parquet" in path:
            with self.counter.open("a") as counter:
                counter.write("x")
            self.begun(file, self.counter.stat().st_size)
        return file

    def begun(self, file: Any, number: int) -> None:
        """Does what the disk does when a file is begun, of which there are so many."""
        raise NotImplementedError


class FullDisk(_Disk):
    """Refuses to write the first five."""

    def begun(self, file: Any, number: int) -> None:
        """See :class:`_Disk`."""
        if number <= 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.path)


class EndlessDisk(_Disk):
    """Writes two, and of all others the beginning."""

    def begun(self, file: Any, number: int) -> None:
        """See :class:`_Disk`."""
        if number > 2:
            file.write(b"PAR1")
            file.flush()
            while True:
                time.sleep(60)
