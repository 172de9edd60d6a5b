//! The full observation.

use super::table::{BASIC_LEN, FULL_LEN, ROW, offset};
use super::{CLAIM_DISTANCE, DISCARDED, NEAREST, UNSEEN, choice, numbers_of, write_table, write_tiles};
use crate::distance::outlook::{AfterDiscard, Outlook};
use crate::game::View;
use crate::players::Useful;
use crate::words::{Action, ActionSet, BySeat, Hand, Meld, Seat, Tile, Turn};

/// Places behind the basic observation.
const fn place(name: &str) -> usize {
    offset(name) - BASIC_LEN
}

const DISTANCE_AFTER: usize = place("distance_after");
const USEFUL_AFTER: usize = place("useful_after");
const RANK_AFTER: usize = place("rank_after");
const USEFUL: usize = place("useful");
const DISCARDS: usize = place("discards");
const LATEST: usize = place("latest");
const FIRST: usize = place("first");
const PONGS: usize = place("pongs");
const CHOWS: usize = place("chows");
const PASSED: usize = place("passed");
const SINCE_CLAIM: usize = place("since_claim");
const LAST_DISCARD: usize = place("last_discard");
const LOWEST_DISCARD: usize = place("lowest_discard");
const HAND_LEN: usize = place("hand_len");
const CLAIM_USEFUL: usize = place("claim_useful");
const CLAIM_RANK: usize = place("claim_rank");
const USEFUL_LEFT: usize = place("useful_left");
const USEFUL_CHOICE: usize = place("useful_choice");

type More = [u8; FULL_LEN - BASIC_LEN];

/// How many choices a seat that is asked may have.
const CHOICES: usize = 5;

pub(super) fn write(view: &View<'_>, legal: ActionSet, numbers: &mut [u8; FULL_LEN]) {
    numbers.fill(0);
    let (basic, more) = numbers.split_first_chunk_mut().expect("the basic observation comes first");
    let more: &mut More = more.try_into().expect("the rest follows it");
    let numbers_of = numbers_of(view);
    let mut lying = [0; Tile::COUNT];
    write_river(view, &numbers_of, &mut lying, basic, more);
    write_tiles(view, &mut lying, basic);
    write_table(view, &numbers_of, basic);
    write_melds(view, &numbers_of, more);
    let hand = view.hand();
    let unseen: [u8; Tile::COUNT] = *basic[UNSEEN..].first_chunk().expect("one number for each kind");
    let outlook = Outlook::new(hand, &unseen);
    let useful = outlook.useful();
    for kind in 0..ROW {
        more[USEFUL + kind] = (useful.bits() >> kind & 1) as u8;
    }
    let useful_left = useful.iter().map(|tile| unseen[tile.index()]).sum();
    more[USEFUL_LEFT] = useful_left;
    let choice = match view.turn() {
        None => return,
        Some(Turn::Discard { .. }) => write_discards(view, legal, &outlook, useful_left, basic, more),
        Some(Turn::Answer { tile, .. }) => write_claims(hand, legal, tile, &unseen, useful_left, basic, more),
    };
    more[USEFUL_CHOICE] = 1 + view.viewpoint().id(choice);
}

/// Writes the discards of all seats, and counts those that lie on the table.
#[inline]
fn write_river(
    view: &View<'_>,
    numbers_of: &BySeat<usize>,
    lying: &mut [u8; Tile::COUNT],
    basic: &mut [u8; BASIC_LEN],
    more: &mut More,
) {
    let [mut made, mut since_claim, mut last, mut lowest] = [[0_u8; 4]; 4];
    // Backwards, so a claim is met after the discards that follow it.
    for discard in view.river().as_slice().iter().rev() {
        let (seat, kind) = (numbers_of[discard.seat] % 4, discard.tile.index());
        match discard.claimed_by {
            None => lying[kind] += 1,
            Some(claimer) => {
                let claimer = numbers_of[claimer] % 4;
                if since_claim[claimer] == 0 {
                    since_claim[claimer] = 1 + made[claimer];
                }
            }
        }
        for other in 1..4 {
            if made[other] == 0 {
                more[PASSED + (other - 1) * ROW + kind] = 1;
            }
        }
        made[seat] += 1;
        let at = seat * ROW + kind;
        more[DISCARDS + at] += 1;
        if more[LATEST + at] == 0 {
            more[LATEST + at] = made[seat];
        }
        more[FIRST + at] = made[seat];
        if kind < Tile::ORDINARY {
            let number = 1 + kind as u8;
            if last[seat] == 0 {
                last[seat] = number;
            }
            if since_claim[seat] == 0 && (lowest[seat] == 0 || number < lowest[seat]) {
                lowest[seat] = number;
            }
        }
    }
    basic[DISCARDED..][..4].copy_from_slice(&made);
    more[SINCE_CLAIM..][..4].copy_from_slice(&since_claim);
    more[LAST_DISCARD..][..4].copy_from_slice(&last);
    more[LOWEST_DISCARD..][..4].copy_from_slice(&lowest);
}

