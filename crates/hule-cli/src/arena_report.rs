//! What came of an arena, for people and as JSON.

use crate::bot::BotReport;
use crate::language::{language, say};
use anstyle::Style;
use hule::Seat;
use hule::arena::{Estimate, Hypothesis, MatchResult, Rating, Results, Sample, Sprt, SprtPath, Totals};
use hule_text::{ArenaCharts, Tested, padded, verdict};
use serde::Serialize;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

pub(crate) const FORMAT: &str = "hule-arena";
pub(crate) const VERSION: u32 = 1;

/// What came of a range of decks. docs/PROTOCOL.md has the format.
#[derive(Clone, Debug)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// The number of the first deck.
    pub first: u64,
    /// Whether another run has the same results for sure.
    pub deterministic: bool,
    /// The names of the entrants, told apart where they are equal.
    pub names: Vec<String>,
    /// Why another run may differ.
    pub caveats: Vec<String>,
    /// The results.
    pub results: Results,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// The path of the test, as far as it is known.
    pub path: SprtPath,
    /// What bots did wrong; `None` if there are none.
    pub bots: Option<BotReport>,
    /// Whether the times of the entrants are known.
    pub timed: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    seed: u64,
    first: u64,
    decks: u64,
    games: u64,
    deterministic: bool,
    entrants: &'a [String],
    matches: Vec<WrittenMatch<'a>>,
    ratings: Option<Vec<WrittenRating<'a>>>,
    products: Option<&'a [Vec<u64>]>,
    sprt: Option<WrittenSprt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<&'a BotReport>,
}

#[derive(Serialize)]
struct WrittenMatch<'a> {
    entrants: Vec<&'a str>,
    totals: &'a Totals,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Vec<f64>>,
    shares: Vec<Estimate>,
    differences: Vec<Difference<'a>>,
}

/// By how much one wins more than the other.
#[derive(Serialize)]
struct Difference<'a> {
    of: &'a str,
    /// `None` for all others together.
    over: Option<&'a str>,
    #[serde(flatten)]
    estimate: Estimate,
}

#[derive(Serialize)]
struct WrittenRating<'a> {
    entrant: &'a str,
    #[serde(flatten)]
    rating: Rating,
}

#[derive(Serialize)]
struct WrittenSprt {
    #[serde(flatten)]
    sprt: Sprt,
    log_ratio: f64,
    accepted: Option<Hypothesis>,
}

impl Report {
    /// Returns one past the number of the last deck.
    pub fn end(&self) -> u64 {
        self.first + self.results.decks()
    }

