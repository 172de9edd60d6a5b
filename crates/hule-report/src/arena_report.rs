//! Reports of arenas, and their JSON.

use crate::arena::{Caveat, is_sprt};
use crate::bot_report::BotReport;
use crate::error::{ReportError, report_error};
use crate::merge::{checked_version, damaged, parsed, wrong_number};
use hule::arena::{Difference, Hypothesis, MatchResult, Rating, Results, RoundRobin, Sprt, SprtPath, Totals};
use hule::estimate::{Estimate, Sample};
use hule::{Language, Seat, say};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::time::Duration;

pub(crate) const FORMAT: &str = "hule-arena";
const VERSION: u32 = 1;

/// The results of a range of decks. docs/PROTOCOL.md has the format.
#[derive(Clone, Debug)]
pub struct ArenaReport {
    /// The seed.
    pub seed: u64,
    /// The number of the first deck.
    pub first: u64,
    /// Whether another run has the same results for sure.
    pub deterministic: bool,
    /// The names of the entrants, told apart where they are equal.
    pub names: Vec<String>,
    /// Why another run may differ, with the names of the entrants as they were given.
    pub caveats: Vec<(Caveat, String)>,
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

/// The JSON object. What follows from the totals is written, and not read.
#[derive(Serialize, Deserialize)]
struct ArenaJson<'a> {
    format: Cow<'a, str>,
    version: u32,
    seed: u64,
    first: u64,
    decks: u64,
    games: u64,
    deterministic: bool,
    entrants: Cow<'a, [String]>,
    matches: Vec<MatchJson<'a>>,
    #[serde(default, deserialize_with = "presence")]
    ratings: Option<Vec<RatingJson<'a>>>,
    products: Option<Cow<'a, [Vec<u64>]>>,
    sprt: Option<SprtJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<Cow<'a, BotReport>>,
}

#[derive(Serialize, Deserialize)]
struct MatchJson<'a> {
    entrants: Cow<'a, [String]>,
    totals: Cow<'a, Totals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Vec<f64>>,
    #[serde(skip_deserializing)]
    shares: Vec<Estimate>,
    #[serde(skip_deserializing)]
    differences: Vec<NamedDifference<'a>>,
}

/// By how much one entrant wins more than another.
#[derive(Serialize)]
pub(crate) struct NamedDifference<'a> {
    pub of: &'a str,
    /// `None` for all others together.
    pub over: Option<&'a str>,
    #[serde(flatten)]
    pub estimate: Estimate,
}

#[derive(Serialize)]
struct RatingJson<'a> {
    entrant: &'a str,
    #[serde(flatten)]
    rating: Rating,
}

#[derive(Serialize, Deserialize)]
struct SprtJson {
    #[serde(flatten)]
    sprt: Sprt,
    #[serde(skip_deserializing)]
    log_ratio: f64,
    #[serde(skip_deserializing)]
    accepted: Option<Hypothesis>,
}

/// Ratings follow from the totals: only whether there are any is read.
fn presence<'a, 'de, D: Deserializer<'de>>(json: D) -> Result<Option<Vec<RatingJson<'a>>>, D::Error> {
    Ok(Option::<IgnoredAny>::deserialize(json)?.map(|_| Vec::new()))
}

impl ArenaReport {
    /// Returns one past the number of the last deck.
    pub fn end(&self) -> u64 {
        self.first + self.results.decks()
    }

    /// Returns the most decks whose figures can be computed.
    pub(crate) fn most_decks(&self) -> u64 {
        match &self.results {
            Results::Match(_) => Totals::MOST_DECKS,
            Results::RoundRobin(_) => RoundRobin::most_decks(self.names.len()),
        }
    }

