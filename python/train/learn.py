"""Proximal policy optimisation, and the small network that learns from the large one."""

from __future__ import annotations

import json
import time
from typing import Any, TextIO

import torch
from collect import Collector, faster
from encoding import ORDINARY
from learner import Learner
from measure import measure
from networks import CHOICE, Player
from plan import Plan, between
from tables import Experience
from torch import nn
from torch.nn import functional

import hule.observation

HIDDEN = hule.observation.hidden()


def learn(plan: Plan) -> Learner:
    """Learns until the course or the time of this run is over. Returns all that was learnt.

    :raises KeyboardInterrupt: It was stopped. The checkpoint is saved then.
    """
    plan.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(plan)
    learner.resume()
    if learner.decisions > 0:
        print(f"goes on after {learner.decisions:,} decisions and {learner.seconds:.0f} s", flush=True)
    with (plan.out / "log.jsonl").open("a", encoding="utf-8") as log:
        collector = Collector(learner)
        try:
            go_on(learner, collector, log)
        finally:
            collector.close()
            learner.save()
            learner.save_parts()
        write(log, learner, tests(learner))
    return learner


def go_on(learner: Learner, collector: Collector, log: TextIO) -> None:
    """One run."""
    plan = learner.plan
    random = torch.Generator(plan.device).manual_seed(plan.seed + learner.runs)
    before, start = learner.seconds, time.monotonic()
    shown, tested = start - 10, start
    while (done := plan.done(learner.seconds, learner.decisions)) < 1 and learner.seconds - before < plan.stop:
        store, playing = collector.collect(learner.player)
        begun = time.monotonic()
        row = update(learner, store, done, random)
        now = time.monotonic()
        learner.seconds = before + now - start
        learner.decisions += store.steps * store.games
        if now - shown > 10:
            shown = now
            write(log, learner, {**row, "playing": round(playing, 2), "learning": round(now - begun, 2)})
        if now - tested > plan.test_every:
            tested = now
            learner.save()
            write(log, learner, tests(learner))


def write(log: TextIO, learner: Learner, row: dict[str, Any]) -> None:
    """Adds a row to the log, and shows it."""
    log.write(json.dumps({"seconds": round(learner.seconds), "decisions": learner.decisions, **row}) + "\n")
    log.flush()
    figures = ", ".join(f"{name} {value}" for name, value in row.items())
    print(f"{learner.seconds:6.0f} s {learner.decisions:13,} decisions: {figures}", flush=True)


def tests(learner: Learner) -> dict[str, Any]:
    """How the networks play against other players on fresh decks."""
    plan = learner.plan
    found: dict[str, Any] = {}
    for name in ("average", "student") if learner.student is not None else ("average",):
        for opponents in ("standard", "useful"):
            share, error = measure(learner.parts[name], opponents, plan.test_games, plan.threads, plan.device)
            found[f"{name} against {opponents}"] = round(100 * share, 2)
            found["±"] = round(100 * error, 2)
    return found


