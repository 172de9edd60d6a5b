"""The networks: players and the critic that helps them to learn."""

from __future__ import annotations

from math import sqrt
from typing import Any

import torch
from encoding import KINDS, OBSERVATION, ORDINARY, THRESHOLDS, hidden_bits, observation_bits
from torch import nn

import hule.observation

ACTIONS = hule.observation.ACTIONS
FEATURES = hule.observation.features(OBSERVATION)
CHOICE = FEATURES["useful_choice"].offset
PASSES = list(range(KINDS, KINDS + 4))
"""The discards of PASS, by the seats they name."""

WINS = [ACTIONS - 2, ACTIONS - 1]
"""The actions that win."""

BONUS = 5.0
"""What the choice of the player `useful` has ahead of the others, so that learning begins with a good player."""

ACTIVE = 300
"""About so many bits of an observation are 1."""


class Layers(nn.Module):
    """Linear layers with rectifiers. A layer as wide as the one before adds to it."""

    def __init__(self, inputs: int, widths: list[int]) -> None:
        super().__init__()
        self.layers = nn.ModuleList()
        for index, width in enumerate(widths):
            layer = nn.Linear(inputs, width)
            nn.init.normal_(layer.weight, std=1 / sqrt(ACTIVE) if index == 0 else sqrt(2 / inputs))
            if inputs == width:
                layer.weight.data *= 0.5
            nn.init.zeros_(layer.bias)
            self.layers.append(layer)
            inputs = width
        self.width = inputs
        self.shared: nn.Parameter | None = None

    def share(self, bits: torch.Tensor) -> None:
        """Neuron `i` of the first layer sees the bits of row `i` with weights that all these neurons share."""
        self.shared = nn.Parameter(torch.zeros(bits.shape[1]))
        self.register_buffer("places", bits, persistent=False)

    def first_weight(self) -> torch.Tensor:
        """The weights of the first layer, with those that are shared."""
        weight = self.layers[0].weight
        if self.shared is None:
            return weight
        rows = torch.arange(len(self.places), device=weight.device)[:, None].expand_as(self.places)
        return weight.index_put((rows, self.places), self.shared.expand_as(self.places), accumulate=True)

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        """The values of the last layer."""
        values = nn.functional.linear(values, self.first_weight(), self.layers[0].bias).relu()
        for layer in self.layers[1:]:
            after = layer(values).relu()
            values = values + after if layer.in_features == layer.out_features else after
        return values


class Player(nn.Module):
    """Weighs the actions, and tells the chance to win; guesses what the other seats wait for, to learn more."""

    GUESSES = 3 * (ORDINARY + 1)

    def __init__(self, widths: list[int], bonus: float = BONUS, nearest: float = 0.0) -> None:
        super().__init__()
        self.widths, self.bonus = widths, bonus
        self.bits = observation_bits()
        self.body = Layers(self.bits.len, widths)
        self.actions = nn.Linear(self.body.width, ACTIONS)
        self.value = nn.Linear(self.body.width, 1)
        self.guesses = nn.Linear(self.body.width, Player.GUESSES)
        for head in (self.actions, self.value):
            head.weight.data *= 0.1
            nn.init.zeros_(head.bias)
        if nearest > 0:
            self._prefer_nearest(nearest)

    @torch.no_grad()
    def _prefer_nearest(self, weight: float) -> None:
        """Gives the discards that leave the least distance this much ahead, by one neuron of each layer for each kind."""
        for kind in range(KINDS):
            # To discard a special tile never harms the hand.
            name = "nearest" if kind < ORDINARY else "hand"
            bit = self.bits.places(FEATURES[name].offset + kind)[0]
            for index, layer in enumerate(self.body.layers):
                layer.weight[kind] *= 0.1
                if index == 0:
                    layer.weight[kind, bit] = 1
                elif layer.in_features != layer.out_features:
                    layer.weight[kind, kind] = 1
            self.actions.weight[[kind] if kind < KINDS - 1 else PASSES, kind] = weight
        rows = [name for name, feature in FEATURES.items() if feature.len == KINDS and name in THRESHOLDS]
        places = [
            [bit for name in rows for bit in self.bits.places(FEATURES[name].offset + kind)] for kind in range(ORDINARY)
        ]
        self.body.share(torch.tensor(places))

    @staticmethod
    def restored(saved: dict[str, Any]) -> Player:
        """The player of a small file, which has its widths."""
        state = saved["state"]
        biases = [name for name in state if name.startswith("body.") and name.endswith(".bias")]
        nearest = 1.0 if "body.shared" in state else 0.0
        player = Player([len(state[name]) for name in biases], saved.get("bonus", BONUS), nearest)
        player.load_state_dict(state)
        return player

    def forward(self, bits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Weights of actions, the logit of a win, the logits of the guesses."""
        body = self.body(bits)
        return self.actions(body), self.value(body).squeeze(1), self.guesses(body)

    def chances(self, weights: torch.Tensor, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """The logarithms of the chances of all actions. A win is always taken."""
        masks = masks.bool()
        wins = torch.zeros_like(masks)
        wins[:, WINS] = masks[:, WINS]
        masks = torch.where(wins.any(1, keepdim=True), wins, masks)
        choice = observations[:, CHOICE].long()
        bonus = self.bonus * nn.functional.one_hot(choice, ACTIONS + 1)[:, 1:]
        return (weights.float() + bonus).masked_fill(~masks, -1e9).log_softmax(1)


class Critic(nn.Module):
    """Tells the chance to win from all hands, the next tiles of the wall, and who plays."""

    def __init__(self, tables: int, widths: list[int]) -> None:
        super().__init__()
        self.bits = hidden_bits()
        self.body = Layers(observation_bits().len + self.bits.len + tables, widths)
        self.value = nn.Linear(self.body.width, 1)
        self.value.weight.data *= 0.1
        nn.init.zeros_(self.value.bias)

    def forward(self, bits: torch.Tensor) -> torch.Tensor:
        """The logit of a win, from the bits of an observation, of what is hidden, and one for each table."""
        return self.value(self.body(bits)).squeeze(1)
