"""How the numbers of an observation become bits, the inputs of a network.

A number has thresholds, and one bit for each: whether the number is at least the threshold. So the first layer of a network
only adds rows of weights, one for each number that is not 0.
"""

from __future__ import annotations

import torch
from torch import nn

import hule.observation

KINDS = 37
ORDINARY = 34
OBSERVATION: hule.observation.Kind = "deep"

SMALL = list(range(1, 5))
USEFUL = [1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 22, 26, 32, 40, 52]
AHEAD = [2, 4, 6, 8, 10, 12, 14, 17, 20, 24, 29, 36]
SHARE = [9, 12, 14, 15, 16]
ORDER = list(range(1, ORDINARY + 1))

THRESHOLDS: dict[str, list[int]] = {
    "hand": SMALL,
    "unseen": SMALL,
    "tile": [1],
    "nearest": [1],
    "turn": [1],
    "wall": [1, 2, 3, *range(4, 97, 4)],
    "distance": list(range(1, 8)),
    "melds": SMALL,
    "skips": [1, 2],
    "next": [1],
    "from": [1],
    "discarded": list(range(2, 21, 2)),
    "useful": [1],
    "near_useful": USEFUL,
    "near_share": SHARE,
    "near_ahead": AHEAD,
    "near_ahead_share": SHARE,
    "far_useful": [8, 16, 24, 32, 42, 54],
    "discards": [1, 2],
    "latest": [2, 3, 4, 5, 6],
    "pongs": [1],
    "chows": [1],
    "passed": [1],
    "since_claim": [1, 2, 3, 4, 5, 7, 9],
    "last_discard": ORDER,
    "lowest_discard": ORDER,
    "claim_change": [1, 2, 3],
    "claim_useful": USEFUL,
    "claim_share": SHARE,
    "claim_ahead": AHEAD,
    "claim_ahead_share": SHARE,
}
"""The thresholds of the features that a network sees."""

OF_OTHERS = ("discards", "latest", "pongs", "chows", "since_claim", "last_discard", "lowest_discard", "discarded")
"""Features of which the viewer's own part is left out."""

ONLY_ORDINARY = (
    "nearest",
    "useful",
    "near_useful",
    "near_share",
    "near_ahead",
    "near_ahead_share",
    "far_useful",
    "passed",
    "pongs",
    "chows",
)
"""Features that are always 0 for special tiles, or do not matter."""

NEXT_TILES = 24
"""How many tiles of the wall a critic sees."""


def observation_thresholds() -> list[list[int]]:
    """The thresholds of each number of an observation."""
    found: list[list[int]] = [[] for _ in range(hule.observation.length(OBSERVATION))]
    for name, feature in hule.observation.features(OBSERVATION).items():
        for index in range(feature.len):
            own = name in OF_OTHERS and index < feature.len // 4
            special = name in ONLY_ORDINARY and index % KINDS >= ORDINARY
            if name in THRESHOLDS and not own and not special:
                found[feature.offset + index] = [bound for bound in THRESHOLDS[name] if bound <= feature.most]
    return found


def hidden_bounds() -> list[tuple[int, int, int]]:
    """The bits of what a seat does not know, for critics: an index, and the least and the greatest number."""
    features = hule.observation.hidden()
    bounds = []
    for name in ("hands", "waits"):
        for index in range(features[name].len):
            if index % KINDS < ORDINARY or name == "hands":
                bounds += [(features[name].offset + index, least, 255) for least in range(1, features[name].most + 1)]
    for index in range(features["distances"].len):
        bounds += [(features["distances"].offset + index, least, 255) for least in range(1, 8)]
    for index in range(NEXT_TILES):
        bounds += [(features["next_tiles"].offset + index, kind, kind) for kind in range(1, KINDS + 1)]
    return bounds


class Bits(nn.Module):
    """Numbers to bits."""

    def __init__(self, bounds: list[tuple[int, int, int]]) -> None:
        super().__init__()
        index, least, most = zip(*bounds, strict=True)
        self.register_buffer("index", torch.tensor(index), persistent=False)
        self.register_buffer("least", torch.tensor(least, dtype=torch.uint8), persistent=False)
        self.register_buffer("most", torch.tensor(most, dtype=torch.uint8), persistent=False)
        self.thermometers = set(most) == {255}
        self.len = len(bounds)

    def places(self, index: int) -> list[int]:
        """The bits of a number."""
        places: list[int] = (self.index == index).nonzero().squeeze(1).tolist()
        return places

    def forward(self, numbers: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        """The bits of each row, as 0 and 1."""
        if numbers.device.type == "cpu":
            # Several times as fast as the same of PyTorch.
            chosen = torch.from_numpy(numbers.numpy().take(self.index.numpy(), 1))
        else:
            chosen = numbers[:, self.index]
        bits = chosen >= self.least
        if not self.thermometers:
            bits &= chosen <= self.most
        return bits.to(dtype)


def observation_bits() -> Bits:
    """The bits of an observation."""
    return Bits([(index, bound, 255) for index, bounds in enumerate(observation_thresholds()) for bound in bounds])


def hidden_bits() -> Bits:
    """The bits of what a seat does not know."""
    return Bits(hidden_bounds())


def number_type(device: torch.device) -> torch.dtype:
    """The numbers that a device calculates with."""
    return torch.bfloat16 if device.type == "cuda" else torch.float32
