//! The rules of the game: turns, legal actions and their effects.
//!
//! Every action that the contest statement allows is legal, whatever the standard player would choose. Numbers such as
//! R9 and F4 refer to docs/RULES.md.

#![allow(clippy::inline_always)] // Inlining makes games 10 % faster; see docs/PERFORMANCE.md.

pub(crate) mod evaluation;
mod history;
pub(crate) mod owned_view;
pub mod play;
pub(crate) mod player;
pub(crate) mod river;
pub(crate) mod standard;
pub(crate) mod view;

pub use history::NoHistory;
pub use owned_view::{OwnedView, OwnedViewError};
pub use play::play;
pub use river::{Discarded, River};
pub use view::View;

#[cfg(feature = "std")]
pub(crate) use self::{
    evaluation::Evaluation,
    play::{Decision, GameId, Match, Observer, step},
    player::Player,
    standard::{Standard, choose_claim, distance_after_claim, wants_claim},
};

use crate::words::{
    Action, ActionSet, BySeat, Claim, Deck, Direction, Event, Hand, Language, Localized, Meld, Melds,
    Outcome, Seat, Tile, TileSet, Turn, localized_errors, say,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

/// The complete state of a game. A clone can be played independently.
///
/// One seat decides at a time. [`turn`](Game::turn) returns which seat and what it decides,
/// [`legal_actions`](Game::legal_actions) returns its choices, and [`play`](Game::play) plays one of them. To let
/// [players](crate::Player) play a whole game, use [`play`](crate::play()).
///
/// ```
/// use hule::{Deck, Game, Player, Standard};
///
/// let mut game = Game::new(&Deck::seeded(1, 0));
/// while let Some(turn) = game.turn() {
///     let action = Standard.choose(&game.view(turn.seat()), game.legal_actions());
///     game.play(action)?;
/// }
/// println!("{}", game.outcome().expect("the game is over"));
/// # Ok::<(), hule::IllegalAction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    deck: Deck,
    /// How many tiles of the deck have been drawn.
    drawn: u8,
    hands: BySeat<Hand>,
    melds: BySeat<Melds>,
    river: River,
    direction: Direction,
    /// How many of its next turns each seat loses to PASS.
    skips: BySeat<u8>,
    /// A superset of the kinds that complete each seat's hand, computed before it draws.
    possible_waits: BySeat<TileSet>,
    state: State,
}

/// Whose turn it is, or how the game ended.
///
/// The parts of a [`Turn`] or an [`Outcome`] are separate fields because reading a recently written enum as one word
/// stalls the processor. Fields that the phase does not use hold old values.
#[derive(Clone, Copy, Debug)]
struct State {
    phase: Phase,
    /// The seat that draws, decides or has won.
    seat: Seat,
    /// The tile that was drawn or discarded.
    tile: Tile,
    /// The seat that discarded it.
    from: Seat,
    /// What the discard may be claimed for.
    claim: Claim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The next seat is about to draw.
    Drawing,
    /// A seat has drawn.
    Drawn,
    /// A seat has claimed.
    Claimed,
    /// A seat may claim.
    Asked,
    /// A seat has won with a discard.
    Ron,
    /// A seat has won with the tile it drew.
    SelfDrawn,
    /// The game has no winner.
    Exhausted,
}