/// Writes the melds of all seats and how many tiles they hold.
#[inline]
fn write_melds(view: &View<'_>, numbers_of: &BySeat<usize>, more: &mut More) {
    for seat in Seat::ALL {
        let number = numbers_of[seat] % 4;
        for meld in view.melds(seat) {
            match meld {
                Meld::Pong { tile, .. } => more[PONGS + number * ROW + tile.index()] = 1,
                Meld::Chow { run, .. } => more[CHOWS + number * ROW + run.tiles()[0].index()] += 1,
            }
        }
        more[HAND_LEN + number] = view.hand_len(seat) as u8;
    }
}

/// What a choice leaves: the distance, and the number of useful tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(u16);

impl Worth {
    /// Worse than any choice.
    const NONE: Worth = Worth(u16::MAX);

    /// The better, the less.
    #[inline]
    const fn new(distance: u8, useful: u8) -> Worth {
        Worth((distance as u16) << 8 | (u8::MAX - useful) as u16)
    }

    const fn distance(self) -> u8 {
        (self.0 >> 8) as u8
    }

    const fn useful(self) -> u8 {
        u8::MAX - self.0 as u8
    }

    /// 1 for the best of these.
    #[inline]
    fn rank(self, all: &[Worth]) -> u8 {
        1 + all.iter().map(|&other| u8::from(other < self)).sum::<u8>()
    }
}

/// The kinds that a hand can discard and what they leave, with the greatest last, and how many there are.
#[inline]
fn discards(hand: &Hand, outlook: &Outlook<'_>, useful_left: u8) -> ([(u8, Worth); 16], usize) {
    let mut found = [(0, Worth::NONE); 16];
    let (ordinary, mut len) = outlook.discards();
    for (place, AfterDiscard { kind, distance, useful }) in found.iter_mut().zip(ordinary).take(len) {
        *place = (kind, Worth::new(distance, useful));
    }
    // A special tile helps no hand.
    for &tile in Tile::ALL[Tile::ORDINARY..].iter().filter(|&&tile| hand.holds(tile)) {
        found[len % 16] = (tile.index() as u8, Worth::new(hand.distance(), useful_left));
        len += 1;
    }
    (found, len)
}

/// Writes what each discard leaves, and returns the choice of `useful`.
#[inline]
fn write_discards(
    view: &View<'_>,
    legal: ActionSet,
    outlook: &Outlook<'_>,
    useful_left: u8,
    basic: &mut [u8; BASIC_LEN],
    more: &mut More,
) -> Action {
    let hand = view.hand();
    let (found, len) = discards(hand, outlook, useful_left);
    let worths = found.map(|(_, worth)| worth);
    let best = worths.iter().min().copied().unwrap_or(Worth::NONE);
    let mut choice = 0;
    for &(kind, worth) in found.iter().take(len) {
        let kind = usize::from(kind) % ROW;
        more[DISTANCE_AFTER + kind] = 1 + worth.distance();
        more[USEFUL_AFTER + kind] = worth.useful();
        more[RANK_AFTER + kind] = worth.rank(&worths);
        basic[NEAREST + kind] = u8::from(worth.distance() == best.distance());
        if worth == best {
            choice = kind;
        }
    }
    if legal.contains(Action::SelfDrawn) {
        return Action::SelfDrawn;
    }
    match Useful::special(view) {
        Some(special) => special,
        None => Action::Discard(Tile::ALL[choice]),
    }
}

/// Writes what each answer leaves, and returns the choice of `useful`.
#[inline]
fn write_claims(
    hand: &Hand,
    legal: ActionSet,
    tile: Tile,
    unseen: &[u8; Tile::COUNT],
    useful_left: u8,
    basic: &mut [u8; BASIC_LEN],
    more: &mut More,
) -> Action {
    let declined = Worth::new(hand.distance(), useful_left);
    let mut worths = [Worth::NONE; CHOICES];
    worths[0] = declined;
    let mut best = (Worth::NONE, Action::Decline);
    for action in legal {
        let Some(own) = action.own_tiles(tile) else { continue };
        let melded = hand.meld(own).expect("the claim is legal");
        let outlook = Outlook::new(&melded, unseen);
        let (found, _) = discards(&melded, &outlook, outlook.useful_left());
        let worth = found.iter().map(|&(_, worth)| worth).min().expect("there are places");
        worths[choice(action)] = worth;
        if worth.distance() < declined.distance() && worth <= best.0 {
            best = (worth, action);
        }
    }
    for (place, worth) in worths.into_iter().enumerate().filter(|&(_, worth)| worth != Worth::NONE) {
        basic[CLAIM_DISTANCE + place] = 1 + worth.distance();
        more[CLAIM_USEFUL + place] = worth.useful();
        more[CLAIM_RANK + place] = worth.rank(&worths);
    }
    if legal.contains(Action::Ron) { Action::Ron } else { best.1 }
}