    /// Returns whether the sequential test has accepted a hypothesis.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| self.results.accepted(&sprt).is_some())
    }

    /// Returns the test, and what it looks at.
    pub(crate) fn tested(&self) -> Option<(Sprt, Sample)> {
        match (&self.results, self.sprt) {
            (Results::Match(totals), Some(sprt)) => Some((sprt, totals.lead())),
            _ => None,
        }
    }

    /// Adds where the test is to its path.
    pub(crate) fn follow_test(&mut self) {
        if let Some((sprt, lead)) = self.tested() {
            self.path.push(&sprt, &lead);
        }
    }

    /// Returns the names of the entrants of a match.
    pub(crate) fn names_of<'a>(&'a self, played: &MatchResult<'_>) -> Vec<&'a str> {
        played.entrants.iter().map(|&entrant| self.names[entrant].as_str()).collect()
    }

    /// Returns the differences between the entrants of a match.
    pub(crate) fn differences_of<'a>(&'a self, played: &MatchResult<'_>) -> Vec<NamedDifference<'a>> {
        let names = self.names_of(played);
        let with_names = |Difference { of, over, estimate }| NamedDifference {
            of: names[of],
            over: over.map(|other| names[other]),
            estimate,
        };
        played.totals.differences().into_iter().map(with_names).collect()
    }

    /// Returns the differences of all matches.
    pub(crate) fn differences(&self) -> Vec<NamedDifference<'_>> {
        self.results.matches().iter().flat_map(|played| self.differences_of(played)).collect()
    }

    /// Returns the entrants of a round robin with their ratings, the best first.
    pub(crate) fn ranking(&self) -> Option<Vec<(&str, Rating)>> {
        let ratings = self.results.ratings()?;
        let mut ranking: Vec<_> = self.names.iter().map(String::as_str).zip(ratings).collect();
        ranking.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        Some(ranking)
    }

    /// Returns the title: who has played how many games.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let (seed, games, first, decks) = (self.seed, self.results.games(), self.first, self.results.decks());
        let last = first + decks.saturating_sub(1);
        let decks = match (first, decks) {
            (0, 1) => say!(language, "1 deck", " 1 副牌堆"),
            (0, _) => say!(language, "{decks} decks", " {decks} 副牌堆"),
            (_, 1) => say!(language, "deck {first}", "第 {first} 副牌堆"),
            _ => say!(language, "decks {first} to {last}", "第 {first} 到 {last} 副牌堆"),
        };
        say!(
            language,
            "{}: {games} games on {decks} of seed {seed}",
            "{}：种子 {seed} 的{decks}，共 {games} 局",
            self.names.join(" - ")
        )
    }

    /// Returns what neither tables nor charts say.
    pub(crate) fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = Vec::new();
        let void: u64 = self.results.matches().iter().map(|played| played.totals.void).sum();
        if void > 0 {
            remarks.push(say!(
                language,
                "Games won by a player that had forfeited them (not counted): {void}.",
                "和牌者已弃权（不计）：{void} 局。"
            ));
        }
        remarks.extend(self.caveats.iter().map(|(caveat, name)| caveat.sentence(name, language)));
        remarks.extend(self.bots.iter().flat_map(|bots| bots.sentences(language)));
        remarks
    }

    /// Returns the JSON object of docs/PROTOCOL.md.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(&self.written(false)).expect("names and numbers always serialise") + "\n"
    }

    /// Returns the same on one line, with the times of the entrants.
    pub fn line(&self) -> String {
        serde_json::to_string(&self.written(self.timed)).expect("names and numbers always serialise") + "\n"
    }

    fn written(&self, timed: bool) -> ArenaJson<'_> {
        let matches = self.results.matches().into_iter().map(|played| {
            let totals = played.totals;
            let names = self.names_of(&played).into_iter().map(str::to_owned).collect();
            let seconds = || totals.entrants.iter().map(|record| record.time.as_secs_f64()).collect();
            MatchJson {
                entrants: names,
                totals: Cow::Borrowed(totals),
                seconds: timed.then(seconds),
                shares: (0..totals.entrants.len()).map(|entrant| totals.share(entrant)).collect(),
                differences: self.differences_of(&played),
            }
        });
        let rating = |(entrant, rating)| RatingJson { entrant, rating };
        let ratings = self.results.ratings();
        ArenaJson {
            format: FORMAT.into(),
            version: VERSION,
            seed: self.seed,
            first: self.first,
            decks: self.results.decks(),
            games: self.results.games(),
            deterministic: self.deterministic,
            entrants: Cow::Borrowed(&self.names),
            matches: matches.collect(),
            ratings: ratings
                .map(|ratings| self.names.iter().map(String::as_str).zip(ratings).map(rating).collect()),
            products: match &self.results {
                Results::Match(_) => None,
                Results::RoundRobin(round_robin) => Some(round_robin.products().into()),
            },
            sprt: self.tested().map(|(sprt, lead)| SprtJson {
                sprt,
                log_ratio: sprt.log_ratio(&lead),
                accepted: sprt.accepted(&lead),
            }),
            bots: self.bots.as_ref().map(Cow::Borrowed),
        }
    }

    /// Reads what [`json`](ArenaReport::json) or [`line`](ArenaReport::line) has written.
    ///
    /// # Errors
    /// Returns an error if the text is something else, or has results that no arena has.
    pub(crate) fn read(name: &str, text: &[u8]) -> Result<ArenaReport, ReportError> {
        let json: ArenaJson<'_> = parsed(name, text, "hule arena")?;
        checked_version(name, FORMAT, json.version, VERSION)?;
        let most = match &json.products {
            Some(_) => RoundRobin::most_decks(json.entrants.len()),
            None => Totals::MOST_DECKS,
        };
        if !(1..=most).contains(&json.decks) || json.first.checked_add(json.decks).is_none() {
            return Err(wrong_number(name, "decks", "牌堆"));
        }
        ArenaReport::of(json).ok_or_else(|| damaged(name))
    }

    /// The report; `None` if it contradicts itself.
    fn of(json: ArenaJson<'_>) -> Option<ArenaReport> {
        let mut given: Vec<&str> = Vec::new();
        for name in given_names(&json.entrants) {
            if !given.contains(&name) {
                given.push(name);
            }
        }
        let timed = json.matches.iter().all(|played| played.seconds.is_some());
        let mut match_names = Vec::new();
        let mut totals = Vec::new();
        for played in json.matches {
            match_names.push(played.entrants.into_owned());
            totals.push(with_times(played.totals.into_owned(), played.seconds)?);
        }
        let results = match json.products {
            Some(products) => Results::RoundRobin(RoundRobin::from_parts(totals, products.into_owned())?),
            None => Results::Match(totals.pop().filter(|one| totals.is_empty() && one.is_possible())?),
        };
        let mut report = ArenaReport {
            seed: json.seed,
            first: json.first,
            deterministic: json.deterministic,
            caveats: given
                .iter()
                .filter_map(|&name| Some((Caveat::of_name(name)?, name.to_owned())))
                .collect(),
            names: json.entrants.to_vec(),
            results,
            sprt: json.sprt.map(|sprt| sprt.sprt),
            path: SprtPath::default(),
            bots: json.bots.map(Cow::into_owned),
            timed,
        };
        report.follow_test();
        let is_round_robin = matches!(report.results, Results::RoundRobin(_));
        let is_tested = match &report.sprt {
            Some(sprt) => is_sprt(sprt) && !is_round_robin && report.names.len() > 1,
            None => true,
        };
        let bots: Vec<&str> = given.into_iter().filter(|name| name.starts_with("bot:")).collect();
        let are_bots = match &report.bots {
            Some(report) => !bots.is_empty() && report.is_of(&bots),
            None => bots.is_empty(),
        };
        let is_whole = are_bots
            && is_tested
            && json.ratings.is_some() == is_round_robin
            && report.results.entrants() == report.names.len()
            && report.results.matches().iter().map(|played| report.names_of(played)).eq(match_names)
            && (report.results.decks(), report.results.games()) == (json.decks, json.games);
        is_whole.then_some(report)
    }

    /// Returns an error if another report, of the same seed, is not one of the same arena.
    pub(crate) fn same_arena(
        &self,
        name: &str,
        other: &ArenaReport,
        other_name: &str,
    ) -> Result<(), ReportError> {
        if self.names != other.names {
            let (one, two) = (self.names.join(" - "), other.names.join(" - "));
            return Err(report_error!(
                "{name} has the players {one} and {other_name} has {two}",
                "{name} 的玩家是 {one}，{other_name} 的玩家是 {two}"
            ));
        }
        let pair = match (&self.results, &other.results) {
            (Results::RoundRobin(_), Results::Match(_)) => Some((name, other_name)),
            (Results::Match(_), Results::RoundRobin(_)) => Some((other_name, name)),
            _ => None,
        };
        if let Some((one, two)) = pair {
            return Err(report_error!(
                "{one} is a round robin and {two} is not",
                "{one} 是循环赛，{two} 不是"
            ));
        }
        if self.seats() != other.seats() || self.deterministic != other.deterministic {
            return Err(report_error!(
                "{name} and {other_name} have the same players at other seats",
                "{name} 和 {other_name} 的玩家相同，座位不同"
            ));
        }
        if self.sprt != other.sprt {
            return Err(report_error!(
                "{name} and {other_name} do not have the same sequential test",
                "{name} 和 {other_name} 的序贯检验不同"
            ));
        }
        Ok(())
    }

    /// Returns the share of the seats that each entrant has; pairs have half of them.
    fn seats(&self) -> Vec<u64> {
        match &self.results {
            Results::Match(totals) => {
                totals.entrants.iter().map(|entrant| entrant.seats[Seat::A].games / totals.decks).collect()
            }
            Results::RoundRobin(_) => Vec::new(),
        }
    }

    /// Adds the report of the next decks of the same arena.
    pub(crate) fn append(&mut self, next: ArenaReport) {
        match (&mut self.results, &next.results) {
            (Results::Match(totals), Results::Match(more)) => *totals += more,
            (Results::RoundRobin(round_robin), Results::RoundRobin(more)) => *round_robin += more,
            _ => unreachable!("a round robin differs from a match"),
        }
        if let (Some(bots), Some(more)) = (&mut self.bots, next.bots) {
            bots.append(more);
        }
        self.timed &= next.timed;
        self.follow_test();
    }
}