def update(learner: Learner, store: Experience, done: float, random: torch.Generator) -> dict[str, Any]:
    """Learns from some steps. Returns figures for the log."""
    plan, device = learner.plan, learner.plan.device
    # The first updates are careful.
    rate = between(plan.rates, done) * min(1.0, (1 + learner.decisions / (store.steps * store.games)) / 10)
    set_rate(learner, "player", rate)
    set_rate(learner, "critic", between(plan.critic_rates, done))
    distils = learner.student is not None and done >= plan.student_from
    if distils:
        set_rate(learner, "student", between((1e-3, 2e-5), (done - plan.student_from) / (1 - plan.student_from)))
    entropy_weight = between(plan.entropies, done)
    decay = plan.decays[0] + (plan.decays[1] - plan.decays[0]) * done
    advantages, targets, places, explained = judge(learner, store, decay)
    parts = (store.bits, store.observations, store.hidden, store.masks, store.actions, store.chances)
    data = [part[: store.steps].flatten(0, 1) for part in parts]
    sums = torch.zeros(7, device=device)
    batches = 0
    for epoch in range(plan.epochs):
        order = places[torch.randperm(len(places), generator=random, device=device)]
        for some in order.split(plan.batch):
            whole, observation, hidden, mask, action, chance = (part.index_select(0, some) for part in data)
            bits, target = whole[:, : store.seen], targets[some]
            with faster(device):
                weights, value, guesses = learner.player(bits)
            logs = learner.player.chances(weights, observation, mask)
            entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            change = logs.gather(1, action[:, None]).squeeze(1) - chance
            ratio, advantage = change.exp(), advantages[some]
            gain = torch.min(ratio * advantage, ratio.clamp(1 - plan.clip, 1 + plan.clip) * advantage).mean()
            guess = functional.binary_cross_entropy_with_logits(guesses.float(), truth(hidden))
            judged = functional.binary_cross_entropy_with_logits(value.float(), target)
            optimize(learner, "player", -gain - entropy_weight * entropy + plan.guesses * guess + 0.1 * judged)
            with torch.no_grad():
                torch._foreach_lerp_(list(learner.average.parameters()), list(learner.player.parameters()), 0.002)
            divergence = torch.zeros((), device=device)
            if epoch == 0:
                with faster(device):
                    value = learner.critic(whole)
                optimize(learner, "critic", functional.binary_cross_entropy_with_logits(value.float(), target))
                if distils and learner.student is not None:
                    divergence = distil(learner, learner.student, bits, observation, mask, target)
            with torch.no_grad():
                clipped = ((ratio - 1).abs() > plan.clip).float().mean()
                alike = (logs.argmax(1) + 1 == observation[:, CHOICE]).float().mean()
                sums += torch.stack([entropy, -change.mean(), clipped, alike, guess, judged, plan.epochs * divergence])
            batches += 1
    names = ("entropy", "change", "clipped", "like useful", "guess", "judged", "divergence")
    figures = {name: round(value, 4) for name, value in zip(names, (sums / max(1, batches)).tolist(), strict=True)}
    won = store.won()
    share = {} if won is None else {"won": round(100 * won, 2)}
    return {**share, "explained": round(explained, 3), "rate": float(f"{rate:.2g}"), **figures}


@torch.no_grad()
def judge(learner: Learner, store: Experience, decay: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, float]:
    """The advantages of all actions, the chances to win, where both are known, and how well the critic explains them."""
    device = learner.plan.device
    values = torch.empty((store.steps + 1) * store.games, device=device)
    bits = store.bits.flatten(0, 1)
    for first in range(0, len(values), 1 << 16):
        where = slice(first, first + (1 << 16))
        with faster(device):
            logits = learner.critic(bits[where])
        values[where] = logits.float().sigmoid()
    values = values.view(store.steps + 1, store.games)
    advantages, known = store.advantages(values, decay)
    targets = (advantages + values[:-1]).clamp(0, 1).flatten()
    advantages, places = advantages.flatten(), known.flatten().nonzero().squeeze(1)
    chosen = advantages[places]
    explained = 1 - (chosen.var() / targets[places].var().clamp(min=1e-8)).item() if len(places) > 1 else 0.0
    spread = chosen.std() if len(places) > 1 else 0.0
    return (advantages - chosen.mean()) / (spread + 1e-8), targets, places, explained


def set_rate(learner: Learner, name: str, rate: float) -> None:
    """Sets the learning rate of a network."""
    learner.optimizers[name].param_groups[0]["lr"] = rate


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
    logs = learner.average.chances(weights, observation, mask)
    with faster(learner.plan.device):
        own, value, _ = student(bits)
    divergence = (logs.exp() * (logs - student.chances(own, observation, mask))).sum(1).mean()
    judged = functional.binary_cross_entropy_with_logits(value.float(), target)
    optimize(learner, "student", divergence + 0.1 * judged)
    return divergence.detach()