impl State {
    /// The fields that the phase uses; `None` for the others.
    fn parts(self) -> (Phase, Option<Seat>, Option<Tile>, Option<Seat>, Option<Claim>) {
        let State { phase, seat, tile, from, claim } = self;
        match phase {
            Phase::Claimed => (phase, Some(seat), None, None, None),
            Phase::Drawn | Phase::SelfDrawn => (phase, Some(seat), Some(tile), None, None),
            Phase::Asked => (phase, Some(seat), Some(tile), Some(from), Some(claim)),
            Phase::Ron => (phase, Some(seat), Some(tile), Some(from), None),
            Phase::Drawing | Phase::Exhausted => (phase, None, None, None, None),
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

/// What follows an action.
#[derive(Clone, Copy)]
enum Next {
    /// A seat is asked whether it claims the discard.
    Ask(Claim, Seat),
    /// A seat draws; these skips remain.
    Draw(Seat, BySeat<u8>),
}

impl Game {
    /// Starts a game with this deck. The tiles are dealt, and `A` has drawn.
    pub fn new(deck: &Deck) -> Game {
        let mut game = Game::dealt(deck);
        game.draw(Seat::A, &mut |_, _| {});
        game
    }

    /// Like [`Game::new`], but `A` has not drawn yet.
    #[inline(always)]
    fn dealt(deck: &Deck) -> Game {
        let mut game = Game {
            deck: *deck,
            drawn: Deck::DEALT as u8,
            hands: BySeat::new([Hand::empty(); 4]),
            melds: BySeat::new([Melds::EMPTY; 4]),
            river: River::EMPTY,
            direction: Direction::Forward,
            skips: BySeat::new([0; 4]),
            possible_waits: BySeat::new([TileSet::EMPTY; 4]),
            state: State {
                phase: Phase::Drawing,
                seat: Seat::A,
                tile: Tile::M1,
                from: Seat::A,
                claim: Claim::Ron,
            },
        };
        let (rounds, _) = deck.tiles().as_chunks();
        Hand::deal(&mut game.hands, rounds.first_chunk().expect("a deck has more than 13 rounds"));
        for seat in Seat::ALL {
            game.note_waits(seat);
        }
        game
    }

    /// Returns the seat that has to decide, and what it decides; `None` if the game is over.
    ///
    /// It is also `None` when an [`Observer`] sees the game just before a draw.
    #[inline]
    pub const fn turn(&self) -> Option<Turn> {
        let State { phase, seat, tile, from, claim } = self.state;
        match phase {
            Phase::Drawn => Some(Turn::Discard { seat, drawn: Some(tile) }),
            Phase::Claimed => Some(Turn::Discard { seat, drawn: None }),
            Phase::Asked => Some(Turn::Answer { seat, claim, tile, from }),
            Phase::Drawing | Phase::Ron | Phase::SelfDrawn | Phase::Exhausted => None,
        }
    }

    /// Returns how the game ended; `None` while it is in progress.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        let State { phase, seat: winner, tile, from, .. } = self.state;
        match phase {
            Phase::Ron => Some(Outcome::Ron { winner, from, tile }),
            Phase::SelfDrawn => Some(Outcome::SelfDrawn { winner, tile }),
            Phase::Exhausted => Some(Outcome::Exhausted),
            Phase::Drawing | Phase::Drawn | Phase::Claimed | Phase::Asked => None,
        }
    }

    /// Returns the legal actions of the seat that has to decide, ascending; empty if there is no such seat.
    pub fn legal_actions(&self) -> ActionSet {
        self.turn().map_or(ActionSet::EMPTY, |turn| self.legal_in(turn.seat(), turn))
    }

    #[inline(always)]
    fn legal_in(&self, seat: Seat, turn: Turn) -> ActionSet {
        match turn {
            Turn::Discard { drawn, .. } => {
                let hand = self.hand(seat);
                let mut actions = ActionSet::discards(hand.kinds());
                if hand.holds(Tile::Pass) {
                    for target in seat.others(self.direction) {
                        actions.insert(Action::Pass(target));
                    }
                }
                if drawn.is_some_and(|tile| self.possible_waits[seat].contains(tile)) && hand.wins() {
                    actions.insert(Action::SelfDrawn);
                }
                actions
            }
            Turn::Answer { claim, tile, .. } => {
                let mut actions = self.claim_actions(claim, seat, tile);
                actions.insert(Action::Decline);
                actions
            }
        }
    }

    /// Plays an action for the seat that has to decide, and everything that follows without a decision.
    ///
    /// # Errors
    /// Returns an error if the action is not legal; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_into(action, &mut |_, _| {})
    }

    /// Like [`Game::play`], and calls `sink` with each event (at most two) and the game right after it.
    ///
    /// # Errors
    /// Returns an error if the action is not legal; the game is then unchanged.
    pub fn play_into(
        &mut self,
        action: Action,
        sink: &mut impl FnMut(Event, &Game),
    ) -> Result<(), IllegalAction> {
        let turn = self.turn();
        let legal = self.legal_actions();
        match turn {
            Some(turn) if legal.contains(action) => {
                self.apply(turn.seat(), turn, action, sink);
                Ok(())
            }
            _ => Err(IllegalAction { action, turn, legal }),
        }
    }

    /// Returns what this seat can see.
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }

