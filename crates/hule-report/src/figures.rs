//! The figures of a batch: once computed, printed for people, as CSV and in JSON.

use crate::charts::in_percent;
use crate::wrap::padded;
use hule::estimate::Estimate;
use hule::stats::{Histogram, Stats};
use hule::{BySeat, Language, Localized, Seat, say};
use serde::Serialize;
use std::fmt::Write;

/// A part of the report on a batch.
#[derive(Clone, Debug)]
pub struct Section {
    /// What it is about.
    pub topic: Topic,
    /// Its figures.
    pub figures: Vec<Figure>,
}

/// What the figures of a batch are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// How games end.
    Outcomes,
    /// How they end for each seat.
    BySeat,
    /// How long they are.
    Length,
    /// How many open melds winners have.
    WinnerMelds,
    /// Chows and pongs.
    Claims,
    /// How often seats win that have discarded special tiles.
    Specials,
    /// How good dealt hands are.
    DealDistance,
    /// How soon hands are ready.
    Ready,
}

impl Topic {
    /// The names in English, which machines read, and in Chinese.
    const NAMES: [[&str; 2]; 8] = [
        ["Outcomes", "结局"],
        ["By seat", "按玩家"],
        ["Length", "长度"],
        ["Open melds of winners", "和牌者的副露"],
        ["Claims", "吃碰"],
        ["Win share by special tiles", "打出特殊牌的玩家的胜率"],
        ["Distance at the deal", "发牌后的和牌距离"],
        ["Ready after so many discards", "出牌若干次后听牌的比例"],
    ];
}

impl Localized for Topic {
    fn text(&self, language: Language) -> String {
        let [english, chinese] = Topic::NAMES[*self as usize];
        say!(language, "{english}", "{chinese}")
    }
}

/// One figure: a share of a whole or a mean, with its 95 % confidence interval.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    section: &'static str,
    name: String,
    /// The name for people.
    #[serde(skip)]
    pub shown: String,
    /// What was counted.
    pub count: u64,
    /// Among how many.
    pub of: u64,
    kind: Kind,
    /// The value with its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Share,
    Mean,
}

impl Figure {
    /// Returns whether it is a share of a whole, not a mean.
    pub fn is_share(&self) -> bool {
        self.kind == Kind::Share
    }

    fn new(topic: Topic, name: Name, kind: Kind, (count, of): (u64, u64), estimate: Estimate) -> Figure {
        let Name { english: name, shown } = name;
        Figure { section: Topic::NAMES[topic as usize][0], name, shown, count, of, kind, estimate }
    }
}

/// A name that machines read in English and people in their language.
struct Name {
    english: String,
    shown: String,
}

/// A [`Name`] in both languages.
macro_rules! name {
    ($language:expr, $english:literal, $chinese:literal) => {
        Name { english: format!($english), shown: say!($language, $english, $chinese) }
    };
}

/// The quantile of the normal distribution that 95 % intervals reach to.
const Z: f64 = 1.959_964;

/// Counts go far beyond what a float has digits for only in theory.
#[allow(clippy::cast_precision_loss)]
const fn float(count: u64) -> f64 {
    count as f64
}

