//! A game of a person against players of the library.

mod record;
mod request;

use crate::film::{Ending, Happening};
use crate::prospect::ProspectShown;
use crate::read::need_network;
use crate::refusal::Refusal;
use crate::scene::{Patch, SeatMap, seen};
use crate::seed::{Number, Seeded};
use crate::status::Status;
use hule::play::{GameId, Match};
use hule::players::{Appraisal, BuiltIn, Evaluation, PlayerName, Search, SearchOptions};
use hule::{
    Action, BySeat, Deck, Event, Game, IllegalAction, Language, Localized, Log, Player, Random, Replay, Seat,
    Tile, Turn, say,
};
pub use record::Record;
pub use request::{Act, TableRequest, bounded};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// One seat for a person, and three for players of the library.
///
/// What the players leave to chance follows from the id of the game. An undo restores them as they were at that decision,
/// so that the same moves are answered in the same way again.
pub struct Table {
    seat: Seat,
    players: BTreeMap<Seat, PlayerName>,
    /// Where the deck comes from; `None` if it was given.
    seeded: Option<Seeded>,
    id: GameId,
    game: Match<BuiltIn, Log>,
    /// How many decisions all seats have made.
    decisions: usize,
    /// One for each decision of the person.
    checkpoints: Vec<Checkpoint>,
    /// What hints leave to chance. It says nothing about the deck.
    chance: u64,
}

/// What a table was like before a decision of the person. The decisions are those of the game.
struct Checkpoint {
    decisions: usize,
    players: BySeat<BuiltIn>,
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

impl Localized for MoveError {
    fn text(&self, language: Language) -> String {
        match self {
            MoveError::Over => say!(language, "the game is over", "对局已经结束"),
            MoveError::Late(turn) => say!(
                language,
                "too late: the game has gone on (turn {turn})",
                "晚了一步：对局已经继续（turn {turn}）"
            ),
            MoveError::Illegal(error) => error.text(language),
            MoveError::NothingToUndo => say!(language, "there is nothing to undo", "没有可以撤销的"),
        }
    }
}

impl Table {
    /// Deals. Hints take their chance from the last number.
    pub fn new(seat: Seat, players: BTreeMap<Seat, PlayerName>, seeded: Seeded, chance: u64) -> Table {
        let id = seeded.id();
        let game = Match::new(&seeded.deck(), built_in(&players), id, Log::default());
        Table { seat, players, seeded: Some(seeded), id, game, decisions: 0, checkpoints: Vec::new(), chance }
    }

    /// Goes on from some moves, which cannot be taken back. Hints and players take their chance from the last number.
    ///
    /// # Errors
    /// Returns an error if one of the moves is not legal.
    pub fn after(
        seat: Seat,
        players: BTreeMap<Seat, PlayerName>,
        deck: &Deck,
        given: &[Action],
        chance: u64,
    ) -> Result<Table, IllegalAction> {
        let id = GameId::new(chance, 0);
        let mut others = built_in(&players);
        for (other, player) in others.iter_mut() {
            player.begin(other, id.player_seed(other));
        }
        let game = Match::resume(deck, others, id, given, Log::default())?;
        let decisions = given.len();
        Ok(Table { seat, players, seeded: None, id, game, decisions, checkpoints: Vec::new(), chance })
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.game().outcome().is_some()
    }

    /// Does what the person chose at this turn. The others then play as long as [`go_on`](Table::go_on) lets them.
    ///
    /// # Errors
    /// Returns an error if the move is late or not legal, or the game is over.
    pub fn act(&mut self, action: Action, turn: usize) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if turn != self.checkpoints.len() {
            return Err(MoveError::Late(self.checkpoints.len()));
        }
        self.game.act(action).map_err(MoveError::Illegal)?;
        // The players have not been asked since.
        self.checkpoints.push(Checkpoint { decisions: self.decisions, players: self.game.players().clone() });
        self.decisions += 1;
        Ok(())
    }

