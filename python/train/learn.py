"""Proximal policy optimisation, and the small network that learns from the large one."""

from __future__ import annotations

import copy
import json
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from encoding import ORDINARY
from measure import measure
from networks import Critic, Player, chances
from tables import Experience, Opponents, Table, divided
from torch import nn
from torch.nn import functional

import hule.observation

HIDDEN = hule.observation.hidden()


@dataclass
class Plan:
    """What is learnt, and how."""

    out: Path
    opponents: list[Opponents]
    seconds: float
    """The time of the whole course, over all runs."""
    stop: float
    """The time of this run."""
    widths: list[int]
    student: list[int]
    """The widths of the small network; empty if there is none."""
    critic: list[int]
    games: int
    steps: int
    batch: int
    epochs: int
    rates: tuple[float, float]
    """The learning rate at the start and at the end; so the other pairs."""
    entropies: tuple[float, float]
    decays: tuple[float, float]
    student_from: float
    """When the small network begins to learn, as a share of the time."""
    guesses: float
    clip: float
    seed: int
    threads: int
    device: torch.device
    compile: bool
    test_every: float
    test_games: int

    def between(self, pair: tuple[float, float], done: float) -> float:
        """A value that changes by a constant factor over time."""
        first, last = pair
        return first * (last / first) ** min(1.0, done)


