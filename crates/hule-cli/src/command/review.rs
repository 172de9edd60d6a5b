//! `hule review`: what the decisions of a game cost.

use crate::REVIEW_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::jobs;
use crate::language::{language, say};
use crate::progress::{Progress, text};
use crate::source::Source;
use crate::width;
use anstyle::AnsiColor;
use clap::Args;
use hule::review::{Review, ReviewOptions, SeatReview, Stopped, review};
use hule::{BySeat, Localized, Replay, Seat};
use hule_report::{Listed, ReviewText};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule review my.log                               the worst five decisions of each seat
  hule review my.log --seats A --all --samples 10k  all decisions of A, more exactly
  hule run --players net,standard my.deck | hule review --json  a game of two kinds of players, as JSON (docs/PROTOCOL.md)";

/// No deck and no log is longer.
const MOST_BYTES: u64 = 1 << 20;

/// Show what each decision of a finished game cost, and what was better
///
/// The strongest player examines every decision with more than one legal action, using only what that seat could see.
/// It compares the choice with its own in the same simulated games: the other hands and the wall are random but fit the
/// discards, the others play like standard players, and a game that is not over after eight draws counts as the share of
/// similar games that were won. The report lists the worst decisions of each seat, its average loss per decision, and its
/// chance to win during the game. Lines are those of the text log. The result depends only on the game, the samples and
/// the seed.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{REVIEW_STATUS}"))]
pub struct ReviewCommand {
    /// A deck, played by four standard players, or a log, as text or JSON Lines [default: standard input, also `-`]
    #[arg(value_name = "DECK_OR_LOG")]
    game: Option<PathBuf>,

    /// The seats to review, separated by commas [default: all]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat_named)]
    seats: Vec<Seat>,

    /// The number of simulated games that select the best choice of a decision, and of those that then measure the
    /// choices
    #[arg(long, value_name = "N", value_parser = samples, default_value_t = ReviewOptions::SAMPLES)]
    samples: NonZeroUsize,

    /// The seed of the simulated games
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The number of threads [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// The number of decisions to list for each seat, the worst first
    #[arg(short = 'n', long, value_name = "N", default_value_t = SeatReview::WORST, conflicts_with_all = ["all", "json"])]
    worst: usize,

    /// List all decisions, in the order of the game
    #[arg(long, conflicts_with = "json")]
    all: bool,

    /// Print one JSON object, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

fn seat_named(name: &str) -> Result<Seat, String> {
    name.parse::<Seat>().map_err(|error| error.text(language()))
}

fn samples(text: &str) -> Result<NonZeroUsize, String> {
    let samples = usize::try_from(jobs::count(text)?).ok().and_then(NonZeroUsize::new);
    samples.ok_or_else(|| say!("expected a number from 1", "应为至少是 1 的数"))
}

impl ReviewCommand {
    pub fn run(self) -> Result<(), Failure> {
        let source = Source::new(self.game.as_deref());
        let bytes = source.bytes(&say!("a deck or a log", "牌堆或记录"), MOST_BYTES, || {
            say!("{source}: too long for a deck or a log", "{source}：内容过长，不可能是牌堆或记录")
        })?;
        let replay = Replay::read(&String::from_utf8_lossy(&bytes)).map_err(|error| {
            let error = error.text(language());
            Failure::Input(say!("{source}: {error}", "{source}：{error}"))
        })?;
        let review = self.review(&replay)?;
        export::print(&if self.json {
            serde_json::to_string(&review).expect("a review has nothing that JSON has not") + "\n"
        } else {
            self.text(&review)
        })
    }

    fn review(&self, replay: &Replay) -> Result<Review, Failure> {
        let all = self.seats.is_empty();
        let seats = BySeat::from_fn(|seat| all || self.seats.contains(&seat));
        let options = ReviewOptions { seats, samples: self.samples, seed: self.seed };
        let stop = jobs::stop_flag()?;
        let progress = Progress::new(Some(0), text::decisions);
        let done = review(replay, &options, jobs::threads(self.threads), &stop, |done, all| {
            progress.update(|work| (work.done, work.all) = (done as u64, Some(all as u64)));
        });
        progress.clear();
        done.map_err(|Stopped| {
            Failure::Stopped(say!(
                "stopped before the review was complete; nothing was printed",
                "复盘完成之前被中断；没有输出任何结果"
            ))
        })
    }

    fn text(&self, review: &Review) -> String {
        let paint = |text: &str| {
            let style = AnsiColor::Red.on_default();
            if export::colour() { format!("{style}{text}{style:#}") } else { text.to_owned() }
        };
        let listed = if self.all { Listed::All } else { Listed::Worst(self.worst) };
        ReviewText { language: language(), listed, width: width::columns(), paint: &paint }.of(review)
    }
}
