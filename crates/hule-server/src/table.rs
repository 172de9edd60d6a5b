//! A game that somebody plays against players of the library.

use crate::film::{Ending, Happening};
use crate::language::say;
use crate::scene::{BySeat, Patch, seen};
use crate::seed::Seeded;
use hule::{
    Action, Deck, Event, Game, Hand, IllegalAction, Language, Log, Player, PlayerName, Replay, Search,
    SearchOptions, Seat, Thought, Tile, Turn, Useful,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One seat for a person, and three for players of the library.
///
/// What the others choose follows from the seed and from the number of decisions before, so that the same moves are
/// answered in the same way after an undo.
pub struct Table {
    seat: Seat,
    players: BTreeMap<Seat, PlayerName>,
    seeded: Seeded,
    game: Game,
    events: Vec<Event>,
    /// Every decision, of all seats.
    actions: Vec<Action>,
    /// How many actions there were before each decision of the person.
    own: Vec<usize>,
}

/// Why a move is not made.
pub enum MoveError {
    /// The game is over.
    Over,
    /// It is for another turn; this is the one.
    Late(usize),
    /// The rules do not allow it.
    Illegal(IllegalAction),
    /// The person has not decided anything yet.
    NothingToUndo,
}

impl MoveError {
    /// The sentence in a language.
    pub fn text(&self, language: Language) -> String {
        match self {
            MoveError::Over => say!(language, "the game is over", "游戏已经结束"),
            MoveError::Late(turn) => say!(
                language,
                "this was for another turn; it is turn {turn} now",
                "这是针对另一回合的；现在是第 {turn} 回合"
            ),
            MoveError::Illegal(error) => error.text(language),
            MoveError::NothingToUndo => say!(language, "there is nothing to undo", "没有可以撤销的"),
        }
    }
}

impl Table {
    /// Deals, and lets the others play until the person has to decide.
    pub fn new(seat: Seat, players: BTreeMap<Seat, PlayerName>, seeded: Seeded) -> Table {
        let mut events = Vec::new();
        let deck = Deck::seeded(seeded.seed.0, seeded.game.0);
        let game = Game::start(&deck, &mut |event| events.push(event));
        let mut table = Table { seat, players, seeded, game, events, actions: Vec::new(), own: Vec::new() };
        table.go_on();
        table
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Does what the person chose at this turn, and lets the others play until the person has to decide again.
    pub fn act(&mut self, action: Action, turn: usize) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if turn != self.own.len() {
            return Err(MoveError::Late(self.own.len()));
        }
        self.own.push(self.actions.len());
        if let Err(error) = self.play(action) {
            self.own.pop();
            return Err(MoveError::Illegal(error));
        }
        self.go_on();
        Ok(())
    }

    /// Goes back to the last decision of the person.
    pub fn undo(&mut self) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        let kept = self.own.pop().ok_or(MoveError::NothingToUndo)?;
        let mut actions = std::mem::take(&mut self.actions);
        actions.truncate(kept);
        self.events.clear();
        self.game = Game::start(&self.game.deck().clone(), &mut |event| self.events.push(event));
        for action in actions {
            self.play(action).expect("it was played before");
        }
        Ok(())
    }

    fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.game.play_into(action, &mut |event| self.events.push(event))?;
        self.actions.push(action);
        Ok(())
    }

    fn go_on(&mut self) {
        while let Some(turn) = self.game.turn().filter(|turn| turn.seat() != self.seat) {
            let seat = turn.seat();
            let mut player = self.players[&seat].player();
            player.begin(seat, self.seeded.seed.0.wrapping_add(self.actions.len() as u64));
            let action = player.choose(&self.game.view(seat), self.game.legal_actions());
            self.play(action).expect("players choose legal actions");
        }
    }

    /// What a strong player would do, and what it thinks; only from what the person can see.
    pub fn hint(&self, language: Language) -> Result<Hint, MoveError> {
        let view = self.game.view(self.seat);
        if view.turn().is_none() {
            return Err(MoveError::Over);
        }
        let legal = self.game.legal_actions();
        let mut player = Search::new(SearchOptions::default());
        player.begin(self.seat, self.seeded.seed.0);
        let action = player.choose(&view, legal);
        let mut thoughts = player.thoughts(&view, legal);
        if thoughts.is_empty() {
            thoughts = Useful.thoughts(&view, legal);
        }
        thoughts.sort_by_key(|thought| thought.action != action);
        let reasons = if matches!(action, Action::Ron | Action::SelfDrawn) {
            vec![say!(language, "this wins the game", "这样就和了")]
        } else {
            thoughts.iter().take(Hint::REASONS).map(|thought| thought.text(language)).collect()
        };
        Ok(Hint { kind: "hint", action, reasons, thoughts })
    }

    /// The log, when the game is over.
    pub fn log(&self) -> Option<Log> {
        self.is_over().then(|| Log { events: self.events.clone() })
    }

    /// All that the person may know.
    pub fn state(&self, id: &str, language: Language) -> State {
        let view = self.game.view(self.seat);
        let last = *self.events.last().expect("a game begins with a draw");
        let events = self.events[DEALT..].iter();
        let events = events.map(|&event| Happening::seen_by(self.seat, event, language));
        let turn = view.turn();
        let claim = match turn {
            Some(Turn::Answer { tile, from, .. }) => Some(Claimable { tile, from }),
            _ => None,
        };
        let legal = turn.map_or_else(Vec::new, |turn| {
            self.game.legal_actions().iter().map(|action| Choice::new(action, turn, language)).collect()
        });
        State {
            kind: "state",
            version: 1,
            table: id.to_owned(),
            seat: self.seat,
            players: self.players.iter().map(|(&seat, player)| (seat, player.to_string())).collect(),
            turn: self.own.len(),
            events: std::iter::once(Happening::deal(language)).chain(events).collect(),
            view: seen(&view, last),
            distance: view.hand().distance(),
            useful: view.hand().useful().collect(),
            claim,
            legal,
            can_undo: !self.own.is_empty() && !self.is_over(),
            over: self.over(language),
        }
    }

    fn over(&self, language: Language) -> Option<Over> {
        let outcome = self.game.outcome()?;
        let replay = Replay::of_actions(self.game.deck(), self.actions.clone()).expect("it was played so");
        let tiles = |hand: &Hand| hand.tiles().collect();
        Some(Over {
            ending: Ending::new(outcome, language),
            packed: replay.pack(),
            seeded: self.seeded,
            hands: BySeat::all(|seat| tiles(self.game.hand(seat))),
        })
    }
}

