//! The game: whose turn it is, what that seat may do, and what follows.
//!
//! Everything that the statement allows is allowed here, whatever the standard player would choose. The
//! numbers in the comments are those of docs/RULES.md.

#![allow(clippy::inline_always)] // What a turn needs in one piece makes a game a tenth faster; see docs/PERFORMANCE.md.

use crate::action::{Action, ActionSet};
use crate::deck::Deck;
use crate::event::Event;
use crate::hand::Hand;
use crate::language::{Language, print_in_english, say};
use crate::meld::{Meld, Melds};
use crate::player::Player;
use crate::river::River;
use crate::tile::{Direction, Run, Seat, Tile};
use crate::view::View;
use std::hint::cold_path;

/// A game, complete in itself: a copy of it can be played on without the original noticing.
///
/// Exactly one seat decides at a time. [`turn`](Game::turn) says which and about what,
/// [`legal_actions`](Game::legal_actions) what it may do, and [`play`](Game::play) does it.
///
/// ```
/// use hule::{Deck, Game, Player, Standard};
///
/// let mut game = Game::new(&Deck::seeded(1, 0));
/// while let Some(turn) = game.turn() {
///     let action = Standard.choose(&game.view(turn.seat()), game.legal_actions());
///     game.play(action)?;
/// }
/// println!("{:?}", game.outcome().expect("the game is over"));
/// # Ok::<(), hule::IllegalAction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    deck: Deck,
    /// How many tiles of the deck have been drawn.
    drawn: u8,
    hands: [Hand; 4],
    melds: [Melds; 4],
    river: River,
    direction: Direction,
    /// For each seat, how many of its next turns it will lose.
    skips: [u8; 4],
    /// For each seat as it last rested, so before it drew, a bit for each kind that it perhaps waits for. With no
    /// other can it win.
    hopes: [u64; 4],
    state: State,
}

/// Whose turn it is for what, or how the game ended.
///
/// The parts of a [`Turn`] or an [`Outcome`], each in a place of its own: a processor that reads them as one word,
/// as it would from an enum, has to wait until all of them are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    phase: Phase,
    /// Who decides, or has won.
    seat: Seat,
    /// What was drawn or discarded.
    tile: Tile,
    /// Who discarded it.
    from: Seat,
    /// What it may be claimed for.
    claim: Claim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
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

/// Who has to decide, and about what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Turn {
    /// The seat has to discard, or to win if it can.
    Discard {
        /// Who decides.
        seat: Seat,
        /// The tile it has just drawn; nothing after a claim.
        drawn: Option<Tile>,
    },
    /// The seat may claim the discard of another.
    Answer {
        /// Who decides.
        seat: Seat,
        /// What it may claim the tile for.
        claim: Claim,
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: Seat,
    },
}

impl Turn {
    /// Who decides.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Turn::Discard { seat, .. } | Turn::Answer { seat, .. } => seat,
        }
    }
}

/// What a discard can be claimed for, in the order in which the seats are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Claim {
    /// To win.
    Ron,
    /// For a triplet.
    Pong,
    /// For a run.
    Chow,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
pub enum Outcome {
    /// A seat won with the discard of another.
    Ron {
        /// Who won.
        winner: Seat,
        /// Who discarded the tile.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat won with a tile that it drew.
    SelfDrawn {
        /// Who won.
        winner: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat had to draw and no tile was left.
    Exhausted,
}

print_in_english!(Outcome, IllegalAction);

impl Outcome {
    /// A sentence in a language: `A wins with 4S discarded by B`, `A wins with 4S drawn`, `nobody wins`.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        match self {
            Outcome::Ron { winner, from, tile } => say!(
                language,
                "{winner} wins with {tile} discarded by {from}",
                "{winner} 荣和 {from} 打出的 {tile}"
            ),
            Outcome::SelfDrawn { winner, tile } => {
                say!(language, "{winner} wins with {tile} drawn", "{winner} 自摸 {tile}")
            }
            Outcome::Exhausted => say!(language, "nobody wins", "流局"),
        }
    }

    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Ron { winner, .. } | Outcome::SelfDrawn { winner, .. } => Some(winner),
            Outcome::Exhausted => None,
        }
    }
}