    /// Returns whether the sequential test has accepted a hypothesis.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| self.results.accepted(&sprt).is_some())
    }

    /// Returns the names of the entrants of each match.
    pub(crate) fn match_names(&self) -> impl Iterator<Item = Vec<&str>> {
        let matches = self.results.matches();
        matches.into_iter().map(|played| names_of(&played, &self.names))
    }

    /// Returns the JSON object of docs/PROTOCOL.md.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(&self.written(false)).expect("names and numbers always serialise") + "\n"
    }

    /// Returns the same on one line, with the times of the entrants.
    pub fn line(&self) -> String {
        serde_json::to_string(&self.written(self.timed)).expect("names and numbers always serialise") + "\n"
    }

    fn written(&self, timed: bool) -> Written<'_> {
        let names = &self.names;
        let matches = self.results.matches();
        let matches = matches.iter().map(|played| WrittenMatch {
            entrants: names_of(played, names),
            totals: played.totals,
            seconds: timed
                .then(|| played.totals.entrants.iter().map(|record| record.time.as_secs_f64()).collect()),
            shares: shares(played.totals),
            differences: differences(played, names),
        });
        let rating = |(entrant, rating)| WrittenRating { entrant, rating };
        let ratings = self.results.ratings();
        let ratings =
            ratings.map(|ratings| names.iter().map(String::as_str).zip(ratings).map(rating).collect());
        Written {
            format: FORMAT,
            version: VERSION,
            seed: self.seed,
            first: self.first,
            decks: self.results.decks(),
            games: self.results.games(),
            deterministic: self.deterministic,
            entrants: names,
            matches: matches.collect(),
            ratings,
            products: match &self.results {
                Results::Match(_) => None,
                Results::RoundRobin(round_robin) => Some(round_robin.products()),
            },
            sprt: self.tested().map(|(sprt, lead)| WrittenSprt {
                sprt,
                log_ratio: sprt.log_ratio(&lead),
                accepted: sprt.accepted(&lead),
            }),
            bots: self.bots.as_ref(),
        }
    }

    /// Returns the report with charts, as one file for a browser.
    pub fn html(&self) -> String {
        self.charts().page(&self.remarks())
    }

    fn charts(&self) -> ArenaCharts<'_> {
        ArenaCharts {
            language: language(),
            seed: self.seed,
            first: self.first,
            names: &self.names,
            results: &self.results,
            tested: self.sprt.map(|sprt| Tested { sprt, path: &self.path }),
        }
    }

    /// The report for people.
    pub fn text(&self, colour: bool) -> String {
        let names = &self.names;
        let matches = self.results.matches();
        let mut text = self.charts().title() + "\n";
        let style = if colour { Style::new().bold() } else { Style::new() };
        let mut section = |title: String, rows: &[Vec<String>]| {
            write!(text, "\n{style}{title}{style:#}\n{}", table(rows)).expect("memory takes all");
        };
        if let Some(ratings) = self.results.ratings() {
            section(say!("Ratings", "等级分"), &rating_rows(names, &ratings));
        } else {
            for played in &matches {
                section(say!("Wins by player", "各玩家的胜率"), &share_rows(played, names));
            }
        }
        let mut rows =
            vec![vec![String::new(), say!("points", "百分点"), say!("95 % interval", "95 % 区间")]];
        rows.extend(matches.iter().flat_map(|played| difference_rows(played, names)));
        if rows.len() > 1 {
            section(say!("Differences", "胜率之差"), &rows);
        }
        section(say!("Counts", "计数"), &self.count_rows());
        text.push('\n');
        for sentence in self.sentences() {
            writeln!(text, "{sentence}").expect("memory takes all");
        }
        text
    }

    fn count_rows(&self) -> Vec<Vec<String>> {
        let mut rows = vec![vec![
            String::new(),
            say!("ron", "荣和"),
            say!("self-drawn", "自摸"),
            say!("dealt in", "放铳"),
            say!("games forfeited", "弃权局数"),
            say!("decisions", "决策"),
        ]];
        if self.timed {
            rows[0].push(say!("a second", "每秒"));
        }
        for (number, name) in self.names.iter().enumerate() {
            let record = self.results.record(number);
            let (total, decisions) = (record.total(), record.decisions);
            #[allow(clippy::cast_precision_loss)] // Nobody reads that many digits of a rate.
            let rate = decisions as f64 / record.time.as_secs_f64().max(1e-9);
            let counts = [total.ron, total.self_drawn, total.gave_ron, record.forfeits, decisions];
            let mut row = vec![name.clone()];
            row.extend(counts.iter().map(ToString::to_string));
            if self.timed {
                row.push(format!("{rate:.0}"));
            }
            rows.push(row);
        }
        rows
    }

    /// What is left to say.
    fn sentences(&self) -> Vec<String> {
        let matches = self.results.matches();
        let exhausted: u64 = matches.iter().map(|played| played.totals.exhausted).sum();
        let mut sentences = vec![say!("Drawn games: {exhausted}.", "流局：{exhausted} 局。")];
        if let Some((sprt, lead)) = self.tested() {
            sentences.extend(verdict(language(), &self.names[0], &sprt, &lead));
        }
        sentences.extend(self.remarks());
        sentences
    }

    /// What no chart says.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let void: u64 = self.results.matches().iter().map(|played| played.totals.void).sum();
        if void > 0 {
            remarks.push(say!(
                "Games won by a player that had forfeited them (not counted): {void}.",
                "和牌者已弃权（不计）：{void} 局。"
            ));
        }
        remarks.extend(self.caveats.iter().cloned());
        remarks.extend(self.bots.iter().flat_map(BotReport::sentences));
        remarks
    }

    /// Adds where the test is to its path.
    pub(crate) fn follow_test(&mut self) {
        if let Some((sprt, lead)) = self.tested() {
            self.path.push(&sprt, &lead);
        }
    }

    /// The test, and what it looks at.
    fn tested(&self) -> Option<(Sprt, Sample)> {
        match (&self.results, self.sprt) {
            (Results::Match(totals), Some(sprt)) => Some((sprt, totals.lead())),
            _ => None,
        }
    }
}

