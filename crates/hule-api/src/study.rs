//! `/study`: what to study.

use crate::read::{read_count, read_number, read_player};
use crate::refusal::Refusal;
use crate::seed::Unchecked;
use crate::table::bounded;
use hule::players::PlayerName;
use hule::{Language, Localized, say};
use hule_report::{Arena, ArenaOptions, Study, sprt};
use serde::Deserialize;

/// How many games of four standard players a study has at the most.
const MOST_COUNTED: u64 = 1_000_000;

/// How many games of other players a study has at the most.
const MOST_COMPARED: u64 = 100_000;

/// How many players a round robin has at the most.
const MOST_PLAYERS: usize = 8;

/// What to study.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct StudyRequest {
    /// Two or four players that are compared, as `hule arena` does. Without them, games of four standard players are
    /// counted, as `hule batch` does.
    #[serde(default)]
    players: Vec<String>,
    /// Whether every pair of two to eight players plays, and all are rated.
    #[serde(default)]
    round_robin: bool,
    /// A sequential test that ends the games: whether the first player leads the others by at most the first or at least
    /// the second of these percentage points.
    sprt: Option<[f64; 2]>,
    /// The number of games: up to 1,000,000 of four standard players, and up to 100,000 of others, rounded up to whole
    /// decks.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    games: Unchecked,
    /// The seed of the decks and the players, by default 0; a text if it is too great for a number of JavaScript.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::seed::Number>))]
    seed: Option<Unchecked>,
}

impl StudyRequest {
    /// The study, before its first game.
    ///
    /// # Errors
    /// Returns a refusal if the players, the test, the seed or the number of games is wrong.
    pub fn study(&self, language: Language) -> Result<Study, Refusal> {
        let seed = read_number(self.seed.as_ref(), language)?.unwrap_or_default().0;
        let games = read_count(&self.games, "games", language)? as u64;
        let read = |name: &String| bounded(read_player(name, language)?, language);
        let players: Vec<PlayerName> = self.players.iter().map(read).collect::<Result<_, _>>()?;
        if !players.is_empty() {
            let options = self.options(&players, seed, games, language)?;
            let arena = Arena::new(players, options);
            return Ok(Study::arena(language, arena.map_err(|error| Refusal::wrong(error.text(language)))?));
        }
        if self.round_robin || self.sprt.is_some() {
            return Err(Refusal::wrong(say!(
                language,
                "`round_robin` and `sprt` need players",
                "`round_robin` 和 `sprt` 需要给出玩家"
            )));
        }
        check_number(games, MOST_COUNTED, language)?;
        Ok(Study::batch(language, seed, games))
    }

    /// The options of an arena of these players.
    fn options(
        &self,
        players: &[PlayerName],
        seed: u64,
        games: u64,
        language: Language,
    ) -> Result<ArenaOptions, Refusal> {
        let round_robin = self.round_robin;
        if !(matches!(players.len(), 2 | 4) || round_robin && (2..=MOST_PLAYERS).contains(&players.len())) {
            return Err(Refusal::wrong(say!(
                language,
                "expected two or four players, or two to {MOST_PLAYERS} of a round robin",
                "应为两名或四名玩家；循环赛为两到 {MOST_PLAYERS} 名"
            )));
        }
        let sprt = self.sprt.map(|[low, high]| sprt(low, high)).transpose();
        let sprt = sprt.map_err(|error| Refusal::wrong(error.text(language)))?;
        let are_equal = players.len() == 4 && players.iter().all(|player| *player == players[0]);
        if sprt.is_some() && (round_robin || are_equal) {
            return Err(Refusal::wrong(say!(
                language,
                "`sprt` needs at least two different players and cannot be used with `round_robin`",
                "`sprt` 需要至少两种不同的玩家，且不能与 `round_robin` 一起使用"
            )));
        }
        check_number(games, MOST_COMPARED, language)?;
        Ok(ArenaOptions { games: Some(games), seed, sprt, round_robin, ..ArenaOptions::default() })
    }
}

/// Refuses too many games, and none.
fn check_number(games: u64, most: u64, language: Language) -> Result<(), Refusal> {
    if (1..=most).contains(&games) {
        return Ok(());
    }
    Err(Refusal::wrong(say!(
        language,
        "a study here has 1 to {most} games; `hule batch` and `hule arena` play any number",
        "这里的统计为 1 到 {most} 局；`hule batch` 和 `hule arena` 不限局数"
    )))
}
