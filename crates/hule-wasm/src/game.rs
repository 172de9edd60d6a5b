//! Games, decision by decision.

use crate::value::{array, deck, error, language, object, read, seed};
use hule::play::{GameId, Match};
use hule::players::{BuiltIn, PlayerName};
use hule::{Action, BySeat, Deck, Language, Log, Seat, Turn, View, say};
use wasm_bindgen::prelude::*;

/// A game. One seat decides at a time: `turn` says which, `legalActions` what it may do, and `play` does it.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Game {
    game: hule::Game,
    log: Log,
}

#[wasm_bindgen]
impl Game {
    /// Starts a game with this deck: the tiles are dealt, and A has drawn. Then these actions are played.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = deck)] text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly Action[]")] actions: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<Game, JsError> {
        let language = language(lang)?;
        let deck = deck(text, language)?;
        let actions = if actions.is_undefined() { Some(Vec::new()) } else { array(actions) };
        let actions = actions.ok_or_else(|| {
            JsError::new(&say!(language, "actions are given as an array of texts", "动作应为字符串的数组"))
        })?;
        let actions =
            actions.iter().map(|action| read(action, language)).collect::<Result<Vec<Action>, _>>()?;
        Game::resumed(&deck, &actions).map_err(|illegal| error(&illegal, language))
    }

    /// Starts the game with the deck of a seed.
    pub fn seeded(
        #[wasm_bindgen(js_name = seed, unchecked_param_type = "Seed")] of: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Seed")] game: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<Game, JsError> {
        let language = language(lang)?;
        let deck = Deck::seeded(seed(of, language)?, seed(game, language)?);
        Game::resumed(&deck, &[]).map_err(|illegal| error(&illegal, language))
    }

    /// Which seat has to decide, and what; `undefined` if the game is over.
    #[wasm_bindgen(getter, unchecked_return_type = "Turn | undefined")]
    pub fn turn(&self) -> Option<JsValue> {
        self.game.turn().map(|turn| object(&turn))
    }

    /// The seat that has to decide; `undefined` if the game is over.
    #[wasm_bindgen(getter, unchecked_return_type = "Seat | undefined")]
    pub fn seat(&self) -> Option<String> {
        self.game.turn().map(|turn| turn.seat().to_string())
    }

    /// What the seat may do; empty if the game is over.
    #[wasm_bindgen(getter, js_name = legalActions, unchecked_return_type = "Action[]")]
    pub fn legal_actions(&self) -> Vec<String> {
        self.game.legal_actions().iter().map(|action| action.to_string()).collect()
    }

    /// Plays an action for the seat that has to decide, and returns the events, at most two. Throws if it is not legal; the game
    /// is then unchanged.
    #[wasm_bindgen(unchecked_return_type = "Event[]")]
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Action")] action: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<JsValue, JsError> {
        let language = language(lang)?;
        let action = read(action, language)?;
        let before = self.log.events.len();
        let played = self.game.play_into(action, &mut |event, _| self.log.events.push(event));
        played.map_err(|illegal| error(&illegal, language))?;
        Ok(object(&self.log.events[before..]))
    }

    /// How the game ended; `undefined` while it is going on.
    #[wasm_bindgen(getter, unchecked_return_type = "Outcome | undefined")]
    pub fn outcome(&self) -> Option<JsValue> {
        self.game.outcome().map(|outcome| object(&outcome))
    }

    /// What a seat may know; by default the one that has to decide.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<JsValue, JsError> {
        let language = language(lang)?;
        let view = match seat {
            Some(seat) => self.game.view(read(&seat, language)?),
            None => self.view_in_turn(language)?,
        };
        Ok(object(&view.to_owned_view()))
    }

    /// The tiles of a seat, ascending, hidden ones too.
    #[wasm_bindgen(unchecked_return_type = "Tile[]")]
    pub fn hand(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Seat")] seat: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<Vec<String>, JsError> {
        let seat: Seat = read(seat, language(lang)?)?;
        Ok(self.game.hand(seat).tiles().map(|tile| tile.to_string()).collect())
    }

    /// The deck: the names of 148 tiles, one a line.
    #[wasm_bindgen(getter)]
    pub fn deck(&self) -> String {
        self.game.deck().to_string()
    }

    /// All decisions so far, declined claims included. The deck and these actions make the game.
    #[wasm_bindgen(getter, unchecked_return_type = "Action[]")]
    pub fn actions(&self) -> Vec<String> {
        let actions = self.game.actions().expect("it was played from its deck");
        actions.iter().map(ToString::to_string).collect()
    }

    /// The events so far, those of the deal included.
    #[wasm_bindgen(getter, unchecked_return_type = "Event[]")]
    pub fn events(&self) -> JsValue {
        object(&self.log.events)
    }

    /// The lines of the log so far, in the format of the contest.
    #[wasm_bindgen(getter)]
    pub fn log(&self) -> String {
        self.log.to_string()
    }

    /// A copy, which goes its own way.
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Game {
        self.clone()
    }
}

impl Game {
    fn resumed(deck: &Deck, actions: &[Action]) -> Result<Game, hule::IllegalAction> {
        let players = BySeat::splat(PlayerName::Standard.player()); // They are not asked.
        let game = Match::resume(deck, players, GameId::default(), actions, Log::default())?;
        Ok(Game { game: game.game().clone(), log: game.observer().clone() })
    }

    /// The game that these players play.
    pub fn played(deck: &Deck, players: BySeat<BuiltIn>, id: GameId) -> Game {
        let mut game = Match::new(deck, players, id, Log::default());
        while game.step() {}
        Game { game: game.game().clone(), log: game.observer().clone() }
    }

    /// What the seat that has to decide may know.
    pub fn view_in_turn(&self, language: Language) -> Result<View<'_>, JsError> {
        let turn = self.game.turn().map(Turn::seat);
        turn.map(|seat| self.game.view(seat))
            .ok_or_else(|| JsError::new(&say!(language, "the game is over", "对局已经结束")))
    }
}
