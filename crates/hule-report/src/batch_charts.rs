//! The charts of a batch.

use crate::batch_report::BatchReport;
use crate::charts::{
    IntervalRow, IntervalRows, Plot, StackedRows, figure, folded, grouped, in_percent, numbers_of, page,
    percent, percent_interval,
};
use crate::figures::{Figure, LENGTHS, Section, Topic, sections};
use hule::estimate::Estimate;
use hule::stats::{Histogram, Stats};
use hule::{Language, Localized, Seat, say};

impl BatchReport {
    /// Returns the report with all charts and figures, as one file for a browser.
    #[must_use]
    pub fn html(&self, language: Language) -> String {
        let charts = self.drawn(language);
        page(language, &self.title(language), &[charts.summary()], &charts.html())
    }

    /// Returns the charts, to be put into a page with [`CHART_STYLE`](crate::CHART_STYLE). At least one game must have been
    /// played.
    #[must_use]
    pub fn charts(&self, language: Language) -> String {
        self.drawn(language).html()
    }

    fn drawn(&self, language: Language) -> BatchCharts<'_> {
        BatchCharts { language, stats: &self.stats, sections: sections(&self.stats, language) }
    }
}

struct BatchCharts<'a> {
    language: Language,
    stats: &'a Stats,
    sections: Vec<Section>,
}