/// A share with the interval of Wilson, which is never empty and never leaves 0 to 1.
fn share(topic: Topic, name: Name, count: u64, of: u64) -> Figure {
    let (value, n) = (float(count) / float(of.max(1)), float(of.max(1)));
    let centre = (value + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z / (1.0 + Z * Z / n) * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the arithmetic may miss 0 and 1 by a hair.
    let low = if count == 0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if count == of { 1.0 } else { (centre + reach).min(1.0) };
    Figure::new(topic, name, Kind::Share, (count, of), Estimate { value, low, high })
}

/// A mean with the interval of the normal distribution.
fn mean(topic: Topic, name: Name, numbers: &Histogram) -> Figure {
    let of = numbers.total();
    let sum: u64 = numbers.iter().map(|(number, count)| number as u64 * count).sum();
    let squares: u64 = numbers.iter().map(|(number, count)| (number as u64).pow(2) * count).sum();
    let n = float(of.max(1));
    let value = float(sum) / n;
    let variance = (float(squares) / n - value * value).max(0.0) * n / (n - 1.0).max(1.0);
    let reach = Z * (variance / n).sqrt();
    Figure::new(
        topic,
        name,
        Kind::Mean,
        (sum, of),
        Estimate { value, low: value - reach, high: value + reach },
    )
}

/// All seats together.
fn sum(counts: &BySeat<u64>) -> u64 {
    counts.as_array().iter().sum()
}

/// How many tiles discarded at a time make a bar of the length of games.
pub const LENGTHS: usize = 10;

/// All figures of a report.
#[must_use]
pub fn sections(stats: &Stats, language: Language) -> Vec<Section> {
    let games = stats.games;
    let each_seat =
        |topic: Topic, name: &dyn Fn(Seat) -> Name, counts: &BySeat<u64>, of: u64| -> Vec<Figure> {
            counts.iter().map(|(seat, &count)| share(topic, name(seat), count, of)).collect()
        };
    let numbers = |topic: Topic, numbers: &Histogram, name: &dyn Fn(usize) -> Name| -> Vec<Figure> {
        numbers.iter().map(|(number, count)| share(topic, name(number), count, numbers.total())).collect()
    };

    let topic = Topic::Outcomes;
    let mut outcomes = vec![
        share(topic, name!(language, "ron", "荣和"), sum(&stats.ron), games),
        share(topic, name!(language, "self-drawn", "自摸"), sum(&stats.self_drawn), games),
        share(topic, name!(language, "drawn game", "流局"), stats.exhausted, games),
    ];
    let wins = BySeat::from_fn(|seat| stats.ron[seat] + stats.self_drawn[seat]);
    outcomes.extend(each_seat(topic, &|seat| name!(language, "won by {seat}", "{seat} 和牌"), &wins, games));

    let topic = Topic::BySeat;
    let mut by_seat =
        each_seat(topic, &|seat| name!(language, "ron by {seat}", "{seat} 荣和"), &stats.ron, games);
    by_seat.extend(each_seat(
        topic,
        &|seat| name!(language, "self-drawn by {seat}", "{seat} 自摸"),
        &stats.self_drawn,
        games,
    ));
    by_seat.extend(each_seat(
        topic,
        &|seat| name!(language, "ron off {seat}", "{seat} 放铳"),
        &stats.gave_ron,
        games,
    ));

    let topic = Topic::Length;
    let mut length = vec![
        mean(topic, name!(language, "mean discards", "平均出牌数"), &stats.discards),
        mean(topic, name!(language, "mean tiles left", "平均剩余牌数"), &stats.wall_left),
    ];
    for (place, counts) in stats.discards.counts.chunks(LENGTHS).enumerate() {
        let count = counts.iter().sum();
        if count > 0 {
            let first = place * LENGTHS;
            let last = first + LENGTHS - 1;
            let name = name!(language, "{first}-{last} discards", "出牌 {first}-{last} 张");
            length.push(share(topic, name, count, games));
        }
    }

    let melds = numbers(Topic::WinnerMelds, &stats.winner_melds, &|melds| {
        name!(language, "{melds} open", "{melds} 个副露")
    });

    let topic = Topic::Claims;
    let (chows, pongs) = (sum(&stats.chows), sum(&stats.pongs));
    let claims = chows + pongs;
    let mut made = vec![
        mean(topic, name!(language, "mean claims a game", "平均每局吃碰"), &stats.claims),
        share(topic, name!(language, "chow", "吃"), chows, claims),
        share(topic, name!(language, "pong", "碰"), pongs, claims),
    ];
    let by = BySeat::from_fn(|seat| stats.chows[seat] + stats.pongs[seat]);
    made.extend(each_seat(topic, &|seat| name!(language, "by {seat}", "{seat} 吃碰"), &by, claims));

    let mut specials = Vec::new();
    for (tile, counts) in ["PASS", "REVERSE", "DOUBLE"].iter().zip(&stats.specials) {
        for (number, (&seats, &won)) in counts.seats.iter().zip(&counts.won).enumerate() {
            if seats > 0 {
                let name = name!(language, "{number} {tile}", "{number} 张 {tile}");
                specials.push(share(Topic::Specials, name, won, seats));
            }
        }
    }

    let topic = Topic::DealDistance;
    let mut deal = vec![mean(topic, name!(language, "mean", "平均"), &stats.deal_distance)];
    deal.extend(numbers(topic, &stats.deal_distance, &|distance| {
        name!(language, "distance {distance}", "和牌距离 {distance}")
    }));

    let ready = stats.distance_after.iter().enumerate().filter(|(_, after)| after.hands > 0);
    let ready = ready.map(|(discards, after)| {
        let distance = float(after.sum) / float(after.hands);
        let name =
            name!(language, "{discards:>2} (distance {distance:.2})", "{discards:>2}（距离 {distance:.2}）");
        share(Topic::Ready, name, after.ready, after.hands)
    });

    let section = |topic, figures| Section { topic, figures };
    vec![
        section(Topic::Outcomes, outcomes),
        section(Topic::BySeat, by_seat),
        section(Topic::Length, length),
        section(Topic::WinnerMelds, melds),
        section(Topic::Claims, made),
        section(Topic::Specials, specials),
        section(Topic::DealDistance, deal),
        section(Topic::Ready, ready.collect()),
    ]
}

/// All figures, one after the other.
#[must_use]
pub fn figures(stats: &Stats) -> Vec<Figure> {
    sections(stats, Language::English).into_iter().flat_map(|section| section.figures).collect()
}

/// How wide the names are.
const WIDTH: usize = 20;

/// The figures for people.
#[must_use]
pub fn figures_text(stats: &Stats, language: Language) -> String {
    let mut text = String::new();
    for section in sections(stats, language) {
        writeln!(text, "{}", section.topic.text(language)).expect("memory takes all");
        for figure in &section.figures {
            let name = padded(&figure.shown, WIDTH);
            let (sign, bar, Estimate { value, low, high }) = match figure.kind {
                Kind::Share => ('%', bar(figure.estimate.value), in_percent(figure.estimate)),
                Kind::Mean => (' ', String::new(), figure.estimate),
            };
            let line = format!("  {name} {value:>7.2} {sign}  [{low:>6.2}, {high:>6.2}]  {bar}");
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
#[must_use]
pub fn figures_csv(figures: &[Figure]) -> String {
    let mut text = String::from("section,name,kind,count,of,value,low,high\n");
    for figure in figures {
        let kind = if figure.kind == Kind::Share { "share" } else { "mean" };
        let Figure { section, name, count, of, estimate: Estimate { value, low, high }, .. } = figure;
        writeln!(text, "{section},{name},{kind},{count},{of},{value},{low},{high}")
            .expect("memory takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nameless() -> Name {
        Name { english: String::new(), shown: String::new() }
    }

    #[test]
    fn shares_have_the_interval_of_wilson() {
        // The textbook example: 10 of 100.
        let interval = |count, of| share(Topic::Outcomes, nameless(), count, of).estimate;
        let figure = interval(10, 100);
        assert!((figure.low - 0.055_229).abs() < 1e-6 && (figure.high - 0.174_366).abs() < 1e-6);
        let (none, all) = (interval(0, 50), interval(50, 50));
        assert!(none.low.abs() < 1e-12 && (none.high - 0.071_348).abs() < 1e-6);
        assert!((all.high - 1.0).abs() < 1e-12 && (all.low - 0.928_652).abs() < 1e-6);
        assert!(interval(0, 0).value.abs() < 1e-12, "no games, no trouble");
    }

    #[test]
    fn means_have_their_interval() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7.
        let mut numbers = Histogram::default();
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            numbers.add(number);
        }
        let figure = mean(Topic::Length, nameless(), &numbers).estimate;
        assert!((figure.value - 5.0).abs() < 1e-12);
        assert!((figure.high - figure.value - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn bars_are_as_long_as_the_share() {
        assert_eq!((bar(0.0).as_str(), bar(1.0).chars().count()), ("", 40));
        assert_eq!(bar(0.5 / 40.0), "▌");
    }
}
