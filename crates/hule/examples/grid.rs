//! Looks for example decks for the cells of the grid that have none, and writes them to `data/grid.txt`.
//!
//! `cargo run --release -p hule --example grid -- SECONDS` changes known decks at random, keeps those with a new cell,
//! and stops when no cell is missing. `0` only lists what is missing.

use hule::play::GameId;
use hule::situation::{Phase, SituationFinder, SituationVariant, cells};
use hule::{BySeat, Deck, Direction, Hand, Random, Seat, Situation, Standard, Tile, play};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

fn main() {
    let seconds: u64 = env::args().nth(1).map_or(60, |text| text.parse().expect("a number of seconds"));
    let seed: u64 = env::args().nth(2).map_or(0, |text| text.parse().expect("a seed"));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/grid.txt");
    let mut grid = Grid::new(seed);
    for cell in SituationVariant::all() {
        if let Some(deck) = cell.example().filter(|deck| cells(deck).contains(&cell)) {
            grid.known.insert(cell, deck);
        }
    }
    let until = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < until && grid.known.len() < grid.all.len() {
        let deck = grid.next();
        grid.look_at(&deck);
    }
    let missing: Vec<String> =
        grid.all.iter().filter(|cell| !grid.known.contains_key(cell)).map(ToString::to_string).collect();
    println!("{}", missing.join("\n"));
    println!("{} of {} cells have a deck; {} decks were tried", grid.known.len(), grid.all.len(), grid.tried);
    if seconds > 0 {
        let lines: Vec<String> =
            grid.known.iter().map(|(cell, deck)| format!("{cell} {}\n", letters(deck))).collect();
        fs::write(path, lines.concat()).expect("the file is writable");
    }
}

struct Grid {
    all: Vec<SituationVariant>,
    known: BTreeMap<SituationVariant, Deck>,
    random: Random,
    tried: u64,
}