    /// Returns the deck.
    #[inline]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Returns the tiles that have not been drawn, in drawing order.
    #[inline]
    pub fn wall(&self) -> &[Tile] {
        &self.deck.tiles()[usize::from(self.drawn)..]
    }

    /// Returns the tiles that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// Returns the melds of a seat, oldest first.
    #[inline]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        self.melds[seat].as_slice()
    }

    /// Returns the discards of all seats, oldest first.
    #[inline]
    pub const fn river(&self) -> &River {
        &self.river
    }

    /// Returns how many tiles of a kind lie on the table. A claimed discard counts as part of its meld.
    pub fn shown(&self, tile: Tile) -> usize {
        self.lying().filter(|&other| other == tile).count()
    }

    /// The melded tiles and the unclaimed discards.
    pub(crate) fn lying(&self) -> impl Iterator<Item = Tile> {
        let melded = Seat::ALL.iter().flat_map(|&seat| self.melds(seat)).flat_map(|meld| meld.tiles());
        let discarded = self.river.as_slice().iter().filter(|discard| discard.claimed_by.is_none());
        melded.chain(discarded.map(|discard| discard.tile))
    }

    /// Returns the direction of play.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns how many of its next turns a seat loses to PASS.
    pub fn skips(&self, seat: Seat) -> usize {
        self.skips[seat].into()
    }

    /// Returns the seat that plays after `seat` if no seat claims (R9): the next in the direction of play that does not
    /// lose its turn. It can be `seat` itself.
    pub fn next_seat(&self, seat: Seat) -> Seat {
        self.pass_on(seat).0
    }

    /// Returns every possible claim of the current discard with the seat that can make it, in the order in which the
    /// seats are asked. Among chows, the one with the highest numbers comes first (R30). Declined claims are included.
    /// Empty if no seat is asked.
    ///
    /// ```
    /// use hule::{Action, Deck, Game, Turn};
    /// let mut game = Game::new(&Deck::seeded(3, 1));
    /// while !matches!(game.turn(), Some(Turn::Answer { .. })) {
    ///     let first = game.legal_actions().iter().next().expect("the game goes on");
    ///     game.play(first)?;
    /// }
    /// for (seat, action) in game.claims() {
    ///     println!("{seat} could {action}");
    /// }
    /// # assert_eq!(game.claims().next().map(|(seat, _)| seat), game.turn().map(Turn::seat));
    /// # Ok::<(), hule::IllegalAction>(())
    /// ```
    pub fn claims(&self) -> impl Iterator<Item = (Seat, Action)> {
        let discard = match self.turn() {
            Some(Turn::Answer { tile, from, .. }) => Some((tile, from)),
            _ => None,
        };
        discard.into_iter().flat_map(move |(tile, from)| {
            let question = move |asked| match self.ask(from, tile, asked) {
                Next::Ask(claim, seat) => Some((claim, seat)),
                Next::Draw(..) => None,
            };
            let questions = core::iter::successors(question(None), move |&asked| question(Some(asked)));
            questions.flat_map(move |(claim, seat)| {
                self.claim_actions(claim, seat, tile).iter().rev().map(move |action| (seat, action))
            })
        })
    }

    /// The actions by which a seat can make this claim.
    #[inline]
    fn claim_actions(&self, claim: Claim, seat: Seat, tile: Tile) -> ActionSet {
        match claim {
            Claim::Ron => ActionSet::only(Action::Ron),
            Claim::Pong => ActionSet::only(Action::Pong),
            Claim::Chow => self.chows(seat, tile),
        }
    }

    /// Whether a seat can win with the discard of another (R19).
    #[inline]
    fn can_ron(&self, seat: Seat, tile: Tile) -> bool {
        self.possible_waits[seat].contains(tile) && self.hand(seat).wins_with(tile)
    }

    /// Whether a seat can take the discard of another for a triplet (R10).
    fn can_pong(&self, seat: Seat, tile: Tile) -> bool {
        !tile.is_special() && self.hand(seat).count(tile) >= 2
    }

    /// The runs for which the next seat (R9) can take the discard (R8).
    #[inline]
    fn chows(&self, seat: Seat, tile: Tile) -> ActionSet {
        ActionSet::chows(tile, self.hand(seat).kinds())
    }

    /// The seat to ask about a discard after `asked`, and for which claim: the other seats for ron in the order of play
    /// (R20), then for pong (R11), then the next seat for chow (R9). Seats that cannot claim are not asked. If no seat is
    /// left to ask, the next turn begins.
    #[inline(always)]
    fn ask(&self, from: Seat, tile: Tile, asked: Option<(Claim, Seat)>) -> Next {
        let others = from.others(self.direction);
        // Usually no seat can win.
        let waits = others.iter().fold(0, |waits, &seat| waits | self.possible_waits[seat].bits());
        if TileSet::from_bits(waits).contains(tile) {
            let later = match asked {
                Some((Claim::Ron, seat)) => 1 + others.iter().take_while(|&&other| other != seat).count(),
                Some(_) => others.len(),
                None => 0,
            };
            for (place, &seat) in others.iter().enumerate() {
                if place >= later && self.can_ron(seat, tile) {
                    return Next::Ask(Claim::Ron, seat);
                }
            }
        }
        // At most one seat holds two of the other three tiles; usually none does.
        if asked.is_none_or(|(claim, _)| claim < Claim::Pong)
            && self.hands.as_array().iter().any(|hand| hand.count(tile) >= 2)
            && let Some(seat) = others.into_iter().find(|&seat| self.can_pong(seat, tile))
        {
            return Next::Ask(Claim::Pong, seat);
        }
        let (next, skips) = self.pass_on(from);
        let chow = asked.is_none_or(|(claim, _)| claim < Claim::Chow)
            && next != from
            && !self.chows(next, tile).is_empty();
        if chow { Next::Ask(Claim::Chow, next) } else { Next::Draw(next, skips) }
    }

    /// This game with other hidden tiles: first the hands of the other seats, in the order of play after `seat`, then
    /// the wall.
    ///
    /// `seat` must have to decide, and `hidden` must be a permutation of the tiles that it cannot see.
    pub(crate) fn with_hidden(&self, seat: Seat, hidden: &[Tile]) -> Game {
        debug_assert_eq!(self.turn().map(Turn::seat), Some(seat));
        let mut game = self.clone();
        game.deck.replace_end(hidden);
        let mut rest = hidden;
        for other in seat.others(self.direction) {
            let held;
            (held, rest) = rest.split_at(self.hand(other).len());
            game.hands[other] = Hand::held(held, self.hand(other).open());
            game.note_waits(other);
        }
        game
    }

    /// Applies a legal action, and the draw that follows it, if any.
    #[inline(always)]
    fn apply(&mut self, seat: Seat, turn: Turn, action: Action, sink: &mut impl FnMut(Event, &Game)) {
        let draw = match (turn, action) {
            (Turn::Discard { .. }, Action::Discard(tile)) => {
                self.discard(seat, tile, None);
                let next = match tile {
                    Tile::Double => {
                        self.river.count_special(seat, tile);
                        Next::Draw(seat, self.skips)
                    }
                    Tile::Reverse => {
                        self.river.count_special(seat, tile);
                        self.direction = self.direction.flipped();
                        self.next_turn(seat)
                    }
                    _ => self.ask(seat, tile, None),
                };
                self.settle(next, seat, tile, |game| sink(Event::Discard { seat, tile }, game))
            }
            (Turn::Discard { .. }, Action::Pass(target)) => {
                self.discard(seat, Tile::Pass, Some(target));
                self.river.count_special(seat, Tile::Pass);
                self.skips[target] += 1;
                let next = self.next_turn(seat);
                self.settle(next, seat, Tile::Pass, |game| sink(Event::Pass { seat, target }, game))
            }
            (Turn::Discard { .. }, Action::SelfDrawn) => {
                self.state.phase = Phase::SelfDrawn;
                sink(Event::SelfDrawn { seat }, self);
                sink(Event::Win { seat }, self);
                None
            }
            (Turn::Answer { claim, tile, from, .. }, Action::Decline) => {
                let next = self.ask(from, tile, Some((claim, seat)));
                self.settle(next, from, tile, |_| {})
            }
            (Turn::Answer { .. }, Action::Ron) => {
                self.river.mark_claimed(seat);
                self.state.phase = Phase::Ron;
                sink(Event::Ron { seat }, self);
                sink(Event::Win { seat }, self);
                None
            }
            (Turn::Answer { tile, from, .. }, Action::Pong) => {
                self.claim(seat, from, [tile; 2], Meld::Pong { tile, from });
                sink(Event::Pong { seat, tile }, self);
                None
            }
            (Turn::Answer { tile, from, .. }, Action::Chow(claimed)) => {
                let run = claimed.run(tile).expect("a legal chow is a run");
                let own = claimed.own_tiles(tile).expect("a legal chow is a run");
                self.claim(seat, from, own, Meld::Chow { run, claimed: tile, from });
                sink(Event::Chow { seat, run }, self);
                None
            }
            _ => not_legal(turn, action),
        };
        if let Some((seat, skips)) = draw {
            self.skips = skips;
            self.draw(seat, sink);
        }
    }

    /// Moves a tile from a hand to the river.
    #[inline]
    fn discard(&mut self, seat: Seat, tile: Tile, target: Option<Seat>) {
        self.hands[seat].take(tile);
        self.note_waits(seat);
        self.river.push(seat, tile, target);
    }

    #[inline]
    fn note_waits(&mut self, seat: Seat) {
        self.possible_waits[seat] = self.hand(seat).possible_waits();
    }

    #[inline]
    fn next_turn(&self, seat: Seat) -> Next {
        let (next, skips) = self.pass_on(seat);
        Next::Draw(next, skips)
    }

    /// Updates the state after a discard and reports it. Returns which seat draws; `None` without a draw.
    #[inline(always)]
    fn settle(
        &mut self,
        next: Next,
        from: Seat,
        tile: Tile,
        mut report: impl FnMut(&Game),
    ) -> Option<(Seat, BySeat<u8>)> {
        match next {
            Next::Ask(claim, seat) => {
                self.state = State { phase: Phase::Asked, seat, tile, from, claim };
                report(self);
                None
            }
            Next::Draw(seat, skips) => {
                self.state.phase = Phase::Drawing;
                report(self);
                Some((seat, skips))
            }
        }
    }

    /// Adds a meld and starts the claimer's turn, without a draw (R13).
    fn claim(&mut self, seat: Seat, from: Seat, own: [Tile; 2], meld: Meld) {
        self.hands[seat].lay(own);
        self.melds[seat].push(meld);
        self.river.mark_claimed(seat);
        // The seats in between lose this turn, which uses up one of their skips (F4).
        for passed in from.others(self.direction).into_iter().take_while(|&other| other != seat) {
            self.skips[passed] = self.skips[passed].saturating_sub(1);
        }
        (self.state.phase, self.state.seat) = (Phase::Claimed, seat);
    }

    /// The seat that plays after `seat`, and the remaining skips: each seat that is passed over uses up one (R4).
    #[inline(always)]
    fn pass_on(&self, seat: Seat) -> (Seat, BySeat<u8>) {
        let mut skips = self.skips;
        let mut next = seat.next(self.direction);
        if skips == BySeat::new([0; 4]) {
            return (next, skips); // the usual case
        }
        while skips[next] > 0 {
            skips[next] -= 1;
            next = next.next(self.direction);
        }
        (next, skips)
    }

    /// Draws a tile for a seat; if none is left, the game is over (R23).
    #[inline(always)]
    fn draw(&mut self, seat: Seat, sink: &mut impl FnMut(Event, &Game)) {
        if let Some(&tile) = self.deck.tiles().get(usize::from(self.drawn)) {
            self.drawn += 1;
            self.hands[seat].put(tile);
            self.state.phase = Phase::Drawn;
            self.state.seat = seat;
            self.state.tile = tile;
            sink(Event::Draw { seat, tile }, self);
        } else {
            self.state.phase = Phase::Exhausted;
            sink(Event::Exhausted, self);
        }
    }
}