impl Game {
    /// A game with this deck: dealt, and with the first tile drawn by `A`.
    #[must_use]
    pub fn new(deck: &Deck) -> Game {
        Game::start(deck, &mut |_| {})
    }

    /// As [`Game::new`], and tells the sink what happens.
    #[must_use]
    pub fn start(deck: &Deck, sink: &mut impl FnMut(Event)) -> Game {
        let dealt = &deck.tiles()[..4 * Hand::DEALT];
        for (place, &tile) in dealt.iter().enumerate() {
            sink(Event::Draw { seat: Seat::ALL[place % 4], tile });
        }
        let mut game = Game {
            deck: *deck,
            drawn: dealt.len() as u8,
            hands: [Hand::empty(); 4],
            melds: [Melds::EMPTY; 4],
            river: River::EMPTY,
            direction: Direction::Forward,
            skips: [0; 4],
            hopes: [0; 4],
            // Until `A` has drawn.
            state: State {
                phase: Phase::Exhausted,
                seat: Seat::A,
                tile: Tile::M1,
                from: Seat::A,
                claim: Claim::Ron,
            },
        };
        Hand::deal(&mut game.hands, dealt.as_chunks().0);
        for seat in Seat::ALL {
            game.note_hopes(seat);
        }
        game.begin_turn(Seat::A, sink);
        game
    }

