//! How programs with one wrong habit play.
//!
//! A habit predicts every line of a log from the game before it.

use crate::game::{Discarded, Game, wants_claim};
use crate::insight::Misreading;
use crate::words::{Action, ActionSet, Claim, Direction, Event, Hand, Seat, Tile, Turn};

/// A wrong way to play. Everything else is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// Nothing is wrong.
    Standard,
    /// Finds other distances and wins.
    Reads(Misreading),
    /// Has another order of equally good discards.
    Ties(Order),
    /// Discards the first tile in the order, whatever its distance.
    DistanceIgnored,
    /// Discards special tiles in this order.
    SpecialTiles([Tile; 3]),
    SpecialTilesLast,
    SpecialTilesKeptAfterClaim,
    /// Names another seat with a PASS.
    PassNames(Neighbour),
    PassIgnored,
    PassSkipsTwo,
    ReverseIgnored,
    ReverseSkips,
    DoubleIgnored,
    DoubleIgnoredAfterClaim,
    /// Goes on after the discarder of a claimed tile, not after its claimer.
    ClaimKeepsTheTurn,
    DrawsAfterClaim,
    /// Lets these seats claim.
    May(Claim, Neighbour),
    PongWithExactlyTwo,
    /// Does not win with a kind that the seat has discarded.
    Furiten,
    NoSelfDrawn,
    /// Lets another seat win if several could.
    RonFirst(RonOrder),
    ClaimsBeforeRon,
    ChowBeforePong,
    OwnChowFirst,
    NoChowIfPongPossible,
    LowestChow,
    HighestChowOnly,
    /// Makes this claim, or both, under another condition.
    Claims(Option<Claim>, Condition),
    NoClaimWithSpecialTiles,
    /// Ends the game when the last tile is drawn.
    DrawnAtTheLastDraw,
    /// Ends the game after the last draw and its discard.
    DrawnAfterTheLastDiscard,
    NoRonOnTheLastDiscard,
    NoMeldOfTheLastDiscard,
    NoSecondMeldAtTheEnd,
    DrawnBeforeTheClaimerDiscards,
}

/// An order of discards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Reversed,
    NumbersUp,
    HonoursUp,
    HonoursLast,
    SuitsUp,
    DrawnFirst,
}

/// A seat relative to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// The next in the order of play.
    Next,
    /// The next in the order `A B C D`.
    Forward,
    Opposite,
    Previous,
    NotPrevious,
    NotOpposite,
    None,
}

/// Who wins if several could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RonOrder {
    FromA,
    Forward,
    LastFirst,
}

/// When a claim is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    IfNotFarther,
    Always,
    Never,
}