/// The hands, melds and discards of all seats, and whose turn it is.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, hand) in self.hands.iter() {
            write!(f, "{seat}  {hand}")?;
            self.melds(seat).iter().try_for_each(|meld| write!(f, "  [{meld}]"))?;
            f.write_str("\n  ")?;
            self.river.of(seat).try_for_each(|discard| write!(f, " {}", discard.tile))?;
            f.write_str("\n")?;
        }
        write!(f, "{} tiles to draw, {} play: ", self.wall().len(), self.direction)?;
        match (self.turn(), self.outcome()) {
            (Some(turn), _) => turn.fmt(f),
            (None, Some(outcome)) => outcome.fmt(f),
            (None, None) => f.write_str("a tile is drawn next"),
        }
    }
}

/// A separate function, so that the caller need not keep the turn in memory.
#[cold]
fn not_legal(turn: Turn, action: Action) -> ! {
    panic!("{} chose {action}, which is not legal: {turn:?}", turn.seat())
}

/// An action that is not legal in the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The action.
    pub action: Action,
    /// The turn; `None` if no seat had to decide.
    pub turn: Option<Turn>,
    /// The legal actions.
    pub legal: ActionSet,
}

impl Localized for IllegalAction {
    fn text(&self, language: Language) -> String {
        let action = self.action;
        let Some(turn) = self.turn else {
            return say!(
                language,
                "{action} is not legal: the game is over",
                "{action} 不合法：对局已经结束"
            );
        };
        let seat = turn.seat();
        let legal: Vec<String> = self.legal.iter().map(|action| action.to_string()).collect();
        let legal = legal.join(&say!(language, ", ", "、"));
        say!(
            language,
            "{action} is not legal for {seat}; expected one of {legal}",
            "{action} 对 {seat} 不合法；应为其中之一：{legal}"
        )
    }
}