/// How many events the deal is.
const DEALT: usize = 52;

/// What a strong player would do.
#[derive(Serialize, ToSchema)]
pub struct Hint {
    /// `hint`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it would do.
    #[schema(value_type = String)]
    action: Action,
    /// Why, in lines for people.
    reasons: Vec<String>,
    /// What it thinks of each choice that it thought about, its own first.
    #[schema(value_type = Vec<ThoughtShown>)]
    thoughts: Vec<Thought>,
}

impl Hint {
    /// How many choices are spoken of.
    const REASONS: usize = 4;
}

/// What a player thinks of one of its choices.
#[derive(ToSchema)]
#[schema(as = Thought)]
#[allow(dead_code)] // It only describes the type of the library.
struct ThoughtShown {
    /// The choice.
    action: String,
    /// The distance that it leaves.
    distance: u8,
    /// How many of the tiles that the player cannot see would then bring it nearer.
    useful: usize,
    /// How likely it is to win with this choice, from 0 to 1, for a player that imagines games.
    wins: Option<f64>,
}

/// A table as the person at it may know it.
#[derive(Serialize, ToSchema)]
pub struct State {
    /// `state`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The version of this format.
    version: u32,
    /// The name of the table. Who knows it may play.
    table: String,
    /// Where the person sits.
    #[schema(value_type = String)]
    seat: Seat,
    /// The players at the other seats.
    #[schema(value_type = BTreeMap<String, String>)]
    players: BTreeMap<Seat, String>,
    /// How many decisions the person has made.
    turn: usize,
    /// All that happened, as far as the seat may know it; the deal is one event.
    events: Vec<Happening>,
    /// The table. Of other hands there is only how many tiles they have.
    view: Patch,
    /// The distance of the own hand.
    distance: u8,
    /// The kinds that would bring it nearer.
    #[schema(value_type = Vec<String>)]
    useful: Vec<Tile>,
    /// The discard that the person may claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<Claimable>,
    /// What the person may do, ascending; empty when the game is over.
    legal: Vec<Choice>,
    /// Whether there is something to undo.
    can_undo: bool,
    /// How it ended.
    over: Option<Over>,
}

