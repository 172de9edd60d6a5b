//! What came of an arena, for people and as JSON.

use crate::bot::BotReport;
use crate::language::say;
use anstyle::Style;
use hule::Seat;
use hule::arena::{Estimate, Hypothesis, PlayedDeck, Rating, RoundRobin, Sample, SeatRecord, Sprt, Totals};
use hule_text::padded;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;
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
    /// What bots did wrong; `None` if there are none.
    pub bots: Option<BotReport>,
    /// Whether the times of the entrants are known.
    pub timed: bool,
}

/// The totals of decks.
#[derive(Clone, Debug)]
pub enum Results {
    /// Of two or four players.
    Match(Totals),
    /// Of all pairs.
    RoundRobin(RoundRobin),
}

impl Results {
    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        match self {
            Results::Match(totals) => totals.decks,
            Results::RoundRobin(round_robin) => round_robin.decks(),
        }
    }

    /// Returns the number of entrants.
    pub fn entrants(&self) -> usize {
        match self {
            Results::Match(totals) => totals.entrants.len(),
            Results::RoundRobin(round_robin) => round_robin.products().len(),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.matches().iter().map(|played| played.totals.games).sum()
    }

    /// Returns the ratings of a round robin.
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        match self {
            Results::Match(_) => None,
            Results::RoundRobin(round_robin) => Some(round_robin.ratings()),
        }
    }

    /// Adds a deck.
    pub fn add(&mut self, deck: &PlayedDeck) {
        match self {
            Results::Match(totals) => totals.add(&deck.games),
            Results::RoundRobin(round_robin) => round_robin.add(deck),
        }
    }

    /// Returns the hypothesis that the test accepts.
    pub fn accepted(&self, sprt: &Sprt) -> Option<Hypothesis> {
        match self {
            Results::Match(totals) => sprt.accepted(&totals.lead()),
            Results::RoundRobin(_) => None,
        }
    }

    /// Returns the share of games that the first entrant has won, against all others.
    pub fn first_share(&self) -> f64 {
        let matches = self.matches();
        let shares: Vec<f64> = matches
            .iter()
            .filter(|played| played.entrants[0] == 0)
            .map(|played| played.totals.share(0).value)
            .collect();
        #[allow(clippy::cast_precision_loss)] // A handful of entrants.
        let entrants = shares.len().max(1) as f64;
        shares.iter().sum::<f64>() / entrants
    }

    fn matches(&self) -> Vec<MatchResult<'_>> {
        match self {
            Results::Match(totals) => {
                vec![MatchResult { entrants: (0..totals.entrants.len()).collect(), totals }]
            }
            Results::RoundRobin(round_robin) => {
                let pair = |((first, second), totals)| MatchResult { entrants: vec![first, second], totals };
                round_robin.pairs().map(pair).collect()
            }
        }
    }
}