class Learner:
    """The networks and all that is kept between runs."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        torch.manual_seed(plan.seed)
        device = plan.device
        self.player = Player(plan.widths).to(device)
        self.critic = Critic(len(plan.opponents), plan.critic).to(device)
        self.student = Player(plan.student).to(device) if plan.student else None
        self.average = copy.deepcopy(self.player)
        self.parts = {"player": self.player, "critic": self.critic, "average": self.average}
        self.optimizers = {"player": self._optimizer(self.player), "critic": self._optimizer(self.critic)}
        if self.student is not None:
            self.parts["student"] = self.student
            self.optimizers["student"] = self._optimizer(self.student)
        if plan.compile:
            for network in (self.player, self.critic, self.average, *([self.student] if self.student else [])):
                network.compile()
        self.decisions = 0
        self.seconds = 0.0
        self.runs = 0

    def _optimizer(self, network: nn.Module) -> torch.optim.Optimizer:
        return torch.optim.AdamW(
            network.parameters(), 1e-4, betas=(0.9, 0.99), eps=1e-7, weight_decay=1e-4, fused=self.plan.device.type == "cuda"
        )

    @property
    def result(self) -> Player:
        """The network that plays: the small one, or else the average of the large one."""
        return self.average if self.student is None else self.student

    def save(self, path: Path) -> None:
        """Writes everything to a file, whole or not at all."""
        states = {
            "parts": {name: part.state_dict() for name, part in self.parts.items()},
            "optimizers": {name: optimizer.state_dict() for name, optimizer in self.optimizers.items()},
            "widths": (self.plan.widths, self.plan.student, self.plan.critic),
            "done": (self.decisions, self.seconds, self.runs + 1),
        }
        new = path.with_suffix(".new")
        torch.save(states, new)
        new.replace(path)

    def save_parts(self, folder: Path) -> None:
        """Writes each network to a small file: enough to go on from with new optimizers."""
        for name, part in self.parts.items():
            state = {key: value.half().cpu() for key, value in part.state_dict().items()}
            torch.save({"state": state, "done": (self.decisions, self.seconds, self.runs + 1)}, folder / f"{name}.pt")

    def load_parts(self, folder: Path) -> None:
        """Goes on from these files."""
        for name, part in self.parts.items():
            states = torch.load(folder / f"{name}.pt", map_location=self.plan.device, weights_only=True)
            part.load_state_dict(states["state"])
            self.decisions, self.seconds, self.runs = states["done"]

    def load(self, path: Path) -> None:
        """Goes on from a file."""
        states = torch.load(path, map_location=self.plan.device, weights_only=True)
        if tuple(map(list, states["widths"])) != (self.plan.widths, self.plan.student, self.plan.critic):
            raise SystemExit(f"{path} has networks of other widths: {states['widths']}; choose another --out")
        for name, part in self.parts.items():
            part.load_state_dict(states["parts"][name])
        for name, optimizer in self.optimizers.items():
            optimizer.load_state_dict(states["optimizers"][name])
        self.decisions, self.seconds, self.runs = states["done"]


class Collector:
    """Plays with the newest network, beside the learning if there is a graphics card."""

    def __init__(self, plan: Plan, learner: Learner) -> None:
        self.plan = plan
        self.player = copy.deepcopy(learner.player)
        # Each run has decks of its own.
        self.tables = divided(plan.opponents, plan.games, plan.seed * 1_000_003 + 1000 * learner.runs, plan.threads)
        bits = (learner.player.bits, learner.critic.bits)
        self.stores = [Experience(plan.steps, self.tables, bits, plan.device) for _ in range(2 if self.beside else 1)]
        self.stream = torch.cuda.Stream(priority=-1) if self.beside else None
        self.stepping = ThreadPoolExecutor(1)
        self.thread = ThreadPoolExecutor(1)
        self.pending: dict[int, Future[None]] = {}
        self.next: Future[float] | None = None
        self.turn = 0

    @property
    def beside(self) -> bool:
        """Whether to play while the learner learns."""
        return self.plan.device.type == "cuda"

    def collect(self, player: Player) -> tuple[Experience, float]:
        """Some new steps, and the seconds they took."""
        if not self.beside:
            self.player.load_state_dict(player.state_dict())
            return self.stores[0], self._play(self.stores[0])
        if self.next is None:
            self.next = self.thread.submit(self._play, self.stores[self.turn])
        seconds = self.next.result()
        self.player.load_state_dict(player.state_dict())
        torch.cuda.current_stream().synchronize()
        ready = self.stores[self.turn]
        self.turn = 1 - self.turn
        self.next = self.thread.submit(self._play, self.stores[self.turn])
        return ready, seconds

    def close(self) -> None:
        """Ends the threads."""
        self.thread.shutdown(wait=True)
        self.stepping.shutdown(wait=True)

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

    def _choose(self, store: Experience, step: int, table: Table) -> np.ndarray:
        places = table.places
        observations = store.observations[step, places]
        with faster(self.plan.device):
            weights = self.player(store.bits[step, places])[0]
        logs = chances(weights, observations, store.masks[step, places])
        # The greatest of the logarithms and as many Gumbel numbers is drawn with these chances.
        noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-10, 1 - 1e-7)))
        actions = (logs + noise).argmax(1)
        store.actions[step, places] = actions
        store.chances[step, places] = logs.gather(1, actions[:, None]).squeeze(1)
        return actions.cpu().numpy()


def faster(device: torch.device) -> Any:
    """Lets a graphics card calculate with short numbers."""
    return torch.autocast("cuda", dtype=torch.bfloat16) if device.type == "cuda" else nullcontext()


def learn(plan: Plan) -> Learner:
    """Learns until the time is over. Returns all that was learnt."""
    plan.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(plan)
    checkpoint = plan.out / "checkpoint.pt"
    if checkpoint.exists():
        learner.load(checkpoint)
    elif (plan.out / "player.pt").exists():
        learner.load_parts(plan.out)
    if learner.decisions > 0:
        print(f"goes on after {learner.decisions:,} decisions and {learner.seconds:.0f} s", flush=True)
    collector = Collector(plan, learner)
    before, start = learner.seconds, time.monotonic()
    tested = start
    with (plan.out / "log.jsonl").open("a") as log:

        def write(row: dict[str, Any]) -> None:
            log.write(json.dumps(row) + "\n")
            log.flush()
            print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)

        shown = 0.0
        while (now := time.monotonic()) - start < plan.stop and learner.seconds < plan.seconds:
            learner.seconds = before + now - start
            store, playing = collector.collect(learner.player)
            row = update(learner, store, learner.seconds / plan.seconds)
            learner.decisions += store.steps * store.games
            if now - shown > 10:
                shown = now
                taken = {"playing": round(playing, 2), "learning": round(time.monotonic() - now, 2)}
                write({"seconds": round(learner.seconds), "decisions": learner.decisions, **row, **taken})
            if now - tested > plan.test_every:
                tested = now
                learner.save(checkpoint)
                write({"seconds": round(learner.seconds), "decisions": learner.decisions, **tests(learner, plan)})
        learner.seconds = before + time.monotonic() - start
        collector.close()
        learner.save(checkpoint)
        learner.save_parts(plan.out)
        write({"seconds": round(learner.seconds), "decisions": learner.decisions, **tests(learner, plan)})
    return learner


def tests(learner: Learner, plan: Plan) -> dict[str, Any]:
    """How the networks play against other players on fresh decks."""
    found = {}
    networks = {"average": learner.average} if learner.student is None else {"average": learner.average, "student": learner.student}
    for name, network in networks.items():
        for opponents in ("standard", "useful"):
            share, error = measure(network, opponents, plan.test_games, plan.threads, plan.device)
            found[f"{name} against {opponents}"] = round(100 * share, 2)
            found["±"] = round(100 * error, 2)
    return found


def update(learner: Learner, store: Experience, done: float) -> dict[str, Any]:
    """Learns from some steps. Returns figures for the log."""
    plan, device = learner.plan, learner.plan.device
    rate = plan.between(plan.rates, done) * min(1.0, (1 + learner.decisions / (store.steps * store.games)) / 10)
    learner.optimizers["player"].param_groups[0]["lr"] = rate
    learner.optimizers["critic"].param_groups[0]["lr"] = plan.between((5e-4, 5e-5), done)
    distils = learner.student is not None and done >= plan.student_from
    if distils:
        rest = (done - plan.student_from) / (1 - plan.student_from)
        learner.optimizers["student"].param_groups[0]["lr"] = plan.between((1e-3, 2e-5), rest)
    entropy_weight = plan.between(plan.entropies, done)

    def flat(tensor: torch.Tensor) -> torch.Tensor:
        return tensor[: store.steps].flatten(0, 1)

    with torch.no_grad():
        values = torch.empty((store.steps + 1) * store.games, device=device)
        seen, hidden, tables = (part.flatten(0, 1) for part in (store.bits, store.hidden_bits, store.tables))
        for places in torch.arange(len(values), device=device).split(1 << 16):
            where = slice(int(places[0]), int(places[-1]) + 1)
            with faster(device):
                logits = learner.critic(seen[where], hidden[where], tables[where])
            values[where] = logits.float().sigmoid()
        values = values.view(store.steps + 1, store.games)
        advantages, known = store.advantages(values, plan.decays[0] + (plan.decays[1] - plan.decays[0]) * done)
        targets = (advantages + values[:-1]).clamp(0, 1).flatten()
        advantages, known = advantages.flatten(), known.flatten()
        places = known.nonzero().squeeze(1)
        chosen = advantages[places]
        explained = 1 - (chosen.var() / targets[places].var()).item()
        advantages = (advantages - chosen.mean()) / (chosen.std() + 1e-8)
        standard = store.ended[:, tables_of(store, 0)]
        won = store.rewards[:, tables_of(store, 0), 0][standard].mean().item()
    parts = (store.bits, store.hidden_bits, store.observations, store.hidden, store.masks, store.tables)
    data = [flat(part) for part in (*parts, store.actions, store.chances)]
    sums = torch.zeros(7, device=device)
    batches = 0
    for epoch in range(plan.epochs):
        order = places[torch.randperm(len(places), device=device)]
        for some in order.split(plan.batch):
            bits, hidden_bits, observation, hidden, mask, table, action, chance = (part[some] for part in data)
            with faster(device):
                weights, value, guesses = learner.player(bits)
            logs = chances(weights, observation, mask)
            share = logs.exp()
            entropy = -(share * logs.clamp(min=-50)).sum(1).mean()
            ratio = (logs.gather(1, action[:, None]).squeeze(1) - chance).exp()
            advantage = advantages[some]
            gain = torch.min(ratio * advantage, ratio.clamp(1 - plan.clip, 1 + plan.clip) * advantage).mean()
            guess = functional.binary_cross_entropy_with_logits(guesses.float(), truth(hidden))
            judged = functional.binary_cross_entropy_with_logits(value.float(), targets[some])
            optimize(learner, "player", -gain - entropy_weight * entropy + plan.guesses * guess + 0.1 * judged)
            with torch.no_grad():
                torch._foreach_lerp_(list(learner.average.parameters()), list(learner.player.parameters()), 0.002)
            divergence = torch.zeros((), device=device)
            if epoch == 0:
                with faster(device):
                    whole = learner.critic(bits, hidden_bits, table)
                optimize(learner, "critic", functional.binary_cross_entropy_with_logits(whole.float(), targets[some]))
                if distils and learner.student is not None:
                    divergence = distil(learner, learner.student, bits, observation, mask, targets[some])
            with torch.no_grad():
                clipped = ((ratio - 1).abs() > plan.clip).float().mean()
                agrees = (logs.argmax(1) + 1 == observation[:, CHOICE]).float().mean()
                sums += torch.stack([entropy, chance.mean() - ratio.log().mean() - chance.mean(), clipped, agrees, guess, judged, divergence])
            batches += 1
    names = ("entropy", "change", "clipped", "like useful", "guess", "judged")
    row = {name: round(value, 4) for name, value in zip(names, (sums / batches).tolist(), strict=False)}
    row["divergence"] = round(sums[6].item() / batches * plan.epochs, 4)
    return {"won": round(100 * won, 2), "explained": round(explained, 3), "rate": float(f"{rate:.2g}"), **row}


CHOICE = hule.observation.features("deep")["useful_choice"].offset


def tables_of(store: Experience, index: int) -> torch.Tensor:
    """The places of the games at a table."""
    return (store.tables[0] == index).nonzero().squeeze(1)


def truth(hidden: torch.Tensor) -> torch.Tensor:
    """What the guesses should be: the kinds that each seat waits for, and whether it waits."""
    waits = hidden[:, HIDDEN["waits"].slice].view(len(hidden), 3, -1)[:, :, :ORDINARY].float()
    ready = (hidden[:, HIDDEN["distances"].slice] == 1).float()
    return torch.cat([waits.flatten(1), ready], 1)


def optimize(learner: Learner, name: str, loss: torch.Tensor) -> None:
    """Goes one step down."""
    optimizer = learner.optimizers[name]
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(learner.parts[name].parameters(), 1.0)
    optimizer.step()


def distil(
    learner: Learner,
    student: Player,
    bits: torch.Tensor,
    observation: torch.Tensor,
    mask: torch.Tensor,
    target: torch.Tensor,
) -> torch.Tensor:
    """The small network learns the chances of the large one. Returns how far they are from each other."""
    with torch.no_grad(), faster(learner.plan.device):
        weights = learner.average(bits)[0]
    logs = chances(weights, observation, mask)
    with faster(learner.plan.device):
        own, value, _ = student(bits)
    divergence = (logs.exp() * (logs - chances(own, observation, mask))).sum(1).mean()
    judged = functional.binary_cross_entropy_with_logits(value.float(), target)
    optimize(learner, "student", divergence + 0.1 * judged)
    return divergence.detach()
