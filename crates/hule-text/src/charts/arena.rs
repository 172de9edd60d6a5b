//! The charts of an arena.

use super::frame::{figure, folded, grouped, numbers_of, page, percent, percent_interval};
use super::plot::Plot;
use super::rows::{Row, Rows};
use hule::arena::{Difference, Estimate, Hypothesis, Record, Results, Sample, Sprt, SprtPath, Totals};
use hule::{Language, Seat, say};

/// The charts of players that have played against each other.
#[derive(Clone, Copy)]
pub struct ArenaCharts<'a> {
    /// The language.
    pub language: Language,
    /// The seed.
    pub seed: u64,
    /// The number of the first deck.
    pub first: u64,
    /// The names of the entrants.
    pub names: &'a [String],
    /// What came of it, on one deck at least.
    pub results: &'a Results,
    /// The sequential test.
    pub tested: Option<Tested<'a>>,
}

/// A sequential test and its path.
#[derive(Clone, Copy)]
pub struct Tested<'a> {
    /// The test.
    pub sprt: Sprt,
    /// The ratio after each deck, as far as it is known.
    pub path: &'a SprtPath,
}

impl ArenaCharts<'_> {
    /// Returns the title: who has played how many games.
    #[must_use]
    pub fn title(&self) -> String {
        let (seed, games, first, decks) = (self.seed, self.results.games(), self.first, self.results.decks());
        let (language, last) = (self.language, first + decks.saturating_sub(1));
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

    /// Returns a file for a browser with all charts, and these sentences before them.
    #[must_use]
    pub fn page(&self, sentences: &[String]) -> String {
        page(self.language, &self.title(), sentences, &self.html())
    }

    /// Returns the charts, to be put into a page with [`CHART_STYLE`](super::CHART_STYLE).
    #[must_use]
    pub fn html(&self) -> String {
        let shares = match self.results {
            Results::Match(totals) => self.shares(totals),
            Results::RoundRobin(_) => self.ratings(),
        };
        [self.path(), shares, self.differences(), self.counts()].concat()
    }

    fn shares(&self, totals: &Totals) -> String {
        let language = self.language;
        let rows = self.names.iter().enumerate().map(|(entrant, name)| {
            let Estimate { value, low, high } = totals.share(entrant);
            Row {
                label: name.clone(),
                value: 100.0 * value,
                low: 100.0 * low,
                high: 100.0 * high,
                shown: percent(value),
                interval: percent_interval(low, high),
            }
        });
        #[allow(clippy::cast_precision_loss)] // Two digits are shown.
        let nobody = (totals.exhausted + totals.void) as f64 / totals.games.max(1) as f64;
        Rows {
            title: &say!(language, "Wins by player", "各玩家的胜率"),
            note: &say!(
                language,
                "The share of games that a player wins at one seat, with its 95 % interval. The line is the mean of all seats; a \
                 hollow dot has it in its interval.",
                "玩家在一个座位上的胜率及 95 % 置信区间。竖线为所有座位的平均值；空心点表示区间包含平均值。"
            ),
            heading: &say!(language, "Player", "玩家"),
            axis: &say!(language, "Share of games, %", "占全部对局，%"),
            numbers: &say!(language, "% [95 % interval]", "% [95 % 区间]"),
            reference: 100.0 * (1.0 - nobody) / 4.0,
            groups: vec![rows.collect()],
        }
        .html()
    }

    fn differences(&self) -> String {
        let language = self.language;
        let differences = self.results.differences();
        if differences.is_empty() {
            return String::new();
        }
        let row = |Difference { of, over, estimate }| {
            let others = || say!(language, "all others", "其他所有玩家");
            let over = over.map_or_else(others, |over: usize| self.names[over].clone());
            let Estimate { value, low, high } = estimate;
            Row {
                label: format!("{} − {over}", self.names[of]),
                value: 100.0 * value,
                low: 100.0 * low,
                high: 100.0 * high,
                shown: signed(100.0 * value, 2),
                interval: format!("[{}, {}]", signed(100.0 * low, 2), signed(100.0 * high, 2)),
            }
        };
        Rows {
            title: &say!(language, "Differences", "胜率之差"),
            note: &say!(
                language,
                "By how many percentage points one player wins more at a seat than another on the same decks, with 95 % \
                 intervals. A filled dot is a clear difference: its interval does not contain 0.",
                "同样的牌堆上，一名玩家在一个座位上的胜率比另一名高几个百分点，及 95 % 置信区间。实心点表示差别明显：区间不包含 0。"
            ),
            heading: &say!(language, "Players", "玩家"),
            axis: &say!(language, "Percentage points", "百分点"),
            numbers: &say!(language, "Points [95 % interval]", "百分点 [95 % 区间]"),
            reference: 0.0,
            groups: vec![differences.into_iter().map(row).collect()],
        }
        .html()
    }

    fn ratings(&self) -> String {
        let language = self.language;
        let Some(ratings) = self.results.ratings() else { return String::new() };
        let mut rated: Vec<_> = self.names.iter().zip(ratings).collect();
        rated.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        let rows = rated.into_iter().map(|(name, rating)| {
            let reach =
                if rating.reach.is_finite() { format!("{:.0}", rating.reach) } else { "?".to_owned() };
            Row {
                label: name.clone(),
                value: rating.value,
                low: rating.value - rating.reach,
                high: rating.value + rating.reach,
                shown: signed(rating.value, 0),
                interval: format!("± {reach}"),
            }
        });
        Rows {
            title: &say!(language, "Ratings", "等级分"),
            note: &say!(
                language,
                "On the Elo scale, where 400 points are ten wins to one; the mean of all players is 0. With 95 % intervals.",
                "采用 Elo 标度，相差 400 分相当于十比一；所有玩家的平均值为 0。附 95 % 置信区间。"
            ),
            heading: &say!(language, "Player", "玩家"),
            axis: &say!(language, "Rating", "等级分"),
            numbers: &say!(language, "Rating ± 95 %", "等级分 ± 95 %"),
            reference: 0.0,
            groups: vec![rows.collect()],
        }
        .html()
    }

    fn path(&self) -> String {
        let (Some(Tested { sprt, path }), Results::Match(totals)) = (self.tested, self.results) else {
            return String::new();
        };
        let language = self.language;
        let title = say!(language, "The sequential test", "序贯检验");
        let points: Vec<(u64, f64)> = path.points().collect();
        #[allow(clippy::cast_precision_loss)] // A drawing.
        let drawn: Vec<(f64, f64)> = points.iter().map(|&(decks, ratio)| (decks as f64, ratio)).collect();
        let headings =
            [say!(language, "Decks", "牌堆数"), say!(language, "Log-likelihood ratio", "对数似然比")];
        // About twenty of them, and the last, which matters most.
        let every = points.len().div_ceil(20).max(1);
        let row = |&(decks, ratio): &(u64, f64)| vec![grouped(decks), signed(ratio, 2)];
        let mut rows: Vec<Vec<String>> = points.iter().rev().step_by(every).map(row).collect();
        rows.reverse();
        let (low, high) = sprt.bounds();
        let least = Sprt::LEAST;
        let verdict = verdict(language, &self.names[0], &sprt, &totals.lead()).join(&say!(language, " ", ""));
        Plot {
            title: &title,
            note: &say!(
                language,
                "{verdict} It ends where the path leaves the bounds, but not before {least} decks.",
                "{verdict}曲线越过界限时检验结束，但至少要有 {least} 副牌堆。"
            ),
            x: &say!(language, "Decks", "牌堆数"),
            y: &say!(language, "Log-likelihood ratio", "对数似然比"),
            table: folded(&numbers_of(language, &title), &headings, &rows),
        }
        .path(
            &drawn,
            [
                (low, say!(language, "H0: {} points or less", "H0：至多 {} 个百分点", 100.0 * sprt.d0)),
                (high, say!(language, "H1: {} points or more", "H1：至少 {} 个百分点", 100.0 * sprt.d1)),
            ],
        )
    }

    /// What each player has done, in numbers.
    fn counts(&self) -> String {
        let language = self.language;
        let records: Vec<_> = (0..self.names.len()).map(|entrant| self.results.record(entrant)).collect();
        let mut headings = vec![String::new()];
        headings.extend([
            say!(language, "Seats played", "参加局次"),
            say!(language, "Ron", "荣和"),
            say!(language, "Self-drawn", "自摸"),
            say!(language, "Dealt in", "放铳"),
            say!(language, "Forfeited", "弃权"),
            say!(language, "Decisions", "决策"),
        ]);
        let named = || self.names.iter().zip(&records);
        let row = |(name, record): (&String, &Record)| {
            let total = record.total();
            let counts =
                [total.games, total.ron, total.self_drawn, total.gave_ron, record.forfeits, record.decisions];
            std::iter::once(name.clone()).chain(counts.map(grouped)).collect::<Vec<String>>()
        };
        let counts =
            folded(&say!(language, "Counts", "计数"), &headings, &named().map(row).collect::<Vec<_>>());
        let mut headings = vec![String::new()];
        headings.extend(Seat::ALL.iter().map(|seat| format!("{seat}, %")));
        #[allow(clippy::cast_precision_loss)] // Two digits are shown.
        let row = |(name, record): (&String, &Record)| {
            let seats = record.seats.as_array().iter();
            let shares = seats.map(|seat| percent(seat.wins() as f64 / seat.games.max(1) as f64));
            std::iter::once(name.clone()).chain(shares).collect::<Vec<String>>()
        };
        let title = say!(language, "Wins by seat", "各座位的胜率");
        let seats = folded(&title, &headings, &named().map(row).collect::<Vec<_>>());
        let games: u64 = self.results.games();
        let drawn: u64 = self.results.matches().iter().map(|played| played.totals.exhausted).sum();
        let (games, drawn) = (grouped(games), grouped(drawn));
        let note = say!(
            language,
            "{games} games, {drawn} of them without a winner.",
            "共 {games} 局，其中流局 {drawn} 局。"
        );
        figure(&say!(language, "In numbers", "数据"), &note, &(seats + &counts))
    }
}