    /// Goes back to the last decision of the person.
    ///
    /// # Errors
    /// Returns an error if there is nothing to undo, or the game is over.
    pub fn undo(&mut self) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        let Checkpoint { decisions, players } = self.checkpoints.pop().ok_or(MoveError::NothingToUndo)?;
        let game = self.game.game();
        let actions = game.actions().expect("the game was played from its beginning");
        self.game = Match::resume(game.deck(), players, self.id, &actions[..decisions], Log::default())
            .expect("these actions were legal");
        self.decisions = decisions;
        Ok(())
    }

    /// Lets the others play until the person has to decide, or one of them has thought. Returns whether they are not done.
    /// With a limit of time, none of them thinks for longer.
    pub fn go_on(&mut self, limit: Option<Duration>) -> bool {
        while let Some(next) = self.game.game().turn().map(Turn::seat).filter(|&next| next != self.seat) {
            let player = self.players.get(&next).copied().unwrap_or(PlayerName::Standard);
            match (player, limit) {
                (PlayerName::Search(options), Some(limit)) => self.hurry(next, options, limit),
                _ => {
                    self.game.step();
                }
            }
            self.decisions += 1;
            if is_slow(player) {
                return true;
            }
        }
        false
    }

    /// Lets a player decide who would take longer.
    fn hurry(&mut self, seat: Seat, options: SearchOptions, limit: Duration) {
        let limit = options.max_time().map_or(limit, |time| time.min(limit));
        let mut player = Search::new(options.and_time(limit));
        player.begin(seat, self.id.player_seed(seat) ^ self.decisions as u64);
        let game = self.game.game();
        let action = player.choose(&game.view(seat), game.legal_actions());
        self.game.act(action).expect("players know the rules");
    }

    /// Whether all of the others decide at once.
    pub fn is_quick(&self) -> bool {
        !self.players.values().copied().any(is_slow)
    }

    /// Whether one of the others needs the network.
    pub fn needs_network(&self) -> bool {
        self.players.values().any(PlayerName::needs_network)
    }

    /// What a strong player would do, and what it thinks; only from what the person can see.
    ///
    /// # Errors
    /// Returns a refusal if the game is over, or if the network is not there yet.
    pub fn hint(&self, limit: Option<Duration>, language: Language) -> Result<Hint, Refusal> {
        need_network(language)?;
        self.hint_in(self.game.game(), limit, language).map_err(|error| error.refusal(language))
    }

    fn hint_in(&self, game: &Game, limit: Option<Duration>, language: Language) -> Result<Hint, MoveError> {
        let view = game.view(self.seat);
        let turn = view.turn().ok_or(MoveError::Over)?;
        let options = SearchOptions::default();
        let options = limit.map_or(options, |limit| options.and_time(limit));
        let random = Random::new(self.chance ^ self.decisions as u64);
        let appraisal = Appraisal::of(&view, None, options, random).ok_or(MoveError::Over)?;
        let action = appraisal.best().action;
        let thoughts = appraisal.choices().to_vec();
        let reasons = if matches!(action, Action::Ron | Action::SelfDrawn) {
            vec![say!(language, "this wins the game", "这样就和了")]
        } else {
            thoughts.iter().take(Hint::REASONS).map(|thought| thought.text(language)).collect()
        };
        Ok(Hint {
            kind: "hint",
            action,
            reasons,
            choices: ProspectShown::of_thoughts(&view, turn, &thoughts, language),
            comparisons: appraisal.choices()[1..].iter().filter_map(ComparisonShown::new).collect(),
            thoughts,
        })
    }

    /// The log; `None` while the game goes on.
    fn log(&self) -> Option<&Log> {
        self.is_over().then(|| self.game.observer())
    }

    /// The log as text.
    ///
    /// # Errors
    /// Returns a refusal while the game goes on.
    pub fn log_text(&self, language: Language) -> Result<String, Refusal> {
        self.log().map(Log::to_string).ok_or_else(|| {
            Refusal::new(Status::Conflict, say!(language, "the game is not over", "对局还没有结束"))
        })
    }

    /// All that the person may know.
    pub fn state(&self, id: &str, language: Language) -> State {
        self.state_of(self.game.game(), &self.game.observer().events, id, language)
    }

    fn state_of(&self, game: &Game, events: &[Event], id: &str, language: Language) -> State {
        let view = game.view(self.seat);
        let last = *events.last().expect("a game begins with a draw");
        let events = events[Deck::DEALT..].iter();
        let events = events.map(|&event| Happening::seen_by(self.seat, event, language));
        let turn = view.turn();
        let claim = match turn {
            Some(Turn::Answer { tile, from, .. }) => Some(Claimable { tile, from }),
            _ => None,
        };
        let legal = turn.map_or_else(Vec::new, |turn| {
            game.legal_actions().iter().map(|action| Choice::new(action, turn, language)).collect()
        });
        State {
            kind: "state",
            version: 1,
            table: id.to_owned(),
            seat: self.seat,
            players: self.players.iter().map(|(&seat, player)| (seat, player.to_string())).collect(),
            turn: self.checkpoints.len(),
            events: std::iter::once(Happening::deal(language)).chain(events).collect(),
            view: seen(&view, last),
            distance: view.hand().distance(),
            useful: view.hand().useful().iter().collect(),
            claim,
            legal,
            can_undo: !self.checkpoints.is_empty() && game.outcome().is_none(),
            over: self.over(game, language),
        }
    }

    fn over(&self, game: &Game, language: Language) -> Option<Over> {
        let outcome = game.outcome()?;
        let replay = Replay::of_game(game).expect("the game was played to its end");
        Some(Over {
            ending: Ending::new(outcome, language),
            packed: replay.pack(),
            seed: self.seeded.map(|seeded| seeded.seed),
            game: self.seeded.map(|seeded| seeded.game),
            hands: SeatMap::all(|seat| game.hand(seat).tiles().collect()),
        })
    }
}

