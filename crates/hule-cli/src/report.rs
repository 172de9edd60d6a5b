//! The figures of a batch: once computed, printed for people, as CSV and in JSON.

use hule::{Histogram, Seat, Stats};
use serde::Serialize;
use std::fmt::Write;

/// A part of the report.
pub struct Section {
    /// What it is about.
    title: &'static str,
    figures: Vec<Figure>,
}

/// One figure: a share of a whole or a mean, with its 95 % confidence interval.
#[derive(Serialize)]
pub struct Figure {
    section: &'static str,
    name: String,
    /// What was counted.
    count: u64,
    /// Among how many.
    of: u64,
    kind: Kind,
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Share,
    Mean,
}

/// The quantile of the normal distribution that 95 % intervals reach to.
const Z: f64 = 1.959_964;

/// Counts go far beyond what a float has digits for only in theory.
#[allow(clippy::cast_precision_loss)]
const fn float(count: u64) -> f64 {
    count as f64
}

/// A share with the interval of Wilson, which is never empty and never leaves 0 to 1.
fn share(section: &'static str, name: impl Into<String>, count: u64, of: u64) -> Figure {
    let (value, n) = (float(count) / float(of.max(1)), float(of.max(1)));
    let centre = (value + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z / (1.0 + Z * Z / n) * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the arithmetic may miss 0 and 1 by a hair.
    let low = if count == 0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if count == of { 1.0 } else { (centre + reach).min(1.0) };
    Figure { section, name: name.into(), count, of, kind: Kind::Share, value, low, high }
}

/// A mean with the interval of the normal distribution.
fn mean(section: &'static str, name: impl Into<String>, numbers: &Histogram) -> Figure {
    let of = numbers.total();
    let sum: u64 = numbers.iter().map(|(number, count)| number as u64 * count).sum();
    let squares: u64 = numbers.iter().map(|(number, count)| (number as u64).pow(2) * count).sum();
    let n = float(of.max(1));
    let value = float(sum) / n;
    let variance = (float(squares) / n - value * value).max(0.0) * n / (n - 1.0).max(1.0);
    let reach = Z * (variance / n).sqrt();
    let (low, high) = (value - reach, value + reach);
    Figure { section, name: name.into(), count: sum, of, kind: Kind::Mean, value, low, high }
}

/// How many tiles discarded at a time make a bar of the length of games.
const LENGTHS: usize = 10;

/// All figures of a report.
pub fn sections(stats: &Stats) -> Vec<Section> {
    let games = stats.games;
    let section = |title, figures| Section { title, figures };
    let each_seat = |title: &'static str, what: &str, counts: &[u64; 4], of: u64| -> Vec<Figure> {
        Seat::ALL.iter().map(|seat| share(title, format!("{what}{seat}"), counts[seat.index()], of)).collect()
    };
    let numbers = |title: &'static str, numbers: &Histogram, name: &dyn Fn(usize) -> String| -> Vec<Figure> {
        numbers.iter().map(|(number, count)| share(title, name(number), count, numbers.total())).collect()
    };

    let mut outcomes = vec![
        share("Outcomes", "ron", stats.ron.iter().sum(), games),
        share("Outcomes", "self-drawn", stats.self_drawn.iter().sum(), games),
        share("Outcomes", "drawn game", stats.exhausted, games),
    ];
    let wins: [u64; 4] = std::array::from_fn(|seat| stats.ron[seat] + stats.self_drawn[seat]);
    outcomes.extend(each_seat("Outcomes", "won by ", &wins, games));
    let mut by_seat = each_seat("By seat", "ron by ", &stats.ron, games);
    by_seat.extend(each_seat("By seat", "self-drawn by ", &stats.self_drawn, games));
    by_seat.extend(each_seat("By seat", "ron off ", &stats.gave_ron, games));

    let mut length = vec![mean("Length", "mean discards", &stats.discards)];
    length.push(mean("Length", "mean tiles left", &stats.wall_left));
    for (place, counts) in stats.discards.counts.chunks(LENGTHS).enumerate() {
        let count = counts.iter().sum();
        if count > 0 {
            let first = place * LENGTHS;
            length.push(share("Length", format!("{first}-{} discards", first + LENGTHS - 1), count, games));
        }
    }

    let melds = numbers("Open melds of winners", &stats.winner_melds, &|melds| format!("{melds} open"));

    let claims = stats.chows.iter().chain(&stats.pongs).sum();
    let mut made = vec![
        mean("Claims", "mean claims a game", &stats.claims),
        share("Claims", "chow", stats.chows.iter().sum(), claims),
        share("Claims", "pong", stats.pongs.iter().sum(), claims),
    ];
    let by: [u64; 4] = std::array::from_fn(|seat| stats.chows[seat] + stats.pongs[seat]);
    made.extend(each_seat("Claims", "by ", &by, claims));

    let mut specials = Vec::new();
    for (tile, counts) in ["PASS", "REVERSE", "DOUBLE"].iter().zip(&stats.specials) {
        for (number, (&seats, &won)) in counts.seats.iter().zip(&counts.won).enumerate() {
            if seats > 0 {
                specials.push(share("Win share by special tiles", format!("{number} {tile}"), won, seats));
            }
        }
    }

    let mut deal = vec![mean("Distance at the deal", "mean", &stats.deal_distance)];
    deal.extend(numbers("Distance at the deal", &stats.deal_distance, &|distance| {
        format!("distance {distance}")
    }));

    let title = "Ready after so many discards";
    let ready = stats.distance_after.iter().enumerate().filter(|(_, after)| after.hands > 0);
    let ready = ready.map(|(discards, after)| {
        let distance = float(after.sum) / float(after.hands);
        share(title, format!("{discards:>2} (distance {distance:.2})"), after.ready, after.hands)
    });

    vec![
        section("Outcomes", outcomes),
        section("By seat", by_seat),
        section("Length", length),
        section("Open melds of winners", melds),
        section("Claims", made),
        section("Win share by special tiles", specials),
        section("Distance at the deal", deal),
        section(title, ready.collect()),
    ]
}

