//! Drawings with two axes: columns and curves.

use super::frame::{escaped, figure};
use super::scale::Scale;
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

/// A value with its interval, at a place or for a column.
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

impl Plot<'_> {
    /// Columns with these names below them, from 0 on.
    pub fn columns(&self, columns: &[(String, Point)]) -> String {
        let y = Scale::over(columns.iter().map(|(_, point)| point.high).chain([0.0]), 4);
        #[allow(clippy::cast_precision_loss)] // A few columns.
        let width = 100.0 / columns.len().max(1) as f64;
        let (mut drawn, mut names) = (String::new(), Vec::new());
        let mut left = 0.0;
        for (name, point) in columns {
            let middle = left + width / 2.0;
            let [top, low, high] = [point.y, point.low, point.high].map(|value| 100.0 - y.place(value));
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
    pub fn curve(&self, points: &[Point]) -> String {
        let x = Scale::over(points.iter().map(|point| point.x), 5);
        let y = Scale::over(points.iter().flat_map(|point| [point.low, point.high]).chain([0.0]), 4);
        let there = |point: &Point| spot(&x, &y, point.x, point.high);
        let back = |point: &Point| spot(&x, &y, point.x, point.low);
        let band: Vec<String> = points.iter().map(there).chain(points.iter().rev().map(back)).collect();
        let line: Vec<String> = points.iter().map(|point| spot(&x, &y, point.x, point.y)).collect();
        let drawn = stretched(&format!(
            "<path class=\"band\" d=\"M{}Z\"/><path class=\"curve\" d=\"M{}\"/>",
            band.join("L"),
            line.join("L")
        ));
        let dots: String = points.iter().map(|point| dot(&x, &y, point)).collect();
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
            let name = escaped(&name);
            write!(
                drawn,
                "<line class=\"bound\" x1=\"0\" x2=\"100%\" y1=\"{at:.2}%\" y2=\"{at:.2}%\"/>\
                 <text class=\"bound-name\" x=\"50%\" y=\"{at:.2}%\" dy=\"-.4em\">{name}</text>"
            )
            .expect("memory takes all");
        }
        drawn += &stretched(&format!("<path class=\"curve\" d=\"M{}\"/>", line.join("L")));
        if let Some(&(at, value)) = points.last() {
            drawn += &dot(&x, &y, &Point { x: at, y: value, low: value, high: value });
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
            let name = escaped(name);
            write!(grid, "<text x=\"{at:.2}%\" y=\"100%\" dy=\"1.5em\">{name}</text>")
                .expect("memory takes all");
        }
        let [title, x_title, y_title] = [self.title, self.x, self.y].map(escaped);
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

fn dot(x: &Scale, y: &Scale, point: &Point) -> String {
    format!(
        "<circle class=\"dot\" cx=\"{:.2}%\" cy=\"{:.2}%\" r=\".25rem\"/>",
        x.place(point.x),
        100.0 - y.place(point.y)
    )
}