/// The player of each seat. The one at the seat of the person is never asked.
fn built_in(players: &BTreeMap<Seat, PlayerName>) -> BySeat<BuiltIn> {
    BySeat::from_fn(|seat| players.get(&seat).unwrap_or(&PlayerName::Standard).player())
}

/// Whether a player thinks for longer than it takes to ask it.
pub fn is_slow(player: PlayerName) -> bool {
    matches!(player, PlayerName::Net | PlayerName::Search(_))
}

/// What a strong player would do.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// `hint`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it would do.
    action: Action,
    /// Why, in lines for people.
    reasons: Vec<String>,
    /// What it thinks of each choice that it thought about, its own first.
    thoughts: Vec<Evaluation>,
    /// How much more often each other choice wins that was simulated. Another choice may win more often: it is advised only
    /// if that is no chance, and the less likely the network thinks it, the more it must win.
    comparisons: Vec<ComparisonShown>,
    /// The first of these choices, and what each leaves.
    choices: Vec<ProspectShown>,
}

impl Hint {
    /// How many choices are spoken of.
    const REASONS: usize = 4;
}

/// A choice compared with the advised one, in the same simulated games.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Comparison))]
pub struct ComparisonShown {
    /// The choice.
    action: Action,
    /// How much more likely it is to win, from -1 to 1.
    difference: f64,
    /// The standard error of the difference.
    error: f64,
}

impl ComparisonShown {
    /// `None` if the choice was not tried.
    fn new(choice: &Evaluation) -> Option<ComparisonShown> {
        let loss = choice.loss?;
        Some(ComparisonShown { action: choice.action, difference: -loss.mean, error: loss.error })
    }
}

/// A table as the person at it may know it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// `state`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The version of this format.
    version: u32,
    /// The name of the table. Anybody who knows it may play.
    table: String,
    /// Where the person sits.
    seat: Seat,
    /// The players at the other seats.
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
    useful: Vec<Tile>,
    /// The discard that the person may claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    claim: Option<Claimable>,
    /// What the person may do, ascending; empty when the game is over.
    legal: Vec<Choice>,
    /// Whether there is something to undo.
    can_undo: bool,
    /// How it ended.
    #[cfg_attr(feature = "openapi", schema(required))]
    over: Option<Over>,
}

