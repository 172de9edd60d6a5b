"""A contestant's solution that is right, in Python: a deck in, the log of its game out."""

import sys
from functools import lru_cache

NAMES = [n + s for s in "MPS" for n in "123456789"] + "E S W N B F Z DOUBLE REVERSE PASS".split()
DOUBLE, REVERSE, PASS = 34, 35, 36
SUITS = [(0, 9), (9, 18), (18, 27), (27, 34)]
FAR = 99


@lru_cache(maxsize=None)
def suit_costs(counts, runs):
    """The fewest tiles to add for m groups and p pairs of one suit: a tuple by 2 * m + p."""
    states = {(0, 0, 0, 0): 0}  # groups, pairs, runs begun two kinds ago, runs begun one kind ago
    for kind, have in enumerate(counts):
        after = {}
        for (m, p, older, newer), cost in states.items():
            for new in range(5 - m if runs and kind + 2 < len(counts) else 1):
                for triplets in range(2):
                    for pair in range(2 - p):
                        need = older + newer + new + 3 * triplets + 2 * pair
                        if need > 4 or m + new + triplets > 4:
                            continue
                        key = (m + new + triplets, p + pair, newer, new)
                        after[key] = min(after.get(key, FAR), cost + max(0, need - have))
        states = after
    return tuple(states.get((m, p, 0, 0), FAR) for m in range(5) for p in range(2))


@lru_cache(maxsize=None)
def join(left, right):
    joined = [FAR] * 10
    for m in range(5):
        for n in range(5 - m):
            for p, q in ((0, 0), (0, 1), (1, 0)):
                cost = left[2 * m + p] + right[2 * n + q]
                joined[2 * (m + n) + p + q] = min(joined[2 * (m + n) + p + q], cost)
    return tuple(joined)


def distance(hand, melds):
    whole = (0,) + (FAR,) * 9
    for first, last in SUITS:
        whole = join(whole, suit_costs(tuple(hand[first:last]), last - first == 9))
    return whole[2 * (4 - melds) + 1]


def wins(hand, melds):
    return sum(hand) == 14 - 3 * melds and not any(hand[DOUBLE:]) and distance(hand, melds) == 0


def without(hand, tiles):
    rest = list(hand)
    for tile in tiles:
        rest[tile] -= 1
    return rest


def play(deck):
    hands, melds, skips, step, log = [[0] * 37 for _ in range(4)], [0] * 4, [0] * 4, 1, []

    def say(seat, what):
        log.append("ABCD"[seat] + " " + what)

    def draw(seat):
        tile = deck.pop(0)
        hands[seat][tile] += 1
        say(seat, "IN " + NAMES[tile])

    def following(seat, left):
        seat = (seat + step) % 4
        while left[seat]:
            left[seat] -= 1
            seat = (seat + step) % 4
        return seat

    for turn in range(52):
        draw(turn % 4)
    seat, draws = 0, True
    while True:
        if draws:
            if not deck:
                return log + ["DRAW"]
            draw(seat)
            if wins(hands[seat], melds[seat]):
                say(seat, "SELFDRAWN")
                say(seat, "WIN")
                return log
        draws = True
        held = [tile for tile in range(36, -1, -1) if hands[seat][tile]]
        tile = held[0]
        if tile < DOUBLE:
            tile = min(held, key=lambda tile: distance(without(hands[seat], [tile]), melds[seat]))
        hands[seat][tile] -= 1
        if tile == PASS:
            target = following(seat, skips[:])
            say(seat, "OUT PASS " + "ABCD"[target])
            skips[target] += 1
        else:
            say(seat, "OUT " + NAMES[tile])
        if tile == REVERSE:
            step = 4 - step
        if tile == DOUBLE:
            continue
        if tile > DOUBLE:
            seat = following(seat, skips)
            continue
        others = [(seat + step * turn) % 4 for turn in (1, 2, 3)]
        for other in others:
            if wins(add(hands[other], tile), melds[other]):
                say(other, "RON")
                say(other, "WIN")
                return log
        claim = find_claim(hands, melds, others, following(seat, skips[:]), tile)
        if claim is None:
            seat = following(seat, skips)
            continue
        other, own = claim
        hands[other] = without(hands[other], own)
        melds[other] += 1
        word = "PONG" if own[0] == own[1] else "CHOW"
        say(other, " ".join([word] + [NAMES[t] for t in sorted(own + [tile])]))
        passed = (seat + step) % 4
        while passed != other:
            skips[passed] = max(0, skips[passed] - 1)
            passed = (passed + step) % 4
        seat, draws = other, False


def add(hand, tile):
    more = list(hand)
    more[tile] += 1
    return more


def find_claim(hands, melds, others, following, tile):
    def nearer(other, own):
        if melds[other] == 4 or any(own.count(t) > hands[other][t] for t in own):
            return False
        return distance(without(hands[other], own), melds[other] + 1) < distance(hands[other], melds[other])

    for other in others:
        if nearer(other, [tile, tile]):
            return other, [tile, tile]
    if tile < 27:
        for low in (tile, tile - 1, tile - 2):
            if low >= 0 and low // 9 == tile // 9 and low % 9 < 7:
                own = [t for t in (low, low + 1, low + 2) if t != tile]
                if nearer(following, own):
                    return following, own
    return None


print("\n".join(play([NAMES.index(name) for name in sys.stdin.read().split()])))