/// Returns what a sequential test of the player with this name says, in one sentence or two.
#[must_use]
pub fn verdict(language: Language, name: &str, sprt: &Sprt, lead: &Sample) -> Vec<String> {
    let decks = lead.decks;
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

/// A number with its sign.
fn signed(number: f64, digits: usize) -> String {
    format!("{number:+.digits$}").replace('-', "−").replace("inf", "∞")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hule::Standard;
    use hule::arena::LineUp;
    use hule::simulate::Parallel;
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn names_of_players_are_text_and_not_markup() {
        let line_up = LineUp::two(["bot:<b>&", "\"><script>"]);
        let mut results = Results::new(2, false);
        let (one, stop) = (NonZeroUsize::MIN, AtomicBool::new(false));
        let how = Parallel { threads: one, chunk: one, stop: &stop };
        let played = line_up.play(
            1,
            0..2,
            how,
            |_| Ok::<_, ()>(Standard),
            |deck| {
                results.add(&deck);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(played, Ok(2));
        let (names, path) = (line_up.names(), SprtPath::default());
        let tested = Some(Tested { sprt: Sprt::default(), path: &path });
        let charts = ArenaCharts {
            language: Language::English,
            seed: 1,
            first: 0,
            names: &names,
            results: &results,
            tested,
        };
        let page = charts.page(&names);
        assert!(page.contains("bot:&lt;b&gt;&amp;") && page.contains("&quot;&gt;&lt;script&gt;"));
        assert!(!page.contains("<b>&") && !page.contains("<script"));
    }
}
