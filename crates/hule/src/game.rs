//! The game: whose turn it is, what that seat may do, and what follows.
//!
//! Everything that the statement allows is allowed here, whatever the standard player would choose. The numbers in the
//! comments are those of docs/RULES.md.

#![allow(clippy::inline_always)] // A turn compiled in one piece makes a game a tenth faster; see docs/PERFORMANCE.md.

mod history;
pub(crate) mod owned_view;
pub mod play;
pub(crate) mod player;
pub(crate) mod river;
pub(crate) mod standard;
pub(crate) mod thought;
pub(crate) mod view;

pub use history::NoHistory;
pub use owned_view::{OwnedView, OwnedViewError};
pub use river::{Discarded, River};
pub use view::View;

use crate::words::action::{Action, ActionSet};
use crate::words::deck::Deck;
use crate::words::event::Event;
use crate::words::hand::Hand;
use crate::words::language::{Language, Localized, localized_errors, say};
use crate::words::meld::{Meld, Melds};
use crate::words::seat::{BySeat, Direction, Seat};
use crate::words::tile::{Tile, TileSet};
use crate::words::turn::{Claim, Outcome, Turn};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

/// The state of a game. It is complete: a clone can be played on independently.
///
/// Exactly one seat decides at a time. [`turn`](Game::turn) says which and about what,
/// [`legal_actions`](Game::legal_actions) what it may do, and [`play`](Game::play) does it. To let [players](crate::Player)
/// play a whole game, use [`play`](crate::play()).
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
    /// How many of its next turns each seat will lose.
    skips: BySeat<u8>,
    /// The kinds with which each seat may win, as its hand was before it drew. It wins with no other.
    possible_waits: BySeat<TileSet>,
    state: State,
}

/// Whose turn it is for what, or how the game ended.
///
/// These are the parts of a [`Turn`] or an [`Outcome`], each in a field of its own: a processor that reads them as one
/// word, as it would from an enum, has to wait until all of them are written. What a phase has no use for is stale.
#[derive(Clone, Copy, Debug)]
struct State {
    phase: Phase,
    /// Who draws, decides, or has won.
    seat: Seat,
    /// The tile that was drawn or discarded.
    tile: Tile,
    /// Who discarded it.
    from: Seat,
    /// What it may be claimed for.
    claim: Claim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// A seat is about to draw.
    Drawing,
    /// A seat has drawn.
    Drawn,
    /// A seat has claimed.
    Claimed,
    /// A seat may claim.
    Asked,
    /// A seat has won with a discard.
    Ron,
    /// A seat has won with a tile it drew.
    SelfDrawn,
    /// Nobody has won.
    Exhausted,
}

impl State {
    /// What the phase has a use for.
    fn parts(&self) -> (Phase, Option<Seat>, Option<Tile>, Option<Seat>, Option<Claim>) {
        let State { phase, seat, tile, from, claim } = *self;
        match phase {
            Phase::Drawing | Phase::Claimed => (phase, Some(seat), None, None, None),
            Phase::Drawn | Phase::SelfDrawn => (phase, Some(seat), Some(tile), None, None),
            Phase::Asked => (phase, Some(seat), Some(tile), Some(from), Some(claim)),
            Phase::Ron => (phase, Some(seat), Some(tile), Some(from), None),
            Phase::Exhausted => (phase, None, None, None, None),
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

/// What an action leads to.
#[derive(Clone, Copy)]
enum Next {
    /// A seat is asked whether it claims the discard.
    Ask(Claim, Seat),
    /// A seat draws, and these skips are left.
    Draw(Seat, BySeat<u8>),
    /// A seat has to discard without a draw, or the game is over.
    Settled,
}

impl Game {
    /// A game with this deck: the tiles are dealt, and `A` has drawn.
    #[must_use]
    pub fn new(deck: &Deck) -> Game {
        let mut game = Game::dealt(deck);
        game.draw(Seat::A, &mut |_, _| {});
        game
    }

    /// A game with this deck: the tiles are dealt, and `A` is about to draw.
    #[inline]
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
        Hand::deal(&mut game.hands, deck.tiles()[..Deck::DEALT].as_chunks().0);
        for seat in Seat::ALL {
            game.note_waits(seat);
        }
        game
    }

    /// Who has to decide, and about what; `None` when the game is over.
    ///
    /// An [`Observer`](crate::Observer) also sees the game while a tile is about to be drawn; then nobody has to decide.
    #[must_use]
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

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        let State { phase, seat: winner, tile, from, .. } = self.state;
        match phase {
            Phase::Ron => Some(Outcome::Ron { winner, from, tile }),
            Phase::SelfDrawn => Some(Outcome::SelfDrawn { winner, tile }),
            Phase::Exhausted => Some(Outcome::Exhausted),
            Phase::Drawing | Phase::Drawn | Phase::Claimed | Phase::Asked => None,
        }
    }

    /// What the seat whose turn it is may do: ascending, and empty only when the game is over.
    #[must_use]
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

    /// Does what the seat whose turn it is has chosen, and everything that follows without a choice.
    ///
    /// # Errors
    /// If the action is not legal; then nothing changes.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_into(action, &mut |_, _| {})
    }

