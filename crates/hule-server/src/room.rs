//! A table for one to four people, with players of the library at the other seats.

mod chair;
mod record;

pub use chair::Chair;
pub use record::Setup;

use hule::players::PlayerName;
use hule::{
    Action, BySeat, Deck, Event, Game, IllegalAction, Language, Localized, Player, Random, Replay, Seat,
    Standard, Turn, say,
};
use hule_api::{Number, Seeded, is_slow};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// A table for people. It consists of what was set up and of the decisions since the deal; everything else follows from
/// these, so they are all that is stored.
pub struct Room {
    setup: Arc<Setup>,
    /// `None` before the first deal.
    deal: Option<Deal>,
}

/// The game that is being played.
struct Deal {
    game: Game,
    events: Vec<Event>,
    /// All decisions, by number.
    moves: Vec<u8>,
    /// How many decisions people or their substitutes have made, by seat.
    turns: BySeat<usize>,
    /// Whether a player has panicked. The game then does not go on.
    broken: bool,
}

/// Who has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nobody: there is no game, or it is over.
    Nobody,
    /// A person.
    Person(Seat),
    /// A player that decides at once.
    Quick(Seat, PlayerName),
    /// A player that has to think.
    Slow(Seat, PlayerName),
}

/// Why something cannot be done at a table.
#[derive(Debug)]
pub enum RoomError {
    /// The game has not begun.
    NotBegun,
    /// The game has begun.
    Begun,
    /// The game is over.
    Over,
    /// The game is not over.
    NotOver,
    /// Another seat has to decide.
    NotYours,
    /// It is for another turn; this is the one.
    Late(usize),
    /// The rules do not allow it.
    Illegal(IllegalAction),
    /// Nobody has sat down at this seat.
    NotSeated,
    /// It is not a name.
    Name,
    /// No more games are played at this table.
    Enough,
}

impl Localized for RoomError {
    fn text(&self, language: Language) -> String {
        match self {
            RoomError::NotBegun => say!(language, "the game has not begun", "对局还没有开始"),
            RoomError::Begun => say!(language, "the game has already begun", "对局已经开始"),
            RoomError::Over => say!(language, "the game is over", "对局已经结束"),
            RoomError::NotOver => say!(language, "the game is not over", "对局还没有结束"),
            RoomError::NotYours => say!(language, "it is not your turn", "还没有轮到你"),
            RoomError::Late(turn) => say!(
                language,
                "too late: the game has gone on (turn {turn})",
                "晚了一步：对局已经继续（turn {turn}）"
            ),
            RoomError::Illegal(error) => error.text(language),
            RoomError::NotSeated => say!(language, "sit down first", "请先入座"),
            RoomError::Name => say!(
                language,
                "a name has 1 to {} characters, none of them invisible",
                "名字应有 1 到 {} 个字符，不能含不可见的字符",
                Chair::LONGEST_NAME
            ),
            RoomError::Enough => say!(
                language,
                "{} games have been played at this table; please set up another",
                "这张牌桌已经打了 {} 局；请另开一桌",
                Setup::MOST_GAMES
            ),
        }
    }
}

impl Room {
    /// A table that nobody sits at yet.
    pub fn new(setup: Arc<Setup>) -> Room {
        Room { setup, deal: None }
    }

    /// A table as it was stored. Returns `None` if these moves are not legal, which can only be if the file was changed.
    pub fn restored(setup: Arc<Setup>, moves: &[u8]) -> Option<Room> {
        let mut room = Room::new(setup);
        if room.setup.begun {
            room.begin();
            for &id in moves {
                room.play(Action::from_id(id)?).ok()?;
            }
        }
        Some(room)
    }

    /// What was set up.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// All decisions since the deal, by number.
    pub fn moves(&self) -> &[u8] {
        self.deal.as_ref().map_or(&[], |deal| &deal.moves)
    }

    /// The game; `None` before the first deal.
    pub fn game(&self) -> Option<&Game> {
        self.deal.as_ref().map(|deal| &deal.game)
    }

