//! `POST /api/v1/replay`: a game as frames.

use crate::page::source_html;
use crate::read::{read_deck, read_number, read_packed, read_player};
use crate::refusal::Refusal;
use crate::replay_view::{ReplayView, Source};
use crate::seed::{Seeded, Unchecked};
use hule::play::GameId;
use hule::players::PlayerName;
use hule::replay::ReadReplayError;
use hule::{BySeat, Deck, Language, Localized, Replay, say};
use serde::Deserialize;

/// A game to watch: one of `text`, `deck`, `log`, `seed` and `packed`.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ReplayRequest {
    /// A deck or a log, whichever it is.
    text: Option<String>,
    /// The names of 148 tiles. Beside a log, its deck, if it is known.
    deck: Option<String>,
    /// A log, as the contest's lines or as JSON Lines.
    log: Option<String>,
    /// A seed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::seed::Number>))]
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::seed::Number>))]
    game: Option<Unchecked>,
    /// A packed game.
    packed: Option<String>,
    /// The players from `A` to `D`, for a deck or a seed: `random`, `standard`, `useful` or `net`.
    players: Option<Vec<String>>,
}

impl ReplayRequest {
    /// Plays or replays the game.
    ///
    /// # Errors
    /// Returns a refusal if what names the game or its players is wrong.
    pub fn view(&self, language: Language) -> Result<ReplayView, Refusal> {
        Ok(ReplayView::new(&self.source(language)?, language))
    }

    /// The same game as a page in one file, which needs no server.
    ///
    /// # Errors
    /// The same as [`view`](ReplayRequest::view).
    pub fn html(&self, language: Language) -> Result<String, Refusal> {
        Ok(source_html(&self.source(language)?))
    }

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
            (None, None, None, None, Some(packed), None) => read_packed(packed, language).map(Source::new),
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
        *player = read_player(name, language)?;
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
