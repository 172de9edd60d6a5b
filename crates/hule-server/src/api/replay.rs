//! `POST /api/v1/replay`: a game as frames.

use crate::api::{Lang, read_deck, read_number, read_player};
use crate::film::{Film, Source};
use crate::page::source_html;
use crate::request::{Answer, Asked, Refusal};
use crate::seed::{Seeded, Unchecked};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use hule::play::GameId;
use hule::players::PlayerName;
use hule::replay::ReadReplayError;
use hule::{BySeat, Deck, Language, Localized, Replay, say};
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
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[schema(value_type = Option<u64>)]
    game: Option<Unchecked>,
    /// A packed game.
    packed: Option<String>,
    /// The players from `A` to `D`, for a deck or a seed: `random`, `standard`, `useful` or `net`.
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

/// The same game as a page in one file, which needs no server.
#[utoipa::path(post, path = "/api/v1/replay/html", request_body = ReplayRequest, params(Lang), tag = "watch",
    responses((status = 200, body = String, content_type = "text/html"), (status = 422, body = Refusal)))]
pub async fn html(Asked(language, asked): Asked<ReplayRequest>) -> Result<impl IntoResponse, Refusal> {
    let page = source_html(&asked.source(language)?);
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"hule.html\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, page))
}

impl ReplayRequest {
    fn source(&self, language: Language) -> Result<Source, Refusal> {
        let read = |error: ReadReplayError| Refusal::wrong_line(error.text(language), error.line());
        let deck = |text: &String| read_deck(text, language);
        let seed = read_number(self.seed.as_ref(), language)?;
        let game = read_number(self.game.as_ref(), language)?.unwrap_or_default();
        let ReplayRequest { text, deck: known, log, packed, players, .. } = self;
        match (text, known, log, seed, packed, players) {
            (Some(text), None, None, None, None, None) => Replay::read(text).map(Source::new).map_err(read),
            (None, known, Some(log), None, None, None) => {
                let deck = known.as_ref().map(deck).transpose()?;
                Replay::read_log(log, deck.as_ref()).map(Source::new).map_err(read)
            }
            (None, Some(text), None, None, None, players) => {
                played(&deck(text)?, players.as_deref(), None, language)
            }
            (None, None, None, Some(seed), None, players) => {
                let seeded = Seeded { seed, game };
                played(&seeded.deck(), players.as_deref(), Some(seeded), language)
            }
            (None, None, None, None, Some(packed), None) => {
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

/// The game of a deck and players, four standard ones if none are named. Without a seed it is game 0 of seed 0 to the
/// players.
fn played(
    deck: &Deck,
    names: Option<&[String]>,
    seeded: Option<Seeded>,
    language: Language,
) -> Result<Source, Refusal> {
    let names = names.map_or(Ok(BySeat::new([PlayerName::Standard; 4])), |names| named(names, language))?;
    let mut players = names.map(|name| name.player());
    let id = seeded.map_or_else(GameId::default, Seeded::id);
    Ok(Source { replay: Replay::played(deck, &mut players, id), players: Some(names), seeded })
}

/// The players of these names, from `A` to `D`.
fn named(names: &[String], language: Language) -> Result<BySeat<PlayerName>, Refusal> {
    let Ok(names) = <&[String; 4]>::try_from(names) else {
        return Err(Refusal::wrong(say!(
            language,
            "{} players are named; expected 4",
            "给出了 {} 个玩家；应为 4 个",
            names.len()
        )));
    };
    let mut players = BySeat::new([PlayerName::Standard; 4]);
    for (player, name) in players.as_mut_array().iter_mut().zip(names) {
        *player = read_player(name, language).map_err(Refusal::wrong)?;
        if let PlayerName::Search(_) = player {
            return Err(Refusal::wrong(say!(
                language,
                "search is slow and plays only at tables; available here are random, standard, useful and net",
                "search 较慢，只能在牌桌上对局；这里可用 random、standard、useful 和 net"
            )));
        }
    }
    Ok(players)
}
