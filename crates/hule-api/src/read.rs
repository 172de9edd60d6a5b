//! Reads what was sent.

use crate::refusal::Refusal;
use crate::seed::{Number, Seeded, Unchecked};
use crate::status::Status;
use hule::deck::DeckError;
use hule::players::{ParsePlayerError, PlayerName};
use hule::{Deck, Language, Localized, Replay, say};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// Reads a JSON object that was sent.
///
/// # Errors
/// Returns an error if it is not JSON, or another value than is expected.
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, JsonError> {
    // Serde would also take an array, with the fields in their order.
    let is_object = json.trim_ascii_start().starts_with(b"{");
    let error = match serde_json::from_slice(json) {
        Ok(value) if is_object => return Ok(value),
        Ok(_) => None,
        Err(error) => Some(error),
    };
    // Of some values of another type serde_json says the same as of what is not JSON at all.
    Err(match (serde_json::from_slice::<IgnoredAny>(json), error) {
        (Err(error), _) => JsonError::Syntax { line: error.line(), column: error.column() },
        (Ok(_), Some(error)) if is_object => JsonError::Value(error),
        (Ok(_), _) => JsonError::NotObject,
    })
}

/// What is wrong with JSON that was sent.
#[derive(Debug)]
pub enum JsonError {
    /// It is not JSON.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1; 0 before the first.
        column: usize,
    },
    /// It is not an object.
    NotObject,
    /// A field is missing, or has another value than is expected.
    Value(serde_json::Error),
}

/// What is wrong with a value is only said in English, by serde.
impl Localized for JsonError {
    fn text(&self, language: Language) -> String {
        match self {
            JsonError::Syntax { line, column } => say!(
                language,
                "not JSON, line {line}, column {column}",
                "不是 JSON，第 {line} 行第 {column} 列"
            ),
            JsonError::NotObject => say!(language, "expected an object, {{…}}", "应为对象 {{…}}"),
            JsonError::Value(error) => error.to_string(),
        }
    }
}

/// Reads the body of a request.
///
/// # Errors
/// Returns a refusal if it is not what is expected.
pub fn read_body<T: DeserializeOwned>(body: &[u8], language: Language) -> Result<T, Refusal> {
    read_json(body).map_err(|error| {
        let error = error.text(language);
        Refusal::unreadable(say!(language, "invalid request body: {error}", "请求体不符合要求：{error}"))
    })
}

/// A deck: one of `deck`, `seed` and `packed`.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameNamed {
    /// The names of 148 tiles.
    deck: Option<String>,
    /// A seed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    game: Option<Unchecked>,
    /// A packed game.
    packed: Option<String>,
}

impl GameNamed {
    pub fn deck(&self, language: Language) -> Result<Deck, Refusal> {
        let seed = read_number(self.seed.as_ref(), language)?;
        let game = read_number(self.game.as_ref(), language)?.unwrap_or_default();
        match (&self.deck, seed, &self.packed) {
            (Some(text), None, None) => read_deck(text, language),
            (None, Some(seed), None) => Ok(Seeded { seed, game }.deck()),
            (None, None, Some(packed)) => Ok(*read_packed(packed, language)?.deck()),
            _ => Err(Refusal::wrong(say!(
                language,
                "expected one of deck, seed and packed",
                "应给出 deck、seed、packed 之一"
            ))),
        }
    }
}

/// Reads the name of a player. Clients name neither files nor programs.
///
/// # Errors
/// Returns a refusal if it is not the name of a player, or if the player cannot play yet.
pub fn read_player(name: &str, language: Language) -> Result<PlayerName, Refusal> {
    if name.starts_with("net:") || name.starts_with("bot:") {
        let names = PlayerName::ALL.join(&say!(language, ", ", "、"));
        return Err(Refusal::wrong(say!(
            language,
            "`{name}` cannot play here: the server reads no files and starts no programs; expected one of {names}",
            "`{name}` 不能在这里对局：服务器不读取文件，也不运行程序；应为其中之一：{names}"
        )));
    }
    let player: PlayerName =
        name.parse().map_err(|error: ParsePlayerError| Refusal::wrong(error.text(language)))?;
    if player.needs_network() {
        need_network(language)?;
    }
    Ok(player)
}

/// Refuses a request that needs the network while its weights are not there.
pub fn need_network(language: Language) -> Result<(), Refusal> {
    if hule::players::network_is_installed() {
        return Ok(());
    }
    let sentence = say!(
        language,
        "the network is not loaded; call loadNetwork() first",
        "尚未加载神经网络；请先调用 loadNetwork()"
    );
    Err(Refusal::new(Status::FailedDependency, sentence))
}

/// A seed or the number of a game, if it is given.
pub fn read_number(number: Option<&Unchecked>, language: Language) -> Result<Option<Number>, Refusal> {
    let number = number.map(Unchecked::number).transpose();
    number.map_err(|error| Refusal::wrong_number(error, language))
}

/// A count, in the field of this name.
pub fn read_count(count: &Unchecked, field: &'static str, language: Language) -> Result<usize, Refusal> {
    count.count(field).map_err(|error| Refusal::wrong_number(error, language))
}

pub fn read_deck(text: &str, language: Language) -> Result<Deck, Refusal> {
    text.parse().map_err(|error: DeckError| Refusal::wrong_line(error.text(language), error.line()))
}

pub fn read_packed(packed: &str, language: Language) -> Result<Replay, Refusal> {
    Replay::unpack(packed).map_err(|error| Refusal::wrong(error.text(language)))
}
