"""Lets the Python that runs this import the package as it is here, with the module that cargo has built.

    cargo build --locked --workspace && python python/develop.py target/debug

Nothing is compiled, and changes in python/lib are there at once. maturin writes the metadata.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = {"darwin": "lib_hule.dylib", "win32": "_hule.dll"}.get(sys.platform, "lib_hule.so")
MODULE = HERE / "lib" / "hule" / ("_hule.pyd" if os.name == "nt" else "_hule.abi3.so")


def main() -> None:
    """Removes the package that is installed, and installs this one."""
    built = (Path(sys.argv[1]) / BUILT).resolve(strict=True)
    with contextlib.suppress(PackageNotFoundError):
        for file in distribution("hule").files or []:
            Path(str(file.locate())).unlink(missing_ok=True)
    MODULE.unlink(missing_ok=True)
    if os.name == "nt":
        shutil.copy(built, MODULE)
    else:
        MODULE.symlink_to(built)

    site = Path(sysconfig.get_path("platlib"))
    (site / "hule.pth").write_text(f"{HERE / 'lib'}\n", "utf-8")
    maturin = [sys.executable, "-m", "maturin", "pep517", "write-dist-info"]
    command = [*maturin, "--interpreter", sys.executable, "--metadata-directory", str(site)]
    done = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    info = site / done.stdout.splitlines()[-1]
    # Without it, pip could not uninstall the package.
    files = [site / "hule.pth", *info.iterdir(), info / "RECORD"]
    (info / "RECORD").write_text("".join(f"{file.relative_to(site).as_posix()},,\n" for file in files), "utf-8")


if __name__ == "__main__":
    main()