    /// All events of the game.
    pub fn events(&self) -> &[Event] {
        self.deal.as_ref().map_or(&[], |deal| &deal.events)
    }

    /// How many decisions were made at a seat. The decisions of other seats are not counted: whoever declines a claim does
    /// so in secret.
    pub fn turn(&self, seat: Seat) -> usize {
        self.deal.as_ref().map_or(0, |deal| deal.turns[seat])
    }

    /// Whether a player has panicked.
    pub fn is_broken(&self) -> bool {
        self.deal.as_ref().is_some_and(|deal| deal.broken)
    }

    /// Whether a game was played to its end, or broke.
    pub fn is_over(&self) -> bool {
        self.deal.as_ref().is_some_and(|deal| deal.broken || deal.game.outcome().is_some())
    }

    /// Where the deck and the chance of the players come from.
    pub fn seeded(&self) -> Seeded {
        Seeded { seed: Number(self.setup.seed), game: Number(0) }
    }

    /// The time for a decision of a person.
    pub fn clock(&self) -> Option<Duration> {
        self.setup.clock.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Lets a person sit down, or come back, with this name. When all have sat down, the game begins.
    pub fn sit(&mut self, seat: Seat, name: &str) -> Result<(), RoomError> {
        let name = Chair::read_name(name).ok_or(RoomError::Name)?;
        let Chair::Person { name: known, away, .. } = &mut Arc::make_mut(&mut self.setup).chairs[seat] else {
            return Err(RoomError::NotSeated);
        };
        (*known, *away) = (Some(name), false);
        if self.deal.is_none() && self.setup.chairs.as_array().iter().all(Chair::is_taken) {
            self.begin();
        }
        Ok(())
    }

    /// Lets a standard player decide for this person until the person sits down again.
    pub fn leave(&mut self, seat: Seat) -> Result<(), RoomError> {
        match &mut Arc::make_mut(&mut self.setup).chairs[seat] {
            Chair::Person { name: Some(_), away, .. } => {
                *away = true;
                Ok(())
            }
            _ => Err(RoomError::NotSeated),
        }
    }

    /// Begins although not all have sat down. A standard player decides for those who have not.
    pub fn start(&mut self, seat: Seat) -> Result<(), RoomError> {
        if !self.setup.chairs[seat].is_taken() {
            return Err(RoomError::NotSeated);
        }
        if self.deal.is_some() {
            return Err(RoomError::Begun);
        }
        self.begin();
        Ok(())
    }

    /// Deals again after a game, from this seed.
    pub fn again(&mut self, seat: Seat, seed: u64) -> Result<(), RoomError> {
        if !self.setup.chairs[seat].is_taken() {
            return Err(RoomError::NotSeated);
        }
        if self.deal.is_none() {
            return Err(RoomError::NotBegun);
        }
        if !self.is_over() {
            return Err(RoomError::NotOver);
        }
        if self.setup.number() >= Setup::MOST_GAMES {
            return Err(RoomError::Enough);
        }
        let finished = self.finished().unwrap_or_default();
        let setup = Arc::make_mut(&mut self.setup);
        setup.games.push(finished);
        setup.seed = seed;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        if !self.setup.begun {
            Arc::make_mut(&mut self.setup).begun = true;
        }
        let deck = self.seeded().deck();
        let game = Game::new(&deck);
        let mut events: Vec<Event> = deck.deal().collect();
        if let Some(Turn::Discard { seat, drawn: Some(tile) }) = game.turn() {
            events.push(Event::Draw { seat, tile });
        }
        self.deal = Some(Deal { game, events, moves: Vec::new(), turns: BySeat::new([0; 4]), broken: false });
    }

    /// The game in a few characters; `None` while it goes on.
    pub fn finished(&self) -> Option<String> {
        let game = self.game().filter(|game| game.outcome().is_some())?;
        Some(Replay::of_game(game).expect("the game was played to its end").pack())
    }

    /// Does what the person at a seat chose at this turn.
    pub fn act(&mut self, seat: Seat, action: Action, turn: usize) -> Result<(), RoomError> {
        let deal = self.deal.as_ref().ok_or(RoomError::NotBegun)?;
        if self.is_over() {
            return Err(RoomError::Over);
        }
        if turn != deal.turns[seat] {
            return Err(RoomError::Late(deal.turns[seat]));
        }
        match self.next() {
            Next::Person(next) if next == seat => self.play(action).map_err(RoomError::Illegal),
            _ if !self.setup.chairs[seat].is_present() => Err(RoomError::NotSeated),
            _ => Err(RoomError::NotYours),
        }
    }

    /// Plays for whoever has to decide.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        let deal = self.deal.as_mut().expect("there is a game");
        let seat = deal.game.turn().map(Turn::seat);
        let events = &mut deal.events;
        deal.game.play_into(action, &mut |event, _| events.push(event))?;
        deal.moves.push(action.id());
        if let Some(seat) = seat {
            deal.turns[seat] += 1;
        }
        Ok(())
    }

