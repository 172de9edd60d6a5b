"""The weights file of the library: whole numbers, so that every machine chooses alike.

The layout is that of docs/TRAINING.md. Activations are 16 bits wide. Each neuron has its own unit, which the weights of the
next layer take into account; that is possible because a rectifier scales with its input.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from encoding import OBSERVATION, observation_thresholds
from measure import like_useful
from networks import ACTIONS, CHOICE, WINS, Player
from numpy.typing import NDArray

import hule
import hule.observation

FORMAT = 1
MOST = 32_767
"""The greatest activation."""
WIDEST = 1024
"""The most neurons that the library allows in a layer."""
MOST_LAYERS = 8

Numbers = NDArray[np.int64]


@dataclass
class Layer:
    """Whole numbers; inputs are rows of the weights."""

    weights: Numbers
    bias: Numbers
    shift: int
    """By how many bits the results are divided, to fit into 16."""

    def sums(self, values: NDArray[np.float64]) -> Numbers:
        """The results before the division. They are exact: 53 bits are enough for them."""
        sums: Numbers = (values @ self.weights.astype(values.dtype)).astype(np.int64) + self.bias
        return sums

    def cut(self, sums: Numbers) -> NDArray[np.float64]:
        """The activations."""
        values: NDArray[np.float64] = np.clip(sums >> self.shift, 0, MOST).astype(np.float64)
        return values


@dataclass
class Quantized:
    """A network in whole numbers, calculated as the library does: its slow twin."""

    thresholds: list[list[int]]
    layers: list[Layer]
    unit: float
    """What 1 is worth in the result."""
    bonus: int

    def bits(self, observations: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The inputs of the first layer."""
        index = [number for number, bounds in enumerate(self.thresholds) for _ in bounds]
        least = np.array([bound for bounds in self.thresholds for bound in bounds], np.uint8)
        return (observations.take(index, 1) >= least).astype(np.float64)

    def __call__(self, observations: NDArray[np.uint8]) -> Numbers:
        """The results for some observations: one for each action, and that of a win."""
        values = self.bits(observations)
        for layer in self.layers[:-1]:
            values = layer.cut(layer.sums(values))
        results = self.layers[-1].sums(values)
        choice = observations[:, CHOICE].astype(np.int64)
        results[np.arange(len(results)), choice - 1] += np.where(choice > 0, self.bonus, 0)
        return results

    def actions(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The choices."""
        legal = masks.astype(bool)
        wins = legal[:, WINS].any(1)
        values = np.where(legal, self(observations)[:, :ACTIONS], np.iinfo(np.int64).min)
        chosen: Numbers = np.where(wins, WINS[0] + legal[:, WINS].argmax(1), values.argmax(1))
        return chosen

    def bytes(self) -> bytes:
        """The file."""
        parts = [b"hule-net", struct.pack("<4I", FORMAT, hule.observation.VERSION, len(self.thresholds), len(self.layers))]
        parts += [bytes([len(bounds), *bounds]) for bounds in self.thresholds]
        parts.append(struct.pack("<fi", self.unit, self.bonus))
        for number, layer in enumerate(self.layers):
            inputs, outputs = layer.weights.shape
            parts.append(struct.pack("<3I", inputs, outputs, layer.shift))
            # The first layer adds rows, the others multiply columns.
            small = layer.weights.astype("<i1") if number == 0 else layer.weights.T.astype("<i2")
            parts += [small.tobytes(), layer.bias.astype("<i4").tobytes()]
        content = b"".join(parts)
        return content + struct.pack("<I", zlib.crc32(content))


def cannot_be_exported(widths: list[int]) -> str | None:
    """Why a network of these widths has no file; None if it has one."""
    if any(one == other for one, other in pairwise(widths)):
        return "two layers of the same width add to each other, which a file of weights cannot say"
    if not 1 <= len(widths) < MOST_LAYERS or max(widths) > WIDEST:
        return f"a file of weights has 1 to {MOST_LAYERS - 1} widths up to {WIDEST}"
    return None


def quantized(player: Player) -> Quantized:
    """Rounds the weights of a network."""
    heads = [torch.cat([getattr(head, name) for head in (player.actions, player.value)]) for name in ("weight", "bias")]
    hidden = [(layer.weight, layer.bias) for layer in player.body.layers]
    parts = [(player.body.first_weight(), hidden[0][1]), *hidden[1:], heads]
    net = Quantized(observation_thresholds(), [], 1.0, 0)
    values = net.bits(positions())
    units = np.ones(player.bits.len)
    for number, part in enumerate(parts):
        weights, bias = (each.detach().double().cpu().numpy() for each in part)
        weights = weights * units
        last = number + 1 == len(parts)
        # So no sum can exceed 32 bits.
        limit = 127 if number == 0 else min(MOST, (2**31 - 2**24) // (MOST * len(units)))
        most = np.full(len(weights), np.abs(weights).max()) if last else np.abs(weights).max(1)
        units = np.maximum(most, 1e-9) / limit
        bound = MOST if number == 0 else 2**24 - 1
        rounded = np.clip(np.round(bias / units), -bound, bound).astype(np.int64)
        layer = Layer(np.round(weights / units[:, None]).T.astype(np.int64), rounded, 0)
        net.layers.append(layer)
        if not last:
            sums = layer.sums(values)
            if number > 0:
                # Twice the room of what was seen.
                layer.shift = max(0, (2 * int(sums.max())).bit_length() - 15)
            units = units * 2.0**layer.shift
            values = layer.cut(sums)
    net.unit = float(np.float32(units[0]))
    net.bonus = round(player.bonus / net.unit)
    return net


def positions(games: int = 256, steps: int = 24) -> NDArray[np.uint8]:
    """Positions of games of `useful` among standard players."""
    env = hule.VectorEnv(games, observation=OBSERVATION, threads=1)
    env.reset(seed=1)
    found = []
    for _ in range(steps):
        found.append(env.observations.copy())
        env.step(like_useful(env.observations, env.masks))
    return np.concatenate(found)


def export(player: Player, path: Path) -> int:
    """Writes the weights file, whole or not at all. Returns its size."""
    content = quantized(player).bytes()
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)
    return len(content)
