"""Writes the agent that ppo.py has learnt as an ONNX file, which hule plays without Python.

    python ppo.py --save agent.pt
    python export_onnx.py agent.pt mine.onnx
    hule arena net:mine.onnx standard standard standard

It compares the file with PyTorch at every decision of some games, and then lets it play. Needs PyTorch, onnx and onnxscript.
"""

from __future__ import annotations

import argparse

import torch
from ppo import Agent
from torch import nn

import hule
import hule.observation

parser = argparse.ArgumentParser(description="From PyTorch to ONNX.")
parser.add_argument("weights", help="what ppo.py --save has written")
parser.add_argument("network", help="the file to write, such as mine.onnx")
parser.add_argument("--games", type=int, default=4000, help="of the arena at the end")

KIND: hule.observation.Kind = "full"


class Logits(nn.Module):
    """A number for each action, whether it is legal or not."""

    def __init__(self, agent: Agent) -> None:
        super().__init__()
        self.agent = agent

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The player takes the greatest of the legal ones."""
        every = torch.ones(len(observations), self.agent.actions, dtype=torch.bool)
        return self.agent(observations, every)[0]


def export(model: nn.Module, path: str) -> None:
    """Writes the network with the kind and the version of its observation."""
    example = torch.zeros((1, hule.observation.length(KIND)), dtype=torch.uint8)
    program = torch.onnx.export(model, (example,), dynamo=True, verbose=False)
    assert program is not None
    program.model.metadata_props["hule.observation"] = f"{KIND} {hule.observation.VERSION}"
    program.save(path)


@torch.no_grad()
def compare(model: nn.Module, path: str, games: int) -> float:
    """The greatest difference between the chances by PyTorch and those by hule, over all decisions of some games."""
    player = hule.Player(f"net:{path}")
    greatest = 0.0
    for number in range(games):
        game = hule.Game(hule.Deck.seeded(1, number))
        while game.turn:
            view = game.view()
            observation = bytearray(hule.observation.observe(view, KIND))
            logits = model(torch.frombuffer(observation, dtype=torch.uint8)[None])[0]
            evaluations = player.evaluations(view)
            ids = [hule.observation.action_number(view, one.action) for one in evaluations]
            for chance, one in zip(logits[ids].softmax(0).tolist(), evaluations, strict=True):
                greatest = max(greatest, abs(chance - one.chance))
            game.play(player.choose(view))
    return greatest


def main() -> None:
    """Writes, compares and plays."""
    args = parser.parse_args()
    agent = Agent(hule.observation.features(KIND), hule.observation.ACTIONS)
    agent.load_state_dict(torch.load(args.weights, map_location="cpu"))
    model = Logits(agent).eval()
    export(model, args.network)
    print(f"the chances differ by {compare(model, args.network, 10):.1e} at most")
    print(hule.arena(f"net:{args.network}", "standard", "standard", "standard", games=args.games))


if __name__ == "__main__":
    main()
