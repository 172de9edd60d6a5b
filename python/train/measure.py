"""How well a network plays, on decks that nobody has learnt from."""

from __future__ import annotations

from math import sqrt

import numpy as np
import torch
from encoding import OBSERVATION, number_type
from networks import Player, chances

import hule

FRESH = 987_654_321
"""The seed of these decks."""


@torch.no_grad()
def measure(player: Player, opponents: str, games: int, threads: int, device: torch.device) -> tuple[float, float]:
    """The share of games that it wins with its most probable actions, and half the 95 % interval.

    All games are played at once, one in each environment; its seat rotates. The interval is that of independent games.
    """
    wins = 0
    # An environment begins another game while the last ones are played to their end.
    env = hule.VectorEnv(games, observation=OBSERVATION, opponents=opponents, autoreset_mode="NextStep", threads=threads)
    env.reset(seed=FRESH)
    playing = np.ones(games, np.bool_)
    cuda = device.type == "cuda"
    while playing.any():
        actions = np.argmax(env.masks, 1)  # Anything legal where the game is over.
        places = np.flatnonzero(playing)
        for some in np.array_split(places, 1 + len(places) // 65_536):
            observations = torch.from_numpy(env.observations[some]).to(device)
            masks = torch.from_numpy(env.masks[some].view(np.uint8)).to(device)
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=cuda):
                weights = player(player.bits(observations, number_type(device)))[0]
            actions[some] = chances(weights, observations, masks).argmax(1).cpu().numpy()
        env.step(actions)
        wins += int(env.rewards[playing].sum())
        playing &= ~env.terminated
    share = wins / games
    return share, 1.96 * sqrt(share * (1 - share) / games)
