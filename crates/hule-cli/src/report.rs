//! The figures of a batch: once computed, printed for people, as CSV and in JSON.

use crate::language::{Name, name, say};
use hule::stats::{Histogram, Stats};
use hule::{BySeat, Seat};
use hule_text::padded;
use serde::Serialize;
use std::fmt::Write;

/// A part of the report.
pub struct Section {
    /// What it is about, for people.
    title: String,
    figures: Vec<Figure>,
}

/// One figure: a share of a whole or a mean, with its 95 % confidence interval.
#[derive(Serialize)]
pub struct Figure {
    section: &'static str,
    name: String,
    /// The name for people.
    #[serde(skip)]
    shown: String,
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
fn share(section: &'static str, name: Name, count: u64, of: u64) -> Figure {
    let (value, n) = (float(count) / float(of.max(1)), float(of.max(1)));
    let centre = (value + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z / (1.0 + Z * Z / n) * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the arithmetic may miss 0 and 1 by a hair.
    let low = if count == 0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if count == of { 1.0 } else { (centre + reach).min(1.0) };
    let Name { english: name, shown } = name;
    Figure { section, name, shown, count, of, kind: Kind::Share, value, low, high }
}

/// A mean with the interval of the normal distribution.
fn mean(section: &'static str, name: Name, numbers: &Histogram) -> Figure {
    let of = numbers.total();
    let sum: u64 = numbers.iter().map(|(number, count)| number as u64 * count).sum();
    let squares: u64 = numbers.iter().map(|(number, count)| (number as u64).pow(2) * count).sum();
    let n = float(of.max(1));
    let value = float(sum) / n;
    let variance = (float(squares) / n - value * value).max(0.0) * n / (n - 1.0).max(1.0);
    let reach = Z * (variance / n).sqrt();
    let (low, high) = (value - reach, value + reach);
    let Name { english: name, shown } = name;
    Figure { section, name, shown, count: sum, of, kind: Kind::Mean, value, low, high }
}

/// All seats together.
fn sum(counts: &BySeat<u64>) -> u64 {
    counts.as_array().iter().sum()
}

/// How many tiles discarded at a time make a bar of the length of games.
const LENGTHS: usize = 10;

/// All figures of a report.
pub fn sections(stats: &Stats) -> Vec<Section> {
    let games = stats.games;
    let section = |title, figures| Section { title, figures };
    let each_seat =
        |title: &'static str, name: &dyn Fn(Seat) -> Name, counts: &BySeat<u64>, of: u64| -> Vec<Figure> {
            counts.iter().map(|(seat, &count)| share(title, name(seat), count, of)).collect()
        };
    let numbers = |title: &'static str, numbers: &Histogram, name: &dyn Fn(usize) -> Name| -> Vec<Figure> {
        numbers.iter().map(|(number, count)| share(title, name(number), count, numbers.total())).collect()
    };

    let mut outcomes = vec![
        share("Outcomes", name!("ron", "荣和"), sum(&stats.ron), games),
        share("Outcomes", name!("self-drawn", "自摸"), sum(&stats.self_drawn), games),
        share("Outcomes", name!("drawn game", "流局"), stats.exhausted, games),
    ];
    let wins = BySeat::from_fn(|seat| stats.ron[seat] + stats.self_drawn[seat]);
    outcomes.extend(each_seat("Outcomes", &|seat| name!("won by {seat}", "{seat} 和牌"), &wins, games));
    let mut by_seat = each_seat("By seat", &|seat| name!("ron by {seat}", "{seat} 荣和"), &stats.ron, games);
    by_seat.extend(each_seat(
        "By seat",
        &|seat| name!("self-drawn by {seat}", "{seat} 自摸"),
        &stats.self_drawn,
        games,
    ));
    by_seat.extend(each_seat(
        "By seat",
        &|seat| name!("ron off {seat}", "{seat} 放铳"),
        &stats.gave_ron,
        games,
    ));

    let mut length = vec![mean("Length", name!("mean discards", "平均出牌数"), &stats.discards)];
    length.push(mean("Length", name!("mean tiles left", "平均剩余牌数"), &stats.wall_left));
    for (place, counts) in stats.discards.counts.chunks(LENGTHS).enumerate() {
        let count = counts.iter().sum();
        if count > 0 {
            let first = place * LENGTHS;
            let last = first + LENGTHS - 1;
            length.push(share(
                "Length",
                name!("{first}-{last} discards", "出牌 {first}-{last} 张"),
                count,
                games,
            ));
        }
    }