impl BatchCharts<'_> {
    /// The figures of a topic.
    fn of(&self, topic: Topic) -> &[Figure] {
        let section = self.sections.iter().find(|section| section.topic == topic);
        &section.expect("a report has all topics").figures
    }

    /// The most important figures as a sentence.
    fn summary(&self) -> String {
        let outcome = |place: usize| percent(self.of(Topic::Outcomes)[place].estimate.value);
        let (ron, self_drawn, drawn) = (outcome(0), outcome(1), outcome(2));
        let discards = self.of(Topic::Length)[0].estimate.value;
        let games = grouped(self.stats.games);
        say!(
            self.language,
            "Of {games} games, {ron} % end with a ron, {self_drawn} % with a self-drawn win, and {drawn} % have no winner. \
             A game has {discards:.2} discards on average.",
            "共 {games} 局：荣和 {ron} %，自摸 {self_drawn} %，流局 {drawn} %。平均每局出牌 {discards:.2} 张。"
        )
    }

    fn html(&self) -> String {
        [
            self.outcomes(),
            self.wins(),
            self.lengths(),
            self.ready(),
            self.deal(),
            self.melds(),
            self.specials(),
            self.all(),
        ]
        .concat()
    }

    fn outcomes(&self) -> String {
        let language = self.language;
        let by_seat = self.of(Topic::BySeat);
        let drawn = self.of(Topic::Outcomes)[2].estimate.value;
        let rows = Seat::ALL.iter().enumerate().map(|(place, seat)| {
            let [ron, self_drawn, gave] = [0, 4, 8].map(|start| by_seat[start + place].estimate.value);
            // Every game ends in one of these ways for a seat.
            let others = (1.0 - ron - self_drawn - gave - drawn).max(0.0);
            let shares = [ron, self_drawn, drawn, others, gave].map(|share| (share, percent(share)));
            (seat.to_string(), shares.into())
        });
        StackedRows {
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

    fn wins(&self) -> String {
        let language = self.language;
        let outcomes = self.of(Topic::Outcomes);
        let rows = Seat::ALL
            .iter()
            .zip(&outcomes[3..])
            .map(|(seat, figure)| IntervalRow::share(seat.to_string(), figure.estimate));
        IntervalRows {
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
            reference: 100.0 * (1.0 - outcomes[2].estimate.value) / 4.0,
            groups: vec![rows.collect()],
        }
        .html()
    }

    fn lengths(&self) -> String {
        let language = self.language;
        let figures = self.of(Topic::Length);
        let (discards, left) = (figures[0].estimate.value, figures[1].estimate.value);
        let title = say!(language, "Lengths of games", "对局的长度");
        let note = say!(
            language,
            "How many discards the games have, in steps of ten: {discards:.2} on average. {left:.2} tiles are left to draw \
             on average.",
            "每局的出牌数，每十张一组：平均 {discards:.2} 张。结束时平均剩余 {left:.2} 张牌未摸。"
        );
        let x = say!(language, "Discards, from this number on", "出牌数（从此数起）");
        let y = say!(language, "Share of games, %", "占全部对局，%");
        self.histogram([title, note, x, y], &self.stats.discards, LENGTHS, &figures[2..])
    }

    fn ready(&self) -> String {
        let language = self.language;
        let figures = self.of(Topic::Ready);
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
        let points: Vec<(f64, Estimate)> =
            drawn.map(|((discards, _), figure)| (discards as f64, in_percent(figure.estimate))).collect();
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
                    percent(figure.estimate.value),
                    percent_interval(figure.estimate),
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

    fn deal(&self) -> String {
        let language = self.language;
        let figures = self.of(Topic::DealDistance);
        let (mean, title) = (figures[0].estimate.value, Topic::DealDistance.text(language));
        let note = say!(
            language,
            "How many tiles dealt hands still need to win: {mean:.2} on average.",
            "发到的手牌离和牌还差几张：平均 {mean:.2} 张。"
        );
        let x = say!(language, "Distance", "和牌距离");
        let y = say!(language, "Share of hands, %", "占全部手牌，%");
        self.histogram([title, note, x, y], &self.stats.deal_distance, 1, &figures[1..])
    }

    fn specials(&self) -> String {
        let language = self.language;
        let figures = self.of(Topic::Specials);
        let mut left = figures;
        let mut groups = Vec::new();
        for special in &self.stats.specials {
            let rows = special.seats.iter().filter(|&&seats| seats > 0).count();
            let (own, others) = left.split_at(rows);
            groups.push(
                own.iter().map(|figure| IntervalRow::share(figure.shown.clone(), figure.estimate)).collect(),
            );
            left = others;
        }
        IntervalRows {
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
            reference: 100.0 * (1.0 - self.of(Topic::Outcomes)[2].estimate.value) / 4.0,
            groups,
        }
        .html()
    }

    fn melds(&self) -> String {
        let language = self.language;
        let figures = self.of(Topic::WinnerMelds);
        if figures.is_empty() {
            return String::new();
        }
        let title = Topic::WinnerMelds.text(language);
        let claims = self.of(Topic::Claims);
        let (mean, chows) = (claims[0].estimate.value, percent(claims[1].estimate.value));
        let note = say!(
            language,
            "A game has {mean:.2} claims on average; {chows} % of them are chows.",
            "平均每局吃碰 {mean:.2} 次，其中吃占 {chows} %。"
        );
        let x = say!(language, "Open melds", "副露数");
        let y = say!(language, "Share of won games, %", "占和牌的对局，%");
        self.histogram([title, note, x, y], &self.stats.winner_melds, 1, figures)
    }

    /// A column for every so many numbers from the first that occurs to the last. The figures are those of the columns that are
    /// not empty.
    fn histogram(
        &self,
        [title, note, x, y]: [String; 4],
        numbers: &Histogram,
        width: usize,
        figures: &[Figure],
    ) -> String {
        let mut shares = figures.iter().map(|figure| in_percent(figure.estimate));
        let groups = numbers.counts.chunks(width).map(|counts| counts.iter().any(|&count| count > 0));
        let groups = groups.enumerate().skip_while(|(_, any)| !any);
        let column = |(place, any): (usize, bool)| {
            let share = if any { shares.next() } else { None };
            ((place * width).to_string(), share.unwrap_or(Estimate { value: 0.0, low: 0.0, high: 0.0 }))
        };
        let columns: Vec<(String, Estimate)> = groups.map(column).collect();
        let table = self.table(&numbers_of(self.language, &title), figures);
        Plot { title: &title, note: &note, x: &x, y: &y, table }.columns(&columns)
    }

    /// All figures, also those that are in no chart.
    fn all(&self) -> String {
        let language = self.language;
        let tables: String = self
            .sections
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
                (percent(figure.estimate.value) + " %", percent_interval(figure.estimate))
            } else {
                let Estimate { value, low, high } = figure.estimate;
                (format!("{value:.2}"), format!("[{low:.2}, {high:.2}]"))
            };
            vec![figure.shown.trim().to_owned(), grouped(figure.count), grouped(figure.of), value, interval]
        };
        folded(summary, &headings, &figures.iter().map(row).collect::<Vec<_>>())
    }
}