localized_errors!(IllegalAction);

#[cfg(test)]
mod tests {
    use super::*;

    /// `A` to discard a 5P that `B` could chow.
    fn game() -> Game {
        let mut tiles = *Deck::sorted().tiles();
        tiles.reverse();
        for (place, tile) in [(0, Tile::P5), (1, Tile::P3), (5, Tile::P4)] {
            let other = tiles.iter().position(|&other| other == tile).expect("the deck has it");
            tiles.swap(place, other);
        }
        Game::new(&Deck::try_from(tiles).expect("swapping keeps the tiles"))
    }

    #[test]
    fn nobody_may_chow_if_the_same_player_goes_on() {
        let mut asked = game();
        asked.play(Action::Discard(Tile::P5)).expect("legal");
        assert!(matches!(asked.turn(), Some(Turn::Answer { seat: Seat::B, claim: Claim::Chow, .. })));
        for skips in [[0, 1, 1, 1], [0, 2, 1, 1]] {
            let mut game = game();
            game.skips = skips.into();
            assert_eq!(game.next_seat(Seat::A), Seat::A);
            game.play(Action::Discard(Tile::P5)).expect("legal");
            assert!(matches!(game.turn(), Some(Turn::Discard { seat: Seat::A, drawn: Some(_) })));
            assert_eq!(game.skips, BySeat::new([0, skips[1] - 1, 0, 0]));
        }
    }

