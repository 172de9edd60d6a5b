"""Proximal policy optimisation on hule.VectorEnv: one file, plain PyTorch, in the style of CleanRL.

    python ppo.py --decisions 1000000 --seed 1

One seat learns against three standard players, from the full observation without the choice of the player ``useful``. At the
end it plays fresh decks, one game each, and the share of games that it wins is printed with its 95 % interval. Four equal
players win 25 % each, less the games without a winner.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import hule
import hule.observation

parser = argparse.ArgumentParser(description="PPO against three standard players.")
parser.add_argument("--decisions", type=int, default=1_000_000, help="how many to learn from")
parser.add_argument("--seed", type=int, default=1, help="of decks, weights and choices")
parser.add_argument("--device", default="cpu", help="cpu, cuda, mps, …")
parser.add_argument("--threads", type=int, default=1, help="of the games and of PyTorch; the network is too small for many")
parser.add_argument("--envs", type=int, default=256, help="games at once")
parser.add_argument("--steps", type=int, default=32, help="decisions in each game before each update")
parser.add_argument("--epochs", type=int, default=2, help="how often the decisions of an update are used")
parser.add_argument("--batch", type=int, default=1024, help="decisions in a gradient")
parser.add_argument("--rate", type=float, default=2e-3, help="learning rate at the start; it falls to 0")
parser.add_argument("--gae", type=float, default=0.95, help="lambda of the advantages")
parser.add_argument("--clip", type=float, default=0.2, help="how much a probability may change")
parser.add_argument("--entropy", type=float, default=0.003, help="weight of the entropy")
parser.add_argument("--games", type=int, default=40_000, help="fresh decks at the end")
parser.add_argument("--save", help="write the weights to this file")

KINDS = 37  # observations consist of rows with one number for each kind of tile


class Agent(nn.Module):
    """Chances of actions, and the value of a position."""

    ROWS = ("hand", "unseen", "nearest", "distance_after", "useful_after", "rank_after", "useful")
    """What it knows of each kind of tile when it discards."""

    def __init__(self, features: dict[str, hule.observation.Feature], actions: int) -> None:
        super().__init__()
        usual = [min(max(1, feature.most), 10) for feature in features.values() for _ in range(feature.len)]
        scale = 1 / torch.tensor(usual, dtype=torch.float32)
        scale[features["useful_choice"].offset] = 0  # it learns by itself
        rows = torch.tensor([features[name].offset // KINDS for name in self.ROWS])
        self.register_buffer("scale", scale)
        self.register_buffer("rows", rows)
        self.register_buffer("row_scale", scale.view(-1, KINDS)[rows])
        self.actions = actions
        # One network looks at everything, and a small one at each kind of tile.
        self.first, self.second = nn.Linear(len(usual), 128), nn.Linear(128, 128)
        self.kinds = nn.Sequential(nn.Linear(len(rows), 32), nn.ReLU(), nn.Linear(32, 1))
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)
        nn.init.zeros_(self.actor.weight)
        nn.init.zeros_(self.critic.weight)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the chances of all actions, and the values."""
        numbers = observations.float()
        body = functional.linear(numbers, self.first.weight * self.scale, self.first.bias).relu()
        body = self.second(body).relu()
        rows = numbers.view(len(numbers), -1, KINDS)[:, self.rows] * self.row_scale
        kinds = self.kinds(rows.transpose(1, 2)).squeeze(2)
        logits = self.actor(body) + functional.pad(kinds, (0, self.actions - KINDS))
        return logits.masked_fill(~masks, -1e9).log_softmax(1), self.critic(body).squeeze(1)