    /// As [`Game::play`], and tells a sink what happens, with the game at that instant: at most two events.
    ///
    /// # Errors
    /// If the action is not legal; then nothing changes.
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

    /// What this seat may know.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The tiles that have not been drawn, the next first.
    #[must_use]
    pub fn wall(&self) -> &[Tile] {
        &self.deck.tiles()[usize::from(self.drawn)..]
    }

    /// The tiles that a seat holds.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// The melds that a seat has on the table, the first first.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        self.melds[seat].as_slice()
    }

    /// All discards of all seats, the first first.
    #[must_use]
    pub const fn river(&self) -> &River {
        &self.river
    }

    /// How many tiles of a kind lie on the table. A discard that was claimed counts as part of the meld.
    #[must_use]
    pub fn shown(&self, tile: Tile) -> usize {
        self.lying().filter(|&other| other == tile).count()
    }

    /// The tiles that lie on the table.
    pub(crate) fn lying(&self) -> impl Iterator<Item = Tile> {
        let melded = Seat::ALL.iter().flat_map(|&seat| self.melds(seat)).flat_map(|meld| meld.tiles());
        let discarded = self.river.as_slice().iter().filter(|discard| discard.claimed_by.is_none());
        melded.chain(discarded.map(|discard| discard.tile))
    }

    /// The order in which turns pass.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// How many of its next turns a seat will lose to PASS.
    #[must_use]
    pub fn skips(&self, seat: Seat) -> usize {
        self.skips[seat].into()
    }

    /// Who takes the next turn after one of `seat` if nobody claims (R9): the next seat in the direction of play that
    /// does not lose its turn. It can be `seat` itself.
    #[must_use]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        self.pass_on(seat).0
    }

    /// Every claim that is possible on the discard that is to be answered, with the seat that could make it, in the order
    /// in which the seats are asked; of several chows the one with the highest numbers first (R30). Claims that have been
    /// declined are listed too. Empty unless somebody is asked.
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
            let first = self.next_claim(from, tile, None);
            let questions =
                core::iter::successors(first, move |&asked| self.next_claim(from, tile, Some(asked)));
            questions.flat_map(move |(claim, seat)| {
                self.claim_actions(claim, seat, tile).iter().rev().map(move |action| (seat, action))
            })
        })
    }

    /// The actions by which a seat that is asked for this claim could make it.
    #[inline]
    fn claim_actions(&self, claim: Claim, seat: Seat, tile: Tile) -> ActionSet {
        match claim {
            Claim::Ron => ActionSet::only(Action::Ron),
            Claim::Pong => ActionSet::only(Action::Pong),
            Claim::Chow => self.chows(seat, tile),
        }
    }

    /// Whether a seat could win with the discard of another (R19).
    fn can_ron(&self, seat: Seat, tile: Tile) -> bool {
        self.possible_waits[seat].contains(tile) && self.hand(seat).wins_with(tile)
    }

    /// Whether a seat could take the discard of another for a triplet (R10).
    fn can_pong(&self, seat: Seat, tile: Tile) -> bool {
        !tile.is_special() && self.hand(seat).count(tile) >= 2
    }

    /// The runs for which a seat could take the discard of another (R8), if it is the next (R9).
    fn chows(&self, seat: Seat, tile: Tile) -> ActionSet {
        ActionSet::chows(tile, self.hand(seat).kinds())
    }

    /// Who is asked about a discard after this question, or first of all: the other seats for ron along the order of play
    /// (R20), then all for pong (R11), then the next for chow (R9). Who could not claim is not asked.
    #[inline(always)]
    fn next_claim(&self, from: Seat, tile: Tile, asked: Option<(Claim, Seat)>) -> Option<(Claim, Seat)> {
        let others = from.others(self.direction);
        let after = match asked {
            Some((Claim::Ron, seat)) => 1 + others.iter().take_while(|&&other| other != seat).count(),
            Some(_) => others.len(),
            None => 0,
        };
        // Nearly always nobody could win.
        let waits = others.iter().fold(0, |waits, &seat| waits | self.possible_waits[seat].bits());
        if TileSet::from_bits(waits).contains(tile) {
            let ron = others[after..].iter().find(|&&seat| self.can_ron(seat, tile));
            if let Some(&seat) = ron {
                return Some((Claim::Ron, seat));
            }
        }
        // Only one can have two of the three tiles that are left of a kind; mostly there is none.
        if asked.is_none_or(|(claim, _)| claim < Claim::Pong)
            && self.hands.as_array().iter().any(|hand| hand.count(tile) >= 2)
            && let Some(seat) = others.into_iter().find(|&seat| self.can_pong(seat, tile))
        {
            return Some((Claim::Pong, seat));
        }
        let next = self.next_seat(from);
        let chow = asked.is_none_or(|(claim, _)| claim < Claim::Chow)
            && next != from
            && !self.chows(next, tile).is_empty();
        chow.then_some((Claim::Chow, next))
    }

    /// The same game but for what a seat that has to decide cannot see: first what the others hold, in the order of
    /// play after the seat, then the wall.
    ///
    /// Of each kind there must be as many tiles as before.
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

    /// Does what is known to be legal: first what the action changes and leads to, and then, if a seat draws, the draw.
    #[inline(always)]
    fn apply(&mut self, seat: Seat, turn: Turn, action: Action, sink: &mut impl FnMut(Event, &Game)) {
        let next = match (turn, action) {
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
                self.settle(next, seat, tile);
                sink(Event::Discard { seat, tile }, self);
                next
            }
            (Turn::Discard { .. }, Action::Pass(target)) => {
                self.discard(seat, Tile::Pass, Some(target));
                self.river.count_special(seat, Tile::Pass);
                self.skips[target] += 1;
                let next = self.next_turn(seat);
                self.settle(next, seat, Tile::Pass);
                sink(Event::Pass { seat, target }, self);
                next
            }
            (Turn::Discard { .. }, Action::SelfDrawn) => {
                self.state.phase = Phase::SelfDrawn;
                sink(Event::SelfDrawn { seat }, self);
                sink(Event::Win { seat }, self);
                Next::Settled
            }
            (Turn::Answer { claim, tile, from, .. }, Action::Decline) => {
                let next = self.ask(from, tile, Some((claim, seat)));
                self.settle(next, from, tile);
                next
            }
            (Turn::Answer { .. }, Action::Ron) => {
                self.river.mark_claimed(seat);
                self.state.phase = Phase::Ron;
                sink(Event::Ron { seat }, self);
                sink(Event::Win { seat }, self);
                Next::Settled
            }
            (Turn::Answer { tile, from, .. }, Action::Pong) => {
                self.claim(seat, from, [tile; 2], Meld::Pong { tile, from });
                sink(Event::Pong { seat, tile }, self);
                Next::Settled
            }
            (Turn::Answer { tile, from, .. }, Action::Chow(claimed)) => {
                let run = claimed.run(tile).expect("a legal chow is a run");
                let own = claimed.own_tiles(tile).expect("a legal chow is a run");
                self.claim(seat, from, own, Meld::Chow { run, claimed: tile, from });
                sink(Event::Chow { seat, run }, self);
                Next::Settled
            }
            _ => not_legal(turn, action),
        };
        if let Next::Draw(seat, skips) = next {
            self.skips = skips;
            self.draw(seat, sink);
        }
    }

    /// Takes a tile out of a hand and lays it into the river.
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

    /// The next question about a discard; if there is none, the next turn begins.
    #[inline(always)]
    fn ask(&self, from: Seat, tile: Tile, asked: Option<(Claim, Seat)>) -> Next {
        match self.next_claim(from, tile, asked) {
            Some((claim, seat)) => Next::Ask(claim, seat),
            None => self.next_turn(from),
        }
    }

    /// The turn after one of `seat` begins.
    #[inline]
    fn next_turn(&self, seat: Seat) -> Next {
        let (next, skips) = self.pass_on(seat);
        Next::Draw(next, skips)
    }

    /// Notes what a discard leads to.
    #[inline(always)]
    fn settle(&mut self, next: Next, from: Seat, tile: Tile) {
        match next {
            Next::Ask(claim, seat) => self.state = State { phase: Phase::Asked, seat, tile, from, claim },
            Next::Draw(seat, _) => (self.state.phase, self.state.seat) = (Phase::Drawing, seat),
            Next::Settled => {}
        }
    }

    /// Lays a meld on the table and begins the turn of the claimer, without a draw (R13).
    fn claim(&mut self, seat: Seat, from: Seat, own: [Tile; 2], meld: Meld) {
        self.hands[seat].lay(own);
        self.melds[seat].push(meld);
        self.river.mark_claimed(seat);
        // Those in between lose this turn; a skip that was to cost them a turn is thereby spent (F4).
        for passed in from.others(self.direction).into_iter().take_while(|&other| other != seat) {
            self.skips[passed] = self.skips[passed].saturating_sub(1);
        }
        (self.state.phase, self.state.seat) = (Phase::Claimed, seat);
    }

    /// Who takes the next turn after one of `seat`, and the skips that are then left: every seat that is passed over has
    /// spent one of its own (R4).
    #[inline]
    fn pass_on(&self, seat: Seat) -> (Seat, BySeat<u8>) {
        let mut skips = self.skips;
        let mut next = seat.next(self.direction);
        if skips == BySeat::new([0; 4]) {
            return (next, skips); // Nearly always, and much faster.
        }
        while skips[next] > 0 {
            skips[next] -= 1;
            next = next.next(self.direction);
        }
        (next, skips)
    }

    /// Lets a seat draw; if no tile is left the game is over (R23).
    #[inline(always)]
    fn draw(&mut self, seat: Seat, sink: &mut impl FnMut(Event, &Game)) {
        if let Some(&tile) = self.wall().first() {
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

/// Out of line: in place it would have the turn kept in memory for its sake.
#[cold]
fn not_legal(turn: Turn, action: Action) -> ! {
    panic!("{} chose {action}, which is not legal: {turn:?}", turn.seat())
}

/// An action that the rules do not allow here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The action.
    pub action: Action,
    /// Who had to decide, and about what; `None` if the game was over.
    pub turn: Option<Turn>,
    /// What would have been legal.
    pub legal: ActionSet,
}

impl Localized for IllegalAction {
    fn text(&self, language: Language) -> String {
        let action = self.action;
        let Some(turn) = self.turn else {
            return say!(
                language,
                "{action} is not legal: the game is over",
                "{action} 不合法：游戏已经结束"
            );
        };
        let seat = turn.seat();
        let legal: Vec<String> = self.legal.iter().map(|action| action.to_string()).collect();
        let legal = legal.join(", ");
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
    fn cloning_a_game_copies_less_than_two_kilobytes() {
        fn owns_no_memory_elsewhere<T: Copy>(_: T) {}
        assert!(size_of::<Game>() < 2048, "{}", size_of::<Game>());
        let Game { deck, drawn, hands, melds, river, direction, skips, possible_waits, state } = game();
        owns_no_memory_elsewhere((deck, drawn, hands, melds, river, direction, skips, possible_waits, state));
    }
}
