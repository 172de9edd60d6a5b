//! The full observation.

use super::table::{BASIC_LEN, FULL_LEN, ROW, offset};
use super::{
    CLAIM_DISTANCE, DISCARDED, NEAREST, UNSEEN, choice, numbers_of, row_mut, write_table, write_tiles,
};
use crate::distance::outlook::Outlook;
use crate::game::{Discarded, View};
use crate::players::GreedyPlayer;
use crate::words::{Action, ActionSet, BySeat, Meld, Seat, Tile, Turn, write_bits};

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

/// Above all kinds.
const NONE: u8 = u8::MAX;

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
    write_bits(outlook.useful().bits(), row_mut(&mut more[USEFUL..]));
    more[USEFUL_LEFT] = outlook.useful_left();
    let choice = match view.turn() {
        None => return,
        Some(Turn::Discard { .. }) => write_discards(view, legal, &outlook, basic, more),
        Some(Turn::Answer { tile, .. }) => write_claims(&outlook, legal, tile, basic, more),
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
    let river = view.river().as_slice();
    write_passed(river, numbers_of, more);
    let [mut made, mut since_claim, mut last] = [[0_u8; 4]; 3];
    let mut lowest = [NONE; 4];
    // Backwards, so a claim is met after the discards that follow it.
    for discard in river.iter().rev() {
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
        made[seat] += 1;
        let at = seat * ROW + kind;
        more[DISCARDS + at] += 1;
        more[FIRST + at] = made[seat];
        let latest = more[LATEST + at];
        more[LATEST + at] = if latest == 0 { made[seat] } else { latest };
        if kind < Tile::ORDINARY {
            last[seat] = if last[seat] == 0 { 1 + kind as u8 } else { last[seat] };
            let counts = since_claim[seat] == 0;
            lowest[seat] = lowest[seat].min(if counts { 1 + kind as u8 } else { NONE });
        }
    }
    let lowest = lowest.map(|lowest| if lowest == NONE { 0 } else { lowest });
    basic[DISCARDED..][..4].copy_from_slice(&made);
    more[SINCE_CLAIM..][..4].copy_from_slice(&since_claim);
    more[LAST_DISCARD..][..4].copy_from_slice(&last);
    more[LOWEST_DISCARD..][..4].copy_from_slice(&lowest);
}

/// Writes what the other seats have let pass since their last discard.
#[inline]
fn write_passed(river: &[Discarded], numbers_of: &BySeat<usize>, more: &mut More) {
    let mut passed = [0_u64; 4];
    let mut waiting = 0b1110_u64;
    for discard in river.iter().rev() {
        for (seat, passed) in passed.iter_mut().enumerate() {
            *passed |= (waiting >> seat & 1) << discard.tile.index();
        }
        waiting &= !(1 << numbers_of[discard.seat]);
        if waiting == 0 {
            break;
        }
    }
    for (place, passed) in passed[1..].iter().enumerate() {
        write_bits(*passed, row_mut(&mut more[PASSED + place * ROW..]));
    }
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
struct Worth(i16);

impl Worth {
    /// Worse than any choice.
    const NONE: Worth = Worth(i16::MAX);

    /// The better, the less.
    #[inline]
    const fn new(distance: u8, useful: u8) -> Worth {
        Worth(i16::from_be_bytes([distance, u8::MAX - useful]))
    }

    const fn distance(self) -> u8 {
        self.0.to_be_bytes()[0]
    }

    const fn useful(self) -> u8 {
        u8::MAX - self.0.to_be_bytes()[1]
    }

    /// For each of these, 1 and how many are better.
    #[inline]
    fn ranks<const N: usize>(all: &[Worth; N]) -> [u8; N] {
        let mut ranks = [1_i16; N];
        for other in all {
            for (rank, worth) in ranks.iter_mut().zip(all) {
                *rank += i16::from(other.0 < worth.0);
            }
        }
        ranks.map(|rank| rank.unsigned_abs() as u8)
    }
}

/// The kinds that a hand can discard and what they leave, with the greatest last, and how many there are.
#[inline]
fn discards(outlook: &Outlook<'_>) -> ([(u8, Worth); 16], usize) {
    let mut found = [(0, Worth::NONE); 16];
    let mut len = 0;
    let mut push = |kind, worth| {
        found[len % 16] = (kind, worth);
        len += 1;
    };
    outlook.each_discard(|kind, distance, useful| push(kind, Worth::new(distance, useful)));
    // A special tile helps no hand.
    let hand = outlook.hand();
    for &tile in Tile::ALL[Tile::ORDINARY..].iter().filter(|&&tile| hand.holds(tile)) {
        push(tile.index() as u8, Worth::new(outlook.distance(), outlook.useful_left()));
    }
    (found, len)
}

/// Writes what each discard leaves, and returns the choice of `useful`.
#[inline]
fn write_discards(
    view: &View<'_>,
    legal: ActionSet,
    outlook: &Outlook<'_>,
    basic: &mut [u8; BASIC_LEN],
    more: &mut More,
) -> Action {
    let (found, len) = discards(outlook);
    let worths = found.map(|(_, worth)| worth);
    let best = worths.iter().min().copied().unwrap_or(Worth::NONE);
    let mut choice = 0;
    for (&(kind, worth), rank) in found.iter().zip(Worth::ranks(&worths)).take(len) {
        let kind = usize::from(kind) % ROW;
        more[DISTANCE_AFTER + kind] = 1 + worth.distance();
        more[USEFUL_AFTER + kind] = worth.useful();
        more[RANK_AFTER + kind] = rank;
        basic[NEAREST + kind] = u8::from(worth.distance() == best.distance());
        if worth == best {
            choice = kind;
        }
    }
    if legal.contains(Action::SelfDrawn) {
        return Action::SelfDrawn;
    }
    match GreedyPlayer::special(view) {
        Some(special) => special,
        None => Action::Discard(Tile::ALL[choice]),
    }
}

/// Writes what each answer leaves, and returns the choice of `useful`.
#[inline]
fn write_claims(
    outlook: &Outlook<'_>,
    legal: ActionSet,
    tile: Tile,
    basic: &mut [u8; BASIC_LEN],
    more: &mut More,
) -> Action {
    let declined = Worth::new(outlook.distance(), outlook.useful_left());
    let mut worths = [Worth::NONE; CHOICES];
    worths[0] = declined;
    let mut best = (Worth::NONE, Action::Decline);
    for action in legal {
        let Some(own) = action.own_tiles(tile) else { continue };
        let melded = outlook.hand().meld(own).expect("the claim is legal");
        let (found, _) = discards(&Outlook::new(&melded, outlook.unseen()));
        let worth = found.iter().map(|&(_, worth)| worth).min().expect("there are places");
        worths[choice(action)] = worth;
        if worth.distance() < declined.distance() && worth <= best.0 {
            best = (worth, action);
        }
    }
    let ranks = Worth::ranks(&worths);
    for (place, worth) in worths.into_iter().enumerate().filter(|&(_, worth)| worth != Worth::NONE) {
        basic[CLAIM_DISTANCE + place] = 1 + worth.distance();
        more[CLAIM_USEFUL + place] = worth.useful();
        more[CLAIM_RANK + place] = ranks[place];
    }
    if legal.contains(Action::Ron) { Action::Ron } else { best.1 }
}