impl Grid {
    fn new(seed: u64) -> Grid {
        Grid {
            all: SituationVariant::all().collect(),
            known: BTreeMap::new(),
            random: Random::new(seed),
            tried: 0,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn look_at(&mut self, deck: &Deck) {
        self.tried += 1;
        let missing = self.all.iter().copied().filter(|cell| !self.known.contains_key(cell));
        let mut finder = SituationFinder::of(missing);
        play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
        for cell in finder.found {
            assert!(self.all.contains(&cell), "{cell} was excluded, but occurs in {}", letters(deck));
            self.known.entry(cell).or_insert(*deck);
        }
    }

    /// A deck to look at: random, stacked, or a known one of a cell like a missing one, with a few changes.
    fn next(&mut self) -> Deck {
        let missing: Vec<SituationVariant> =
            self.all.iter().copied().filter(|cell| !self.known.contains_key(cell)).collect();
        let wanted = missing[self.below(missing.len())];
        let near: Vec<Deck> = self
            .known
            .iter()
            .filter(|(cell, _)| {
                let same = [
                    cell.situation == wanted.situation,
                    cell.phase == wanted.phase,
                    cell.direction == wanted.direction,
                    cell.open == wanted.open,
                ];
                same.into_iter().filter(|&same| same).count() == 3
            })
            .map(|(_, deck)| *deck)
            .collect();
        match self.below(8) {
            0 => Deck::seeded(self.random.word(), 0),
            1..=2 => self.stacked(wanted),
            _ if near.is_empty() => self.stacked(wanted),
            _ => {
                let deck = near[self.below(near.len())];
                self.changed(&deck)
            }
        }
    }

    fn changed(&mut self, deck: &Deck) -> Deck {
        let mut tiles = *deck.tiles();
        let swaps = 1 << self.below(6);
        // Early or late tiles only, or all.
        let (start, end) = [(0, 148), (0, 53), (53, 148), (100, 148)][self.below(4)];
        for _ in 0..swaps {
            let (left, right) = (start + self.below(end - start), self.below(Deck::LEN));
            tiles.swap(left, right);
        }
        Deck::try_from(tiles).expect("swapping keeps the tiles")
    }

    /// Deals a hand that would be complete by some reading to a seat, with special tiles in place of some.
    fn stacked(&mut self, wanted: SituationVariant) -> Deck {
        let mut deck = Deck::sorted();
        deck.shuffle(&mut self.random);
        let mut tiles = *deck.tiles();
        let name = wanted.situation.name();
        let mut hand = match self.below(3) {
            0 if name.contains("limit") || name.contains("apart") => self.hand_with_four(),
            1 if name.contains("special") || name.contains("claim-then") => self.pairs_and_specials(),
            _ => {
                let mut hand = self.complete_hand(wanted.situation);
                self.random.shuffle(&mut hand);
                let most = if name.contains("special") { 7 } else { 4 };
                let specials = self.below(most);
                for tile in &mut hand[..specials] {
                    *tile = Tile::ALL[Tile::ORDINARY + self.below(3)];
                }
                hand
            }
        };
        hand.truncate(14);
        let seat = self.below(Seat::ALL.len());
        if name.contains("ron") && self.below(2) == 0 {
            return self.ready_for_the_same();
        }
        if name.contains("honour") && wanted.phase == Phase::Empty && self.below(4) > 0 {
            return self.honours_to_the_end();
        }
        let turned = wanted.direction == Direction::Reversed || wanted.phase != Phase::First;
        let mut fixed = Vec::new();
        for (number, &tile) in hand.iter().enumerate() {
            let place = if number < 13 { 4 * number + seat } else { 52 + self.below(12) };
            let found = (0..Deck::LEN).find(|other| tiles[*other] == tile && !fixed.contains(other));
            if let Some(found) = found {
                tiles.swap(place, found);
                fixed.push(place);
            }
        }
        if turned && self.below(2) == 0 {
            let place = 4 * self.below(13) + (seat + 1) % 4;
            let found = (0..Deck::LEN).find(|&other| tiles[other] == Tile::Reverse).expect("there are four");
            tiles.swap(place, found);
        }
        Deck::try_from(tiles).expect("swapping keeps the tiles")
    }

    /// Deals hands that are ready for an honour to `B`, `C` and `D`, and the same honour to `A`.
    fn ready_for_the_same(&mut self) -> Deck {
        let mut deck = Deck::sorted();
        deck.shuffle(&mut self.random);
        let mut tiles = *deck.tiles();
        let honour = Tile::Z;
        let mut fixed = Vec::new();
        let mut put = |place: usize, tile: Tile| {
            let found = (0..Deck::LEN).find(|other| tiles[*other] == tile && !fixed.contains(other));
            found.is_some_and(|found| {
                tiles.swap(place, found);
                fixed.push(place);
                true
            })
        };
        for seat in 0..4 {
            put(seat, honour);
        }
        for seat in 1..4 {
            let mut round = 1;
            while round < 13 {
                let low = 9 * self.below(3) + self.below(7);
                if (0..3).all(|step| put(4 * (round + step) + seat, Tile::ALL[low + step])) {
                    round += 3;
                }
            }
        }
        Deck::try_from(tiles).expect("swapping keeps the tiles")
    }

    /// Deals pairs of the same three honours to two seats, which keep them to the end, and one of the other seats nothing
    /// that it wins with soon.
    fn honours_to_the_end(&mut self) -> Deck {
        let mut deck = Deck::sorted();
        deck.shuffle(&mut self.random);
        let mut tiles = *deck.tiles();
        let first = 27 + self.below(5);
        let seats = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][self.below(6)];
        let copies = [[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2], [2, 2, 1], [1, 2, 2], [2, 1, 2], [2, 2, 2]];
        let mut fixed = Vec::new();
        for seat in seats {
            let copies = copies[7 - self.below(3) * self.below(3)];
            let mut round = 0;
            for (step, copies) in copies.into_iter().enumerate() {
                for _ in 0..copies {
                    let tile = Tile::ALL[first + step];
                    let found = (0..Deck::LEN).find(|other| tiles[*other] == tile && !fixed.contains(other));
                    if let Some(found) = found {
                        tiles.swap(4 * round + seat, found);
                        fixed.push(4 * round + seat);
                    }
                    round += 1;
                }
            }
        }
        Deck::try_from(tiles).expect("swapping keeps the tiles")
    }

    /// Four of a kind once or twice, a pair, a special tile or none, and groups.
    fn hand_with_four(&mut self) -> Vec<Tile> {
        loop {
            let mut tiles = vec![self.below(34); 4];
            if self.below(2) == 0 {
                tiles.extend([self.below(34); 4]);
            }
            for _ in 0..self.below(4) {
                tiles.push(34 + self.below(3));
            }
            tiles.extend([self.below(34); 2]);
            while tiles.len() < 14 {
                let kind = self.below(27);
                match self.below(4) {
                    0 => tiles.extend([kind, kind + 1]),
                    1 => tiles.extend([kind; 2]),
                    _ if kind % 9 < 7 => tiles.extend([kind, kind + 1, kind + 2]),
                    _ => {}
                }
            }
            tiles.truncate(14);
            let tiles: Vec<Tile> = tiles.into_iter().map(|index| Tile::ALL[index]).collect();
            if Hand::new(tiles.iter().copied(), 0).is_ok() {
                return tiles;
            }
        }
    }

    /// Pairs, of honours mostly, and special tiles of one or more kinds.
    fn pairs_and_specials(&mut self) -> Vec<Tile> {
        loop {
            let special = self.below(3);
            let mut tiles = Vec::new();
            for _ in 0..2 + self.below(4) {
                tiles.push(34 + if self.below(3) == 0 { self.below(3) } else { special });
            }
            while tiles.len() < 14 {
                let kind = if self.below(4) == 0 { self.below(34) } else { 27 + self.below(7) };
                tiles.extend([kind; 2]);
            }
            let tiles: Vec<Tile> = tiles.into_iter().map(|index| Tile::ALL[index]).collect();
            if Hand::new(tiles.iter().copied().take(14), 0).is_ok() {
                return tiles;
            }
        }
    }

    fn complete_hand(&mut self, situation: Situation) -> Vec<Tile> {
        const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
        let name = situation.name();
        loop {
            let mut tiles: Vec<usize> = Vec::new();
            if name.contains("orphans") {
                tiles.extend(ORPHANS);
                tiles.push(ORPHANS[self.below(13)]);
                if !name.starts_with("thirteen") {
                    for _ in 0..self.below(5) {
                        let place = self.below(14);
                        tiles[place] = self.below(34);
                    }
                }
            } else if name.contains("pairs") {
                for _ in 0..7 {
                    let kind = self.below(34);
                    tiles.extend([kind; 2]);
                }
                if name.contains("four") {
                    tiles[2] = tiles[0];
                    tiles[3] = tiles[0];
                }
            } else {
                let bound = [34, 18, 9][self.below(3)];
                let kind = self.below(bound);
                tiles.extend([kind; 2]);
                while tiles.len() < 14 {
                    let kind = self.below(bound);
                    let run = [kind, kind + 1, kind + 2];
                    let around = [kind / 9 * 9 + 8, kind / 9 * 9, kind / 9 * 9 + 1];
                    match self.below(6) {
                        0 => tiles.extend([kind; 3]),
                        1 if name.contains("around") && kind < 27 => tiles.extend(around),
                        2 if name.contains("honour") => {
                            let kind = 27 + self.below(5);
                            tiles.extend([kind, kind + 1, kind + 2]);
                        }
                        3 if name.contains("across") && kind + 2 < 34 => tiles.extend(run),
                        _ if kind < 27 && kind % 9 < 7 => tiles.extend(run),
                        _ => {}
                    }
                }
            }
            let tiles: Vec<Tile> = tiles.into_iter().map(|index| Tile::ALL[index]).collect();
            if Hand::new(tiles.iter().copied(), 0).is_ok() {
                return tiles;
            }
        }
    }
}

/// A letter for each tile: `A` to `Z` and `a` to `k` in ascending order.
fn letters(deck: &Deck) -> String {
    let letter = |tile: &Tile| match tile.index() {
        index @ 0..26 => (b'A' + index as u8) as char,
        index => (b'a' + index as u8 - 26) as char,
    };
    deck.tiles().iter().map(letter).collect()
}
