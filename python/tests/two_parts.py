"""``python -m hule.ray`` whose workers do two ranges or files, and wait for ever in all others."""

from __future__ import annotations

import time
from functools import partial

import hule.ray
from disks import EndlessDisk
from hule.ray import parts
from hule.ray.__main__ import main


class TwoParts(parts.ArenaWork):
    """The first two decks are the first two ranges."""

    def __call__(self, first: int, end: int) -> str:
        """See :class:`hule.ray.parts.ArenaWork`."""
        while first >= 2:
            time.sleep(60)
        return parts.ArenaWork.__call__(self, first, end)


parts.ArenaWork = TwoParts  # type: ignore[misc]
hule.ray.dataset = partial(hule.ray.dataset, filesystem=EndlessDisk("begun"))
main()
