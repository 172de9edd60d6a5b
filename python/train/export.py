"""The weights file of the library: whole numbers, so that every machine chooses alike.

The layout is that of docs/TRAINING.md. Activations are 16 bits wide. Each neuron has its own unit, which the weights of the
next layer take into account; that is possible because a rectifier scales with its input.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from encoding import OBSERVATION, observation_thresholds
from networks import ACTIONS, BONUS, CHOICE, WINS, Player
from numpy.typing import NDArray

import hule
import hule.observation

FORMAT = 1
MOST = 32_767
"""The greatest activation."""

Numbers = NDArray[np.int64]


@dataclass
class Layer:
    """Whole numbers; inputs are rows of the weights."""

    weights: Numbers
    bias: Numbers
    shift: int
    """By how many bits the results are divided, to fit into 16."""


@dataclass
class Quantized:
    """A network in whole numbers, calculated as the library does: its slow twin."""

    thresholds: list[list[int]]
    layers: list[Layer]
    unit: float
    """What 1 is worth in the result."""

    def __call__(self, observations: NDArray[np.uint8]) -> Numbers:
        """The results for some observations: one for each action, and that of a win."""
        values = self.activations(observations, len(self.layers))
        bonus = round(BONUS / self.unit)
        choice = observations[:, CHOICE].astype(np.int64)
        values[np.arange(len(values)), choice - 1] += np.where(choice > 0, bonus, 0)
        return values

    def activations(self, observations: NDArray[np.uint8], layers: int) -> Numbers:
        """The results of some layers."""
        index = [number for number, bounds in enumerate(self.thresholds) for _ in bounds]
        least = [bound for bounds in self.thresholds for bound in bounds]
        values = (observations[:, index] >= np.array(least)).astype(np.int64)
        for number, layer in enumerate(self.layers[:layers]):
            values = values @ layer.weights + layer.bias
            if number + 1 < len(self.layers):
                values = np.clip(values >> layer.shift, 0, MOST)
        return values

    def actions(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The choices."""
        legal = masks.astype(bool)
        wins = legal[:, WINS].any(1)
        values = np.where(legal, self(observations)[:, :ACTIONS], np.iinfo(np.int64).min)
        return np.where(wins, WINS[0] + legal[:, WINS].argmax(1), values.argmax(1))

    def bytes(self) -> bytes:
        """The file."""
        parts = [b"hule-net", struct.pack("<4I", FORMAT, hule.observation.VERSION, len(self.thresholds), len(self.layers))]
        parts += [bytes([len(bounds), *bounds]) for bounds in self.thresholds]
        parts.append(struct.pack("<fi", self.unit, round(BONUS / self.unit)))
        for number, layer in enumerate(self.layers):
            inputs, outputs = layer.weights.shape
            parts.append(struct.pack("<3I", inputs, outputs, layer.shift))
            # The first layer adds rows, the others multiply columns.
            small = layer.weights.astype("<i1") if number == 0 else layer.weights.T.astype("<i2")
            parts += [small.tobytes(), layer.bias.astype("<i4").tobytes()]
        content = b"".join(parts)
        return content + struct.pack("<I", zlib.crc32(content))


def quantized(player: Player) -> Quantized:
    """Rounds the weights of a network."""
    linear = [*player.body.layers, None]
    widths = [player.bits.len, *player.widths]
    if any(one == other for one, other in zip(widths, widths[1:], strict=False)):
        raise SystemExit("a network with two layers of the same width cannot be exported; train a student")
    thresholds = observation_thresholds()
    layers: list[Layer] = []
    net = Quantized(thresholds, layers, 1.0)
    units = np.ones(player.bits.len)
    seen = positions(player)
    for number, part in enumerate(linear):
        if part is None:
            both = (player.actions, player.value)
            weights, bias = (torch.cat(each).detach().double().cpu().numpy() for each in zip(*((p.weight, p.bias) for p in both), strict=True))
        else:
            weights, bias = (each.detach().double().cpu().numpy() for each in (part.weight, part.bias))
        weights = weights * units
        # So no sum can exceed 32 bits.
        limit = 127 if number == 0 else min(MOST, (2**31 - 2**24) // (MOST * len(units)))
        most = np.abs(weights).max(1) if part is not None else np.full(len(weights), np.abs(weights).max())
        units = np.maximum(most, 1e-9) / limit
        bound = MOST if number == 0 else 2**24 - 1
        rounded = np.clip(np.round(bias / units), -bound, bound).astype(np.int64)
        layers.append(Layer(np.round(weights / units[:, None]).T.astype(np.int64), rounded, 0))
        if part is None:
            net.unit = float(np.float32(units[0]))
        else:
            # Twice the room of what was seen.
            greatest = 2 * int(hidden_sums(net, seen).max())
            if number > 0:
                layers[-1].shift = max(0, greatest.bit_length() - 15)
            units = units * 2.0 ** layers[-1].shift
    return net


def hidden_sums(net: Quantized, observations: NDArray[np.uint8]) -> Numbers:
    """The sums of the newest layer before they are cut."""
    before = Quantized(net.thresholds, [*net.layers[:-1], net.layers[-1]], 1.0)
    return before.activations(observations, len(net.layers))


@torch.no_grad()
def positions(player: Player, games: int = 256, steps: int = 24) -> NDArray[np.uint8]:
    """Positions of games among standard players."""
    env = hule.VectorEnv(games, observation=OBSERVATION, threads=1)
    env.reset(seed=1)
    found = []
    for _ in range(steps):
        found.append(env.observations.copy())
        env.step(env.random_actions() if not found else choices(env))
    return np.concatenate(found)


def choices(env: hule.VectorEnv) -> NDArray[np.int64]:
    """What `useful` does."""
    return env.observations[:, CHOICE].astype(np.int64) - 1


def export(player: Player, path: Path) -> int:
    """Writes the weights file, whole or not at all. Returns its size."""
    content = quantized(player).bytes()
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)
    return len(content)
