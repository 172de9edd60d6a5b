"""``python -m hule …`` is the command ``hule``."""

from __future__ import annotations

import signal
import sys

from ._hule import _main


def main() -> None:
    """Run the command with the arguments of this process, and exit."""
    # Ctrl-C ends it like any other program, unless the command catches it itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    start = f"import sys; sys.path[:] = {sys.path!r}; from hule.__main__ import main; main()"
    sys.exit(_main(["hule", *sys.argv[1:]], [sys.executable, "-c", start]))


if __name__ == "__main__":
    main()
