//! The charts of a batch.

use super::frame::{figure, folded, grouped, numbers_of, page, percent, percent_interval};
use super::plot::{Plot, Point};
use super::rows::{Parts, Row, Rows};
use crate::figures::{Figure, LENGTHS, Section, Topic, sections};
use hule::stats::{Histogram, Stats};
use hule::{Language, Localized, Seat, say};

/// The charts of games of four standard players.
///
/// ```
/// use hule::simulate::simulate;
/// use hule::stats::Stats;
/// use hule::Language;
/// use hule_text::BatchCharts;
///
/// let mut stats = Stats::default();
/// simulate(7, 0..100, &mut stats);
/// let charts = BatchCharts { language: Language::English, seed: 7, first: 0, stats: &stats };
/// assert!(charts.page().starts_with("<!doctype html>"));
/// ```
#[derive(Clone, Copy)]
pub struct BatchCharts<'a> {
    /// The language.
    pub language: Language,
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// What was counted, of one game at least.
    pub stats: &'a Stats,
}

impl BatchCharts<'_> {
    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> String {
        let BatchCharts { seed, first, .. } = self;
        let last = first + self.stats.games.saturating_sub(1);
        say!(
            self.language,
            "Games {first} to {last} of seed {seed}, four standard players",
            "种子 {seed} 的第 {first} 到 {last} 局，四名标准玩家"
        )
    }

    /// Returns a file for a browser with all charts and figures.
    #[must_use]
    pub fn page(&self) -> String {
        page(self.language, &self.title(), &[self.summary()], &self.html())
    }

    /// Returns the most important figures as a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let sections = sections(self.stats, self.language);
        let outcome = |place: usize| percent(of(&sections, Topic::Outcomes)[place].value);
        let (ron, self_drawn, drawn) = (outcome(0), outcome(1), outcome(2));
        let discards = of(&sections, Topic::Length)[0].value;
        let games = grouped(self.stats.games);
        say!(
            self.language,
            "Of {games} games, {ron} % end with a ron, {self_drawn} % with a self-drawn win, and {drawn} % have no winner. \
             A game has {discards:.2} discards on average.",
            "共 {games} 局：荣和 {ron} %，自摸 {self_drawn} %，流局 {drawn} %。平均每局出牌 {discards:.2} 张。"
        )
    }

    /// Returns the charts, to be put into a page with [`CHART_STYLE`](super::CHART_STYLE).
    #[must_use]
    pub fn html(&self) -> String {
        let sections = sections(self.stats, self.language);
        [
            self.outcomes(&sections),
            self.wins(&sections),
            self.lengths(&sections),
            self.ready(&sections),
            self.deal(&sections),
            self.melds(&sections),
            self.specials(&sections),
            self.all(&sections),
        ]
        .concat()
    }

    fn outcomes(&self, sections: &[Section]) -> String {
        let language = self.language;
        let by_seat = of(sections, Topic::BySeat);
        let drawn = of(sections, Topic::Outcomes)[2].value;
        let rows = Seat::ALL.iter().enumerate().map(|(place, seat)| {
            let [ron, self_drawn, gave] = [0, 4, 8].map(|start| by_seat[start + place].value);
            // Every game ends in one of these ways for a seat.
            let others = (1.0 - ron - self_drawn - gave - drawn).max(0.0);
            let shares = [ron, self_drawn, drawn, others, gave].map(|share| (share, percent(share)));
            (seat.to_string(), shares.into())
        });
        Parts {
            title: &say!(language, "How games end for each seat", "各座位的结局"),
            note: &say!(
                language,
                "Percentages of all games. “Others” are games that another seat won, by drawing or off a third seat.",
                "占全部对局的百分比。“他人和牌”指其他玩家自摸，或荣和了第三人打出的牌。"
            ),
            heading: &say!(language, "Seat", "座位"),
            names: &[
                say!(language, "Ron", "荣和"),
                say!(language, "Self-drawn", "自摸"),
                say!(language, "No winner", "流局"),
                say!(language, "Others", "他人和牌"),
                say!(language, "Dealt in", "放铳"),
            ],
            rows: rows.collect(),
        }
        .html()
    }

    fn wins(&self, sections: &[Section]) -> String {
        let language = self.language;
        let outcomes = of(sections, Topic::Outcomes);
        let rows =
            Seat::ALL.iter().zip(&outcomes[3..]).map(|(seat, figure)| share_row(seat.to_string(), figure));
        Rows {
            title: &say!(language, "Wins by seat", "各座位的胜率"),
            note: &say!(
                language,
                "The share of games that each seat wins, with its 95 % interval. The line is the mean of the four seats; a \
                 hollow dot has it in its interval.",
                "各座位的胜率及 95 % 置信区间。竖线为四个座位的平均值；空心点表示区间包含平均值。"
            ),
            heading: &say!(language, "Seat", "座位"),
            axis: &say!(language, "Share of games, %", "占全部对局，%"),
            numbers: &say!(language, "% [95 % interval]", "% [95 % 区间]"),
            reference: 100.0 * (1.0 - outcomes[2].value) / 4.0,
            groups: vec![rows.collect()],
        }
        .html()
    }

    fn lengths(&self, sections: &[Section]) -> String {
        let language = self.language;
        let figures = of(sections, Topic::Length);
        let (discards, left) = (figures[0].value, figures[1].value);
        let title = say!(language, "Lengths of games", "对局的长度");
        let columns = columns(&self.stats.discards, LENGTHS, &figures[2..]);
        Plot {
            title: &title,
            note: &say!(
                language,
                "How many discards the games have, in steps of ten: {discards:.2} on average. {left:.2} tiles are left to draw \
                 on average.",
                "每局的出牌数，每十张一组：平均 {discards:.2} 张。结束时平均剩余 {left:.2} 张牌未摸。"
            ),
            x: &say!(language, "Discards, from this number on", "出牌数（从此数起）"),
            y: &say!(language, "Share of games, %", "占全部对局，%"),
            table: self.table(&numbers_of(language, &title), &figures[2..]),
        }
        .columns(&columns)
    }

    fn ready(&self, sections: &[Section]) -> String {
        let language = self.language;
        let figures = of(sections, Topic::Ready);
        let title = say!(language, "How fast hands get ready", "听牌的快慢");
        let note = say!(
            language,
            "The share of hands that are ready after their n-th discard, among those still in play, with the 95 % interval. \
             Counted in games whose number is a multiple of 64.",
            "第 n 次出牌后已听牌的手牌，占仍在对局中的手牌的比例，及 95 % 置信区间。只统计编号是 64 的倍数的对局。"
        );
        let most = figures.iter().map(|figure| figure.of).max().unwrap_or(0);
        if most == 0 {
            let missing =
                say!(language, "None of these games has such a number.", "这些对局中没有这样的编号。");
            return figure(&title, &(note + &say!(language, " ", "") + &missing), "");
        }
        let after = || self.stats.distance_after.iter().enumerate().filter(|(_, after)| after.hands > 0);
        // Of the longest games there are too few for a curve.
        let drawn = after().zip(figures).filter(|(_, figure)| figure.of * 50 >= most);
        #[allow(clippy::cast_precision_loss)] // A few discards.
        let points: Vec<Point> =
            drawn.map(|((discards, _), figure)| Point { x: discards as f64, ..point(figure) }).collect();
        let headings = [
            say!(language, "Discards", "出牌数"),
            say!(language, "Hands", "手牌数"),
            say!(language, "Ready, %", "听牌，%"),
            say!(language, "95 % interval", "95 % 区间"),
            say!(language, "Mean distance", "平均和牌距离"),
        ];
        #[allow(clippy::cast_precision_loss)] // Two digits are shown.
        let rows: Vec<Vec<String>> = after()
            .zip(figures)
            .map(|((discards, after), figure)| {
                vec![
                    discards.to_string(),
                    grouped(after.hands),
                    percent(figure.value),
                    percent_interval(figure.low, figure.high),
                    format!("{:.2}", after.sum as f64 / after.hands as f64),
                ]
            })
            .collect();
        Plot {
            title: &title,
            note: &note,
            x: &say!(language, "Discards of the seat", "该玩家的出牌数"),
            y: &say!(language, "Ready, %", "听牌，%"),
            table: folded(&numbers_of(language, &title), &headings, &rows),
        }
        .curve(&points)
    }

    fn deal(&self, sections: &[Section]) -> String {
        let language = self.language;
        let figures = of(sections, Topic::DealDistance);
        let (mean, title) = (figures[0].value, Topic::DealDistance.text(language));
        let columns = columns(&self.stats.deal_distance, 1, &figures[1..]);
        Plot {
            title: &title,
            note: &say!(
                language,
                "How many tiles dealt hands still need to win: {mean:.2} on average.",
                "发到的手牌离和牌还差几张：平均 {mean:.2} 张。"
            ),
            x: &say!(language, "Distance", "和牌距离"),
            y: &say!(language, "Share of hands, %", "占全部手牌，%"),
            table: self.table(&numbers_of(language, &title), &figures[1..]),
        }
        .columns(&columns)
    }

    fn specials(&self, sections: &[Section]) -> String {
        let language = self.language;
        let figures = of(sections, Topic::Specials);
        let mut left = figures;
        let mut groups = Vec::new();
        for special in &self.stats.specials {
            let rows = special.seats.iter().filter(|&&seats| seats > 0).count();
            let (own, others) = left.split_at(rows);
            groups.push(own.iter().map(|figure| share_row(figure.shown.clone(), figure)).collect());
            left = others;
        }
        Rows {
            title: &say!(language, "What special tiles do", "特殊牌的作用"),
            note: &say!(
                language,
                "How often seats win that discard so many of a special tile in a game, with 95 % intervals. The line is the mean \
                 of all seats. In longer games seats discard more of them, so the tiles are not the only cause.",
                "一局中打出若干张某种特殊牌的玩家的胜率，及 95 % 置信区间。竖线为所有座位的平均值。对局越长打出的越多，因此差别不全是由这些牌造成的。"
            ),
            heading: &say!(language, "Discarded", "打出"),
            axis: &say!(language, "Share of wins, %", "胜率，%"),
            numbers: &say!(language, "% [95 % interval]", "% [95 % 区间]"),
            reference: 100.0 * (1.0 - of(sections, Topic::Outcomes)[2].value) / 4.0,
            groups,
        }
        .html()
    }

    fn melds(&self, sections: &[Section]) -> String {
        let language = self.language;
        let figures = of(sections, Topic::WinnerMelds);
        if figures.is_empty() {
            return String::new();
        }
        let title = Topic::WinnerMelds.text(language);
        let claims = of(sections, Topic::Claims);
        let (mean, chows) = (claims[0].value, percent(claims[1].value));
        let columns = columns(&self.stats.winner_melds, 1, figures);
        Plot {
            title: &title,
            note: &say!(
                language,
                "A game has {mean:.2} claims on average; {chows} % of them are chows.",
                "平均每局吃碰 {mean:.2} 次，其中吃占 {chows} %。"
            ),
            x: &say!(language, "Open melds", "副露数"),
            y: &say!(language, "Share of won games, %", "占和牌的对局，%"),
            table: self.table(&numbers_of(language, &title), figures),
        }
        .columns(&columns)
    }

    /// All figures, also those that are in no chart.
    fn all(&self, sections: &[Section]) -> String {
        let language = self.language;
        let tables: String = sections
            .iter()
            .map(|section| self.table(&section.topic.text(language), &section.figures))
            .collect();
        let title = say!(language, "All figures", "全部统计量");
        let note = say!(
            language,
            "Every number, also those that are in no chart.",
            "所有数字，包括没有画成图表的。"
        );
        figure(&title, &note, &tables)
    }

    /// Figures as a table that is folded away.
    fn table(&self, summary: &str, figures: &[Figure]) -> String {
        let language = self.language;
        let headings = [
            String::new(),
            say!(language, "Counted", "计数"),
            say!(language, "Of", "总数"),
            say!(language, "Value", "值"),
            say!(language, "95 % interval", "95 % 区间"),
        ];
        let row = |figure: &Figure| {
            let (value, interval) = if figure.is_share() {
                (percent(figure.value) + " %", percent_interval(figure.low, figure.high))
            } else {
                (format!("{:.2}", figure.value), format!("[{:.2}, {:.2}]", figure.low, figure.high))
            };
            vec![figure.shown.trim().to_owned(), grouped(figure.count), grouped(figure.of), value, interval]
        };
        folded(summary, &headings, &figures.iter().map(row).collect::<Vec<_>>())
    }
}