/// The totals with the times; `None` if there are other times than those of the entrants.
fn with_times(mut totals: Totals, seconds: Option<Vec<f64>>) -> Option<Totals> {
    // No player thinks for longer than a million years. Sums of such times are exact.
    const MOST_TIME: Duration = Duration::from_hours(24 * 365 * 1_000_000);
    let Some(seconds) = seconds else { return Some(totals) };
    if seconds.len() != totals.entrants.len() {
        return None;
    }
    for (record, seconds) in totals.entrants.iter_mut().zip(seconds) {
        record.time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= MOST_TIME)?;
    }
    Some(totals)
}

/// The names as they were before equal ones were told apart.
fn given_names(names: &[String]) -> Vec<&str> {
    let mut given: Vec<&str> = Vec::new();
    for name in names {
        let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
        let first = numbered.filter(|(name, number)| {
            let before = given.iter().filter(|other| *other == name).count();
            before > 0 && *number == (before + 1).to_string()
        });
        given.push(first.map_or(name, |(name, _)| name));
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_behind_equal_names_are_taken_away() {
        let names = |list: &[&str]| -> Vec<String> { list.iter().map(|name| (*name).to_owned()).collect() };
        for (told_apart, expected) in [
            (
                &["random", "random (2)", "useful", "random (3)"][..],
                &["random", "random", "useful", "random"][..],
            ),
            (&["net:a (2)", "net:a"], &["net:a (2)", "net:a"]),
            (&["random", "random (3)"], &["random", "random (3)"]),
            (&["a (2)", "a (2) (2)"], &["a (2)", "a (2)"]),
        ] {
            assert_eq!(given_names(&names(told_apart)), expected);
        }
    }
}
