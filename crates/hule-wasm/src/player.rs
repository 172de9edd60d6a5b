//! Players, and whole games of theirs.

use crate::game::Game;
use crate::network::ready;
use crate::value::{by_seat, deck, language, object, read, seed, texts};
use hule::play::GameId;
use hule::players::{BuiltIn, PlayerName};
use hule::{Language, Player as _, Seat, say};
use wasm_bindgen::prelude::*;

/// A player of the library.
#[wasm_bindgen]
pub struct Player {
    name: PlayerName,
    player: BuiltIn,
}

#[wasm_bindgen]
impl Player {
    /// The players `net` and `search` need the network to be installed. The random choices of a player follow from its seat and
    /// the seed of the game, as in `play`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "PlayerName")] name: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
        #[wasm_bindgen(js_name = seed, unchecked_optional_param_type = "Seed")] of: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<Player, JsError> {
        let language = language(lang)?;
        let name = ready(read(name, language)?, language)?;
        let seat = seat.map_or(Ok(Seat::A), |seat| read(&seat, language))?;
        let mut player = name.player();
        player.begin(seat, GameId::new(seed(of, language)?, 0).player_seed(seat));
        Ok(Player { name, player })
    }

    /// The name with all options.
    #[wasm_bindgen(getter, unchecked_return_type = "PlayerName")]
    pub fn name(&self) -> String {
        self.name.to_string()
    }

    /// Decides for the seat whose turn it is, with nothing but what that seat may know. The game does not change.
    #[wasm_bindgen(unchecked_return_type = "Action")]
    pub fn choose(
        &mut self,
        game: &Game,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<String, JsError> {
        let view = game.view_in_turn(language(lang)?)?;
        Ok(self.player.choose(&view, view.legal_actions()).to_string())
    }

    /// What the player thinks of its choices, the best first; empty if it does not tell. `search` tells what it has found at its
    /// last choice.
    #[wasm_bindgen(unchecked_return_type = "Evaluation[]")]
    pub fn evaluations(
        &self,
        game: &Game,
        #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
    ) -> Result<JsValue, JsError> {
        let view = game.view_in_turn(language(lang)?)?;
        Ok(object(&self.player.evaluations(&view, view.legal_actions())))
    }
}

/// Lets players play a deck, and returns the game at its end, as `hule run --players` does.
#[wasm_bindgen]
pub fn play(
    #[wasm_bindgen(js_name = deck)] text: &str,
    #[wasm_bindgen(unchecked_param_type = "Players")] players: &JsValue,
    #[wasm_bindgen(js_name = seed, unchecked_optional_param_type = "Seed")] of: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<Game, JsError> {
    let language = language(lang)?;
    let deck = deck(text, language)?;
    let names = read_names(players, language)?;
    let players = by_seat(&names, language)?.map(|name| name.player());
    Ok(Game::played(&deck, players, GameId::new(seed(of, language)?, 0)))
}

fn read_names(players: &JsValue, language: Language) -> Result<Vec<PlayerName>, JsError> {
    let names = texts(players).ok_or_else(|| {
        JsError::new(&say!(
            language,
            "players are given as a name or as an array of names",
            "玩家应为一个名字或名字的数组"
        ))
    })?;
    names.iter().map(|name| ready(read(name, language)?, language)).collect()
}
