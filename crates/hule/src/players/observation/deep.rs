//! The deep observation.

use super::table::{DEEP_LEN, FULL_LEN, ROW, offset};
use super::{CLAIM_DISTANCE, UNSEEN, choice, full};
use crate::distance::outlook::Outlook;
use crate::game::View;
use crate::words::{ActionSet, Hand, Tile, Turn};

/// Places behind the full observation.
const fn place(name: &str) -> usize {
    offset(name) - FULL_LEN
}

const NEAR_USEFUL: usize = place("near_useful");
const NEAR_SHARE: usize = place("near_share");
const NEAR_AHEAD: usize = place("near_ahead");
const NEAR_AHEAD_SHARE: usize = place("near_ahead_share");
const FAR_USEFUL: usize = place("far_useful");
const CLAIM_CHANGE: usize = place("claim_change");
const CLAIM_SHARE: usize = place("claim_share");
const CLAIM_AHEAD: usize = place("claim_ahead");
const CLAIM_AHEAD_SHARE: usize = place("claim_ahead_share");
const CLAIM_USEFUL: usize = offset("claim_useful");

type More = [u8; DEEP_LEN - FULL_LEN];

/// The ways to reduce the distance twice are counted only up to this distance: there are too many in a bad hand.
const FARTHEST: u8 = 4;

pub(super) fn write(view: &View<'_>, legal: ActionSet, numbers: &mut [u8; DEEP_LEN]) {
    let (full, more) = numbers.split_first_chunk_mut().expect("the full observation comes first");
    let more: &mut More = more.try_into().expect("the rest follows it");
    full::write(view, legal, full);
    more.fill(0);
    let unseen = full[UNSEEN..].first_chunk().expect("one number for each kind");
    match view.turn() {
        None => {}
        Some(Turn::Discard { .. }) => write_discards(view.hand(), unseen, more),
        Some(Turn::Answer { tile, .. }) => write_claims(view.hand(), unseen, legal, tile, full, more),
    }
}

/// Writes what each discard leaves.
fn write_discards(hand: &Hand, unseen: &[u8; Tile::COUNT], more: &mut More) {
    let outlook = Outlook::new(hand, unseen);
    let mut found = [(0, 0, 0); 16];
    let mut len = 0;
    outlook.each_discard(|kind, distance, useful| {
        found[len % 16] = (usize::from(kind) % ROW, distance, useful);
        len += 1;
    });
    let found = &found[..len.min(16)];
    let Some(least) = found.iter().map(|&(_, distance, _)| distance).min() else { return };
    let near = || found.iter().filter(|&&(_, distance, _)| distance == least);
    let most_useful = near().map(|&(_, _, useful)| useful).max().unwrap_or(0);
    let mut ways = [0; Tile::COUNT];
    for &(kind, distance, useful) in found {
        if distance == least {
            more[NEAR_USEFUL + kind] = useful;
            more[NEAR_SHARE + kind] = share(useful.into(), most_useful.into());
            if least <= FARTHEST && 2 * useful >= most_useful {
                let mut rest = *hand;
                rest.take(Tile::ALL[kind]);
                ways[kind] = ways_ahead(&rest, unseen);
                more[NEAR_AHEAD + kind] = ways[kind].isqrt() as u8;
            }
        } else if distance == least + 1 {
            more[FAR_USEFUL + kind] = useful;
        }
    }
    let most_ways = ways.into_iter().max().unwrap_or(0);
    for &(kind, _, _) in near().filter(|&&(kind, _, _)| ways[kind] > 0) {
        more[NEAR_AHEAD_SHARE + kind] = share(ways[kind], most_ways);
    }
}

/// Writes what each answer leaves.
fn write_claims(
    hand: &Hand,
    unseen: &[u8; Tile::COUNT],
    legal: ActionSet,
    tile: Tile,
    full: &[u8; FULL_LEN],
    more: &mut More,
) {
    let declined = full[CLAIM_DISTANCE];
    let mut least = declined;
    let mut ways = [0; 5];
    ways[0] = ways_ahead(hand, unseen);
    more[CLAIM_CHANGE] = 2;
    for action in legal {
        let Some(own) = action.own_tiles(tile) else { continue };
        let place = choice(action);
        let distance = full[CLAIM_DISTANCE + place];
        more[CLAIM_CHANGE + place] = 2 + u8::from(distance > declined) - u8::from(distance < declined);
        least = least.min(distance);
        let melded = hand.meld(own).expect("the claim is legal");
        ways[place] = most_ways_ahead(&melded, unseen);
    }
    let near = |place: usize| full[CLAIM_DISTANCE + place] == least;
    let most_useful = (0..5).filter(|&place| near(place)).map(|place| full[CLAIM_USEFUL + place]).max();
    let most_ways = (0..5).filter(|&place| near(place)).map(|place| ways[place]).max().unwrap_or(0);
    for place in 0..5 {
        more[CLAIM_AHEAD + place] = ways[place].isqrt() as u8;
        if near(place) {
            let useful = full[CLAIM_USEFUL + place];
            more[CLAIM_SHARE + place] = share(useful.into(), most_useful.unwrap_or(0).into());
            more[CLAIM_AHEAD_SHARE + place] = share(ways[place], most_ways);
        }
    }
}

/// 1 to 16.
const fn share(part: usize, most: usize) -> u8 {
    match (15 * part).checked_div(most) {
        None => 16,
        Some(share) => 1 + share as u8,
    }
}

/// The ways to reduce the distance of a hand twice: for each useful tile, the most useful tiles after the next discard.
/// 0 if a useful tile wins.
fn ways_ahead(hand: &Hand, unseen: &[u8; Tile::COUNT]) -> usize {
    let outlook = Outlook::new(hand, unseen);
    let Some(next) = outlook.distance().checked_sub(1).filter(|next| (1..FARTHEST).contains(next)) else {
        return 0;
    };
    let mut ways = 0;
    for tile in outlook.useful() {
        let copies = usize::from(unseen[tile.index()]);
        if copies > 0 {
            let mut drawn = *hand;
            drawn.put(tile);
            let left = Outlook::new(&drawn, unseen).most_useful_after(next);
            ways += copies * usize::from(left);
        }
    }
    ways
}

/// The ways after the best discard.
fn most_ways_ahead(hand: &Hand, unseen: &[u8; Tile::COUNT]) -> usize {
    let least = hand.nearest_discards();
    let rests = least.iter().map(|tile| {
        let mut rest = *hand;
        rest.take(tile);
        ways_ahead(&rest, unseen)
    });
    rests.max().unwrap_or(0)
}
