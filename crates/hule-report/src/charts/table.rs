//! Tables whose rows are drawn: values with their intervals, and parts of a whole.

use super::frame::{figure, in_percent, percent, percent_interval, xml_escaped};
use super::scale::Scale;
use hule::estimate::Estimate;
use std::fmt::Write;

/// Values with intervals on one axis, one row each.
pub struct IntervalRows<'a> {
    pub title: &'a str,
    pub note: &'a str,
    /// What the rows are.
    pub heading: &'a str,
    /// What the axis measures.
    pub axis: &'a str,
    /// The heading of the numbers.
    pub numbers: &'a str,
    /// A value that all are compared with.
    pub reference: f64,
    /// The rows, in groups.
    pub groups: Vec<Vec<IntervalRow>>,
}

/// A value with its interval, in the unit of the axis.
pub struct IntervalRow {
    pub label: String,
    pub estimate: Estimate,
    /// The value in digits.
    pub shown: String,
    /// The interval in digits.
    pub interval: String,
}

impl IntervalRow {
    /// The row of a share, in percent.
    pub fn share(label: String, share: Estimate) -> IntervalRow {
        let (shown, interval) = (percent(share.value), percent_interval(share));
        IntervalRow { label, estimate: in_percent(share), shown, interval }
    }
}

/// The height of a row.
const HEIGHT: &str = "1.5rem";

/// A word with more letters may be broken anywhere.
const LONG: usize = 10;

impl IntervalRows<'_> {
    pub fn html(&self) -> String {
        let rows = || self.groups.iter().flatten();
        let all = rows().flat_map(|row| [row.estimate.value, row.estimate.low, row.estimate.high]);
        let scale = Scale::over(all.chain([self.reference]), 4);
        let [heading, axis, numbers] = [self.heading, self.axis, self.numbers].map(xml_escaped);
        let mut table = format!(
            "<table class=\"rows\">\n<thead><tr><th scope=\"col\">{heading}</th>\
             <th scope=\"col\" class=\"strip\">{axis}</th><th scope=\"col\" class=\"number\">{numbers}</th></tr></thead>\n"
        );
        for group in &self.groups {
            table += "<tbody>\n";
            for row in group {
                let strip = self.strip(&scale, row);
                // Names of players can be command lines.
                let is_long = row.label.split(' ').any(|word| word.chars().count() > LONG);
                let long = if is_long { " class=\"long\"" } else { "" };
                let [label, shown, interval] =
                    [&row.label, &row.shown, &row.interval].map(|text| xml_escaped(text));
                writeln!(
                    table,
                    "<tr><th scope=\"row\"{long}>{label}</th><td class=\"strip\">{strip}</td>\
                     <td class=\"number\"><b>{shown}</b> <span class=\"interval\">{interval}</span></td></tr>"
                )
                .expect("memory takes all");
            }
            table += "</tbody>\n";
        }
        // On a narrow screen there is room for three numbers.
        let every = if scale.ticks().count() > 3 { 2 } else { 1 };
        let mut labels = String::new();
        for (tick, label) in scale.ticks().step_by(every) {
            write!(labels, "<text x=\"{:.2}%\" y=\".85rem\">{label}</text>", scale.place(tick))
                .expect("memory takes all");
        }
        write!(
            table,
            "<tfoot aria-hidden=\"true\"><tr><td></td><td class=\"strip\"><svg width=\"100%\" height=\"1.1rem\">{labels}</svg></td>\
             <td></td></tr></tfoot>\n</table>\n"
        )
        .expect("memory takes all");
        figure(self.title, self.note, &table)
    }

    fn strip(&self, scale: &Scale, row: &IntervalRow) -> String {
        let upright = |class: &str, value: f64| {
            let x = scale.place(value);
            format!("<line class=\"{class}\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"100%\"/>")
        };
        let mut strip = format!("<svg width=\"100%\" height=\"{HEIGHT}\" aria-hidden=\"true\">");
        scale.ticks().for_each(|(tick, _)| strip += &upright("grid", tick));
        strip += &upright("reference", self.reference);
        let Estimate { value, low, high } = row.estimate;
        // Whether it differs from what it is compared with, is shown by the dot as well.
        let near = if low <= self.reference && self.reference <= high { " near" } else { "" };
        let [low, value, high] = [low, value, high].map(|value| scale.place(value));
        write!(
            strip,
            "<line class=\"whisker\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"50%\" y2=\"50%\"/>\
             <circle class=\"dot{near}\" cx=\"{value:.2}%\" cy=\"50%\" r=\".3rem\"/></svg>"
        )
        .expect("memory takes all");
        strip
    }
}

/// Wholes and the shares of their parts, which are drawn one behind the other.
pub struct StackedRows<'a> {
    pub title: &'a str,
    pub note: &'a str,
    /// What the rows are.
    pub heading: &'a str,
    /// The parts; their colours are in the style sheet, by their order.
    pub names: &'a [String],
    /// The name of each row and its shares, as numbers from 0 to 1 and in digits.
    pub rows: Vec<(String, Vec<(f64, String)>)>,
}

impl StackedRows<'_> {
    pub fn html(&self) -> String {
        let heading = xml_escaped(self.heading);
        let mut table = format!("<table class=\"parts\">\n<thead><tr><th scope=\"col\">{heading}</th>");
        for (number, part) in (1..).zip(self.names) {
            let part = xml_escaped(part);
            write!(
                table,
                "<th scope=\"col\"><svg class=\"key\" width=\".75rem\" height=\".75rem\" aria-hidden=\"true\">\
                 <rect class=\"part-{number}\" width=\"100%\" height=\"100%\"/></svg> {part}</th>"
            )
            .expect("memory takes all");
        }
        table += "</tr></thead>\n<tbody>\n";
        let columns = self.names.len();
        for (name, shares) in &self.rows {
            let (mut bars, mut cells, mut before) = (String::new(), String::new(), 0.0);
            for (number, (share, shown)) in (1..).zip(shares) {
                let share = 100.0 * share;
                write!(
                    bars,
                    "<rect class=\"part-{number}\" x=\"{before:.2}%\" width=\"{share:.2}%\" height=\"100%\"/>"
                )
                .expect("memory takes all");
                write!(cells, "<td>{}</td>", xml_escaped(shown)).expect("memory takes all");
                before += share;
            }
            let name = xml_escaped(name);
            writeln!(
                table,
                "<tr class=\"bars\" aria-hidden=\"true\"><td></td><td colspan=\"{columns}\">\
                 <svg width=\"100%\" height=\"{HEIGHT}\">{bars}</svg></td></tr>\n\
                 <tr><th scope=\"row\">{name}</th>{cells}</tr>"
            )
            .expect("memory takes all");
        }
        table += "</tbody>\n</table>\n";
        figure(self.title, self.note, &table)
    }
}