    #[test]
    fn the_order_of_play_may_go_round_more_than_once() {
        let mut game = game();
        game.skips = [1, 2, 1, 1].into();
        assert_eq!(game.next_seat(Seat::A), Seat::C);
        assert_eq!(game.pass_on(Seat::A), (Seat::C, BySeat::splat(0)));
    }

    #[test]
    fn games_are_equal_if_nothing_tells_them_apart() {
        let mut first = game();
        let mut second = first.clone();
        // What the phase has no use for may differ.
        second.state.from = Seat::D;
        second.state.claim = Claim::Chow;
        assert_eq!(first, second);
        first.play(Action::Discard(Tile::P5)).expect("legal");
        assert_ne!(first, second);
        second.play(Action::Discard(Tile::P5)).expect("legal");
        assert_eq!(first, second);
    }

    #[test]
    fn a_game_shows_what_everybody_has() {
        let mut game = game();
        game.play(Action::Discard(Tile::P5)).expect("legal");
        game.play(Action::Chow(crate::words::Claimed::High)).expect("legal");
        let text = game.to_string();
        assert!(text.contains("[3P 4P 5P]") && text.starts_with("A  "), "{text}");
        assert!(text.ends_with("95 tiles to draw, forward play: B has to discard"), "{text}");
    }

    #[test]
    fn cloning_a_game_copies_less_than_two_kilobytes() {
        fn owns_no_memory_elsewhere<T: Copy>(_: T) {}
        assert!(size_of::<Game>() < 2048, "{}", size_of::<Game>());
        let Game { deck, drawn, hands, melds, river, direction, skips, possible_waits, state } = game();
        owns_no_memory_elsewhere((deck, drawn, hands, melds, river, direction, skips, possible_waits, state));
    }
}