impl Habit {
    /// All wrong habits. Of several that explain a log equally well, the first is the most likely: it would have shown
    /// in most other games, too, or it seldom explains a line by chance.
    pub fn all() -> impl Iterator<Item = Habit> {
        const PASS: Tile = Tile::Pass;
        const REVERSE: Tile = Tile::Reverse;
        const DOUBLE: Tile = Tile::Double;
        let first = [
            Habit::PassIgnored,
            Habit::PassSkipsTwo,
            Habit::ReverseIgnored,
            Habit::ReverseSkips,
            Habit::DoubleIgnored,
            Habit::DoubleIgnoredAfterClaim,
            Habit::ClaimKeepsTheTurn,
            // Before that which draws after claims: if no tile is left, both print DRAW.
            Habit::DrawnBeforeTheClaimerDiscards,
            Habit::DrawsAfterClaim,
            Habit::PassNames(Neighbour::Forward),
            Habit::PassNames(Neighbour::Opposite),
            Habit::PassNames(Neighbour::Previous),
            Habit::SpecialTiles([DOUBLE, REVERSE, PASS]),
            Habit::SpecialTiles([PASS, DOUBLE, REVERSE]),
            Habit::SpecialTiles([REVERSE, PASS, DOUBLE]),
            Habit::SpecialTiles([REVERSE, DOUBLE, PASS]),
            Habit::SpecialTiles([DOUBLE, PASS, REVERSE]),
            Habit::SpecialTilesLast,
            Habit::SpecialTilesKeptAfterClaim,
            Habit::DrawnAtTheLastDraw,
            Habit::DrawnAfterTheLastDiscard,
            Habit::NoRonOnTheLastDiscard,
            Habit::NoMeldOfTheLastDiscard,
            Habit::NoSecondMeldAtTheEnd,
            Habit::RonFirst(RonOrder::FromA),
            Habit::RonFirst(RonOrder::Forward),
            Habit::RonFirst(RonOrder::LastFirst),
            Habit::ClaimsBeforeRon,
            Habit::ChowBeforePong,
            Habit::OwnChowFirst,
            Habit::Reads(Misreading::LimitForgotten),
            Habit::Reads(Misreading::OpenMeldsCounted),
            Habit::Reads(Misreading::SpecialTilesGrouped),
            Habit::PongWithExactlyTwo,
            Habit::NoChowIfPongPossible,
            Habit::LowestChow,
            Habit::HighestChowOnly,
            Habit::Ties(Order::Reversed),
            Habit::Ties(Order::NumbersUp),
            Habit::Ties(Order::HonoursUp),
            Habit::Ties(Order::HonoursLast),
            Habit::Ties(Order::SuitsUp),
            Habit::Ties(Order::DrawnFirst),
            Habit::DistanceIgnored,
            Habit::Claims(None, Condition::IfNotFarther),
            Habit::Claims(None, Condition::Always),
        ];
        let last = [
            Habit::Furiten,
            Habit::May(Claim::Ron, Neighbour::None),
            Habit::May(Claim::Ron, Neighbour::Next),
            Habit::May(Claim::Ron, Neighbour::NotPrevious),
            Habit::May(Claim::Ron, Neighbour::NotOpposite),
            Habit::NoSelfDrawn,
            Habit::NoClaimWithSpecialTiles,
            Habit::Claims(Some(Claim::Chow), Condition::Never),
            Habit::Claims(Some(Claim::Pong), Condition::Never),
            Habit::Claims(None, Condition::Never),
            Habit::May(Claim::Pong, Neighbour::Next),
            Habit::May(Claim::Pong, Neighbour::NotPrevious),
            Habit::May(Claim::Pong, Neighbour::NotOpposite),
            Habit::May(Claim::Chow, Neighbour::Forward),
            Habit::May(Claim::Chow, Neighbour::Previous),
            Habit::Claims(Some(Claim::Chow), Condition::IfNotFarther),
            Habit::Claims(Some(Claim::Pong), Condition::IfNotFarther),
            Habit::Claims(Some(Claim::Chow), Condition::Always),
            Habit::Claims(Some(Claim::Pong), Condition::Always),
            // Half of all winning hands are missed with one of these, which proves little.
            Habit::Reads(Misreading::LowestPair),
            Habit::Reads(Misreading::HighestPair),
        ];
        let readings = Misreading::ALL.into_iter().map(Habit::Reads);
        let readings = readings.filter(move |habit| !first.contains(habit) && !last.contains(habit));
        first.into_iter().chain(readings).chain(last)
    }

    /// The line that follows this game; `None` if the log ends.
    pub fn next_line(self, game: &Game) -> Option<Event> {
        if let Some(outcome) = game.outcome() {
            return outcome.winner().map(|seat| Event::Win { seat });
        }
        match game.turn() {
            Some(Turn::Discard { seat, drawn }) => Some(self.turn(game, seat, drawn)),
            _ => game.river().last().map(|&discard| self.after_discard(game, discard)),
        }
    }

    fn turn(self, game: &Game, seat: Seat, drawn: Option<Tile>) -> Event {
        match (self, drawn) {
            (Habit::DrawsAfterClaim, None) => return draw(game, seat),
            (Habit::DrawnBeforeTheClaimerDiscards, None) | (Habit::DrawnAtTheLastDraw, Some(_))
                if game.wall().is_empty() =>
            {
                return Event::Exhausted;
            }
            _ => {}
        }
        if drawn.is_some() && self != Habit::NoSelfDrawn && self.wins(game, seat, game.hand(seat)) {
            return Event::SelfDrawn { seat };
        }
        match self.discard(game, seat, drawn) {
            Tile::Pass => Event::Pass { seat, target: self.target(game, seat) },
            tile => Event::Discard { seat, tile },
        }
    }