    /// Who has to decide, and about what; nothing when the game is over.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Option<Turn> {
        let State { phase, seat, tile, from, claim } = self.state;
        match phase {
            Phase::Drawn => Some(Turn::Discard { seat, drawn: Some(tile) }),
            Phase::Claimed => Some(Turn::Discard { seat, drawn: None }),
            Phase::Asked => Some(Turn::Answer { seat, claim, tile, from }),
            Phase::Ron | Phase::SelfDrawn | Phase::Exhausted => None,
        }
    }

    /// How the game ended; nothing while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        let State { phase, seat: winner, tile, from, .. } = self.state;
        match phase {
            Phase::Ron => Some(Outcome::Ron { winner, from, tile }),
            Phase::SelfDrawn => Some(Outcome::SelfDrawn { winner, tile }),
            Phase::Exhausted => Some(Outcome::Exhausted),
            Phase::Drawn | Phase::Claimed | Phase::Asked => None,
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
                let mut actions = ActionSet::discards(hand.kinds().bits());
                if hand.holds(Tile::Pass) {
                    for target in seat.others(self.direction) {
                        actions.insert(Action::Pass(target));
                    }
                }
                if drawn.is_some_and(|tile| self.hopes_for(seat, tile)) && hand.wins() {
                    actions.insert(Action::SelfDrawn);
                }
                actions
            }
            Turn::Answer { claim, tile, .. } => {
                let mut actions = if claim == Claim::Chow {
                    self.chows(seat, tile)
                } else {
                    ActionSet::only(if claim == Claim::Ron { Action::Ron } else { Action::Pong })
                };
                actions.insert(Action::Decline);
                actions
            }
        }
    }

    /// Does what the seat whose turn it is has chosen, and everything that follows without a choice.
    ///
    /// An action that is not legal changes nothing.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_into(action, &mut |_| {})
    }

    /// As [`Game::play`], and tells the sink what happens: at most two events.
    pub fn play_into(&mut self, action: Action, sink: &mut impl FnMut(Event)) -> Result<(), IllegalAction> {
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

    /// Lets the players play to the end, `players[0]` at seat `A`, and tells the sink what happens.
    ///
    /// # Panics
    /// If a player chooses an action that is not legal.
    pub fn play_out<P: Player>(&mut self, players: &mut [P; 4], sink: &mut impl FnMut(Event)) -> Outcome {
        while self.step(players, sink) {}
        self.outcome().expect("a game without a turn is over")
    }

    /// Lets the player whose turn it is decide, and tells the sink what happens; false when the game is over.
    ///
    /// # Panics
    /// If the player chooses an action that is not legal.
    #[inline(always)]
    pub fn step<P: Player>(&mut self, players: &mut [P; 4], sink: &mut impl FnMut(Event)) -> bool {
        let State { phase, seat, tile, from, claim } = self.state;
        // Each kind of turn has a call of its own, so that the compiler makes of each what it needs, and the most
        // common comes first.
        match phase {
            Phase::Drawn => self.decide(seat, Turn::Discard { seat, drawn: Some(tile) }, players, sink),
            Phase::Claimed => {
                cold_path();
                self.decide(seat, Turn::Discard { seat, drawn: None }, players, sink);
            }
            Phase::Asked => {
                cold_path();
                self.decide(seat, Turn::Answer { seat, claim, tile, from }, players, sink);
            }
            Phase::Ron | Phase::SelfDrawn | Phase::Exhausted => {
                cold_path();
                return false;
            }
        }
        true
    }

    #[inline(always)]
    fn decide<P: Player>(
        &mut self,
        seat: Seat,
        turn: Turn,
        players: &mut [P; 4],
        sink: &mut impl FnMut(Event),
    ) {
        let legal = self.legal_in(seat, turn);
        let view = View::in_turn(self, seat, turn);
        let action = players[seat.index()].choose(&view, legal);
        if !legal.contains(action) {
            not_legal(turn, action);
        }
        self.apply(seat, turn, action, sink);
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
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The melds that a seat has on the table, the first first.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        self.melds[seat.index()].as_slice()
    }

    /// All discards of all seats, the first first.
    #[must_use]
    pub const fn river(&self) -> &River {
        &self.river
    }

    /// How many tiles of a kind lie on the table. A discard that was claimed for a meld lies there.
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
    pub const fn skips(&self, seat: Seat) -> usize {
        self.skips[seat.index()] as usize
    }

    /// Who takes the next turn after one of `seat` if nobody claims (R9): the next seat in the direction of
    /// play, without those that lose their turn. It can be `seat` itself.
    #[must_use]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        self.pass_on(seat).0
    }

    /// Whether a seat could win with the discard of another (R19), whoever may come before it.
    #[must_use]
    pub fn can_ron(&self, seat: Seat, tile: Tile) -> bool {
        self.hopes_for(seat, tile) && self.hand(seat).wins_with(tile)
    }

    /// Whether a seat could take the discard of another for a triplet (R10).
    #[must_use]
    pub fn can_pong(&self, seat: Seat, tile: Tile) -> bool {
        !tile.is_special() && self.hand(seat).count(tile) >= 2
    }

    /// The runs for which a seat could take the discard of another (R8), if it is the next (R9).
    #[must_use]
    pub fn chows(&self, seat: Seat, tile: Tile) -> ActionSet {
        ActionSet::chows(tile, self.hand(seat).kinds().bits())
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
            game.hands[other.index()] = Hand::held(held, self.hand(other).open());
            game.note_hopes(other);
        }
        game
    }

    /// Does what is known to be legal.
    #[inline(always)]
    fn apply(&mut self, seat: Seat, turn: Turn, action: Action, sink: &mut impl FnMut(Event)) {
        match (turn, action) {
            (Turn::Discard { .. }, Action::Discard(tile)) => self.discard(seat, tile, sink),
            (Turn::Discard { .. }, Action::Pass(target)) => {
                self.let_go(seat, Tile::Pass);
                self.river.push(seat, Tile::Pass, Some(target));
                self.river.count_special(seat, Tile::Pass);
                sink(Event::Pass { seat, target });
                self.skips[target.index()] += 1;
                self.next_turn(seat, sink);
            }
            (Turn::Discard { .. }, Action::SelfDrawn) => {
                sink(Event::SelfDrawn { seat });
                self.win(Phase::SelfDrawn, seat, sink);
            }
            (Turn::Answer { claim, tile, from, .. }, Action::Decline) => {
                self.ask_on(claim, seat, from, tile, sink);
            }
            (Turn::Answer { .. }, Action::Ron) => {
                self.river.mark_claimed(seat);
                sink(Event::Ron { seat });
                self.win(Phase::Ron, seat, sink);
            }
            (Turn::Answer { tile, from, .. }, Action::Pong) => {
                sink(Event::Pong { seat, tile });
                self.claim(seat, from, [tile; 2], Meld::Pong { tile, from });
            }
            (Turn::Answer { tile, from, .. }, Action::Chow(claimed)) => {
                let run: Run = claimed.run(tile).expect("a legal chow is a run");
                let own = claimed.own_tiles(tile).expect("a legal chow is a run");
                sink(Event::Chow { seat, run });
                self.claim(seat, from, own, Meld::Chow { run, claimed: tile, from });
            }
            _ => not_legal(turn, action),
        }
    }

    #[inline(always)]
    fn discard(&mut self, seat: Seat, tile: Tile, sink: &mut impl FnMut(Event)) {
        self.let_go(seat, tile);
        self.river.push(seat, tile, None);
        sink(Event::Discard { seat, tile });
        match tile {
            Tile::Double => {
                self.river.count_special(seat, tile);
                self.begin_turn(seat, sink);
            }
            Tile::Reverse => {
                self.river.count_special(seat, tile);
                self.direction = self.direction.flipped();
                self.next_turn(seat, sink);
            }
            _ => self.ask(seat, tile, sink),
        }
    }

    /// Takes a tile out of a hand, which then rests until it is the seat's turn again.
    #[inline]
    fn let_go(&mut self, seat: Seat, tile: Tile) {
        self.hands[seat.index()].take(tile);
        self.note_hopes(seat);
    }

    #[inline]
    fn note_hopes(&mut self, seat: Seat) {
        self.hopes[seat.index()] = self.hand(seat).hopes();
    }

    const fn hopes_for(&self, seat: Seat, tile: Tile) -> bool {
        self.hopes[seat.index()] >> tile.index() & 1 == 1
    }

    /// Asks about a discard: all others for ron along the order of play (R20), then all for pong (R11), then
    /// the next for chow (R9). The first who could claim it is asked.
    fn ask(&mut self, from: Seat, tile: Tile, sink: &mut impl FnMut(Event)) {
        // Nearly always nobody could, whoever is asked first.
        let others = from.others(self.direction);
        let hopes = others.iter().fold(0, |hopes, seat| hopes | self.hopes[seat.index()]);
        let ron_possible = hopes >> tile.index() & 1 == 1;
        if !(ron_possible && self.ask_for_ron(&others, from, tile)) {
            self.ask_for_meld(from, tile, sink);
        }
    }

    /// Asks whoever is next after a seat that has declined.
    fn ask_on(&mut self, claim: Claim, seat: Seat, from: Seat, tile: Tile, sink: &mut impl FnMut(Event)) {
        let others = from.others(self.direction);
        match claim {
            Claim::Ron => {
                let asked = 1 + others.iter().take_while(|&&other| other != seat).count();
                if !self.ask_for_ron(&others[asked..], from, tile) {
                    self.ask_for_meld(from, tile, sink);
                }
            }
            Claim::Pong => self.ask_for_chow(from, tile, sink),
            Claim::Chow => self.next_turn(from, sink),
        }
    }

    /// Asks the first of these seats that could win, and says whether there is one.
    fn ask_for_ron(&mut self, seats: &[Seat], from: Seat, tile: Tile) -> bool {
        let first = seats.iter().find(|&&seat| self.can_ron(seat, tile));
        if let Some(&seat) = first {
            self.state = State { phase: Phase::Asked, seat, tile, from, claim: Claim::Ron };
        }
        first.is_some()
    }

    /// Asks for pong, and if nobody could, for chow.
    #[inline]
    fn ask_for_meld(&mut self, from: Seat, tile: Tile, sink: &mut impl FnMut(Event)) {
        // Only one can have two of the three tiles that are left of a kind; mostly there is none.
        let pong_possible = self.hands.iter().any(|hand| hand.count(tile) >= 2);
        let could = |&seat: &Seat| pong_possible && self.can_pong(seat, tile);
        match from.others(self.direction).into_iter().find(could) {
            Some(seat) => self.state = State { phase: Phase::Asked, seat, tile, from, claim: Claim::Pong },
            None => self.ask_for_chow(from, tile, sink),
        }
    }

    /// Asks the next seat for chow, and if it could not, begins its turn.
    #[inline(always)]
    fn ask_for_chow(&mut self, from: Seat, tile: Tile, sink: &mut impl FnMut(Event)) {
        let (next, skips) = self.pass_on(from);
        if next != from && !self.chows(next, tile).is_empty() {
            self.state = State { phase: Phase::Asked, seat: next, tile, from, claim: Claim::Chow };
        } else {
            self.skips = skips;
            self.begin_turn(next, sink);
        }
    }

    /// Lays a meld on the table and begins the turn of the claimer, without a draw (R13).
    fn claim(&mut self, seat: Seat, from: Seat, own: [Tile; 2], meld: Meld) {
        self.hands[seat.index()].lay(own);
        self.melds[seat.index()].push(meld);
        self.river.mark_claimed(seat);
        // Those in between lose this turn; a skip that was to cost them a turn is thereby spent (F4).
        for passed in from.others(self.direction).into_iter().take_while(|&other| other != seat) {
            let skips = &mut self.skips[passed.index()];
            *skips = skips.saturating_sub(1);
        }
        self.state.phase = Phase::Claimed;
        self.state.seat = seat;
    }

    /// Begins the turn that comes after one of `seat`.
    fn next_turn(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) {
        let (next, skips) = self.pass_on(seat);
        self.skips = skips;
        self.begin_turn(next, sink);
    }

    /// Who takes the next turn after one of `seat`, and the skips that are then left: every seat that is
    /// passed over has spent one of its own (R4).
    #[inline]
    fn pass_on(&self, seat: Seat) -> (Seat, [u8; 4]) {
        let mut skips = self.skips;
        let mut next = seat.next(self.direction);
        if skips == [0; 4] {
            return (next, skips); // Nearly always, and much quicker.
        }
        while skips[next.index()] > 0 {
            skips[next.index()] -= 1;
            next = next.next(self.direction);
        }
        (next, skips)
    }

    /// Lets a seat draw; if no tile is left the game is over (R23).
    #[inline]
    fn begin_turn(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) {
        if let Some(tile) = self.take_from_wall(seat, sink) {
            self.state.phase = Phase::Drawn;
            self.state.seat = seat;
            self.state.tile = tile;
        } else {
            self.state.phase = Phase::Exhausted;
            sink(Event::Exhausted);
        }
    }

    #[inline]
    fn take_from_wall(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) -> Option<Tile> {
        let tile = *self.wall().first()?;
        self.drawn += 1;
        self.hands[seat.index()].put(tile);
        sink(Event::Draw { seat, tile });
        Some(tile)
    }

    fn win(&mut self, phase: Phase, seat: Seat, sink: &mut impl FnMut(Event)) {
        sink(Event::Win { seat });
        self.state.phase = phase;
    }
}

