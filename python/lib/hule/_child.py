"""The command ``hule`` as the child of a worker: it does not outlive it."""

from __future__ import annotations

import ctypes
import signal
import sys

from .__main__ import main

PR_SET_PDEATHSIG = 1

if __name__ == "__main__":
    if sys.platform == "linux":
        # SIGTERM stops the command, which then ends its bots.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    main()