def learn(agent: Agent, args: argparse.Namespace) -> None:
    """Learns from many decisions."""
    device = args.device
    env = hule.VectorEnv(args.envs, observation="full", reward="distance", threads=args.threads)
    optimizer = torch.optim.Adam(agent.parameters(), args.rate, eps=1e-5)
    shape = (args.steps, args.envs)
    observations = torch.zeros((*shape, hule.observation.length("full")), dtype=torch.uint8)
    masks = torch.zeros((*shape, agent.actions), dtype=torch.bool)
    actions, chances = torch.zeros(shape, dtype=torch.long), torch.zeros(shape)
    rewards, ends, values = torch.zeros(shape), torch.zeros(shape), torch.zeros((args.steps + 1, args.envs))

    def seen() -> tuple[torch.Tensor, torch.Tensor]:
        return torch.from_numpy(env.observations), torch.from_numpy(env.masks).bool()

    env.reset(seed=args.seed)
    start, decisions, update = time.monotonic(), 0, 0
    while decisions < args.decisions:
        optimizer.param_groups[0]["lr"] = args.rate * (1 - decisions / args.decisions)
        wins = 0
        with torch.no_grad():
            for step in range(args.steps):
                observations[step], masks[step] = seen()
                logits, values[step] = (out.cpu() for out in agent(observations[step].to(device), masks[step].to(device)))
                actions[step] = torch.multinomial(logits.exp(), 1).squeeze(1)
                chances[step] = logits.gather(1, actions[step, :, None]).squeeze(1)
                env.step(actions[step].numpy())
                rewards[step], ends[step] = torch.from_numpy(env.rewards), torch.from_numpy(env.terminated)
                wins += int((env.rewards > 0.5).sum())
            values[-1] = agent(*(part.to(device) for part in seen()))[1].cpu()
            advantages, later = torch.zeros(shape), torch.zeros(args.envs)
            for step in reversed(range(args.steps)):
                goes_on = 1 - ends[step]
                later = rewards[step] + goes_on * (values[step + 1] + args.gae * later) - values[step]
                advantages[step] = later
        targets = advantages + values[:-1]
        batch = [part.flatten(0, 1).to(device) for part in (observations, masks, actions, chances, advantages, targets)]
        for _ in range(args.epochs):
            for places in torch.randperm(args.steps * args.envs).to(device).split(args.batch):
                seen_, mask, action, before, advantage, target = (part[places] for part in batch)
                logits, value = agent(seen_, mask)
                ratio = (logits.gather(1, action[:, None]).squeeze(1) - before).exp()
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                gain = torch.min(ratio * advantage, ratio.clamp(1 - args.clip, 1 + args.clip) * advantage).mean()
                entropy = -(logits.exp() * logits).sum(1).mean()
                loss = -gain - args.entropy * entropy + 0.5 * functional.mse_loss(value, target)
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        decisions += args.steps * args.envs
        update += 1
        if update % 10 == 0:
            share = wins / max(1, int(ends.sum()))
            seconds = time.monotonic() - start
            print(f"{seconds:5.0f} s  {decisions:10,} decisions  won {share:6.1%}  entropy {entropy.item():.2f}", flush=True)


@torch.no_grad()
def measure(agent: Agent, args: argparse.Namespace) -> tuple[int, int]:
    """Plays fresh decks with the most probable actions. Returns wins and games."""
    wins = games = 0
    while games < args.games:
        count = min(4000, args.games - games)
        # Decks of another seed than those it has learnt from; each of these environments plays one game.
        env = hule.VectorEnv(count, observation="full", autoreset_mode="NextStep", threads=args.threads, first=games)
        env.reset(seed=args.seed + 1_000_000)
        playing = np.ones(count, np.bool_)
        while playing.any():
            parts = torch.from_numpy(env.observations), torch.from_numpy(env.masks).bool()
            logits, _ = agent(*(part.to(args.device) for part in parts))
            env.step(logits.argmax(1).cpu().numpy())
            wins += int(env.rewards[playing].sum())
            playing &= ~env.terminated
        games += count
    return wins, games


def main() -> None:
    """Learns, measures and prints."""
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    agent = Agent(hule.observation.features("full"), hule.observation.ACTIONS).to(args.device)
    learn(agent, args)
    wins, games = measure(agent, args)
    share = wins / games
    error = 1.96 * sqrt(share * (1 - share) / games)
    print(f"won {wins} of {games} fresh games against three standard players: {share:.2%} ± {error:.2%}")
    if args.save:
        torch.save(agent.state_dict(), args.save)


if __name__ == "__main__":
    main()
