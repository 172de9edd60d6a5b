"""The networks and all that is kept between runs."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import torch
from networks import Critic, Player
from plan import Plan
from torch import nn

CHECKPOINT = "checkpoint.pt"


class Learner:
    """The networks, their optimizers and how much they have seen."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        torch.manual_seed(plan.seed)
        device = plan.device
        self.player = Player(plan.widths, plan.bonus, plan.nearest).to(device)
        self.critic = Critic(len(plan.opponents), plan.critic).to(device)
        self.student: Player | None = Player(plan.student, plan.bonus, plan.nearest).to(device) if plan.student else None
        self.average: Player = copy.deepcopy(self.player)
        self.parts: dict[str, Any] = {"player": self.player, "critic": self.critic, "average": self.average}
        self.optimizers = {"player": optimizer(self.player), "critic": optimizer(self.critic)}
        if self.student is not None:
            self.parts["student"] = self.student
            self.optimizers["student"] = optimizer(self.student)
        self.decisions = 0
        self.seconds = 0.0
        self.runs = 0

    @property
    def result(self) -> Player:
        """The network that plays: the small one, or else the average of the large one."""
        return self.average if self.student is None else self.student

    def save(self) -> None:
        """Writes everything to the checkpoint, whole or not at all."""
        states = {
            "parts": {name: part.state_dict() for name, part in self.parts.items()},
            "optimizers": {name: optimizer.state_dict() for name, optimizer in self.optimizers.items()},
            "done": (self.decisions, self.seconds, self.runs + 1),
        }
        path = self.plan.out / CHECKPOINT
        new = path.with_suffix(".new")
        torch.save(states, new)
        new.replace(path)

    def save_parts(self) -> None:
        """Writes each network to a small file: enough to go on from with new optimizers."""
        for name, part in self.parts.items():
            state = {key: value.half().cpu() for key, value in part.state_dict().items()}
            saved = {"state": state, "bonus": self.plan.bonus, "done": (self.decisions, self.seconds, self.runs + 1)}
            torch.save(saved, self.plan.out / f"{name}.pt")

    def resume(self) -> None:
        """Goes on from the checkpoint in the folder, or else from the small files; begins if there are none."""
        checkpoint = self.plan.out / CHECKPOINT
        if checkpoint.exists():
            states = self._read(checkpoint)
            for name, part in self.parts.items():
                self._load(part, states["parts"].get(name), checkpoint)
            for name, each in self.optimizers.items():
                each.load_state_dict(states["optimizers"][name])
            self.decisions, self.seconds, self.runs = states["done"]
        elif (self.plan.out / "player.pt").exists():
            for name, part in self.parts.items():
                path = self.plan.out / f"{name}.pt"
                saved = self._read(path)
                self._load(part, saved["state"], path)
                self.decisions, self.seconds, self.runs = saved["done"]

    def _read(self, path: Path) -> dict[str, Any]:
        try:
            states: dict[str, Any] = torch.load(path, map_location=self.plan.device, weights_only=True)
        except Exception as error:
            raise SystemExit(f"{path} cannot be read: {str(error).splitlines()[0]}") from None
        return states

    def _load(self, part: nn.Module, state: dict[str, Any] | None, path: Path) -> None:
        try:
            part.load_state_dict(state or {})
        except RuntimeError:
            raise SystemExit(
                f"{path} has other networks; give the widths and the number of opponents it was made with, or another --out"
            ) from None


def optimizer(network: nn.Module) -> torch.optim.Optimizer:
    """What improves a network."""
    return torch.optim.AdamW(network.parameters(), 1e-4, betas=(0.9, 0.99), eps=1e-7, weight_decay=1e-4, fused=True)
