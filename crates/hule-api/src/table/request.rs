//! Tables that are to be set up, and moves.

use super::{MoveError, Table};
use crate::chance::random;
use crate::read::{read_count, read_number, read_packed, read_player};
use crate::refusal::Refusal;
use crate::seed::{GREATEST, Number, Seeded, Unchecked};
use crate::status::Status;
use hule::action::ParseActionError;
use hule::players::{PlayerName, SearchOptions};
use hule::{Action, Language, Localized, Seat, say};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many worlds a player at a table may imagine for a decision, and how long it may think.
const MOST_SAMPLES: usize = 1000;
const MOST_TIME: Duration = Duration::from_millis(100);

/// A table to be set up.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct TableRequest {
    /// Where the person sits: `A`, `B`, `C` or `D`.
    seat: Seat,
    /// The players at the other seats, by seat: `random`, `standard`, `useful`, `net` or `search`; `standard` where none is named.
    #[serde(default)]
    players: BTreeMap<Seat, String>,
    /// The seed of the deck; if there is none, the server takes one and tells it when the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    game: Option<Unchecked>,
    /// Instead of a seed, a packed game that is played on from some line of its log.
    packed: Option<String>,
    /// The line, counted from 1: the decisions that caused it and those before it are given. 0 begins with the deal.
    #[serde(default = "Unchecked::zero")]
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    line: Unchecked,
}

/// A move.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Act {
    /// One of the legal actions.
    pub action: String,
    /// The turn of the state that it answers, so that no move is made twice.
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    pub turn: Unchecked,
}

impl Act {
    /// The action and the turn.
    ///
    /// # Errors
    /// Returns a refusal if one of them is wrong.
    pub fn read(&self, language: Language) -> Result<(Action, usize), Refusal> {
        let turn = read_count(&self.turn, "turn", language)?;
        let action =
            self.action.parse().map_err(|error: ParseActionError| Refusal::wrong(error.text(language)))?;
        Ok((action, turn))
    }
}

impl MoveError {
    /// The same as a refusal.
    pub fn refusal(&self, language: Language) -> Refusal {
        let status = match self {
            MoveError::Illegal(_) => Status::UnprocessableContent,
            MoveError::Over | MoveError::Late(_) | MoveError::NothingToUndo => Status::Conflict,
        };
        Refusal::new(status, self.text(language))
    }
}

impl TableRequest {
    /// A table as it is asked for. The others have not played yet.
    ///
    /// # Errors
    /// Returns a refusal if a player, the seed or the given game is wrong.
    pub fn table(&self, language: Language) -> Result<Table, Refusal> {
        let players = self.players(language)?;
        let chance = u64::from_ne_bytes(random());
        match &self.packed {
            Some(packed) => self.after(packed, players, chance, language),
            None => Ok(Table::new(self.seat, players, self.seeded(language)?, chance)),
        }
    }

    /// The seed and the number of the game. A seed that nobody gives is taken at random.
    fn seeded(&self, language: Language) -> Result<Seeded, Refusal> {
        let seed = read_number(self.seed.as_ref(), language)?;
        let seed = seed.unwrap_or_else(|| Number(u64::from_ne_bytes(random()) & GREATEST));
        let game = read_number(self.game.as_ref(), language)?.unwrap_or_default();
        Ok(Seeded { seed, game })
    }

    /// A table on which a game is played on.
    fn after(
        &self,
        packed: &str,
        players: BTreeMap<Seat, PlayerName>,
        chance: u64,
        language: Language,
    ) -> Result<Table, Refusal> {
        if self.seed.is_some() || self.game.is_some() {
            return Err(Refusal::wrong(say!(
                language,
                "expected a seed or a packed game, not both",
                "种子与 packed 只能给出其一"
            )));
        }
        let replay = read_packed(packed, language)?;
        let line = read_count(&self.line, "line", language)?;
        let given = replay.actions_to_line(line);
        if given.len() == replay.actions().len() {
            return Err(Refusal::wrong(say!(
                language,
                "the game is over at line {line}",
                "这一局到第 {line} 行已经结束"
            )));
        }
        Table::after(self.seat, players, replay.deck(), given, chance)
            .map_err(|error| Refusal::wrong(error.text(language)))
    }

    fn players(&self, language: Language) -> Result<BTreeMap<Seat, PlayerName>, Refusal> {
        if let Some(own) = self.players.get(&self.seat) {
            let seat = self.seat;
            return Err(Refusal::wrong(say!(
                language,
                "`{own}` cannot sit at {seat}, which is your own seat",
                "`{own}` 不能坐在 {seat}，那是你自己的座位"
            )));
        }
        let others = Seat::ALL.into_iter().filter(|&seat| seat != self.seat);
        others
            .map(|seat| {
                let name = self.players.get(&seat).map_or("standard", String::as_str);
                Ok((seat, bounded(read_player(name, language)?, language)?))
            })
            .collect()
    }
}

/// The player, if it does not think for too long.
///
/// # Errors
/// Returns a refusal if it does.
pub fn bounded(player: PlayerName, language: Language) -> Result<PlayerName, Refusal> {
    let most = MOST_TIME.as_millis();
    match player {
        PlayerName::Search(options) if !is_bounded(&options) => Err(Refusal::wrong(say!(
            language,
            "at a table, search can use at most {MOST_SAMPLES} samples or {most} ms",
            "在牌桌上，search 最多可用 {MOST_SAMPLES} 个样本或 {most} 毫秒"
        ))),
        player => Ok(player),
    }
}

/// Whether each limit that is given is small enough.
fn is_bounded(options: &SearchOptions) -> bool {
    options.max_samples().is_none_or(|samples| samples.get() <= MOST_SAMPLES)
        && options.max_time().is_none_or(|time| time <= MOST_TIME)
}