    fn discard(self, game: &Game, seat: Seat, drawn: Option<Tile>) -> Tile {
        let hand = game.hand(seat);
        let specials = match self {
            Habit::SpecialTiles(order) => order,
            _ => [Tile::Pass, Tile::Reverse, Tile::Double],
        };
        let kept = match self {
            Habit::SpecialTilesLast => true,
            Habit::SpecialTilesKeptAfterClaim => drawn.is_none(),
            _ => false,
        };
        let special = specials.into_iter().find(|&tile| hand.holds(tile));
        if let Some(special) = special.filter(|_| !kept) {
            return special;
        }
        let mut tiles: Vec<Tile> = hand.kinds().iter().rev().filter(|tile| !tile.is_special()).collect();
        if let Habit::Ties(order) = self {
            tiles.sort_by_key(|&tile| order.place(tile, drawn));
        }
        tiles.extend(special);
        let without = |tile: &Tile| hand.distance_without(*tile);
        let discard = match self {
            Habit::DistanceIgnored => tiles.first().copied(),
            Habit::Reads(misreading) => misreading.discard(hand, &melds(game, seat)),
            _ => tiles.into_iter().min_by_key(without),
        };
        discard.expect("who has to discard holds a tile")
    }

    fn target(self, game: &Game, seat: Seat) -> Seat {
        match self {
            Habit::PassNames(neighbour) => {
                let others = seat.others(game.direction()).into_iter();
                others.into_iter().find(|&other| neighbour.is(game, seat, other)).expect("there are three")
            }
            _ => game.next_seat(seat),
        }
    }

    fn after_discard(self, game: &Game, discard: Discarded) -> Event {
        if discard.tile.is_special() {
            return self.next_turn(game, discard);
        }
        let ron = || self.ron(game, discard);
        let meld = || match (self.pong(game, discard), self.chow(game, discard)) {
            (Some((ponger, _)), Some((chower, chow)))
                if self == Habit::ChowBeforePong && ponger != chower
                    || self == Habit::OwnChowFirst && ponger == chower =>
            {
                Some(chow)
            }
            (pong, chow) => pong.or(chow).map(|(_, event)| event),
        };
        let claim = if self == Habit::ClaimsBeforeRon { meld().or_else(ron) } else { ron().or_else(meld) };
        claim.unwrap_or_else(|| self.next_turn(game, discard))
    }

    fn ron(self, game: &Game, discard: Discarded) -> Option<Event> {
        let Discarded { seat: from, tile, .. } = discard;
        let mut seats = from.others(game.direction()).to_vec();
        match self {
            Habit::NoRonOnTheLastDiscard | Habit::DrawnAfterTheLastDiscard if game.wall().is_empty() => {
                return None;
            }
            Habit::RonFirst(RonOrder::FromA) => seats.sort_unstable(),
            Habit::RonFirst(RonOrder::Forward) => seats = from.others(Direction::Forward).to_vec(),
            Habit::RonFirst(RonOrder::LastFirst) => seats.reverse(),
            _ => {}
        }
        let may = |seat: Seat| match self {
            Habit::May(Claim::Ron, neighbour) => neighbour.is(game, from, seat),
            _ => true,
        };
        let wins = |seat: Seat| {
            let mut hand = *game.hand(seat);
            hand.put(tile);
            let discarded = || game.river().of(seat).any(|discard| discard.tile == tile);
            self.wins(game, seat, &hand) && !(self == Habit::Furiten && discarded())
        };
        seats.into_iter().find(|&seat| may(seat) && wins(seat)).map(|seat| Event::Ron { seat })
    }