/// A discard that may be claimed.
#[derive(Serialize, ToSchema)]
pub struct Claimable {
    /// The tile.
    #[schema(value_type = String)]
    tile: Tile,
    /// Who discarded it.
    #[schema(value_type = String)]
    from: Seat,
}

/// Something that the person may do.
#[derive(Serialize, ToSchema)]
pub struct Choice {
    /// Its name.
    #[schema(value_type = String)]
    action: Action,
    /// What it means, in a few words.
    label: String,
    /// The tile that it discards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    tile: Option<Tile>,
    /// The own tiles that a claim would use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    tiles: Option<[Tile; 2]>,
}

impl Choice {
    fn new(action: Action, turn: Turn, language: Language) -> Choice {
        let (tile, tiles) = match (action, turn) {
            (Action::Discard(tile), _) => (Some(tile), None),
            (Action::Pass(_), _) => (Some(Tile::Pass), None),
            (Action::Chow(claimed), Turn::Answer { tile, .. }) => (None, claimed.own_tiles(tile)),
            (Action::Pong, Turn::Answer { tile, .. }) => (None, Some([tile; 2])),
            _ => (None, None),
        };
        Choice { action, label: action.in_words(turn, language), tile, tiles }
    }
}

/// How a game ended, and all that was hidden.
#[derive(Serialize, ToSchema)]
pub struct Over {
    #[serde(flatten)]
    ending: Ending,
    /// The game in a few characters, to watch it again.
    packed: String,
    #[serde(flatten)]
    seeded: Seeded,
    /// The tiles that each seat holds.
    #[schema(value_type = BTreeMap<String, Vec<String>>)]
    hands: BySeat<Vec<Tile>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Number;
    use hule::{Random, RandomPlayer};

    /// A table that the person cannot tell from this one: all that is hidden is different.
    fn imagined(table: &Table, random: &mut Random) -> Table {
        let game = table.game.view(table.seat).imagine(random).expect("the person has to decide");
        let hide = |&event: &Event| match event {
            Event::Draw { seat, .. } if seat != table.seat => Event::Draw { seat, tile: Tile::Pass },
            event => event,
        };
        Table {
            seat: table.seat,
            players: table.players.clone(),
            seeded: table.seeded,
            game,
            events: table.events.iter().map(hide).collect(),
            actions: Vec::new(),
            own: table.own.clone(),
        }
    }

    #[test]
    fn what_is_sent_depends_on_nothing_that_is_hidden() {
        let mut random = Random::new(3);
        let mut person = RandomPlayer::new(4);
        let mut moments = 0;
        for number in 0..8 {
            let seat = Seat::ALL[number % 4];
            let others = Seat::ALL.into_iter().filter(|&other| other != seat);
            let players = others.map(|other| (other, PlayerName::Useful)).collect();
            let seeded = Seeded { seed: Number(11), game: Number(number as u64) };
            let mut table = Table::new(seat, players, seeded);
            while !table.is_over() {
                let other = imagined(&table, &mut random);
                let json = |table: &Table| {
                    serde_json::to_string(&table.state("id", Language::English)).expect("JSON")
                };
                assert_eq!(json(&table), json(&other));
                if moments % 16 == 0 {
                    let hint = |table: &Table| table.hint(Language::English).ok().map(|hint| hint.thoughts);
                    assert_eq!(hint(&table), hint(&other));
                }
                moments += 1;
                let action = person.choose(&table.game.view(seat), table.game.legal_actions());
                assert!(table.act(action, table.own.len()).is_ok());
            }
        }
        assert!(moments > 50, "{moments}");
    }
}
