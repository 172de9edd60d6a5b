//! The report about a review.

use crate::wrap::{padded, wrapped};
use hule::estimate::Measured;
use hule::review::{CurvePoint, Review, ReviewedDecision, SeatReview};
use hule::{Language, Localized, say};

/// How a review is shown: as `hule review` prints it.
///
/// ```
/// use hule::review::{ReviewOptions, review};
/// use hule::{Deck, Language, Replay};
/// use hule_report::{Listed, ReviewText};
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// let replay = Replay::standard(&Deck::seeded(1, 0));
/// let options = ReviewOptions { samples: NonZeroUsize::new(20).expect("not zero"), ..Default::default() };
/// let review = review(&replay, &options, NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {})?;
/// let shown = ReviewText {
///     language: Language::English,
///     listed: Listed::Worst(5),
///     width: None,
///     paint: &str::to_owned,
/// };
/// println!("{}", shown.of(&review));
/// # Ok::<(), hule::review::Stopped>(())
/// ```
#[derive(Clone, Copy)]
pub struct ReviewText<'a> {
    /// The language.
    pub language: Language,
    /// The decisions that are listed.
    pub listed: Listed,
    /// The width of the terminal; `None` if it is not for one.
    pub width: Option<usize>,
    /// Paints what a mistake cost.
    pub paint: &'a dyn Fn(&str) -> String,
}

/// The decisions that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// So many mistakes of each seat, the worst first.
    Worst(usize),
    /// All decisions of each seat, in the order of the game.
    All,
}

/// The most columns of a chart.
const CHART: usize = 60;

/// The columns beside a chart.
const BESIDE: usize = 20;

/// The heights of a chart.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl ReviewText<'_> {
    /// Returns the text of a review.
    #[must_use]
    pub fn of(&self, review: &Review) -> String {
        let mut text = review.outcome.text(self.language) + "\n";
        for seat in &review.seats {
            text.push('\n');
            text += &self.seat(review, seat);
        }
        text.push('\n');
        text += &self.chart(review);
        text.push('\n');
        text += &self.legend(review);
        match self.width {
            Some(width) => wrapped(&text, width),
            None => text,
        }
    }

    fn seat(&self, review: &Review, seat: &SeatReview) -> String {
        let SeatReview { seat: name, decisions, agreed, mistakes, .. } = seat;
        let lost = percent(seat.loss, 2);
        let mut text = say!(
            self.language,
            "{name}: {lost} lost per decision; decisions: {decisions}, best choice: {agreed}, mistakes: {mistakes}\n",
            "{name}：平均每次决策损失 {lost}；决策 {decisions} 次，最佳选择 {agreed} 次，失误 {mistakes} 次\n"
        );
        let listed: Vec<&ReviewedDecision> = match self.listed {
            Listed::Worst(most) => review.mistakes(*name).into_iter().take(most).collect(),
            Listed::All => review.of(*name).collect(),
        };
        let rows: Vec<[String; 3]> = listed.iter().map(|decision| self.row(decision)).collect();
        let width = |column: usize| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0);
        let (places, losses) = (width(0), width(1));
        for ([place, loss, verdict], decision) in rows.iter().zip(&listed) {
            let padding = " ".repeat(losses - columns(loss));
            let cost = if decision.mistake { (self.paint)(loss) } else { loss.clone() };
            let line = format!("  {}  {padding}{cost}  {verdict}", padded(place, places));
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Where it was and what was done, what it cost, and what was better.
    fn row(&self, decision: &ReviewedDecision) -> [String; 3] {
        let language = self.language;
        let ReviewedDecision { line, seat, turn, .. } = decision;
        let made = decision.made.label(*turn).text(language);
        let best = decision.best.label(*turn).text(language);
        let place = say!(language, "line {line}, {seat}: {made}", "第 {line} 行，{seat}：{made}");
        if decision.made == decision.best {
            return [place, String::new(), say!(language, "the best choice", "最佳选择")];
        }
        let cost = Measured { mean: -decision.loss.mean, ..decision.loss };
        let verdict = if decision.mistake {
            say!(language, "{best} was better", "“{best}”更好")
        } else {
            say!(language, "about equal to {best}", "与“{best}”大致相当")
        };
        [place, percent(cost, 1), verdict]
    }

    /// The curves of all seats, from the first decision to the end.
    fn chart(&self, review: &Review) -> String {
        let lines = review.seats.iter().flat_map(|seat| &seat.curve).map(|point| point.line);
        let (Some(first), Some(last)) = (lines.clone().min(), lines.max()) else { return String::new() };
        let width = self.width.map_or(CHART, |width| width.saturating_sub(BESIDE)).clamp(1, CHART);
        let mut text = say!(
            self.language,
            "The chance to win, from line {first} to line {last}:\n",
            "胜率，从第 {first} 行到第 {last} 行：\n"
        );
        for seat in &review.seats {
            let bars: String =
                (0..width).map(|column| bar(&seat.curve, first, last, column, width)).collect();
            let wins = |point: Option<&CurvePoint>| {
                format!("{:.0} %", 100.0 * point.map_or(0.0, |point| point.wins))
            };
            let (from, to) = (wins(seat.curve.first()), wins(seat.curve.last()));
            text += &["  ", seat.seat.name(), "  ", &bars, "  ", &from, " → ", &to, "\n"].concat();
        }
        text
    }

    fn legend(&self, review: &Review) -> String {
        let samples = review.samples;
        say!(
            self.language,
            "Losses are differences of the chance to win to the best choice, in the same {samples} imagined games. ± is the \
             95 % interval; what is within it is about equal and no mistake.\n",
            "损失是与最佳选择的胜率之差，在相同的 {samples} 局模拟中得出。± 为 95 % 置信区间；在区间之内的视为大致相当，不算失误。\n"
        )
    }
}