/// Entrants that have played each other.
struct MatchResult<'a> {
    /// Their numbers among all.
    entrants: Vec<usize>,
    /// What came of it.
    totals: &'a Totals,
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
        matches.into_iter().map(|played| played.names(&self.names))
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
            entrants: played.names(names),
            totals: played.totals,
            seconds: timed
                .then(|| played.totals.entrants.iter().map(|record| record.time.as_secs_f64()).collect()),
            shares: played.shares(),
            differences: played.differences(names),
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

    /// The report for people.
    pub fn text(&self, colour: bool) -> String {
        let names = &self.names;
        let matches = self.results.matches();
        let (seed, games, decks) = (self.seed, self.results.games(), self.shown_decks());
        let mut text = say!(
            "{}: {games} games on {decks} of seed {seed}\n",
            "{}：种子 {seed} 的{decks}，共 {games} 局\n",
            names.join(" - ")
        );
        let style = if colour { Style::new().bold() } else { Style::new() };
        let mut section = |title: String, rows: &[Vec<String>]| {
            write!(text, "\n{style}{title}{style:#}\n{}", table(rows)).expect("memory takes all");
        };
        if let Some(ratings) = self.results.ratings() {
            section(say!("Ratings", "等级分"), &rating_rows(names, &ratings));
        } else {
            for played in &matches {
                section(say!("Wins at a seat", "每个座位的胜率"), &played.share_rows(names));
            }
        }
        let mut rows =
            vec![vec![String::new(), say!("points", "百分点"), say!("95 % interval", "95 % 区间")]];
        rows.extend(matches.iter().flat_map(|played| played.difference_rows(names)));
        if rows.len() > 1 {
            section(say!("Differences", "差"), &rows);
        }
        section(say!("Counts", "计数"), &self.count_rows(&matches));
        text.push('\n');
        for sentence in self.sentences() {
            writeln!(text, "{sentence}").expect("memory takes all");
        }
        text
    }

    /// How many decks, or which.
    fn shown_decks(&self) -> String {
        let (first, decks, last) = (self.first, self.results.decks(), self.end() - 1);
        match (first, decks) {
            (0, 1) => say!("1 deck", " 1 副牌堆"),
            (0, _) => say!("{decks} decks", " {decks} 副牌堆"),
            (_, 1) => say!("deck {first}", "第 {first} 副牌堆"),
            _ => say!("decks {first} to {last}", "第 {first} 到 {last} 副牌堆"),
        }
    }

    fn count_rows(&self, matches: &[MatchResult<'_>]) -> Vec<Vec<String>> {
        let mut rows = vec![vec![
            String::new(),
            say!("ron", "荣和"),
            say!("self-drawn", "自摸"),
            say!("gave ron", "放铳"),
            say!("games forfeited", "弃权局数"),
            say!("decisions", "决策"),
        ]];
        if self.timed {
            rows[0].push(say!("a second", "每秒"));
        }
        for (number, name) in self.names.iter().enumerate() {
            let mut total = SeatRecord::default();
            let (mut forfeits, mut decisions, mut time) = (0, 0, Duration::ZERO);
            for played in matches {
                let place = played.entrants.iter().position(|&entrant| entrant == number);
                let Some(record) = place.map(|place| &played.totals.entrants[place]) else { continue };
                total += record.total();
                forfeits += record.forfeits;
                decisions += record.decisions;
                time += record.time;
            }
            #[allow(clippy::cast_precision_loss)] // Nobody reads that many digits of a rate.
            let rate = decisions as f64 / time.as_secs_f64().max(1e-9);
            let counts = [total.ron, total.self_drawn, total.gave_ron, forfeits, decisions];
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
        let mut sentences = Vec::new();
        let matches = self.results.matches();
        let exhausted: u64 = matches.iter().map(|played| played.totals.exhausted).sum();
        let void: u64 = matches.iter().map(|played| played.totals.void).sum();
        sentences.push(say!("Drawn games: {exhausted}.", "流局：{exhausted} 局。"));
        if void > 0 {
            sentences.push(say!(
                "Games won by a player that had forfeited them (not counted): {void}.",
                "和牌者已弃权（不计）：{void} 局。"
            ));
        }
        if let Some((sprt, lead)) = self.tested() {
            sentences.push(self.verdict(&sprt, &lead));
            if sprt.accepted(&lead).is_some() {
                sentences.push(say!(
                    "The test stopped as soon as it was decided, so the figures are slightly biased towards its result.",
                    "检验一有结论就停止，因此上面的数字略微偏向这一结论。"
                ));
            }
        }
        sentences.extend(self.caveats.iter().cloned());
        sentences.extend(self.bots.iter().flat_map(BotReport::sentences));
        sentences
    }

    fn verdict(&self, sprt: &Sprt, lead: &Sample) -> String {
        let (name, decks) = (&self.names[0], lead.decks);
        let (d0, d1) = (100.0 * sprt.d0, 100.0 * sprt.d1);
        let (low, high) = sprt.bounds();
        let ratio = sprt.log_ratio(lead);
        let verdict = match sprt.accepted(lead) {
            Some(Hypothesis::H1) => say!(
                "H1 accepted after {decks} decks: {name} leads the others by {d1} points or more",
                "{decks} 副牌堆后接受 H1：{name} 的胜率比其他玩家高 {d1} 个百分点或更多"
            ),
            Some(Hypothesis::H0) => say!(
                "H0 accepted after {decks} decks: {name} leads the others by {d0} points or less",
                "{decks} 副牌堆后接受 H0：{name} 的胜率比其他玩家高 {d0} 个百分点或更少"
            ),
            None => say!(
                "undecided after {decks} decks whether {name} leads the others by {d0} points or less (H0) or by {d1} points or more (H1)",
                "{decks} 副牌堆后未决：{name} 的胜率比其他玩家高 {d0} 个百分点或更少（H0），还是高 {d1} 个百分点或更多（H1）"
            ),
        };
        if !ratio.is_finite() {
            return say!(
                "SPRT: {verdict}; all decks have the same result.",
                "SPRT：{verdict}；各副牌堆的结果都相同。"
            );
        }
        say!(
            "SPRT: {verdict}; log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}.",
            "SPRT：{verdict}；对数似然比 {ratio:.2}，界限 {low:.2} 和 {high:.2}。"
        )
    }

    /// The test, and what it looks at.
    fn tested(&self) -> Option<(Sprt, Sample)> {
        match (&self.results, self.sprt) {
            (Results::Match(totals), Some(sprt)) => Some((sprt, totals.lead())),
            _ => None,
        }
    }
}

impl MatchResult<'_> {
    fn names<'a>(&self, names: &'a [String]) -> Vec<&'a str> {
        self.entrants.iter().map(|&entrant| names[entrant].as_str()).collect()
    }

    fn shares(&self) -> Vec<Estimate> {
        (0..self.entrants.len()).map(|entrant| self.totals.share(entrant)).collect()
    }

    /// Every two, and of more than two the first and all others.
    fn differences<'a>(&self, names: &'a [String]) -> Vec<Difference<'a>> {
        let names = self.names(names);
        let mut differences = Vec::new();
        for (one, of) in names.iter().enumerate() {
            for (other, over) in names.iter().enumerate().skip(one + 1) {
                let estimate = self.totals.difference(one, other);
                differences.push(Difference { of, over: Some(over), estimate });
            }
        }
        if names.len() > 2 {
            let estimate = self.totals.lead().estimate(-1.0..=1.0);
            differences.push(Difference { of: names[0], over: None, estimate });
        }
        differences
    }

    fn share_rows(&self, names: &[String]) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::new(), "%".to_owned(), say!("95 % interval", "95 % 区间")]];
        rows[0].extend(Seat::ALL.iter().map(ToString::to_string));
        let records = self.totals.entrants.iter();
        for ((name, share), record) in self.names(names).into_iter().zip(self.shares()).zip(records) {
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

    fn difference_rows(&self, names: &[String]) -> Vec<Vec<String>> {
        let row = |Difference { of, over, estimate }| {
            let over = over.map_or_else(|| say!("all others", "其他所有玩家"), str::to_owned);
            let Estimate { value, low, high } = estimate;
            vec![
                format!("{of} - {over}"),
                format!("{:+.2}", 100.0 * value),
                format!("[{:+.2}, {:+.2}]", 100.0 * low, 100.0 * high),
            ]
        };
        self.differences(names).into_iter().map(row).collect()
    }
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