/// All figures, one after the other.
pub fn figures(stats: &Stats) -> Vec<Figure> {
    sections(stats).into_iter().flat_map(|section| section.figures).collect()
}

/// The report for people.
pub fn text(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        writeln!(text, "{}", section.title).expect("memory takes all");
        for figure in &section.figures {
            let line = match figure.kind {
                Kind::Share => format!(
                    "  {:<20} {:>7.2} %  [{:>6.2}, {:>6.2}]  {}",
                    figure.name,
                    100.0 * figure.value,
                    100.0 * figure.low,
                    100.0 * figure.high,
                    bar(figure.value)
                ),
                Kind::Mean => format!(
                    "  {:<20} {:>7.2}    [{:>6.2}, {:>6.2}]",
                    figure.name, figure.value, figure.low, figure.high
                ),
            };
            writeln!(text, "{}", line.trim_end()).expect("memory takes all");
        }
        text.push('\n');
    }
    text
}

/// A bar as long as the share of 40 characters, to an eighth of one.
fn bar(share: f64) -> String {
    const WIDTH: f64 = 40.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A share is between 0 and 1.
    let eighths = (share * WIDTH * 8.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}

/// The figures as CSV.
pub fn csv(figures: &[Figure]) -> String {
    let mut text = String::from("section,name,kind,count,of,value,low,high\n");
    for figure in figures {
        let kind = if figure.kind == Kind::Share { "share" } else { "mean" };
        let Figure { section, name, count, of, value, low, high, .. } = figure;
        writeln!(text, "{section},{name},{kind},{count},{of},{value},{low},{high}")
            .expect("memory takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_interval_of_wilson() {
        // The textbook example: 10 of 100.
        let figure = share("", "", 10, 100);
        assert!((figure.low - 0.055_229).abs() < 1e-6 && (figure.high - 0.174_366).abs() < 1e-6);
        let (none, all) = (share("", "", 0, 50), share("", "", 50, 50));
        assert!(none.low.abs() < 1e-12 && (none.high - 0.071_348).abs() < 1e-6);
        assert!((all.high - 1.0).abs() < 1e-12 && (all.low - 0.928_652).abs() < 1e-6);
        assert!(share("", "", 0, 0).value.abs() < 1e-12, "no games, no trouble");
    }

    #[test]
    fn means_have_their_interval() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7.
        let mut numbers = Histogram::default();
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            numbers.add(number);
        }
        let figure = mean("", "", &numbers);
        assert!((figure.value - 5.0).abs() < 1e-12);
        assert!((figure.high - figure.value - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn bars_are_as_long_as_the_share() {
        assert_eq!((bar(0.0).as_str(), bar(1.0).chars().count()), ("", 40));
        assert_eq!(bar(0.5 / 40.0), "▌");
    }
}