    /// Goes back to this setup and these moves, because what came after them could not be stored.
    pub fn rewind(&mut self, setup: Arc<Setup>, moves: &[u8]) {
        *self = Room::restored(setup, moves).expect("these moves were legal");
    }

    /// Who has to decide.
    pub fn next(&self) -> Next {
        let turn = self.deal.as_ref().filter(|deal| !deal.broken).and_then(|deal| deal.game.turn());
        let Some(turn) = turn else { return Next::Nobody };
        let seat = turn.seat();
        match &self.setup.chairs[seat] {
            chair @ Chair::Person { .. } if chair.is_present() => Next::Person(seat),
            Chair::Person { .. } => Next::Quick(seat, PlayerName::Standard),
            &Chair::Player { player } if is_slow(player) => Next::Slow(seat, player),
            &Chair::Player { player } => Next::Quick(seat, player),
        }
    }

    /// Lets players decide as long as they need not think.
    pub fn go_on(&mut self) {
        while let Next::Quick(seat, player) = self.next() {
            self.decide(seat, player);
        }
    }

    /// Lets a player decide for whoever has to. If the player panics, the game is over.
    pub fn decide(&mut self, seat: Seat, player: PlayerName) {
        let thought = self.thought(seat, player);
        self.take(catch_unwind(AssertUnwindSafe(|| thought(None))).ok());
    }

    /// A function that returns what this player would do, for another thread, within a limit of time if there is one.
    pub fn thought(
        &self,
        seat: Seat,
        player: PlayerName,
    ) -> impl FnOnce(Option<Duration>) -> Action + Send + 'static {
        let game = self.game().expect("somebody has to decide").clone();
        // Every decision has a seed of its own, so that a table goes on from its moves alone.
        let seed = Random::new(self.seeded().id().player_seed(seat) ^ self.moves().len() as u64).word();
        move |limit| {
            let mut player = match (player, limit) {
                (PlayerName::Search(options), Some(limit)) => {
                    let limit = options.max_time().map_or(limit, |time| time.min(limit));
                    PlayerName::Search(options.and_time(limit)).player()
                }
                _ => player.player(),
            };
            player.begin(seat, seed);
            player.choose(&game.view(seat), game.legal_actions())
        }
    }

    /// Plays what a player decided; `None` if it panicked. Such a game, and one with an illegal choice, is over.
    pub fn take(&mut self, action: Option<Action>) {
        if action.is_none_or(|action| self.play(action).is_err()) {
            self.deal.as_mut().expect("there is a game").broken = true;
        }
    }

    /// Lets a standard player decide for a person who took too long.
    pub fn decide_late(&mut self) {
        if let Next::Person(seat) = self.next() {
            let game = self.game().expect("somebody has to decide");
            let action = Standard.choose(&game.view(seat), game.legal_actions());
            self.play(action).expect("a standard player knows the rules");
        }
    }

    /// The number of events of a deal, which are told as one.
    pub const DEALT: usize = Deck::DEALT;
}

#[cfg(test)]
mod tests;