/// The names of those who have played each other.
fn names_of<'a>(played: &MatchResult<'_>, names: &'a [String]) -> Vec<&'a str> {
    played.entrants.iter().map(|&entrant| names[entrant].as_str()).collect()
}

fn shares(totals: &Totals) -> Vec<Estimate> {
    (0..totals.entrants.len()).map(|entrant| totals.share(entrant)).collect()
}

fn differences<'a>(played: &MatchResult<'_>, names: &'a [String]) -> Vec<Difference<'a>> {
    let names = names_of(played, names);
    let with_names = |difference: hule::arena::Difference| Difference {
        of: names[difference.of],
        over: difference.over.map(|other| names[other]),
        estimate: difference.estimate,
    };
    played.totals.differences().into_iter().map(with_names).collect()
}

fn share_rows(played: &MatchResult<'_>, names: &[String]) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new(), "%".to_owned(), say!("95 % interval", "95 % 区间")]];
    rows[0].extend(Seat::ALL.iter().map(ToString::to_string));
    let records = played.totals.entrants.iter();
    let shares = shares(played.totals);
    for ((name, share), record) in names_of(played, names).into_iter().zip(shares).zip(records) {
        let mut row = vec![name.to_owned(), format!("{:.2}", 100.0 * share.value)];
        row.push(format!("[{:.2}, {:.2}]", 100.0 * share.low, 100.0 * share.high));
        #[allow(clippy::cast_precision_loss)] // Two digits are shown.
        row.extend(
            record
                .seats
                .as_array()
                .iter()
                .map(|seat| format!("{:.2}", 100.0 * seat.wins() as f64 / seat.games.max(1) as f64)),
        );
        rows.push(row);
    }
    rows
}

fn difference_rows(played: &MatchResult<'_>, names: &[String]) -> Vec<Vec<String>> {
    let row = |Difference { of, over, estimate }| {
        let over = over.map_or_else(|| say!("all others", "其他所有玩家"), str::to_owned);
        let Estimate { value, low, high } = estimate;
        vec![
            format!("{of} - {over}"),
            format!("{:+.2}", 100.0 * value),
            format!("[{:+.2}, {:+.2}]", 100.0 * low, 100.0 * high),
        ]
    };
    differences(played, names).into_iter().map(row).collect()
}

/// The best first.
fn rating_rows(names: &[String], ratings: &[Rating]) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new(), say!("rating", "等级分"), "±".to_owned()]];
    let mut rated: Vec<(&String, &Rating)> = names.iter().zip(ratings).collect();
    rated.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    for (name, Rating { value, reach }) in rated {
        let reach = if reach.is_finite() { format!("{reach:.0}") } else { "?".to_owned() };
        rows.push(vec![name.clone(), format!("{value:+.0}"), reach]);
    }
    rows
}

/// Rows of cells in columns: the first to the left, the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if column == 0 {
                line += &padded(cell, width);
            } else {
                line += &" ".repeat(2 + width - cell.width());
                line += cell;
            }
        }
        writeln!(text, "{}", line.trim_end()).expect("memory takes all");
    }
    text
}
