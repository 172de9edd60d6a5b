//! `POST /api/v1/replay`: a game as frames.

use crate::api::{Lang, read_deck};
use crate::film::{Film, Source};
use crate::language::say;
use crate::request::{Answer, Asked, Refusal};
use crate::seed::{Number, Seeded};
use hule::{Deck, Language, PlayerName, Replay, Seat};
use serde::Deserialize;
use utoipa::ToSchema;

/// A game to watch: one of `text`, `deck`, `log`, `seed` and `packed`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ReplayRequest {
    /// A deck or a log, whichever it is.
    text: Option<String>,
    /// The names of 148 tiles. Beside a log, its deck, if it is known.
    deck: Option<String>,
    /// A log, as the contest's lines or as JSON Lines.
    log: Option<String>,
    /// A seed.
    #[schema(value_type = Option<u64>)]
    seed: Option<Number>,
    /// The number of the game of the seed.
    #[schema(value_type = Option<u64>)]
    game: Option<Number>,
    /// A packed game.
    packed: Option<String>,
    /// The players from `A` to `D`, for a deck or a seed: `random`, `standard` or `useful`.
    players: Option<Vec<String>>,
}

/// Plays or replays a game.
#[utoipa::path(post, path = "/api/v1/replay", request_body = ReplayRequest, tag = "watch",
    params(Lang),
    responses((status = 200, body = Film), (status = 422, body = Refusal)))]
pub async fn replay(Asked(language, asked): Asked<ReplayRequest>) -> Result<Answer<Film>, Refusal> {
    let source = asked.source(language)?;
    Ok(Answer(Film::new(&source, language)))
}

impl ReplayRequest {
    fn source(&self, language: Language) -> Result<Source, Refusal> {
        let read = |error: hule::ReadReplayError| Refusal::wrong_line(error.text(language), error.line());
        let deck = |text: &str| read_deck(text, language);
        match self {
            ReplayRequest {
                text: Some(text),
                deck: None,
                log: None,
                seed: None,
                packed: None,
                players: None,
                ..
            } => Replay::read(text).map(Source::new).map_err(read),
            ReplayRequest {
                text: None,
                deck: known,
                log: Some(log),
                seed: None,
                packed: None,
                players: None,
                ..
            } => {
                let deck = known.as_deref().map(deck).transpose()?;
                Replay::read_log(log, deck.as_ref()).map(Source::new).map_err(read)
            }
            ReplayRequest {
                text: None,
                deck: Some(text),
                log: None,
                seed: None,
                packed: None,
                players,
                ..
            } => played(&deck(text)?, players.as_deref(), None, language),
            ReplayRequest {
                text: None,
                deck: None,
                log: None,
                seed: Some(seed),
                packed: None,
                players,
                ..
            } => {
                let seeded = Seeded { seed: *seed, game: self.game.unwrap_or_default() };
                let deck = Deck::seeded(seeded.seed.0, seeded.game.0);
                played(&deck, players.as_deref(), Some(seeded), language)
            }
            ReplayRequest {
                text: None,
                deck: None,
                log: None,
                seed: None,
                packed: Some(packed),
                players: None,
                ..
            } => {
                Replay::unpack(packed).map(Source::new).map_err(|error| Refusal::wrong(error.text(language)))
            }
            _ => Err(Refusal::wrong(say!(
                language,
                "expected one of text, deck, log, seed and packed; players go with a deck or a seed",
                "应给出 text、deck、log、seed、packed 之一；players 只能与 deck 或 seed 一起给出"
            ))),
        }
    }
}

/// The game of a deck and players, four standard ones if none are named.
fn played(
    deck: &Deck,
    names: Option<&[String]>,
    seeded: Option<Seeded>,
    language: Language,
) -> Result<Source, Refusal> {
    let mut players = [PlayerName::Standard; 4];
    if let Some(names) = names {
        if names.len() != 4 {
            return Err(Refusal::wrong(say!(
                language,
                "{} players are named; expected 4",
                "给出了 {} 个玩家；应为 4 个",
                names.len()
            )));
        }
        for (player, name) in players.iter_mut().zip(names) {
            *player =
                name.parse().map_err(|error: hule::ParsePlayerError| Refusal::wrong(error.text(language)))?;
            if let PlayerName::Search(_) = player {
                return Err(Refusal::wrong(say!(
                    language,
                    "search takes its time and plays only at tables; here are random, standard and useful",
                    "search 需要思考时间，只在牌桌上参加；这里可用 random、standard 和 useful"
                )));
            }
        }
    }
    let mut seats = players.map(|name| name.player());
    for (player, seat) in seats.iter_mut().zip(Seat::ALL) {
        let Number(seed) = seeded.map_or(Number(0), |seeded| seeded.seed);
        player.begin(seat, seed.wrapping_add(seat.index() as u64));
    }
    Ok(Source { replay: Replay::played(deck, &mut seats), players: Some(players), seeded })
}