/// The figures of a topic.
fn of(sections: &[Section], topic: Topic) -> &[Figure] {
    let section = sections.iter().find(|section| section.topic == topic);
    &section.expect("a report has all topics").figures
}

/// A share in percent.
fn point(figure: &Figure) -> Point {
    Point { x: 0.0, y: 100.0 * figure.value, low: 100.0 * figure.low, high: 100.0 * figure.high }
}

/// A column for every so many numbers from the first that occurs to the last, with the number where it begins. The figures
/// are those of the columns that are not empty.
fn columns(numbers: &Histogram, width: usize, figures: &[Figure]) -> Vec<(String, Point)> {
    let mut points = figures.iter().map(point);
    let groups = numbers.counts.chunks(width).map(|counts| counts.iter().any(|&count| count > 0));
    let groups = groups.enumerate().skip_while(|(_, any)| !any);
    let column = |(place, any): (usize, bool)| {
        let point = if any { points.next() } else { None };
        ((place * width).to_string(), point.unwrap_or(Point { x: 0.0, y: 0.0, low: 0.0, high: 0.0 }))
    };
    groups.map(column).collect()
}

fn share_row(label: String, figure: &Figure) -> Row {
    let Point { y: value, low, high, .. } = point(figure);
    let (shown, interval) = (percent(figure.value), percent_interval(figure.low, figure.high));
    Row { label, value, low, high, shown, interval }
}
