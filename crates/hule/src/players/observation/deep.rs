//! The deep observation.

use super::table::{DEEP_LEN, FULL_LEN, offset};
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
const DISTANCE_AFTER: usize = offset("distance_after");
const USEFUL_AFTER: usize = offset("useful_after");
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
        Some(Turn::Discard { .. }) => write_discards(view.hand(), unseen, full, more),
        Some(Turn::Answer { tile, .. }) => write_claims(view.hand(), unseen, legal, tile, full, more),
    }
}

/// Writes what each discard leaves; the full observation tells its distance and its useful tiles.
fn write_discards(hand: &Hand, unseen: &[u8; Tile::COUNT], full: &[u8; FULL_LEN], more: &mut More) {
    let kinds = || (0..Tile::ORDINARY).filter(|kind| full[DISTANCE_AFTER + kind] > 0);
    let distance = |kind: usize| full[DISTANCE_AFTER + kind] - 1;
    let useful = |kind: usize| full[USEFUL_AFTER + kind];
    let Some(least) = kinds().map(distance).min() else { return };
    let near = || kinds().filter(|&kind| distance(kind) == least);
    let most_useful = near().map(useful).max().unwrap_or(0);
    let mut ways = [0; Tile::ORDINARY];
    for kind in near() {
        more[NEAR_USEFUL + kind] = useful(kind);
        more[NEAR_SHARE + kind] = share(useful(kind).into(), most_useful.into());
        if least <= FARTHEST && useful(kind) >= most_useful.div_ceil(2) {
            let mut rest = *hand;
            rest.take(Tile::ALL[kind]);
            ways[kind] = ways_ahead(&rest, unseen);
            more[NEAR_AHEAD + kind] = ways[kind].isqrt() as u8;
        }
    }
    let most_ways = ways.into_iter().max().unwrap_or(0);
    for kind in near().filter(|&kind| ways[kind] > 0) {
        more[NEAR_AHEAD_SHARE + kind] = share(ways[kind], most_ways);
    }
    for kind in kinds().filter(|&kind| distance(kind) == least + 1) {
        more[FAR_USEFUL + kind] = useful(kind);
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