/// `−3.1 ± 0.8 %`, with this many digits behind the point.
fn percent(measured: Measured, digits: usize) -> String {
    let mean = format!("{:.digits$}", 100.0 * measured.mean);
    let reach = 100.0 * measured.reach();
    // 0 has no sign.
    let mean = match mean.strip_prefix('-') {
        Some(zero) if zero.chars().all(|digit| matches!(digit, '0' | '.')) => zero.to_owned(),
        Some(number) => format!("−{number}"),
        None => mean,
    };
    format!("{mean} ± {reach:.digits$} %")
}

/// The columns that a text takes.
fn columns(text: &str) -> usize {
    use unicode_width::UnicodeWidthStr;
    text.width()
}

/// The bar in a column of a chart: the latest point there or before.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // From 0 to 7.
fn bar(curve: &[CurvePoint], first: usize, last: usize, column: usize, width: usize) -> char {
    let line = first + (last - first) * column / (width - 1).max(1);
    match curve.iter().rev().find(|point| point.line <= line) {
        Some(point) => BARS[(point.wins.clamp(0.0, 1.0) * 7.0).round() as usize],
        None => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_signs_but_for_zero() {
        let text = |mean, error| percent(Measured { mean, error }, 1);
        assert_eq!(text(-0.031, 0.004), "−3.1 ± 0.8 %");
        assert_eq!(text(-0.0001, 0.0), "0.0 ± 0.0 %");
        assert_eq!(text(0.02, 0.1), "2.0 ± 19.6 %");
    }

    #[test]
    fn a_chart_begins_with_the_first_point_and_ends_with_the_last() {
        let point = |line, wins| CurvePoint { line, wins, error: 0.0 };
        let curve = [point(10, 0.5), point(20, 0.0), point(30, 1.0)];
        let chart =
            |width| -> String { (0..width).map(|column| bar(&curve, 0, 30, column, width)).collect() };
        assert_eq!(chart(4), " ▅▁█");
        assert_eq!(chart(7), "  ▅▅▁▁█");
        assert_eq!(chart(1), " ");
    }
}
