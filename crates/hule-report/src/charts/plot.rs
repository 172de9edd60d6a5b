//! Drawings with two axes: columns and curves.

use super::frame::{figure, xml_escaped};
use super::scale::Scale;
use hule::estimate::Estimate;
use std::fmt::Write;

/// A drawing with two axes, and the table behind it.
pub struct Plot<'a> {
    pub title: &'a str,
    pub note: &'a str,
    /// What the axes measure.
    pub x: &'a str,
    pub y: &'a str,
    /// The table, as [`folded`](super::frame::folded) makes it.
    pub table: String,
}

impl Plot<'_> {
    /// Columns with these names below them, from 0 on.
    pub fn columns(&self, columns: &[(String, Estimate)]) -> String {
        let y = Scale::over(columns.iter().map(|(_, share)| share.high).chain([0.0]), 4);
        #[allow(clippy::cast_precision_loss)] // A few columns.
        let width = 100.0 / columns.len().max(1) as f64;
        let (mut drawn, mut names) = (String::new(), Vec::new());
        let mut left = 0.0;
        for (name, Estimate { value, low, high }) in columns {
            let middle = left + width / 2.0;
            let [top, low, high] = [value, low, high].map(|&value| 100.0 - y.place(value));
            write!(
                drawn,
                "<rect class=\"column\" x=\"{:.2}%\" width=\"{:.2}%\" y=\"{top:.2}%\" height=\"{:.2}%\"/>\
                 <line class=\"whisker\" x1=\"{middle:.2}%\" x2=\"{middle:.2}%\" y1=\"{low:.2}%\" y2=\"{high:.2}%\"/>",
                left + width * 0.06,
                width * 0.88,
                100.0 - top
            )
            .expect("memory takes all");
            names.push((middle, name.clone()));
            left += width;
        }
        self.html(&y, &names, &drawn)
    }

    /// A curve with a band for its intervals.
    pub fn curve(&self, points: &[(f64, Estimate)]) -> String {
        let x = Scale::over(points.iter().map(|(at, _)| *at), 5);
        let y = Scale::over(points.iter().flat_map(|(_, share)| [share.low, share.high]).chain([0.0]), 4);
        let there = points.iter().map(|(at, share)| spot(&x, &y, *at, share.high));
        let back = points.iter().rev().map(|(at, share)| spot(&x, &y, *at, share.low));
        let band: Vec<String> = there.chain(back).collect();
        let line: Vec<String> = points.iter().map(|(at, share)| spot(&x, &y, *at, share.value)).collect();
        let drawn = stretched(&format!(
            "<path class=\"band\" d=\"M{}Z\"/><path class=\"curve\" d=\"M{}\"/>",
            band.join("L"),
            line.join("L")
        ));
        let dots: String = points.iter().map(|(at, share)| dot(&x, &y, *at, share.value)).collect();
        self.html(&y, &ticks(&x), &(drawn + &dots))
    }

    /// A path between two bounds, which have these names. It begins at `x` = 0 and may leave the bounds a little.
    pub fn path(&self, points: &[(f64, f64)], [low, high]: [(f64, String); 2]) -> String {
        let x = Scale::over(points.iter().map(|(x, _)| *x).chain([0.0]), 5);
        let room = (high.0 - low.0) / 4.0;
        let y = Scale::over([low.0 - room / 2.0, high.0 + room / 2.0], 6);
        let line: Vec<String> = points.iter().map(|&(at, value)| spot(&x, &y, at, value)).collect();
        let mut drawn = String::new();
        for (value, name) in [low, high] {
            let at = 100.0 - y.place(value);
            let name = xml_escaped(&name);
            write!(
                drawn,
                "<line class=\"bound\" x1=\"0\" x2=\"100%\" y1=\"{at:.2}%\" y2=\"{at:.2}%\"/>\
                 <text class=\"bound-name\" x=\"50%\" y=\"{at:.2}%\" dy=\"-.4em\">{name}</text>"
            )
            .expect("memory takes all");
        }
        drawn += &stretched(&format!("<path class=\"curve\" d=\"M{}\"/>", line.join("L")));
        if let Some(&(at, value)) = points.last() {
            drawn += &dot(&x, &y, at, value);
        }
        self.html(&y, &ticks(&x), &drawn)
    }

    /// The drawing in its axes, with these names at places of the lower one.
    fn html(&self, y: &Scale, names: &[(f64, String)], drawn: &str) -> String {
        let mut grid = String::new();
        for (tick, label) in y.ticks() {
            let at = 100.0 - y.place(tick);
            write!(
                grid,
                "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{at:.2}%\" y2=\"{at:.2}%\"/>\
                 <text class=\"left\" x=\"-.5rem\" y=\"{at:.2}%\" dy=\".35em\">{label}</text>"
            )
            .expect("memory takes all");
        }
        for (at, name) in names {
            let name = xml_escaped(name);
            write!(grid, "<text x=\"{at:.2}%\" y=\"100%\" dy=\"1.5em\">{name}</text>")
                .expect("memory takes all");
        }
        let [title, x_title, y_title] = [self.title, self.x, self.y].map(xml_escaped);
        let chart = format!(
            "<div class=\"plot\">\n<p class=\"axis\" aria-hidden=\"true\">{y_title}</p>\n\
             <svg width=\"100%\" height=\"15rem\" role=\"img\" aria-label=\"{title}\">{grid}{drawn}</svg>\n\
             <p class=\"axis below\" aria-hidden=\"true\">{x_title}</p>\n</div>\n{}",
            self.table
        );
        figure(self.title, self.note, &chart)
    }
}

/// The round numbers of a lower axis.
fn ticks(x: &Scale) -> Vec<(f64, String)> {
    x.ticks().map(|(tick, label)| (x.place(tick), label)).collect()
}

/// A place in [`stretched`].
fn spot(x: &Scale, y: &Scale, at: f64, value: f64) -> String {
    format!("{:.1} {:.1}", 10.0 * x.place(at), 10.0 * (100.0 - y.place(value)))
}

/// Paths, which know no percentages, in a square of 1000 that is stretched over the drawing.
fn stretched(paths: &str) -> String {
    format!(
        "<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">{paths}</svg>"
    )
}

fn dot(x: &Scale, y: &Scale, at: f64, value: f64) -> String {
    format!(
        "<circle class=\"dot\" cx=\"{:.2}%\" cy=\"{:.2}%\" r=\".25rem\"/>",
        x.place(at),
        100.0 - y.place(value)
    )
}