    let melds = numbers("Open melds of winners", &stats.winner_melds, &|melds| {
        name!("{melds} open", "{melds} 个副露")
    });

    let (chows, pongs) = (sum(&stats.chows), sum(&stats.pongs));
    let claims = chows + pongs;
    let mut made = vec![
        mean("Claims", name!("mean claims a game", "平均每局吃碰"), &stats.claims),
        share("Claims", name!("chow", "吃"), chows, claims),
        share("Claims", name!("pong", "碰"), pongs, claims),
    ];
    let by = BySeat::from_fn(|seat| stats.chows[seat] + stats.pongs[seat]);
    made.extend(each_seat("Claims", &|seat| name!("by {seat}", "{seat} 吃碰"), &by, claims));

    let mut specials = Vec::new();
    for (tile, counts) in ["PASS", "REVERSE", "DOUBLE"].iter().zip(&stats.specials) {
        for (number, (&seats, &won)) in counts.seats.iter().zip(&counts.won).enumerate() {
            if seats > 0 {
                specials.push(share(
                    "Win share by special tiles",
                    name!("{number} {tile}", "{number} 张 {tile}"),
                    won,
                    seats,
                ));
            }
        }
    }

    let mut deal = vec![mean("Distance at the deal", name!("mean", "平均"), &stats.deal_distance)];
    deal.extend(numbers("Distance at the deal", &stats.deal_distance, &|distance| {
        name!("distance {distance}", "和牌距离 {distance}")
    }));

    let title = "Ready after so many discards";
    let ready = stats.distance_after.iter().enumerate().filter(|(_, after)| after.hands > 0);
    let ready = ready.map(|(discards, after)| {
        let distance = float(after.sum) / float(after.hands);
        share(
            title,
            name!("{discards:>2} (distance {distance:.2})", "{discards:>2}（距离 {distance:.2}）"),
            after.ready,
            after.hands,
        )
    });

    vec![
        section(say!("Outcomes", "结局"), outcomes),
        section(say!("By seat", "按玩家"), by_seat),
        section(say!("Length", "长度"), length),
        section(say!("Open melds of winners", "和牌者的副露"), melds),
        section(say!("Claims", "吃碰"), made),
        section(say!("Win share by special tiles", "打出特殊牌的玩家的和牌率"), specials),
        section(say!("Distance at the deal", "发牌后的和牌距离"), deal),
        section(say!("Ready after so many discards", "出牌若干次后听牌的比例"), ready.collect()),
    ]
}

/// All figures, one after the other.
pub fn figures(stats: &Stats) -> Vec<Figure> {
    sections(stats).into_iter().flat_map(|section| section.figures).collect()
}

/// How wide the names are.
const WIDTH: usize = 20;

/// The report for people.
pub fn text(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        writeln!(text, "{}", section.title).expect("memory takes all");
        for figure in &section.figures {
            let line = match figure.kind {
                Kind::Share => format!(
                    "  {} {:>7.2} %  [{:>6.2}, {:>6.2}]  {}",
                    padded(&figure.shown, WIDTH),
                    100.0 * figure.value,
                    100.0 * figure.low,
                    100.0 * figure.high,
                    bar(figure.value)
                ),
                Kind::Mean => format!(
                    "  {} {:>7.2}    [{:>6.2}, {:>6.2}]",
                    padded(&figure.shown, WIDTH),
                    figure.value,
                    figure.low,
                    figure.high
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
        let figure = share("", name!("", ""), 10, 100);
        assert!((figure.low - 0.055_229).abs() < 1e-6 && (figure.high - 0.174_366).abs() < 1e-6);
        let (none, all) = (share("", name!("", ""), 0, 50), share("", name!("", ""), 50, 50));
        assert!(none.low.abs() < 1e-12 && (none.high - 0.071_348).abs() < 1e-6);
        assert!((all.high - 1.0).abs() < 1e-12 && (all.low - 0.928_652).abs() < 1e-6);
        assert!(share("", name!("", ""), 0, 0).value.abs() < 1e-12, "no games, no trouble");
    }

    #[test]
    fn means_have_their_interval() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7.
        let mut numbers = Histogram::default();
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            numbers.add(number);
        }
        let figure = mean("", name!("", ""), &numbers);
        assert!((figure.value - 5.0).abs() < 1e-12);
        assert!((figure.high - figure.value - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn bars_are_as_long_as_the_share() {
        assert_eq!((bar(0.0).as_str(), bar(1.0).chars().count()), ("", 40));
        assert_eq!(bar(0.5 / 40.0), "▌");
    }
}
