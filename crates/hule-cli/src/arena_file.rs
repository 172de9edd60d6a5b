//! Reports of `hule arena --json`, read again.

use crate::arena::{self, Caveat};
use crate::arena_report::{FORMAT, Report, VERSION};
use crate::bot::BotReport;
use crate::failure::Failure;
use crate::language::say;
use crate::ranges::{Part, Unit, damaged, wrong_number};
use hule::Seat;
use hule::arena::{Results, RoundRobin, Sprt, SprtPath, Totals};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::mem;
use std::time::Duration;

/// The figures follow from the totals, so they are not read.
#[derive(Deserialize)]
struct Read {
    version: u32,
    seed: u64,
    first: u64,
    decks: u64,
    games: u64,
    deterministic: bool,
    entrants: Vec<String>,
    matches: Vec<ReadMatch>,
    ratings: Option<IgnoredAny>,
    products: Option<Vec<Vec<u64>>>,
    sprt: Option<Sprt>,
    bots: Option<BotReport>,
}

#[derive(Deserialize)]
struct ReadMatch {
    entrants: Vec<String>,
    totals: Totals,
    seconds: Option<Vec<f64>>,
}

impl Report {
    /// Reads what [`json`](Report::json) or [`line`](Report::line) has written.
    ///
    /// # Errors
    /// Returns an error if the text is something else, or has results that no arena has.
    pub fn from_json(name: &str, text: &[u8]) -> Result<Report, Failure> {
        let read: Read = serde_json::from_slice(text).map_err(|error| {
            Failure::Input(say!(
                "{name}: not a report of hule arena: {error}",
                "{name}：不是 hule arena 的报告：{error}"
            ))
        })?;
        if read.version != VERSION {
            let version = read.version;
            return Err(Failure::Input(say!(
                "{name}: {FORMAT} version {version}; expected {FORMAT} version {VERSION}",
                "{name}：{FORMAT} 版本 {version}；应为 {FORMAT} 版本 {VERSION}"
            )));
        }
        let most = if read.products.is_some() {
            RoundRobin::most_decks(read.entrants.len())
        } else {
            Totals::MOST_DECKS
        };
        if !(1..=most).contains(&read.decks) || read.first.checked_add(read.decks).is_none() {
            return Err(wrong_number(Unit::Deck, name));
        }
        read.report().ok_or_else(|| damaged(name))
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
}

impl Read {
    /// The report; `None` if it contradicts itself.
    fn report(mut self) -> Option<Report> {
        let given = given(&self.entrants);
        let mut caveats = Vec::new();
        for sentence in given.iter().filter_map(|name| Some(Caveat::of_name(name)?.sentence(name))) {
            if !caveats.contains(&sentence) {
                caveats.push(sentence);
            }
        }
        let mut bots: Vec<&str> = Vec::new();
        for &name in given.iter().filter(|name| name.starts_with("bot:")) {
            if !bots.contains(&name) {
                bots.push(name);
            }
        }
        let fits = match &self.bots {
            Some(report) => !bots.is_empty() && report.is_of(&bots),
            None => bots.is_empty(),
        };
        let timed = self.matches.iter().all(|played| played.seconds.is_some());
        let names: Vec<Vec<String>> =
            self.matches.iter_mut().map(|played| mem::take(&mut played.entrants)).collect();
        let mut totals = self.matches.into_iter().map(ReadMatch::totals).collect::<Option<Vec<Totals>>>()?;
        let results = match self.products {
            Some(products) => Results::RoundRobin(RoundRobin::from_parts(totals, products)?),
            None => Results::Match(totals.pop().filter(|one| totals.is_empty() && one.is_possible())?),
        };
        let mut report = Report {
            seed: self.seed,
            first: self.first,
            deterministic: self.deterministic,
            names: self.entrants,
            caveats,
            results,
            sprt: self.sprt,
            path: SprtPath::default(),
            bots: self.bots,
            timed,
        };
        report.follow_test();
        let is_round_robin = matches!(report.results, Results::RoundRobin(_));
        let is_tested = match &report.sprt {
            Some(sprt) => arena::is_test(sprt) && !is_round_robin && report.names.len() > 1,
            None => true,
        };
        let is_whole = fits
            && is_tested
            && self.ratings.is_some() == is_round_robin
            && report.results.entrants() == report.names.len()
            && report
                .match_names()
                .eq(names.iter().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>()))
            && (report.results.decks(), report.results.games()) == (self.decks, self.games);
        is_whole.then_some(report)
    }
}

impl ReadMatch {
    /// The totals with the times; `None` if there are other times than those of the entrants.
    fn totals(self) -> Option<Totals> {
        let mut totals = self.totals;
        if let Some(seconds) = self.seconds {
            if seconds.len() != totals.entrants.len() {
                return None;
            }
            for (record, seconds) in totals.entrants.iter_mut().zip(seconds) {
                record.time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= MOST_TIME)?;
            }
        }
        Some(totals)
    }
}

/// Nobody thinks for longer than a million years. Sums of such times are exact.
const MOST_TIME: Duration = Duration::from_hours(24 * 365 * 1_000_000);

/// The names as they were before equal ones were told apart.
fn given(names: &[String]) -> Vec<&str> {
    let mut given: Vec<&str> = Vec::new();
    for name in names {
        let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
        let before = |name: &str| given.iter().filter(|other| **other == name).count();
        let first = numbered.filter(|(name, number)| {
            let before = before(name);
            before > 0 && *number == (before + 1).to_string()
        });
        given.push(first.map_or(name, |(name, _)| name));
    }
    given
}

impl Part for Report {
    const UNIT: Unit = Unit::Deck;

    fn seed(&self) -> u64 {
        self.seed
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn end(&self) -> u64 {
        self.end()
    }

    fn most(&self) -> u64 {
        match &self.results {
            Results::Match(_) => Totals::MOST_DECKS,
            Results::RoundRobin(_) => RoundRobin::most_decks(self.names.len()),
        }
    }

    fn difference(&self, name: &str, other: &Report, other_name: &str) -> Option<String> {
        if self.names != other.names {
            let (one, two) = (self.names.join(" - "), other.names.join(" - "));
            return Some(say!(
                "{name} has the players {one} and {other_name} has {two}",
                "{name} 的玩家是 {one}，{other_name} 的玩家是 {two}"
            ));
        }
        let are_round_robins =
            [&self.results, &other.results].map(|results| matches!(results, Results::RoundRobin(_)));
        if are_round_robins[0] != are_round_robins[1] {
            let (one, two) = if are_round_robins[0] { (name, other_name) } else { (other_name, name) };
            return Some(say!("{one} is a round robin and {two} is not", "{one} 是循环赛，{two} 不是"));
        }
        if self.seats() != other.seats() || self.deterministic != other.deterministic {
            return Some(say!(
                "{name} and {other_name} have the same players at other seats",
                "{name} 和 {other_name} 的玩家相同，座位不同"
            ));
        }
        (self.sprt != other.sprt).then(|| {
            say!(
                "{name} and {other_name} do not have the same sequential test",
                "{name} 和 {other_name} 的序贯检验不同"
            )
        })
    }

    fn append(&mut self, next: Report) {
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
            assert_eq!(given(&names(told_apart)), expected);
        }
    }
}
