#![doc = include_str!("../README.md")]

mod action;
mod arena;
#[cfg(feature = "serde")]
mod bot;
mod check;
mod deck;
mod distance;
mod event;
mod explain;
mod game;
mod groups;
mod hand;
mod hand_report;
mod language;
mod log;
mod meld;
mod packed;
mod player;
mod queue;
mod random;
mod replay;
mod river;
mod rule;
mod seen;
mod short_form;
mod simulate;
mod situation;
mod stats;
mod tile;
mod view;
mod way;

// Its programs are run as those of this documentation are.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/PLAYERS.md")]
struct HowToWriteAPlayer;

#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../../../docs/BOTS.md")]
struct HowToWriteABot;

#[cfg(test)]
#[path = "../tests/twin/mod.rs"]
mod twin;

pub use action::{Action, ActionSet, Actions, Claimed, ParseActionError};
pub use arena::{
    Estimate, Hypothesis, LineUp, PlayedDeck, PlayedGame, Rating, Record, RoundRobin, Sample, SeatRecord,
    Sprt, Totals, player_seed,
};
#[cfg(feature = "serde")]
pub use bot::{FromBot, ServeError, ServeProblem, ToBot, serve};
pub use check::{Difference, Exactness, Slip, Table, check};
pub use deck::{
    Deck, DeckError, DeckReader, ExactDeckError, FiveOfAKind, FormExpected, FormFound, Place, ReadDeckError,
};
pub use distance::distance_of_counts;
pub use event::{Event, ParseEventError};
pub use explain::{
    Candidate, ClaimReason, DiscardChoice, DiscardReason, Line, Reason, Thoughts, Verdict, WinReason,
    describe, describe_in, explain, explain_discard, play_explained, play_explained_by,
};
pub use game::{Claim, Game, IllegalAction, Outcome, Turn};
pub use groups::Group;
pub use hand::{Hand, HandError, Kinds, ReadHandError};
pub use hand_report::HandReport;
pub use language::{Language, ParseLanguageError};
pub use log::{Log, LogError, LogProblem};
pub use meld::Meld;
pub use packed::UnpackError;
pub use player::{
    Decision, Idle, ParsePlayerError, Player, PlayerName, RandomPlayer, Search, SearchOptions, Standard,
    Thought, Useful,
};
pub use queue::Parallel;
pub use random::Random;
pub use replay::{Problem, ReadReplayError, Replay, ReplayError};
pub use river::{Discarded, River};
pub use rule::Rule;
pub use seen::{Seen, SeenError};
pub use short_form::from_short_form;
pub use simulate::{Recorder, simulate, simulate_parallel};
pub use situation::{ParseSituationError, Situation, Situations, situations, situations_among};
pub use stats::{DistanceSum, Histogram, Specials, Stats};
pub use tile::{Direction, ParseSeatError, ParseTileError, Run, Seat, Suit, Tile};
pub use view::View;
pub use way::{Step, Way};