/// A discard that may be claimed.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claimable {
    /// The tile.
    pub tile: Tile,
    /// Who discarded it.
    pub from: Seat,
}

/// Something that the person may do.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// Its name.
    pub action: Action,
    /// What it means, in a few words.
    label: String,
    /// The tile that it discards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    tile: Option<Tile>,
    /// The own tiles that a claim would use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    tiles: Option<[Tile; 2]>,
}

impl Choice {
    /// The action at this turn.
    pub fn new(action: Action, turn: Turn, language: Language) -> Choice {
        let (tile, tiles) = match (action, turn) {
            (Action::Discard(tile), _) => (Some(tile), None),
            (Action::Pass(_), _) => (Some(Tile::Pass), None),
            (Action::Chow(claimed), Turn::Answer { tile, .. }) => (None, claimed.own_tiles(tile)),
            (Action::Pong, Turn::Answer { tile, .. }) => (None, Some([tile; 2])),
            _ => (None, None),
        };
        Choice { action, label: action.label(turn).text(language), tile, tiles }
    }
}

/// How a game ended, and all that was hidden.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Over {
    #[serde(flatten)]
    ending: Ending,
    /// The game in a few characters, to watch it again.
    packed: String,
    /// The seed of the deck, unless the game was given; a text if it is too great for a number of JavaScript.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    seed: Option<Number>,
    /// The number of the game of the seed; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    game: Option<Number>,
    /// The tiles that each seat holds.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Vec<Tile>>))]
    hands: SeatMap<Vec<Tile>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use hule::players::RandomPlayer;

    /// A table with these players at the other seats, in turn.
    fn table(seat: Seat, names: &[PlayerName], game: u64) -> Table {
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let players = others.zip(names.iter().copied().cycle()).collect();
        let mut table = Table::new(seat, players, Seeded { seed: Number(11), game: Number(game) }, game);
        while table.go_on(None) {}
        table
    }

    /// Makes a move, and lets the others play.
    fn act(table: &mut Table, action: Action) {
        assert!(table.act(action, table.checkpoints.len()).is_ok());
        while table.go_on(None) {}
    }

    /// Lets the person choose any legal action.
    fn choose(person: &mut RandomPlayer, table: &Table) -> Action {
        let game = table.game.game();
        person.choose(&game.view(table.seat), game.legal_actions())
    }

    #[test]
    fn what_is_sent_depends_on_nothing_that_is_hidden() {
        let mut random = Random::new(3);
        let mut person = RandomPlayer::new(4);
        let mut moments = 0;
        for number in 0..8 {
            let mut table = table(Seat::ALL[number % 4], &[PlayerName::Useful], number as u64);
            while !table.is_over() {
                // A game that the person cannot tell from this one: all that is hidden is different.
                let game = table.game.game();
                let imagined = game.view(table.seat).imagine(&mut random).expect("the person has to decide");
                let events = &table.game.observer().events;
                let hide = |&event: &Event| match event {
                    Event::Draw { seat, .. } if seat != table.seat => Event::Draw { seat, tile: Tile::Pass },
                    event => event,
                };
                let hidden: Vec<Event> = events.iter().map(hide).collect();
                let json = |game, events: &[Event]| {
                    let state = table.state_of(game, events, "id", Language::English);
                    serde_json::to_string(&state).expect("JSON")
                };
                assert_eq!(json(game, events), json(&imagined, &hidden));
                if moments % 16 == 0 {
                    let hint =
                        |game| table.hint_in(game, None, Language::English).ok().map(|hint| hint.thoughts);
                    assert_eq!(hint(game), hint(&imagined));
                }
                moments += 1;
                let action = choose(&mut person, &table);
                act(&mut table, action);
            }
        }
        assert!(moments > 50, "{moments}");
    }

    #[test]
    fn a_hint_compares_all_choices_that_were_simulated_with_its_own() {
        let mut compared = 0;
        let mut table = table(Seat::A, &[PlayerName::Useful], 2);
        while !table.is_over() {
            let Ok(hint) = table.hint(None, Language::English) else { panic!("there is a decision") };
            let simulated = hint.thoughts.iter().filter(|thought| thought.wins.is_some());
            let others: Vec<Action> =
                simulated.map(|thought| thought.action).filter(|&action| action != hint.action).collect();
            let actions: Vec<Action> = hint.comparisons.iter().map(|one| one.action).collect();
            assert_eq!(actions, others);
            for one in &hint.comparisons {
                assert!(one.difference.abs() <= 1.0 && (0.0..=1.0).contains(&one.error));
            }
            let [best, ..] = &*hint.choices else { panic!("no choice is shown") };
            assert_eq!(best.action(), hint.action);
            compared += actions.len();
            act(&mut table, hint.action);
        }
        assert!(compared > 5, "{compared}");
    }

    #[test]
    fn the_same_moves_are_answered_in_the_same_way_after_undos() {
        let search = "search:samples=8".parse().expect("a player");
        let names = [PlayerName::Random, search, PlayerName::Useful];
        let mut person = RandomPlayer::new(6);
        let mut undone = 0;
        for number in 0..4 {
            let mut table = table(Seat::ALL[number], &names, number as u64);
            let state =
                |table: &Table| serde_json::to_string(&table.state("id", Language::English)).expect("JSON");
            // The decisions of the person, and what was sent before each of them.
            let mut moves: Vec<Action> = Vec::new();
            let mut states = vec![state(&table)];
            while !table.is_over() {
                let action = choose(&mut person, &table);
                act(&mut table, action);
                moves.push(action);
                states.push(state(&table));
                if !moves.len().is_multiple_of(3) || table.is_over() {
                    continue;
                }
                // Up to three decisions are taken back, and made again.
                for kept in (moves.len() - 3..moves.len()).rev() {
                    assert!(table.undo().is_ok());
                    assert_eq!(state(&table), states[kept]);
                    undone += 1;
                }
                for place in moves.len() - 3..moves.len() {
                    act(&mut table, moves[place]);
                    assert_eq!(state(&table), states[place + 1]);
                }
            }
        }
        assert!(undone > 20, "{undone}");
    }

    #[test]
    fn a_game_goes_on_from_its_moves() {
        let replay = Replay::standard(&Deck::seeded(5, 0));
        let players = |seat: Seat| {
            Seat::ALL
                .into_iter()
                .filter(|&other| other != seat)
                .map(|other| (other, PlayerName::Standard))
                .collect()
        };
        for (number, seat) in (0..replay.actions().len()).step_by(7).zip(Seat::ALL.into_iter().cycle()) {
            let given = &replay.actions()[..number];
            let Ok(mut table) = Table::after(seat, players(seat), replay.deck(), given, 1) else {
                panic!("the moves are legal")
            };
            while table.go_on(None) {}
            // These moves are the past: nothing can be taken back.
            assert!(table.undo().is_err());
            while !table.is_over() {
                let game = table.game.game();
                let action = hule::Standard.choose(&game.view(seat), game.legal_actions());
                act(&mut table, action);
            }
            // With standard players it is the same game again.
            assert_eq!(table.log(), Some(&replay.log()));
        }
        assert!(Table::after(Seat::A, players(Seat::A), replay.deck(), &[Action::Ron], 1).is_err());
    }

    #[test]
    fn the_others_play_as_in_any_game_of_the_seed() {
        // The person does what a standard player does there, so it is the game of these four.
        let names = [PlayerName::Random, PlayerName::Useful, PlayerName::Random];
        let mut table = table(Seat::B, &names, 3);
        while !table.is_over() {
            let game = table.game.game();
            let action = hule::Standard.choose(&game.view(Seat::B), game.legal_actions());
            act(&mut table, action);
        }
        let [a, c, d] = names;
        let mut players = BySeat::new([a, PlayerName::Standard, c, d]).map(|name| name.player());
        let replay = Replay::played(table.game.game().deck(), &mut players, table.id);
        assert_eq!(table.log(), Some(&replay.log()));
    }
}
