"""Games for the learner, played while it learns from the last ones."""

from __future__ import annotations

import copy
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
from learner import Learner
from networks import Player
from numpy.typing import NDArray
from tables import Experience, Table, divided


def faster(device: torch.device) -> AbstractContextManager[Any]:
    """Lets a graphics card calculate with short numbers."""
    card: AbstractContextManager[Any] = torch.autocast("cuda", dtype=torch.bfloat16, enabled=device.type == "cuda")
    return card if device.type == "cuda" else nullcontext()


class Collector:
    """Plays with the newest network in a thread of its own."""

    def __init__(self, learner: Learner) -> None:
        plan = self.plan = learner.plan
        self.player = copy.deepcopy(learner.player)
        # Each run has decks of its own.
        seed = plan.seed * 1_000_003 + 1000 * learner.runs
        self.tables = divided(plan.opponents, plan.games, seed, plan.threads)
        self.random = torch.Generator(plan.device).manual_seed(seed)
        cuda = plan.device.type == "cuda"
        if cuda:
            for table in self.tables:
                table.pin()
        self.stream = torch.cuda.Stream(priority=-1) if cuda else None
        bits = (learner.player.bits, learner.critic.bits)
        # One is filled while the other is learnt from.
        self.stores = [Experience(plan.steps, self.tables, bits, plan.device) for _ in range(2)]
        self.stepping = ThreadPoolExecutor(1)
        self.thread = ThreadPoolExecutor(1)
        self.pending: dict[int, Future[None]] = {}
        self.next: Future[float] | None = None
        self.turn = 0

    def collect(self, player: Player) -> tuple[Experience, float]:
        """Some new steps, and the seconds they took. The next ones are played with this network."""
        if self.next is None:
            self.next = self.thread.submit(self._play, self.stores[self.turn])
        seconds = self.next.result()
        self.player.load_state_dict(player.state_dict())
        if self.stream:
            torch.cuda.current_stream().synchronize()
        ready = self.stores[self.turn]
        self.turn = 1 - self.turn
        self.next = self.thread.submit(self._play, self.stores[self.turn])
        return ready, seconds

    def close(self) -> None:
        """Ends the threads and the games."""
        self.thread.shutdown()
        self.stepping.shutdown()
        for table in self.tables:
            table.close()

    def _play(self, store: Experience) -> float:
        start = time.monotonic()
        with torch.no_grad(), torch.cuda.stream(self.stream) if self.stream else nullcontext():
            for step in range(store.steps):
                for table in self.tables:
                    self._wait(table)
                    store.look(step, table)
                    actions = self._choose(store, step, table)
                    self.pending[table.index] = self.stepping.submit(table.step, actions)
            for table in self.tables:
                self._wait(table)
                store.look(store.steps, table)
            if self.stream:
                self.stream.synchronize()
        return time.monotonic() - start

    def _wait(self, table: Table) -> None:
        if table.index in self.pending:
            self.pending.pop(table.index).result()

    def _choose(self, store: Experience, step: int, table: Table) -> NDArray[np.int64]:
        places = table.places
        with faster(self.plan.device):
            weights = self.player(store.bits[step, places, : store.seen])[0]
        logs = self.player.chances(weights, store.observations[step, places], store.masks[step, places])
        # The greatest of the logarithms and as many Gumbel numbers is drawn with these chances.
        uniform = torch.rand(logs.shape, generator=self.random, device=logs.device)
        actions = (logs - torch.log(-torch.log(uniform.clamp_(1e-10, 1 - 1e-7)))).argmax(1)
        store.actions[step, places] = actions
        store.chances[step, places] = logs.gather(1, actions[:, None]).squeeze(1)
        chosen: NDArray[np.int64] = actions.cpu().numpy()
        return chosen
