//! The charts of an arena.

use crate::arena_report::{ArenaReport, NamedDifference};
use crate::arena_text::{shown_reach, verdict};
use crate::charts::{
    IntervalRow, IntervalRows, Plot, figure, folded, grouped, in_percent, numbers_of, page, percent,
};
use hule::arena::{Record, Results, Sprt, Totals};
use hule::estimate::Estimate;
use hule::{Language, Seat, say};

impl ArenaReport {
    /// Returns the report with charts, as one file for a browser.
    #[must_use]
    pub fn html(&self, language: Language) -> String {
        page(language, &self.title(language), &self.remarks(language), &self.charts(language))
    }

    /// Returns the charts, to be put into a page with [`CHART_STYLE`](crate::CHART_STYLE). At least one deck must have been
    /// played.
    #[must_use]
    pub fn charts(&self, language: Language) -> String {
        let shares = match &self.results {
            Results::Match(totals) => self.share_chart(totals, language),
            Results::RoundRobin(_) => self.rating_chart(language),
        };
        [self.test_chart(language), shares, self.difference_chart(language), self.tables(language)].concat()
    }

    fn share_chart(&self, totals: &Totals, language: Language) -> String {
        let names = self.names.iter().enumerate();
        let rows = names.map(|(entrant, name)| IntervalRow::share(name.clone(), totals.share(entrant)));
        #[allow(clippy::cast_precision_loss)] // Two digits are shown.
        let drawn = (totals.exhausted + totals.void) as f64 / totals.games.max(1) as f64;
        IntervalRows {
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
            reference: 100.0 * (1.0 - drawn) / 4.0,
            groups: vec![rows.collect()],
        }
        .html()
    }

    fn difference_chart(&self, language: Language) -> String {
        let differences = self.differences();
        if differences.is_empty() {
            return String::new();
        }
        let row = |NamedDifference { of, over, estimate }| {
            let over = over.map_or_else(|| say!(language, "all others", "其他所有玩家"), str::to_owned);
            let estimate = in_percent(estimate);
            let Estimate { value, low, high } = estimate;
            IntervalRow {
                label: format!("{of} − {over}"),
                estimate,
                shown: signed(value, 2),
                interval: format!("[{}, {}]", signed(low, 2), signed(high, 2)),
            }
        };
        IntervalRows {
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

    fn rating_chart(&self, language: Language) -> String {
        let rows = self.ranking().unwrap_or_default().into_iter().map(|(name, rating)| IntervalRow {
            label: name.to_owned(),
            estimate: Estimate {
                value: rating.value,
                low: rating.value - rating.reach,
                high: rating.value + rating.reach,
            },
            shown: signed(rating.value, 0),
            interval: format!("± {}", shown_reach(&rating)),
        });
        IntervalRows {
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

    fn test_chart(&self, language: Language) -> String {
        let Some((sprt, lead)) = self.tested() else { return String::new() };
        let title = say!(language, "The sequential test", "序贯检验");
        let points: Vec<(u64, f64)> = self.path.points().collect();
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
        let verdict = verdict(language, &self.names[0], &sprt, &lead).join(&say!(language, " ", ""));
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
    fn tables(&self, language: Language) -> String {
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

/// A number with its sign.
fn signed(number: f64, digits: usize) -> String {
    format!("{number:+.digits$}").replace('-', "−").replace("inf", "∞")
}
