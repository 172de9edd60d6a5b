//! Reports of arenas as text.

use crate::arena_report::{ArenaReport, NamedDifference};
use crate::wrap::padded;
use anstyle::Style;
use hule::arena::{Hypothesis, MatchResult, Rating, Sprt};
use hule::estimate::{Estimate, Sample};
use hule::{Language, Seat, say};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

impl ArenaReport {
    /// Returns the report for people.
    #[must_use]
    pub fn text(&self, language: Language, colour: bool) -> String {
        let mut text = self.title(language) + "\n";
        let style = if colour { Style::new().bold() } else { Style::new() };
        let mut section = |title: String, rows: &[Vec<String>]| {
            write!(text, "\n{style}{title}{style:#}\n{}", table(rows)).expect("memory takes all");
        };
        let interval = || say!(language, "95 % interval", "95 % 区间");
        if let Some(ranking) = self.ranking() {
            let mut rows = vec![vec![String::new(), say!(language, "rating", "等级分"), "±".to_owned()]];
            rows.extend(ranking.iter().map(|(name, rating)| {
                vec![(*name).to_owned(), format!("{:+.0}", rating.value), shown_reach(rating)]
            }));
            section(say!(language, "Ratings", "等级分"), &rows);
        } else {
            for played in self.results.matches() {
                let mut rows = vec![vec![String::new(), "%".to_owned(), interval()]];
                rows[0].extend(Seat::ALL.iter().map(ToString::to_string));
                rows.extend(self.share_rows(&played));
                section(say!(language, "Wins by player", "各玩家的胜率"), &rows);
            }
        }
        let mut rows = vec![vec![String::new(), say!(language, "points", "百分点"), interval()]];
        rows.extend(self.differences().into_iter().map(|NamedDifference { of, over, estimate }| {
            let over = over.map_or_else(|| say!(language, "all others", "其他所有玩家"), str::to_owned);
            let Estimate { value, low, high } = estimate;
            vec![
                format!("{of} - {over}"),
                format!("{:+.2}", 100.0 * value),
                format!("[{:+.2}, {:+.2}]", 100.0 * low, 100.0 * high),
            ]
        }));
        if rows.len() > 1 {
            section(say!(language, "Differences", "胜率之差"), &rows);
        }
        section(say!(language, "Counts", "计数"), &self.count_rows(language));
        let exhausted: u64 = self.results.matches().iter().map(|played| played.totals.exhausted).sum();
        let mut sentences = vec![say!(language, "Drawn games: {exhausted}.", "流局：{exhausted} 局。")];
        if let Some((sprt, lead)) = self.tested() {
            sentences.extend(verdict(language, &self.names[0], &sprt, &lead));
        }
        sentences.extend(self.remarks(language));
        text + "\n" + &sentences.join("\n") + "\n"
    }

    fn share_rows(&self, played: &MatchResult<'_>) -> Vec<Vec<String>> {
        let row = |(entrant, name): (usize, &str)| {
            let Estimate { value, low, high } = played.totals.share(entrant);
            let mut row = vec![name.to_owned(), format!("{:.2}", 100.0 * value)];
            row.push(format!("[{:.2}, {:.2}]", 100.0 * low, 100.0 * high));
            let seats = played.totals.entrants[entrant].seats.as_array();
            #[allow(clippy::cast_precision_loss)] // Two digits are shown.
            let share = |wins: u64, games: u64| 100.0 * wins as f64 / games.max(1) as f64;
            row.extend(seats.iter().map(|seat| format!("{:.2}", share(seat.wins(), seat.games))));
            row
        };
        self.names_of(played).into_iter().enumerate().map(row).collect()
    }

    fn count_rows(&self, language: Language) -> Vec<Vec<String>> {
        let mut rows = vec![vec![
            String::new(),
            say!(language, "ron", "荣和"),
            say!(language, "self-drawn", "自摸"),
            say!(language, "dealt in", "放铳"),
            say!(language, "games forfeited", "弃权局数"),
            say!(language, "decisions", "决策"),
        ]];
        if self.timed {
            rows[0].push(say!(language, "a second", "每秒"));
        }
        for (number, name) in self.names.iter().enumerate() {
            let record = self.results.record(number);
            let (total, decisions) = (record.total(), record.decisions);
            let counts = [total.ron, total.self_drawn, total.gave_ron, record.forfeits, decisions];
            let mut row = vec![name.clone()];
            row.extend(counts.iter().map(ToString::to_string));
            #[allow(clippy::cast_precision_loss)] // The rate is rounded.
            row.extend(
                self.timed.then(|| format!("{:.0}", decisions as f64 / record.time.as_secs_f64().max(1e-9))),
            );
            rows.push(row);
        }
        rows
    }
}

/// Half the width of the interval of a rating.
pub fn shown_reach(rating: &Rating) -> String {
    if rating.reach.is_finite() { format!("{:.0}", rating.reach) } else { "?".to_owned() }
}

/// Returns what a sequential test of the player with this name says, in one sentence or two.
pub fn verdict(language: Language, name: &str, sprt: &Sprt, lead: &Sample) -> Vec<String> {
    let decks = lead.count;
    let (d0, d1) = (100.0 * sprt.d0, 100.0 * sprt.d1);
    let (low, high) = sprt.bounds();
    let ratio = sprt.log_ratio(lead);
    let verdict = match sprt.accepted(lead) {
        Some(Hypothesis::H1) => say!(
            language,
            "H1 accepted after {decks} decks: {name} leads the others by {d1} points or more",
            "{decks} 副牌堆后接受 H1：{name} 的胜率比其他玩家高 {d1} 个百分点或更多"
        ),
        Some(Hypothesis::H0) => say!(
            language,
            "H0 accepted after {decks} decks: {name} leads the others by {d0} points or less",
            "{decks} 副牌堆后接受 H0：{name} 的胜率比其他玩家高 {d0} 个百分点或更少"
        ),
        None => say!(
            language,
            "undecided after {decks} decks whether {name} leads the others by {d0} points or less (H0) or by {d1} points or more (H1)",
            "{decks} 副牌堆后未决：{name} 的胜率比其他玩家高 {d0} 个百分点或更少（H0），还是高 {d1} 个百分点或更多（H1）"
        ),
    };
    let verdict = if ratio.is_finite() {
        say!(
            language,
            "SPRT: {verdict}; log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}.",
            "SPRT：{verdict}；对数似然比 {ratio:.2}，界限 {low:.2} 和 {high:.2}。"
        )
    } else {
        say!(
            language,
            "SPRT: {verdict}; all decks have the same result.",
            "SPRT：{verdict}；各副牌堆的结果都相同。"
        )
    };
    let biased = sprt.accepted(lead).map(|_| {
        say!(
            language,
            "The test stopped as soon as it was decided, so the figures are slightly biased towards its result.",
            "检验一有结论就停止，因此数字略微偏向这一结论。"
        )
    });
    std::iter::once(verdict).chain(biased).collect()
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