    fn pong(self, game: &Game, discard: Discarded) -> Option<(Seat, Event)> {
        let Discarded { seat: from, tile, .. } = discard;
        let enough = |seat: Seat| match game.hand(seat).count(tile) {
            2 => true,
            3 => self != Habit::PongWithExactlyTwo,
            _ => false,
        };
        let may = |seat: Seat| match self {
            Habit::May(Claim::Pong, neighbour) => neighbour.is(game, from, seat),
            _ => true,
        };
        let mut seats = from.others(game.direction()).into_iter();
        let seat = seats.find(|&seat| enough(seat) && may(seat))?;
        self.wants(game, seat, Action::Pong, discard).then_some((seat, Event::Pong { seat, tile }))
    }

    fn chow(self, game: &Game, discard: Discarded) -> Option<(Seat, Event)> {
        let Discarded { seat: from, tile, .. } = discard;
        let neighbour = match self {
            Habit::May(Claim::Chow, neighbour) => neighbour,
            _ => Neighbour::Next,
        };
        let mut seats = from.others(game.direction()).into_iter();
        seats.find_map(|seat| {
            let hand = game.hand(seat);
            if !neighbour.is(game, from, seat) || self == Habit::NoChowIfPongPossible && hand.count(tile) >= 2
            {
                return None;
            }
            let mut chows: Vec<Action> = ActionSet::chows(tile, hand.kinds()).iter().rev().collect();
            match self {
                Habit::LowestChow => chows.reverse(),
                Habit::HighestChowOnly => chows.truncate(1),
                _ => {}
            }
            let action = chows.into_iter().find(|&chow| self.wants(game, seat, chow, discard))?;
            let Action::Chow(claimed) = action else { return None };
            Some((seat, Event::Chow { seat, run: claimed.run(tile)? }))
        })
    }

    /// Whether a seat makes a claim for a meld.
    fn wants(self, game: &Game, seat: Seat, action: Action, discard: Discarded) -> bool {
        let (hand, tile) = (game.hand(seat), discard.tile);
        let special = || hand.kinds().last().is_some_and(Tile::is_special);
        let last = game.wall().is_empty();
        match self {
            Habit::NoClaimWithSpecialTiles if special() => return false,
            Habit::NoMeldOfTheLastDiscard | Habit::DrawnAfterTheLastDiscard if last => return false,
            Habit::NoSecondMeldAtTheEnd if last && claimed_before(game).is_some() => return false,
            _ => {}
        }
        let Some((before, after)) = self.distances(game, seat, action, tile) else { return false };
        match self {
            Habit::Claims(claim, condition) if claim.is_none_or(|claim| claim == kind(action)) => {
                match condition {
                    Condition::IfNotFarther => after <= before,
                    Condition::Always => true,
                    Condition::Never => false,
                }
            }
            _ => wants_claim(before, after),
        }
    }

    /// The distances before and after a claim for a meld; `None` if the hand lacks the tiles.
    fn distances(self, game: &Game, seat: Seat, action: Action, tile: Tile) -> Option<(u8, u8)> {
        let hand = game.hand(seat);
        let rest = hand.meld(action.own_tiles(tile)?).ok()?;
        Some(match self {
            Habit::Reads(misreading) => {
                let mut melds = melds(game, seat);
                let before = misreading.distance(hand, &melds);
                melds.extend(action.meld_tiles(tile));
                (before, misreading.distance(&rest, &melds))
            }
            _ => (hand.distance(), rest.distance()),
        })
    }

    fn wins(self, game: &Game, seat: Seat, hand: &Hand) -> bool {
        match self {
            Habit::Reads(misreading) => misreading.wins(hand, &melds(game, seat)),
            _ => hand.wins(),
        }
    }

    /// The draw after a discard that no seat claims.
    fn next_turn(self, game: &Game, discard: Discarded) -> Event {
        let Discarded { seat: from, tile, .. } = discard;
        let direction = game.direction();
        let next = game.next_seat(from);
        let seat = match (self, tile) {
            (Habit::PassIgnored, Tile::Pass) => from.next(direction),
            (Habit::PassSkipsTwo, Tile::Pass) | (Habit::ReverseSkips, Tile::Reverse) => next.next(direction),
            (Habit::ReverseIgnored, Tile::Reverse) => from.next(direction.flipped()),
            (Habit::DoubleIgnored, Tile::Double) => next,
            (Habit::DoubleIgnoredAfterClaim, Tile::Double) if claimed_before(game).is_some() => next,
            (_, Tile::Double) => from,
            (Habit::ClaimKeepsTheTurn, tile) if !tile.is_special() => {
                claimed_before(game).map_or(next, |seat| seat.next(direction))
            }
            _ => next,
        };
        draw(game, seat)
    }
}