/// Not in its place, where it would have the turn kept in memory for its sake.
#[cold]
fn not_legal(turn: Turn, action: Action) -> ! {
    panic!("{} chose {action}, which is not legal: {turn:?}", turn.seat())
}

/// An action that the rules do not allow here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The action.
    pub action: Action,
    /// Who had to decide, and about what; nothing if the game was over.
    pub turn: Option<Turn>,
    /// What would have been legal.
    pub legal: ActionSet,
}

impl IllegalAction {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
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

impl std::error::Error for IllegalAction {}

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
            game.skips = skips;
            assert_eq!(game.next_seat(Seat::A), Seat::A);
            game.play(Action::Discard(Tile::P5)).expect("legal");
            assert!(matches!(game.turn(), Some(Turn::Discard { seat: Seat::A, drawn: Some(_) })));
            assert_eq!(game.skips, [0, skips[1] - 1, 0, 0]);
        }
    }

    #[test]
    fn the_order_of_play_may_go_round_more_than_once() {
        let mut game = game();
        game.skips = [1, 2, 1, 1];
        assert_eq!(game.next_seat(Seat::A), Seat::C);
        game.next_turn(Seat::A, &mut |_| {});
        assert_eq!(game.turn().map(Turn::seat), Some(Seat::C));
        assert_eq!(game.skips, [0; 4]);
    }

    #[test]
    fn cloning_a_game_copies_less_than_two_kilobytes() {
        fn owns_no_memory_elsewhere<T: Copy>(_: T) {}
        assert!(size_of::<Game>() < 2048, "{}", size_of::<Game>());
        let Game { deck, drawn, hands, melds, river, direction, skips, hopes, state } = game();
        owns_no_memory_elsewhere((deck, drawn, hands, melds, river, direction, skips, hopes, state));
    }
}