impl Order {
    /// The place of an ordinary tile in this order.
    fn place(self, tile: Tile, drawn: Option<Tile>) -> (usize, usize) {
        let (index, down) = (tile.index(), Tile::COUNT - tile.index());
        let (suit, honour) = (index / 9, tile.number().is_none());
        match self {
            Order::Reversed => (0, index),
            Order::NumbersUp => (4 - suit, if honour { down } else { index }),
            Order::HonoursUp => (usize::from(!honour), if honour { index } else { down }),
            Order::HonoursLast => (usize::from(honour), down),
            Order::SuitsUp => (if honour { 0 } else { suit + 1 }, down),
            Order::DrawnFirst => (usize::from(drawn != Some(tile)), down),
        }
    }
}

impl Neighbour {
    /// Whether `other` is this neighbour of `seat`.
    fn is(self, game: &Game, seat: Seat, other: Seat) -> bool {
        let [next, opposite, previous] = seat.others(game.direction());
        match self {
            Neighbour::Next => other == game.next_seat(seat),
            Neighbour::Forward => other == seat.next(Direction::Forward),
            Neighbour::Opposite => other == opposite,
            Neighbour::Previous => other == previous,
            Neighbour::NotPrevious => other == next || other == opposite,
            Neighbour::NotOpposite => other == next || other == previous,
            Neighbour::None => false,
        }
    }
}

/// The draw of a seat, or the end of the game if no tile is left.
fn draw(game: &Game, seat: Seat) -> Event {
    game.wall().first().map_or(Event::Exhausted, |&tile| Event::Draw { seat, tile })
}

/// The tiles of the open melds of a seat.
fn melds(game: &Game, seat: Seat) -> Vec<[Tile; 3]> {
    game.melds(seat).iter().map(|meld| meld.tiles()).collect()
}

/// The seat whose discard was claimed by the seat that discarded last; `None` if that seat drew.
pub(super) fn claimed_before(game: &Game) -> Option<Seat> {
    let [.., before, last] = game.river().as_slice() else { return None };
    (before.claimed_by == Some(last.seat)).then_some(before.seat)
}

/// The kind of a claim for a meld.
fn kind(action: Action) -> Claim {
    if action == Action::Pong { Claim::Pong } else { Claim::Chow }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameId, Observer, Standard, play};
    use crate::insight::situation::Situation;
    use crate::words::{BySeat, Deck};

    /// The lines of a game, each with the game before it.
    #[derive(Default)]
    struct Lines {
        last: Option<Game>,
        lines: Vec<(Game, Event)>,
    }

    impl Observer for Lines {
        fn event(&mut self, event: Event, game: &Game) {
            self.lines.extend(self.last.replace(game.clone()).map(|last| (last, event)));
        }
    }

    fn lines() -> Vec<(Game, Event)> {
        let rare = Situation::ALL.iter().filter_map(|situation| situation.example(Direction::Forward));
        // With the last decks, a player wins with a tile that it has discarded, and two claims follow the last draw.
        let more = (0..20).chain([307, 38908]).map(|game| Deck::seeded(4, game));
        rare.chain(more)
            .flat_map(|deck| {
                let mut lines = Lines::default();
                play(&deck, &mut BySeat::splat(Standard), GameId::default(), &mut lines);
                lines.lines
            })
            .collect()
    }

    #[test]
    fn a_program_without_a_wrong_habit_prints_the_right_log() {
        for (game, event) in lines() {
            assert_eq!(Habit::Standard.next_line(&game), Some(event), "{game}");
        }
    }

    #[test]
    fn every_habit_shows() {
        let lines = lines();
        for habit in Habit::all() {
            let shows = lines.iter().any(|(game, event)| habit.next_line(game) != Some(*event));
            assert!(shows, "{habit:?}");
        }
    }
}
